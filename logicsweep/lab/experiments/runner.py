"""Playing games in any executor: in any order, each exactly once."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Executor

from logicsweep.games.spreading import IsLost, Work, spread
from logicsweep.lab.experiments.game_run import GameTask, play_game
from logicsweep.lab.experiments.records import Record, failed


def run(
    tasks: Iterable[GameTask],
    make_executor: Callable[[], Executor],
    workers: int,
    *,
    is_lost: IsLost,
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
    work = Work(play_game, lambda task, why: failed(task.key, why))
    return spread(tasks, work, make_executor, workers, is_lost=is_lost)
