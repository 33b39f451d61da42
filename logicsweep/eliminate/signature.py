"""A component with its cells left out: how large its boxes are and which factors they stand in.

A factor weighs the number of mines among some cells: an ordinary clue is the table with a single 1,
a range a run of them, an uncertain clue any table. Components of one shape have the same counts
wherever they lie, so that results are remembered by shape.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from logicsweep.constraints.partition import Box
from logicsweep.constraints.system import Cardinality


class Factor(NamedTuple):
    """`weights[i]` is the weight of `lower + i` mines, a whole number; all other counts weigh 0."""

    lower: int
    weights: tuple[int, ...]


class Shape(NamedTuple):
    """Box `i` has `sizes[i]` cells, which stand in the factors `touching[i]` (ascending).

    The last `labels` factors do not weigh: what they count is kept apart in the result. A box that
    stands in a factor of its own has its weights in `own[i]` instead, by the number of mines in it.
    """

    sizes: tuple[int, ...]
    touching: tuple[tuple[int, ...], ...]
    factors: tuple[Factor, ...]
    labels: int = 0
    own: tuple[tuple[int, ...] | None, ...] | None = None


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
    sizes = tuple([len(cells) for cells, _ in boxes])
    touching = tuple([constraints_of_box for _, constraints_of_box in boxes])
    factors = tuple([factor_of(constraint) for constraint in constraints])
    shape = Shape(sizes, touching, factors, labels)
    weighing = len(factors) - labels
    if weighing < 2:
        return shape
    boxes_in = [0] * len(factors)
    for around in touching:
        for factor in around:
            boxes_in[factor] += 1
    del boxes_in[weighing:]
    return _folded(shape, boxes_in) if 1 in boxes_in else shape


def _folded(shape: Shape, boxes_in: Sequence[int]) -> Shape:
    """The shape with every factor that only one box stands in made a matter of that box.

    A box keeps one factor at least, and factors that nothing satisfies stay.
    """
    sizes, touching, factors, labels, _ = shape
    own: list[tuple[int, ...] | None] = []
    kept: list[list[int]] = []
    for size, around in zip(sizes, touching, strict=True):
        weights: tuple[int, ...] | None = None
        left: list[int] = []
        for turn, factor in enumerate(around, start=1):
            alone = factor < len(boxes_in) and boxes_in[factor] == 1
            if alone and (left or turn < len(around)):
                folded = _weighed(factors[factor], size, weights)
                if any(folded):
                    weights = folded
                    continue
            left.append(factor)
        own.append(weights)
        kept.append(left)
    gone = {factor for around in touching for factor in around}.difference(*kept)
    used = [factor for factor in range(len(factors)) if factor not in gone]
    place = {factor: number for number, factor in enumerate(used)}
    return Shape(
        sizes,
        tuple([tuple([place[factor] for factor in around]) for around in kept]),
        tuple([factors[factor] for factor in used]),
        labels,
        tuple(own),
    )


def _weighed(factor: Factor, size: int, weights: tuple[int, ...] | None) -> tuple[int, ...]:
    """The weights of a box by its mines, with those of a factor about it alone."""
    lower, by_count = factor
    upper = lower + len(by_count) - 1
    found = [by_count[held - lower] if lower <= held <= upper else 0 for held in range(size + 1)]
    return tuple(found) if weights is None else tuple(map(mul, weights, found))
