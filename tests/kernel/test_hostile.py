"""Too large, no memory, no time, interrupts, threads, forks: no answer, or the right one."""

from __future__ import annotations

import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import chain
from random import Random
from threading import Event, Thread

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, LimitError, State
from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.constraints.factors import Factor
from logicsweep.kernel import context as in_context
from logicsweep.kernel.component import counts_of_signature
from logicsweep.kernel.context import Context, Status, context
from logicsweep.kernel.hand import Hand
from logicsweep.kernel.library import library
from logicsweep.kernel.whole import NO_PRIOR, Answer, load, marginals_of
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature
from logicsweep.system.system import Position, position_of
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import ROOT, needs_kernel, seeds
from tests.judges.making import opened_at_random

pytestmark = needs_kernel

NEVER = Budget(None)
SMALL = position_of(opened_at_random(1, 16, 16, 40, 0.3))


@cache
def long() -> Position:
    """What takes some ten milliseconds."""
    return position_of(opened_at_random(0, 200, 200, 8000, 0.25))


def answer(position: Position, budget: Budget = NEVER) -> Answer:
    found = marginals_of(position, None, budget)
    assert found is not None
    return found


def limited(most_bytes: int) -> Context:
    loaded = library()
    assert loaded is not None
    return Context(loaded, most_bytes=most_bytes)


