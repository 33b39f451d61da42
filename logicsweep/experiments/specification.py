"""What an experiment is: agents, conditions, games, and what was published, read from TOML.

title = "A first impression"
about = "Why."                        # and notes, on what came of it
agents = ["single-point", "exact"]
rules = ["classic"]                   # also first_clicks, models; each a list
flood = false
games = 100                           # of each agent under each condition, seeds from first_seed
time_limit = 60                       # seconds a game
metrics = ["win_rate"]                # what tables are made of
boards = [
  { height = 9, width = 9, mines = 10 },
  { height = 20, width = 20, densities = [0.1, 0.2], games = 50 },
  { file = "../boards/layout.board" },
]
fewer = { simplex = 10 }              # games of agents that take long

[[published]]                         # for comparison, in the order of `agents`; nan for none
agents = ["single-point"]
metric = "win_rate"
games = 1000
values = [{ height = 9, width = 9, mines = 10, values = [70.1] }]

[[plots]]
x = "density"                         # or area, board, rule, model, agent, move
y = "win_rate"
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import isnan
from pathlib import Path
from typing import Any, Final, NamedTuple

from logicsweep.agents.registry import AGENTS
from logicsweep.board import Cell
from logicsweep.clue_models import clue_model
from logicsweep.errors import BoardSyntaxError, SpecificationError
from logicsweep.experiments.game_run import Condition, Key, Task
from logicsweep.experiments.metrics import METRICS
from logicsweep.formats.layouts import read_layout
from logicsweep.layout import Layout
from logicsweep.setting import FirstClick, Rule

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


class Dealt(NamedTuple):
    """A layout from a file, and its start."""

    layout: Layout
    start: Cell | None


@dataclass(frozen=True, slots=True)
class Specification:
    """See the module. `conditions` says of each how many games it has.

    `identity` is the same for the same experiment, however many games are played of it and whatever
    is said about it.
    """

    name: str
    text: str
    identity: str
    title: str
    about: str
    notes: str
    agents: tuple[str, ...]
    conditions: dict[Condition, int]
    files: dict[str, Dealt]
    fewer: dict[str, int]
    first_seed: int
    time_limit: float
    trace: bool
    metrics: tuple[str, ...]
    published: tuple[Published, ...]
    plots: tuple[Plot, ...]

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


def read_specification(path: Path) -> Specification:
    """Read a file. Raises `SpecificationError`, which says where, and OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise SpecificationError(f"byte {error.start} is not UTF-8", file=str(path)) from None
    return parse_specification(text, path)


