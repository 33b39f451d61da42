"""Agents compared on one board: an experiment from options, and what it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple, Unpack

from msgspec import Struct, structs

from logicsweep.answers import base
from logicsweep.arguments import by_name
from logicsweep.board.board import Cell
from logicsweep.board.names import SQUARE
from logicsweep.board.total import total_words
from logicsweep.errors import ExperimentError, UnknownNameError, counted, expect, listed, positive
from logicsweep.games import executors
from logicsweep.games.agents.registry import agent_of, check_rules
from logicsweep.games.keys import Condition, check_named, keys_in, keys_of
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.lab.experiments import statistics
from logicsweep.lab.experiments.declared import BoardTable, ExperimentFile
from logicsweep.lab.experiments.game_run import play_game, run
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.lab.experiments.records import GameRow
from logicsweep.lab.experiments.report_words import cost_lines, names_of, shown
from logicsweep.lab.experiments.specification import Specification
from logicsweep.lab.experiments.statistics import Interval
from logicsweep.lab.experiments.summary import AgentDifference, AgentMoves, Groups
from logicsweep.lab.experiments.toml import as_toml, parse_specification
from logicsweep.limits import USUAL_PLAYOUTS, USUAL_POSITIONS

# What the name of a folder has none of.
_ODD: Final = re.compile(r"[^A-Za-z0-9.-]+")
# Of names in that of a folder, in characters.
_LONGEST: Final = 60
# Keys that change what is shown of the games, or how many there are, and not the games.
_BESIDE: Final = ("title", "games", "time_limit", "metrics", "plots")


def experiment_of(
    agents: Sequence[str],
    setting: Setting,
    *,
    n: int,
    seed: int = 0,
    forced_survival: bool = False,
    metric: str = "win_rate",
    time_limit: float = 60.0,
    file: str = "",
    playouts: int = USUAL_PLAYOUTS,
    start: Cell | None = None,
) -> Specification:
    """Return the experiment that compares agents on one board.

    The arguments are those of `compare`; `file` has the layout of all games, if they are not dealt.
    The name is that of a folder: agents, size, and a digest of all that makes the games. It is the
    same for more games, or another metric, unless that needs causes of losses.

    Raises:
        ValueError: There are fewer than two agents, one is named twice, or lines of games cannot
            name the rules or the topology.
        UnknownNameError: There is no such agent or metric, or an agent does not play the rules.
        AgentError: An agent of your own cannot be imported.
        SpecificationError: A number is out of range, or something does not go together.
    """
    twice = next((name for name in agents if agents.count(name) > 1), None)
    if twice is not None:
        raise ValueError(f"the agent {twice} is named twice; expected each once")
    if len(agents) < 2:
        there = "is one agent" if agents else "are no agents"
        raise ValueError(f"there {there}; expected two or more to compare")
    if metric not in METRICS:
        raise UnknownNameError("metric", metric, METRICS)
    check_named(replace(setting, topology=None) if file else setting)
    for name in agents:
        check_rules(agent_of(name, imports=Path.cwd()), setting)
    names = list(names_of(agents).values())
    is_judged = metric == MOVES
    keys = {
        "title": f"{listed(names, last='and')} on {_board_words(setting, file, start)}",
        "agents": list(agents),
        **_board_keys(setting, file, start),
        "games": n,
        "seed": seed,
        "forced_survival": forced_survival,
        "time_limit": time_limit,
        "metrics": [metric],
        "plots": [] if is_judged else [{"x": "board", "y": metric}],
        **({"playouts": playouts} if is_judged else {}),
    }
    of_games = {key: value for key, value in keys.items() if key not in _BESIDE}
    if METRICS[metric].needs_causes:
        of_games["causes"] = True
    if is_judged:
        of_games["judge"] = True
    digest = sha256(json.dumps(of_games, sort_keys=True).encode()).hexdigest()[:8]
    name = f"{_ODD.sub('-', '-'.join([*names, setting.size]))[:_LONGEST]}-{digest}"
    text = "".join(f"{key} = {as_toml(value)}\n" for key, value in keys.items())
    return parse_specification(text, Path(f"{name}.toml"))


def _board_words(setting: Setting, file: str, start: Cell | None) -> str:
    """Name the board in the title of a comparison."""
    topology = "" if setting.topology_name in (None, SQUARE) else f", {setting.topology_name}"
    rules = "" if setting.rules.is_standard else f", rules {setting.rules}"
    board = f"{file}, " if file else ""
    mines = total_words(setting.mines)
    begun = "" if start is None else f", start {start}"
    return f"{board}{setting.size} with {mines}{topology}{rules}{begun}"


def _board_keys(setting: Setting, file: str, start: Cell | None) -> dict[str, Any]:
    """Return the keys of an experiment file that say what is played."""
    keys = keys_of(setting)
    everywhere = {name: keys[name] for name in keys if name in ExperimentFile.__struct_fields__}
    if file or everywhere["topology"] is None:
        everywhere["topology"] = SQUARE
    board: dict[str, Any] = {"file": file} if file else {"size": setting.size}
    if start is not None:
        board["start"] = f"{start.row},{start.column}"
    told = keys_in(BoardTable, setting)
    for name in (*(() if file else ("mines", "density")), "liars", "constraints"):
        if told.get(name) is not None:
            board[name] = told[name]
    return {"boards": [board], **everywhere}


class AgentMean(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The games of one agent.

    Attributes:
        agent: The name of the agent.
        games: The number of games it has played.
        unfinished: The number of these that were not finished.
        mean: The mean of the metric; null if no game has it.
    """

    agent: str
    games: base.Number
    unfinished: base.Number
    mean: Interval | None


