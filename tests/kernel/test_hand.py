"""Boards at hand: what is told and what is tried, against a fresh board."""

from __future__ import annotations

import gc
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State
from logicsweep.board import Clue
from logicsweep.kernel import context
from logicsweep.kernel.context import Status
from logicsweep.kernel.hand import Hand, WhatIf
from logicsweep.kernel.library import library
from logicsweep.kernel.whole import Answer, marginals_of
from logicsweep.limits import Budget
from logicsweep.system.system import Position, position_of
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import opened_at_random

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 20


def draw(seed: int) -> tuple[Position, Board, Neighbours | None, Fraction | None]:
    """A board of any kind without uncertain clues, and a density, known or not."""
    rng = Random(seed)
    board, near = draw_board(rng)
    board = board.replace(dict.fromkeys(board.uncertain, State.NO_CLUE))
    density = Fraction(rng.randint(1, 99), 100) if rng.random() < 0.7 else None
    return position_of(board), board, near, density


def in_hand(position: Position, density: Fraction | None) -> Hand:
    hand = Hand.of(position, density)
    assert hand is not None
    return hand


def check_same(found: Answer | WhatIf, fresh: Answer | None, what: object) -> None:
    """Two answers are one, but for roundings."""
    assert fresh is not None
    assert found.status == fresh.status, what
    if fresh.marginals is None:
        assert found.marginals is None, what
        return
    assert found.marginals is not None, what
    for decided in (0, 1):
        np.testing.assert_array_equal(
            found.marginals == decided, fresh.marginals == decided, str(what)
        )
    np.testing.assert_allclose(
        found.marginals, fresh.marginals, rtol=0, atol=2 * TOLERANCE, err_msg=str(what)
    )


def entries(position: Position, cell: int) -> list[int]:
    """Everything that a covered cell can turn out to be."""
    return [
        *(int(State.KNOWN_MINE), int(State.NO_CLUE)),
        *range(len(position.adjacency.neighbours(cell)) + 1),
    ]


@pytest.mark.parametrize("block", seeds(range(50), fast=10))
def test_what_if(block: int) -> None:
    """It is as if the cell had been opened, and afterwards as if nothing had been asked."""
    asked = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        position, board, _, density = draw(seed)
        hand = in_hand(position, density)
        before = hand.marginals(NEVER)
        check_same(before, marginals_of(position, density, NEVER), seed)
        if before.marginals is None:
            continue
        mass = hand.log2_mass()
        cells = [board.number(cell) for cell in board.covered]
        for cell in Random(seed).sample(cells, min(3, len(cells))):
            masses = {}
            for value in entries(position, cell):
                found = hand.what_if({cell: value}, NEVER)
                fresh = marginals_of(position.changed({cell: value}), density, NEVER)
                check_same(found, fresh, (seed, cell, value))
                masses[value] = 2 ** (found.log2_mass - mass)
                asked += 1
            # Without a density, layouts weigh the same: then these are shares of the layouts.
            if density is not None or board.mines is not None:
                mine = masses[State.KNOWN_MINE]
                assert mine == pytest.approx(before.marginals[cell], abs=1e-8), seed
                assert masses[State.NO_CLUE] == pytest.approx(1 - mine, abs=1e-8), seed
            assert sum(masses.values()) - masses[State.NO_CLUE] == pytest.approx(1, abs=1e-8), seed
            after = hand.marginals(NEVER)
            np.testing.assert_array_equal(after.marginals, before.marginals, str(seed))
            assert hand.log2_mass() == mass, seed
            assert (after.needs_prior, after.needs_total) == (
                before.needs_prior,
                before.needs_total,
            )
    assert asked


@pytest.mark.parametrize("block", seeds(range(50), fast=10))
def test_tell(block: int) -> None:
    """Cells in any order, some at once, and now and then what cannot be; questions in between."""
    told = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        position, board, near, density = draw(seed)
        masks = oracle.layouts(board, near)
        if not len(masks):
            continue
        rng = Random(seed)
        layout = masks[rng.randrange(len(masks))]
        cells = list(board.covered)
        rng.shuffle(cells)
        hand = in_hand(position, density)
        while cells:
            group = [cells.pop() for _ in range(min(len(cells), rng.randint(1, 3)))]
            if rng.random() < 0.8:
                hand.marginals(NEVER)
            changes = {}
            for cell in group:
                number = board.number(cell)
                shown = int(oracle.around(layout[None], cell, near)[0])
                value = State.KNOWN_MINE if layout[cell] else shown
                if rng.random() < 0.05:
                    value = rng.choice(entries(position, number))
                elif not layout[cell] and rng.random() < 0.1:
                    value = State.NO_CLUE
                changes[number] = int(value)
            position = position.changed(changes)
            hand.tell(changes, NEVER)
            told += len(changes)
            fresh = marginals_of(position, density, NEVER)
            if rng.random() < 0.7:
                check_same(hand.marginals(NEVER), fresh, seed)
            left = np.isin(position.states, (State.COVERED, State.FLAGGED)).nonzero()[0].tolist()
            assert fresh is not None
            if left and fresh.marginals is not None:
                cell = rng.choice(left)
                value = rng.choice(entries(position, cell))
                tried = marginals_of(position.changed({cell: value}), density, NEVER)
                check_same(hand.what_if({cell: value}, NEVER), tried, (seed, cell, value))
    assert told


