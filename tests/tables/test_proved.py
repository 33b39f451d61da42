"""Counts of positions too large for the oracle, against what is proved of them."""

from __future__ import annotations

import random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State
from logicsweep.tables import ModelCount
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import asp_is_slow, seeds
from tests.judges.making import clue, deal, opened_at_random


def played_on(count: ModelCount, kb: KnowledgeBase) -> None:
    """Chances are 0 and 1 exactly where that is proved, and add up to the total."""
    proved = kb.consequences()
    fractions = count.fractions()
    floats = count.probabilities()
    assert {cell for cell, chance in fractions.items() if chance == 0} == proved.safe
    assert {cell for cell, chance in fractions.items() if chance == 1} == proved.mines
    np.testing.assert_array_equal(floats == 0, proved.safe_mask)
    np.testing.assert_array_equal(floats == 1, proved.mine_mask)
    assert sum(fractions.values()) == kb.board.mines
    for cell, chance in fractions.items():
        assert abs(floats[cell] - chance) <= TOLERANCE


@pytest.mark.few(8)
@asp_is_slow
@pytest.mark.usefixtures("either_engine", "either_kernel")
@pytest.mark.parametrize(("size", "mines", "share"), [(9, 10, 0.3), (16, 50, 0.4), (20, 80, 0.25)])
@pytest.mark.parametrize("seed", seeds(range(8), fast=2))
def test_boards_opened_at_random(seed: int, size: int, mines: int, share: float) -> None:
    kb = KnowledgeBase(opened_at_random(seed, size, size, mines, share))
    # The knowledge base that counts first has not proved anything before.
    fresh = KnowledgeBase(kb.board)
    played_on(fresh.count(), kb)
    played_on(kb.count(), fresh)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", seeds(range(3)))
def test_fifty_by_fifty(seed: int) -> None:
    board = opened_at_random(seed, 50, 50, 515, 0.5)
    kb = KnowledgeBase(board)
    played_on(kb.count(), KnowledgeBase(board))


@pytest.mark.slow
@pytest.mark.usefixtures("either_engine")
def test_after_a_tell_the_count_is_that_of_a_fresh_knowledge_base() -> None:
    rng = random.Random(4)
    for seed in range(6):
        board = opened_at_random(seed, 12, 12, 25, 0.25)
        kb = KnowledgeBase(board)
        for _ in range(6):
            count = kb.count()
            unknown = [cell for cell, chance in count.fractions().items() if 0 < chance < 1]
            if not unknown:
                break
            kb.tell(rng.choice(unknown), State.NO_CLUE)
            again = KnowledgeBase(kb.board).count()
            assert kb.count().total == again.total, seed
            assert kb.count().fractions() == again.fractions(), seed


@pytest.mark.few(4)
@asp_is_slow
@pytest.mark.usefixtures("either_engine", "either_kernel")
@pytest.mark.parametrize(("size", "mines"), [(9, 10), (16, 40)])
@pytest.mark.parametrize("seed", seeds(range(6), fast=2))
def test_games_played_by_the_least_risk(seed: int, size: int, mines: int) -> None:
    """One knowledge base is told every cell; at every guess its counts are held against proofs."""
    rng = random.Random(seed)
    layout, first = deal(rng, size, size, mines)
    board = Board(np.full(layout.shape, State.COVERED, dtype=np.int8), mines=mines)
    kb = KnowledgeBase(board)
    queue = {first}
    for _ in range(size * size):
        while queue:
            kb.tell_all({cell: clue(layout, cell) for cell in queue})
            queue = set(kb.consequences().safe)
        count = kb.count()
        fresh = KnowledgeBase(kb.board)
        assert count.fractions() == fresh.count().fractions()
        played_on(count, fresh)
        least = count.least_risky()
        if least.probability in (0, 1):
            break
        assert least.probability == min(p for p in count.fractions().values() if p)
        # A mine that is hit is shown, and the game goes on.
        guess = least.cells[0]
        if layout[guess]:
            kb.tell(guess, State.KNOWN_MINE)
        else:
            queue = {guess}
    assert not kb.count().least_risky().cells or kb.count().least_risky().probability == 1
