"""Layouts from the posterior of an ordinary board, the same with and without the kernel.

The undecided cells that clues speak of come in the order of their numbers. Each is a mine if the
next float of the source is less than its marginal, given all that was drawn before; a cell that is
decided by then takes no float. The mines that are left are drawn among the cells that no clue
speaks of, in the same order. So nothing but exact marginals decides a layout, however they are
counted. Kernel and Python agree on marginals within 1e-12, and so on the layout, unless a float
falls between two that differ: in about one of 10^10 layouts. The kernel's twin is `redraw.c`.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import State, covered_mask
from logicsweep.board.total import bounds_of
from logicsweep.games.dealing.seeded import MOST, SplitMix64
from logicsweep.strategy.sight import MINE, SAFE
from logicsweep.strategy.whatif import WhatIf


def replacing_source(seed: int) -> SplitMix64:
    """Return the source of the layouts that a game of this seed draws instead of its own.

    It is SplitMix64 with the seed modulo 2^64.
    """
    return SplitMix64(seed & MOST)


def is_redrawn(board: Board) -> bool:
    """Tell whether `redrawn` draws layouts of a board: an ordinary one with one mine count."""
    return board.is_ordinary and not board.uncertain and isinstance(board.mines, int)


def redrawn(root: WhatIf, safe: Collection[int], source: SplitMix64) -> NDArray[np.bool_]:
    """Draw a layout of a position in which some covered cells, by number, are safe.

    Each layout is as likely. The position has no suppositions, and `is_redrawn`. Returns booleans,
    flat. Raises ValueError without one mine count, and `LimitError`.
    """
    board = root.board
    bounds = bounds_of(board.mines)
    if bounds is None or bounds[0] < bounds[1]:
        raise ValueError("the mine count is not one number; expected one")
    states = board.grid.ravel()
    near = board.adjacency.table
    clues = np.append(states >= 0, False)
    is_covered = covered_mask(states)
    is_tied = is_covered & clues[near].any(axis=0)
    changes = dict.fromkeys(safe, SAFE)
    layout: NDArray[np.bool_] = states == State.KNOWN_MINE
    after = root.suppose(changes)
    for number in np.flatnonzero(is_tied).tolist():
        if number in changes:
            continue
        marginal = float(after.marginals[number])
        layout[number] = marginal > 0
        if 0 < marginal < 1:
            layout[number] = source.random() < marginal
            changes[number] = MINE if layout[number] else SAFE
            after = root.suppose(changes)
    is_tied[list(safe)] = True
    others = np.flatnonzero(is_covered & ~is_tied).tolist()
    layout[source.sample(others, bounds[0] - int(layout.sum()))] = True
    return layout
