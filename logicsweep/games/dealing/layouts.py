"""Layouts from seeds, and the clues that a game shows on them.

Some clues are drawn, and some may be wrong.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence, Set as AbstractSet
from fractions import Fraction
from itertools import accumulate
from math import comb
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.rules.key import Marked
from logicsweep.board.state import State
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


def clues_of(setting: Setting, layout: Layout, source: Random) -> list[int]:
    """List by cell the number that stands for what it shows; of mines it does not matter.

    Where a clue may show several values, one is drawn for all of the game; so is a key, and so are
    the cells whose clues are wrong, and what these show.
    """
    mines = layout.mask.ravel().tolist()
    ruled = setting.board().placed_rules
    if ruled is None or setting.rules.clue.is_standard:
        clues = layout.around.ravel().tolist()
        key: Marked = frozenset()
    else:
        key = ruled.key_for(mines, source)
        clues = [
            0 if mine else int(ruled.shown(at, mines, source, key)) for at, mine in enumerate(mines)
        ]

    def wrong(at: int) -> list[int]:
        if ruled is None or setting.rules.clue.is_standard:
            right: Sequence[int] = [clues[at]]
            values: Sequence[int] = range(len(setting.adjacency.lists[at]) + 1)
        else:
            right = [*map(int, ruled.options(at, mines, key))]
            is_plain = setting.rules.clue.is_plain
            most = len(ruled.scope(at).cells)
            values = range(most + 1) if is_plain else [*map(int, ruled.first.values.codes)]
        return [value for value in values if value not in right]

    if setting.liars:
        cells = [at for at, mine in enumerate(mines) if not mine and clues[at] >= 0 and wrong(at)]
        for at in source.sample(cells, min(setting.liars, len(cells))):
            clues[at] = source.choice(wrong(at))
    return clues


def revealed(setting: Setting, layout: Layout, source: Random) -> Board:
    """Return the board with every cell open, as in a game with exact clues.

    It carries what a player knows: the mine count as far as it is known, liars and constraints. The
    source is as for `clues_of`.
    """
    clues = np.array(clues_of(setting, layout, source)).reshape(layout.mask.shape)
    return Board(np.where(layout.mask, State.KNOWN_MINE, clues), **setting.carried)


def opened(setting: Setting, layout: Layout, cells: Iterable[Cell], source: Random) -> Board:
    """Return the position after opening some cells, with flood opening unless clues may be wrong.

    A mine that is opened is a known mine.
    """
    shown = revealed(setting, layout, source)
    mask = np.full(shown.shape, fill_value=False)
    chosen = list(cells)
    if setting.liars or not setting.is_counted:
        for cell in chosen:
            mask[cell] = True
    safe = [cell for cell in chosen if not layout.mask[cell]]
    if not setting.liars and safe:
        mask |= ~layout.opened(safe, rules=setting.rules, source=Random(0)).covered_mask
    return shown.with_grid(np.where(mask, shown.grid, State.COVERED))
