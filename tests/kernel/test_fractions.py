"""The kernel's number of layouts and its fractions: against all layouts, closed forms, the twin."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import comb
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State
from logicsweep.board import Clue
from logicsweep.board.adjacency import Adjacency
from logicsweep.kernel import context as in_context, headers
from logicsweep.kernel.context import OK, Context, Status
from logicsweep.kernel.exact import ExactBoard, exact_board
from logicsweep.kernel.whole import NO_PRIOR, load, marginals_of
from logicsweep.limits import Budget
from logicsweep.system.system import position_of
from logicsweep.tables.counted import native_counts
from logicsweep.tables.prior import KnownTotal
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import opened_at_random, random_board, uncertain_board
from tests.kernel.test_many_components import exactly, many

pytestmark = needs_kernel

NEVER = Budget(None)
ANY_WORK = 1e15
BLOCK = 20


def whole(board: Board, most_work: float = headers.LS_BRIEF_JOIN) -> ExactBoard | None:
    return exact_board(position_of(board), NEVER, most_work=most_work)


def check_against_all_layouts(board: Board, near: Neighbours | None, seed: int) -> bool:
    """Compare with the oracle; None is right for likelihoods alone, and without a layout."""
    found = whole(board)
    masks = oracle.layouts(board, near)
    is_weighted = any(clue.weights is not None for clue in board.uncertain.values())
    if is_weighted or not len(masks):
        assert found is None, seed
        return False
    assert found is not None, seed
    assert found.layouts == len(masks), seed
    sums = masks.reshape(len(masks), -1).sum(axis=0).tolist()
    numbers = [board.number(cell) for cell in board.covered]
    expected = {number: Fraction(sums[number], len(masks)) for number in numbers}
    assert {number: found.marginal(number) for number in expected} == expected, seed
    assert found.marginals == expected, seed
    assert list(found.marginals) == numbers, seed
    return True


@pytest.mark.parametrize("block", seeds(range(120), fast=30))
def test_layouts_and_fractions_are_those_of_all_layouts(block: int) -> None:
    """Any neighbours, totals, ranges and none, and known mines."""
    answered = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        board, near = (random_board(seed), None) if seed % 2 else draw_board(Random(seed))
        answered += check_against_all_layouts(board, near, seed)
    assert answered


@pytest.mark.parametrize("block", seeds(range(60), fast=12))
def test_bounds_for_clues(block: int) -> None:
    """Clues that allow several numbers, each as likely; likelihoods are left to Python."""
    answered = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        board = uncertain_board(seed)
        is_answered = check_against_all_layouts(board, None, seed)
        answered += is_answered and bool(board.uncertain)
    assert answered


def limb_edges(cells: int) -> Iterable[int]:
    """Mine counts for which the number of layouts is next to a power of 2^64, and others."""
    near = {0, 1, cells - 1, cells, cells // 2}
    for mines in range(cells):
        limbs = [comb(cells, held).bit_length() // 64 for held in (mines, mines + 1)]
        if limbs[0] != limbs[1]:
            near |= {mines, mines + 1}
    return sorted(near)


@pytest.mark.parametrize("cells", [1, 2, 64, 67, 68, 69, 70, 90, 128, 131, 132, 133, 200])
def test_no_clue(cells: int) -> None:
    """Binomial coefficients of one limb and of several, at their edges; all subsets."""
    found = whole(Board(np.full((1, cells), State.COVERED)))
    assert found is not None
    assert found.layouts == 2**cells
    assert found.marginals == dict.fromkeys(range(cells), Fraction(1, 2))
    for mines in limb_edges(cells):
        found = whole(Board(np.full((1, cells), State.COVERED), mines=mines))
        assert found is not None
        assert found.layouts == comb(cells, mines)
        assert found.marginals == dict.fromkeys(range(cells), Fraction(mines, cells))
        for lower, upper in ((0, mines), (mines, cells), (mines // 2, mines)):
            board = Board(np.full((1, cells), State.COVERED), mines=(lower, upper))
            layouts = sum(comb(cells, held) for held in range(lower, upper + 1))
            held = sum(held * comb(cells, held) for held in range(lower, upper + 1))
            marginals = dict.fromkeys(range(cells), Fraction(held, layouts * cells))
            found = whole(board)
            assert found is not None
            assert (found.layouts, found.marginals) == (layouts, marginals)


@pytest.mark.parametrize("is_range", [False, True])
def test_many_pieces(*, is_range: bool) -> None:
    """From one limb to more work than is done; Python does the rest with the same result."""
    left = 0
    for count in (1, 2, 9, 20, 45, 130):
        for interior in (0, 1, 3, 40, 240):
            lower = min(count + count // 3 + interior // 4, 2 * count + interior)
            upper = min(lower + count // 2, 2 * count + interior) if is_range else lower
            board = many(count, interior, (lower, upper) if is_range else lower)
            layouts, shared, beside, inside = exactly_with_or_without(count, interior, lower, upper)
            found = whole(board)
            counted = KnowledgeBase(board).count()
            assert counted.total == layouts
            fractions = counted.fractions()
            assert fractions[0, 2] == shared
            assert fractions[0, 0] == fractions[0, 4] == beside
            rows = 2 * -(-count // 100)
            if interior:
                assert fractions[rows + 1, 0] == inside
            left += found is None
            if found is not None:
                assert found.layouts == layouts
                assert {board.cell(n): p for n, p in found.marginals.items()} == fractions
    assert 0 < left < 15


def exactly_with_or_without(
    count: int, interior: int, lower: int, upper: int
) -> tuple[int, Fraction, Fraction, Fraction]:
    """As `exactly`; an interior without cells has no marginal."""
    if interior:
        return exactly(count, interior, lower, upper)
    kept = {pairs: comb(count, pairs) for pairs in range(lower - count, upper - count + 1)}
    layouts = sum(kept.values())
    shared = Fraction(sum(n * (count - pairs) for pairs, n in kept.items()), layouts * count)
    return layouts, shared, 1 - shared, Fraction(0)


@pytest.mark.parametrize("seed", seeds(range(40), fast=12))
def test_the_twin_says_the_same(seed: int) -> None:
    """Larger boards, opened at random, under a number or a range."""
    rng = Random(seed)
    height, width = rng.choice([(9, 9), (16, 16), (16, 30)])
    mines = height * width * rng.randint(10, 30) // 100
    board = opened_at_random(seed, height, width, mines, rng.choice([0.03, 0.1, 0.25, 0.7, 0.9]))
    if rng.random() < 0.4:
        board = Board(board.grid, mines=(mines - rng.randint(0, 9), mines + rng.randint(0, 9)))
    for asked in (board, board.without_total()):
        found, complete = whole(asked), whole(asked, ANY_WORK)
        with without_kernel():  # without a mine count, all layouts weigh the same by halves
            python = KnowledgeBase(asked).count(density=Fraction(1, 2))
            total, fractions = python.total, python.fractions()
        natively = KnowledgeBase(asked).count(density=Fraction(1, 2))
        assert natively.total == total
        assert natively.fractions() == fractions
        assert natively.least_risky() == python.least_risky()
        assert complete is not None
        for counted in (complete, found or complete):
            assert counted.layouts == total
            assert {board.cell(n): p for n, p in counted.marginals.items()} == fractions


@pytest.mark.parametrize(
    ("seed", "height", "width", "mines", "share"),
    [
        (2, 40, 40, 330, 0.2),
        (0, 24, 24, 120, 0.3),
        pytest.param(4, 40, 40, 330, 0.3, marks=pytest.mark.slow),
        pytest.param(0, 60, 60, 700, 0.25, marks=pytest.mark.night),
    ],
)
def test_counts_that_are_not_whole_in_doubles(
    seed: int, height: int, width: int, mines: int, share: float
) -> None:
    """They are counted in limbs: against Python's fractions, with a mine count and without one."""
    board = opened_at_random(seed, height, width, mines, share)
    counted = native_counts(board, NEVER)
    assert counted is not None
    assert counted.ranked is not None
    assert not all(counted.ranked.are_ranked)
    for asked in (board, board.without_total()):
        found = whole(asked, ANY_WORK)
        with without_kernel():
            python = KnowledgeBase(asked).count(density=Fraction(1, 2))
            total, fractions = python.total, python.fractions()
        assert found is not None
        assert found.layouts == total > 2**64
        assert {board.cell(n): p for n, p in found.marginals.items()} == fractions


