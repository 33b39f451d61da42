"""Check arguments that have to be boards: a message names the call that makes one."""

from __future__ import annotations

from os import PathLike

import numpy as np

from logicsweep.board.board import Board
from logicsweep.errors import expect


def expect_board(value: object, *, name: str = "board", other: type | None = None) -> None:
    """Raise TypeError unless an argument is a board, or of one other type that is taken as well."""
    if isinstance(value, (Board, other or Board)):
        return
    if isinstance(value, (np.ndarray, list, tuple)):
        # What its numbers mean and how many mines there are, an array does not say.
        call = "Board.from_array(array, covered=-1, total_mines=...)"
    elif isinstance(value, PathLike):
        call = "logicsweep.load(path)"
    else:
        call = "Board.parse(text)"
    kind = "a Board" if other is None else f"a {other.__name__} or a Board"
    expect(name, value, Board, f"{kind}, as of {call}")
