"""How many clues may be wrong, as an argument."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.board.rules.aggregate import Area
from logicsweep.errors import whole


def checked_liars(board: Board, liars: int) -> int:
    """The number of liars, if the board allows it. Raises ValueError, TypeError."""
    number = liars if type(liars) is int else whole("liars", liars)
    if number == 0:
        return 0
    area = [rule for rule in board.rules.clue.every if isinstance(rule.aggregate, Area)]
    if area:
        raise ValueError(  # the board is at fault, not its type
            f"liars and the rule {area[0].name} cannot be combined: a clue that shows an area "
            f"cannot be taken to be wrong"
        )
    clues = board.clues
    if not 0 <= number <= len(clues):
        raise ValueError(
            f"liars is {number}; expected 0 to {len(clues)}, the number of clues on the board"
        )
    if any(not isinstance(clue, int) and clue.likelihood for clue in clues.values()):
        raise ValueError(
            "liars and clues with likelihoods cannot be combined: a clue model already says how "
            "likely its clues are to be off"
        )
    return number
