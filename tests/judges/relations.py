"""Random constraints of every kind, each with a judge that knows its definition alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from random import Random
from typing import NamedTuple

from logicsweep.constraints import Cardinality, Relation, Source

Mines = frozenset[int]


class Judged(NamedTuple):
    """A constraint, and the weight of each set of mines by its definition."""

    constraint: Cardinality | Relation
    weight: Callable[[Mines], Fraction]


def some_constraint(rng: Random, cells: Sequence[int], name: str, *, most: int = 6) -> Judged:
    """A constraint over some of the cells; many have likelihoods."""
    own = rng.sample(cells, rng.randint(1, min(len(cells), most)))
    make = rng.choice([_weighted_sum, _pattern, _automaton, _cardinality])
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
