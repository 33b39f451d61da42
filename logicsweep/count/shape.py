"""A component with its cells left out: how large its boxes are and which factors they stand in.

A factor weighs the number of mines among some cells: an ordinary clue is the table with a single 1,
a range a run of them, an uncertain clue any table. Components of one shape have the same counts
wherever they lie, so that results are remembered by shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from logicsweep.constraints import Cardinality
from logicsweep.partition import Box


class Factor(NamedTuple):
    """`weights[i]` is the weight of `lower + i` mines, a whole number; all other counts weigh 0."""

    lower: int
    weights: tuple[int, ...]


class Shape(NamedTuple):
    """Box `i` has `sizes[i]` cells, which stand in the factors `touching[i]` (ascending).

    The last `labels` factors do not weigh: what they count is kept apart in the result.
    """

    sizes: tuple[int, ...]
    touching: tuple[tuple[int, ...], ...]
    factors: tuple[Factor, ...]
    labels: int = 0


@lru_cache(maxsize=1024)
def _between(lower: int, upper: int) -> Factor:
    return Factor(lower, (1,) * (upper - lower + 1))


def factor_of(constraint: Cardinality) -> Factor:
    """The factor of a constraint: its weights, or 1 within its bounds and 0 outside.

    No weights when nothing fits.
    """
    cells, lower, upper, _, weights = constraint
    if weights is not None:
        return Factor(lower, weights)
    if lower < 0 or upper > len(cells):
        return _between(max(lower, 0), min(upper, len(cells)))
    return _between(lower, upper)


def shape_of(boxes: Sequence[Box], constraints: Sequence[Cardinality], labels: int = 0) -> Shape:
    """The shape of boxes and the constraints whose places they name.

    The last `labels` constraints are labels: sets of cells whose mines are to be counted.
    """
    return Shape(
        tuple([len(cells) for cells, _ in boxes]),
        tuple([constraints_of_box for _, constraints_of_box in boxes]),
        tuple([factor_of(constraint) for constraint in constraints]),
        labels,
    )
