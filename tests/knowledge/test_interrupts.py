"""Questions interrupted at any line and asked again: the answers are those of a fresh one."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from contextlib import suppress
from fractions import Fraction
from functools import partial

import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase, State
from logicsweep.board import Clue
from tests.conftest import seeds
from tests.judges.interrupts import StopError, interrupted
from tests.judges.making import first_board, opened_at_random, random_board

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("at_once")]

# The board of a seed, what is made of it, and how often a question about it is interrupted.
Kind = tuple[Callable[[int], Board], Callable[[Board], KnowledgeBase], int]
KINDS: dict[str, Kind] = {
    "plain": (lambda seed: opened_at_random(seed, 8, 8, 12, 0.4), KnowledgeBase, 15),
    "elimination": (
        lambda seed: opened_at_random(seed, 8, 8, 12, 0.4),
        lambda board: KnowledgeBase(board, reasoner="elimination"),
        10,
    ),
    "asp": (random_board, lambda board: KnowledgeBase(board, reasoner="asp"), 5),
    "liars": (
        lambda seed: first_board(seed, random_board, lambda board: bool(board.clues)),
        lambda board: KnowledgeBase(board, liars=1),
        8,
    ),
    "program": (
        lambda seed: random_board(seed, covered=8),
        lambda board: KnowledgeBase(board, program=":- mine((0,0)), mine((0,1))."),
        3,
    ),
}
# Whoever waits for another process or thread is tested with signals, as a line between two threads
# is no place for an interrupt.
PLACES = (
    *("knowledge/", "constraints/", "tables/", "reason/cells", "reason/component"),
    *("reason/ledger", "reason/propagate", "reason/settle", "reason/solvers/sat"),
)


def answers(kb: KnowledgeBase) -> object:
    """All that follows, and how many layouts there are; asked in that order."""
    if not kb.has_layout():
        return "inconsistent"
    found = kb.consequences()
    counted = kb.count(density=Fraction(1, 5))
    return found.mines, found.safe, counted.total, counted.fractions()


def to_tell(kb: KnowledgeBase, rng: random.Random) -> Mapping[tuple[int, int], int | Clue]:
    """What some cells of a layout would show; now and then they show something else."""
    (mines,) = kb.sample(n=1, seed=rng.randrange(1000), density=Fraction(1, 5))
    told: dict[tuple[int, int], int | Clue] = {}
    for cell in rng.sample(kb.board.covered, min(4, len(kb.board.covered))):
        near = int(sum(mines[place] for place in kb.board.neighbours(cell)))
        if mines[cell]:
            told[cell] = State.KNOWN_MINE
        elif rng.random() < 0.1:
            told[cell] = rng.randint(0, len(kb.board.neighbours(cell)))
        elif kb.liars or rng.random() < 0.6:
            told[cell] = near
        else:
            told[cell] = Clue.at_most(near)
    return told


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", seeds(range(16), fast=2))
def test_a_question_that_was_interrupted_can_be_asked_again(seed: int, kind: str) -> None:
    board_of, make, times = KINDS[kind]
    rng = random.Random(seed)
    board = board_of(seed)
    expected = answers(make(board))
    questions: tuple[Callable[[KnowledgeBase], object], ...] = (KnowledgeBase.has_layout, answers)
    for question in questions:
        lines = interrupted(partial(question, make(board)), None, PLACES)
        for _ in range(times):
            kb = make(board)
            with suppress(StopError):
                interrupted(partial(question, kb), rng.randint(1, lines), PLACES)
            assert answers(kb) == expected


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", seeds(range(16), fast=2))
def test_what_was_told_is_known_whole_or_not_at_all(seed: int, kind: str) -> None:
    board_of, make, times = KINDS[kind]
    rng = random.Random(seed)
    board = board_of(seed)
    settled = make(board)
    if not settled.has_layout():
        return
    told = to_tell(settled, rng)

    def tell(kb: KnowledgeBase) -> None:
        with suppress(InconsistentBoardError):
            kb.tell_all(told)

    after = settled.copy()
    tell(after)
    lines = interrupted(partial(tell, settled.copy()), None, PLACES)
    # The last lines come often enough: it is there that evidence and proofs can part.
    places = [*rng.choices(range(1, lines + 1), k=2 * times), *range(lines - times, lines + 1)]
    for place in places:
        kb = settled.copy()
        with suppress(StopError):
            interrupted(partial(tell, kb), place, PLACES)
        assert kb.board in (settled.board, after.board)
        assert answers(kb) == answers(make(kb.board))
        tell(kb)
        assert kb.board == after.board
        assert answers(kb) == answers(after)