def test_a_clue_with_many_neighbours() -> None:
    """Binomial coefficients above 2^53 in one box."""
    size = 101
    everything = Adjacency.of([set(range(size)) - {cell} for cell in range(size)])
    states = np.full((1, size), State.COVERED)
    states[0, 0] = 50
    found = whole(Board(states, adjacency=everything))
    assert found is not None
    assert found.layouts == comb(100, 50)
    assert set(found.marginals.values()) == {Fraction(1, 2)}


def test_more_work_than_is_allowed() -> None:
    """Where the join alone, or the counts of a component, take more, there is no answer."""
    board = opened_at_random(2, 40, 40, 330, 0.2)
    answers = [whole(board, 10.0**power) for power in range(9)]
    refused = [found is None for found in answers]
    assert refused == sorted(refused, reverse=True)
    assert refused[0]
    assert not refused[-1]


def test_memory_and_cancelling() -> None:
    """A ceiling is kept, and a call that is cancelled comes to an end."""
    position = position_of(opened_at_random(2, 40, 40, 330, 0.2))
    kernel = in_context.context()
    assert kernel is not None
    statuses = []
    for most_bytes in range(400_000, 4_000_000, 200_000):
        own = Context(kernel.library, most_bytes=most_bytes)
        if load(own, position, NO_PRIOR, NEVER, np.empty(position.states.size)) == OK:
            ask = (own.address, ANY_WORK, headers.ls_fractions_found())
            statuses.append(own.library.ls_fractions(*ask))
            assert own.library.ls_taken(own.address) <= most_bytes
    assert statuses[0] == Status.MEMORY
    assert statuses[-1] == OK
    assert set(statuses) == {Status.MEMORY, OK}
    own.cancel()
    assert own.library.ls_fractions(*ask) == Status.STOPPED
    own.shared[0] = 0
    assert own.library.ls_fractions(*ask) == OK


