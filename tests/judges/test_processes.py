"""The waiting for processes is judged: it ends with them, and says what they said."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.judges import processes
from tests.judges.processes import first_line_of, wait_until


def started(code: str) -> subprocess.Popen[str]:
    streams = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-I", "-S", "-c", code], text=True, **streams)


def test_a_process_that_has_ended_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    with (
        started("print('begun'); raise SystemExit('no such counter')") as process,
        pytest.raises(AssertionError, match=r"ended with 1:\nbegun\nno such counter"),
    ):
        wait_until(lambda: False, process)
    monkeypatch.setattr(processes, "LONG", 0)
    with started("input()") as process:
        with pytest.raises(AssertionError, match="it is not so after 0 s"):
            wait_until(lambda: False, process)
        wait_until(lambda: True, process)
        process.communicate("\n")


def test_a_process_without_a_line_fails_the_test() -> None:
    with started("print('a'); print('b')") as process:
        assert first_line_of(process) == "a\n"
    with (
        started("raise SystemExit('the port is taken')") as process,
        pytest.raises(AssertionError, match=r"ended with 1:\nthe port is taken"),
    ):
        first_line_of(process)