def parse_specification(text: str, path: Path, *, boards: bool = True) -> Specification:
    """The specification in a text; `path` is where layouts are looked for, and gives its name.

    Without `boards` it has no conditions, and nothing can be played: that is enough for a report.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else len(text.splitlines())
        raise SpecificationError(f"not TOML: {error}", file=str(path), line=line) from None
    return _Reader(table, text, path).read(boards=boards)


def _identity(table: dict[str, Any]) -> str:
    named = {key: table.get(key) for key in sorted(_KNOWN - _BESIDE)}
    named["boards"] = [
        {key: value for key, value in board.items() if key != "games"}
        for board in table.get("boards", [])
        if isinstance(board, dict)
    ]
    return json.dumps(named, sort_keys=True, default=str)


_BESIDE: Final = {"about", "notes", "games", "fewer", "metrics", "published", "plots", "time_limit"}
_KNOWN: Final = {
    *("title", "about", "notes", "agents", "rules", "first_clicks", "models", "flood", "games"),
    *("first_seed", "time_limit", "trace", "metrics", "boards", "fewer", "published", "plots"),
}
_BOARD: Final = {"height", "width", "mines", "densities", "games", "file"}
_PUBLISHED: Final = {"agents", "metric", "games", "values", "first_click", "model"}


class _Reader:
    """Takes a table apart; every error names the key, and the line it stands in."""

    def __init__(self, table: dict[str, Any], text: str, path: Path) -> None:
        self._table = table
        self._text = text
        self._path = path

    def read(self, *, boards: bool) -> Specification:
        table = self._table
        self._only(table, _KNOWN, "")
        title = self._get(table, "title", str, self._path.stem)
        agents = self._names("agents", AGENTS)
        files: dict[str, Dealt] = {}
        conditions = dict(self._conditions(files)) if boards else {}
        metrics = self._names("metrics", METRICS, ["win_rate"])
        fewer = self._get(table, "fewer", dict, {})
        for name, games in fewer.items():
            if name not in agents or type(games) is not int or games < 0:
                raise self._fault(
                    name, f"fewer: {name} = {games!r}; expected an agent's number of games"
                )
        limit = self._get(table, "time_limit", (int, float), 60)
        if not limit > 0:
            raise self._fault("time_limit", f"time_limit is {limit}; expected a positive number")
        return Specification(
            name=self._path.stem,
            text=self._text,
            identity=_identity(table),
            title=title,
            about=self._get(table, "about", str, "").strip(),
            notes=self._get(table, "notes", str, "").strip(),
            agents=agents,
            conditions=conditions,
            files=files,
            fewer=fewer,
            first_seed=self._get(table, "first_seed", int, 0),
            time_limit=float(limit),
            trace=self._get(table, "trace", bool, default=False),
            metrics=metrics,
            published=tuple(self._published()),
            plots=tuple(self._plots()),
        )

    def _conditions(self, files: dict[str, Dealt]) -> Iterator[tuple[Condition, int]]:
        table = self._table
        rules = self._names("rules", [rule.value for rule in Rule], ["classic"])
        clicks = [click.value for click in FirstClick]
        dealt_clicks = self._names("first_clicks", clicks, ["unprotected"])
        models = self._get(table, "models", list, ["exact"])
        for model in models:
            try:
                clue_model(model if isinstance(model, str) else repr(model))
            except ValueError as error:
                raise self._fault("models", f"models: {error}") from None
        flood = self._get(table, "flood", bool, default=False)
        games = self._count(table, "games", 100)
        for board in self._tables("boards"):
            self._only(board, _BOARD, "boards: ")
            shapes = self._shapes(board, files)
            own = self._count(board, "games", games)
            # A given layout has no protected first click.
            first_clicks = ("unprotected",) if board.get("file") else dealt_clicks
            for height, width, mines in shapes:
                for rule in rules:
                    for click in first_clicks:
                        for model in models:
                            condition = Condition(
                                height,
                                width,
                                mines,
                                rule,
                                click,
                                flood,
                                model,
                                board.get("file", ""),
                            )
                            try:
                                condition.setting()
                            except ValueError as error:
                                raise self._fault("boards", f"boards: {error}") from None
                            yield condition, own

    def _shapes(
        self, board: dict[str, Any], files: dict[str, Dealt]
    ) -> Iterator[tuple[int, int, int]]:
        if "file" in board:
            name = self._get(board, "file", str)
            files[name] = self._dealt(name)
            mask = files[name].layout.mask
            yield mask.shape[0], mask.shape[1], int(mask.sum())
            return
        height, width = (self._count(board, key, lowest=1) for key in ("height", "width"))
        if "densities" in board:
            for density in self._get(board, "densities", list):
                if not isinstance(density, int | float) or not 0 <= density <= 1:
                    raise self._fault("densities", f"a density is {density!r}; expected 0 to 1")
                yield height, width, round(density * height * width)
        else:
            yield height, width, self._count(board, "mines")

    def _dealt(self, name: str) -> Dealt:
        path = self._path.parent / name
        try:
            found = read_layout(path.read_bytes(), file_name=path.name)
        except OSError as error:
            why = (error.strerror or str(error)).lower()
            raise self._fault(name, f"boards: cannot read {path}: {why}") from None
        except BoardSyntaxError as error:
            raise self._fault(name, f"boards: {path}: {error}") from None
        return Dealt(found.layout, found.start)

    def _published(self) -> Iterator[Published]:
        for entry in self._tables("published", []):
            self._only(entry, _PUBLISHED, "published: ")
            agents = self._get(entry, "agents", list)
            metric = self._get(entry, "metric", str)
            if metric not in METRICS:
                raise self._fault(metric, f"unknown metric {metric!r}; known: {', '.join(METRICS)}")
            for row in self._get(entry, "values", list):
                values = row.get("values") if isinstance(row, dict) else None
                if not isinstance(values, list) or len(values) != len(agents):
                    raise self._fault(
                        "values", f"published: {row!r}; expected a value for each agent"
                    )
                height, width, mines = (
                    self._count(row, key) for key in ("height", "width", "mines")
                )
                for agent, value in zip(agents, values, strict=True):
                    if isinstance(value, int | float) and not isnan(value):
                        yield Published(
                            agent,
                            height,
                            width,
                            mines,
                            metric,
                            float(value),
                            self._count(entry, "games", 0),
                            entry.get("first_click"),
                            entry.get("model"),
                        )

    def _plots(self) -> Iterator[Plot]:
        for entry in self._tables("plots", []):
            self._only(entry, {"x", "y"}, "plots: ")
            x, y = (self._get(entry, key, str) for key in ("x", "y"))
            if x not in AXES:
                raise self._fault("plots", f"plots: unknown axis {x!r}; known: {', '.join(AXES)}")
            known = ("known",) if x == "move" else tuple(METRICS)
            if y not in known:
                raise self._fault("plots", f"plots: unknown y {y!r}; known: {', '.join(known)}")
            yield Plot(x, y)

    def _get(self, table: dict[str, Any], key: str, kind: Any, default: Any = None) -> Any:
        value = table.get(key, default)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = kind if isinstance(kind, tuple) else (kind,)
            expected = " or ".join(_KINDS[name] for name in names)
            found = "is missing" if value is None else f"is {value!r}"
            raise self._fault(key, f"{key} {found}; expected {expected}")
        return value

    def _count(
        self, table: dict[str, Any], key: str, default: int | None = None, *, lowest: int = 0
    ) -> int:
        value = self._get(table, key, int, default)
        if value < lowest:
            raise self._fault(key, f"{key} is {value}; expected {lowest} or more")
        return int(value)

    def _names(
        self, key: str, known: Iterable[str], default: list[str] | None = None
    ) -> tuple[str, ...]:
        known = tuple(known)
        names = self._get(self._table, key, list, default)
        for name in names:
            if name not in known:
                raise self._fault(key, f"{key}: unknown {name!r}; known: {', '.join(known)}")
        if not names or len(set(names)) < len(names):
            raise self._fault(key, f"{key} is {names!r}; expected names, each once")
        return tuple(names)

    def _tables(self, key: str, default: Any = None) -> list[dict[str, Any]]:
        tables = self._get(self._table, key, list, default)
        if not all(isinstance(table, dict) for table in tables) or (default is None and not tables):
            raise self._fault(key, f"{key}: expected a list of tables")
        return list(tables)

    def _only(self, table: dict[str, Any], known: set[str], where: str) -> None:
        for key in table:
            if key not in known:
                expected = ", ".join(sorted(known))
                raise self._fault(key, f"{where}unknown key {key!r}; expected {expected}")

    def _fault(self, key: str, what: str) -> SpecificationError:
        line = next(
            (n for n, row in enumerate(self._text.splitlines(), 1) if str(key) in row), None
        )
        return SpecificationError(what, file=str(self._path), line=line)


_KINDS: Final[dict[type, str]] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
}
