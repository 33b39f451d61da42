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


def rule_of(board: Board, cell: Place) -> str:
    """The name of the rule that a clue follows, as the text of the board says it."""
    names = str(board.rules).split() or ["V"]
    clue = board.clue(cell)
    assert clue is not None
    ruled = board.placed_rules
    mark = "" if ruled is None or not isinstance(clue, int) else ruled.token(clue).partition("@")[2]
    return mark or next((name for name in names if name not in rules.LAYOUT_RULES), "V")


def shown(board: Board, cell: Place) -> Shown:
    """What a clue shows, as the judge has it."""
    sign = str(board.sign(cell))
    rule = rule_of(board, cell)
    if rule == "1W":
        return tuple(map(int, sign.split("+")))
    if rule in ("2E", "2E'"):
        return ord(sign) - ord("a")
    if rule == "2P":
        outside, _, inside = sign.partition("√")
        return int(outside or 1) ** 2 * int(inside or 1)
    return tuple(map(int, sign.split("/"))) if rule == "2X" else int(sign)


def layouts(board: Board, tried: Masks | None = None) -> Masks:
    """The layouts that agree with a board, under a rule with a key those that some key goes with.

    The board has squares, and no uncertain clues. All layouts of its size are tried, or those that
    are given.
    """
    masks = rules.layouts(board.height, board.width) if tried is None else tried
    for rule in board.rules.layout:
        masks = masks[which_satisfy(rule.name, masks)]
    masks = masks[~masks[:, (board.grid >= 0) | (board.grid == State.NO_CLUE)].any(axis=1)]
    masks = masks[masks[:, board.grid == State.KNOWN_MINE].all(axis=1)]
    lower, upper = board.total_bounds or (0, board.grid.size)
    number = masks.sum(axis=(1, 2))
    masks = masks[(lower <= number) & (number <= upper)]
    keyed = board.rules.clue.keyed.name
    read = {}
    for cell in board.clues:
        own = rule_of(board, cell)
        if own in keys.SHOWS:
            read[cell.row, cell.column] = shown(board, cell)
        else:
            masks = masks[which_may_show(own, masks, cell, shown(board, cell))]
    if keyed in keys.SHOWS:
        fits = [bool(keys.agreeing(keyed, mask, read)) for mask in masks]  # type: ignore[arg-type]
        masks = masks[np.array(fits, dtype=np.bool_)]
    return masks