class Compared(NamedTuple):
    """The result of a comparison.

    Attributes:
        title: The agents and the board, in words.
        metric: The metric.
        condition: The condition of all games.
        agents: The mean of each agent.
        measured: The number of games behind each mean.
        ours: The agent that the others are compared with.
        differences: Its value less that of each other agent, game by game.
        moves: With the metric `moves`, what the moves of each other agent cost.
    """

    title: str
    metric: str
    condition: Condition
    agents: tuple[AgentMean, ...]
    measured: tuple[int, ...]
    ours: str
    differences: tuple[AgentDifference, ...]
    moves: tuple[AgentMoves, ...]

    @classmethod
    def of(cls, specification: Specification, records: Iterable[GameRow]) -> Compared:
        """Compare the agents of an experiment by games on its only board.

        Raises `ExperimentError` without any games, `MissingLibraryError`.
        """
        groups = Groups.of(records)
        if not groups:
            raise ExperimentError("there are no games yet")
        (condition,) = groups.conditions
        agents, metric = specification.agents, specification.metrics[0]
        called = names_of(agents)
        there = {name: groups[condition, name] for name in groups.agents(agents)}
        means = {name: group.estimate(metric) for name, group in there.items()}
        ours = groups.ours(agents) or agents[0]
        pairs = {
            name: groups.compared(condition, ours, name, metric) for name in there if name != ours
        }
        return cls(
            title=specification.title,
            metric=metric,
            condition=condition,
            agents=tuple(
                AgentMean(
                    agent=called[name],
                    games=there[name].games,
                    unfinished=there[name].errors.total(),
                    mean=mean and mean.interval,
                )
                for name, mean in means.items()
            ),
            measured=tuple(0 if mean is None else mean.games for mean in means.values()),
            ours=called[ours],
            differences=tuple(
                structs.replace(pair, agent=called[ours], less=called[name])
                for name, pair in pairs.items()
                if pair is not None
            ),
            moves=tuple(
                group.moves(called[name]) for name, group in there.items() if condition.judge
            ),
        )

    def lines(self, *, positions: int = USUAL_POSITIONS) -> Iterator[str]:
        """Yield the comparison in words: a line for each agent, and for each difference.

        With the metric `moves`, what moves cost follows, and so many `positions` of each agent.
        """
        wide = max(len(means.agent) for means in self.agents)
        yield f"{self.title}: {METRICS[self.metric].title}"
        for means, measured in zip(self.agents, self.measured, strict=True):
            mean = "" if means.mean is None else shown(self.condition, self.metric, means.mean)
            games = counted(means.games, "game")
            if 0 < measured < means.games:
                games = f"{measured:,} of {games}"  # the others have no such number
            yield f"{means.agent:{wide}}  {mean:22} {games}"
        for pair in self.differences:
            p = f"p = {pair.p:.2g}" if pair.p >= 1e-4 else "p < 0.0001"
            difference = shown(self.condition, self.metric, pair.difference, signed=True)
            yield f"{self.ours} minus {pair.less}: {difference}, {p} ({pair.test})"
        for moves in self.moves:
            yield ""
            yield from cost_lines(moves, self.condition, self.ours, positions=positions)


@by_name
def compare(
    agents: Sequence[str],
    setting: AnySetting = None,
    *,
    n: int = 1000,
    seed: int = 0,
    forced_survival: bool = False,
    metric: str = "win_rate",
    playouts: int = USUAL_PLAYOUTS,
    start: tuple[int, int] | None = None,
    workers: int | None = None,
    time_limit: float = 60.0,
    **keys: Unpack[SettingKeys],
) -> Compared:
    """Play the same games with several agents, and compare them game by game.

    The command `compare` does the same and keeps the games in a folder, with a report.

    Args:
        agents: The names of two or more agents; `module:Class` is imported from the current folder,
            which runs its code.
        setting: The games, as `Setting.of` takes them.
        n: The number of games of each agent.
        seed: The seed of the first game; the others follow.
        forced_survival: Whether the agents survive each guess, and games are weighed by the chance
            of that: the mean is the same, with fewer games.
        metric: The metric to compare, such as `win_rate` or `openings`. With `moves` the first
            agent judges the moves of the others, which takes far fewer games (see
            `logicsweep.lab.play.by_moves`).
        playouts: With the metric `moves`, on how many layouts two different moves are played out.
        start: The cell, as (row, column), that is open from the beginning of each game.
        workers: The number of processes that play; None to play in this one. A script that asks
            for some needs `if __name__ == "__main__":`.
        time_limit: The seconds that a game may take. One that takes longer is not finished, and
            counts in no mean.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        TypeError: An argument has a wrong type.
        ValueError: There are fewer than two agents, an agent is named twice, there is no game or
            worker, or the rules or the topology of the games have no name.
        UnknownNameError: There is no such agent or metric, or an agent does not play the rules.
        AgentError: An agent of your own cannot be imported.
        SpecificationError: A number is out of range.
        MissingLibraryError: The extra `experiments` is not installed.
    """
    expect("agents", agents, (list, tuple), "a list of names, such as ['exact', 'subset']")
    for name in agents:
        expect("an agent", name, str, "a name, such as 'exact' or 'module:Class'")
    setting = Setting.of(setting, **keys)
    for argument, value in (("n", n), ("workers", 1 if workers is None else workers)):
        positive(argument, value)
    specification = experiment_of(
        agents,
        setting,
        n=n,
        seed=seed,
        forced_survival=forced_survival,
        metric=metric,
        time_limit=time_limit,
        playouts=playouts,
        start=None if start is None else Cell.of(start),
    )
    statistics.scipy_stats()
    tasks = specification.tasks(imports=Path.cwd())
    if workers is None:
        return Compared.of(specification, map(play_game, tasks))
    with executors.processes(workers) as place, closing(run(tasks, place)) as records:
        return Compared.of(specification, records)
