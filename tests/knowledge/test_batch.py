"""Many boards at once: each as by itself, and every fault with the board that has it."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from array import array
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import (
    Adjacency,
    Board,
    InconsistentBoardError,
    KnowledgeBase,
    LimitError,
    State,
    probabilities,
)
from logicsweep.kernel import kernel_in_use
from logicsweep.kernel.context import Status
from logicsweep.kernel.whole import marginals_of_many
from logicsweep.knowledge import arrays, batch
from tests.conftest import seeds, without_kernel
from tests.judges import oracle
from tests.judges.making import clue, deal, opened_at_random
from tests.judges.processes import wait_until
from tests.judges.refusals import refused

Grids = NDArray[np.int8]
FLAG, MINE = int(State.FLAGGED), int(State.KNOWN_MINE)
CODES: dict[str, Any] = {"flag": FLAG, "mine": MINE}
within = partial(np.testing.assert_allclose, rtol=0, atol=1e-12)

SMALL = Board.parse("????\n1211").grid
BOARDS = np.stack([SMALL] * 3)


def small_boards(seed: int, count: int) -> tuple[Grids, NDArray[np.int64]]:
    """Boards of one size with at most 10 covered cells, and their mine counts; some inconsistent.

    They have flags and known mines.
    """
    rng = random.Random(seed)
    height, width = rng.randint(1, 5), rng.randint(1, 5)
    grids = np.empty((count, height, width), dtype=np.int8)
    totals = np.empty(count, dtype=np.int64)
    for index in range(count):
        size = height * width
        layout = np.zeros((height, width), dtype=np.bool_)
        layout.flat[rng.sample(range(size), rng.randint(0, min(size // 2, 8)))] = True
        cells = [divmod(number, width) for number in range(size)]
        hidden = {cell for cell in cells if layout[cell]}
        safe = [cell for cell in cells if not layout[cell]]
        hidden |= set(rng.sample(safe, min(len(safe), rng.randint(0, 10 - len(hidden)))))
        for cell in cells:
            if cell in hidden:
                dug = [MINE] if layout[cell] else []
                grids[index][cell] = rng.choice([-1, -1, -1, -1, FLAG, *dug])
            else:
                off = rng.choice((-1, 1)) if rng.random() < 0.02 else 0
                grids[index][cell] = max(0, clue(layout, cell) + off)
        totals[index] = layout.sum()
        if rng.random() < 0.1:
            totals[index] = rng.randint(0, size)
    return grids, totals


def by_oracle(board: Board, near: oracle.Near = None) -> NDArray[np.float64] | None:
    """The probabilities of a small board from all of its layouts; None if there are none."""
    layouts = oracle.layouts(board, near)
    if not len(layouts):
        return None
    weights = oracle.weigh(board, layouts, near)
    found = np.full(board.grid.shape, np.nan)
    for cell in board.covered:
        held = [weight for weight, mine in zip(weights, layouts[:, *cell], strict=True) if mine]
        found[cell] = sum(held, Fraction(0)) / sum(weights)
    return found


def exact(board: Board) -> NDArray[np.float64]:
    """The exact probabilities of a board, each rounded once."""
    found = np.full(board.grid.shape, np.nan)
    for cell, probability in KnowledgeBase(board).count().fractions().items():
        found[cell] = probability
    return found


def check(found: NDArray[np.float64], expected: NDArray[np.float64], name: object) -> None:
    """Within 1e-12, and 0 and 1 in the same cells."""
    within(found, expected, err_msg=str(name))
    for certain in (0, 1):
        np.testing.assert_array_equal(found == certain, expected == certain, err_msg=str(name))


def played(seed: int, count: int, height: int = 9, width: int = 9, mines: int = 10) -> Grids:
    """Positions in which the first cell and some others are open."""
    grids = []
    for index in range(count):
        rng = random.Random(f"{seed} {index}")
        layout, first = deal(rng, height, width, mines)
        grid = np.full((height, width), -1, dtype=np.int8)
        safe = [(int(row), int(column)) for row, column in np.argwhere(~layout)]
        for cell in {first, *rng.sample(safe, rng.randint(0, len(safe) // 3))}:
            grid[cell] = clue(layout, cell)
        grids.append(grid)
    return np.stack(grids)


# ---- Each board as by itself ----


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
@pytest.mark.parametrize("given", ["one for each", "range", "density"])
def test_small_boards_as_all_their_layouts_say(seed: int, given: str) -> None:
    grids, totals = small_boards(seed, 20)
    size = grids[0].size
    lower = random.Random(seed).randint(0, size // 2)
    choices: dict[str, dict[str, Any]] = {
        "one for each": {"mines": totals},
        "range": {"mines": (lower, lower + size // 3)},
        "density": {"density": Fraction(1 + seed % 7, 10)},
    }
    told = choices[given]
    found, consistent = probabilities(grids, **told, **CODES, inconsistent="nan")
    for index, grid in enumerate(grids):
        own = {**told, "mines": int(totals[index])} if given == "one for each" else told
        board = Board(grid, **own)
        expected = by_oracle(board)
        assert consistent[index] == (expected is not None), (seed, index)
        if expected is None:
            assert np.isnan(found[index]).all(), (seed, index)
        else:
            check(found[index], expected, (seed, index))


@pytest.mark.parametrize(
    ("height", "width", "mines"), [(9, 9, 10), (16, 16, 40), (1, 40, 8), (30, 3, 14)]
)
def test_larger_boards_as_their_fractions_say(height: int, width: int, mines: int) -> None:
    grids = played(1, 12, height, width, mines)
    found = probabilities(grids, mines=mines)
    assert found.shape == grids.shape
    assert found.dtype == np.float64
    for index, grid in enumerate(grids):
        check(found[index], exact(Board(grid, mines=mines)), index)


def test_boards_that_take_long_are_not_left_out() -> None:
    boards = [opened_at_random(seed, 16, 30, 99, 0.25) for seed in range(4)]
    grids = np.stack([board.grid for board in boards])
    for found, board in zip(probabilities(grids, mines=99), boards, strict=True):
        within(found, KnowledgeBase(board).probabilities())


@pytest.mark.parametrize("seed", seeds(range(20), fast=8))
def test_other_neighbours(seed: int) -> None:
    """A ring, on which a clue is at most 2, and a star, on which it may be more than 8."""
    rng = random.Random(seed)
    ring = [{(cell - 1) % 9, (cell + 1) % 9} for cell in range(9)]
    star = [set(range(1, 13)), *[{0}] * 12]
    for near, clues in ((ring, {1: 1, 4: 1, 6: 2}), (star, {0: rng.randint(5, 11)})):
        grid = np.full((1, len(near)), -1)
        for cell, shown in clues.items():
            grid[0, cell] = shown
        adjacency = Adjacency.of(near)
        total = rng.randint(5, 6)
        expected = by_oracle(Board(grid, mines=total, adjacency=adjacency), near)
        if expected is None:
            with pytest.raises(InconsistentBoardError):
                probabilities(grid[None], mines=total, adjacency=adjacency)
        else:
            found = probabilities(grid[None], mines=total, adjacency=adjacency)
            check(found[0], expected, seed)


def test_the_kernel_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    if kernel_in_use() != "native":
        pytest.skip("needs the native kernel")
    grids = played(2, 50)
    expected = [KnowledgeBase(Board(grid, mines=10)).probabilities() for grid in grids]
    monkeypatch.setattr(arrays, "KnowledgeBase", None)
    np.testing.assert_array_equal(probabilities(grids, mines=10), expected)


def test_python_gives_the_same() -> None:
    grids, totals = small_boards(3, 40)
    own = played(3, 6)
    ask = partial(probabilities, grids, mines=totals, **CODES, inconsistent="nan")
    found, consistent = ask()
    assert 0 < consistent.sum() < 40
    of_games = probabilities(own, mines=10)
    with without_kernel():
        python = ask()
        check(found, python.probabilities, "small")
        np.testing.assert_array_equal(consistent, python.consistent)
        check(of_games, probabilities(own, mines=10, threads=2), "played")


def test_boards_that_the_kernel_leaves_open(monkeypatch: pytest.MonkeyPatch) -> None:
    grids = played(4, 9)
    grids[5, 0, 0] = 8  # three neighbours
    expected = probabilities(grids, mines=10, inconsistent="nan")
    every = marginals_of_many

    def some(*arguments: Any) -> None:
        every(*arguments)
        marginals, statuses = arguments[3:]
        for index, status in enumerate((Status.WIDE, Status.STOPPED, Status.IMPRECISE)):
            marginals[1 + 2 * index] = np.nan
            statuses[1 + 2 * index] = status

    monkeypatch.setattr(batch, "marginals_of_many", some)
    found = probabilities(grids, mines=10, inconsistent="nan")
    within(found.probabilities, expected.probabilities)
    assert found.consistent.tolist() == expected.consistent.tolist() == [n != 5 for n in range(9)]
    with refused(InconsistentBoardError, core=((0, 0),), uses_total=False, index=5):
        probabilities(grids, mines=10)


# ---- What is given ----


@pytest.mark.parametrize(
    ("codes", "dtype"),
    [
        ({"covered": 9, "flag": 10, "mine": 11}, np.uint8),
        ({"covered": 200, "flag": 201, "mine": 255}, np.uint8),
        ({"covered": -1, "flag": -2, "mine": -128}, np.int8),
        ({"covered": -1, "flag": 1000, "mine": -70000}, np.int64),
        ({"covered": 99, "flag": 98, "mine": 97}, ">i2"),
    ],
)
def test_codes_and_kinds_of_numbers(codes: dict[str, int], dtype: Any) -> None:
    grids, totals = small_boards(6, 30)
    expected = probabilities(grids, mines=totals, **CODES, inconsistent="nan")
    coded = grids.astype(np.int64)
    for name, state in (("covered", -1), ("flag", FLAG), ("mine", MINE)):
        coded[grids == state] = codes[name]
    typed = coded.astype(dtype)
    before = typed.copy()
    kinds: tuple[Any, ...] = (typed, typed.tolist())
    for given in kinds:
        found = probabilities(given, mines=totals, **codes, inconsistent="nan")
        np.testing.assert_array_equal(found.probabilities, expected.probabilities)
        np.testing.assert_array_equal(found.consistent, expected.consistent)
    np.testing.assert_array_equal(typed, before)


def test_arrays_of_any_layout_in_memory() -> None:
    grids = played(7, 6)
    expected = probabilities(grids, mines=10)
    wide = np.full((12, 9, 18), 77, dtype=np.int8)
    wide[::2, :, ::2] = grids
    frozen = grids.copy()
    frozen.flags.writeable = False
    turned = grids.transpose(0, 2, 1)
    for given in (wide[::2, :, ::2], np.asfortranarray(grids), frozen, list(grids)):
        np.testing.assert_array_equal(probabilities(given, mines=10), expected)
    np.testing.assert_allclose(
        probabilities(turned, mines=10), expected.transpose(0, 2, 1), rtol=0, atol=1e-12
    )
    same = np.broadcast_to(grids[0], (4, 9, 9))
    np.testing.assert_array_equal(probabilities(same, mines=10), [expected[0]] * 4)


def test_mine_counts_of_every_kind() -> None:
    grids = played(8, 3)
    expected = probabilities(grids, mines=10)
    counts: tuple[Any, ...] = (
        *([10, 10, 10], np.full(3, 10, dtype=np.uint8), np.array(10), np.int16(10)),
        *((10, 10), array("i", [10, 10, 10])),
    )
    for total in counts:
        np.testing.assert_array_equal(probabilities(grids, mines=total), expected)
    each = probabilities(grids, mines=[10, 11, 12])
    for index in range(3):
        np.testing.assert_array_equal(
            each[index], probabilities(grids[index, None], mines=10 + index)[0]
        )


def test_a_pair_is_a_range_and_never_one_for_each_of_two_boards() -> None:
    grids = played(9, 2)
    found = probabilities(grids, mines=(10, 12))
    for index, grid in enumerate(grids):
        check(found[index], exact(Board(grid, mines=(10, 12))), index)
    assert not np.allclose(found, probabilities(grids, mines=[10, 12]), equal_nan=True)


def test_what_does_not_depend_on_a_density() -> None:
    """It is asked for all the same, whatever the boards are."""
    found = probabilities(BOARDS, density=Fraction(1, 3))
    np.testing.assert_array_equal(found[0, 0], [1, 0, 1, 0])
    with refused(ValueError):
        probabilities(BOARDS)


def test_a_count_made_before_keeps_to_its_own_board() -> None:
    """Exact answers are worked out when they are asked for, which is after the call here."""
    board = Board.parse("mines: 2\n\n????\n1??1\n????")
    count = KnowledgeBase(board).count()
    probabilities([[[-1, -1, -1, -1], [-1, 3, -1, -1], [-1, -1, -1, -1]]], mines=4)
    layouts = oracle.layouts(board)
    assert count.total == len(layouts)
    assert {cell: mines * len(layouts) for cell, mines in count.fractions().items()} == {
        cell: layouts[:, cell.row, cell.column].sum() for cell in board.covered
    }


def test_no_boards() -> None:
    none = np.empty((0, 4, 5), dtype=np.int8)
    counts: tuple[Any, ...] = (3, [], np.empty(0, dtype=np.int64), (2, 5))
    for total in counts:
        found = probabilities(none, mines=total)
        assert found.shape == (0, 4, 5)
        assert found.dtype == np.float64
    both = probabilities(none, density=Fraction(1, 5), inconsistent="nan")
    assert (both.probabilities.shape, both.consistent.shape) == ((0, 4, 5), (0,))


def test_boards_without_covered_cells() -> None:
    found = probabilities(np.zeros((2, 3, 3), dtype=np.int8), mines=0, threads=2)
    assert np.isnan(found).all()
    assert found.shape == (2, 3, 3)


# ---- Threads, limits, interrupts ----


@pytest.mark.parametrize("threads", [1, 2, 7, 256])
def test_threads_change_nothing(threads: int) -> None:
    grids = played(10, 40)
    totals = [10 + index % 3 for index in range(40)]
    before = set(threading.enumerate())
    found = probabilities(grids, mines=totals, threads=threads)
    np.testing.assert_array_equal(found, probabilities(grids, mines=totals))
    # A thread that was just being started finds nothing to do and ends.
    wait_until(lambda: set(threading.enumerate()) <= before)


def test_as_many_threads_work_as_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also on few small boards: each part waits until there are four at work."""
    grids = played(11, 8)
    every = marginals_of_many
    together = threading.Barrier(4, timeout=300)

    def meet(*arguments: Any) -> None:
        together.wait()
        every(*arguments)

    monkeypatch.setattr(batch, "marginals_of_many", meet)
    found = probabilities(grids, mines=10, threads=4)
    monkeypatch.undo()
    np.testing.assert_array_equal(found, probabilities(grids, mines=10))


