"""Questions that are interrupted at a line of the package's code, as Ctrl-C would do it."""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from dis import opmap
from types import FrameType
from typing import Any

from logicsweep import limits

# Where Python begins to handle an exception in a `with` block it hears no signal. A tracer that
# raises there has it restore an exception that it never saved: the one it handled stays for good.
_NOT_HEARD = opmap.get("PUSH_EXC_INFO")


class StopError(KeyboardInterrupt):
    """What interrupts: nothing in the package raises it."""


def interrupted(question: Callable[[], object], at: int | None, files: Collection[str]) -> int:
    """Ask a question, and raise `StopError` in it before line number `at` that it comes to.

    Only lines of the package's modules whose paths have one of `files` in them count. Returns how
    many lines were counted; nothing is raised where there are fewer, or `at` is None.
    """
    lines = 0

    def in_module(frame: FrameType, event: str, _: object) -> Any:
        nonlocal lines
        if event == "line" and frame.f_code.co_code[frame.f_lasti] != _NOT_HEARD:
            lines += 1
            if lines == at:
                sys.settrace(None)
                raise StopError
        return in_module

    def anywhere(frame: FrameType, _event: str, _: object) -> Any:
        _, inside, name = frame.f_code.co_filename.rpartition("logicsweep/")
        counts = inside and any(part in name for part in files)
        return in_module if counts else None

    before = sys.gettrace()
    sys.settrace(anywhere)
    try:
        question()
    finally:
        sys.settrace(before)
        assert limits._OUTER.get() is None, "a limit stays in force"  # noqa: SLF001
    return lines
