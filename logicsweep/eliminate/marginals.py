"""The mines to expect in each box of a component, in floats, once the rest of the board is known.

Counting the mines of every box for each number of mines in all takes a product of polynomials for
every way through the tables. When it is known how much each number weighs, a sum of products will
do: forwards the weight of all ways to a row, backwards that of all ways on from it, by the mines so
far. All numbers are positive, so that nothing cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.eliminate.plan import Step, Table
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget

# Wider than float64 where the machine has such floats.
LongArray = NDArray[np.longdouble]

# No mean, as a share of its box, is off by more than this.
TOLERANCE: Final = 1e-13
# Of the range of floats, what may be used up.
_ROOM: Final = int(np.finfo(np.longdouble).maxexp) * 3 // 4
_ROUNDING: Final = float(np.finfo(np.longdouble).eps) / 2
# Tables with more numbers than this are not turned into floats; half a gigabyte.
_MOST: Final = 32_000_000

# Rows that go the same way: how many mines that takes, what it weighs, which move of the step it
# is, and the places of the rows before and after.
_Way = tuple[int, np.longdouble, int, NDArray[np.intp], NDArray[np.intp]]


def box_means(
    tables: Tables, weights: Sequence[int], lowest: int, *, budget: Budget
) -> list[float] | None:
    """For each box the mean number of mines in it, over its size.

    A way with `lowest + i` mines counts `weights[i]` times; there are no others. None when floats
    are too narrow for it, or the error might be above `TOLERANCE`. Raises `LimitError`.

    The error: every number is made from exact ones by multiplying and adding positive floats, at
    most `operations` of them one on the other, each of which adds one rounding.
    """
    means = _Means(tables, budget)
    return means.of(weights, lowest) if means.are_precise(weights) else None


class _Means:
    def __init__(self, tables: Tables, budget: Budget) -> None:
        self._tables = tables
        self._budget = budget
        self._columns = tables.most + 1

    def are_precise(self, weights: Sequence[int]) -> bool:
        """Whether floats are wide enough, and the roundings few enough."""
        span = max(weights).bit_length() + 2 * self._tables.slot
        rows = [len(table) for table in self._tables.before]
        moves = sum(len(step.moves) for step in self._tables.steps)
        longest = max(rows) * self._columns
        operations = 4 * moves + 4 * len(rows) + longest
        return (
            span < _ROOM
            and sum(rows) * self._columns < _MOST
            and operations * _ROUNDING < TOLERANCE
        )

    def of(self, weights: Sequence[int], lowest: int) -> list[float]:
        """The means; see `box_means`."""
        steps, before = self._tables.steps, self._tables.before
        columns = self._columns
        start: LongArray = np.zeros((1, columns), dtype=np.longdouble)
        start[0, 0] = 1
        values = [start]
        ways = []
        for step, table, after in zip(steps, before, before[1:], strict=False):
            self._budget.check()
            ways.append(_ways(step, table, after))
            values.append(_forward(values[-1], ways[-1], len(after)))
        ends: LongArray = np.zeros(columns, dtype=np.longdouble)
        ends[lowest : lowest + len(weights)] = _floats(weights)
        ahead: LongArray = np.repeat(ends[None], len(before[-1]), axis=0)
        sizes = self._tables.sizes
        means = [0.0] * len(sizes)
        whole = (values[-1] @ ends).sum()
        for step, own, here in zip(reversed(steps), reversed(ways), values[-2::-1], strict=True):
            self._budget.check()
            ahead, flows = _backward(ahead, own, here, len(step.moves))
            for (spread, _, _), flow in zip(step.moves, flows, strict=True):
                if not flow:
                    continue
                share = float(flow / whole)
                for box, held in zip(step.boxes, spread, strict=True):
                    means[box] += share * held / sizes[box]
        return means


def _ways(step: Step, table: Table, after: Table) -> list[_Way]:
    """Which rows go to which, by the option that they take: no two of one option come together."""
    place = {key: number for number, key in enumerate(after)}
    offered, shift, low = step.offered, step.shift, step.low
    groups: dict[tuple[int, int, int, int], tuple[list[int], list[int]]] = {}
    for number, key in enumerate(table):
        for option in offered[key >> shift & low]:
            to = place.get(key - option[0])
            if to is not None:
                sources, targets = groups.setdefault(option, ([], []))
                sources.append(number)
                targets.append(to)
    return [
        (mines, _float(weight), move, np.array(sources), np.array(targets))
        for (_, mines, weight, move), (sources, targets) in groups.items()
    ]


def _forward(values: LongArray, ways: Sequence[_Way], rows: int) -> LongArray:
    columns = values.shape[1]
    after: LongArray = np.zeros((rows, columns), dtype=np.longdouble)
    for mines, weight, _, sources, targets in ways:
        after[targets, mines:] += values[sources, : columns - mines] * weight
    return after


def _backward(
    ahead: LongArray, ways: Sequence[_Way], values: LongArray, moves: int
) -> tuple[LongArray, LongArray]:
    """The weight of the ways on from each row of one step back; that of each move with mines."""
    rows, columns = values.shape
    before: LongArray = np.zeros((rows, columns), dtype=np.longdouble)
    flows: LongArray = np.zeros(moves, dtype=np.longdouble)
    for mines, weight, move, sources, targets in ways:
        reach = ahead[targets, mines:] * weight
        before[sources, : columns - mines] += reach
        if mines:  # of the others nobody asks
            flows[move] += (values[sources, : columns - mines] * reach).sum()
    return before, flows


def _float(number: int) -> np.longdouble:
    cut = max(number.bit_length() - 53, 0)
    return np.longdouble(np.ldexp(np.longdouble(number >> cut), cut))


def _floats(numbers: Sequence[int]) -> LongArray:
    """Whole numbers as floats, divided by a power of two that is common to all of them."""
    bits = max(numbers).bit_length()
    cut = [max(number.bit_length() - 53, 0) for number in numbers]
    values = [number >> shift for number, shift in zip(numbers, cut, strict=True)]
    floats: LongArray = np.ldexp(np.array(values, dtype=np.longdouble), np.array(cut) - bits)
    return floats
