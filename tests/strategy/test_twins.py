"""What the kernel does in one call for a guess, against the twin, which asks for each what-if."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import Board
from logicsweep.kernel import context as in_context
from logicsweep.kernel.hand import Hand
from logicsweep.limits import Budget
from logicsweep.strategy import STANDARD, WhatIf, fifty_fifties
from logicsweep.strategy.candidates import candidates
from logicsweep.strategy.fifty import FiftyFifty, counted_fifties
from logicsweep.strategy.score import Score, scores_of
from logicsweep.system.system import position_of
from tests.conftest import needs_kernel, seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random
from tests.strategy.test_fifty import draw

pytestmark = needs_kernel

SHAPES = ((5, 6, 7), (9, 9, 10), (9, 9, 18), (16, 16, 50))


def boards(seed: int) -> Iterator[Board]:
    """A board opened at random, with its mine count, a range around it, and a density."""
    rng = Random(seed)
    height, width, mines = rng.choice(SHAPES)
    board = opened_at_random(seed, height, width, mines, rng.uniform(0.3, 0.8))
    yield board
    yield board.with_total((mines - 1, mines + 1))
    yield Board(board.grid, density=Fraction(mines, height * width))


def both(root: WhatIf, goal: float) -> tuple[list[FiftyFifty], list[Score]]:
    """50/50s, and the scores of the candidates in another order than by their risk."""
    cells = candidates(root, STANDARD).cells
    return fifty_fifties(root), scores_of(root, cells, STANDARD, goal=goal)


@pytest.mark.parametrize("seed", seeds(range(120), fast=30))
def test_the_twins_agree(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """They agree to the last digit, since both ask the kernel for the same what-ifs."""
    roots = [WhatIf.of(board) for board in boards(seed)]
    goals = [-1.0, 0.7, 0.9]
    natively = list(map(both, roots, goals))
    assert all(root.hand is not None for root in roots)
    monkeypatch.setattr(WhatIf, "hand", None)
    assert natively == list(map(both, roots, goals))


def test_calls_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are stopped after a moment, and made again in another thread."""
    root = WhatIf.of(opened_at_random(3, 9, 9, 10, 0.4))
    expected = both(root, -1.0)
    assert expected[0]
    assert any(not score.is_cut for score in expected[1])
    monkeypatch.setattr(in_context, "_BRIEF", 0)
    monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
    assert both(WhatIf.of(root.board), -1.0) == expected


@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_layouts_are_counted_exactly(seed: int) -> None:
    """Those of a 50/50 with the mines in its first half are counted among all layouts."""
    board = draw(seed)
    masks = oracle.layouts(board)
    flat = masks.reshape(len(masks), -1)
    for fifty, layouts in counted_fifties(WhatIf.of(board)):
        if fifty.is_unavoidable:
            continue
        mined, safe = map(list, fifty.halves)
        mined += fifty.open_ends
        wanted = int((flat[:, mined].all(axis=1) & ~flat[:, safe].any(axis=1)).sum())
        assert layouts == wanted, seed


def test_numbers_of_several_limbs() -> None:
    """On a board with more than 2^128 layouts; the probability in floats is another count."""
    board = opened_at_random(0, 16, 30, 99, 0.05)
    root = WhatIf.of(board)
    assert root.layouts > 1 << 128
    counted = [pair for pair in counted_fifties(root) if not pair[0].is_unavoidable]
    assert counted
    for fifty, layouts in counted:
        assert layouts is not None
        share = Fraction(2 * layouts, root.layouts)
        assert float(share) == pytest.approx(fifty.probability, rel=1e-8)


def test_a_hand_without_a_board() -> None:
    """Without a layout nothing is found, and nothing is written."""
    board = Board([[-1, 3]], mines=1)
    hand = Hand.of(position_of(board), None)
    assert hand is not None
    marginals = np.array([0.5, np.nan])
    limits = {"second": 0.2, "goal": -1.0, "close": 1e-9, "budget": Budget(None)}
    assert hand.look_ahead([0], marginals, **limits) is None  # type: ignore[arg-type]
    assert hand.links(marginals) == []
    swaps = np.array([[0], [1]], dtype=np.int32), np.array([[2]], dtype=np.int32)
    assert hand.fifties(swaps, 1, marginals, close=1e-8, budget=Budget(None)) is None
