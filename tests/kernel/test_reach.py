"""How far proofs lead in a known layout: the kernel against Python, with any neighbours."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from logicsweep import Board, LimitError, State
from logicsweep.games import NoGuess, deal
from logicsweep.games.dealing.walk import reach, truth_of, walk_from
from logicsweep.kernel import context, play as native
from logicsweep.kernel.context import Status
from logicsweep.kernel.play import Walk
from logicsweep.limits import Budget
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.games.making import bare
from tests.judges.fuzz import draw_board

pytestmark = needs_kernel

NEVER = Budget(None)


def begun(board: Board, mines: list[int], start: int, total: int | None) -> Walk:
    mask = np.zeros(board.grid.size, dtype=np.bool_)
    mask[mines] = True
    adjacency = board.adjacency
    return walk_from(truth_of(mask.reshape(board.shape), adjacency), adjacency, start, total)


def copied(walk: Walk) -> Walk:
    return walk._replace(states=walk.states.copy(), order=walk.order.copy())


@pytest.mark.parametrize("block", seeds(range(40), fast=8))
def test_any_neighbours(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        rng = Random(f"reach {seed}")
        board, _ = draw_board(rng)
        size = board.grid.size
        mines = rng.sample(range(size), rng.randint(0, size - 1))
        start = rng.choice([cell for cell in range(size) if cell not in mines])
        walk = begun(board, mines, start, len(mines) if rng.random() < 0.5 else None)
        for level in (1, 2, None):
            ours, theirs = copied(walk), copied(walk)
            reach(ours, level=level, budget=NEVER)
            with without_kernel():
                reach(theirs, level=level, budget=NEVER)
            assert ((ours.states >= 0) == (theirs.states >= 0)).all(), (seed, level)
            assert not (ours.truth[ours.states == State.KNOWN_MINE] >= 0).any(), (seed, level)


def test_the_same_call_goes_on_where_it_stopped() -> None:
    """From any position on the way the end is the same."""
    rng = Random(5)
    board = Board(np.full((9, 9), State.COVERED))
    for _ in range(30):
        start = rng.randrange(81)
        mines = rng.sample([cell for cell in range(81) if cell != start], 12)
        walk = begun(board, mines, start, 12)
        whole = copied(walk)
        assert native.reach(whole, level=0, budget=NEVER) == Status.OK
        assert native.reach(walk, level=1, budget=NEVER) == Status.OK
        before = walk.order.copy()
        assert native.reach(walk, level=0, budget=NEVER) == Status.OK
        assert (walk.states == whole.states).all() or (
            (walk.states >= 0) == (whole.states >= 0)
        ).all()
        opened = int(before[0])
        assert (walk.order[1 : opened + 1] == before[1 : opened + 1]).all()
        assert walk.order[0] == whole.order[0]


def test_a_position_that_disagrees_with_the_layout_is_a_clash() -> None:
    board = Board(np.full((1, 4), State.COVERED))
    walk = begun(board, [2], 0, 1)
    walk.states[1] = 0  # the layout shows 1
    assert native.reach(walk, level=1, budget=NEVER) == Status.CLASH


def test_a_long_game_hears_of_its_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """As a very large layout would: what is done at once, with no ear for anything, is used up."""
    setting = bare(height=100, width=100, mines=1800)
    safe = 100 * 100 - 1800
    layout = deal(setting, seed=0, no_guess=NoGuess(), mode="repaired").layout
    board = Board(np.full(layout.mask.shape, State.COVERED))
    walk = begun(board, np.flatnonzero(layout.mask.ravel()).tolist(), 50 * 100 + 50, 1800)
    stopped, patient = copied(walk), copied(walk)
    monkeypatch.setattr(context, "_BRIEF", 500)
    monkeypatch.setattr(context, "_CONTEXTS", context._Contexts())  # noqa: SLF001
    with pytest.raises(LimitError):
        reach(stopped, level=None, budget=Budget(1e-9))
    assert 0 < stopped.order[0] < safe
    assert (stopped.truth[stopped.states >= 0] == stopped.states[stopped.states >= 0]).all()
    reach(patient, level=None, budget=Budget(60))
    assert patient.order[0] == safe
    reach(stopped, level=None, budget=NEVER)
    assert (stopped.states >= 0).sum() == safe
