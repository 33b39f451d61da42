"""Results of work that is spread over workers."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from logicsweep.games.executors import Place
from logicsweep.games.spreading import Work, spread

WORKERS = 2


def spread_over_threads(
    pieces: Iterator[int], do: Callable[[int], int], *, in_order: bool
) -> Iterator[int]:
    return spread(
        pieces,
        Work(do, lambda piece, _: piece),
        Place(partial(ThreadPoolExecutor, WORKERS), WORKERS, lambda _: False),
        in_order=in_order,
    )


def test_results_keep_their_order_and_wait_in_bounded_number() -> None:
    is_far_ahead, many_done = threading.Event(), threading.Event()
    begun: list[int] = []

    def pieces() -> Iterator[int]:
        for piece in range(1000):
            begun.append(piece)
            if piece == 400:
                is_far_ahead.set()
            yield piece

    def do(piece: int) -> int:
        if piece == 0:
            assert many_done.wait(60)
            is_far_ahead.wait(0.2)  # which would come if nothing held the others back
        elif piece == 100:
            many_done.set()
        return piece

    found = spread_over_threads(pieces(), do, in_order=True)
    assert next(found) == 0
    assert not is_far_ahead.is_set()
    assert 100 < len(begun) < 200
    assert [0, *found] == [*range(1000)]


def test_results_come_as_they_are_ready() -> None:
    go_on = threading.Event()

    def do(piece: int) -> int:
        if piece == 0:
            assert go_on.wait(60)
        elif piece == 9:
            go_on.set()
        return piece

    found = [*spread_over_threads(iter(range(20)), do, in_order=False)]
    assert found != sorted(found)
    assert sorted(found) == [*range(20)]
