"""Specifications of experiments, read from TOML.

title = "A first impression"
about = "Why."                        # and notes, on what came of it
agents = ["single-point", "exact"]
rules = ["classic"]                   # these three are what is played unless it is said
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
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import product
from math import isnan
from pathlib import Path
from typing import Any, Final

from logicsweep.agents.registry import AGENTS
from logicsweep.clue_models import clue_model
from logicsweep.errors import BoardSyntaxError, SpecificationError
from logicsweep.experiments.metrics import METRICS
from logicsweep.experiments.records import Condition
from logicsweep.experiments.specification import AXES, Plot, Published, Specification
from logicsweep.formats.dealt import Dealt
from logicsweep.formats.registry import read_layout
from logicsweep.limits import (
    MOST_BYTES_BY_HAND,
    MOST_CELLS,
    MOST_GAMES,
    MOST_GAMES_IN_ALL,
    MOST_SEED,
    read_up_to,
)
from logicsweep.setting import (
    USUAL_FIRST_CLICK,
    USUAL_FLOOD,
    USUAL_RULE,
    FirstClick,
    Rule,
    size_of,
)


def read_specification(path: Path) -> Specification:
    """Read a file. Raises `SpecificationError`, which says where, OSError and `LimitError`."""
    try:
        with path.open("rb") as stream:
            text = read_up_to(stream, str(path), MOST_BYTES_BY_HAND).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise SpecificationError(f"byte {error.start} is not UTF-8", file=str(path)) from None
    return parse_specification(text, path)


def parse_specification(text: str, path: Path, *, boards: bool = True) -> Specification:
    """The specification in a text; `path` is where layouts are looked for, and gives its name.

    Without `boards` it has no conditions, and nothing can be played: that is enough for a report.
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        where = re.search(r"at line (\d+)", str(error))
        line = int(where[1]) if where else len(text.splitlines())
        raise SpecificationError(f"not TOML: {error}", file=str(path), line=line) from None
    return _Reader(table, text, path).read(boards=boards)


def _identity(table: dict[str, Any]) -> dict[str, str]:
    """What makes an experiment the one it is, as far as its file says."""
    usual = {"rules": [USUAL_RULE.value], "models": ["exact"], "first_seed": 0, "trace": False}
    named = {**usual, **{key: table[key] for key in _KNOWN - _BESIDE if key in table}}
    named["boards"] = [
        {key: value for key, value in board.items() if key != "games"}
        if isinstance(board, dict)
        else board
        for board in table.get("boards", [])
    ]
    return {key: json.dumps(value, sort_keys=True, default=str) for key, value in named.items()}


def _digest(dealt: Dealt) -> str:
    """What tells a layout from others of the same name."""
    mask = dealt.layout.mask
    return sha256(repr((mask.shape, mask.tobytes(), dealt.start)).encode()).hexdigest()[:12]


# Seconds that a game may be given, and numbers that anything may be.
_LONGEST: Final = 1_000_000
_LARGEST: Final = MOST_SEED
# What is quoted of a value in a message.
_SHOWN: Final = 100

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
    *("title", "about", "notes", "agents", "rules", "first_clicks", "models", "flood", "games"),
    *("first_seed", "time_limit", "trace", "metrics", "boards", "fewer", "published", "plots"),
}
_BOARD: Final = {"size", "height", "width", "mines", "densities", "games", "file"}
_PUBLISHED: Final = {"agents", "metric", "games", "values", "first_click", "model"}


