"""Positions of games by the million, with what can be said about them, as arrays."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Unpack

import numpy as np

from logicsweep.arguments import by_name
from logicsweep.errors import ArgumentError, UnknownNameError, counted, expect, whole
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.knowledge.arrays import check_threads
from logicsweep.lab.data.columns import (
    ANSWERS,
    FLOATS,
    QUICK,
    Answer,
    AskedBoards,
    FloatName,
    Positions,
    answered,
    answers_of,
    check_symmetric,
    with_copies,
)
from logicsweep.lab.data.drawn import check_dataset, made
from logicsweep.limits import Budget


@by_name
def positions(
    setting: AnySetting = None,
    *,
    n: int,
    seed: int = 0,
    answers: Iterable[Answer] = QUICK,
    symmetries: bool = False,
    floats: FloatName = "float64",
    threads: int = 1,
    time_limit: float | None = None,
    **keys: Unpack[SettingKeys],
) -> Positions:
    """Make positions of games, with what was asked about them, as arrays.

    They are the positions of `dataset` with the seeds `seed`, `seed + 1`, ..., the same on every
    machine.

    Args:
        setting: The size, the mine count, the rules and the first click of the games, as
            `Setting.of` takes them.
        n: The number of positions, 0 or more.
        seed: The first seed; all are from 0 to 2**64 - 1.
        answers: Any of `chances`, `verdicts`, `level` and `best`.
        symmetries: Whether the mirrored and turned copies of each position follow it: on a square
            board with the eight neighbours there are 8 of each in all, on another rectangle 4.
        floats: The type of the chances, `float64` or `float32`, which takes half the memory; in
            both, 0 and 1 stand for decided cells alone.
        threads: The number of threads, 1 to 256. Only the kernel runs in all of them at once.
        time_limit: The seconds that the whole call may take; None for no limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        ValueError: An argument is out of range; or as `dataset`. With `symmetries`, neighbours,
            rules or constraints look different after a turn.
        UnknownNameError: There is no such answer, or no such type of floats.
        TypeError: An argument has the wrong type.
        LimitError: The time limit was reached, or a position takes more memory than counting may.
    """
    budget = Budget(time_limit)
    setting = Setting.of(setting, **keys)
    expect("answers", answers, Iterable, f"some of {', '.join(ANSWERS)}")
    names = answers_of(answers)
    if floats not in FLOATS:
        raise UnknownNameError("type of floats", str(floats), FLOATS)
    n, seed = whole("n", n), whole("seed", seed)
    check_seeds(n, seed)
    check_threads(threads)
    if symmetries:
        check_symmetric(setting)
    check_dataset(setting, budget)
    seeds = np.uint64(seed) + np.arange(n, dtype=np.uint64)
    boards, layouts = made(setting, seeds, budget, threads=threads)
    asked = AskedBoards(setting, boards, floats, threads, budget)
    mines = layouts.sum(axis=(1, 2), dtype=np.int32)
    given = Positions(setting, seeds, boards, layouts, mines, **answered(asked, names))
    return with_copies(given) if symmetries else given


def check_seeds(n: int, first: int) -> None:
    """Raise ValueError unless n seeds from the first one on are seeds of positions."""
    if n < 0:
        raise ValueError(f"n is {n}; expected 0 or more")
    if not 0 <= first <= MOST + 1 - max(n, 1):
        text = f"seed is {first}; expected {counted(n, 'seed')} from 0 to {MOST:,}"
        raise ArgumentError("seed", text)
