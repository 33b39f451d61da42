"""Whole boards of every kind: the kernel against all layouts, Python's elimination and `models`."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, LimitError
from logicsweep.board import clue_model
from logicsweep.kernel.context import Status
from logicsweep.kernel.exact import component_of, counted_board
from logicsweep.kernel.whole import marginals_of, marginals_of_many
from logicsweep.limits import Budget
from logicsweep.system.system import position_of
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import modelled, opened_at_random

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 12


class Judged(NamedTuple):
    """What all layouts of a board say: their number, and of each cell its marginal as a float.

    `mines` and `safe` are the cells that are a mine in all of them and in none.
    """

    layouts: int
    marginals: NDArray[np.float64]
    mines: NDArray[np.bool_]
    safe: NDArray[np.bool_]


def judge(board: Board, near: Neighbours | None, density: Fraction) -> Judged:
    """Try all layouts; the density counts where the mine count is unknown."""
    masks = oracle.layouts(board, near)
    weights = np.ones(len(masks))
    for (row, column), clue in board.uncertain.items():
        chances = [float(clue.likelihood_of(count)) for count in range(board.grid.size + 1)]
        weights *= np.array(chances)[oracle.around(masks, Cell(row, column), near)]
    if board.mines is None:
        weights *= float(density / (1 - density)) ** masks.sum(axis=(1, 2))
    flat = masks.reshape(len(masks), board.grid.size)
    covered = np.zeros(board.grid.size, dtype=np.bool_)
    covered[[board.number(cell) for cell in board.covered]] = True
    marginals = np.full(board.grid.size, np.nan)
    if len(masks):
        marginals[covered] = (weights @ flat / weights.sum())[covered]
    return Judged(len(masks), marginals, flat.all(axis=0) & covered, ~flat.any(axis=0) & covered)


def boards(block: int) -> list[tuple[int, Board, Neighbours | None, Fraction]]:
    """The boards of a block of seeds, each with its neighbours and a density."""
    made = []
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        rng = Random(seed)
        board, near = draw_board(rng)
        density = Fraction(rng.randint(1, 99), rng.choice([100, 1000]))
        made.append((seed, board, near, density))
    return made


@pytest.mark.parametrize("block", seeds(range(240), fast=80))
def test_marginals_are_those_of_all_layouts(block: int) -> None:
    for seed, board, near, density in boards(block):
        position = position_of(board)
        found = marginals_of(position, density, NEVER)
        expected = judge(board, near, density)
        assert found is not None
        assert (found.status == Status.CLASH) == (expected.layouts == 0), seed
        if found.marginals is None:
            assert found.status == Status.CLASH, seed
            continue
        assert found.status == Status.OK, seed
        np.testing.assert_array_equal(found.marginals == 1, expected.mines, str(seed))
        np.testing.assert_array_equal(found.marginals == 0, expected.safe, str(seed))
        np.testing.assert_allclose(
            found.marginals, expected.marginals, rtol=0, atol=TOLERANCE, err_msg=str(seed)
        )
        # What the clues say alone; and what changes with the density.
        clues = judge(board.without_total(), near, density)
        differ = (clues.mines != expected.mines) | (clues.safe != expected.safe)
        assert found.needs_total == differ.any(), seed
        unknown = marginals_of(position, None, NEVER)
        assert unknown is not None
        if board.mines is not None:
            assert not unknown.needs_prior
            np.testing.assert_array_equal(unknown.marginals, found.marginals)
        else:
            other = judge(board, near, (1 + density) / 2).marginals
            moves = np.abs(other - expected.marginals)[~np.isnan(other)] > TOLERANCE
            assert unknown.needs_prior == moves.any(), seed


@pytest.mark.parametrize("block", seeds(range(240), fast=40))
def test_exact_answers_are_those_of_python(block: int) -> None:
    """Totals, fractions and verdicts; totals are also held against the layouts themselves."""
    for seed, board, near, density in boards(block):
        layouts = len(oracle.layouts(board, near))
        kb = KnowledgeBase(board)
        if not layouts:
            with pytest.raises(InconsistentBoardError):
                kb.count(density=density)
            continue
        count = kb.count(density=density)
        with without_kernel():
            python = KnowledgeBase(board).count(density=density)
            fractions, expected = python.fractions(), python.expected_mines
            verdicts = KnowledgeBase(board).consequences()
        assert count.total == python.total == layouts, seed
        assert count.fractions() == fractions, seed
        assert count.expected_mines == expected, seed
        for cell in board.covered[:2]:
            assert kb.count(density=density).probability(cell) == fractions[cell], seed
        assert KnowledgeBase(board, reasoner="elimination").consequences() == verdicts, seed


@pytest.mark.parametrize("block", seeds(range(48), fast=2))
def test_exact_answers_are_those_of_models(block: int) -> None:
    for seed, board, _, density in boards(block):
        kb = KnowledgeBase(board)
        if not kb.has_layout():
            continue
        count = kb.count(density=density)
        models = kb.count(density=density, engine="models")
        assert count.total == models.total, seed
        assert count.fractions() == models.fractions(), seed


@pytest.mark.parametrize("block", seeds(range(240), fast=40))
def test_components_keep_to_their_clues(block: int) -> None:
    """The counts by box of every component add up, and its constraints allow these models."""
    for seed, board, near, _ in boards(block):
        position = position_of(board)
        found = None if board.uncertain else counted_board(position, NEVER)
        if found is None:
            continue
        masks = oracle.layouts(board.without_total(), near).reshape(-1, board.grid.size)
        for number, component in enumerate(found.components):
            # Plans and counts are remembered by these numbers: numpy's would be found again, and
            # overflow.
            for clue in component_of(position, found, number).system.constraints:
                assert {type(clue.lower), type(clue.upper)} == {int}, seed
            cells = sorted(cell for box in component.boxes for cell in box)
            counts = component.counts
            # Each model of the component, as often as the rest of the board allows.
            models = np.unique(masks[:, cells], axis=0).sum(axis=1)
            if board.mines is None:
                held = np.bincount(models, minlength=len(cells) + 1)
                by_mines = dict(enumerate(counts.counts, counts.lowest))
                assert [by_mines.get(mines, 0) for mines in range(len(held))] == held.tolist()
            for place, total in enumerate(counts.counts):
                mines = sum(by_box[place] for by_box in counts.boxes(NEVER))
                assert mines == total * (counts.lowest + place), seed


@pytest.mark.parametrize(
    ("height", "width", "mines", "share"),
    [
        (16, 30, 99, 0.1),
        (16, 30, 99, 0.25),
        (16, 30, 99, 0.4),
        (30, 30, 180, 0.4),
        pytest.param(60, 60, 743, 0.25, marks=pytest.mark.slow),
        pytest.param(60, 60, 743, 0.4, marks=pytest.mark.slow),
        pytest.param(60, 60, 743, 0.6, marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("seed", seeds(range(2), fast=1))
def test_large_boards_opened_at_random(
    seed: int, height: int, width: int, mines: int, share: float
) -> None:
    """Wide components, against what Python proves and counts of them."""
    board = opened_at_random(seed, height, width, mines, share)
    try:
        count = KnowledgeBase(board).count()
    except LimitError:
        if seed < 2:  # those of CI are not
            raise
        pytest.skip("more than 10,000,000 entries: some boards of further seeds are too wide")
    with without_kernel():
        python = KnowledgeBase(board)
        floats = python.count().probabilities()
        total = python.count().total
    found = count.probabilities()
    np.testing.assert_allclose(found, floats, rtol=0, atol=2 * TOLERANCE)
    np.testing.assert_array_equal(found == 0, floats == 0)
    np.testing.assert_array_equal(found == 1, floats == 1)
    assert count.total == total


def test_an_answer_whose_board_is_gone() -> None:
    """Many boards in one call take the place of the board that an answer was found for."""
    board, other = Board.parse("mines: 2\n\n1???\n????"), Board.parse("??2?\n????")
    position = position_of(board)
    answer = marginals_of(position, None, NEVER)
    grids = other.grid[np.newaxis].copy()
    marginals, statuses = np.empty(grids.shape), np.empty(1, dtype=np.int32)
    marginals_of_many(grids, None, other.adjacency, marginals, statuses)
    found = counted_board(position, NEVER, answer)
    assert found is not None
    assert [one.boxes for one in found.components] == [[(1, 4, 5)]]


@pytest.mark.parametrize("seed", range(3))
def test_wide_components_with_uncertain_clues(seed: int) -> None:
    """So many numbers that sums by box would not be precise enough."""
    rng = Random(seed)
    board = opened_at_random(seed, 8, 9, 15, 0.45)
    model = clue_model("noisy(1/10)")
    shown = {
        cell: modelled(rng, board, cell, int(clue), model) for cell, clue in board.clues.items()
    }
    board = board.replace(shown)
    found = marginals_of(position_of(board), None, NEVER)
    assert found is not None
    assert found.marginals is not None
    with without_kernel():
        floats = KnowledgeBase(board).count().probabilities().ravel()
    np.testing.assert_allclose(found.marginals, floats, rtol=0, atol=2 * TOLERANCE)
