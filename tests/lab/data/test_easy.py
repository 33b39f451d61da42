"""Easy proofs: the kernel against all pairs of sources, and levels against the steps themselves."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations, product
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, Setting, State, verdicts
from logicsweep.board.adjacency import Adjacency
from logicsweep.constraints.factors import TOTAL
from logicsweep.kernel.proposal import (
    HIGHEST,
    MINE_COUNT,
    NO_SOURCE,
    levels_of_many,
    sources_of_many,
)
from logicsweep.knowledge.batch import verdict_array
from logicsweep.lab.data.drawn import made
from logicsweep.limits import Budget
from logicsweep.reasons.deduction import Rows
from logicsweep.reasons.techniques import Row, pair
from logicsweep.system.system import Position
from tests.conftest import needs_kernel, seeds
from tests.judges.fuzz import draw_board

pytestmark = needs_kernel


def easy_proofs(
    states: Sequence[int], mines: int, adjacency: Adjacency
) -> dict[int, tuple[int, ...]]:
    """The sets of `sources_of_many`, by cell, by looking at all sources and pairs of them."""
    position = Position(np.array(states, dtype=np.int8), {}, adjacency, mines)
    covered = np.isin(position.states, (State.COVERED, State.FLAGGED)).nonzero()[0].tolist()
    total = Row(covered, 1 << (mines - states.count(State.KNOWN_MINE)), TOTAL)
    rows = Rows(position, position.clues).every()
    proofs: dict[int, tuple[int, ...]] = {}
    for row in (*rows, total):
        if row.forces is not None:
            proofs = dict.fromkeys(row.cells, (_number(row),)) | proofs  # the first proof stays
    for first, second in chain(combinations(rows, 2), product(rows, [total])):
        if not first.cells.isdisjoint(second.cells):
            sources = _number(first), _number(second)
            for cell in pair(first, second).decided:
                proofs.setdefault(cell, sources)
    return proofs


def _number(row: Row) -> int:
    return MINE_COUNT if row.source.cell is None else row.source.cell


def check(board: Board) -> None:
    """A board with flags, known mines, any neighbours, and a mine count."""
    kb = KnowledgeBase(board)
    decided = verdict_array(kb.consequences())
    mines, adjacency = board.mines, board.adjacency
    assert isinstance(mines, int)
    grids = np.ascontiguousarray(board.grid[None])
    sources = sources_of_many(grids, mines, decided[None], adjacency)
    levels = levels_of_many(grids, mines, decided[None], adjacency)
    assert sources is not None
    assert levels is not None
    found = {
        cell: tuple(source for source in pair if source != NO_SOURCE)
        for cell, pair in enumerate(sources[0].tolist())
        if pair[0] != NO_SOURCE
    }
    assert found == easy_proofs(board.grid.ravel().tolist(), mines, adjacency)
    assert levels[0] == min(kb.difficulty().level, HIGHEST + 1)
    for cell in (decided.ravel() >= 0).nonzero()[0].tolist():
        why = kb.explain(board.cell(cell), smallest=True)
        size = len(why.clues) + why.uses_total
        assert len(found.get(cell, range(HIGHEST + 1))) == min(size, HIGHEST + 1)


@pytest.mark.parametrize("block", seeds(range(40), fast=8))
def test_any_neighbours(block: int) -> None:
    checked = 0
    for seed in range(block * 15, block * 15 + 15):
        board, _ = draw_board(Random(f"easy {seed}"))
        is_asked = not board.uncertain and isinstance(board.mines, int)
        if is_asked and KnowledgeBase(board).has_layout():
            check(board)
            checked += 1
    assert checked


@pytest.mark.parametrize("size", ["beginner", "6x6"])
def test_positions_of_games(size: str) -> None:
    setting = Setting(size, mines=None if size == "beginner" else 7)
    boards, _ = made(setting, np.arange(8, dtype=np.uint64), Budget(None))
    for grid in boards:
        check(Board(grid, **setting.carried))


def test_a_wrong_verdict_is_noticed() -> None:
    board = Board.parse("mines: 1\n\n1?\n1?\n1?")
    decided = verdicts(board.grid, mines=1)
    wrong = np.where(decided == 0, np.int8(1), decided)
    assert (wrong != decided).any()
    grids = np.ascontiguousarray(board.grid[None])
    assert sources_of_many(grids, 1, wrong[None], board.adjacency) is None
    assert levels_of_many(grids[:0], 1, wrong[:0], board.adjacency) is not None
