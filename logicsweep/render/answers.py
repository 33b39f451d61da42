"""What another solver answered, in words and as JSON."""

from __future__ import annotations

from typing import Any

from logicsweep.board.board import Board
from logicsweep.board.layout import Clash
from logicsweep.errors import counted
from logicsweep.formulas.answers import Answer
from logicsweep.render.words import board_fields


def clash_lines(board: Board, answer: Answer, *, obeys: bool | None = None) -> list[str]:
    """Whether the layout agrees with the board, and what does not; `obeys` is for the rules."""
    if answer.layout is None:
        return []
    clashes = answer.layout.clashes(board)
    which = f" (the last of {answer.models})" if answer.models > 1 else ""
    mines = int(answer.layout.mask.sum())
    lines = [
        f"The layout{which} has {counted(mines, 'mine')} and "
        + ("does not agree with the board:" if clashes else "agrees with the board.")
    ]
    lines += [f"  {_words(clash)}" for clash in clashes]
    if obeys is not None:
        lines.append(f"It {'obeys' if obeys else 'DOES NOT OBEY'} the rules.")
    return lines


def answer_fields(
    board: Board, answer: Answer, *, obeys: bool | None = None, consistent: bool | None = None
) -> dict[str, Any]:
    """The same as JSON; `consistent` is what the board proved to be when there was no model."""
    layout = answer.layout
    clashes = () if layout is None else layout.clashes(board)
    return {
        **board_fields(board),
        "satisfiable": answer.satisfiable,
        "models": answer.models,
        "mines": None if layout is None else [list(cell) for cell in sorted(layout.mines)],
        "agrees": None if layout is None else not clashes,
        "obeys_rules": obeys,
        "consistent": True if layout and not clashes and obeys is not False else consistent,
        "clashes": [
            {
                "cell": None if clash.cell is None else list(clash.cell),
                "expected": [clash.lower, clash.upper],
                "found": clash.found,
            }
            for clash in clashes
        ],
    }


def _words(clash: Clash) -> str:
    expected = f"{clash.lower}" if clash.lower == clash.upper else f"{clash.lower} to {clash.upper}"
    if clash.cell is None:
        return f"the total is {expected}, the layout has {clash.found}"
    return f"the clue at {clash.cell} is {expected}, the layout has {clash.found} around it"
