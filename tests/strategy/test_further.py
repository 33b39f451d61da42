"""Three clicks: what they come to in all layouts, and the kernel against the twin."""

from __future__ import annotations

from itertools import chain

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Adjacency, Board, Cell
from logicsweep.strategy import STANDARD, WhatIf
from logicsweep.strategy.candidates import candidates
from logicsweep.strategy.further import best_by_clicks
from logicsweep.strategy.recipe import Recipe
from logicsweep.strategy.score import Score, scores_of
from tests.conftest import needs_kernel, seeds
from tests.judges import oracle
from tests.strategy.test_natively import positions

# Nearly all candidates are contenders, and all cells replies.
WIDE = STANDARD._replace(tolerance=0.5, margin=0.5, contenders=30, replies=30)
SMALL = tuple((*size, Adjacency.square) for size in ((4, 5, 5), (4, 5, 7), (3, 7, 5), (5, 5, 6)))
MOST_COVERED = 14


def compared(root: WhatIf, recipe: Recipe = STANDARD) -> tuple[Score, list[Score]]:
    """The best score, and all of them."""
    cells = candidates(root, recipe).cells
    best, scored = best_by_clicks(root, scores_of(root, cells, recipe), recipe)
    return best, list(scored)


def by_risk(board: Board, masks: NDArray[np.bool_], opened: set[Cell]) -> list[tuple[float, Cell]]:
    """The cells that tell something, the safest first, in some layouts after some were opened."""
    risks = masks.mean(axis=0)
    is_open = (risks > 0) & (risks < 1)
    told = [
        (round(float(risks[cell]), 9), cell)
        for cell in board.covered
        if cell not in opened and any(is_open[near] for near in board.neighbours(cell))
    ]
    return sorted(told)


def survived(
    board: Board, masks: NDArray[np.bool_], cell: Cell, opened: set[Cell], clicks: int
) -> float:
    """How many of these layouts survive a cell and more clicks by the rule of the player."""
    safe = masks[~masks[:, cell.row, cell.column]]
    shown = oracle.around(safe, cell)
    all_opened = opened | {cell}
    total = 0.0
    for value in set(shown.tolist()):
        left = safe[shown == value]
        told = by_risk(board, left, all_opened)
        if not told:
            total += len(left)
        elif clicks == 1:
            first, second = told[0][0], told[min(1, len(told) - 1)][0]
            blended = (1 - STANDARD.second) * first + STANDARD.second * second
            total += len(left) * (1 - blended if first else 1.0)
        elif told[0][0] == 0:
            total += survived(board, left, told[0][1], all_opened, clicks - 1)
        else:
            replies = [reply for risk, reply in told if risk < 1]
            total += max(survived(board, left, each, all_opened, clicks - 1) for each in replies)
    return total


@pytest.mark.parametrize("seed", seeds(range(300), fast=60))
def test_three_clicks(seed: int) -> None:
    """Those of the best cell are those of all layouts; others are bounded, and none is better."""
    for board in stuck(seed):
        check_three_clicks(board)


def stuck(seed: int) -> list[Board]:
    """The positions of a small game with few covered cells in which somebody has to guess."""
    boards = [board for board, _ in positions(seed, SMALL)]
    return [board for board in boards if len(board.covered) <= MOST_COVERED and is_open(board)]


def is_open(board: Board) -> bool:
    """Whether some cell is undecided."""
    return bool(candidates(WhatIf.of(board), STANDARD).cells)


def check_three_clicks(board: Board) -> None:
    masks = oracle.layouts(board)
    best, scored = compared(WhatIf.of(board), WIDE)
    wanted = {
        score.cell: survived(board, masks, board.cell(score.cell), set(), 2) / len(masks)
        for score in scored
        if score.third is not None
    }
    if not wanted:
        assert best.third is None
        return
    assert best.third == pytest.approx(max(wanted.values()), abs=1e-7)
    for score in scored:
        if score.third is None:
            continue
        if score.is_behind:
            assert best.third + 1e-9 > score.third > wanted[score.cell] - 1e-7, score
        else:
            assert score.third == pytest.approx(wanted[score.cell], abs=1e-7), score


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(60), fast=15))
def test_the_twins_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They agree to the last digit, since both ask the kernel for the same what-ifs."""
    roots = [WhatIf.of(board) for board, _ in positions(seed) if is_open(board)][:4]
    natively = [compared(root) for root in roots]
    monkeypatch.setattr(WhatIf, "hand", None)
    assert natively == [compared(root) for root in roots]


def test_few_replies_are_a_lower_bound() -> None:
    """More cells for the second click never make three clicks less likely to be survived."""
    differing = 0
    for board in chain.from_iterable(map(stuck, range(20))):
        root = WhatIf.of(board)
        recipes = [WIDE._replace(replies=replies) for replies in range(1, 6)]
        thirds = [compared(root, recipe)[0].third or 0.0 for recipe in recipes]
        assert thirds == pytest.approx(sorted(thirds), abs=1e-9)
        differing += thirds[0] < thirds[-1] - 1e-6
    assert differing


def test_nothing_is_compared_further_without_contenders() -> None:
    for board in chain.from_iterable(map(stuck, range(5))):
        _, scored = compared(WhatIf.of(board), STANDARD._replace(contenders=0))
        assert all(score.third is None for score in scored)
