"""What another solver answered, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Code
from logicsweep.errors import counted

if TYPE_CHECKING:
    from logicsweep.answers.formulas import Model
    from logicsweep.board.layout import Mismatch


def agreement_lines(board: Board, answer: Model) -> list[str]:
    """Say whether the layout agrees with the board, and where not."""
    if answer.mines is None:
        return []
    mismatches, broken = answer.mismatches, answer.broken_rules
    which = "" if answer.models == 1 else f" (the last of {answer.models})"
    says = "agrees with the board" if answer.agrees else "does not agree with the board"
    if answer.agrees and mismatches:
        says += f", which allows for {counted(board.liars, 'wrong clue')}"
    end = ":" if mismatches or broken else "."
    lines = [f"The layout{which} has {counted(len(answer.mines), 'mine')} and {says}{end}"]
    lines += [f"  {_words(board, mismatch)}" for mismatch in mismatches]
    told = {constraint.source.name for constraint in board.constraints}
    lines += [
        f"  the {'constraint' if name in told else 'rule'} {name} does not hold" for name in broken
    ]
    if answer.obeys_program is not None:
        lines.append(f"It {'obeys' if answer.obeys_program else 'DOES NOT OBEY'} the program.")
    return lines


def _words(board: Board, mismatch: Mismatch) -> str:
    cell, (lower, upper), mines = mismatch.cell, mismatch.expected, mismatch.found
    ruled = board.placed_rules
    if cell is not None and ruled is not None:
        at = Cell(*cell)
        true = "what no clue can show" if mines < 0 else ruled.sign(Code(mines))
        return f"the clue at {at} is {board.sign(at)}, but its true value would be {true}"
    expected = f"{lower}" if lower == upper else f"{lower} to {upper}"
    if cell is None:
        return f"the mine count is {expected}, but the layout has {mines}"
    return f"the clue at {Cell(*cell)} is {expected}, but the layout has {mines} around it"
