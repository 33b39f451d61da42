"""Questions that are interrupted at a line of the package's code, as Ctrl-C would do it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from types import FrameType
from typing import Any


class StopError(KeyboardInterrupt):
    """What interrupts: nothing in the package raises it."""


def interrupted(question: Callable[[], object], at: int | None, files: Collection[str]) -> int:
    """Ask a question, and raise `StopError` in it before line number `at` that it comes to.

    Only lines of the package's modules whose paths have one of `files` in them count. Returns how
    many lines were counted; nothing is raised where there are fewer, or `at` is None.
    """
    lines = 0

    def in_module(_frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if event == "line":
            lines += 1
            if lines == at:
                sys.settrace(None)
                raise StopError
        return in_module

    def anywhere(frame: FrameType, _event: str, _: object) -> Any:
        name = frame.f_code.co_filename
        counts = "logicsweep/" in name and any(one in name for one in files)
        return in_module if counts else None

    before = sys.gettrace()
    sys.settrace(anywhere)
    try:
        question()
    finally:
        sys.settrace(before)
    return lines
