"""Smallest and minimal unsatisfiable subsets, against all subsets of the sources."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from logicsweep import Board
from logicsweep.constraints import Source
from logicsweep.limits import Budget
from logicsweep.reason.mus import MusSearch, smallest_mus
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import SAT
from logicsweep.system import ConstraintSystem
from logicsweep.system.system import position_of
from tests.conftest import seeds
from tests.judges.judge import consistent
from tests.judges.reasoners import reasoner_of
from tests.judges.refusals import refused
from tests.judges.systems import models, random_system

NEVER = Budget(None)


def is_satisfiable(
    system: ConstraintSystem, sources: tuple[Source, ...], assuming: dict[int, bool]
) -> bool:
    rows = tuple(row for row in system.constraints if row.source in sources)
    return any(
        all((cell in model) is mine for cell, mine in assuming.items())
        for model in models(ConstraintSystem(system.cells, rows))
    )


@pytest.mark.parametrize("solver", ["minicard", "glucose4", "clingo"])
@pytest.mark.parametrize("seed", seeds(range(100), fast=50))
def test_the_smallest_is_as_small_as_any_subset(seed: int, solver: str) -> None:
    rng = random.Random(seed)
    system = random_system(seed)
    assuming = {cell: rng.random() < 0.5 for cell in system.cells if rng.random() < 0.25}
    sources = [row.source for row in system.constraints]
    always = tuple(source for source in sources if rng.random() < 0.15)
    sizes = [
        len(chosen)
        for size in range(len(sources) + 1)
        for chosen in combinations(sources, size)
        if set(always) <= set(chosen) and not is_satisfiable(system, chosen, assuming)
    ]
    with reasoner_of(solver, system) as reasoner:
        found = smallest_mus(reasoner, system, budget=NEVER, assuming=assuming, always=always)
        if not sizes:
            assert found is None
            return
        assert found is not None
        assert len(found) == min(sizes)
        assert set(always) <= set(found) <= set(sources)
        assert not is_satisfiable(system, found, assuming)
        for below, is_there in ((min(sizes), False), (min(sizes) + 1, True)):
            bounded = smallest_mus(
                reasoner, system, budget=NEVER, assuming=assuming, always=always, below=below
            )
            assert (bounded is not None) == is_there


@pytest.mark.parametrize("seed", seeds(range(60), fast=30))
def test_sources_force_what_they_are_said_to_force(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    search = MusSearch(position_of(board), engine_of(SAT), NEVER)
    for cell, mine in list(verdicts.items())[:4]:
        number = board.number(cell)
        minimal = search.minimal(number, mine=mine)
        smallest = search.smallest(number, mine=mine)
        assert smallest is not None
        assert smallest.size <= minimal.size
        for found in (minimal, smallest):
            clues = [board.cell(clue) for clue in found.clues]
            assert judge.forces(clues, found.uses_total, cell, mine)
            for clue in clues:
                rest = [other for other in clues if other != clue]
                assert not judge.forces(rest, found.uses_total, cell, mine)
            if found.uses_total:
                assert not judge.forces(clues, False, cell, mine)
        assert search.smallest(number, mine=mine, below=smallest.size) is None


def test_what_does_not_follow_has_no_sources() -> None:
    position = position_of(Board.parse("mines: 1\n\n?1?\n"))
    search = MusSearch(position, engine_of(SAT), NEVER)
    for question in (search.minimal, search.smallest):
        with refused(ValueError):
            question(0, mine=True)
