"""The experiment file, declared once: every key with its type, bounds, default and meaning.

Reading, error messages, the JSON Schema and the reference page all come from these classes, and
what is played is one of them: `specification.py` adds what was found out on reading. What types
cannot say is checked where it is needed: `checks.py` checks names, `conditions.py` boards.

So the reader refuses more than the schema can: a name in `fewer` that is not among `agents`, the P
of a clue model, a size without mines, more mines than there is room for, a board named twice, a
file that cannot be read, what does not go with forced survival, with `moves` or with causes of
losses, and rows of `published` with another number of values than agents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import UNSET, Meta, UnsetType

from logicsweep.board.first_click import FirstClick
from logicsweep.board.names import CLUE_MODELS, SQUARE, TOPOLOGY_NAMES
from logicsweep.board.rules.catalogue import RULE_NAMES
from logicsweep.board.topology_text import TOPOLOGIES
from logicsweep.games.agents.registry import AGENTS
from logicsweep.games.setting import (
    STANDARD,
    USUAL_FIRST_CLICK,
    USUAL_FLOOD,
    USUAL_RULE,
    GameRule,
    size_words,
)
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.limits import (
    MOST_CELLS,
    MOST_GAMES,
    MOST_NUMBER,
    MOST_PLAYOUTS,
    USUAL_PLAYOUTS,
)

# The longest time limit of a game, in seconds.
_MOST_SECONDS: Final = 1_000_000
_STANDARD: Final = ", ".join(
    f'"{name}" ({size_words(height, width)}, {mines} mines)'
    for name, (height, width, mines) in STANDARD.items()
)
_SIZE: Final = rf"^(?:{'|'.join(STANDARD)}|\d{{1,9}}x\d{{1,9}})$"
_MODELS: Final = "|".join(name.replace("(P)", r"\(.+\)") for name in CLUE_MODELS)
_MODEL: Final = rf"^\s*(?:{_MODELS})\s*$"

# Keys of a board of which at most one may be given.
EXCLUSIVE: Final = (
    ("size", "height"),
    ("size", "width"),
    ("mines", "densities"),
    ("mines", "density"),
    ("densities", "density"),
    ("file", "folder"),
    *(
        (given, name)
        for given in ("file", "folder")
        for name in ("size", "height", "width", "mines", "densities", "density", "topology")
    ),
)


_EACH_ONCE: Final = {"uniqueItems": True}  # which means lists alone
_NAMES: Final = Meta(
    min_length=1, extra_json_schema=_EACH_ONCE, extra={"expected": "a list of names, each once"}
)
_NAME_OR_NAMES: Final = Meta(
    extra_json_schema=_EACH_ONCE, extra={"expected": "a name, or a list of names, each once"}
)


# The names that registries know. A type checker cannot see them, and takes any text.
if TYPE_CHECKING:
    MetricName = str
else:
    MetricName = Literal[tuple(METRICS)]

Axis = Literal["density", "area", "board", "model"]
AgentName = Annotated[
    str,
    Meta(
        description="The name of an agent that comes along, or one of your own: module:Class, or a "
        "program as | COMMAND.",
        extra_json_schema={
            "anyOf": [{"enum": list(AGENTS)}, {"pattern": r"^([^\s:]+:[^\s:]+|\|.*\S.*)$"}]
        },
    ),
]
ModelName = Annotated[
    str,
    Meta(
        description=f"The name of a clue model: {', '.join(CLUE_MODELS)}. P is a probability such "
        "as 0.1 or 1/10.",
        extra_json_schema={"pattern": _MODEL},
    ),
]
Size = Annotated[
    str,
    Meta(
        description=f"The size of the board: WIDTHxHEIGHT in cells, such as 30x16, or {_STANDARD}.",
        extra_json_schema={"pattern": _SIZE},
    ),
]
Games = Annotated[int, Meta(ge=0, le=MOST_GAMES)]
Side = Annotated[int, Meta(ge=1, le=MOST_CELLS)]
Topology = Annotated[
    str,
    Meta(
        description=f"Which cells are neighbours: {', '.join(TOPOLOGY_NAMES)}. A grid has its own "
        "dimensions, and the size has as many columns as the last of them.",
        extra_json_schema={"pattern": f"^(?:{'|'.join(TOPOLOGIES)}|grid .+)$"},
    ),
]
RuleNames = Annotated[
    str | tuple[str, ...],
    Meta(
        description="What clues show and what layouts satisfy, by the names of rules with blanks "
        f"between them, such as `1M Q`, or as a list: {', '.join(RULE_NAMES)}, or a composition "
        "such as `LM`. Empty for ordinary boards.",
    ),
]
Mines = Annotated[int, Meta(ge=0, le=MOST_CELLS)]
MineRange = Annotated[
    tuple[Mines, ...],
    Meta(min_length=2, max_length=2, extra={"expected": "two numbers, the least and the most"}),
]
Densities = Annotated[
    tuple[Annotated[float, Meta(ge=0, le=1)], ...],
    Meta(min_length=1, extra={"expected": "a list of numbers from 0 to 1 that is not empty"}),
]
FirstClicks = Annotated[
    FirstClick | Annotated[tuple[FirstClick, ...], Meta(min_length=1)],
    _NAME_OR_NAMES,
    Meta(
        description="What is guaranteed of the first cell opened, or several: `unprotected` "
        "nothing, `safe` that it is safe, `opening` that its neighbours are, too. Default: "
        f"{USUAL_FIRST_CLICK}."
    ),
]
Start = Annotated[
    str,
    Meta(
        pattern=r"^(\d{1,9},\d{1,9})?$",
        description='The cell that is open from the beginning, such as "0,0": row and column, '
        "counted from 0. Dealt mines keep it free; it takes the place of the start of a file. "
        "Default: none, or that of the file.",
        extra={"expected": 'ROW,COLUMN such as "0,3"'},
    ),
]
FileName = Annotated[str, Meta(min_length=1)]
Figure = Annotated[float, Meta(extra={"expected": "a number, or nan for none"})]

Named = TypeVar("Named", str, GameRule, FirstClick)


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A table of the file: no other keys than those declared."""


