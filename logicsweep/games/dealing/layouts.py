"""Layouts from seeds."""

from __future__ import annotations

from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.first_click import FirstClick
from logicsweep.games.setting import Setting

# The first click keeps so many cells free at most. So many more are always drawn, so that the
# layouts of a seed differ as little as can be under different first clicks.
_SPARE: Final = 9


def source_of(seed: int) -> Random:
    """The source of the layouts of a seed, the first of which is the one that a game deals."""
    return Random(f"layout of game {seed}")


def draw(setting: Setting, first: int | None, source: Random) -> NDArray[np.bool_]:
    """The next layout of a source, uniform among those that the first click allows.

    `first` is the number of the first cell to be opened, None where it does not matter. The same
    source and first cell give the same layout. Returns booleans of shape (height, width).
    """
    free: set[int] = set()
    if first is not None and setting.first_click is not FirstClick.UNPROTECTED:
        free.add(first)
        if setting.first_click is FirstClick.OPENING:
            free.update(setting.adjacency.lists[first])
    count = min(setting.cells, setting.mines + _SPARE)
    drawn = source.sample(range(setting.cells), count)
    mask = np.zeros((setting.height, setting.width), dtype=np.bool_)
    mask.flat[[number for number in drawn if number not in free][: setting.mines]] = True
    return mask
