"""`benchmark`: 500 fixed tasks that everybody gets alike, to compare models, agents and programs.

A task is decided by its kind, its stratum and its seed, and all of these are constants. The seeds
are the first ones whose first position has a task of the kind and the level; `next_seed` finds
them, so that nothing is searched when the tasks are made.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from importlib.resources import files
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from logicsweep.errors import LimitError
from logicsweep.games.setting import Setting
from logicsweep.lab.tasks.drawing import Order, drawn, order_of
from logicsweep.lab.tasks.kinds import KINDS, TaskKind
from logicsweep.lab.tasks.prompts import FORMS
from logicsweep.lab.tasks.task import Task
from logicsweep.limits import DEFAULT_TIME_LIMIT

_SPLIT: Final = "test"
# Level 3 stands for 3 and more.
_LEVELS: Final = ((1, 1), (2, 2), (3, 1_000))
_GUESS: Final = ((0, 0),)
# Seconds for a question about a position; one that takes longer is left out.
_SOON: Final = 5.0


class Stratum(NamedTuple):
    """Games of one setting.

    Attributes:
        number: The number of tasks of each kind.
        has_levels: Whether the levels of tasks take turns; else they are as they come.
        setting: The arguments of `Setting`.
    """

    number: int
    has_levels: bool
    setting: Mapping[str, Any]


def _usual(number: int, **setting: Any) -> Stratum:
    return Stratum(number, has_levels=True, setting=MappingProxyType(setting))


def _special(number: int, **setting: Any) -> Stratum:
    return Stratum(number, has_levels=False, setting=MappingProxyType(setting))


STRATA: Final[Mapping[str, Stratum]] = MappingProxyType(
    {
        "5x5": _usual(12, height=5, width=5, mines=5, first_click="safe"),
        "beginner": _usual(20, height=9, width=9, mines=10),
        "dense": _usual(10, height=9, width=9, mines=24, first_click="safe"),
        "intermediate": _usual(12, height=16, width=16, mines=40),
        "expert": _usual(14, height=16, width=30, mines=99),
        "rule U": _special(4, height=7, width=7, mines=9, rules="U"),
        "rule 1M": _special(4, height=7, width=7, mines=10, rules="1M"),
        "rule 1X": _special(4, height=7, width=7, mines=10, rules="1X"),
        "hexagon": _special(6, height=9, width=9, mines=18, topology="hexagon"),
        "range": _special(6, height=8, width=8, mines=(8, 14)),
        "density": _special(4, height=8, width=8, density=Fraction(1, 5)),
        "liar": _special(4, height=6, width=6, mines=6, liars=1),
    }
)
"""The games that positions are of, by name; `range` and `density` leave the mine count unknown."""
# There, moves are guesses.
_MOVE, _DENSE = "move", "dense"


class Place(NamedTuple):
    """The place of a task in the benchmark.

    Attributes:
        kind: Its kind.
        stratum: The name of its stratum.
        number: Its number in the stratum, from 0; the level and the form follow from it.
    """

    kind: TaskKind
    stratum: str
    number: int

    @property
    def order(self) -> Order:
        """The order for its task: a position for tests, of a level and in a text form."""
        level = None
        if self.kind.has_level and STRATA[self.stratum].has_levels:
            levels = _GUESS if self.kind.name == _MOVE and self.stratum == _DENSE else _LEVELS
            level = levels[self.number % len(levels)]
        forms = list(FORMS)
        return order_of(
            self.kind.name,
            setting=Setting(**STRATA[self.stratum].setting),
            level=level,
            # Shifted by one after every four, so that every level comes in every form.
            form=forms[(self.number + self.number // 4) % len(forms)],
            split=_SPLIT,
        )


def read_seeds() -> Mapping[str, Mapping[str, Sequence[int]]]:
    """Read the seeds of the tasks by kind and stratum; `examples/studies/arena.py` finds them."""
    text = files("logicsweep.lab.tasks").joinpath("benchmark_seeds.json").read_text("utf-8")
    seeds: dict[str, dict[str, list[int]]] = json.loads(text)
    return seeds


def places() -> Iterator[tuple[Place, int]]:
    """Yield the places of all tasks with their seeds: kind by kind, in each the strata in order."""
    for kind, strata in read_seeds().items():
        for stratum, seeds in strata.items():
            for number, seed in enumerate(seeds):
                yield Place(KINDS[kind], stratum, number), seed


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
        yield drawn(place.order._replace(time_limit=time_limit), seed)


def next_seed(place: Place, first: int) -> int:
    """Return the first seed from `first` on whose first position has the task of a place."""
    order = place.order._replace(tries=1, time_limit=_SOON)
    seed = first
    while True:
        try:
            drawn(order, seed)
        except LimitError:
            seed += 1
        else:
            return seed
