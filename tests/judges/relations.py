"""Random constraints of every kind, each with a judge that knows its definition alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import combinations, product
from math import prod
from random import Random
from typing import NamedTuple

from logicsweep.constraints import Cardinality, Joined, Regional, Regions, Relation, Source

Mines = frozenset[int]


class Judged(NamedTuple):
    """A constraint, and the weight of each set of mines by its definition."""

    constraint: Cardinality | Relation | Regional
    weight: Callable[[Mines], Fraction]


def some_constraint(rng: Random, cells: Sequence[int], name: str, *, most: int = 6) -> Judged:
    """A constraint over some of the cells; many have likelihoods."""
    own = rng.sample(cells, rng.randint(1, min(len(cells), most)))
    make = rng.choice([_weighted_sum, _pattern, _automaton, _cardinality, _regional])
    return make(rng, own, name)


def weigh(judged: Sequence[Judged], mines: Mines) -> Fraction:
    """The product of all weights."""
    return prod([one.weight(mines) for one in judged], start=Fraction(1))


def models(judged: Sequence[Judged], cells: Sequence[int]) -> dict[Mines, Fraction]:
    """Every set of mines among some cells that is allowed, with its weight."""
    found = {}
    for bits in product((False, True), repeat=len(cells)):
        mines = frozenset(cell for cell, mine in zip(cells, bits, strict=True) if mine)
        weight = weigh(judged, mines)
        if weight:
            found[mines] = weight
    return found


def _likelihood(rng: Random) -> Fraction:
    return Fraction(rng.randint(1, 3), rng.randint(1, 3))


def _weighted_sum(rng: Random, cells: list[int], name: str) -> Judged:
    factors = [rng.randint(-2, 3) for _ in cells]
    allowed = {value: _likelihood(rng) for value in rng.sample(range(-4, 8), rng.randint(1, 5))}
    if rng.random() < 0.5:
        allowed = dict.fromkeys(allowed, Fraction(1))
    made = Relation.weighted_sum(cells, factors, allowed, name)

    def weight(mines: Mines) -> Fraction:
        total = sum(factor for cell, factor in zip(cells, factors, strict=True) if cell in mines)
        return allowed.get(total, Fraction(0))

    return Judged(made, weight)


def _pattern(rng: Random, cells: list[int], name: str) -> Judged:
    allowed = {
        tuple(rng.random() < 0.5 for _ in cells): _likelihood(rng)
        for _ in range(rng.randint(1, 2 ** len(cells)))
    }
    is_plain = rng.random() < 0.5
    if is_plain:
        allowed = dict.fromkeys(allowed, Fraction(1))
    made = Relation.pattern(cells, list(allowed) if is_plain else allowed, name)
    return Judged(
        made, lambda mines: allowed.get(tuple(cell in mines for cell in cells), Fraction(0))
    )


def _automaton(rng: Random, cells: list[int], name: str) -> Judged:
    states = range(3)
    steps = {
        (state, mine): rng.choice(states)
        for state in states
        for mine in (False, True)
        if rng.random() < 0.85
    }
    accepting = {state: _likelihood(rng) for state in states if rng.random() < 0.7}
    made = Relation.automaton(cells, 0, steps, accepting, name)

    def weight(mines: Mines) -> Fraction:
        state: int | None = 0
        for cell in cells:
            state = None if state is None else steps.get((state, cell in mines))
        return Fraction(0) if state is None else accepting.get(state, Fraction(0))

    return Judged(made, weight)


def _cardinality(rng: Random, cells: list[int], name: str) -> Judged:
    lower = rng.randint(0, len(cells))
    upper = rng.randint(lower, len(cells))
    made = Cardinality(tuple(sorted(cells)), lower, upper, Source.named(name))
    return Judged(made, lambda mines: Fraction(lower <= len(mines.intersection(cells)) <= upper))


def _regional(rng: Random, cells: list[int], name: str) -> Judged:
    return regional(rng, cells, name)


def some_regions(rng: Random) -> Regions:
    """What may hold for regions."""
    if rng.random() < 0.25:
        return Regions(Joined.SIDES, mines=rng.random() < 0.6, at_rim=rng.randint(0, 5))
    return Regions(
        Joined.SIDES,
        mines=rng.random() < 0.6,
        least=rng.randint(0, 1),
        most=rng.choice([None, 1]),
        size=rng.choice([None, None, 1, 2, 3]),
        reach_rim=rng.random() < 0.3,
        rings=rng.random() < 0.7,
    )


def regional(rng: Random, cells: Sequence[int], name: str) -> Judged:
    """A constraint on the regions of a random graph of cells."""
    says = some_regions(rng)
    edges = [pair for pair in combinations(cells, 2) if rng.random() < 0.45]
    links = {cell: [other for one, other in edges if one == cell] for cell in cells}
    rim = {cell for cell in cells if rng.random() < 0.4}
    made = Regional.of(links, says, name, rim=rim)

    def weight(mines: Mines) -> Fraction:
        members = [cell for cell in cells if (cell in mines) == says.mines]
        return Fraction(_regions_are_right(says, members, edges, rim))

    return Judged(made, weight)


def _regions_are_right(
    says: Regions, members: list[int], edges: list[tuple[int, int]], rim: set[int]
) -> bool:
    """By merging the sets of cells that an edge joins; a second edge into one set makes a ring."""
    home = {cell: {cell} for cell in members}
    has_ring = False
    for one, other in edges:
        if one in home and other in home:
            has_ring |= home[one] is home[other]
            both = home[one] | home[other]
            for cell in both:
                home[cell] = both
    regions = {id(region): region for region in home.values()}.values()
    if says.at_rim is not None:
        return sum(len(region) for region in regions if rim & region) == says.at_rim
    return (
        len(regions) >= says.least
        and (says.most is None or len(regions) <= says.most)
        and all(says.size in (None, len(region)) for region in regions)
        and not (says.reach_rim and any(rim.isdisjoint(region) for region in regions))
        and (says.rings or not has_ring)
    )
