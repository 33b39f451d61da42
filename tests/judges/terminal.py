"""Commands on a terminal, and what they print there."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys

from tests.conftest import ROOT

ANSI = re.compile(r"\x1b\[[0-9;]*m")


def on_a_terminal(arguments: list[str], *, code: str = "", **environment: str) -> str:
    """What a command prints on a terminal 80 columns wide, with colours unless told otherwise.

    `code` is run in its place, to begin with something else.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "NO_COLOR"}
    primary, secondary = pty.openpty()
    done = subprocess.Popen(
        [sys.executable, *(["-c", code] if code else ["-m", "logicsweep"]), *arguments],
        stdout=secondary,
        stderr=secondary,
        cwd=ROOT,
        env={**inherited, "TERM": "xterm-256color", "COLUMNS": "80", **environment},
    )
    os.close(secondary)
    text = b""
    try:
        while data := os.read(primary, 65536):
            text += data
    except OSError:
        pass  # how a terminal says that the other side has closed it
    os.close(primary)
    assert done.wait() == 0
    return text.decode().replace("\r\n", "\n")
