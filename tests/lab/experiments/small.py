"""A small experiment, and what is played of it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from logicsweep.games.executors import Place
from logicsweep.lab.experiments import plots, statistics
from logicsweep.lab.experiments.game_run import play_game, run
from logicsweep.lab.experiments.records import GameRow, key_of, line_of
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.store import Store
from logicsweep.lab.experiments.toml import parse_specification

SMALL = """
title = "Small"
about = "A few games."
agents = ["single-point", "exact"]
rule = ["continue"]
first_click = ["unprotected"]
flood = false
games = 6
time_limit = 30
metrics = ["flag_rate", "openings"]
boards = [{ height = 5, width = 6, densities = [0.1, 0.2] }]

[[published]]
agents = ["single-point"]
metric = "flag_rate"
games = 50
values = [{ height = 5, width = 6, mines = 6, values = [80.0] }]

[[plots]]
x = "density"
y = "flag_rate"
"""


def specification(text: str = SMALL, **changes: str) -> Specification:
    for old, new in changes.items():
        text = text.replace(old.replace("_", " "), new)
    return parse_specification(text, Path("small.toml"))


def without_times(records: list[GameRow]) -> list[GameRow]:
    """Records in the order of their keys, as they are whoever played them."""
    same = [
        one if one.error else replace(one, values=one.values | {"seconds": 0.0}) for one in records
    ]
    return sorted(same, key=key_of)


def play_all(place: Place, given: Specification | None = None) -> list[GameRow]:
    tasks = (given or specification()).tasks()
    return list(run(tasks, place))


def here() -> Place:
    return Place(partial(ThreadPoolExecutor, 2), 2, lambda _: False)


def fill(folder: Path, text: str = SMALL) -> Specification:
    given = specification(text)
    with Store(folder, given) as store:
        for task in given.tasks():
            store.append(play_game(task))
    return given


def draw_nothing(patch: pytest.MonkeyPatch) -> None:
    """Have reports name a plot that nobody draws, and tests that nobody makes.

    So they need neither matplotlib nor scipy.
    """
    test = SimpleNamespace(pvalue=0.5)
    libraries = SimpleNamespace(binomtest=lambda *_: test, wilcoxon=lambda *_: test)
    patch.setattr(plots, "draw", lambda _, __, folder: [folder / "flag-rate-by-density.svg"])
    patch.setattr(statistics, "scipy_stats", lambda: libraries)


GAME = line_of(play_game(next(specification().tasks()))).decode().rstrip()