def test_boards_of_moderate_size_are_joined_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """Python convolves nothing, and the marginals in floats are those of the fractions."""
    board = opened_at_random(1, 16, 30, 99, 0.05)
    counted = KnowledgeBase(board).count()
    with monkeypatch.context() as patch:
        patch.setattr(KnownTotal, "__init__", lambda *_: pytest.fail("convolved in Python"))
        total, fractions = counted.total, counted.fractions()
        assert counted.probability((0, 0)) == fractions.get((0, 0), 0)
    assert total > 2**64
    values = counted.probabilities()
    for cell, exact in fractions.items():
        assert values[cell] == pytest.approx(float(exact), abs=1e-12)


def test_cells_of_a_box_share_a_fraction() -> None:
    marginals = KnowledgeBase(Board.parse("mines: 3\n\n1????\n?????")).count().fractions()
    assert marginals[0, 1] is marginals[1, 0] is marginals[1, 1]
    assert marginals[0, 4] is marginals[1, 4]


def test_a_context_that_went_on_to_another_board() -> None:
    board, other = Board.parse("mines: 3\n\n1????\n?????"), Board.parse("mines: 1\n\n?1?")
    counted = KnowledgeBase(board).count()
    KnowledgeBase(other).probabilities()
    assert counted.total == 3 * 15  # one of three cells at the clue, two of six others
    assert KnowledgeBase(other).count().total == 2


def test_what_is_left_to_python() -> None:
    """Likelihoods, no layout, no board; and, where they count, marginals under a density."""
    likely = Clue(0, 1, (Fraction(1, 3), Fraction(2, 3)))
    assert whole(Board.parse("mines: 1\n\n?1?").replace({(0, 1): likely})) is None
    assert whole(Board.parse("mines: 3\n\n?1?")) is None
    assert native_counts(Board.parse("mines: 1\n\n?1?"), NEVER) is not None
    kernel = in_context.context()
    assert kernel is not None
    for own in (Context(kernel.library), kernel):
        if own is kernel:
            marginals_of(position_of(Board.parse("mines: 3\n\n?1?")), None, NEVER)
        assert own.library.ls_fractions(own.address, ANY_WORK, headers.ls_fractions_found()) != OK
    counted = KnowledgeBase(Board.parse("?1??")).count(density=Fraction(1, 5))
    assert counted.total == 4
    assert counted.fractions()[0, 3] == Fraction(1, 5)


def test_a_call_that_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is stopped after a moment, and made again in another thread."""
    board = opened_at_random(1, 16, 30, 99, 0.05)
    expected = whole(board)
    monkeypatch.setattr(in_context, "_BRIEF", 0)
    monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
    found = whole(board)
    assert found is not None
    assert expected is not None
    assert (found.layouts, found.marginals) == (expected.layouts, expected.marginals)
