"""Commands on a terminal, and what they print there."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest

from tests.conftest import ROOT, TERMINAL, call_main

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def on_a_terminal(arguments: list[str], *, code: str = "", **environment: str) -> str:
    """What a command prints on a terminal 80 columns wide, with colours unless told otherwise.

    In this process; `code` is run in its place, to begin with something else, in one of its own.
    """
    environment = {"TERM": "xterm-256color", **TERMINAL, **environment}
    primary, secondary = pty.openpty()
    with ThreadPoolExecutor(1) as pool, pytest.MonkeyPatch.context() as patch:
        reading = pool.submit(_read, primary)
        patch.delenv("NO_COLOR", raising=False)
        with os.fdopen(secondary, "w", encoding="utf-8") as terminal:
            if code:
                ended = subprocess.run(
                    [sys.executable, "-c", code, *arguments],
                    stdout=terminal,
                    stderr=terminal,
                    cwd=ROOT,
                    env={**os.environ, **environment},
                    check=False,
                ).returncode
            else:
                ended = call_main(
                    arguments, [StringIO(), terminal, terminal], environment=environment
                )
        text = reading.result()
    os.close(primary)
    assert ended == 0
    return text.replace("\r\n", "\n")


def _read(terminal: int) -> str:
    text = b""
    try:
        while data := os.read(terminal, 65536):
            text += data
    except OSError:
        pass  # how a terminal says that the other side has closed it
    return text.decode()
