"""The single-clue rule, on all clues at once: what one clue forces by itself, to a fixed point.

It is unit propagation on the clues' constraints (a clue whose need is zero makes its covered
neighbours safe, one that needs them all makes them mines), so everything it finds is entailed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from logicsweep.adjacency import IntArray
from logicsweep.constraints import COVERED_UNIT, MINE_UNIT, ClueRows, WeightArray


class Propagated(NamedTuple):
    """What the rule left: rows that still have covered cells, and the cells it decided.

    `safe` and `mines` are cell numbers without repeats. `clash` is the cell number of a clue that
    cannot be satisfied any more, or None; with a clash the decided cells mean nothing.
    """

    rows: ClueRows
    safe: IntArray
    mines: IntArray
    clash: int | None


def propagate(rows: ClueRows, weights: WeightArray) -> Propagated:
    """Apply the rule until nothing changes; decided cells change their weights in place."""
    safe: list[IntArray] = []
    mines: list[IntArray] = []
    clash = None
    while True:
        # Both counts of a row come in one sum: covered cells in the low byte, mines in the high.
        counts = weights[rows.members].sum(axis=0, dtype=np.int16)
        covered = counts & 0xFF
        needs = rows.shown - (counts >> 8)
        bad = (needs < 0) | (needs > covered)
        if bad.any():
            clash = int(rows.clues[bad.argmax()])
            break
        none = needs == 0
        every = needs == covered
        done = none | every
        if not done.any():
            break
        cleared, filled = (_covered(rows.members[:, forced], weights) for forced in (none, every))
        weights[cleared] = 0
        weights[filled] = MINE_UNIT
        is_torn = weights[cleared] == MINE_UNIT
        safe.append(cleared[~is_torn])
        mines.append(filled)
        torn = cleared[is_torn]
        if torn.size:
            holds = done & (rows.members == torn[0]).any(axis=0)
            clash = int(rows.clues[holds.argmax()])
            break
        rows = rows.take(~done)
    return Propagated(rows, _distinct(safe), _distinct(mines), clash)


def _covered(members: IntArray, weights: WeightArray) -> IntArray:
    cells = members.ravel()
    covered: IntArray = cells[weights[cells] == COVERED_UNIT]
    return covered


def _distinct(found: list[IntArray]) -> IntArray:
    return np.unique(np.concatenate(found)) if found else np.empty(0, dtype=np.int32)
