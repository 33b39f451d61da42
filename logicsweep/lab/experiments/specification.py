"""An experiment as it is played: its file, and what was found out on reading it."""

from __future__ import annotations

from collections.abc import Iterator
from math import isnan
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import UNSET, structs

from logicsweep.formats.dealt import DealtGame
from logicsweep.games.keys import Condition
from logicsweep.lab.experiments.declared import (
    ExperimentFile,
    PublishedRow,
    PublishedTable,
    several,
)
from logicsweep.lab.experiments.game_run import GameTask
from logicsweep.lab.experiments.records import Key

# Keys that say nothing of how a game is played: they may change while an experiment is running.
_BESIDE: Final = frozenset(
    ("about", "notes", "games", "fewer", "metrics", "published", "plots", "time_limit", "title")
)


class Published(NamedTuple):
    """A published mean of one metric, of one agent on one board.

    Attributes:
        agent: The name of the agent.
        value: The mean, in per cent if the metric is shown so.
        table: Its table: the metric, the number of games, and what games it is compared with.
        row: Its row of that table: the board.
    """

    agent: str
    value: float
    table: PublishedTable
    row: PublishedRow


class Specification(ExperimentFile, frozen=True, kw_only=True):
    """An experiment, as `read_specification` makes it.

    The keys of its file are attributes of the same names, those left out with their defaults.
    """

    title: str
    name: str
    """The name of the file, without the ending."""
    text: str
    """The text of the file."""
    conditions: dict[Condition, int]
    """The number of games of each agent under each condition; empty if read for a report."""
    files: dict[str, DealtGame]
    """The layouts that are given, not dealt, by the names of their files."""
    games_in_all: int | None
    """The number of games of all agents under all conditions; None if read for a report, and a
    folder of boards says how many there are."""

    @property
    def figures(self) -> list[Published]:
        """The published means to compare with, without those that are nan."""
        return [
            Published(agent, value, table, row)
            for table in self.published
            for row in table.values
            for agent, value in zip(table.agents, row.values, strict=True)
            if not isnan(value)
        ]

    def continues(self, begun: Specification) -> bool:
        """Tell whether games begun under an earlier file may be games of this experiment.

        A key that only one of the two files names is no difference: the defaults of first click and
        flood have changed, and the records of the games say what was played.
        """
        ours, theirs = self._identity(), begun._identity()
        return all(UNSET in (ours[key], theirs[key]) or ours[key] == theirs[key] for key in ours)

    def _identity(self) -> dict[str, Any]:
        """Return the keys that decide how games are played."""
        keys = {key: getattr(self, key) for key in {*ExperimentFile.__struct_fields__} - _BESIDE}
        several_of = {key: several(keys[key]) for key in ("rule", "clues")}
        if self.first_click is not UNSET:
            several_of["first_click"] = several(self.first_click)
        boards = [structs.replace(board, games=UNSET) for board in self.tables]
        return {**keys, **several_of, "boards": boards, "judge": self.judge}

    def games_of(self, condition: Condition, agent: str) -> int:
        """Return the number of games that an agent plays under a condition; 0 for the judge."""
        if agent == condition.judge:
            return 0
        return min(self.conditions[condition], self.fewer.get(agent, self.conditions[condition]))

    def tasks(self, *, imports: Path | None = None) -> Iterator[GameTask]:
        """Yield every game, seed by seed, so that a stopped run has as many games of each kind.

        `imports` is the folder from which agents of your own are imported; None forbids that.
        """
        causes = bool(self.metrics_of_causes)
        for number in range(max(self.conditions.values(), default=0)):
            for condition in self.conditions:
                dealt = self.files.get(condition.file)
                for agent in self.agents:
                    if number < self.games_of(condition, agent):
                        yield GameTask(
                            Key(condition, agent, self.seed + number),
                            self.time_limit,
                            self.trace,
                            dealt and dealt.layout,
                            condition.start_cell or (dealt and dealt.start),
                            None if imports is None else str(imports),
                            causes,
                        )