def test_all_cells_are_neighbours() -> None:
    """Boxes, clues and scopes as large as they can be."""
    size = MAX_DEGREE + 1
    everything = Adjacency.of([set(range(size)) - {cell} for cell in range(size)])
    for clues in (1, 2, 60, MAX_DEGREE - 1, MAX_DEGREE):
        states = np.full((1, size), -1, dtype=np.int8)
        states[0, :clues] = (size - clues) // 2
        found = answer(position_of(Board(states, adjacency=everything)))
        assert found.status == Status.OK
        assert found.marginals is not None
        left = size - clues
        np.testing.assert_allclose(
            found.marginals[clues:], (left // 2) / left, rtol=0, atol=TOLERANCE
        )
        states[0, 0] = left
        status = answer(position_of(Board(states, adjacency=everything))).status
        assert status == (Status.OK if clues == 1 else Status.CLASH)


@pytest.mark.slow
def test_more_factors_open_than_a_key_holds() -> None:
    """Every elimination opens more than a thousand factors, which is refused at once."""
    rng = Random(1)
    scopes = [tuple(sorted(rng.sample(range(1200), MAX_DEGREE))) for _ in range(60)]
    loose = set(range(1200)) - set(chain.from_iterable(scopes))
    scopes += [(factor,) for factor in sorted(loose)]
    signature = Signature(
        (1,) * len(scopes), tuple(scopes), (Factor(0, (1, 1, 1)),) * 1200, 0, None
    )
    assert counts_of_signature(signature, NEVER) is None


@pytest.mark.parametrize("open_at_once", [63, 64, 65, 200])
def test_many_factors_open(open_at_once: int) -> None:
    """One box in all factors: each has a cell of its own besides, and at most one mine."""
    every = tuple(range(min(open_at_once, MAX_DEGREE)))
    scopes = [every, *((factor,) for factor in every)]
    signature = Signature(
        (1,) * len(scopes), tuple(scopes), (Factor(1, (1,)),) * len(every), 0, None
    )
    found = counts_of_signature(signature, NEVER)
    assert found is not None
    by_mines = dict(enumerate(found.counts, found.lowest))
    assert {mines: count for mines, count in by_mines.items() if count} == {1: 1, len(every): 1}


@pytest.mark.parametrize("seed", seeds(range(10), fast=2))
def test_little_memory(seed: int) -> None:
    """The ceiling holds, and what is asked next does not suffer."""
    rng = Random(seed)
    position = position_of(opened_at_random(seed, 10, 10, 20, 0.35))
    small = position_of(Board.parse("?1?"))
    expected = answer(position)
    assert expected.marginals is not None
    undecided = ((expected.marginals > 0) & (expected.marginals < 1)).nonzero()[0].tolist()
    refused = answered = smallest = 0
    most = 0
    while not answered or most < 60_000:
        most += rng.randint(1, 400)
        own = limited(most)
        marginals = np.empty(position.states.size)
        status = load(own, position, NO_PRIOR, NEVER, marginals)
        assert own.library.ls_taken(own.address) <= most
        if status == Status.OK:
            answered += 1
            np.testing.assert_array_equal(marginals, expected.marginals)
        else:
            refused += 1
            assert status == Status.MEMORY
            # What it has taken it keeps, so that even a small board may find no room.
            least = np.empty(3)
            status = load(own, small, NO_PRIOR, NEVER, least)
            assert status in (Status.OK, Status.MEMORY)
            if status == Status.OK:
                smallest += 1
                assert least[[0, 2]].tolist() == [0.5, 0.5]
        hand = Hand(position, None, limited(most))
        if undecided and hand.marginals(NEVER).status == Status.OK:
            for _ in range(3):
                tried = hand.what_if({rng.choice(undecided): int(State.NO_CLUE)}, NEVER)
                assert tried.status in (Status.OK, Status.MEMORY)
                after = hand.marginals(NEVER)
                assert after.status in (Status.OK, Status.MEMORY)
                if after.marginals is not None:
                    np.testing.assert_array_equal(after.marginals, expected.marginals)
    assert refused
    assert smallest


def test_few_entries() -> None:
    """Beyond them the question is open; a later one with more entries is answered."""
    statuses = [answer(SMALL, Budget(None, entries=entries)).status for entries in range(1, 400, 7)]
    assert statuses[0] == Status.WIDE
    assert set(statuses) <= {Status.WIDE, Status.OK}
    assert answer(SMALL).status == Status.OK


@pytest.mark.slow
def test_little_time() -> None:
    with pytest.raises(LimitError, match=r"no complete answer within 0\.01 s"):
        answer(long(), Budget(0.01))
    assert answer(SMALL).status == Status.OK


def test_a_call_that_is_cancelled() -> None:
    own = limited(1 << 30)
    ended: list[object] = []
    done = Event()

    def count() -> None:
        try:
            ended.append(load(own, long(), NO_PRIOR, NEVER, np.empty(long().states.size)))
        except LimitError as error:
            ended.append(str(error))
        finally:
            done.set()

    thread = Thread(target=count)
    thread.start()
    while not done.wait(0.001):
        own.cancel()
    thread.join()
    assert ended == ["limit reached: the question was cancelled"]
    marginals = np.empty(SMALL.states.size)
    assert load(own, SMALL, NO_PRIOR, NEVER, marginals) == Status.OK
    np.testing.assert_array_equal(marginals, answer(SMALL).marginals)


HEARS = """
import sys
from tests.kernel.test_hostile import SMALL, answer, long
first = answer(SMALL).marginals.tobytes()
try:
    print("counting", flush=True)
    while True:
        answer(long())
except KeyboardInterrupt:
    pass
assert answer(SMALL).marginals.tobytes() == first
print("interrupted", flush=True)
"""


@pytest.mark.slow
@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize("wait", [pytest.param(0.0, marks=pytest.mark.night), 0.1])
def test_ctrl_c(wait: float) -> None:
    """It is heard while the kernel counts."""
    with subprocess.Popen(
        [sys.executable, "-c", HEARS], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "counting\n"
        Event().wait(wait)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=300)[0] == "interrupted\n"
        assert process.returncode == 0


def test_questions_that_interrupt_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error while a call runs aside stops it, and waits until it has ended."""
    monkeypatch.setattr(in_context, "_BRIEF", 0)
    own = limited(1 << 30)
    monkeypatch.setattr(Event, "wait", interrupting(Event.wait, times=2))
    with pytest.raises(KeyboardInterrupt):
        load(own, SMALL, NO_PRIOR, NEVER, np.empty(SMALL.states.size))
    monkeypatch.undo()
    marginals = np.empty(SMALL.states.size)
    assert load(own, SMALL, NO_PRIOR, NEVER, marginals) == Status.OK
    np.testing.assert_array_equal(marginals, answer(SMALL).marginals)


class _Interrupted(Thread):
    """As if Ctrl-C came as soon as the thread runs."""

    calls_on_start = True

    def start(self) -> None:
        if self.calls_on_start:
            super().start()
        raise KeyboardInterrupt


class _NeverStarted(_Interrupted):
    """As if it came before."""

    calls_on_start = False


@pytest.mark.parametrize("kind", [_Interrupted, _NeverStarted])
def test_an_interrupt_while_a_thread_starts(
    monkeypatch: pytest.MonkeyPatch, kind: type[Thread]
) -> None:
    """No call is left behind that would go on in the same memory."""
    own = limited(1 << 30)
    begun, ended = Event(), Event()

    def call(_address: int) -> int:
        begun.set()
        for _ in range(100):
            if own.shared[0]:
                ended.set()
                break
            Event().wait(0.01)
        return Status.STOPPED

    monkeypatch.setattr(in_context, "Thread", kind)
    with pytest.raises(KeyboardInterrupt):
        own.ask(call, NEVER, is_long=True)
    assert begun.is_set() == ended.is_set()


def interrupting(wait: object, times: int) -> object:
    """As if Ctrl-C came in the first so many waits for a call."""
    left = times

    def interrupted(self: Event, timeout: float | None = None) -> bool:
        nonlocal left
        # A thread that starts waits for an event as well, and may not be stopped there.
        caller = sys._getframe(1).f_code  # noqa: SLF001
        if left and caller in (Context._aside.__code__, Budget.wait.__code__):  # noqa: SLF001
            left -= 1
            raise KeyboardInterrupt
        return bool(wait(self, timeout))  # type: ignore[operator]

    return interrupted


def test_threads_on_boards_of_their_own() -> None:
    boards = [opened_at_random(seed, 24, 24, 110, 0.3) for seed in range(8)]
    expected = [answer(position_of(board)).marginals for board in boards]

    def ask(place: int) -> None:
        for _ in range(20):
            found = answer(position_of(boards[place])).marginals
            np.testing.assert_array_equal(found, expected[place])

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(8)))


def test_threads_on_one_knowledge_base() -> None:
    kb = KnowledgeBase(opened_at_random(2, 24, 24, 110, 0.3))
    floats, total = kb.probabilities(), kb.count().total
    cell = kb.board.covered[0]

    def ask(turn: int) -> None:
        other = kb.copy() if turn % 2 else kb
        np.testing.assert_array_equal(other.probabilities(), floats)
        assert other.count().total == total
        assert sum(other.clue_distribution(cell).clues) <= 1

    with ThreadPoolExecutor(8) as pool:
        list(pool.map(ask, range(40)))


FORKS = """
import os
from threading import Event, Thread
from tests.kernel.test_hostile import SMALL, answer, long
first = answer(SMALL).marginals.tobytes()
Thread(target=lambda: [answer(long()) for _ in range(2)], daemon=True).start()
for turn in range(2):
    Event().wait(0.02)
    child = os.fork()
    if not child:
        right = answer(SMALL).marginals.tobytes() == first and answer(long()).status is not None
        os._exit(0 if right else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert answer(SMALL).marginals.tobytes() == first
print("forked")
"""


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="this system has no fork")
def test_fork() -> None:
    """While another thread counts, as executors of games do it."""
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", FORKS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert (done.stdout, done.returncode) == ("forked\n", 0), done.stderr


@pytest.mark.slow
def test_memory_of_a_large_question_is_given_back() -> None:
    """By the context itself: a Ctrl-C that came while Python deletes it would be lost."""
    own = context()
    assert own is not None
    answer(position_of(opened_at_random(0, 600, 600, 72_000, 0.25)))
    assert context() is own
    assert own.library.ls_taken(own.address) == 0
    assert answer(SMALL).status == Status.OK
    assert own.library.ls_taken(own.address) > 0
