"""Knowledge bases that threads share, and copies that share what is settled."""

from __future__ import annotations

import copy
import pickle
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from fractions import Fraction
from random import Random
from threading import Barrier

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, State
from logicsweep.board import Clue
from logicsweep.errors import IllegalMoveError
from logicsweep.reason import REASONERS
from tests.conftest import ROOT, seeds
from tests.judges import oracle
from tests.judges.making import clue, opened_at_random, random_board, uncertain_board
from tests.judges.refusals import refused

EXPERT = Board.parse((ROOT / "examples/boards/expert.board").read_text(encoding="utf-8"))


@pytest.fixture
def many_switches() -> Iterator[None]:
    """Let threads take turns as often as can be."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("many_switches")
def test_threads_that_share_a_knowledge_base_get_the_answers_of_one() -> None:
    alone = KnowledgeBase(EXPERT)
    expected = alone.count().total, alone.consequences()
    for _ in range(10):
        kb = KnowledgeBase(EXPERT)
        start = Barrier(4)

        def ask(number: int, kb: KnowledgeBase = kb, start: Barrier = start) -> object:
            start.wait()
            return kb.consequences() if number % 2 else kb.count().total

        with ThreadPoolExecutor(max_workers=4) as pool:
            for number, answer in enumerate(pool.map(ask, range(4))):
                assert answer == expected[number % 2]
        assert (kb.count().total, kb.consequences()) == expected


@pytest.mark.usefixtures("many_switches")
def test_threads_may_tell_and_ask_at_once() -> None:
    board = random_board(5, covered=12, lie=0)
    layout = oracle.layouts(board)[0]
    cells = [cell for cell in board.covered if not layout[cell]]
    kb = KnowledgeBase(board)
    with ThreadPoolExecutor(max_workers=4) as pool:
        told = [pool.submit(kb.tell, cell, clue(layout, cell)) for cell in cells]
        asked = [pool.submit(lambda: kb.count().total) for _ in cells]
        assert all(answer.result() > 0 for answer in asked)
        for answer in told:
            answer.result()
    assert answers(kb) == answers(KnowledgeBase(kb.board))


@pytest.mark.usefixtures("many_switches")
@pytest.mark.parametrize("how", ["copy()", "pickle"])
def test_what_is_copied_while_it_is_told_is_whole(how: str) -> None:
    layout = opened_at_random(3, 9, 9, 10, 1.0).grid
    cells = [Cell(*divmod(number, 9)) for number in range(81) if layout.flat[number] >= 0]
    for turn in range(4):
        kb = KnowledgeBase(Board(np.full((9, 9), State.COVERED), mines=10))
        with ThreadPoolExecutor(max_workers=1) as pool:
            done = pool.submit(tell_in_turn, kb, layout, Random(turn).sample(cells, 30))
            while not done.done():
                made = COPIES[how](kb)
                assert made.consequences() == KnowledgeBase(made.board).consequences()
            done.result()


def tell_in_turn(kb: KnowledgeBase, layout: NDArray[np.int8], cells: list[Cell]) -> None:
    """Tell what cells show, one after the other, and ask why."""
    for cell in cells:
        kb.tell(cell, int(layout[cell]))
        for other in kb.consequences().mines:
            kb.explain(other)
            break


def answers(kb: KnowledgeBase) -> object:
    """What a knowledge base says of everything, or that it is inconsistent."""
    try:
        found = kb.consequences()
    except InconsistentBoardError as error:
        return error.core
    count = kb.count()
    return found, count.total, count.fractions()


def unpickled(kb: KnowledgeBase) -> KnowledgeBase:
    """What comes out of a pickle of it."""
    found: KnowledgeBase = pickle.loads(pickle.dumps(kb))  # noqa: S301 - pickled here
    return found


COPIES: dict[str, Callable[[KnowledgeBase], KnowledgeBase]] = {
    "copy()": lambda kb: kb.copy(),
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": unpickled,
}


def tell_at_random(kb: KnowledgeBase, rng: Random) -> None:
    """Tell something that may be right, or wrong, or refused."""
    covered = kb.board.covered
    if not covered:
        return
    cell = rng.choice(covered)
    told: list[int | Clue] = [0, 1, 2, State.KNOWN_MINE, State.NO_CLUE, Clue.at_least(1)]
    with suppress(InconsistentBoardError, IllegalMoveError, ValueError):
        kb.tell(cell, rng.choice(told))


@pytest.mark.few(6)
@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize("seed", seeds(range(120), fast=12))
def test_a_copy_and_its_original_go_their_own_ways(seed: int, how: str) -> None:
    rng = Random(seed)
    board = uncertain_board(seed, covered=9) if seed % 2 else random_board(seed, covered=9, lie=0)
    if board.mines is None:
        board = Board(
            board.grid, uncertain=board.uncertain, density=board.density or Fraction(1, 4)
        )
    kbs = [KnowledgeBase(board, reasoner=("sat", "elimination", "asp")[max(seed % 6 - 3, 0)])]
    for turn in range(6):
        kb = rng.choice(kbs)
        if rng.random() < 0.4:
            answers(kb)
        if turn in (0, 2):
            kbs.append(COPIES[how](kb))
        tell_at_random(rng.choice(kbs), rng)
        for one in kbs:
            # A fresh one that is told the same is the judge, and the oracle is its judge elsewhere.
            assert answers(one) == answers(KnowledgeBase(one.board)), (seed, turn)


@pytest.mark.few(3)
@pytest.mark.parametrize("how", COPIES)
@pytest.mark.parametrize(
    "options",
    [{"program": ":- #count { C : mine(C) } > 2."}, {"liars": 1}],
    ids=["program", "liars"],
)
def test_copies_with_a_program_and_with_liars(how: str, options: dict[str, object]) -> None:
    board = Board.parse("mines: 2\n\n????\n?21?\n")
    kb = KnowledgeBase(board, **options)  # type: ignore[arg-type]
    before = kb.count().total
    other = COPIES[how](kb)
    other.tell((0, 0), State.KNOWN_MINE)
    assert kb.count().total == before
    assert other.count().total < before
    assert kb.verdict((0, 0)) is not other.verdict((0, 0))
    carrying = board.altered(liars=other.liars)
    assert (kb.board, kb.program, kb.liars) == (carrying, other.program, other.liars)


@pytest.mark.parametrize("reasoner", REASONERS)
def test_what_is_told_to_a_copy_is_not_told_to_the_original(reasoner: str) -> None:
    kb = KnowledgeBase(Board.parse("mines: 3\n\n?????\n?21??\n?????\n"), reasoner=reasoner)
    before = kb.consequences(), kb.board
    other = copy.copy(kb)
    assert other.tell((0, 4), 0)
    assert (kb.consequences(), kb.board) == before
    assert other.board != kb.board


def test_a_copy_takes_what_is_settled_and_counted_with_it() -> None:
    kb = KnowledgeBase(EXPERT)
    proved = kb.consequences()
    total = kb.count().total
    for other in (kb.copy(), unpickled(kb)):
        assert other.proved_so_far() == proved  # without further work
        assert other.count().total == total
        assert other.needs_total() == kb.needs_total()


def test_a_copy_of_an_inconsistent_board_is_inconsistent() -> None:
    kb = KnowledgeBase(Board.parse("?1\n?5\n"))
    assert not kb.has_layout()
    for how in COPIES.values():
        with refused(InconsistentBoardError, core=((1, 1),), uses_total=False):
            how(kb).consequences()


def test_a_total_that_bites_in_a_copy_cuts_no_counts_of_the_original() -> None:
    # Ways with more mines than are left may be left out of long weighted tables, and the copy has
    # fewer left: what it counts is of no use to the original.
    rows = ["?" * 60, "2:noisy(1/10) " * 60, "?" * 60, "_" * 60, "?" * 60]
    text = "\n".join(" ".join(row) if " " not in row else row.strip() for row in rows)
    board = Board.parse(f"mines: 60\n\n{text}\n")
    fresh = KnowledgeBase(board).count().probabilities()
    kb = KnowledgeBase(board)
    kb.consequences()
    other = kb.copy()
    other.tell_all({Cell(4, column): State.KNOWN_MINE for column in range(30)})
    other.count().probabilities()
    assert (kb.count().probabilities()[0] == fresh[0]).all()