class BoardTable(_Table, frozen=True, kw_only=True):
    """A board: a size with mines or densities, a file with a layout, or a folder of such files.

    Attributes:
        height: The number of rows; needs `width`.
        width: The number of columns; needs `height`.
        mines: The total number of mines, or a range [least, most] of which the player knows no
            more. A size with a name has a usual number, which is the default.
        density: Instead of `mines`: the probability of a mine in each cell, such as 0.2 or "1/5",
            which is all that the player knows.
        densities: Instead of `mines`: shares of the cells, from 0 to 1. Each makes a board with
            that share of mines, rounded to a whole number.
        file: A file with a complete layout, relative to the experiment file, in any board format.
            Nothing is dealt, so the first click is not protected.
        folder: Instead of `file`: a folder with such files, relative to the experiment file. Each
            of its files is a board, on which as many games are played; those whose names begin with
            a dot are left out.
        liars: The number of safe cells that show wrong clues. Default: 0.
        constraints: Constraints that layouts satisfy, as lines of text such as `corner: 1 of (0,0)
            (0,1)`.
        games: The number of games on this board, for each agent and condition. Default: the `games`
            of the file.
    """

    size: Size | UnsetType = UNSET
    height: Side | UnsetType = UNSET
    width: Side | UnsetType = UNSET
    mines: Mines | MineRange | UnsetType = UNSET
    density: float | str | UnsetType = UNSET
    densities: Densities | UnsetType = UNSET
    file: FileName | UnsetType = UNSET
    folder: FileName | UnsetType = UNSET
    topology: Topology | UnsetType = UNSET
    rules: RuleNames | UnsetType = UNSET
    liars: Mines | UnsetType = UNSET
    constraints: tuple[str, ...] = ()
    start: Start | UnsetType = UNSET
    games: Games | UnsetType = UNSET


# What the types of single keys cannot say of a table; a schema can.
_WHICH_KEYS: Final[dict[str, Any]] = {
    "anyOf": [{"required": keys} for keys in (["size"], ["height", "width"], ["file"], ["folder"])],
    "not": {"anyOf": [{"required": list(pair)} for pair in EXCLUSIVE]},
}
Board = Annotated[
    Size | BoardTable,
    Meta(extra_json_schema={"if": {"type": "object"}, "then": _WHICH_KEYS}),
]


class PublishedRow(_Table, frozen=True, kw_only=True):
    """Published means on one board.

    Attributes:
        height: The number of rows.
        width: The number of columns.
        mines: The total number of mines.
        values: One mean for each of `agents`, in that order, in the unit of the metric (per cent
            for rates); nan where none was published.
    """

    height: Side
    width: Side
    mines: Mines
    values: tuple[Figure, ...]


class PublishedTable(_Table, frozen=True, kw_only=True):
    """Published means of one metric; the report puts the games played beside them.

    Attributes:
        agents: The agents that the values belong to, named as in the file's `agents`.
        metric: The metric that was published.
        games: The number of games behind each mean; 0 if it is unknown.
        values: The published means, a table for each board.
        first_click: Compare with games under this first click only. Default: any.
        clues: Compare with games of this clue model only. Default: any.
    """

    agents: tuple[str, ...]
    metric: MetricName
    games: Annotated[int, Meta(ge=0, le=MOST_NUMBER)] = 0
    values: tuple[PublishedRow, ...]
    first_click: FirstClick | UnsetType = UNSET
    clues: Annotated[str | UnsetType, Meta(extra_json_schema={"pattern": _MODEL})] = UNSET


