"""Errors that nobody foresaw: as an internal error, with the board that was worked on."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from pathlib import Path
from traceback import extract_tb, print_exception, walk_tb
from typing import Final

from logicsweep.errors import InternalError

# The variable of the environment with which the traceback is printed as well.
TRACEBACK: Final = "LOGICSWEEP_TRACEBACK"

_PACKAGE: Final = Path(__file__).parents[1]


def defect(error: Exception) -> InternalError:
    """Turn an error that nobody foresaw into an internal one, with its kind and where it came up.

    The traceback is printed on standard error where the environment asks for it.
    """
    if os.environ.get(TRACEBACK):
        print_exception(error, file=sys.stderr)
    text = " ".join(f"{type(error).__name__}: {error}".split()).rstrip(": ")
    ours = [
        frame
        for frame in extract_tb(error.__traceback__)
        if Path(frame.filename).is_relative_to(_PACKAGE)
    ]
    where = ""
    if ours:
        file = Path(ours[-1].filename).relative_to(_PACKAGE.parent).as_posix()
        where = f" in {file}, line {ours[-1].lineno}"
    hint = f"{TRACEBACK}=1 shows the traceback"
    return InternalError(f"{text}{where} ({hint})", board=_board_of(error))


def _board_of(error: Exception) -> str | None:
    """Return the board that was worked on, as native text; None if there was none.

    It is the one of the innermost call that had a board, or a knowledge base, at hand.
    """
    from logicsweep.board.board import Board
    from logicsweep.knowledge.base import KnowledgeBase

    for frame, _ in reversed(list(walk_tb(error.__traceback__))):
        for value in list(frame.f_locals.values()):
            with suppress(Exception):  # it may be half made, or what is wrong
                if isinstance(value, Board):
                    return str(value)
                if isinstance(value, KnowledgeBase):
                    return str(value.board)
    return None
