"""Executors of games: processes on this machine, or a Dask cluster (extra `cluster`)."""

from __future__ import annotations

import logging
import os
import re
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from multiprocessing import get_context
from typing import Any, Final, NamedTuple

from logicsweep.errors import ExperimentError, MissingLibraryError
from logicsweep.limits import ENDING, follow, hear, unheard

MOST_WORKERS: Final = 1000
# How long to wait for a cluster's answer, in seconds.
_PATIENCE: Final = 7
# How long workers that were killed are waited for, in seconds.
_SOON: Final = 2
# Whoever reaches a worker can run code there, so a local cluster listens on this machine only.
_HERE: Final = "127.0.0.1"


class Place(NamedTuple):
    """A place where work is done, such as games that are played.

    Attributes:
        make: Starts an executor.
        workers: The number of pieces of work that the executor does at a time.
        is_lost: Says of an exception that a future raised whether its worker died.
    """

    make: Callable[[], Executor]
    workers: int
    is_lost: Callable[[BaseException], bool]


class _Workers(ProcessPoolExecutor):
    """Processes that ignore Ctrl-C, and that end at once when nobody waits for them."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        """See `ProcessPoolExecutor`."""
        with unheard():
            super().__init__(*args, **kwargs)

    def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
        """See `Executor.submit`, which starts processes."""
        with unheard():
            return super().submit(*args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """See `Executor.shutdown`. Without `wait`, games that are being played are killed."""
        manager: Any = self._executor_manager_thread
        try:
            if wait:
                super().shutdown(cancel_futures=cancel_futures)
                return
            # The thread that manages the processes fails on futures that are cancelled.
            for process in list((self._processes or {}).values()):
                process.kill()
            super().shutdown(wait=False)
        finally:
            # It puts semaphores away: a command that ended before would have Python complain.
            if manager is not None:
                manager.join(_SOON)


@contextmanager
def processes(workers: int) -> Iterator[Place]:
    """Yield a place with so many worker processes on this machine."""
    parent = os.getpid()
    yield Place(
        lambda: _Workers(
            workers, mp_context=get_context("spawn"), initializer=_follow, initargs=(parent,)
        ),
        workers,
        lambda error: isinstance(error, BrokenExecutor),
    )


def _follow(parent: int) -> None:
    """Make a worker end with the process that started it, however that ends."""
    hear()
    follow(parent)


@contextmanager
def cluster(where: str) -> Iterator[Place]:
    """Yield a Dask cluster: `tcp://host:port`, or `local:N` to start one of N processes.

    Raises `MissingLibraryError`; `ExperimentError` when the cluster does not answer within some
    seconds, has no worker, or is lost on the way; ValueError for any other text.
    """
    local = re.fullmatch(r"local:([1-9]\d*)", where, re.ASCII)
    if local is not None and (len(local[1]) > 9 or int(local[1]) > MOST_WORKERS):
        raise ValueError(f"{where[:40]} is too large; expected at most local:{MOST_WORKERS}")
    if local is None and re.fullmatch(r"[a-z]+://\S+", where) is None:
        raise ValueError(f"{where!r} is not a cluster; expected tcp://host:port or local:N")
    try:
        import distributed
    except ImportError:
        raise MissingLibraryError("distributed", extra="cluster", purpose="a cluster") from None
    with _silenced("distributed", "tornado", "asyncio"), ExitStack() as stack:
        try:
            address = where
            if local is not None:
                address = stack.enter_context(_local(distributed, int(local[1])))
            make_client: Any = distributed.Client
            client = stack.enter_context(make_client(address, timeout=_PATIENCE))
            workers = sum(client.nthreads().values())
        except Exception as error:  # noqa: BLE001 whatever there is may answer anything
            raise ExperimentError(f"the cluster at {where} does not answer: {error}") from None
        if not workers:
            raise ExperimentError(f"the cluster at {where} has no worker")
        try:
            yield Place(
                lambda: client.get_executor(pure=False),
                workers,
                lambda error: isinstance(error, distributed.KilledWorker),
            )
        except (CancelledError, distributed.comm.core.CommClosedError) as error:
            raise ExperimentError(
                f"the connection to the cluster at {where} was lost; the games played are kept"
            ) from error


@contextmanager
def _local(distributed: Any, workers: int) -> Iterator[str]:
    with ExitStack() as stack:
        # SIGTERM is how Dask ends its workers.
        with unheard(ENDING - {signal.SIGTERM}):
            made = distributed.LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                host=_HERE,
                dashboard_address=f"{_HERE}:0",
                worker_dashboard_address=f"{_HERE}:0",
                silence_logs=logging.CRITICAL,
            )
            stack.enter_context(made)
        yield made.scheduler_address


@contextmanager
def _silenced(*libraries: str) -> Iterator[None]:
    """Turn off the logs of libraries: their errors are raised."""
    named = list(logging.root.manager.loggerDict)
    loggers = [logging.getLogger(name) for name in named if name.split(".")[0] in libraries]
    before = [logger.level for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.CRITICAL)
    try:
        yield
    finally:
        for logger, level in zip(loggers, before, strict=True):
            logger.setLevel(level)
