"""Constraints, boxes and components against the board they came from."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from logicsweep import (
    Adjacency,
    Board,
    Cardinality,
    ConstraintSystem,
    Source,
    State,
    boxes,
    components,
    constraints_of,
)
from logicsweep.constraints.system import TOTAL, SourceKind
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import random_board


def models(system: ConstraintSystem) -> set[frozenset[int]]:
    """Every model, by trying all."""
    found = set()
    for choice in product((False, True), repeat=len(system.cells)):
        mines = frozenset(c for c, mine in zip(system.cells, choice, strict=True) if mine)
        if all(row.lower <= len(mines & {*row.cells}) <= row.upper for row in system.constraints):
            found.add(mines)
    return found


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


def test_satisfied_clues_without_cells_are_left_out_and_clashing_ones_kept() -> None:
    assert constraints_of(Board.parse("1*")).constraints == ()
    clash = Cardinality((), 1, 1, Source(SourceKind.CLUE, 0))
    assert constraints_of(Board.parse("1_")).constraints == (clash,)
    assert constraints_of(Board.parse("0*")).constraints[0].upper == -1


def test_the_grid_ends_at_the_adjacency() -> None:
    ring = Adjacency.of([[1, 3], [0, 2], [1, 3], [0, 2]])
    board = Board(np.array([[1, State.COVERED, State.COVERED, State.COVERED]]), adjacency=ring)
    assert constraints_of(board).constraints[0].cells == (1, 3)


@pytest.mark.parametrize("seed", seeds(range(100)))
def test_components_share_no_cell_and_boxes_share_all_constraints(seed: int) -> None:
    system = constraints_of(random_board(seed, covered=16))
    parts = components(system.constraints)
    together = [row for part, _ in parts for row in part.constraints]
    assert sorted(together, key=repr) == sorted(system.constraints, key=repr)
    for part, own in parts:
        assert list(own) == boxes(part)
        assert part.cells == tuple(sorted({cell for row in part.constraints for cell in row.cells}))
        # Connected: growing from the first constraint reaches them all.
        reached = set(part.constraints[0].cells)
        for _ in part.constraints:
            for row in part.constraints:
                if reached & set(row.cells):
                    reached |= set(row.cells)
        assert reached == set(part.cells)
        for box in boxes(part):
            for cell in box.cells:
                standing = tuple(i for i, row in enumerate(part.constraints) if cell in row.cells)
                assert standing == box.constraints
        assert sorted(cell for box in boxes(part) for cell in box.cells) == list(part.cells)
        assert len({box.constraints for box in boxes(part)}) == len(boxes(part))
    for one, other in ((a, b) for a, _ in parts for b, _ in parts if a is not b):
        assert not set(one.cells) & set(other.cells)
