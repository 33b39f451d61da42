"""Every benchmark says how it is used, and so do studies that no other test runs."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.conftest import ROOT, run_script

BENCHMARKS = ROOT / "benchmarks"
SHARED = ("figures.py", "positions.py", "questions.py", "timing.py")
STUDIES = [
    ROOT / "examples" / "studies" / f"{name}.py" for name in ("integral", "minesolve", "optima")
]
SCRIPTS = sorted(path for path in BENCHMARKS.glob("*.py") if path.name not in SHARED)


@pytest.mark.parametrize("path", [*SCRIPTS, *STUDIES], ids=lambda path: path.stem)
def test_help(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """With its docstring, and without measuring anything."""
    monkeypatch.syspath_prepend(path.parent)
    done = run_script(path, tmp_path, "--help")
    assert (done.returncode, done.stderr) == (0, "")
    docstring = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8")))
    assert docstring
    assert docstring in done.stdout


def test_there_is_one_timer() -> None:
    """Clocks are read by `timing.py` alone, and by what runs in a process of its own."""
    for path in SCRIPTS:
        code = ast.parse(path.read_text(encoding="utf-8"))
        calls = [node.func for node in ast.walk(code) if isinstance(node, ast.Call)]
        names = {call.id for call in calls if isinstance(call, ast.Name)}
        assert not names & {"perf_counter", "process_time", "time"}, path
