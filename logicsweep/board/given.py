"""Check arguments that have to be boards: a message names the call that makes one."""

from __future__ import annotations

from collections.abc import Sequence
from os import PathLike
from typing import Any

import numpy as np

from logicsweep.board.board import Board
from logicsweep.constraints.constraint import A_LIST, Constraint
from logicsweep.errors import ArgumentError, expect, whole


def expect_board(value: object, *, name: str = "board", besides: type | None = None) -> None:
    """Raise TypeError unless an argument is a board, or of one other type that is taken as well."""
    if isinstance(value, (Board, besides or Board)):
        return
    if isinstance(value, (np.ndarray, list, tuple)):
        # What its numbers mean and how many mines there are, an array does not say.
        call = "Board.from_array(array, covered=-1, total_mines=...)"
    elif isinstance(value, PathLike):
        call = "logicsweep.load(path)"
    else:
        call = "Board.parse(text)"
    kind = "a Board" if besides is None else f"a {besides.__name__} or a Board"
    expect(name, value, Board, f"{kind}, as of {call}")


def carrying(board: Board, liars: int | None, constraints: Sequence[Constraint]) -> Board:
    """Return the board with these liars in place of its own (None: its own), and further
    constraints.

    Raises TypeError unless it is a board; ValueError for more liars than clues, and as `Board`.
    """
    expect_board(board)
    if liars is None and isinstance(constraints, tuple) and not constraints:
        return board  # as nearly always, at a hundredth of the cost of asking for a Sequence
    expect("constraints", constraints, Sequence, A_LIST)
    changes: dict[str, Any] = (
        {"constraints": [*board.constraints, *constraints]} if constraints else {}
    )
    if liars is not None and whole("liars", liars) != board.liars:
        clues = len(board.clues)
        if not 0 <= liars <= clues:
            raise ArgumentError(
                "liars",
                f"liars is {liars}; expected 0 to {clues}, the number of clues on the board",
            )
        changes["liars"] = liars
    return board.altered(**changes) if changes else board
