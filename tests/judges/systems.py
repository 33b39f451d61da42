"""Constraint systems for tests, and all of their models by trying every set of mines."""

from __future__ import annotations

import random
from itertools import product

from logicsweep.constraints import Cardinality, Source
from logicsweep.constraints.cardinality import between
from logicsweep.constraints.factors import SourceKind
from logicsweep.system import Component, ConstraintSystem, components


def models(system: ConstraintSystem) -> set[frozenset[int]]:
    """Every model, by trying all."""
    found = set()
    for choice in product((False, True), repeat=len(system.cells)):
        mines = frozenset(c for c, mine in zip(system.cells, choice, strict=True) if mine)
        if all(row.lower <= len(mines & {*row.cells}) <= row.upper for row in system.constraints):
            found.add(mines)
    return found


def random_system(seed: int) -> ConstraintSystem:
    """Constraints of any shape over at most eight cells, often without a model."""
    rng = random.Random(seed)
    cells = tuple(sorted(rng.sample(range(100), rng.randint(0, 8))))
    rows = []
    for number in range(rng.randint(0, 5)):
        some = tuple(sorted(rng.sample(cells, rng.randint(0, len(cells)))))
        lower = rng.randint(-1, len(some))
        upper = lower if rng.random() < 0.6 else rng.randint(lower, len(some) + 1)
        rows.append(Cardinality(some, lower, upper, Source(SourceKind.CLUE, number)))
    return ConstraintSystem(cells, tuple(rows))


def pigeons(holes: int) -> ConstraintSystem:
    """One pigeon too many: unsatisfiable, and hard for every resolution-based solver."""
    rows = [
        Cardinality(
            tuple(range(pigeon * holes, (pigeon + 1) * holes)),
            1,
            holes,
            Source(SourceKind.CLUE, pigeon),
        )
        for pigeon in range(holes + 1)
    ]
    rows += [
        Cardinality(
            tuple(range(hole, holes * (holes + 1), holes)),
            0,
            1,
            Source(SourceKind.CLUE, 1000 + hole),
        )
        for hole in range(holes)
    ]
    return ConstraintSystem(tuple(range(holes * (holes + 1))), tuple(rows))


def parts_of(seed: int) -> list[Component]:
    """Components of random systems whose constraints can each be met."""
    rows = [
        row
        for row in random_system(seed).constraints
        if max(row.lower, 0) <= min(row.upper, len(row.cells)) and row.cells
    ]
    return components(rows)


def weighted(part: Component, rng: random.Random) -> Component:
    """A component with weights of all kinds in some of its constraints."""
    rows = []
    for row in part.system.constraints:
        kinds = [rng.randint(0, 3) for _ in range(row.lower, row.upper + 1)]
        is_any = rng.random() < 0.5 and any(kinds)
        weights = tuple(kinds) if is_any else None
        rows.append(between(row.cells, row.lower, row.upper, row.source, weights))
    (made,) = components(rows)
    return made


def weigh(system: ConstraintSystem, mines: frozenset[int]) -> int:
    """What a model of the bounds weighs, constraint by constraint; 0 where one rules it out."""
    weight = 1
    for row in system.constraints:
        if row.weights is not None:
            weight *= row.weights[len(mines & {*row.cells}) - row.lower]
    return weight
