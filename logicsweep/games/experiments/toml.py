"""Specifications of experiments, read from TOML.

title = "A first impression"
about = "Why."                        # and notes, on what came of it
agents = ["single-point", "exact"]    # or "mine:Corners", a class of your own in mine.py
game_rules = ["classic"]              # these three are what is played unless it is said
first_clicks = ["opening"]
flood = true
models = ["exact"]                    # how clues are shown
games = 100                           # of each agent under each condition, seeds from first_seed
time_limit = 60                       # seconds a game
metrics = ["win_rate"]                # what tables are made of
boards = [
  "beginner",                         # or { size = "beginner", games = 50 }
  { size = "30x16", mines = 120 },    # WIDTHxHEIGHT
  { height = 9, width = 9, mines = 20 },
  { height = 20, width = 20, densities = [0.1, 0.2], games = 50 },
  { file = "../boards/layout.board" },
]
fewer = { simplex = 10 }              # games of agents that take long

[[published]]                         # for comparison, in the order of `agents`; nan for none
agents = ["single-point"]
metric = "win_rate"
games = 1000
values = [{ height = 9, width = 9, mines = 10, values = [70.1] }]

[[plots]]                             # else the first metric by what differs
x = "density"                         # or area, board, model, move
y = "win_rate"

`title`, `about` and `notes` are Markdown.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from itertools import product
from math import isnan
from pathlib import Path
from typing import Any, Final

from logicsweep.board.clue_models import clue_model
from logicsweep.board.first_click import FirstClick
from logicsweep.errors import BoardSyntaxError, LogicSweepError, SpecificationError
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import read_layout
from logicsweep.games.agents.own import is_own
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.experiments.metrics import METRICS
from logicsweep.games.experiments.records import Condition
from logicsweep.games.experiments.specification import AXES, Plot, Published, Specification
from logicsweep.games.experiments.tables import Tables, shown
from logicsweep.games.setting import (
    USUAL_FIRST_CLICK,
    USUAL_FLOOD,
    USUAL_RULE,
    GameRule,
    size_of,
)
from logicsweep.limits import (
    MOST_BYTES_BY_HAND,
    MOST_CELLS,
    MOST_GAMES,
    MOST_GAMES_IN_ALL,
    MOST_NUMBER,
    read_up_to,
)


def read_specification(path: Path) -> Specification:
    """Read a file. Raises `SpecificationError`, which says where, OSError and `LimitError`."""
    try:
        with path.open("rb") as stream:
            text = read_up_to(stream, str(path), MOST_BYTES_BY_HAND).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise SpecificationError(f"byte {error.start} is not UTF-8", file=str(path)) from None
    return parse_specification(text, path)


def parse_specification(text: str, path: Path, *, stored: bool = False) -> Specification:
    """The specification in a text; `path` is where layouts are looked for, and gives its name.

    One that was `stored` beside its games is read for what it says of them: it has no conditions,
    so that nothing can be played, and keys may have their former names. Raises
    `SpecificationError`, which says where.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else len(text.splitlines())
        raise SpecificationError(f"not TOML: {error}", file=str(path), line=line) from None
    for former, name in _FORMER.items():
        if former not in table:
            continue
        if not stored:
            fault = Tables(table, text, path).fault
            raise fault(former, f"unknown key {former!r}; expected {name}, as it is called now")
        table.setdefault(name, table.pop(former))
    return _Reader(table, text, path).read(boards=not stored)


def check_agents(specification: Specification, path: Path, imports: Path | None) -> None:
    """Import and make each agent of a user's own that a specification names, to see that it works.

    `imports` is the folder where their modules are looked for; None says that they may not be
    imported. Raises `SpecificationError`, which says where they are named and why.
    """
    fault = Tables({}, specification.text, path).fault
    for name in filter(is_own, specification.agents):
        if imports is None:
            expected = "expected --allow-imports, if you trust it"
            raise fault(
                "agents", f"agent {name} has to be imported, which runs its code; {expected}"
            )
        try:
            agent_of(name, specification.first_seed, imports=imports)
        except LogicSweepError as error:
            raise fault("agents", str(error)) from None


def _identity(table: dict[str, Any]) -> dict[str, str]:
    """What makes an experiment the one it is, as far as its file says."""
    usual = {"game_rules": [USUAL_RULE.value], "models": ["exact"], "first_seed": 0, "trace": False}
    named = {**usual, **{key: table[key] for key in _KNOWN - _BESIDE if key in table}}
    named["boards"] = [
        {key: value for key, value in board.items() if key != "games"}
        if isinstance(board, dict)
        else board
        for board in table.get("boards", [])
    ]
    return {key: json.dumps(value, sort_keys=True, default=str) for key, value in named.items()}


