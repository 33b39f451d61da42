"""Questions that another thread stops, and how far a question has come."""

from __future__ import annotations

from threading import Event, Thread, Timer
from time import process_time, sleep

import pytest

from logicsweep import Board, KnowledgeBase, LimitError
from logicsweep.limits import Budget, CancelScope
from logicsweep.reason.solvers.names import ELIMINATION, REASONERS, ReasonerName
from tests.judges.making import opened_at_random

# Seconds of processor time: far less than the questions take.
SOON = 10
# With Python in the kernel's place the reasoners differ only where there is no other engine.
ASKED = [("native", reasoner, 1000 if reasoner == ELIMINATION else 200) for reasoner in REASONERS]
ASKED += [
    pytest.param("python", reasoner, 200, marks=[pytest.mark.night] * (reasoner != ELIMINATION))
    for reasoner in REASONERS
]


@pytest.fixture(scope="module", params=[200])
def hard(request: pytest.FixtureRequest) -> Board:
    """Proving takes each reasoner seconds, but the kernel's rows some tenths on a larger board."""
    size = int(request.param)
    return opened_at_random(1, size, size, size * size * 33 // 160, 0.3)


@pytest.mark.slow
@pytest.mark.parametrize("question", ["consequences", "count"])
@pytest.mark.parametrize(
    ("either_kernel", "reasoner", "hard"), ASKED, indirect=["either_kernel", "hard"]
)
@pytest.mark.usefixtures("either_kernel")
def test_a_question_is_stopped_from_another_thread(
    reasoner: ReasonerName, question: str, hard: Board
) -> None:
    kb = KnowledgeBase(hard, reasoner=reasoner, time_limit=300)
    scope = CancelScope()
    timer = Timer(0.1, scope.cancel)
    start = process_time()
    timer.start()
    with scope, pytest.raises(LimitError, match="the question was cancelled"):
        getattr(kb, question)()
    timer.join()
    assert process_time() - start < SOON
    # Cancelled is cancelled, for every later question of the scope.
    with scope, pytest.raises(LimitError, match="the question was cancelled"):
        kb.consequences()


@pytest.mark.usefixtures("either_kernel")
def test_what_was_cancelled_is_answered_later() -> None:
    board = opened_at_random(2, 16, 16, 51, 0.2)
    kb = KnowledgeBase(board)
    scope = CancelScope()
    scope.cancel()
    for ask in (kb.consequences, kb.difficulty, lambda: kb.count(engine="models")):
        with scope, pytest.raises(LimitError, match="cancelled"):
            ask()
    fresh = KnowledgeBase(board)
    assert kb.consequences() == fresh.consequences()
    assert kb.count().total == fresh.count().total


def test_scopes_stay_apart() -> None:
    """Threads have scopes of their own, and the innermost counts."""
    outer, inner = CancelScope(), CancelScope()
    outer.cancel()
    with outer:
        with inner:
            Budget(None).check()
        with pytest.raises(LimitError, match="cancelled"):
            Budget(1000).check()
        heard: list[str] = []
        thread = Thread(target=lambda: heard.append("fine") or Budget(None).check())
        thread.start()
        thread.join()
    assert heard == ["fine"]
    Budget(None).check()


def test_a_late_stop_is_called_at_once() -> None:
    scope = CancelScope()
    heard: list[str] = []
    with scope.stopping(lambda: heard.append("first")):
        assert not heard
        scope.cancel()
        with scope.stopping(lambda: heard.append("second")):
            pass
    scope.cancel()
    assert heard == ["first", "second"]


@pytest.mark.slow
def test_proofs_can_be_watched() -> None:
    """Components are counted while their verdicts are proved, before anything is counted."""
    row = "_".join(["?1?1?"] * 10)
    board = Board.parse(f"\n{'_' * len(row)}\n".join([row] * 10))
    kb = KnowledgeBase(board, reasoner="asp")
    seen: list[tuple[int, int]] = []
    ended = Event()

    def watch() -> None:
        while not ended.wait(0.0005):
            seen.append(kb.counted)

    thread = Thread(target=watch)
    thread.start()
    kb.consequences()
    ended.set()
    thread.join()
    moments = sorted({moment for moment in seen if moment != (0, 0)})
    assert len(moments) > 2
    assert {of for _, of in moments} == {100}
    assert kb.counted == (0, 0)
    assert KnowledgeBase(Board.parse("?1?"), reasoner="asp").counted == (0, 0)


@pytest.mark.slow
def test_whoever_waits_for_a_turn_is_stopped_too(hard: Board) -> None:
    """A knowledge base answers one question after the other; waiting for that can be ended."""
    kb = KnowledgeBase(hard, time_limit=300)
    first, second = CancelScope(), CancelScope()
    heard: list[str] = []
    ended: list[float] = []

    def ask(name: str, scope: CancelScope) -> None:
        try:
            with scope:
                kb.count()
        except LimitError as error:
            heard.append(f"{name}: {error.limit}")
            ended.append(process_time())

    threads = [Thread(target=ask, args=pair) for pair in (("first", first), ("second", second))]
    for thread in threads:
        thread.start()
        sleep(0.1)
    start = process_time()
    second.cancel()
    threads[1].join()
    assert threads[0].is_alive()
    first.cancel()
    threads[0].join()
    assert heard == [f"{name}: the question was cancelled" for name in ("second", "first")]
    assert ended[-1] - start < SOON
