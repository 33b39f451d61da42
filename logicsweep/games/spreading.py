"""Work of any kind in any executor: each piece exactly once, in any order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Final, Generic, NamedTuple, TypeVar

# How many pieces are submitted for each worker, so that no worker waits for the next one.
AHEAD: Final = 2
# How often a piece is tried whose worker dies; after the first time it is done alone.
_TRIES: Final = 3

IsLost = Callable[[BaseException], bool]
Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Work(NamedTuple, Generic[Piece, Result]):
    """What to do with each piece.

    Attributes:
        do: From a piece to its result, in the executor; it has to be picklable.
        give_up: The result of a piece whose worker died again and again, and why, in words.
    """

    do: Callable[[Piece], Result]
    give_up: Callable[[Piece, str], Result]


def spread(
    pieces: Iterable[Piece],
    work: Work[Piece, Result],
    make_executor: Callable[[], Executor],
    workers: int,
    *,
    is_lost: IsLost,
) -> Generator[Result]:
    """Do all pieces, and yield their results as they come.

    A piece whose worker died is done again, alone; after three attempts it is given up. When the
    iterator is closed, or an exception passes through it, pieces that are being done are abandoned.

    Args:
        pieces: What to do.
        work: How.
        make_executor: Starts an executor; called again whenever the executor broke.
        workers: The number of pieces that the executor does at the same time.
        is_lost: Whether an exception that a future raised means that its worker died.

    Raises:
        Exception: Any other exception of a future.
    """
    flight = _Flight(iter(pieces), work, make_executor, workers * AHEAD, is_lost)
    try:
        while flight.start():
            yield from flight.land()
    finally:
        flight.end()


class _Flight(Generic[Piece, Result]):
    """The pieces that are submitted and not finished."""

    def __init__(
        self,
        pieces: Iterator[Piece],
        work: Work[Piece, Result],
        make_executor: Callable[[], Executor],
        room: int,
        is_lost: IsLost,
    ) -> None:
        self._pieces = pieces
        self._work = work
        self._room = room
        self._make = make_executor
        self._is_lost = is_lost
        self._executor = make_executor()
        self._broke = False
        self._flying: dict[Future[Result], tuple[Piece, int]] = {}
        self._lost: deque[tuple[Piece, int]] = deque()

    def start(self) -> bool:
        """Submit pieces as far as there is room; returns whether any is still to end."""
        if self._broke and not self._flying:
            self._executor.shutdown(wait=False)
            self._executor = self._make()
            self._broke = False
        for piece, tries in self._next():
            try:
                self._flying[self._executor.submit(self._work.do, piece)] = piece, tries
            except Exception as error:
                if not self._is_lost(error):
                    raise
                self._lose(piece, tries)
        return bool(self._flying or self._lost)

    def land(self) -> Iterator[Result]:
        """Wait until a piece ends, and yield the results of all that have."""
        for future in wait(self._flying, return_when=FIRST_COMPLETED).done:
            piece, tries = self._flying.pop(future)
            failure = future.exception()
            if failure is None:
                yield future.result()
            elif not self._is_lost(failure):
                raise failure
            elif tries + 1 < _TRIES:
                self._lose(piece, tries + 1)
            else:
                self._broke = True
                yield self._work.give_up(piece, f"its worker died {_TRIES} times")

    def end(self) -> None:
        """Abandon what is being done."""
        self._executor.shutdown(wait=not self._flying)

    def _lose(self, piece: Piece, tries: int) -> None:
        self._lost.append((piece, tries))
        self._broke = True

    def _next(self) -> Iterator[tuple[Piece, int]]:
        """The pieces to submit next, as far as there is room; a lost one is done alone."""
        if self._lost:
            if not self._flying:
                yield self._lost.popleft()
            return
        for _ in range(self._room - len(self._flying)):
            piece = next(self._pieces, None)
            if piece is None:
                return
            yield piece, 0
