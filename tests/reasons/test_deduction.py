"""Deductions one after the other, against all layouts of small boards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import SAT
from logicsweep.reasons.deduction import Deduced, Deductions
from logicsweep.system.system import position_of
from tests.conftest import seeds
from tests.judges.judge import consistent


def deductions(board: Board, verdicts: Mapping[Cell, bool], **options: Any) -> Deductions:
    """Deductions of all verdicts from the whole board."""
    position = position_of(board)
    return Deductions(
        position,
        verdicts={board.number(cell): mine for cell, mine in verdicts.items()},
        engine=engine_of(SAT),
        budget=Budget(None),
        **options,
    )


def decided(board: Board, found: Deduced) -> dict[Cell, bool]:
    return {board.cell(number): mine for number, mine in found.decided.items()}


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_each_follows_from_its_sources_and_from_no_fewer(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    known: dict[Cell, bool] = {}
    for found in deductions(board, verdicts):
        new = decided(board, found)
        assert new
        assert known.keys().isdisjoint(new)
        clues = [board.cell(number) for number in found.mus.clues]
        for cell, mine in new.items():
            assert judge.forces(clues, found.mus.uses_total, cell, mine, known)
        for cell, mine in verdicts.items():
            assert cell in known or not judge.decides_by_fewer(cell, mine, known, found.mus.size)
        known |= new
    assert known == verdicts


@pytest.mark.parametrize("level", [1, 2])
@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_a_level_is_all_that_so_many_sources_decide(seed: int, level: int) -> None:
    board, judge, verdicts = consistent(seed)
    found = list(deductions(board, verdicts, level=level))
    assert all(one.mus.size <= level for one in found)
    known: dict[Cell, bool] = {}
    before = -1
    while len(known) > before:
        before = len(known)
        for cell, mine in verdicts.items():
            if cell not in known and judge.decides_by_fewer(cell, mine, known, level + 1):
                known[cell] = mine
    assert {cell for one in found for cell in decided(board, one)} == known.keys()


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_safe_cells_come_first_where_it_is_asked_for(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    known: dict[Cell, bool] = {}
    for found in deductions(board, verdicts, safe_first=True):
        new = decided(board, found)
        if all(new.values()):
            for cell, mine in verdicts.items():
                if not mine and cell not in known:
                    assert not judge.decides_by_fewer(cell, mine, known, found.mus.size + 1)
        known |= new
    assert known == verdicts


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_what_is_known_is_not_deduced_again(seed: int) -> None:
    board, _, verdicts = consistent(seed)
    states = board.grid.copy()
    given = dict(list(verdicts.items())[::2])
    made = deductions(board, verdicts)
    made.know({board.number(cell): mine for cell, mine in given.items()})
    first = made.easiest()
    assert made.easiest() == first  # nothing was taken
    found = [cell for one in made for cell in decided(board, one)]
    assert len(found) == len(set(found))
    assert set(found) == verdicts.keys() - given.keys()
    np.testing.assert_array_equal(board.grid, states)
