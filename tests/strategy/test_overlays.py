"""The chances to open an area and to make progress, against all layouts, counts and proofs."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase, LimitError, State
from logicsweep.errors import ArgumentError, ArgumentTypeError, MissingDensityError
from logicsweep.limits import CancelScope
from logicsweep.strategy import overlays, progress_chances, zero_chances
from tests.conftest import seeds, without_kernel
from tests.judges import oracle
from tests.judges.making import opened_at_random
from tests.judges.refusals import refused
from tests.strategy.test_answer import positions

SHAPES = ((9, 9, 10), (9, 9, 18), (16, 16, 40), (16, 30, 99))


def makes_progress(board: Board, masks: oracle.Masks, cell: tuple[int, int]) -> bool:
    """Whether some other cell is a mine in none of these layouts, or every one is in all."""
    hits = [masks[:, other.row, other.column] for other in board.covered if other != cell]
    return any(not hit.any() for hit in hits) or all(hit.all() for hit in hits)


@pytest.mark.parametrize("kernel", [True, False])
@pytest.mark.parametrize("seed", seeds(range(120), fast=30))
def test_small_boards(seed: int, kernel: bool) -> None:
    """By definition: the weight of the layouts, and of those that each clue leaves."""
    board = positions(seed)
    if board is None:
        return
    masks = oracle.layouts(board)
    weights = np.array(list(map(float, oracle.weigh(board, masks))))
    weights /= weights.sum()
    if kernel:
        zero, progress = zero_chances(board), progress_chances(board)
    else:
        with without_kernel():
            zero, progress = zero_chances(board), progress_chances(board)
    is_open = ~board.covered_mask
    assert np.isnan(zero[is_open]).all()
    assert np.isnan(progress[is_open]).all()
    for cell in board.covered:
        mined = masks[:, cell.row, cell.column]
        shown = np.where(mined, -1, oracle.around(masks, cell))
        leads = np.zeros(len(masks), dtype=bool)
        for value in set(shown.tolist()) - {-1}:
            leads[shown == value] = makes_progress(board, masks[shown == value], cell)
        for found, which in ((zero, shown == 0), (progress, leads)):
            assert found[cell] == pytest.approx(weights[which].sum(), abs=1e-8), (seed, cell)
            assert (found[cell] == 0) == (not which.any()), (seed, cell)
            assert (found[cell] == 1) == which.all(), (seed, cell)


@pytest.mark.parametrize("seed", seeds(range(24), fast=6))
def test_larger_boards(seed: int) -> None:
    """The exact count has the chance of a 0, and proofs say after which clues there is progress."""
    shape = SHAPES[seed % len(SHAPES)]
    board = opened_at_random(seed, *shape, 0.2 + seed % 5 / 10)
    zero, progress = zero_chances(board), progress_chances(board)
    kb = KnowledgeBase(board)
    safe = kb.consequences().safe
    cells = sorted(board.covered)[seed % 7 :: len(board.covered) // 12 + 1]
    for cell in cells:
        told = kb.clue_distribution(cell)
        assert zero[cell] == pytest.approx(float(told.clues[0] if told.clues else 0), rel=1e-7)
        wanted = Fraction(0)
        for value, chance in enumerate(told.clues):
            if chance:
                after = KnowledgeBase(board.replace({cell: value}))
                proved = after.consequences()
                wanted += chance * (
                    bool(proved.safe) or not after.board.covered.difference(proved.mines)
                )
        assert progress[cell] == pytest.approx(float(wanted), rel=1e-7), (seed, cell)
        if safe - {cell}:
            assert progress[cell] == pytest.approx(float(1 - told.mine), rel=1e-7)


def test_a_game_that_is_won() -> None:
    """The last safe cell wins, which is progress, though nothing is proved safe afterwards."""
    board = Board.parse("mines: 2\n2?100\n??100\n")
    progress = progress_chances(board)
    assert progress[0, 1] == progress[1, 1] == 0.5
    assert progress[1, 0] == 0
    assert zero_chances(board)[0, 1] == 0


def test_blank_boards() -> None:
    """All cells in the middle are alike, and a 0 is as likely as a hypergeometric draw says."""
    board = Board(np.full((9, 9), State.COVERED), mines=10)
    zero = zero_chances(board)
    wanted = np.prod([(71 - drawn) / (81 - drawn) for drawn in range(9)])
    np.testing.assert_allclose(zero[1:-1, 1:-1], wanted, rtol=1e-8)
    np.testing.assert_allclose(progress_chances(board), zero, rtol=1e-8)


def test_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    for ask in (zero_chances, progress_chances):
        with pytest.raises(InconsistentBoardError):
            ask(Board.parse("mines: 1\n3?\n??\n"))
        with pytest.raises(MissingDensityError):
            ask(Board.parse("??\n??\n"))
        assert ask(Board.parse("??\n??\n"), density=Fraction(1, 5)).shape == (2, 2)
        with refused(ArgumentTypeError, argument="position"):
            ask("??")  # type: ignore[arg-type]
        with refused(ArgumentError, argument="density"):
            ask(Board.parse("??\n??\n"), density=Fraction(2))
        scope = CancelScope()
        scope.cancel()
        with scope, pytest.raises(LimitError):
            ask(Board.parse("mines: 1\n1?\n??\n"))
    monkeypatch.setattr(overlays, "MOST_UNDECIDED", 2)
    with refused(LimitError):
        progress_chances(Board.parse("mines: 1\n1?\n??\n"))
