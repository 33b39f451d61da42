"""Commands that take a BOARD, and the command as a process of its own that hears signals."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from tests.conftest import ROOT

# Commands that take a BOARD and answer on standard output, with the words behind the board.
ANSWERING = {
    "show": [],
    "solve": [],
    "count": [],
    "explain": ["0,0"],
    "hint": [],
    "best": [],
    "hint --rate": [],
    "diagnose": [],
    "encode": [],
    "show --to svg": [],
    "show --to board": [],
}
# All that take a BOARD, with what goes with --json; files are of the current folder.
TAKING_A_BOARD = {
    **{words: more for words, more in ANSWERING.items() if "--to" not in words},
    "encode": ["--stats"],
    "show -o a.svg": [],
    "show -o a.mine": [],
    "certify": ["-o", "proofs"],
}

# Signals that whoever runs the tests ignores would be ignored here as well.
HEARING = """
import os, signal, sys, time
for heard in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
    signal.signal(heard, signal.SIG_DFL)
signal.signal(signal.SIGINT, signal.default_int_handler)
"""
COMMAND = f"{HEARING}os.execv(sys.executable, [sys.executable, '-m', 'logicsweep', *sys.argv[1:]])"

WORDS = {signal.SIGINT: "interrupted", signal.SIGTERM: "terminated", signal.SIGHUP: "hung up"}


def python(code: str, *arguments: str | Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        start_new_session=True,
    )


def end_of(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=300)
    return process.returncode, out, err


def names_all(text: str, names: str) -> bool:
    """Whether an error names options, values and places, in whatever words."""
    return all(name in text for name in names.split())


def with_words(words: Sequence[Any], more: Sequence[Any]) -> list[Any]:
    """Put options with values in place of what the words of a command say of them."""
    names = {name for name in more if str(name).startswith("-")}
    kept, given = [], iter(words)
    for word in given:
        if word in names:
            next(given)
        else:
            kept.append(word)
    return [*kept, *more]
