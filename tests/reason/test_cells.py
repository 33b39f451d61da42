"""The cells of a position, told and taken back at random, against their states alone."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logicsweep import Clue, State
from logicsweep.reason.cells import Cells
from logicsweep.system.system import mines_left, position_of
from tests.conftest import seeds
from tests.judges.making import random_board


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_numbers_are_kept_up_to_date(seed: int) -> None:
    rng = random.Random(seed)
    board = random_board(seed)
    cells = Cells(position_of(board))
    covered = {board.number(cell) for cell in board.covered}
    mines = {board.number(cell) for cell in board.known_mines}
    decided: dict[int, bool] = {}
    entered = []
    for _ in range(25):
        free = sorted(covered - set(decided))
        if free and rng.random() < 0.4:
            cell, mine = rng.choice(free), rng.random() < 0.5
            cells.decide([cell], mine=mine)
            decided[cell] = mine
        elif covered and rng.random() < 0.6:
            cell = rng.choice(sorted(covered))
            shown = rng.choice([0, 3, Clue(1, 2), State.NO_CLUE])
            entered.append((cell, cells.remembered(cell), decided.get(cell)))
            cells.enter(cell, shown)
            cells.set_code(cell, 0)
            covered.remove(cell)
            decided.pop(cell, None)
        elif entered:
            cell, before, verdict = entered.pop()
            cells.take_back(cell, before)
            covered.add(cell)
            if verdict is not None:
                decided[cell] = verdict
        proved = {cell for cell, mine in decided.items() if mine}
        assert cells.undecided == len(covered) - len(decided)
        assert cells.mines == len(mines | proved)
        assert set(cells.proved().mines.tolist()) == proved
        assert set(cells.proved().safe.tolist()) == set(decided) - proved
        assert cells.bounds == mines_left(board.total_mines, len(mines | proved))
        shown = cells.verdicts()
        assert set(np.flatnonzero(~np.isnan(shown)).tolist()) == covered
        assert set(np.flatnonzero(shown == 1).tolist()) == proved
    while entered:
        cell, before, _ = entered.pop()
        cells.take_back(cell, before)
    np.testing.assert_array_equal(cells.position.states, board.grid.ravel())
    assert cells.position.uncertain == board.uncertain_by_number


def test_a_copy_goes_its_own_way() -> None:
    board = random_board(3)
    cells = Cells(position_of(board))
    first = board.number(board.covered[0])
    other = cells.copy()
    other.enter(first, 1)
    other.set_code(first, 0)
    assert cells.is_undecided(first)
    assert not other.is_undecided(first)
    np.testing.assert_array_equal(cells.position.states, board.grid.ravel())
