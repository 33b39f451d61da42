"""Playing games in any executor: in any order, each exactly once."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, wait
from typing import Final

from logicsweep.games.experiments.game_run import Task, play_game
from logicsweep.games.experiments.records import Record, failed

# How many games are submitted for each worker, so that no worker waits for the next one.
AHEAD: Final = 2
# How often a game is tried whose worker dies; after the first time it is played alone.
_TRIES: Final = 3

IsLost = Callable[[BaseException], bool]


def run(
    tasks: Iterable[Task], make_executor: Callable[[], Executor], workers: int, *, is_lost: IsLost
) -> Generator[Record]:
    """Play games, and yield their records as they end.

    A game whose worker died is played again, alone; after three attempts its record says that it
    failed. When the iterator is closed, or an exception passes through it, games that are being
    played are abandoned.

    Args:
        tasks: The games to play.
        make_executor: Starts an executor; called again whenever the executor broke.
        workers: The number of games that the executor plays at the same time.
        is_lost: Whether an exception that a future raised means that its worker died.

    Raises:
        Exception: Any other exception of a future.
    """
    flight = _Flight(iter(tasks), make_executor, workers * AHEAD, is_lost)
    try:
        while flight.start():
            yield from flight.land()
    finally:
        flight.end()


class _Flight:
    """The games that are submitted and not finished."""

    def __init__(
        self,
        tasks: Iterator[Task],
        make_executor: Callable[[], Executor],
        room: int,
        is_lost: IsLost,
    ) -> None:
        self._tasks = tasks
        self._room = room
        self._make = make_executor
        self._is_lost = is_lost
        self._executor = make_executor()
        self._broke = False
        self._flying: dict[Future[Record], tuple[Task, int]] = {}
        self._lost: deque[tuple[Task, int]] = deque()

    def start(self) -> bool:
        """Submit games as far as there is room; returns whether any is still to end."""
        if self._broke and not self._flying:
            self._executor.shutdown(wait=False)
            self._executor = self._make()
            self._broke = False
        for task, tries in self._next():
            try:
                self._flying[self._executor.submit(play_game, task)] = task, tries
            except Exception as error:
                if not self._is_lost(error):
                    raise
                self._lose(task, tries)
        return bool(self._flying or self._lost)

    def land(self) -> Iterator[Record]:
        """Wait until a game ends, and yield the records of all that have."""
        for future in wait(self._flying, return_when=FIRST_COMPLETED).done:
            task, tries = self._flying.pop(future)
            failure = future.exception()
            if failure is None:
                yield future.result()
            elif not self._is_lost(failure):
                raise failure
            elif tries + 1 < _TRIES:
                self._lose(task, tries + 1)
            else:
                self._broke = True
                yield failed(task.key, f"its worker died {_TRIES} times")

    def end(self) -> None:
        """Abandon what is being played."""
        self._executor.shutdown(wait=not self._flying)

    def _lose(self, task: Task, tries: int) -> None:
        self._lost.append((task, tries))
        self._broke = True

    def _next(self) -> Iterator[tuple[Task, int]]:
        """The games to submit next, as far as there is room; a lost game is played alone."""
        if self._lost:
            if not self._flying:
                yield self._lost.popleft()
            return
        for _ in range(self._room - len(self._flying)):
            task = next(self._tasks, None)
            if task is None:
                return
            yield task, 0
