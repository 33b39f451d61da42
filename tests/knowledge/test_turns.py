"""Questions that wait for one another, and copies that do not."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from threading import Event
from typing import Any

import pytest

from logicsweep.knowledge.grounds import InTurn, one_at_a_time


class Asked(InTurn):
    """Answers with what it was asked before."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[str] = []

    @one_at_a_time
    def ask(self, question: str) -> list[str]:
        """Answer at once."""
        self.asked.append(question)
        return list(self.asked)

    @one_at_a_time
    def think(self, begun: Event, end: Event) -> list[str]:
        """Answer when it is told to, with a question of its own in between."""
        begun.set()
        assert end.wait(60)
        return self.ask("a thought")

    def _state(self) -> dict[str, Any]:
        return {**super()._state(), "asked": list(self.asked)}


COPIES: dict[str, Callable[[Asked], Asked]] = {
    "copy()": Asked.copy,
    "copy.copy": copy.copy,
    "copy.deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),  # noqa: S301 - pickled here
}


@contextmanager
def thinking(one: Asked) -> Iterator[tuple[ThreadPoolExecutor, Future[list[str]], Event]]:
    """Some threads, of which one asks something that lasts until the event."""
    begun, end = Event(), Event()
    with ThreadPoolExecutor(2) as pool:
        try:
            thought = pool.submit(one.think, begun, end)
            assert begun.wait(60)
            yield pool, thought, end
        finally:
            end.set()


def is_waiting(answer: Future[Any]) -> bool:
    return not wait([answer], timeout=0.1).done


def test_a_question_waits_for_that_of_another_thread() -> None:
    one = Asked()
    with thinking(one) as (pool, thought, end):
        answer = pool.submit(one.ask, "anything")
        assert is_waiting(answer)
        end.set()
        assert thought.result() == ["a thought"]
        assert answer.result() == ["a thought", "anything"]


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_waits_for_the_answer_and_has_it_whole(how: str) -> None:
    one = Asked()
    with thinking(one) as (pool, _, end):
        copied = pool.submit(COPIES[how], one)
        assert is_waiting(copied)
        end.set()
        assert copied.result().asked == ["a thought"]


@pytest.mark.parametrize("how", COPIES)
def test_a_copy_waits_for_nobody(how: str) -> None:
    one = Asked()
    one.ask("before")
    made = COPIES[how](one)
    with thinking(one) as (pool, thought, end):
        assert pool.submit(made.ask, "anything").result(60) == ["before", "anything"]
        end.set()
        assert thought.result() == ["before", "a thought"]
    assert made.asked == ["before", "anything"]


def test_an_error_lets_the_next_one_ask() -> None:
    class Failing(Asked):
        @one_at_a_time
        def fail(self) -> None:
            raise KeyError

    one = Failing()
    with pytest.raises(KeyError):
        one.fail()
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(one.ask, "anything").result(60) == ["anything"]
