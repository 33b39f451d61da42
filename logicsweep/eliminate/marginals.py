"""The marginals of a component's boxes in floats, once the weight of each number of mines is known.

Exact counts of the mines in every box, for each number of mines in all, take a product of
polynomials for every transition. With the weights from the rest of the board, a sum of products
will do. All numbers are positive, so that nothing cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from logicsweep.eliminate.messages import LongArray, as_floats, edges, float_backward, float_forward
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget

# No marginal is off by more than this.
TOLERANCE: Final = 1e-13
# The largest binary exponent that values may come to.
_ROOM: Final = int(np.finfo(np.longdouble).maxexp) * 3 // 4
_ROUNDING: Final = float(np.finfo(np.longdouble).eps) / 2
# Tables with more numbers than this are not turned into floats; half a gigabyte.
_MOST: Final = 32_000_000


def box_marginals(
    tables: Tables, weights: Sequence[int], lowest: int, *, budget: Budget
) -> list[float] | None:
    """Compute for each box the probability of a mine in each of its cells.

    A model with `lowest + i` mines counts `weights[i]` times; there are no others. None when floats
    are too narrow for it, or the error might be above `TOLERANCE`. Raises `LimitError`.

    The error: every number is made from exact ones by multiplying and adding positive floats, at
    most `operations` of them one on the other, each of which adds one rounding.
    """
    marginals = _Marginals(tables, budget)
    return marginals.under(weights, lowest) if marginals.are_precise(weights) else None


class _Marginals:
    """The forward-backward algorithm in floats, along the transitions of exact tables."""

    def __init__(self, tables: Tables, budget: Budget) -> None:
        self._tables = tables
        self._budget = budget
        self._columns = tables.most + 1

    def are_precise(self, weights: Sequence[int]) -> bool:
        """Tell whether floats are wide enough, and the roundings few enough."""
        span = max(weights).bit_length() + 2 * self._tables.slot
        rows = [len(table) for table in self._tables.forward]
        vectors = sum(len(step.vectors) for step in self._tables.steps)
        longest = max(rows) * self._columns
        operations = 4 * vectors + 4 * len(rows) + longest
        return (
            span < _ROOM
            and sum(rows) * self._columns < _MOST
            and operations * _ROUNDING < TOLERANCE
        )

    def under(self, weights: Sequence[int], lowest: int) -> list[float]:
        """Return the marginals; see `box_marginals`."""
        steps, tables = self._tables.steps, self._tables.forward
        columns = self._columns
        start: LongArray = np.zeros((1, columns), dtype=np.longdouble)
        start[0, 0] = 1
        forward = [start]
        trellises = []
        for step, table, after in zip(steps, tables, tables[1:], strict=False):
            self._budget.check()
            trellises.append(edges(step, table, after, self._tables.most))
            forward.append(float_forward(forward[-1], trellises[-1], len(after)))
        prior: LongArray = np.zeros(columns, dtype=np.longdouble)
        prior[lowest : lowest + len(weights)] = as_floats(weights, -max(weights).bit_length())
        backward: LongArray = np.repeat(prior[None], len(tables[-1]), axis=0)
        sizes = self._tables.sizes
        by_box = [0.0] * len(sizes)
        mass = (forward[-1] @ prior).sum()
        for step, trellis, here in zip(
            reversed(steps), reversed(trellises), forward[-2::-1], strict=True
        ):
            self._budget.check()
            backward, through = float_backward(backward, trellis, here, len(step.vectors))
            for (vector, _, _), weight in zip(step.vectors, through, strict=True):
                if not weight:
                    continue
                share = float(weight / mass)
                for box, mines in zip(step.boxes, vector, strict=True):
                    by_box[box] += share * mines / sizes[box]
        return by_box
