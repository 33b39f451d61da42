"""Things kept between two requests: the last knowledge bases, and threads to ask them in."""

from __future__ import annotations

import hmac
from collections import OrderedDict
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextvars import copy_context
from secrets import token_bytes
from threading import Lock
from typing import Final, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from logicsweep.board.board import Board
from logicsweep.errors import LimitError
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import read_board
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import CANCELLED, DEFAULT_TIME_LIMIT, Budget, is_cancelled
from logicsweep.render.json.page import Progress, message

Answer = TypeVar("Answer")
Messages: TypeAlias = Iterator[Struct]

# The most cells of a board, such as one of 250x250.
MOST_CELLS: Final = 62_500
# The largest request, in bytes: 16 for each cell, since clues of a rule can be long.
MOST_BYTES: Final = 1_000_000
# The positions that somebody may come back to soon; a knowledge base of the largest board takes
# four megabytes.
_KEPT: Final = 24
# Questions that are worked on at once.
THREADS: Final = 8
# How often a page hears how far a question has come, in seconds.
_STEP: Final = 0.25


def _unknown() -> tuple[int, int]:
    return 0, 0


class Desk:
    """The last knowledge bases; threads may share a desk.

    Args:
        time_limit: The seconds that one question may take; None for no limit.
        allows_programs: Whether questions may come with a logic program.
        secret: The key that gives the mines of a game, with its name; by default a new one.

    Raises:
        ValueError: The time limit is not positive.
    """

    def __init__(
        self,
        *,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        allows_programs: bool = False,
        secret: bytes | None = None,
    ) -> None:
        self._secret = token_bytes() if secret is None else secret
        self._dealt: OrderedDict[object, DealtGame] = OrderedDict()
        self.time_limit = Budget(time_limit).seconds
        self.allows_programs = allows_programs
        self._known: OrderedDict[tuple[bytes, int, str | None], KnowledgeBase] = OrderedDict()
        self._lock = Lock()
        self._threads = ThreadPoolExecutor(THREADS, "question")

    def knowledge_base(
        self, board: BoardObject, liars: int | None, program: str | None
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

    def keep(self, kb: KnowledgeBase, board: BoardObject) -> None:
        """Keep a knowledge base that knows more of a board than the one of last time."""
        program = None if kb.program is None else kb.program.text
        with self._lock:
            self._known[msgspec.json.encode(board), kb.liars, program] = kb

    def seed_of(self, name: str) -> int:
        """Return the seed of the game of a name; nobody can tell it without the secret."""
        return int.from_bytes(hmac.digest(self._secret, name.encode(), "sha256")[:8])

    def mark_of(self, name: str) -> str:
        """Return the mark that shows a game to be of this server; it tells nothing of the mines."""
        return hmac.digest(self._secret, f"mark {name}".encode(), "sha256")[:8].hex()

    def dealt(self, key: object, deal: Callable[[], DealtGame]) -> DealtGame:
        """Return the layout of a game, dealt anew unless it is that of last time."""
        with self._lock:
            known = self._dealt.get(key)
        if known is None:
            known = deal()
            with self._lock:
                self._dealt[key] = known
                while len(self._dealt) > _KEPT:
                    self._dealt.popitem(last=False)
        return known

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
        wait for another one. Returns the answer, and raises what asking raises. The scope of who
        calls it holds.
        """
        if at_once:
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
    if board.grid.size > MOST_CELLS:
        raise LimitError(
            f"the board has {board.grid.size:,} cells; the page shows at most {MOST_CELLS:,}"
        )
