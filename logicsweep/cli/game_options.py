"""Options of the commands about games: what is dealt, how it is played, and who does the work."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Final, NamedTuple

import typer

from logicsweep.board.names import CLUE_MODELS
from logicsweep.cli.board_options import ConstraintsOption, RulesOption, TopologyOption
from logicsweep.cli.common import JsonOption, completing
from logicsweep.cli.game_names import USUAL_FIRST_CLICK, USUAL_FLOOD, FirstClickName, GameRuleName
from logicsweep.limits import MOST_CELLS, MOST_NUMBER

# The least seed that is never drawn.
_SEEDS: Final = 1_000_000
_MOST_RECORDS: Final = 10_000_000

FirstClickOption = Annotated[
    FirstClickName | None,
    typer.Option(
        help="The guarantee for the first cell: none, safe, or safe with its neighbours. "
        f"Default: {USUAL_FIRST_CLICK}."
    ),
]
SeedOption = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=-MOST_NUMBER,
        max=MOST_NUMBER,
        help="The seed that deals the mines. Default: a random one.",
    ),
]
LossyOption = Annotated[
    bool, typer.Option("--lossy", help="Leave out the mine count if the format cannot hold it.")
]


def _sizes() -> Iterable[str]:
    from logicsweep.games.setting import STANDARD

    return STANDARD


def _formats() -> Iterable[str]:
    from logicsweep.formats.registry import FORMAT_NAMES

    return FORMAT_NAMES


class DealtOptions(NamedTuple):
    """The options that say what is dealt; None for each that is not given."""

    size: Annotated[
        str | None,
        typer.Option(
            metavar="WIDTHxHEIGHT",
            help="The size, such as 30x16, or beginner, intermediate, expert. Default: beginner.",
            autocompletion=completing(_sizes),
        ),
    ] = None
    width: Annotated[
        int | None,
        typer.Option(
            metavar="N", min=1, max=MOST_CELLS, help="The number of columns, instead of --size."
        ),
    ] = None
    height: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=MOST_CELLS, help="The number of rows, with --width."),
    ] = None
    mines: Annotated[
        str | None,
        typer.Option(
            metavar="N|N..M",
            help=f"The mine count, from 0 to {MOST_CELLS:,}, or a range of which the player knows "
            "no more. Default: the usual one of --size.",
        ),
    ] = None
    density: Annotated[
        str | None,
        typer.Option(
            metavar="P",
            help="Make each cell a mine with this probability, such as 0.2, in place of a mine "
            "count.",
        ),
    ] = None
    topology: TopologyOption = None
    rules: RulesOption = None
    liars: Annotated[
        int, typer.Option(metavar="K", min=0, help="Have K safe cells show wrong clues, in games.")
    ] = 0
    constraints: ConstraintsOption = None


class GameOptions(NamedTuple):
    """The options that say how a game is played."""

    rule: Annotated[GameRuleName, typer.Option(help="When the game ends.")] = "classic"
    first_click: FirstClickOption = None
    flood: Annotated[
        bool | None,
        typer.Option(
            "--flood/--no-flood",
            help=f"Open the neighbours of a 0 as well. Default: {USUAL_FLOOD}.",
        ),
    ] = None
    clues: Annotated[
        str,
        typer.Option(
            metavar="MODEL",
            help=f"The clue model: {', '.join(CLUE_MODELS)}.",
            autocompletion=completing(*CLUE_MODELS),
        ),
    ] = "exact"


def workers_option(default: str) -> Any:
    """Make the option --workers; the default is in words."""
    text = f"The number of processes. Default: {default}."
    return typer.Option(metavar="N", min=1, max=1000, help=text)


ClusterOption = Annotated[
    str | None,
    typer.Option(
        metavar="WHERE",
        help="Work on a Dask cluster: tcp://host:port, or local:N for N processes here.",
    ),
]


class MakingOptions(NamedTuple):
    """The options of what makes a record for each seed: the first seed, and who does the work."""

    seed: SeedOption = None
    workers: Annotated[int | None, workers_option("this one alone")] = None
    cluster: ClusterOption = None
    json: JsonOption = False

    def seeds(self, number: int) -> range:
        """Return the seeds of so many records, from a random one unless one was given."""
        first = drawn_seed(self.seed)
        return range(first, first + number)


class RunningOptions(NamedTuple):
    """The options of what plays many games: who does the work, and what is written of it."""

    workers: Annotated[int | None, workers_option("one for each processor")] = None
    cluster: ClusterOption = None
    report: Annotated[
        bool,
        typer.Option("--report/--no-report", help="Write the report when all games are played."),
    ] = True
    json: JsonOption = False


def drawn_seed(seed: int | None) -> int:
    """Return the seed that was given, else a random one."""
    from random import Random

    return Random().randrange(_SEEDS) if seed is None else seed


def number_option(text: str) -> Any:
    """Make the option --number; the text says what is made."""
    return typer.Option("-n", "--number", metavar="N", min=1, max=_MOST_RECORDS, help=text)


def level_option(text: str) -> Any:
    """Make the option --level, which `levels_of` reads."""
    return typer.Option(metavar="N|N..M", help=text)


def to_option(text: str) -> Any:
    """Make the option --to for a board format; the text says what is written."""
    return typer.Option(metavar="NAME", help=text, autocompletion=completing(_formats))


def out_option(metavar: str, text: str) -> Any:
    """Make the option --out; the text says what it leads to."""
    return typer.Option("--out", "-o", metavar=metavar, help=text)


def limit_option(text: str) -> Any:
    """Make the option --time-limit; the text says for what."""
    return typer.Option(metavar="SECONDS", help=f"The time limit for {text}.")
