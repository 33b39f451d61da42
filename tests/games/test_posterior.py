"""Layouts drawn cell by cell: each is as likely, and the same with and without the kernel."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from logicsweep import Board
from logicsweep.games.dealing.posterior import is_redrawn, redrawn, replacing_source
from logicsweep.strategy.whatif import WhatIf
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.making import random_board

# What the oracle can list.
MOST = 14
CORNER = """\
mines: 3

1???
?2??
????
"""
ROW = """\
mines: 4

?1??2??
???????
"""


def draws(board: Board, safe: list[int], seed: int, count: int) -> Counter[bytes]:
    """How often each layout is drawn."""
    source, root = replacing_source(seed), WhatIf.of(board)
    return Counter(redrawn(root, safe, source).tobytes() for _ in range(count))


@pytest.mark.parametrize("seed", seeds(range(20), fast=1))
@pytest.mark.parametrize(("text", "safe"), [(CORNER, [6]), (CORNER, [11]), (ROW, [3, 13])])
def test_each_layout_is_as_likely(text: str, safe: list[int], seed: int) -> None:
    """Pearson's statistic is within five standard deviations of its mean."""
    board = Board.parse(text)
    assert is_redrawn(board)
    masks = oracle.layouts(board).reshape(-1, board.grid.size)
    wanted = {mask.tobytes() for mask in masks if not mask[safe].any()}
    count = 40 * len(wanted)
    drawn = draws(board, safe, seed, count)
    assert set(drawn) <= wanted
    expected = count / len(wanted)
    statistic = sum((drawn[layout] - expected) ** 2 / expected for layout in wanted)
    freedom = len(wanted) - 1
    assert statistic < freedom + 5 * (2 * freedom) ** 0.5, (seed, statistic, freedom)


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(200), fast=10))
def test_the_kernel_decides_nothing(seed: int) -> None:
    rng = Random(seed)
    while True:
        board = random_board(rng.randrange(10**6), covered=rng.randint(2, 30), lie=0)
        root = WhatIf.of(board)
        if is_redrawn(board) and root.is_possible and board.covered:
            break
    safe = [cell for cell, risk in enumerate(root.marginals.tolist()) if risk < 1]
    safe = rng.sample(safe, min(1, len(safe)))
    layouts = [redrawn(root, safe, replacing_source(turn)) for turn in range(seed, seed + 5)]
    with without_kernel():
        twin = WhatIf.of(board)
        for turn, layout in enumerate(layouts):
            assert (redrawn(twin, safe, replacing_source(seed + turn)) == layout).all(), turn
    masks = oracle.layouts(board) if len(board.covered) <= MOST else np.empty(0)
    assert len(masks) == 0 or {*map(bytes, layouts)} <= {*map(bytes, masks)}, seed


def test_a_seed_is_taken_modulo_two_to_the_64th() -> None:
    assert replacing_source(-1).output() == replacing_source(2**64 - 1).output()
    assert replacing_source(2**64 + 3).output() == replacing_source(3).output()
