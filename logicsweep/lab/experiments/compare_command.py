"""`logicsweep compare`: agents on the same games, from options alone."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

from logicsweep.cli.common import command, fail, not_both, print_json
from logicsweep.cli.lazy import lazily
from logicsweep.cli.options import AGENTS, DealtOptions, GameOptions, RunningOptions
from logicsweep.cli.values import Bounds, completing
from logicsweep.errors import SpecificationError, UnknownNameError
from logicsweep.limits import (
    MOST_GAMES,
    MOST_NUMBER,
    MOST_PLAYOUTS,
    MOST_POSITIONS,
    USUAL_PLAYOUTS,
    USUAL_POSITIONS,
)

with lazily():
    from msgspec.structs import asdict, replace

    from logicsweep.answers import base
    from logicsweep.board.board import Cell
    from logicsweep.cli.cells import pair_of
    from logicsweep.cli.dealing import given, setting_of
    from logicsweep.cli.terminal import print_lines
    from logicsweep.games.setting import Setting
    from logicsweep.lab.experiments import statistics
    from logicsweep.lab.experiments.as_json import ComparedAgents
    from logicsweep.lab.experiments.comparison import Compared, experiment_of
    from logicsweep.lab.experiments.running import run_games, tell
    from logicsweep.lab.experiments.store import read_games


_RESULTS: Final = Path("results")
_MOVES: Final = "moves"


@command
def compare(
    agents: Annotated[list[str], completing(*AGENTS)],
    *,
    options: DealtOptions,
    board: str | None = None,
    how: GameOptions,
    number: Annotated[int, Bounds(1, MOST_GAMES)] = 1000,
    seed: Annotated[int, Bounds(-MOST_NUMBER, MOST_NUMBER)] = 0,
    forced_survival: bool = False,
    metric: str = "win_rate",
    playouts: Annotated[int | None, Bounds(2, MOST_PLAYOUTS)] = None,
    most: Annotated[int | None, Bounds(0, MOST_POSITIONS)] = None,
    start: str | None = None,
    time_limit: Annotated[float, Bounds(0.001, 1000000)] = 60,
    output: Path | None = None,
    running: RunningOptions,
) -> None:
    """Play the same games with several agents, and say which is better.

    Means have 95 % intervals; differences are taken game by game and tested in pairs. The folder
    has the games, a report and an experiment file to go on from: run the command again, or with
    a larger -n, and it plays only the missing games. Agents of your own, module:Class, are
    imported from the current folder; '| COMMAND' is a program that answers over a pipe. Needs the
    extra `experiments`.

    Args:
        agents (AGENT): Two or more agents: {names}; or an agent of your own, module:Class or
            '| COMMAND'.
        board (FILE): Play all games on the layout in this file.
        number (-n, --number N): The games of each agent.
        seed (N): The seed of the first game.
        forced_survival: Let the agent survive each guess and weigh the game by the chance of that;
            the mean is the same, with fewer games.
        metric (NAME): The metric to compare, such as win_rate, seconds or lost_forced. With moves,
            the first agent judges the moves of the others: where it chooses another cell, both
            moves are played out on the same layouts. Takes far fewer games to tell two good agents
            apart.
        playouts (N): With --metric moves: the layouts on which two different moves are played out.
            Default: 8.
        most (N): With --metric moves: show so many positions of each agent, those that cost most.
            Default: 5.
        time_limit (SECONDS): The time limit of a game.
        output (-o, --output DIR): The folder for games and report. Default: one in results/ that is
            named after the agents and the board.

    Example: logicsweep compare exact subset --size expert -n 200
    """
    for option, given_number in (("--playouts", playouts), ("--most", most)):
        if given_number is not None and metric != _MOVES:
            raise fail(f"{option} without --metric moves; expected both")
    statistics.scipy_stats()
    cell = None if start is None else pair_of(start, "--start")
    setting = setting_of(options, how) if board is None else _setting_on(board, options, how, cell)
    try:
        specification = experiment_of(
            agents,
            setting,
            n=number,
            seed=seed,
            forced_survival=forced_survival,
            metric=metric,
            time_limit=time_limit,
            file=board or "",
            playouts=USUAL_PLAYOUTS if playouts is None else playouts,
            start=cell,
        )
    except SpecificationError as error:
        raise fail(error.text) from None
    except UnknownNameError as error:
        raise fail(f"--metric: {error}" if error.kind == "metric" else str(error)) from None
    except ValueError as error:
        raise fail(str(error)) from None
    folder = output or _RESULTS / specification.name
    # Nobody but whoever typed the names here could have named agents to import.
    done = run_games("compare", specification, folder, running, imports=Path.cwd())
    compared = Compared.of(specification, read_games(folder))
    shown = USUAL_POSITIONS if most is None else most
    if running.json:
        few = [replace(costs, positions=costs.positions[:shown]) for costs in compared.moves]
        print_json(base.filled(ComparedAgents, compared, **{**asdict(done), "moves": tuple(few)}))
        return
    print_lines(compared.lines(positions=shown))
    tell(done)


def _setting_on(board: str, options: DealtOptions, how: GameOptions, start: Cell | None) -> Setting:
    """Return the setting of games on the layout of a file. Exits with a message if it has none."""
    if options.topology is not None:
        raise not_both("--board", "--topology")
    if not Path(board).exists():  # links and examples are no files
        raise fail(f"cannot read {board}: no such file; expected one with a whole layout")
    return given(options, how, board, start=start).setting
