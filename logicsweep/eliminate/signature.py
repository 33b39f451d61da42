"""The signature of a component, its cache key: its factor graph without the cells.

The variables are the boxes: each holds from no mine up to as many as it has cells. A factor weighs
the number of mines among the boxes of its scope: an exact clue is an indicator, a table with a
single 1; a range is a run of ones, and an uncertain clue any table. The factor of a relation weighs
the numbers of mines in each of its boxes, and one on the regions of a graph says which cells hold
them. Components with one signature have the same model counts
wherever they lie, so that counts are cached by signature.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from operator import mul
from typing import NamedTuple

from logicsweep.board.rules.layout_rule import Regions
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.diagram import Diagram
from logicsweep.constraints.partition import Box
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.constraints.system import Constraint


class Factor(NamedTuple):
    """`weights[i]` is the weight of `lower + i` mines, a whole number; all other counts weigh 0."""

    lower: int
    weights: tuple[int, ...]


class RelationFactor(NamedTuple):
    """A decision diagram gives the weights; `boxes` says for each of its cells in which box it is.

    Cells of one box are alike to the diagram.
    """

    diagram: Diagram
    boxes: tuple[int, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights that there are, but for 0, ascending."""
        return tuple(sorted(self.diagram.ends - {0}))


class RegionFactor(NamedTuple):
    """1 where regions of a graph are as they must be, else 0 (see `Regions`).

    Its vertices are the cells that may belong to regions, in the order of their numbers: `boxes`
    says in which box each of them is, -1 for one that is known to belong to a region. A box of such
    a factor has one cell. `links` are the vertices that each one is joined to, and `rim` says which
    are at the rim.
    """

    says: Regions
    boxes: tuple[int, ...]
    links: tuple[tuple[int, ...], ...]
    rim: tuple[bool, ...]

    @property
    def weights(self) -> tuple[int, ...]:
        """The weights that there are, but for 0."""
        return (1,)


AnyFactor = Factor | RelationFactor | RegionFactor


class Signature(NamedTuple):
    """Box `i` has `sizes[i]` cells and is in the scope of the factors `touching[i]` (ascending).

    The last `queries` factors are query variables: they weigh nothing, and what they count is kept
    apart in the result, the joint marginal. `unary[i]` are the unary factors that box `i` has
    absorbed, multiplied: a weight for each number of mines in it; None where there is none.
    """

    sizes: tuple[int, ...]
    touching: tuple[tuple[int, ...], ...]
    factors: tuple[AnyFactor, ...]
    queries: int = 0
    unary: tuple[tuple[int, ...] | None, ...] | None = None

    @property
    def has_empty_factor(self) -> bool:
        """Whether some factor has no weights: it allows no number of mines at all."""
        return not all(factor.weights for factor in self.factors)

    @property
    def has_relations(self) -> bool:
        """Whether some factor weighs more than the number of mines in its scope."""
        return any(isinstance(factor, RelationFactor | RegionFactor) for factor in self.factors)

    @property
    def has_regions(self) -> bool:
        """Whether some factor is about the regions of a graph."""
        return any(isinstance(factor, RegionFactor) for factor in self.factors)

    @property
    def plain_factors(self) -> tuple[Factor, ...] | None:
        """The factors if none of them is empty or that of a relation, else None."""
        plain = tuple([one for one in self.factors if isinstance(one, Factor) and one.weights])
        return plain if len(plain) == len(self.factors) else None


@lru_cache(maxsize=1024)
def _indicator(lower: int, upper: int) -> Factor:
    return Factor(lower, (1,) * (upper - lower + 1))


def factor_of(constraint: Cardinality) -> Factor:
    """The factor of a constraint: its weights, or 1 within its bounds and 0 outside.

    Without weights at all when no number of mines is within the bounds.
    """
    cells, lower, upper, _, weights = constraint
    if weights is not None:
        return Factor(lower, weights)
    if lower < 0 or upper > len(cells):
        return _indicator(max(lower, 0), min(upper, len(cells)))
    return _indicator(lower, upper)


def _relation_factor(relation: Relation, home: Mapping[int, int]) -> Factor | RelationFactor:
    """The factor of a relation; one that weighs the number of mines if all cells are in one box.

    `home` has the box of each cell.
    """
    places = tuple([home[cell] for cell in relation.cells])
    if len(set(places)) > 1:
        return RelationFactor(relation.diagram, places)
    size = len(places)
    return _unary_factor(
        [
            relation.diagram.weight([place < mines for place in range(size)])
            for mines in range(size + 1)
        ]
    )


