"""The single-clue rule, against all layouts and against the rule applied clue by clue."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.reason.propagate import Propagated, propagate
from logicsweep.system.system import COVERED_UNIT, MINE_UNIT, cell_codes, clue_rows, position_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random, random_board, uncertain_board


def propagated(board: Board) -> tuple[Propagated, list[int]]:
    position = position_of(board)
    codes = cell_codes(position.states)
    found = propagate(clue_rows(position, position.clues), codes)
    return found, codes[:-1].tolist()


def clue_by_clue(board: Board) -> dict[int, bool] | None:
    """What the rule decides, written down naively; None when a clue cannot be satisfied."""
    known = dict.fromkeys(map(board.number, board.known_mines), True)
    decided: dict[int, bool] = {}
    is_changed = True
    while is_changed:
        is_changed = False
        for cell, clue in board.clues.items():
            near = [board.number(one) for one in board.neighbours(cell)]
            around = {**known, **decided}
            mines = sum(around.get(one, False) for one in near)
            left = [one for one in near if board.cell(one) in board.covered and one not in decided]
            lower, upper = (clue, clue) if isinstance(clue, int) else (clue.lower, clue.upper)
            if mines > upper or mines + len(left) < lower:
                return None
            if left and (mines == upper or mines + len(left) == lower):
                decided |= dict.fromkeys(left, mines != upper)
                is_changed = True
    return decided


@pytest.mark.parametrize("seed", seeds(range(200), fast=80))
@pytest.mark.parametrize("kind", ["exact", "bounds"])
def test_what_is_decided_holds_in_every_layout(seed: int, kind: str) -> None:
    board = random_board(seed) if kind == "exact" else uncertain_board(seed)
    found, codes = propagated(board)
    layouts = oracle.layouts(board.without_total())
    if found.conflict is not None:
        assert not len(layouts)
        return
    flat = layouts.reshape(len(layouts), -1)
    assert flat[:, found.decided.mines].all()
    assert not flat[:, found.decided.safe].any()
    for cells, code in zip(found.decided, (MINE_UNIT, 0), strict=True):
        assert all(codes[cell] == code for cell in cells)
    open_cells = {cell for row in found.constraints for cell in row.cells}
    assert all(codes[cell] == COVERED_UNIT for cell in open_cells)


@pytest.mark.few(3)
@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
@pytest.mark.parametrize("share", [0.2, 0.5, 0.8])
def test_nothing_that_the_rule_decides_is_missed(seed: int, share: float) -> None:
    """On boards large enough that clues are first worked on as arrays."""
    board = opened_at_random(seed, 16, 16, 40, share)
    found, _ = propagated(board)
    expected = clue_by_clue(board)
    assert expected is not None
    mines, safe = found.decided
    assert len(mines) + len(safe) == len(set(mines) | set(safe))
    assert dict.fromkeys(mines, True) | dict.fromkeys(safe, False) == expected


def test_a_conflict_names_its_clue() -> None:
    found, _ = propagated(Board(np.array([[State.COVERED, 2, State.NO_CLUE]])))
    assert found.conflict == 1
