"""The judge of boards with rules: all layouts of a small board, tried one by one.

What clues show and which layouts the rules allow is said by `rules`, `rules_at_once` and `keys`;
only the names of the rules, the states and the signs of clues are taken from the board.
"""

from __future__ import annotations

import numpy as np

from logicsweep import Board, State
from tests.judges import keys, rules
from tests.judges.rules import Masks, Place, Shown
from tests.judges.rules_at_once import which_may_show, which_satisfy


def shown(board: Board, cell: Place) -> Shown:
    """What a clue shows, as the judge has it."""
    sign = str(board.sign(cell))
    rule = board.rules.clue.name
    if rule == "1W":
        return tuple(map(int, sign.split("+")))
    if rule in ("2E", "2E'"):
        return ord(sign) - ord("a")
    if rule == "2P":
        outside, _, inside = sign.partition("√")
        return int(outside or 1) ** 2 * int(inside or 1)
    return tuple(map(int, sign.split("/"))) if rule == "2X" else int(sign)


def layouts(board: Board) -> Masks:
    """The layouts that agree with a board, under a rule with a key those that some key goes with.

    The board has squares, and no uncertain clues.
    """
    masks = rules.layouts(board.height, board.width)
    for rule in board.rules.layout:
        masks = masks[which_satisfy(rule.name, masks)]
    masks = masks[~masks[:, (board.grid >= 0) | (board.grid == State.NO_CLUE)].any(axis=1)]
    masks = masks[masks[:, board.grid == State.KNOWN_MINE].all(axis=1)]
    lower, upper = board.total_bounds or (0, board.grid.size)
    number = masks.sum(axis=(1, 2))
    masks = masks[(lower <= number) & (number <= upper)]
    rule = board.rules.clue.name
    clues = {(cell.row, cell.column): shown(board, cell) for cell in board.clues}
    if rule in keys.SHOWS:
        fits = [bool(keys.agreeing(rule, mask, clues)) for mask in masks]  # type: ignore[arg-type]
        return masks[np.array(fits, dtype=np.bool_)]
    for cell, value in clues.items():
        masks = masks[which_may_show(rule, masks, cell, value)]
    return masks
