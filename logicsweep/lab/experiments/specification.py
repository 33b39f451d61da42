"""An experiment as it is played: agents, conditions, games, and published means."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from logicsweep.formats.dealt import DealtGame
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.game_run import GameTask
from logicsweep.lab.experiments.records import Key


class Published(NamedTuple):
    """A published mean of one metric, of one agent on one board.

    Attributes:
        agent: The name of the agent.
        height: The number of rows.
        width: The number of columns.
        mines: The total number of mines.
        metric: The name of the metric, as in experiment files.
        value: The mean, in per cent if the metric is shown so.
        games: The number of games behind the mean; 0 if it is unknown.
        first_click: The first click it is compared with; None for any.
        clues: The clue model it is compared with; None for any.
    """

    agent: str
    height: int
    width: int
    mines: int
    metric: str
    value: float
    games: int
    first_click: str | None
    clues: str | None


class Plot(NamedTuple):
    """A plot to draw, with a line for each agent.

    Attributes:
        x: The horizontal axis, such as `density`, as in experiment files.
        y: A metric, or `known` where the axis is `move`.
    """

    x: str
    y: str


@dataclass(frozen=True, slots=True)
class Specification:
    """An experiment, as `read_specification` makes it."""

    name: str
    """The name of its file, without the ending."""
    text: str
    """The text of the file."""
    identity: dict[str, str]
    """The keys that decide how games are played; they must not change while a folder is filled."""
    title: str
    """The title of the report, in Markdown."""
    about: str
    """The purpose of the experiment, in Markdown."""
    notes: str
    """The findings, in Markdown."""
    agents: tuple[str, ...]
    """The names of the agents, as `agent_of` takes them."""
    conditions: dict[Condition, int]
    """The number of games of each agent under each condition; empty if read for a report."""
    files: dict[str, DealtGame]
    """The layouts that are given, not dealt, by the names of their files."""
    fewer: dict[str, int]
    """The largest number of games of some agents."""
    games_in_all: int | None
    """The number of games of all agents under all conditions; None if read for a report, and a
    folder of boards says how many there are."""
    first_seed: int
    """The seed of the first game; each further game has the next one."""
    time_limit: float
    """The longest time a game may take, in seconds."""
    trace: bool
    """Whether to record what an agent knows after each move."""
    causes: bool
    """Whether to record why games were lost, since some metric needs it."""
    metrics: tuple[str, ...]
    """The names of the metrics that the report has tables for."""
    published: tuple[Published, ...]
    """Published means to compare with."""
    plots: tuple[Plot, ...] | None
    """The plots to draw; None for one of each metric, against whatever varies."""

    def continues(self, begun: Specification) -> bool:
        """Tell whether games begun under an earlier file may be games of this experiment.

        A key that only one of the two files names is no difference: the defaults of first click and
        flood have changed, and the records of the games say what was played.
        """
        return {**begun.identity, **self.identity} == {**self.identity, **begun.identity}

    def games(self, condition: Condition, agent: str) -> int:
        """Return the number of games that an agent plays under a condition; 0 for the judge."""
        if agent == condition.judge:
            return 0
        return min(self.conditions[condition], self.fewer.get(agent, self.conditions[condition]))

    def tasks(self, *, imports: Path | None = None) -> Iterator[GameTask]:
        """Yield every game, seed by seed, so that a stopped run has as many games of each kind.

        `imports` is the folder from which agents of your own are imported; None forbids that.
        """
        for number in range(max(self.conditions.values(), default=0)):
            for condition in self.conditions:
                dealt = self.files.get(condition.file)
                for agent in self.agents:
                    if number < self.games(condition, agent):
                        yield GameTask(
                            Key(condition, agent, self.first_seed + number),
                            self.time_limit,
                            self.trace,
                            dealt and dealt.layout,
                            condition.start_cell or (dealt and dealt.start),
                            None if imports is None else str(imports),
                            self.causes,
                        )
