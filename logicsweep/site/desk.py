"""Things kept between two requests: knowledge bases, games, and threads to ask them in."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from threading import Lock
from typing import Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from logicsweep.answers.page import Progress, message
from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.registry import read_board
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import (
    CANCELLED,
    DEFAULT_TIME_LIMIT,
    MOST_PAGE_CELLS,
    Budget,
    is_cancelled,
    starts_threads,
)

Answer = TypeVar("Answer")
Messages: TypeAlias = Iterator[Struct]

# The largest request, in bytes: 16 for each cell, since clues of a rule can be long.
MOST_BYTES: Final = 1_000_000
# The positions that somebody may come back to soon; a knowledge base of the largest board takes
# four megabytes.
_KEPT: Final = 24
# What follows from the seed and the moves of games: for some games of some hundred moves. A layout
# takes a byte for each cell, and moves share theirs.
_KEPT_VALUES: Final = 1000
# Questions that are worked on at once.
THREADS: Final = 8
# How often a page hears how far a question has come, in seconds.
_STEP: Final = 0.25

# How such advice begins, and what the page says in its place; it offers buttons and fields itself.
_ADVICE: Final = (
    (re.compile(r"; (?:if (?:it|#) is a covered cell, use|--\w+ \S+ says) .*", re.DOTALL), ""),
    (re.compile(r"; choose one, as with .*", re.DOTALL), "; choose its format"),
    (re.compile(r": the argument `density=.*", re.DOTALL), "; enter one"),
)


def _unknown() -> tuple[int, int]:
    return 0, 0


class Desk:
    """The last knowledge bases and games; threads may share a desk.

    Args:
        time_limit: The seconds that one question may take; None for no limit.
        allows_programs: Whether questions may come with a logic program.

    Raises:
        ValueError: The time limit is not positive.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        allows_programs: bool = False,
    ) -> None:
        self._values: OrderedDict[Hashable, Any] = OrderedDict()
        self.time_limit = Budget(time_limit).seconds
        self.allows_programs = allows_programs
        self._known: OrderedDict[tuple[bytes, int, str | None], KnowledgeBase] = OrderedDict()
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(THREADS, "question")

    def knowledge_base(
        self, board: BoardObject, liars: int | None = None, program: str | None = None
    ) -> KnowledgeBase:
        """Return the knowledge base of a board, that of last time if there is one.

        Raises what reading the board and `KnowledgeBase` raise, and ValueError for a program where
        none is allowed.
        """
        if program is not None and not self.allows_programs:
            raise ValueError("logic programs are off; start `logicsweep serve --allow-programs`")
        data = msgspec.json.encode(board)
        key = data, (board.liars or 0) if liars is None else liars, program
        with self._lock:
            known = self._known.get(key)
            if known is not None:
                self._known.move_to_end(key)
                return known
        kb = KnowledgeBase(
            read_object(data), liars=liars, program=program, time_limit=self.time_limit
        )
        with self._lock:
            # Whoever asks of the same board at the same time gets the same one.
            kb = self._known.setdefault(key, kb)
            while len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return kb

    def asked_base(self, asked: Any) -> KnowledgeBase:
        """Return the knowledge base of the board that a request asks about."""
        return self.knowledge_base(asked.board, asked.liars, asked.program)

    def keep(self, kb: KnowledgeBase, board: BoardObject) -> None:
        """Keep a knowledge base that knows more of a board than the one of last time."""
        program = None if kb.program is None else kb.program.text
        with self._lock:
            self._known[msgspec.json.encode(board), kb.liars, program] = kb

    def kept(self, key: Hashable, make: Callable[[], Answer]) -> Answer:
        """Return the value of a key, made anew unless it is still here.

        A key says all that its value follows from: whether it is still here changes no answer.
        """
        value: Answer | None = self.known(key)
        if value is None:
            value = make()
            self.put(key, value)
        return value

    def known(self, key: Hashable) -> Any:
        """Return the value of a key if it is still here; else None."""
        with self._lock:
            if key in self._values:
                self._values.move_to_end(key)
            return self._values.get(key)

    def put(self, key: Hashable, value: object) -> None:
        """Keep a value, which nobody changes, for a while."""
        with self._lock:
            self._values[key] = value
            self._values.move_to_end(key)
            while len(self._values) > _KEPT_VALUES:
                self._values.popitem(last=False)

    def watched(
        self,
        what: str,
        ask: Callable[[], Answer],
        done: Callable[[], tuple[int, int]] = _unknown,
        *,
        at_once: bool = False,
    ) -> Generator[Progress, None, Answer]:
        """Ask in another thread, and tell meanwhile how far it has come.

        What takes a moment is asked `at_once`, in this thread: on a busy machine it takes longer to
        wait for another one. So is everything where no thread can be started, as in a browser: then
        nothing is told meanwhile, and limits hold as far as what is asked looks at them itself.
        Returns the answer, and raises what asking raises. The scope of who calls it holds.
        """
        if at_once or not starts_threads():
            return ask()
        context = copy_context()
        future = self._threads.submit(lambda: context.run(ask))
        while not wait([future], _STEP).done:
            # What has begun stops by itself; what waits for others to end would wait on.
            if is_cancelled() and future.cancel():
                raise LimitError(CANCELLED)
            steps, every = done()
            yield message(Progress, what=what, done=steps, all=every)
        return future.result()

    def close(self) -> None:
        """Let go of the threads; questions that still run are not waited for."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def read_object(data: bytes) -> Board:
    """Read a board in JSON. Raises `BoardSyntaxError`, and `LimitError` if it is too large."""
    board = read_board(data, name="json")
    check_size(board)
    return board


def check_size(board: Board) -> None:
    """Raise `LimitError` for a board that is too large for the page."""
    if board.grid.size > MOST_PAGE_CELLS:
        raise LimitError(
            f"the board has {board.grid.size:,} cells; the page shows at most {MOST_PAGE_CELLS:,}"
        )


def page_words(problem: Exception) -> str:
    """Return the words of an error for somebody who has the page before them."""
    words = str(problem)
    for advice, instead in _ADVICE:
        words = advice.sub(instead, words)
    return words
