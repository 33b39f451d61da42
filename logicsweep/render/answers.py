"""What another solver answered, in words."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.board.layout import Mismatch
from logicsweep.errors import counted
from logicsweep.formulas.answers import Answer, broken_rules


def agreement_lines(board: Board, answer: Answer, *, obeys: bool | None = None) -> list[str]:
    """Whether a layout agrees with the board, and where not; `obeys` is for the program."""
    if answer.layout is None:
        return []
    mismatches = answer.layout.mismatches(board)
    broken = broken_rules(board, answer.layout)
    which = f" (the last of {answer.models})" if answer.models > 1 else ""
    mines = int(answer.layout.mask.sum())
    lines = [
        f"The layout{which} has {counted(mines, 'mine')} and "
        + ("does not agree with the board:" if mismatches or broken else "agrees with the board.")
    ]
    lines += [f"  {_words(board, mismatch)}" for mismatch in mismatches]
    lines += [f"  the rule {name} does not hold" for name in broken]
    if obeys is not None:
        lines.append(f"It {'obeys' if obeys else 'DOES NOT OBEY'} the program.")
    return lines


def _words(board: Board, mismatch: Mismatch) -> str:
    cell, lower, upper, found = mismatch
    ruled = board.placed_rules
    if cell is not None and ruled is not None:
        true = "what no clue can show" if found < 0 else ruled.sign(found)
        return f"the clue at {cell} is {board.sign(cell)}, but its true value would be {true}"
    expected = f"{lower}" if lower == upper else f"{lower} to {upper}"
    if cell is None:
        return f"the mine count is {expected}, but the layout has {found}"
    return f"the clue at {cell} is {expected}, but the layout has {found} around it"
