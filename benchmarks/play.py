"""How fast agents play, and what a report on many games takes.

    python benchmarks/play.py                    every agent on the standard boards; some minutes
    python benchmarks/play.py --agents exact     one of them
    python benchmarks/play.py --report-on 100000 memory and time of a report on so many games

Games are those of seeds from 0, classic, the first click an opening, with flood opening; one
process, one core. Two large games come last: 100x100 with 2,063 mines by `exact`, and the baseline
of reference system B, 50x50 half mines (the report has 13.8 s).
"""

from __future__ import annotations

import random
import resource
import tempfile
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from timing import parser, seconds

from logicsweep.board.first_click import FirstClick
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.game import Game
from logicsweep.games.keys import Condition
from logicsweep.games.loop import play
from logicsweep.games.setting import STANDARD, GameRule, Setting
from logicsweep.lab.experiments.game_run import GameTask, play_game
from logicsweep.lab.experiments.records import Key, line_of
from logicsweep.lab.experiments.reporting import report

# Each agent plays for so long on each board, in seconds, and at least so many games.
_SECONDS = 4.0
_LEAST = 3
# What 30x16 takes at most, in milliseconds a game.
_BARS = {"exact": 40.0, "single-point": 4.0, "strategist": 25.0}


def game(agent: str, setting: Setting, seed: int) -> float:
    """Deal and play one game; returns the seconds that it takes."""
    return seconds(lambda: play(Game(setting, seed=seed), agent_of(agent, seed=seed)))


def standard(agents: list[str]) -> None:
    """Games a second of each agent."""
    print(f"{'agent':<16}" + "".join(f"{name:>28}" for name in STANDARD))
    for agent in agents:
        cells = []
        for height, width, mines in STANDARD.values():
            setting = Setting(
                height=height,
                width=width,
                mines=mines,
                first_click=FirstClick.OPENING,
                flood=True,
            )
            game(agent, setting, 0)
            times: list[float] = []
            while len(times) < _LEAST or sum(times) < _SECONDS:
                times.append(game(agent, setting, len(times)))
            mean = sum(times) / len(times)
            cells.append(f"{1 / mean:8.1f} games/s {1000 * mean:8.2f} ms")
        print(f"{agent:<16}" + "".join(f"{cell:>28}" for cell in cells))


def large() -> None:
    """The two large games."""
    for title, agent, setting, games in (
        (
            "100x100/2063, exact, continue",
            "exact",
            Setting(
                height=100,
                width=100,
                mines=2063,
                rule=GameRule.CONTINUE,
                first_click=FirstClick.UNPROTECTED,
                flood=False,
            ),
            5,
        ),
        (
            "100x100/2063, exact, classic",
            "exact",
            Setting(height=100, width=100, mines=2063, first_click=FirstClick.OPENING, flood=True),
            20,
        ),
        (
            "50x50/1250, single-point, continue",
            "single-point",
            Setting(
                height=50,
                width=50,
                mines=1250,
                rule=GameRule.CONTINUE,
                first_click=FirstClick.UNPROTECTED,
                flood=False,
            ),
            20,
        ),
    ):
        times = [game(agent, setting, seed) for seed in range(games)]
        print(
            f"{title:<36} mean {sum(times) / games:.3f} s  max {max(times):.3f} s ({games} games)"
        )


def report_on(games: int) -> None:
    """Memory and time of a report on many recorded games."""
    agents = ("random", "single-point", "rref", "exact")
    conditions = [
        Condition(9, 9, mines, "continue", "unprotected", False) for mines in (8, 10, 12, 15, 20)
    ]
    rng = random.Random(1)
    records = [
        play_game(GameTask(Key(condition, agent, 0), 60))
        for condition in conditions
        for agent in agents
    ]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with (folder / "games.jsonl").open("wb") as stream:
            for number in range(games):
                record = records[number % len(records)]
                flags = rng.randrange((record.mines or 0) + 1)
                seed = number // len(records)
                values = record.values | {"flag_rate": flags / (record.mines or 1)}
                stream.write(line_of(replace(record, seed=seed, values=values)))
        taken = seconds(partial(report, folder))
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"a report on {games:,} games: {taken:.1f} s, {most:.0f} MB at most")


def main() -> None:
    """Read the options, play, and print."""
    asked = parser(__doc__)
    asked.add_argument("--agents", nargs="+", choices=tuple(AGENTS), default=list(AGENTS))
    asked.add_argument("--report-on", type=int, metavar="N", help="report on N games instead")
    options = asked.parse_args()
    if options.report_on:
        report_on(options.report_on)
        return
    print(f"30x16 is to take: {_BARS} ms a game")
    standard(options.agents)
    large()


if __name__ == "__main__":
    main()
