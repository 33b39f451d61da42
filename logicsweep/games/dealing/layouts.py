"""Layouts from seeds."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Set as AbstractSet
from fractions import Fraction
from itertools import accumulate
from math import comb
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.games.dealing.ruled import drawn
from logicsweep.games.setting import Setting
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

# Among eight neighbours the first click keeps so many cells free at most. So many more are always
# drawn, so that the layouts of a seed differ as little as can be under different first clicks.
_SPARE: Final = 9


def source_of(seed: int) -> Random:
    """Return the source of the layouts of a seed, of which a game deals the first."""
    return Random(f"layout of game {seed}")


def shown_source(seed: int) -> Random:
    """Return the source of the clues of a game, where these are drawn."""
    return Random(f"what is shown in game {seed}")


def kept_free(first_click: FirstClick, first: int | None, adjacency: Adjacency) -> set[int]:
    """Return the cells, by number, kept free of mines if `first` (None: no cell) comes first."""
    if first is None or first_click is FirstClick.UNPROTECTED:
        return set()
    return {first, *(adjacency.lists[first] if first_click is FirstClick.OPENING else ())}


def draw(
    setting: Setting,
    free: AbstractSet[int],
    source: Random,
    budget: Budget | None = None,
) -> NDArray[np.bool_]:
    """Draw the next layout of a source, uniform among those without a mine in the free cells.

    With a density they have their weights; see `Setting`. The free cells are a cell and its
    neighbours at most, and the mines have to fit beside them. The same source and free cells give
    the same layout. Returns booleans of shape (height, width). The budget, by default one of 60
    seconds, is for layout rules and constraints, under which it raises as `ruled.drawn`, and for
    ranges.
    """
    if setting.rules.choosing or setting.constraints:
        return drawn(setting.board(), free, source, budget)
    mask = np.zeros((setting.height, setting.width), dtype=np.bool_)
    if setting.mines is None:
        over, under = Fraction(setting.density or 0).as_integer_ratio()
        for number in range(setting.cells):
            mask.flat[number] = source.randrange(under) < over and number not in free
        return mask
    mines = setting.mines
    if isinstance(mines, tuple):
        mines = _mine_count(setting, len(free), source, budget or Budget(DEFAULT_TIME_LIMIT))
    spare = _SPARE if setting.topology is None else max(_SPARE, setting.topology.degree + 1)
    order = source.sample(range(setting.cells), min(setting.cells, mines + spare))
    mask.flat[[number for number in order if number not in free][:mines]] = True
    return mask


def _mine_count(setting: Setting, free: int, source: Random, budget: Budget) -> int:
    """Draw the mine count of a range: each as likely as all layouts that have it."""
    least, most = setting.mine_bounds
    room = setting.cells - free
    over, under = Fraction(setting.density or Fraction(1, 2)).as_integer_ratio()
    weights = []
    for mines in range(least, min(most, room) + 1):
        budget.check()
        weights.append(comb(room, mines) * over**mines * (under - over) ** (room - mines))
    ends = [*accumulate(weights)]
    return least + bisect_right(ends, source.randrange(ends[-1]))
