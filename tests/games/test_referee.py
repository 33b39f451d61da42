"""Referees: which guesses are punished and forgiven, judged by all layouts written down."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, Layout
from logicsweep.games.dealing.seeded import SplitMix64
from logicsweep.games.referee import Event, ruling
from tests.conftest import seeds, without_kernel
from tests.judges import oracle, ruled_boards
from tests.judges.chances import chi_square
from tests.judges.making import opened_at_random


def agreeing(board: Board) -> list[Layout]:
    """All layouts of a board, written down by the oracle."""
    near = None if board.own_adjacency is None else board.own_adjacency.lists
    is_ruled = not board.rules.is_standard
    masks = ruled_boards.layouts(board) if is_ruled else oracle.layouts(board, near)
    return [Layout(mask, adjacency=board.own_adjacency) for mask in masks]


@pytest.mark.parametrize("seed", seeds(range(40)))
def test_a_referee_rules_by_all_layouts(seed: int) -> None:
    rng = Random(seed)
    board = opened_at_random(seed, 4, 4, 4, rng.choice((0.2, 0.4, 0.6)))
    every = agreeing(board)
    safe = {cell for cell in board.covered if not any(layout.mask[cell] for layout in every)}
    for cell in board.covered:
        layout = rng.choice(every)
        can_be = {bool(other.mask[cell]) for other in every}
        for forgives in (False, True):
            ruled = ruling(board, cell, layout, SplitMix64(seed), forgives=forgives)
            assert ruled.layout in every
            assert ruled.is_guess == (cell not in safe)
            event: Event | None = None
            if can_be == {False, True}:
                if safe:
                    event = "punished"
                elif forgives and layout.mask[cell]:
                    event = "forgiven"
            assert ruled.event == event
            if event is None:
                assert ruled.layout == layout
            else:
                assert ruled.layout.mask[cell] == (event == "punished")
            with_none = ruling(board, cell, layout, SplitMix64(1), punishes=False)
            assert with_none.layout == layout
            assert with_none.event is None


DRAWS = 120
BOARDS: dict[str, tuple[Board, Cell]] = {
    "plain": (Board.parse("mines: 2\n\n???\n1??\n???"), Cell(0, 0)),
    "a range": (Board.parse("mines: 1..3\n\n???\n1??"), Cell(0, 0)),
    "a density": (Board.parse("density: 1/4\n\n???\n1??"), Cell(0, 0)),
    "rules": (Board.parse("mines: 3\nrules: 1M\n\n???\n2??\n???"), Cell(0, 0)),
    "layout rules": (Board.parse("mines: 2\nrules: A\n\n???\n1??\n???"), Cell(0, 0)),
    "a torus": (
        Board.parse("mines: 2\n\n????\n1???\n????").altered(adjacency=Adjacency.torus(3, 4)),
        Cell(0, 3),
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_layouts_are_as_likely_as_counts_weigh_them(name: str) -> None:
    board, cell = BOARDS[name]
    every = agreeing(board)
    mined = [layout for layout in every if layout.mask[cell]]
    free = [layout for layout in every if not layout.mask[cell]]
    assert mined
    counts: Counter[Layout] = Counter()
    for seed in range(DRAWS if "rules" not in name else DRAWS // 2):
        ruled = ruling(board, cell, mined[0], SplitMix64(seed), forgives=True)
        assert ruled.event == "forgiven"
        counts[ruled.layout] += 1
    assert set(counts) <= set(free)
    odds = 1 / 3 if board.density is not None else 1.0  # a mine is a third as likely as none
    weights = np.array([odds ** int(layout.mask.sum()) for layout in free])
    expected = weights / weights.sum() * counts.total()
    assert chi_square([counts[layout] for layout in free], expected) > 1e-4


@pytest.mark.parametrize("seed", seeds(range(40, 48)))
def test_the_kernel_changes_no_ruling(seed: int) -> None:
    board = opened_at_random(seed, 9, 9, 12, 0.3)
    layout = Layout(np.zeros((9, 9), dtype=np.bool_))
    layout.mask.flags.writeable = False

    def ruled() -> list[Any]:
        return [
            ruling(board, cell, layout, SplitMix64(seed), forgives=True)
            for cell in board.covered[::7]
        ]

    natively = ruled()
    with without_kernel():
        assert ruled() == natively
