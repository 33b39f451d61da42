"""The clues that a game shows on a layout; some of them are drawn, and some may be wrong."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.key import Marked
from logicsweep.board.state import State
from logicsweep.games.setting import Setting


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
