"""Ctrl-C in the middle of a search by PySAT."""

from __future__ import annotations

import signal


def interrupt() -> KeyboardInterrupt:
    """What to raise where PySAT turned Ctrl-C into an error of its own.

    It leaves its own handler behind, with which the next Ctrl-C would crash: back to Python's.
    """
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
    return KeyboardInterrupt()
