"""Ctrl-C in the middle of a search by PySAT."""

from __future__ import annotations

import signal


def interrupt() -> KeyboardInterrupt:
    """What to raise where PySAT turned Ctrl-C into an error of its own.

    PySAT jumps out of the signal, which leaves the next one blocked, and its own handler in place,
    which would jump into a search that is over: back to Python's.
    """
    signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    return KeyboardInterrupt()
