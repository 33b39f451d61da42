"""Models by rank: with each number of mines the ranks of a component are its models, each once."""

from __future__ import annotations

import copy
import pickle
from collections import defaultdict
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.kernel import context as in_context
from logicsweep.kernel.exact import RankedModels
from logicsweep.limits import Budget
from logicsweep.tables.counted import native_counts
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import opened_at_random

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 10


@pytest.mark.parametrize("block", seeds(range(160), fast=40))
def test_ranks_are_models(block: int) -> None:
    """Without the mine count each component has the models that all layouts have in its cells."""
    seen = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        board, near = small_board(seed)
        masks = oracle.layouts(Board(board.grid, adjacency=board.adjacency), near)
        counted = native_counts(board, NEVER)
        if counted is None:
            continue
        assert counted.ranked is not None
        flat = masks.reshape(len(masks), -1)
        for component, (boxes, counts) in enumerate(
            zip(counted.boxes, counted.counts, strict=True)
        ):
            cells = sorted(cell for box in boxes for cell in box)
            expected = defaultdict(set)
            for model in np.unique(flat[:, cells], axis=0):
                expected[int(model.sum())].add(model.tobytes())
            found = {}
            for place, number in enumerate(counts.counts):
                if not number:
                    continue
                ranked = all_of(counted.ranked, component, place, number)
                others = np.delete(ranked, cells, axis=1)
                assert not others[:, : board.grid.size].any() or len(counted.counts) > 1
                models = {row.tobytes() for row in ranked[:, cells]}
                assert len(models) == number, seed
                found[counts.lowest + place] = models
            assert found == expected, seed
            seen += 1
    assert seen


def small_board(seed: int) -> tuple[Board, Neighbours | None]:
    """A board of any kind with exact clues; every second one is opened cell by cell."""
    rng = Random(seed)
    while seed % 2:
        height, width = rng.randint(4, 6), rng.randint(3, 6)
        size = height * width
        share, mines = rng.uniform(0.2, 0.9), rng.randint(1, min(size - 9, size // 2))
        board = opened_at_random(rng.randrange(10**6), height, width, mines, share)
        if 6 <= len(board.covered) <= 15:
            return board, None
    while True:
        board, near = draw_board(rng)
        if not board.uncertain:
            return board, near


def all_of(ranked: RankedModels, component: int, place: int, number: int) -> np.ndarray:
    """All models of a component with one number of mines; the other components have their first."""
    count = len(ranked.are_ranked)
    places = [[place if each == component else 0 for each in range(count)]] * number
    ranks = [[rank if each == component else 0 for each in range(count)] for rank in range(number)]
    layouts = ranked.layouts(places, ranks, NEVER)
    assert layouts is not None
    return layouts


def test_ranks_out_of_range() -> None:
    counted = native_counts(Board.parse("?1?"), NEVER)
    assert counted is not None
    ranked = counted.ranked
    assert ranked is not None
    for place, rank in ((0, 2), (0, -1), (1, 0), (-1, 0), (0, 2**62)):
        assert ranked.layouts([[place]], [[rank]], NEVER) is None
    layouts = ranked.layouts([[0], [0]], [[0], [1]], NEVER)
    assert layouts is not None
    assert sorted(map(bytes, layouts)) == [b"\0\0\1", b"\1\0\0"]


def test_components_of_both_kinds() -> None:
    """Components with large counts are drawn in Python, the others on the same board are not."""
    board = opened_at_random(2, 40, 40, 330, 0.2)
    counted = native_counts(board, NEVER)
    assert counted is not None
    assert counted.ranked is not None
    assert set(counted.ranked.are_ranked) == {False, True}
    samples = KnowledgeBase(board).sample(n=6, seed=1)
    assert (samples.sum(axis=(1, 2)) == 330).all()
    for cell, shown in board.clues.items():
        assert (oracle.around(samples, cell) == shown).all()
        assert not samples[:, cell.row, cell.column].any()


def test_a_seed_gives_the_same_layouts() -> None:
    """Whatever the context did meanwhile, in copies, and however long a call takes."""
    board = opened_at_random(3, 16, 16, 40, 0.2)
    kb = KnowledgeBase(board)
    expected = kb.sample(n=5, seed=7)
    assert len(np.unique(expected, axis=0)) > 1
    KnowledgeBase(Board.parse("?1?")).probabilities(density=0.2)
    copies = [copy.copy(kb), copy.deepcopy(kb), pickle.loads(pickle.dumps(kb))]  # noqa: S301
    for again in (kb, *copies, KnowledgeBase(board)):
        np.testing.assert_array_equal(again.sample(n=5, seed=7), expected)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(in_context, "_BRIEF", 0)
        patch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
        np.testing.assert_array_equal(KnowledgeBase(board).sample(n=5, seed=7), expected)


def test_a_kernel_that_is_gone() -> None:
    """What it counted is drawn from in Python."""
    board = opened_at_random(3, 16, 16, 40, 0.2)
    kb = KnowledgeBase(board)
    kb.sample(n=1, seed=7)
    with without_kernel():
        samples = kb.sample(n=5, seed=7)
    for cell, shown in board.clues.items():
        assert (oracle.around(samples, cell) == shown).all()
    assert (samples.sum(axis=(1, 2)) == 40).all()


def test_nothing_is_proved() -> None:
    kb = KnowledgeBase(opened_at_random(3, 16, 16, 40, 0.2))
    kb.sample(n=1, seed=7)
    assert kb.counted == (0, 0)
