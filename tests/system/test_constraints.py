"""Constraints, boxes and components against the board they came from."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep import Adjacency, Board, State
from logicsweep.constraints import Cardinality, Source
from logicsweep.constraints.factors import TOTAL, SourceKind
from logicsweep.system import constraints_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import random_board
from tests.judges.systems import models


@pytest.mark.parametrize("seed", seeds(range(150)))
def test_models_are_the_layouts(seed: int) -> None:
    board = random_board(seed, covered=10)
    covered = {board.number(cell) for cell in board.covered}
    layouts = {
        frozenset(np.flatnonzero(layout).tolist()) & covered for layout in oracle.layouts(board)
    }
    system = constraints_of(board)
    assert set(system.cells) == covered
    assert models(system) == layouts


def test_a_constraint_knows_its_source() -> None:
    board = Board.parse("mines: 3\n\n?1?\n*F_\n")
    assert constraints_of(board).constraints == (
        Cardinality((0, 2, 4), 0, 0, Source(SourceKind.CLUE, 1)),
        Cardinality((0, 2, 4), 2, 2, TOTAL),
    )


def test_satisfied_clues_without_cells_are_left_out_and_unmet_ones_kept() -> None:
    assert constraints_of(Board.parse("1*")).constraints == ()
    unmet = Cardinality((), 1, 1, Source(SourceKind.CLUE, 0))
    assert constraints_of(Board.parse("1_")).constraints == (unmet,)
    assert constraints_of(Board.parse("0*")).constraints[0].upper == -1


def test_the_grid_ends_at_the_adjacency() -> None:
    ring = Adjacency.of([[1, 3], [0, 2], [1, 3], [0, 2]])
    board = Board(np.array([[1, State.COVERED, State.COVERED, State.COVERED]]), adjacency=ring)
    assert constraints_of(board).constraints[0].cells == (1, 3)
