"""The signature of a component, its cache key: its factor graph without the cells.

The variables are the boxes: each holds from no mine up to as many as it has cells. Each constraint
gives a factor: an exact clue an indicator, a table with a single 1; a range a run of ones, and an
uncertain clue any table. Components with one signature have the same model counts wherever they
lie, so that counts are cached by signature.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from itertools import chain
from operator import mul
from typing import NamedTuple

from logicsweep.constraints.factors import AnyFactor, Factor, RegionFactor, RelationFactor
from logicsweep.system.partition import NONE_HIDDEN, Component


class Signature(NamedTuple):
    """The factor graph of a component, whose variables are its boxes.

    Box `i` has `sizes[i]` cells and is in the scope of the factors `touching[i]` (ascending). The
    last `queries` factors are query variables: they weigh nothing, and the result, the joint
    marginal, tells their numbers of mines apart. `unary[i]` are the unary factors that box `i` has
    absorbed, multiplied: a weight for each number of mines in it; None where there is none.
    `hidden[i]` says that the cells of box `i` are hidden: marks in them count for factors and not
    as mines. It is empty where no box is hidden.
    """

    sizes: tuple[int, ...]
    touching: tuple[tuple[int, ...], ...]
    factors: tuple[AnyFactor, ...]
    queries: int = 0
    unary: tuple[tuple[int, ...] | None, ...] | None = None
    hidden: tuple[bool, ...] = ()

    @property
    def has_empty_factor(self) -> bool:
        """Whether some factor has no weights, so that it allows no number of mines."""
        return not all(factor.weights for factor in self.factors)

    @property
    def has_relations(self) -> bool:
        """Whether some factor is not about the number of mines alone."""
        return any(isinstance(factor, RelationFactor | RegionFactor) for factor in self.factors)

    @property
    def has_regions(self) -> bool:
        """Whether some factor is about the regions of a graph."""
        return any(isinstance(factor, RegionFactor) for factor in self.factors)


def signature_of(component: Component, queries: int = 0) -> Signature:
    """Return the signature of a component, in which unary factors are absorbed.

    The last `queries` constraints are query variables: sets of cells whose mines are to be counted.
    """
    (_, constraints), boxes, hidden_from = component
    sizes = tuple([len(cells) for cells, _ in boxes])
    touching = tuple([constraints_of_box for _, constraints_of_box in boxes])
    box_of: dict[int, int] = {}
    if any(constraint.roles for constraint in constraints):
        box_of = {cell: box for box, (cells, _) in enumerate(boxes) for cell in cells}
    factors = [constraint.factor(box_of) for constraint in constraints]
    hidden: tuple[bool, ...] = ()
    if hidden_from != NONE_HIDDEN:
        hidden = tuple([cells[0] >= hidden_from for cells, _ in boxes])
    signature = Signature(
        sizes, touching, tuple(factors), queries, hidden=hidden if any(hidden) else ()
    )
    weighing = len(factors) - queries
    boxes_in = Counter(chain.from_iterable(touching))
    unary = {factor for factor, count in boxes_in.items() if count == 1 and factor < weighing}
    return _absorbed(signature, unary) if unary and weighing > 1 else signature


def _absorbed(signature: Signature, in_one_box: Collection[int]) -> Signature:
    """Return the signature with every unary factor absorbed by its box.

    A factor is unary when its scope is one box. A box keeps at least one factor, and every unary
    factor with which all of its weights would be 0.
    """
    sizes, touching, factors, queries, _, hidden = signature
    unary: list[tuple[int, ...] | None] = []
    kept_around: list[list[int]] = []
    for size, around in zip(sizes, touching, strict=True):
        weights: tuple[int, ...] | None = None
        kept: list[int] = []
        for turn, factor in enumerate(around, start=1):
            if factor in in_one_box and (kept or turn < len(around)):
                product = _times(factors[factor], size, weights)
                if any(product):
                    weights = product
                    continue
            kept.append(factor)
        unary.append(weights)
        kept_around.append(kept)
    absorbed = {factor for around in touching for factor in around}.difference(*kept_around)
    remaining = [factor for factor in range(len(factors)) if factor not in absorbed]
    place = {factor: number for number, factor in enumerate(remaining)}
    return Signature(
        sizes,
        tuple([tuple([place[factor] for factor in kept]) for kept in kept_around]),
        tuple([factors[factor] for factor in remaining]),
        queries,
        tuple(unary),
        hidden,
    )


def _times(factor: AnyFactor, size: int, weights: tuple[int, ...] | None) -> tuple[int, ...]:
    """Return the weights of a box by the mines in it, times those of a unary factor."""
    if not isinstance(factor, Factor):
        raise TypeError("a relation between boxes is not unary")
    lower, by_count = factor
    upper = lower + len(by_count) - 1
    by_mines = [
        by_count[mines - lower] if lower <= mines <= upper else 0 for mines in range(size + 1)
    ]
    return tuple(by_mines) if weights is None else tuple(map(mul, weights, by_mines))
