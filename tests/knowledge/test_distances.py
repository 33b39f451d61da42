"""Distances of the nearest mines (2P) on boards whose clues show more values than a byte holds."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
import pytest
from clingo import Control
from numpy.typing import NDArray
from pysat.solvers import Solver

from logicsweep import Board, KnowledgeBase, Layout, State, encode
from logicsweep.reason import REASONERS
from tests.conftest import seeds, some
from tests.judges import rules as judge
from tests.judges.refusals import refused
from tests.judges.rules_at_once import which_may_show

SLOW = pytest.mark.slow
UNCERTAIN = int(State.UNCERTAIN)


class Dealt(NamedTuple):
    """A layout, and a position in it."""

    mask: NDArray[np.bool_]
    board: Board


def deal(side: int, mines: int, shown: int, seed: int) -> Dealt:
    """A random position of a square board; what clues show is asked of the judge."""
    rng = random.Random(f"{side} {mines} {shown} {seed}")
    mask = np.zeros(side * side, dtype=np.bool_)
    mask[rng.sample(range(side * side), mines)] = True
    cells = rng.sample(np.flatnonzero(~mask).tolist(), shown)
    mask = mask.reshape(side, side)
    grid = np.full((side, side), int(State.COVERED))
    board = Board(grid, rules="2P", mines=mines)
    ruled = board.placed_rules
    assert ruled is not None
    for number in cells:
        cell = divmod(number, side)
        code = ruled.values.code(judge.shows("2P", mask, cell))
        assert code is not None
        grid[cell] = code
    return Dealt(mask, board.with_grid(grid))


@cache
def every_layout(side: int, mines: int) -> NDArray[np.bool_]:
    """All layouts of a square board."""
    sets = np.array(list(combinations(range(side * side), mines)))
    masks = np.zeros((len(sets), side * side), dtype=np.bool_)
    np.put_along_axis(masks, sets, True, axis=1)
    return masks.reshape(-1, side, side)


def agreeing(board: Board) -> NDArray[np.bool_]:
    """The layouts that agree with a board, by the judge."""
    assert isinstance(board.mines, int)
    assert board.placed_rules is not None
    masks = every_layout(board.height, board.mines)
    for cell, clue in board.clues.items():
        assert isinstance(clue, int)
        value = board.placed_rules.values.value(clue)
        masks = masks[which_may_show("2P", masks, tuple(cell), value)]
    return masks


@pytest.mark.few(5)
@pytest.mark.parametrize("reasoner", REASONERS)
@pytest.mark.parametrize(
    ("side", "mines", "shown"),
    some([(6, 2, 1), (6, 3, 2), (6, 3, 12), (8, 2, 1), (8, 2, 3), (8, 3, 2)], every=2),
)
@pytest.mark.parametrize("seed", seeds(range(4), fast=1))
def test_few_mines_are_found_where_they_may_be(
    side: int, mines: int, shown: int, seed: int, reasoner: str
) -> None:
    mask, board = deal(side, mines, shown, seed)
    masks = agreeing(board)
    assert any((one == mask).all() for one in masks)
    kb = KnowledgeBase(board, reasoner=reasoner)
    covered = board.covered_mask
    proved = kb.consequences()
    assert proved.mines == {cell for cell in board.covered if masks[:, *cell].all()}
    assert proved.safe == {cell for cell in board.covered if not masks[:, *cell].any()}
    count = kb.count()
    assert count.total == len(masks)
    assert all(
        count.probability(cell) == Fraction(int(masks[:, *cell].sum()), len(masks))
        for cell in board.covered
    )
    assert kb.probabilities()[covered].sum() == pytest.approx(mines)
    assert kb.allows(Layout(mask))


@pytest.mark.parametrize(
    ("side", "mines"),
    some([(6, 6), (6, 14), (8, 26)], every=3, besides=[pytest.param(8, 8, marks=SLOW)]),
)
@pytest.mark.parametrize("seed", seeds(range(4), fast=1))
def test_reasoners_agree_where_a_third_of_the_cells_is_shown(
    side: int, mines: int, seed: int
) -> None:
    mask, board = deal(side, mines, side * side // 3, seed)
    assert board.grid.dtype == np.int16
    answers = []
    for reasoner in REASONERS:
        kb = KnowledgeBase(board, reasoner=reasoner)
        proved, count = kb.consequences(), kb.count()
        chances = [count.probability(cell) for cell in board.covered]
        assert sum(chances) == mines
        for cell, chance in zip(board.covered, chances, strict=True):
            assert (chance == 1) is (cell in proved.mines)
            assert (chance == 0) is (cell in proved.safe)
            assert cell not in (proved.safe if mask[cell] else proved.mines)
        answers.append((proved, count.total, chances))
        for layout in kb.sample(n=3, seed=seed):
            assert layout.sum() == mines
            assert board.placed_rules is not None
            for shown, code in board.clues.items():
                assert not layout[shown]
                value = judge.shows("2P", layout, tuple(shown))
                assert board.placed_rules.values.code(value) == code
    assert all(answer == answers[0] for answer in answers)


@pytest.mark.parametrize("side", [6, 8])
def test_what_a_cell_shows_can_be_told(side: int) -> None:
    mask = np.zeros((side, side), dtype=np.bool_)
    mask[0, :2] = True
    board = Board(np.full((side, side), int(State.COVERED)), rules="2P", mines=2)
    ruled = board.placed_rules
    assert ruled is not None
    kb = KnowledgeBase(board)
    with refused(ValueError):
        kb.tell((0, 5), UNCERTAIN)
    with refused(ValueError):
        kb.tell((0, 5), ruled.values.highest + 1)
    far = side - 1, side - 1
    code = ruled.values.code(judge.shows("2P", mask, far))
    assert code is not None
    assert code > (UNCERTAIN if side == 8 else 100)
    kb.tell(far, code)
    assert kb.board == board.replace({far: code})
    masks = agreeing(kb.board)
    assert kb.count().total == len(masks)
    told = kb.copy()
    told.tell_all({(0, 0): State.KNOWN_MINE})
    assert told.count().total == masks[:, 0, 0].sum()


@pytest.mark.parametrize("side", [6, pytest.param(8, marks=SLOW)])
def test_formulas_have_the_layouts_of_the_board(side: int) -> None:
    mask, board = deal(side, 3, side, 5)
    masks = agreeing(board)
    formula = encode(board, "cnf")
    lines = [line.split() for line in formula.to_text().splitlines()]
    clauses = [[int(one) for one in line[:-1]] for line in lines if line[0] not in ("c", "p")]
    found = set()
    with Solver("cadical153", bootstrap_with=clauses) as solver:
        for layout in every_layout(side, 3)[:: 97 if side == 6 else 997]:
            known = (np.arange(1, layout.size + 1) * np.where(layout.ravel(), 1, -1)).tolist()
            says = any((layout == one).all() for one in masks)
            assert solver.solve(assumptions=known) is says
        for layout in masks:
            known = (np.arange(1, layout.size + 1) * np.where(layout.ravel(), 1, -1)).tolist()
            assert solver.solve(assumptions=known)
            found.add(layout.tobytes())
    assert mask.tobytes() in found
    control = Control(["0", "--warn=none"])
    control.add("base", [], encode(board, "lp").to_text())
    control.ground([("base", [])])
    with control.solve(yield_=True) as models:
        assert sum(1 for _ in models) == len(masks)
