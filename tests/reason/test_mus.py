"""Minimal and smallest unsatisfiable subsets, against all layouts and all subsets."""

from __future__ import annotations

import random
from contextlib import suppress
from itertools import combinations, product

import pytest

from logicsweep import Board, Cell
from logicsweep.constraints import Source
from logicsweep.kernel.proposal import Sources
from logicsweep.limits import Budget
from logicsweep.reason import mus as module
from logicsweep.reason.mus import Mus, MusSearch, smallest_mus
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ASP, REASONERS, SAT, ReasonerName
from logicsweep.system import ConstraintSystem
from logicsweep.system.system import position_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.judge import Judge, consistent
from tests.judges.making import random_board, uncertain_board
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


def check_verdict(judge: Judge, mus: Mus, cell: Cell, *, mine: bool) -> None:
    """The sources force the verdict, and without any one of them it does not follow."""
    clues = [judge.board.cell(clue) for clue in mus.clues]
    assert judge.forces(clues, mus.uses_total, cell, mine)
    for clue in clues:
        rest = [other for other in clues if other != clue]
        assert not judge.forces(rest, mus.uses_total, cell, mine)
    if mus.uses_total:
        assert not judge.forces(clues, False, cell, mine)


@pytest.mark.parametrize("solver", ["minicard", "cadical195", ASP])
@pytest.mark.parametrize("block", seeds(range(30), fast=3))
def test_sources_force_what_they_are_said_to_force(
    either_kernel: str, block: int, solver: str
) -> None:
    """The mine count is among them only if the clues do not suffice; a clue that does is alone."""
    engine = engine_of(ASP) if solver == ASP else engine_of(SAT, solver=solver)
    for seed in range(block * 4, block * 4 + 4):
        board, judge, verdicts = consistent(seed)
        search = MusSearch(position_of(board), engine, NEVER)
        every = [*board.clues, *board.uncertain]
        for cell, mine in list(verdicts.items())[:4]:
            number = board.number(cell)
            minimal = search.minimal(number, mine=mine)
            smallest = search.smallest(number, mine=mine)
            assert smallest is not None
            assert smallest.size <= minimal.size
            for sources in (minimal, smallest):
                check_verdict(judge, sources, cell, mine=mine)
            assert search.smallest(number, mine=mine, below=smallest.size) is None
            by_clues = search.of_clues(number, mine=mine)
            assert by_clues == (None if minimal.uses_total else minimal)
            assert minimal.uses_total is not judge.forces(every, False, cell, mine), either_kernel
            if any(judge.forces([clue], False, cell, mine) for clue in every):
                assert minimal.size == 1


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_what_the_kernel_proposes_is_not_believed(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever it says, a set that is told is minimal and forces the verdict."""
    rng = random.Random(seed)
    board, judge, verdicts = consistent(seed)
    position = position_of(board)

    def propose(*_: object, **__: object) -> Sources:
        clues = position.clues[[rng.random() < 0.5 for _ in position.clues]]
        return Sources(clues, uses_total=rng.random() < 0.5)

    monkeypatch.setattr(module, "proposed_sources", propose)
    search = MusSearch(position, engine_of(SAT), NEVER)
    for cell, mine in list(verdicts.items())[:4]:
        with suppress(ValueError):  # else it is a defect
            minimal = search.minimal(board.number(cell), mine=mine)
            check_verdict(judge, minimal, cell, mine=mine)


def test_what_does_not_follow_has_no_sources() -> None:
    position = position_of(Board.parse("mines: 1\n\n?1?\n"))
    search = MusSearch(position, engine_of(SAT), NEVER)
    for question in (search.minimal, search.smallest):
        with refused(ValueError):
            question(0, mine=True)


def agrees(judge: Judge, mus: Mus, without: int | None = None) -> bool:
    """Whether a layout agrees with the sources of a subset, or with all but one of its clues."""
    clues = [judge.board.cell(number) for number in mus.clues if number != without]
    return len(judge.left(clues, mus.uses_total)) > 0


def some_inconsistent(seed: int) -> Board | None:
    if seed % 4 == 3:
        board = uncertain_board(seed, covered=9)
    else:
        board = random_board(seed, covered=9, lie=0.3)
    return None if oracle.is_consistent(board) else board


@pytest.mark.few(3)
@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize("block", seeds(range(12), fast=6))
def test_without_any_source_the_others_have_a_layout(
    either_kernel: str, block: int, reasoner: ReasonerName
) -> None:
    engine = engine_of(reasoner)
    tried = 0
    for seed in range(block * 20, block * 20 + 20):
        board = some_inconsistent(seed)
        if board is None:
            continue
        tried += 1
        judge = Judge(board)
        position = position_of(board)
        # Wherever a conflict is said to show, and also where none is.
        for near in ([], position.clues.tolist()[:1]):
            conflict = MusSearch(position, engine, NEVER).conflict(near)
            assert list(conflict.clues) == sorted(set(conflict.clues)), seed
            assert not agrees(judge, conflict), seed
            for clue in conflict.clues:
                assert agrees(judge, conflict, clue), seed
            if conflict.uses_total:
                assert agrees(judge, conflict._replace(uses_total=False)), seed
                assert len(judge.left(board.clues, uses_total=False)), seed
    assert tried, either_kernel


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_consistent_position_has_none(reasoner: ReasonerName) -> None:
    position = position_of(Board.parse("mines: 1\n\n?1?\n"))
    engine = engine_of(reasoner)
    for one, near in product((position, position._replace(total=None)), ([], [1])):
        with refused(ValueError):
            MusSearch(one, engine, NEVER).conflict(near)


def test_the_total_is_blamed_only_when_no_clues_conflict() -> None:
    board = Board.parse("mines: 0\n\n?1?__?2\n")
    conflict = MusSearch(position_of(board), engine_of(SAT), NEVER).conflict([])
    assert conflict == Mus((6,), uses_total=False)
    assert conflict.size == 1
    board = Board.parse("mines: 0\n\n?1?__?1\n")
    conflict = MusSearch(position_of(board), engine_of(SAT), NEVER).conflict([])
    assert conflict.uses_total
    assert len(conflict.clues) == 1
    assert conflict.size == 2
