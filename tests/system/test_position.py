"""Positions: what a board tells by cell number, against the board itself."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logicsweep import State
from logicsweep.board import Clue
from logicsweep.system.system import (
    cardinalities,
    cell_codes,
    constraints_of_clues,
    is_mine_by_cell,
    position_of,
)
from tests.conftest import seeds
from tests.judges.fuzz import draw_board
from tests.judges.making import random_board, uncertain_board


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_a_position_tells_what_its_board_does(seed: int) -> None:
    board = (uncertain_board if seed % 2 else random_board)(seed)
    position = position_of(board)
    assert position.clues.tolist() == sorted(board.number(cell) for cell in board.clues)
    assert position.total == board.mines
    for cell in board.cells:
        number = board.number(cell)
        if cell in board.clues:
            shown = position.uncertain.get(number, int(position.states[number]))
            assert shown == board.clue(cell)
        around = [board.number(near) for near in board.neighbours(cell) if near in board.clues]
        assert position.clues_around(number) == sorted(around)


@pytest.mark.parametrize("seed", seeds(range(60)))
def test_a_changed_position_is_that_of_the_changed_board(seed: int) -> None:
    rng = random.Random(seed)
    board = (uncertain_board if seed % 2 else random_board)(seed)
    position = position_of(board)
    before = position.states.copy()
    changes = {
        cell: rng.choice([State.COVERED, State.NO_CLUE, 2, Clue(1, 3), State.KNOWN_MINE])
        for cell in rng.sample(list(board.cells), min(4, board.grid.size))
    }
    changed = position.changed({board.number(cell): given for cell, given in changes.items()})
    expected = position_of(board.replace(changes))
    np.testing.assert_array_equal(changed.states, expected.states)
    assert dict(changed.uncertain) == dict(expected.uncertain)
    np.testing.assert_array_equal(position.states, before)


def test_true_means_mine() -> None:
    assert is_mine_by_cell([3, 1], [2]) == {1: True, 2: False, 3: True}


@pytest.mark.parametrize("block", seeds(range(20), fast=4))
def test_a_few_clues_are_the_constraints_they_are_among_many(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        position = position_of(draw_board(random.Random(f"few {seed}"))[0])
        wanted = cardinalities(position, position.clues, cell_codes(position.states))
        assert list(constraints_of_clues(position, position.clues.tolist())) == wanted, seed