class _Reader:
    """Takes a table apart; every error names the key, and a line where it stands."""

    def __init__(self, table: dict[str, Any], text: str, path: Path) -> None:
        self._table = table
        self._text = text
        self._path = path

    def read(self, *, boards: bool) -> Specification:
        table = self._table
        self._only(table, _KNOWN, "")
        title = self._get(table, "title", str, _name(self._path))
        agents = self._names("agents", AGENTS)
        files: dict[str, Dealt] = {}
        self._boards()
        conditions = dict(self._conditions(files)) if boards else {}
        metrics = self._names("metrics", METRICS, ["win_rate"])
        fewer = self._get(table, "fewer", dict, {})
        for name, games in fewer.items():
            if name not in agents or type(games) is not int or not 0 <= games <= MOST_GAMES:
                expected = f"expected an agent's number of games, at most {MOST_GAMES:,}"
                raise self._fault(name, f"fewer: {name} = {_shown(games)}; {expected}")
        limit = self._get(table, "time_limit", (int, float), 60)
        if not 0 < limit <= _LONGEST:
            expected = f"expected a positive number of seconds, at most {_LONGEST:,}"
            raise self._fault("time_limit", f"time_limit is {limit}; {expected}")
        in_all = sum(
            min(games, fewer.get(agent, games)) for games in conditions.values() for agent in agents
        )
        if in_all > MOST_GAMES_IN_ALL:
            expected = f"expected at most {MOST_GAMES_IN_ALL:,}"
            raise self._fault("games", f"there are {in_all:,} games in all; {expected}")
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
            plots=tuple(self._plots()) if "plots" in table else None,
        )

    def _conditions(self, files: dict[str, Dealt]) -> Iterator[tuple[Condition, int]]:
        table = self._table
        rules = self._names("rules", [rule.value for rule in Rule], [USUAL_RULE.value])
        clicks = [click.value for click in FirstClick]
        dealt_clicks = self._names("first_clicks", clicks, [USUAL_FIRST_CLICK.value])
        models = self._get(table, "models", list, ["exact"])
        if not models:
            raise self._fault("models", "models is []; expected clue models")
        for model in models:
            try:
                clue_model(model if isinstance(model, str) else repr(model))
            except ValueError as error:
                raise self._fault("models", f"models: {error}") from None
        flood = self._get(table, "flood", bool, default=USUAL_FLOOD)
        games = self._count(table, "games", 100, most=MOST_GAMES)
        for board in self._boards():
            self._only(board, _BOARD, "boards: ")
            shapes = list(self._shapes(board, files))
            name = board.get("file", "")
            given = (name, _digest(files[name])) if name else ()
            own = self._count(board, "games", games, most=MOST_GAMES)
            # A given layout has no protected first click.
            first_clicks = ("unprotected",) if name else dealt_clicks
            for shape, rule, click, model in product(shapes, rules, first_clicks, models):
                condition = Condition(*shape, rule, click, flood, model, *given)
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
        height, width, usual = self._size(board)
        if "densities" in board:
            densities = self._get(board, "densities", list)
            if not densities:
                raise self._fault("densities", "densities is []; expected numbers from 0 to 1")
            for density in densities:
                if type(density) not in (int, float) or not 0 <= density <= 1:
                    what = f"a density is {_shown(density)}; expected 0 to 1"
                    raise self._fault("densities", what)
                yield height, width, round(density * height * width)
        else:
            yield height, width, self._count(board, "mines", usual, most=MOST_CELLS)

    def _size(self, board: dict[str, Any]) -> tuple[int, int, int | None]:
        """Height, width and the usual number of mines of a board, if it is a usual one."""
        if "size" not in board:
            height, width = (
                self._count(board, key, lowest=1, most=MOST_CELLS) for key in ("height", "width")
            )
            return height, width, None
        for key in ("height", "width"):
            if key in board:
                raise self._fault("size", f"boards: size and {key}; expected one of them")
        size = self._get(board, "size", str)
        try:
            return size_of(size)
        except ValueError as error:
            raise self._fault(size, f"boards: {error}") from None

    def _boards(self) -> list[dict[str, Any]]:
        """The boards; a size alone stands for a table with nothing else."""
        boards = self._get(self._table, "boards", list)
        tables = [{"size": board} if isinstance(board, str) else board for board in boards]
        if not tables or not all(isinstance(table, dict) for table in tables):
            raise self._fault("boards", "boards: expected a list of tables and sizes")
        return tables

    def _dealt(self, name: str) -> Dealt:
        path = self._path.parent / name
        try:
            with path.open("rb") as stream:
                found = read_layout(read_up_to(stream, str(path)), file_name=path.name)
        except (OSError, ValueError) as error:
            if isinstance(error, BoardSyntaxError):
                raise self._fault(name, f"boards: {path}: {error}") from None
            why = (getattr(error, "strerror", None) or str(error)).lower()
            raise self._fault(name, f"boards: cannot read {path}: {why}") from None
        return found

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
                        "values", f"published: {_shown(row)}; expected a value for each agent"
                    )
                height, width, mines = (
                    self._count(row, key) for key in ("height", "width", "mines")
                )
                for agent, value in zip(agents, values, strict=True):
                    if type(value) not in (int, float) or abs(value) > _LARGEST:
                        raise self._fault(
                            "values", f"published: {_shown(value)}; expected a number or nan"
                        )
                    if not isnan(value):
                        yield Published(
                            agent,
                            height,
                            width,
                            mines,
                            metric,
                            float(value),
                            self._count(entry, "games", 0),
                            self._get(entry, "first_click", str, "") or None,
                            self._get(entry, "model", str, "") or None,
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
        if isinstance(value, int | float) and not -_LARGEST <= value <= _LARGEST:
            expected = f"expected at most {_LARGEST:,} on either side of 0"
            raise self._fault(key, f"{key} is too large; {expected}")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = kind if isinstance(kind, tuple) else (kind,)
            expected = " or ".join(_KINDS[name] for name in names)
            if value is None:
                what = f"{key} is missing; expected {expected}"
                raise SpecificationError(what, file=str(self._path))
            raise self._fault(key, f"{key} is {_shown(value)}; expected {expected}", value)
        return value

    def _count(
        self,
        table: dict[str, Any],
        key: str,
        default: int | None = None,
        *,
        lowest: int = 0,
        most: int = _LARGEST,
    ) -> int:
        value = self._get(table, key, int, default)
        if not lowest <= value <= most:
            raise self._fault(key, f"{key} is {value}; expected {lowest} to {most:,}", value)
        return int(value)

    def _names(
        self, key: str, known: Iterable[str], default: list[str] | None = None
    ) -> tuple[str, ...]:
        known = tuple(known)
        names = self._get(self._table, key, list, default)
        for name in names:
            if name not in known:
                raise self._fault(key, f"{key}: unknown {_shown(name)}; known: {', '.join(known)}")
        if not names or len(set(names)) < len(names):
            raise self._fault(key, f"{key} is {_shown(names)}; expected names, each once")
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

    def _fault(self, key: str, what: str, value: object = None) -> SpecificationError:
        """An error at the line where a key is given (with a value, if that is known) or named."""
        lines = self._text.splitlines()
        name = re.escape(str(key))
        ways = [
            rf"\b{name}\s*=\s*{re.escape(_shown(value))}",
            rf"\b{name}\"?\s*=",
            rf"[\"']{name}[\"']",
        ]
        for way in ways[value is None :]:
            for number, line in enumerate(lines, 1):
                if re.search(way, line):
                    return SpecificationError(what, file=str(self._path), line=number)
        return SpecificationError(what, file=str(self._path))


def looks_like_one(text: str) -> bool:
    """Whether a text that is no TOML, or no specification, was meant to be one."""
    return re.search(r"^[ \t]*(agents|boards)[ \t]*=", text, re.MULTILINE) is not None


def _name(path: Path) -> str:
    """A file's name without its ending; what is no text in it is shown as it is written."""
    return path.stem.encode("utf-8", "backslashreplace").decode("utf-8")


def _shown(value: object) -> str:
    """A value as it can be quoted."""
    try:
        text = repr(value)
    except ValueError:  # Python writes down no number of more than some thousand digits
        return "a very large number"
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


_KINDS: Final[dict[type, str]] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    list: "a list",
    dict: "a table",
    bool: "true or false",
}
