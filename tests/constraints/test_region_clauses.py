"""Clauses of constraints on regions: their models, each of them once, and the longest paths."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from pysat.solvers import Solver

from logicsweep.constraints import Joined, Regional, Regions
from tests.conftest import seeds
from tests.formulas.solving import projected
from tests.judges.relations import models, regional


@pytest.mark.parametrize("seed", seeds(range(200), fast=40))
def test_clauses_have_the_models_of_the_constraint(seed: int) -> None:
    rng = Random(seed)
    judged = regional(rng, range(rng.randint(1, 7)), "r")
    constraint = judged.constraint
    assert isinstance(constraint, Regional)
    literals = [cell + 1 for cell in constraint.cells]
    clauses, top = constraint.clauses(literals, len(literals))
    allowed = models([judged], constraint.cells)
    expected = {frozenset(cell + 1 for cell in mines) for mines in allowed}
    assert projected(clauses, literals) == expected
    # Auxiliary variables follow from the cells, so that counting models counts assignments.
    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        solver.append_formula([[variable, -variable] for variable in range(1, top + 1)])
        assert sum(1 for _ in solver.enum_models()) == len(expected)


@pytest.mark.parametrize("order", ["along", "mixed"])
@pytest.mark.parametrize(
    "says",
    [
        Regions(Joined.SIDES, least=1, most=1),
        Regions(Joined.SIDES, rings=False),
        Regions(Joined.SIDES, least=1, most=1, rings=False),
        Regions(Joined.SIDES, reach_rim=True),
    ],
)
def test_the_longest_paths_are_regions(says: Regions, order: str) -> None:
    """All cells of a path, which takes the most steps from its end and the most turns."""
    for length in range(1, 14):
        cells = list(range(length))
        if order == "mixed":
            Random(length).shuffle(cells)
        links: dict[int, list[int]] = {cell: [] for cell in cells}
        for one, other in pairwise(cells):
            links[one].append(other)
        path = Regional.of(links, says, "path", rim=cells[:1])
        every = frozenset(cells)
        assert path.weight(every), length
        for known in ({}, {cells[-1]: True}):
            assert all_may_be_mines(path.conditioned(known), length), length
        if says.rings or length < 3:
            continue
        ring = Regional.of({**links, cells[-1]: [cells[0]]}, says, "ring")
        assert not ring.weight(every), length
        assert not all_may_be_mines(ring, length), length


def all_may_be_mines(constraint: Regional, top: int) -> bool:
    """Whether clauses of a constraint have a model in which all of its cells are mines."""
    literals = [cell + 1 for cell in constraint.cells]
    clauses, _ = constraint.clauses(literals, top)
    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in clauses]) as solver:
        return bool(solver.solve(assumptions=literals))
