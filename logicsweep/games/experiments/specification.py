"""What an experiment is: agents, conditions, games, and what was published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, NamedTuple

from logicsweep.formats.dealt import DealtGame
from logicsweep.games.experiments.game_run import Task
from logicsweep.games.experiments.records import Condition, Key

AXES: Final = ("density", "area", "board", "model", "move")


class Published(NamedTuple):
    """A figure that was published: of an agent on a board, as a mean of so many games (0: unknown).

    Under any first click and clue model, unless they are given.
    """

    agent: str
    height: int
    width: int
    mines: int
    metric: str
    value: float
    games: int
    first_click: str | None
    model: str | None


class Plot(NamedTuple):
    """A figure to draw: a metric along an axis (see `AXES`), a line for each agent."""

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Specification:
    """An experiment: made by `reading`. `conditions` says of each how many games it has.

    `files` has the layouts that are given and not dealt, by name. Without conditions nothing can be
    played. `identity` is what makes it this one, however many games are played of it and
    whatever is said about it.
    """

    name: str
    text: str
    identity: dict[str, str]
    title: str
    about: str
    notes: str
    agents: tuple[str, ...]
    conditions: dict[Condition, int]
    files: dict[str, DealtGame]
    fewer: dict[str, int]
    first_seed: int
    time_limit: float
    trace: bool
    metrics: tuple[str, ...]
    published: tuple[Published, ...]
    plots: tuple[Plot, ...] | None

    def continues(self, begun: Specification) -> bool:
        """Whether games of another run of it, by the file it had then, may be games of this one.

        The usual first click and flood opening were others once: where a file does not say them,
        the games do.
        """
        return {**begun.identity, **self.identity} == {**self.identity, **begun.identity}

    def games(self, condition: Condition, agent: str) -> int:
        """How many games an agent plays under a condition."""
        return min(self.conditions[condition], self.fewer.get(agent, self.conditions[condition]))

    def tasks(self) -> Iterator[Task]:
        """Every game, seed by seed: a run that is stopped has as many of each kind."""
        for number in range(max(self.conditions.values(), default=0)):
            for condition in self.conditions:
                dealt = self.files.get(condition.file)
                for agent in self.agents:
                    if number < self.games(condition, agent):
                        yield Task(
                            Key(condition, agent, self.first_seed + number),
                            self.time_limit,
                            self.trace,
                            dealt and dealt.layout,
                            dealt and dealt.start,
                        )