def _digest(dealt: DealtGame) -> str:
    """What tells a layout from others of the same name."""
    mask = dealt.layout.mask
    return sha256(repr((mask.shape, mask.tobytes(), dealt.start)).encode()).hexdigest()[:12]


# Seconds that a game may be given.
_LONGEST: Final = 1_000_000

_BESIDE: Final = {
    "about",
    "notes",
    "games",
    "fewer",
    "metrics",
    "published",
    "plots",
    "time_limit",
    "title",
}
_KNOWN: Final = {
    *("title", "about", "notes", "agents", "game_rules", "first_clicks", "models", "flood"),
    *("games", "first_seed", "time_limit", "trace", "metrics", "boards", "fewer", "published"),
    "plots",
}
# What keys were called in files of before.
_FORMER: Final = {"rules": "game_rules"}
_BOARD: Final = {"size", "height", "width", "mines", "densities", "games", "file"}
_PUBLISHED: Final = {"agents", "metric", "games", "values", "first_click", "model"}


class _Reader(Tables):
    """Takes a specification apart."""

    def read(self, *, boards: bool) -> Specification:
        table = self.table
        self.only(table, _KNOWN, "")
        title = self.get(table, "title", str, _name(self.path))
        agents = self.names("agents", AGENTS, others=("module:Class", is_own))
        files: dict[str, DealtGame] = {}
        self._boards()
        conditions = self._games(files) if boards else {}
        metrics = self.names("metrics", METRICS, ["win_rate"])
        fewer = self.get(table, "fewer", dict, {})
        for name, games in fewer.items():
            if name not in agents or type(games) is not int or not 0 <= games <= MOST_GAMES:
                expected = f"expected an agent's number of games, at most {MOST_GAMES:,}"
                raise self.fault(name, f"fewer: {name} = {shown(games)}; {expected}")
        limit = self.get(table, "time_limit", (int, float), 60)
        if not 0 < limit <= _LONGEST:
            expected = f"expected a positive number of seconds, at most {_LONGEST:,}"
            raise self.fault("time_limit", f"time_limit is {limit}; {expected}")
        in_all = sum(
            min(games, fewer.get(agent, games)) for games in conditions.values() for agent in agents
        )
        if in_all > MOST_GAMES_IN_ALL:
            expected = f"expected at most {MOST_GAMES_IN_ALL:,}"
            raise self.fault("games", f"there are {in_all:,} games in all; {expected}")
        return Specification(
            name=self.path.stem,
            text=self.text,
            identity=_identity(table),
            title=title,
            about=self.get(table, "about", str, "").strip(),
            notes=self.get(table, "notes", str, "").strip(),
            agents=agents,
            conditions=conditions,
            files=files,
            fewer=fewer,
            first_seed=self.get(table, "first_seed", int, 0),
            time_limit=float(limit),
            trace=self.get(table, "trace", bool, default=False),
            metrics=metrics,
            published=tuple(self._published()),
            plots=tuple(self._plots()) if "plots" in table else None,
        )

    def _games(self, files: dict[str, DealtGame]) -> dict[Condition, int]:
        """How many games to play under each condition."""
        found: dict[Condition, int] = {}
        for condition, games in self._conditions(files):
            if condition in found:
                raise self.fault("boards", f"boards: {condition.board} is named twice")
            found[condition] = games
        return found

    def _conditions(self, files: dict[str, DealtGame]) -> Iterator[tuple[Condition, int]]:
        table = self.table
        rules = self.names("game_rules", [rule.value for rule in GameRule], [USUAL_RULE.value])
        clicks = [click.value for click in FirstClick]
        dealt_clicks = self.names("first_clicks", clicks, [USUAL_FIRST_CLICK.value])
        models = self.get(table, "models", list, ["exact"])
        if not models:
            raise self.fault("models", "models is []; expected clue models")
        for model in models:
            try:
                clue_model(model if isinstance(model, str) else repr(model))
            except ValueError as error:
                raise self.fault("models", f"models: {error}") from None
        flood = self.get(table, "flood", bool, default=USUAL_FLOOD)
        games = self.count(table, "games", 100, most=MOST_GAMES)
        for board in self._boards():
            self.only(board, _BOARD, "boards: ")
            shapes = list(self._shapes(board, files))
            name = board.get("file", "")
            given = (name, _digest(files[name])) if name else ()
            own = self.count(board, "games", games, most=MOST_GAMES)
            # A given layout has no protected first click.
            first_clicks = ("unprotected",) if name else dealt_clicks
            for shape, rule, click, model in product(shapes, rules, first_clicks, models):
                condition = Condition(*shape, rule, click, flood, model, *given)
                try:
                    condition.setting()
                except ValueError as error:
                    raise self.fault("boards", f"boards: {error}") from None
                yield condition, own

    def _shapes(
        self, board: dict[str, Any], files: dict[str, DealtGame]
    ) -> Iterator[tuple[int, int, int]]:
        if "file" in board:
            self.only(board, {"file", "games"}, "boards with a file: ")
            name = self.get(board, "file", str)
            files[name] = self._dealt(name)
            mask = files[name].layout.mask
            yield mask.shape[0], mask.shape[1], int(mask.sum())
            return
        height, width, usual = self._size(board)
        if "densities" in board:
            if "mines" in board:
                raise self.fault("densities", "boards: mines and densities; expected one of them")
            densities = self.get(board, "densities", list)
            if not densities:
                raise self.fault("densities", "densities is []; expected numbers from 0 to 1")
            for density in densities:
                if type(density) not in (int, float) or not 0 <= density <= 1:
                    what = f"a density is {shown(density)}; expected 0 to 1"
                    raise self.fault("densities", what)
                yield height, width, round(density * height * width)
        else:
            yield height, width, self.count(board, "mines", usual, most=MOST_CELLS)

    def _size(self, board: dict[str, Any]) -> tuple[int, int, int | None]:
        """Height, width and the usual number of mines of a board, if it is a usual one."""
        if "size" not in board:
            height, width = (
                self.count(board, key, lowest=1, most=MOST_CELLS) for key in ("height", "width")
            )
            return height, width, None
        for key in ("height", "width"):
            if key in board:
                raise self.fault("size", f"boards: size and {key}; expected one of them")
        size = self.get(board, "size", str)
        try:
            return size_of(size)
        except ValueError as error:
            raise self.fault(size, f"boards: {error}") from None

    def _boards(self) -> list[dict[str, Any]]:
        """The boards; a size alone stands for a table with nothing else."""
        boards = self.get(self.table, "boards", list)
        tables = [{"size": board} if isinstance(board, str) else board for board in boards]
        if not tables or not all(isinstance(table, dict) for table in tables):
            raise self.fault("boards", "boards: expected a list of tables and sizes")
        return tables

    def _dealt(self, name: str) -> DealtGame:
        path = self.path.parent / name
        try:
            with path.open("rb") as stream:
                found = read_layout(read_up_to(stream, str(path)), file_name=path.name)
        except (OSError, ValueError) as error:
            if isinstance(error, BoardSyntaxError):
                raise self.fault(name, f"boards: {path}: {error}") from None
            why = (getattr(error, "strerror", None) or str(error)).lower()
            raise self.fault(name, f"boards: cannot read {path}: {why}") from None
        return found

    def _published(self) -> Iterator[Published]:
        for entry in self.tables("published", []):
            self.only(entry, _PUBLISHED, "published: ")
            agents = self.get(entry, "agents", list)
            metric = self.get(entry, "metric", str)
            if metric not in METRICS:
                raise self.fault(metric, f"unknown metric {metric!r}; known: {', '.join(METRICS)}")
            for row in self.get(entry, "values", list):
                values = row.get("values") if isinstance(row, dict) else None
                if not isinstance(values, list) or len(values) != len(agents):
                    raise self.fault(
                        "values", f"published: {shown(row)}; expected a value for each agent"
                    )
                height, width, mines = (
                    self.count(row, key) for key in ("height", "width", "mines")
                )
                for agent, value in zip(agents, values, strict=True):
                    if type(value) not in (int, float) or abs(value) > MOST_NUMBER:
                        raise self.fault(
                            "values", f"published: {shown(value)}; expected a number or nan"
                        )
                    if not isnan(value):
                        yield Published(
                            agent,
                            height,
                            width,
                            mines,
                            metric,
                            float(value),
                            self.count(entry, "games", 0),
                            self.get(entry, "first_click", str, "") or None,
                            self.get(entry, "model", str, "") or None,
                        )

    def _plots(self) -> Iterator[Plot]:
        for entry in self.tables("plots", []):
            self.only(entry, {"x", "y"}, "plots: ")
            x, y = (self.get(entry, key, str) for key in ("x", "y"))
            if x not in AXES:
                raise self.fault("plots", f"plots: unknown axis {x!r}; known: {', '.join(AXES)}")
            known = ("known",) if x == "move" else tuple(METRICS)
            if y not in known:
                raise self.fault("plots", f"plots: unknown y {y!r}; known: {', '.join(known)}")
            yield Plot(x, y)


def looks_like_one(text: str) -> bool:
    """Whether a text that is no TOML, or no specification, was meant to be one."""
    return re.search(r"^[ \t]*(agents|boards)[ \t]*=", text, re.MULTILINE) is not None


def _name(path: Path) -> str:
    """A file's name without its ending; what is no text in it is shown as it is written."""
    return path.stem.encode("utf-8", "backslashreplace").decode("utf-8")