@pytest.mark.parametrize("seed", seeds(range(8), fast=1))
@pytest.mark.parametrize(("size", "mines"), [(16, 51), (40, 330)])
def test_a_game_on_a_large_board(seed: int, size: int, mines: int) -> None:
    """Told hundreds of cells, most in the middle of large components."""
    rng = Random(seed)
    start = opened_at_random(seed, size, size, mines, 0.2)
    (layout,) = KnowledgeBase(start).sample(n=1, seed=seed)
    position = position_of(start)
    hand = in_hand(position, None)
    safe = [cell for cell in start.covered if not layout[cell]]
    for turn, cell in enumerate(rng.sample(safe, min(200, len(safe)))):
        number = start.number(cell)
        value = int(oracle.around(layout[None], cell)[0])
        hand.what_if({number: rng.choice(entries(position, number))}, NEVER)
        position = position.changed({number: value})
        assert hand.tell({number: value}, NEVER) == Status.OK
        if turn % 20 == 0:
            check_same(hand.marginals(NEVER), marginals_of(position, None, NEVER), turn)


def test_what_cannot_be_asked() -> None:
    board = Board.parse("mines: 1\n\n??1_?")
    position = position_of(board)
    hand = in_hand(position, None)
    before = hand.marginals(NEVER)
    for cell, value in (
        (2, 0),
        (3, 0),
        (-1, 0),
        (5, 0),
        (0, 9),
        (0, 127),
        (0, -1),
        (0, -2),
        (0, -5),
    ):
        assert hand.what_if({cell: value}, NEVER).status == Status.CLASH
    np.testing.assert_array_equal(hand.marginals(NEVER).marginals, before.marginals)
    uncertain = position_of(board.replace({(0, 2): Clue.at_least(1)}))
    assert Hand.of(uncertain, None) is None
    with without_kernel():
        assert Hand.of(position, None) is None


def test_the_mass_is_that_of_the_board() -> None:
    """Trying a move changes nothing that is said of the board afterwards."""
    hand = in_hand(position_of(Board.parse("mines: 2\n\n1???\n????")), None)
    assert hand.marginals(NEVER).status == Status.OK
    before = hand.log2_mass()
    tried = hand.what_if({7: int(State.KNOWN_MINE)}, NEVER)
    # One mine among the three cells around the clue; the other one among four, or known.
    assert before == pytest.approx(np.log2(12))
    assert tried.log2_mass == pytest.approx(np.log2(3))
    assert hand.log2_mass() == before


def test_a_change_that_is_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """The next question, of either kind, is about the board with the change."""
    board = Board.parse("mines: 2\n\n1???\n????")
    for is_tried in (False, True):
        position = position_of(board)
        hand = in_hand(position, None)
        hand.marginals(NEVER)
        with monkeypatch.context() as patch:
            patch.setattr(context.Context, "ask", interrupted)
            with pytest.raises(KeyboardInterrupt):
                hand.tell({1: int(State.KNOWN_MINE)}, NEVER)
        position = position.changed({1: int(State.KNOWN_MINE)})
        if is_tried:
            mine = int(State.KNOWN_MINE)
            wanted = marginals_of(position.changed({7: mine}), None, NEVER)
            check_same(hand.what_if({7: mine}, NEVER), wanted, "tried")
        else:
            check_same(hand.marginals(NEVER), marginals_of(position, None, NEVER), "asked")


def interrupted(*_: object, **__: object) -> int:
    raise KeyboardInterrupt


def test_questions_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each is stopped after a moment, and made again in another thread."""
    position = position_of(opened_at_random(3, 20, 20, 60, 0.3))
    before = in_hand(position, None)
    first = before.marginals(NEVER)
    assert first.marginals is not None
    cell = int(((first.marginals > 0) & (first.marginals < 1)).nonzero()[0][0])
    mine = int(State.KNOWN_MINE)
    tried = before.what_if({cell: mine}, NEVER)
    monkeypatch.setattr(context, "_BRIEF", 0)
    hand = in_hand(position, None)
    np.testing.assert_array_equal(hand.marginals(NEVER).marginals, first.marginals)
    np.testing.assert_array_equal(hand.what_if({cell: mine}, NEVER).marginals, tried.marginals)
    # A change that was stopped is made on a board that is loaded anew.
    assert hand.tell({cell: mine}, NEVER) != Status.CLASH
    check_same(
        hand.marginals(NEVER), marginals_of(position.changed({cell: mine}), None, NEVER), "told"
    )


def test_a_low_ceiling_is_not_left_to_others() -> None:
    """A context with little memory is not put by for the next hand."""
    position = position_of(opened_at_random(3, 20, 20, 60, 0.3))
    loaded = library()
    assert loaded is not None
    hand = Hand(position, None, context.Context(loaded, most_bytes=20_000))
    assert hand.marginals(NEVER).status == Status.MEMORY
    del hand
    assert in_hand(position, None).marginals(NEVER).status == Status.OK


@pytest.mark.parametrize("is_first", [True, False])
def test_a_hand_in_a_cycle_of_garbage(is_first: bool) -> None:
    """Its context may be deleted before it puts it by, or afterwards; nobody gets it then."""
    board = Board.parse("mines: 2\n\n????\n1211")
    expected = KnowledgeBase(board).probabilities().ravel()
    for _ in range(5):
        hand = Hand.of(position_of(board), None)
        assert hand is not None
        assert hand.marginals(NEVER).status == Status.OK
        cycle: list[object] = [hand, hand._own] if is_first else [hand._own, hand]  # noqa: SLF001
        cycle.append(cycle)
        del hand, cycle
        gc.collect(1)  # what is young
        again = Hand.of(position_of(board), None)
        assert again is not None
        marginals = again.marginals(NEVER).marginals
        np.testing.assert_array_equal(marginals, expected)
