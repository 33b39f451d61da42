"""What another solver answered, in words."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.board.layout import Mismatch
from logicsweep.errors import counted
from logicsweep.formulas.answers import Answer


def agreement_lines(board: Board, answer: Answer, *, obeys: bool | None = None) -> list[str]:
    """Whether a layout agrees with the board, and where not; `obeys` is for the program."""
    if answer.layout is None:
        return []
    mismatches = answer.layout.mismatches(board)
    which = f" (the last of {answer.models})" if answer.models > 1 else ""
    mines = int(answer.layout.mask.sum())
    lines = [
        f"The layout{which} has {counted(mines, 'mine')} and "
        + ("does not agree with the board:" if mismatches else "agrees with the board.")
    ]
    lines += [f"  {_words(mismatch)}" for mismatch in mismatches]
    if obeys is not None:
        lines.append(f"It {'obeys' if obeys else 'DOES NOT OBEY'} the program.")
    return lines


def _words(mismatch: Mismatch) -> str:
    cell, lower, upper, found = mismatch
    expected = f"{lower}" if lower == upper else f"{lower} to {upper}"
    if cell is None:
        return f"the mine count is {expected}, but the layout has {found}"
    return f"the clue at {cell} is {expected}, but the layout has {found} around it"
