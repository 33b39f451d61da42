"""Layouts from seeds."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.first_click import FirstClick
from logicsweep.games.dealing.ruled import drawn
from logicsweep.games.setting import Setting
from logicsweep.limits import Budget

# Among eight neighbours the first click keeps so many cells free at most. So many more are always
# drawn, so that the layouts of a seed differ as little as can be under different first clicks.
_SPARE: Final = 9


def source_of(seed: int) -> Random:
    """The source of the layouts of a seed, the first of which is the one that a game deals."""
    return Random(f"layout of game {seed}")


def shown_source(seed: int) -> Random:
    """The source of what is shown in a game, where that is drawn."""
    return Random(f"what is shown in game {seed}")


def kept_free(first_click: FirstClick, first: int | None, adjacency: Adjacency) -> set[int]:
    """The cells that have no mine, by number, if this cell is opened first; None: no cell is."""
    if first is None or first_click is FirstClick.UNPROTECTED:
        return set()
    return {first, *(adjacency.lists[first] if first_click is FirstClick.OPENING else ())}


def draw(
    setting: Setting,
    free: AbstractSet[int],
    source: Random,
    budget: Budget | None = None,
) -> NDArray[np.bool_]:
    """The next layout of a source, uniform among those without a mine in the free cells.

    These are a cell and its neighbours at most, and the mines have to fit beside them. The same
    source and free cells give the same layout. Returns booleans of shape (height, width). The
    budget, by default one of 60 seconds, is for layout rules, under which it raises as
    `ruled.drawn`.
    """
    if setting.rules.choosing:
        return drawn(setting.board(), free, source, budget)
    spare = _SPARE if setting.neighbours is None else max(_SPARE, setting.neighbours.degree + 1)
    count = min(setting.cells, setting.mines + spare)
    order = source.sample(range(setting.cells), count)
    mask = np.zeros((setting.height, setting.width), dtype=np.bool_)
    mask.flat[[number for number in order if number not in free][: setting.mines]] = True
    return mask
