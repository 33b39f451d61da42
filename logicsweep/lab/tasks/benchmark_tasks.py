"""`benchmark`: 500 fixed tasks that everybody gets alike, to compare models, agents and programs.

A task is decided by its kind, its stratum and its seed, and all of these are in a file. The seeds
are the first ones whose first position has a task of the kind and the level, so that nothing is
searched when the tasks are made; `examples/studies/arena.py` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from importlib.resources import files
from typing import Any, Final, NamedTuple

from msgspec import Struct, json

from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import TaskOrder, drawn
from logicsweep.lab.tasks.kinds import KINDS, TaskKind
from logicsweep.lab.tasks.prompts import FORMS
from logicsweep.lab.tasks.task import Task
from logicsweep.limits import DEFAULT_TIME_LIMIT

FILE: Final = "benchmark.json"

_SPLIT: Final = "test"


class Stratum(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Games of one setting, and the tasks about them.

    Attributes:
        setting: The arguments of `Setting`.
        number: The number of tasks of each kind.
        levels: The least and the largest levels that take turns, by kinds; levels of tasks of
            other kinds are as they come.
        seeds: The seeds of the tasks, by kinds.
    """

    setting: dict[str, Any]
    number: int
    levels: dict[str, tuple[tuple[int, int], ...]]
    seeds: dict[str, tuple[int, ...]]


class Place(NamedTuple):
    """The place of a task in the benchmark.

    Attributes:
        kind: Its kind.
        name: The name of its stratum.
        stratum: Its stratum.
        number: Its number in the stratum, from 0; the level and the form follow from it.
    """

    kind: TaskKind
    name: str
    stratum: Stratum
    number: int

    @property
    def order(self) -> TaskOrder:
        """The order for its task: a position for tests, of a level and in a text form."""
        levels = self.stratum.levels.get(self.kind.name, ())
        forms = list(FORMS)
        return TaskOrder(
            kind=self.kind.name,
            setting=Setting(**self.stratum.setting),
            level=levels[self.number % len(levels)] if levels else None,
            # Shifted by one after every four, so that every level comes in every form.
            form=forms[(self.number + self.number // 4) % len(forms)],
            split=_SPLIT,
        )


def read_strata() -> Mapping[str, Stratum]:
    """Read the games that positions are of, by name, from the file of the package."""
    content = files("logicsweep.lab.tasks").joinpath(FILE).read_bytes()
    return json.decode(content, type=dict[str, Stratum])


def places() -> Iterator[tuple[Place, int]]:
    """Yield the places of all tasks with their seeds: kind by kind, in each the strata in order."""
    strata = read_strata()
    for kind in KINDS.values():
        for name, stratum in strata.items():
            for number, seed in enumerate(stratum.seeds.get(kind.name, ())):
                yield Place(kind, name, stratum, number), seed


def benchmark(*, time_limit: float | None = DEFAULT_TIME_LIMIT) -> Iterator[Task]:
    """Yield the 500 tasks of the benchmark, 100 of each kind, each made when it is asked for.

    They are the same everywhere, and are of the part `test`, which no task for training is of.
    Their sizes go from 5x5 to expert; there are three rules, hexagons, unknown mine counts and
    liars. On ordinary boards the levels 1, 2, and 3 and more take turns, except that moves on dense
    boards are guesses; elsewhere levels are as they come. The text forms take turns.

    Args:
        time_limit: The seconds that each question about a position may take; None for no limit.

    Raises:
        LimitError: A time limit was reached.
    """
    for place, seed in places():
        yield drawn(replace(place.order, time_limit=time_limit), seed)
