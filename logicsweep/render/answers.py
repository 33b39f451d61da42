"""What another solver answered, in words."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.board.layout import Mismatch
from logicsweep.errors import counted
from logicsweep.formulas.answers import Answer, broken_rules


def agreement_lines(
    board: Board, answer: Answer, *, agrees: bool, obeys: bool | None = None
) -> list[str]:
    """Say whether a layout agrees with the board, and where not; `obeys` is for the program."""
    if answer.layout is None:
        return []
    mismatches = answer.layout.mismatches(board)
    broken = broken_rules(board, answer.layout)
    which = f" (the last of {answer.models})" if answer.models > 1 else ""
    mines = int(answer.layout.mask.sum())
    says = "agrees with the board" if agrees else "does not agree with the board"
    if agrees and mismatches:
        says += f", which allows for {counted(board.liars, 'wrong clue')}"
    end = ":" if mismatches or broken else "."
    lines = [f"The layout{which} has {counted(mines, 'mine')} and {says}{end}"]
    lines += [f"  {_words(board, mismatch)}" for mismatch in mismatches]
    own = {constraint.source.name for constraint in board.constraints}
    lines += [
        f"  the {'constraint' if name in own else 'rule'} {name} does not hold" for name in broken
    ]
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