def _region_factor(regional: Regional, home: Mapping[int, int]) -> Factor | RegionFactor:
    """The factor of a constraint on regions; `home` has the box of each cell."""
    cells, (links, rim), says, *_ = regional
    if len(cells) < 2:
        some = (frozenset(cells[:mines]) for mines in range(len(cells) + 1))
        return _unary_factor([regional.weight(mines) for mines in some])
    members = regional.members
    vertices = sorted([*cells, *members])
    place = {cell: number for number, cell in enumerate(vertices)}
    return RegionFactor(
        says,
        tuple([-1 if cell in members else home[cell] for cell in vertices]),
        tuple([tuple([place[near] for near in links[cell] if near in place]) for cell in vertices]),
        tuple([cell in rim for cell in vertices]),
    )


def _unary_factor(weights: Sequence[int]) -> Factor:
    """The factor of one box with these weights, from no mine on."""
    possible = [mines for mines, weight in enumerate(weights) if weight]
    if not possible:
        return Factor(0, ())
    return Factor(possible[0], tuple(weights[possible[0] : possible[-1] + 1]))


def signature_of(
    boxes: Sequence[Box], constraints: Sequence[Constraint], queries: int = 0
) -> Signature:
    """The signature of boxes and of the constraints whose places they name.

    The last `queries` constraints are query variables: sets of cells whose mines are to be counted.
    Unary factors are absorbed.
    """
    sizes = tuple([len(cells) for cells, _ in boxes])
    touching = tuple([constraints_of_box for _, constraints_of_box in boxes])
    home: dict[int, int] = {}
    factors: list[AnyFactor] = []
    for constraint in constraints:
        if isinstance(constraint, Cardinality):
            factors.append(factor_of(constraint))
            continue
        home = home or {cell: box for box, (cells, _) in enumerate(boxes) for cell in cells}
        if isinstance(constraint, Relation):
            factors.append(_relation_factor(constraint, home))
        else:
            factors.append(_region_factor(constraint, home))
    signature = Signature(sizes, touching, tuple(factors), queries)
    weighing = len(factors) - queries
    if weighing < 2:
        return signature
    boxes_in = [0] * len(factors)
    for around in touching:
        for factor in around:
            boxes_in[factor] += 1
    del boxes_in[weighing:]
    return _absorbed(signature, boxes_in) if 1 in boxes_in else signature


def _absorbed(signature: Signature, boxes_in: Sequence[int]) -> Signature:
    """The signature with every unary factor absorbed by its box.

    A factor is unary when its scope is one box. A box keeps one factor at least, and factors that
    nothing satisfies stay.
    """
    sizes, touching, factors, queries, _ = signature
    unary: list[tuple[int, ...] | None] = []
    kept: list[list[int]] = []
    for size, around in zip(sizes, touching, strict=True):
        weights: tuple[int, ...] | None = None
        left: list[int] = []
        for turn, factor in enumerate(around, start=1):
            is_unary = factor < len(boxes_in) and boxes_in[factor] == 1
            if is_unary and (left or turn < len(around)):
                product = _times(factors[factor], size, weights)
                if any(product):
                    weights = product
                    continue
            left.append(factor)
        unary.append(weights)
        kept.append(left)
    gone = {factor for around in touching for factor in around}.difference(*kept)
    used = [factor for factor in range(len(factors)) if factor not in gone]
    place = {factor: number for number, factor in enumerate(used)}
    return Signature(
        sizes,
        tuple([tuple([place[factor] for factor in around]) for around in kept]),
        tuple([factors[factor] for factor in used]),
        queries,
        tuple(unary),
    )


def _times(factor: AnyFactor, size: int, weights: tuple[int, ...] | None) -> tuple[int, ...]:
    """The weights of a box by the mines in it, times those of a unary factor."""
    if not isinstance(factor, Factor):
        raise TypeError("a relation between boxes is not unary")
    lower, by_count = factor
    upper = lower + len(by_count) - 1
    found = [by_count[mines - lower] if lower <= mines <= upper else 0 for mines in range(size + 1)]
    return tuple(found) if weights is None else tuple(map(mul, weights, found))
