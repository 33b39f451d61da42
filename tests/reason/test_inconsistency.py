"""Minimal unsatisfiable subsets of a board's sources, against all layouts."""

from __future__ import annotations

import pytest

from logicsweep import Board
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import Mus, find_mus, mus_near
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import REASONERS, ReasonerName
from logicsweep.system.system import position_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.judge import Judge
from tests.judges.making import random_board, uncertain_board
from tests.judges.refusals import refused

NEVER = Budget(None)


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
def test_without_any_source_the_others_have_a_layout(block: int, reasoner: ReasonerName) -> None:
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
            mus = find_mus(position, near, engine=engine, budget=NEVER)
            assert list(mus.clues) == sorted(set(mus.clues)), seed
            assert not agrees(judge, mus), seed
            for clue in mus.clues:
                assert agrees(judge, mus, clue), seed
            if mus.uses_total:
                assert agrees(judge, mus._replace(uses_total=False)), seed
                assert len(judge.left(board.clues, uses_total=False)), seed
    assert tried


@pytest.mark.parametrize("reasoner", REASONERS)
def test_a_consistent_position_has_none(reasoner: ReasonerName) -> None:
    position = position_of(Board.parse("mines: 1\n\n?1?\n"))
    engine = engine_of(reasoner)
    assert mus_near(position, [1], engine=engine, budget=NEVER) is None
    for one in (position, position._replace(total=None)):
        with refused(ValueError):
            find_mus(one, [], engine=engine, budget=NEVER)


def test_the_total_is_blamed_only_when_no_clues_conflict() -> None:
    board = Board.parse("mines: 0\n\n?1?__?2\n")
    mus = find_mus(position_of(board), [], engine=engine_of("sat"), budget=NEVER)
    assert mus == Mus((6,), uses_total=False)
    assert mus.size == 1
    board = Board.parse("mines: 0\n\n?1?__?1\n")
    mus = find_mus(position_of(board), [], engine=engine_of("sat"), budget=NEVER)
    assert mus.uses_total
    assert len(mus.clues) == 1
    assert mus.size == 2
