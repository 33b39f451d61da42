"""Work of any kind in any executor: each piece exactly once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from typing import Final, Generic, NamedTuple, TypeVar

from logicsweep.games.executors import Place

# How many pieces are submitted for each worker, so that no worker waits for the next one.
AHEAD: Final = 2
# How many results for each worker wait at most for one before them, where their order is kept.
_WAITING: Final = 64
# How often a piece is tried whose worker dies; after the first time it is done alone.
_TRIES: Final = 3

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class Work(NamedTuple, Generic[Piece, Result]):
    """The work on each piece.

    Attributes:
        do: From a piece to its result, in the executor; it has to be picklable.
        give_up: The result of a piece whose worker died again and again, and why, in words.
    """

    do: Callable[[Piece], Result]
    give_up: Callable[[Piece, str], Result]


def spread(
    pieces: Iterable[Piece],
    work: Work[Piece, Result],
    place: Place,
    *,
    in_order: bool = False,
) -> Generator[Result]:
    """Do all pieces, and yield their results as they come, or in the order of the pieces.

    A piece whose worker died is done again, alone; after three attempts it is given up. When the
    iterator is closed, or an exception passes through it, pieces that are being done are abandoned.

    Args:
        pieces: The pieces of work.
        work: The functions that do it.
        place: The place where it is done; another executor is started whenever one broke.
        in_order: Whether results have the order of the pieces. A result then waits for those before
            it; workers stop when too many wait for one.

    Raises:
        Exception: Any other exception of a future.
    """
    most = place.workers * _WAITING if in_order else None
    flight = _Flight(iter(pieces), work, place, most_waiting=most)
    try:
        while flight.start():
            yield from flight.land()
    finally:
        flight.end()


class _Begun(NamedTuple, Generic[Piece]):
    """A piece that was submitted, its number among them, and how often it was before."""

    piece: Piece
    number: int
    tries: int = 0


class _Flight(Generic[Piece, Result]):
    """The pieces that are submitted and not finished, and results that wait for one of them."""

    def __init__(
        self,
        pieces: Iterator[Piece],
        work: Work[Piece, Result],
        place: Place,
        *,
        most_waiting: int | None,
    ) -> None:
        self._pieces = enumerate(pieces)
        self._work = work
        self._place = place
        self._most_waiting = most_waiting
        self._executor = place.make()
        self._broke = False
        self._flying: dict[Future[Result], _Begun[Piece]] = {}
        self._lost: deque[_Begun[Piece]] = deque()
        self._waiting: dict[int, Result] = {}
        self._due = 0

    def start(self) -> bool:
        """Start pieces as far as there is room; returns whether any is still to end."""
        if self._broke and not self._flying:
            self._executor.shutdown(wait=False)
            self._executor = self._place.make()
            self._broke = False
        for begun in self._next():
            try:
                self._flying[self._executor.submit(self._work.do, begun.piece)] = begun
            except Exception as error:
                if not self._place.is_lost(error):
                    raise
                self._lose(begun)
        return bool(self._flying or self._lost)

    def land(self) -> Iterator[Result]:
        """Wait until a piece ends, and yield the results whose turn it is."""
        for future in wait(self._flying, return_when=FIRST_COMPLETED).done:
            begun = self._flying.pop(future)
            failure = future.exception()
            if failure is None:
                self._waiting[begun.number] = future.result()
            elif not self._place.is_lost(failure):
                raise failure
            elif begun.tries + 1 < _TRIES:
                self._lose(begun._replace(tries=begun.tries + 1))
            else:
                self._broke = True
                why = f"its worker died {_TRIES} times"
                self._waiting[begun.number] = self._work.give_up(begun.piece, why)
            yield from self._ready()

    def end(self) -> None:
        """Drop the pieces that are being done."""
        self._executor.shutdown(wait=not self._flying)

    def _ready(self) -> Iterator[Result]:
        """Yield the results that wait for none before them; all, if the order is not kept."""
        while self._waiting:
            number = next(iter(self._waiting)) if self._most_waiting is None else self._due
            if number not in self._waiting:
                return
            self._due = number + 1
            yield self._waiting.pop(number)

    def _lose(self, begun: _Begun[Piece]) -> None:
        self._lost.append(begun)
        self._broke = True

    def _next(self) -> Iterator[_Begun[Piece]]:
        """Yield the pieces to submit next, as far as there is room; a lost one is done alone."""
        if self._lost:
            if not self._flying:
                yield self._lost.popleft()
            return
        room = self._place.workers * AHEAD - len(self._flying)
        if self._most_waiting is not None:
            room = min(room, self._most_waiting - len(self._waiting))
        for _ in range(room):
            number, piece = next(self._pieces, (-1, None))
            if piece is None:
                return
            yield _Begun(piece, number)