@pytest.mark.parametrize("threads", [1, 3])
def test_parts(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    grids = played(12, 10)
    grids[3, 0, 0] = 8
    expected = probabilities(grids, mines=range(10, 20), inconsistent="nan")
    monkeypatch.setattr(arrays, "_AT_ONCE", 200)
    found = probabilities(grids, mines=list(range(10, 20)), inconsistent="nan", threads=threads)
    np.testing.assert_array_equal(found.probabilities, expected.probabilities)
    np.testing.assert_array_equal(found.consistent, expected.consistent)


@pytest.mark.parametrize("threads", [1, 4])
def test_the_time_limit_is_for_the_whole_call(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(arrays, "_AT_ONCE", 81)
    before = set(threading.enumerate())
    with refused(LimitError, limit="no complete answer within 1e-09 s"):
        probabilities(played(13, 30), mines=10, threads=threads, time_limit=1e-9)
    wait_until(lambda: set(threading.enumerate()) <= before)


def test_a_limit_of_one_board_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave_open(*_: object) -> None:
        """As without a kernel."""

    monkeypatch.setattr(batch, "marginals_of_many", leave_open)
    monkeypatch.setattr(arrays, "KnowledgeBase", partial(KnowledgeBase, max_entries=1))
    grids = np.stack([np.full((16, 30), -1), opened_at_random(1, 16, 30, 99, 0.25).grid])
    with pytest.raises(LimitError, match=r"board 1: the component .* more than 1 table entry"):
        probabilities(grids, mines=99)


@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize("threads", [1, 3])
def test_ctrl_c_ends_all_threads(threads: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arrays, "_AT_ONCE", 81)
    every = marginals_of_many
    done = []

    def press(*arguments: Any) -> None:
        every(*arguments)
        done.append(1)
        if len(done) == 5:
            os.kill(os.getpid(), signal.SIGINT)
        if len(done) >= 5:  # else all may be done before the main thread hears it
            time.sleep(0.01)

    monkeypatch.setattr(batch, "marginals_of_many", press)
    before = set(threading.enumerate())
    with pytest.raises(KeyboardInterrupt):
        probabilities(np.tile(played(14, 20), (100, 1, 1)), mines=10, threads=threads)
    wait_until(lambda: set(threading.enumerate()) <= before)
    assert 5 <= len(done) < 2000
    monkeypatch.undo()
    grids = played(14, 5)
    for grid, found in zip(grids, probabilities(grids, mines=10), strict=True):
        within(found, KnowledgeBase(Board(grid, mines=10)).probabilities())


# ---- Faults ----


def test_the_first_inconsistent_board_is_named_with_its_clues() -> None:
    grids = np.stack([SMALL] * 2000)
    grids[1234, 1, 2] = grids[1500, 1, 0] = 3
    with pytest.raises(InconsistentBoardError) as caught:
        probabilities(grids, mines=2)
    assert str(caught.value) == "board 1,234 is inconsistent: (1,2) and (1,3) cannot both be right"
    assert (caught.value.index, caught.value.core) == (1234, ((1, 2), (1, 3)))
    assert caught.value.uses_total is False
    found, consistent = probabilities(grids, mines=2, inconsistent="nan")
    assert (~consistent).nonzero()[0].tolist() == [1234, 1500]
    assert np.isnan(found[~consistent]).all()
    assert not np.isnan(found[consistent][:, 0]).any()


def test_a_mine_count_that_does_not_fit_the_clues() -> None:
    with pytest.raises(InconsistentBoardError) as caught:
        probabilities(BOARDS, mines=[2, 1, 2])
    assert (caught.value.index, caught.value.uses_total) == (1, True)


def changed(cell: tuple[int, int, int], value: int) -> Callable[[], NDArray[np.int64]]:
    def made() -> NDArray[np.int64]:
        boards = BOARDS.astype(np.int64)
        boards[cell] = value
        return boards

    return made


FAULTS: list[tuple[Callable[[], Any], dict[str, Any], type[Exception], str]] = [
    (
        changed((1, 0, 2), -2),
        {},
        ValueError,
        r"board 1: the array has -2 at \(0,2\); expected a clue 0 to 8, or -1 \(covered\)",
    ),
    (
        changed((2, 1, 0), 9),
        {"flag": 10},
        ValueError,
        r"board 2: the array has 9 at \(1,0\); expected .* or -1 \(covered\), 10 \(flag\)",
    ),
    (changed((0, 0, 0), 10**12), {}, ValueError, r"board 0: the array has 1000000000000 at"),
    (list, {}, ValueError, r"shape \(0,\); expected \(height, width\), or \(N, height, width\)"),
    (lambda: BOARDS[:, :0], {}, ValueError, "with at least one cell on each"),
    (lambda: BOARDS[0, :0], {}, ValueError, "with at least one cell on each"),
    (lambda: [[7, 12]], {}, ValueError, r"^the array has 12 at \(0,1\).* covered=12, flag=12 or"),
    (lambda: SMALL, {"mines": [9]}, ValueError, "^9 mines do not fit"),
    (lambda: SMALL, {"mines": [1, 2]}, ValueError, "expected one number, or 1 of them"),
    (lambda: Board(SMALL), {}, TypeError, r"expected an array, or KnowledgeBase\(board\)"),
    (lambda: [SMALL, SMALL[:1]], {}, ValueError, "the array has parts of different shapes"),
    (lambda: [Board(SMALL)], {}, TypeError, r"np\.stack\(\[board\.grid for board in boards\]"),
    (
        lambda: BOARDS / 2,
        {},
        ValueError,
        r"board 0: the array has -?0.5 at \(0,\d\); expected whole",
    ),
    (lambda: BOARDS * 1j, {}, TypeError, "the array is of complex128; expected an array of whole"),
    (lambda: BOARDS > 0, {}, TypeError, "the array is of bool, .*mask=~opened"),
    (lambda: BOARDS, {"covered": 3}, ValueError, "covered is 3, which is a clue"),
    (lambda: BOARDS, {"covered": -1, "flag": -1}, ValueError, "covered and flag are both -1"),
    (lambda: BOARDS, {"mine": 0.5}, TypeError, "mine is 0.5; expected a whole number"),
    (lambda: BOARDS, {"covered": True}, TypeError, "covered is True; expected a whole number"),
    (lambda: BOARDS, {"mines": 9}, ValueError, "^9 mines do not fit on 8 cells"),
    (lambda: BOARDS, {"mines": [2, 2, 9]}, ValueError, "^board 2: 9 mines do not fit on 8 cells"),
    (lambda: BOARDS, {"mines": [2, -1, 2]}, ValueError, "^board 1: the mine count is -1"),
    (lambda: BOARDS, {"mines": (3, 1)}, ValueError, r"the mine count is 3\.\.1"),
    (lambda: BOARDS, {"mines": (1, 2, 3)}, TypeError, r"range \(lower, upper\)"),
    (
        lambda: BOARDS,
        {"mines": [2, 2]},
        ValueError,
        r"mines has the shape \(2,\); expected one number, or 3 of them",
    ),
    (
        lambda: BOARDS,
        {"mines": [[2], [2, 2]]},
        ValueError,
        "mines has parts of different shapes; expected one shape",
    ),
    (
        lambda: BOARDS,
        {"mines": [2, 2, 2.0]},
        TypeError,
        "mines is an array of float64; expected whole numbers, one for each board",
    ),
    (lambda: BOARDS, {"mines": 2.0}, TypeError, "mines is 2.0; expected a whole"),
    (lambda: BOARDS, {"density": 1}, ValueError, "density is 1; expected a number strictly"),
    (lambda: BOARDS, {"threads": 0}, ValueError, "threads is 0; expected 1 to 256"),
    (lambda: BOARDS, {"threads": 257}, ValueError, "threads is 257; expected 1 to 256"),
    (lambda: BOARDS, {"threads": 1.5}, TypeError, "threads is 1.5; expected a whole number"),
    (lambda: BOARDS, {"time_limit": 0}, ValueError, "a time limit is a positive number"),
    (lambda: BOARDS, {"inconsistent": "skip"}, ValueError, "'skip'; expected 'raise' or 'nan'"),
    (lambda: BOARDS, {"adjacency": [[1]]}, TypeError, "adjacency is a list; expected"),
    (
        lambda: BOARDS,
        {"adjacency": Adjacency.of([[1], [0]])},
        ValueError,
        "the adjacency has 2 cells, each board 8",
    ),
]


def test_faults_say_where_and_what_was_expected(subtests: pytest.Subtests) -> None:
    for boards, given, error, message in FAULTS:
        with subtests.test(message), pytest.raises(error, match=message):
            probabilities(boards(), **{"mines": 2, **given})


def test_one_board_by_itself() -> None:
    """An array of two dimensions in, one out; errors name no number of a board."""
    found = probabilities(SMALL, mines=2)
    assert found.shape == SMALL.shape
    np.testing.assert_array_equal(found, probabilities(SMALL[None], mines=2)[0])
    within(found, KnowledgeBase(Board(SMALL, mines=2)).probabilities())
    np.testing.assert_array_equal(found, probabilities(SMALL.tolist(), mines=(2, 2)))
    with refused(InconsistentBoardError, index=None) as caught:
        probabilities(SMALL, mines=5)
    assert caught.value.index is None
    both = probabilities(SMALL, mines=5, inconsistent="nan")
    assert both.probabilities.shape == SMALL.shape
    assert both.consistent.shape == ()
    assert not both.consistent
    with refused(LimitError, limit="no complete answer within 1e-09 s"):
        probabilities(SMALL, mines=2, time_limit=1e-9)
