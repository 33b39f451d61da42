"""What an experiment is: agents, conditions, games, and what was published."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from logicsweep.formats.dealt import DealtGame
from logicsweep.games.experiments.game_run import Task
from logicsweep.games.experiments.records import Condition, Key


class Published(NamedTuple):
    """A figure that was published: the mean of a metric, of one agent on one board.

    Attributes:
        agent: the name of the agent.
        height: the rows of the board.
        width: its columns.
        mines: its mines.
        metric: what was measured, a name in `METRICS`.
        value: the mean, in percent where the metric is.
        games: how many games it is the mean of; 0 where that is unknown.
        first_click: under which first click; None for any.
        model: with which clue model; None for any.
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
    """A figure to draw, with a line for each agent.

    Attributes:
        x: the axis, an `Axis`, such as `density`.
        y: a metric, or `known` where the axis is `move`.
    """

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Specification:
    """An experiment; made by `read_specification`."""

    name: str
    """The name of its file, without the ending."""
    text: str
    """The file as it was read."""
    identity: dict[str, str]
    """What makes it this experiment, however many games are played and whatever is said of it."""
    title: str
    """What the report is called, in Markdown."""
    about: str
    """Why it is made, in Markdown."""
    notes: str
    """What came of it, in Markdown."""
    agents: tuple[str, ...]
    """Who plays: names that `agent_of` knows, or `module:Class`."""
    conditions: dict[Condition, int]
    """What is played, and how many games of it; without any nothing can be played."""
    files: dict[str, DealtGame]
    """The layouts that are given and not dealt, by the names of their files."""
    fewer: dict[str, int]
    """How many games some agents play at most."""
    games_in_all: int
    """How many games there are in all, of all agents under all conditions."""
    first_seed: int
    """The seed of the first game; the others follow it."""
    time_limit: float
    """How long a game may take, in seconds."""
    trace: bool
    """Whether what is known after each move is recorded."""
    metrics: tuple[str, ...]
    """What the tables are made of: names in `METRICS`."""
    published: tuple[Published, ...]
    """What was published, for comparison."""
    plots: tuple[Plot, ...] | None
    """The figures to draw; None for the first metric by what differs."""

    def continues(self, begun: Specification) -> bool:
        """Whether games of an earlier run, under the file it had then, may be games of this one.

        The defaults of first click and flood have changed: where a file names neither, the games
        themselves say it.
        """
        return {**begun.identity, **self.identity} == {**self.identity, **begun.identity}

    def games(self, condition: Condition, agent: str) -> int:
        """How many games an agent plays under a condition."""
        return min(self.conditions[condition], self.fewer.get(agent, self.conditions[condition]))

    def tasks(self, *, imports: Path | None = None) -> Iterator[Task]:
        """Every game, seed by seed: a run that is stopped has as many of each kind.

        `imports` is the folder from which agents of a user's own are imported; None forbids it.
        """
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
                            None if imports is None else str(imports),
                        )