class Plot(_Table, frozen=True):
    """A plot of the report, with a line for each agent.

    Attributes:
        x: The horizontal axis: the `density` of mines, the `area` in cells, the `board`, or the
            clue `model`.
        y: The metric to plot.
    """

    x: Axis
    y: MetricName


class ExperimentFile(_Table, frozen=True, kw_only=True):
    """An experiment: who plays, what is played, how often, and what the report shows.

    Attributes:
        title: The title of the report, in Markdown. Default: the file's name without its ending.
        about: The purpose of the experiment, in Markdown; opens the report.
        notes: The findings, in Markdown; they follow the comparison with published means.
        agents: The agents that play, each once, in the order of the report's columns.
        boards: The boards to play on. A size with a name is enough; anything else takes a table.
        rule: The rule to play by, or several: when a game ends, and what wins it.
        clues: The clue model, or several: how clues are made from true counts.
        topology: The topology of all boards that are dealt.
        rules: The rules of all boards.
        games: The number of games that each agent plays under each condition.
        fewer: For agents that take long: by name, the largest number of games under each condition.
        seed: The seed of the first game; each further game has the next one.
        time_limit: The time limit of a game, in seconds. A game that takes longer is recorded as
            not finished.
        trace: Whether to record what an agent knows after each move.
        forced_survival: Whether the player survives every guess, and a weight says how likely that
            was: it estimates how often the agent wins with half the spread. For the rule `classic`
            and boards that are dealt.
        metrics: The metrics that the report has tables for. The first one is also compared game by
            game. Those that begin with `lost_` are for the rule `classic`. With `moves`, which goes
            with `seconds` alone, the first agent judges the moves of the others.
        playouts: With the metric `moves`: on how many layouts two different moves are played out.
        published: Published results to compare with.
        plots: The plots of the report. Default: one of each metric, by the density, the clue model
            or the board, whichever varies.
    """

    title: str | UnsetType = UNSET
    about: str = ""
    notes: str = ""
    agents: Annotated[tuple[AgentName, ...], _NAMES]
    boards: Annotated[
        tuple[Board, ...],
        Meta(min_length=1, extra={"expected": "a list of sizes and tables that is not empty"}),
    ]
    rule: Annotated[
        GameRule | Annotated[tuple[GameRule, ...], Meta(min_length=1)],
        _NAME_OR_NAMES,
    ] = USUAL_RULE
    first_click: FirstClicks | UnsetType = UNSET
    flood: Annotated[
        bool | UnsetType,
        Meta(
            description="Whether opening a cell that shows 0 opens its neighbours, too. Default: "
            f"{USUAL_FLOOD}."
        ),
    ] = UNSET
    clues: Annotated[
        ModelName | Annotated[tuple[ModelName, ...], Meta(min_length=1)],
        _NAME_OR_NAMES,
    ] = "exact"
    topology: Topology = SQUARE
    rules: RuleNames = ""
    start: Start = ""
    games: Games = 100
    fewer: dict[str, Games] = {}
    seed: Annotated[int, Meta(ge=-MOST_NUMBER, le=MOST_NUMBER)] = 0
    time_limit: Annotated[float, Meta(gt=0, le=_MOST_SECONDS, extra={"unit": "seconds"})] = 60.0
    trace: bool = False
    forced_survival: bool = False
    metrics: Annotated[tuple[MetricName, ...], _NAMES] = ("win_rate",)
    playouts: Annotated[int, Meta(ge=2, le=MOST_PLAYOUTS)] = USUAL_PLAYOUTS
    published: tuple[PublishedTable, ...] = ()
    plots: tuple[Plot, ...] | UnsetType = UNSET

    @property
    def tables(self) -> list[BoardTable]:
        """The boards as tables; a size alone stands for a table with nothing else."""
        return [
            board if isinstance(board, BoardTable) else BoardTable(size=board)
            for board in self.boards
        ]

    @property
    def named_metrics(self) -> dict[str, str]:
        """The metrics that the file names, by the keys that name them, such as `plots[0].y`."""
        plots = () if self.plots is UNSET else self.plots
        return {
            **{f"metrics[{number}]": name for number, name in enumerate(self.metrics)},
            **{f"plots[{number}].y": plot.y for number, plot in enumerate(plots)},
            **{
                f"published[{number}].metric": table.metric
                for number, table in enumerate(self.published)
            },
        }

    @property
    def metrics_of_causes(self) -> list[str]:
        """The named metrics for which the causes of losses have to be recorded."""
        named = self.named_metrics.values()
        return [name for name in named if name in METRICS and METRICS[name].needs_causes]

    @property
    def judge(self) -> str:
        """The agent that judges the moves of the others; empty where they are not judged."""
        return self.agents[0] if MOVES in self.named_metrics.values() else ""


def several(named: Named | tuple[Named, ...]) -> tuple[Named, ...]:
    """Return the values of a key that takes one or a list."""
    return named if isinstance(named, tuple) else (named,)
