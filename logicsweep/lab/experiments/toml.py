"""Reading experiment files: TOML in, a `Specification` out.

`declared.py` says which keys there are. Here the file is held against it, and the names in it
against each other and against the registries.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterator
from math import isnan
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import UNSET, UnsetType

from logicsweep.board.clue_models import clue_model
from logicsweep.board.rules.rules import Rules
from logicsweep.board.topology_text import canonical
from logicsweep.errors import LogicSweepError, SpecificationError
from logicsweep.formats.files import in_unicode
from logicsweep.games.agents.own import is_command, is_own
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.setting import USUAL_RULE, GameRule
from logicsweep.lab.experiments.conditions import (
    conditions_of,
    games_in_all,
    judge_of,
    named_metrics,
    several,
    tables_of,
)
from logicsweep.lab.experiments.declared import BoardTable, ExperimentFile
from logicsweep.lab.experiments.faults import fault_of, fields_of, shown
from logicsweep.lab.experiments.metrics import METRICS, MOVES
from logicsweep.lab.experiments.source import Source
from logicsweep.lab.experiments.specification import Plot, Published, Specification
from logicsweep.limits import (
    MOST_BYTES_BY_HAND,
    MOST_GAMES_IN_ALL,
    MOST_NUMBER,
    USUAL_PLAYOUTS,
    read_up_to,
)

# Keys that say nothing of how a game is played: they may change while an experiment is running.
_BESIDE: Final = {
    *("about", "notes", "games", "fewer", "metrics", "published", "plots", "time_limit", "title"),
}
# How tomllib ends a message.
_PLACE: Final = re.compile(r" \(at line (\d+), column (\d+)\)$")


def read_specification(path: Path) -> Specification:
    """Read an experiment file.

    Raises:
        SpecificationError: The file has a fault; the error names the line and what was expected.
        OSError: The file cannot be read.
        LimitError: The file has more than 10,000,000 bytes.
    """
    try:
        with path.open("rb") as stream:
            text = read_up_to(stream, str(path), MOST_BYTES_BY_HAND).decode().replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise SpecificationError(f"byte {error.start} is not UTF-8", file=str(path)) from None
    return parse_specification(text, path)


def parse_specification(text: str, path: Path, *, stored: bool = False) -> Specification:
    """Read the specification in a text of TOML.

    Layouts are looked for in the folder of `path`, whose name names the experiment. A text that was
    `stored` beside its games is read for the report: it gets no conditions, so that nothing can be
    played. Raises `SpecificationError`, which says where.
    """
    source = Source(text, path)
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise _not_toml(str(error), text, path) from None
    try:
        declared = msgspec.convert(table, ExperimentFile)
    except msgspec.ValidationError as error:
        fault = fault_of(error, table, ExperimentFile)
        raise source.fault(fault.what, *fault.where) from None
    _check_names(declared, source)
    # A folder of boards is beside the experiment file, and not where its text is stored.
    is_open = stored and any(board.folder is not UNSET for board in tables_of(declared))
    in_all = None if is_open else games_in_all(declared, source)
    if in_all is not None and in_all > MOST_GAMES_IN_ALL:
        expected = f"expected at most {MOST_GAMES_IN_ALL:,}"
        raise source.fault(f"there are {in_all:,} games in all; {expected}", "games")
    if judge_of(declared):
        _check_moves(declared, source)
    elif declared.forced_survival:
        _check_forced(declared, source)
    causes = _needs_causes(declared, source)
    conditions, files = ({}, {}) if stored else conditions_of(declared, source)
    return Specification(
        name=path.stem,
        text=text,
        identity=_identity(table, judge_of(declared)),
        title=in_unicode(path.stem) if declared.title is UNSET else declared.title,
        about=declared.about.strip(),
        notes=declared.notes.strip(),
        agents=declared.agents,
        conditions=conditions,
        files=files,
        fewer=declared.fewer,
        games_in_all=in_all,
        first_seed=declared.first_seed,
        time_limit=declared.time_limit,
        trace=declared.trace,
        causes=causes,
        metrics=declared.metrics,
        published=tuple(_published(declared, source)),
        plots=_plots(declared, source),
    )


def check_agents(specification: Specification, path: Path, imports: Path | None) -> None:
    """Import and make each agent of your own that a specification names, to see that it works.

    `imports` is the folder in which their modules are looked for; None forbids importing them.
    Raises `SpecificationError`, which says where they are named and why they cannot be used.
    """
    source = Source(specification.text, path)
    for number, name in enumerate(specification.agents):
        if name in AGENTS:
            continue
        if imports is None:
            expected = "expected --allow-imports, if you trust it"
            how = "started" if is_command(name) else "imported, which runs its code"
            what = f"agent {name} has to be {how}; {expected}"
            raise source.fault(what, "agents", number)
        try:
            agent_of(name, specification.first_seed, imports=imports)
        except LogicSweepError as error:
            raise source.fault(str(error), "agents", number) from None


def _not_toml(why: str, text: str, path: Path) -> SpecificationError:
    """Return the error for a text that is not TOML, with the place that `why` ends with."""
    line = column = None
    if where := _PLACE.search(why):
        why = why[: where.start()]
        line, column = int(where[1]), int(where[2])
    elif why.endswith("(at end of document)"):
        line = len(text.splitlines())
    return SpecificationError(f"not TOML: {why}", file=str(path), line=line, column=column)


def looks_like_one(text: str) -> bool:
    """Tell whether a text that cannot be read was meant to be an experiment file."""
    return re.search(r"^[ \t]*(agents|boards)[ \t]*=", text, re.MULTILINE) is not None


def _check_names(declared: ExperimentFile, source: Source) -> None:
    """Check what types cannot say of names: that each is known, and is there once."""
    for field in fields_of(ExperimentFile):
        kinds = getattr(field.type, "types", [field.type])  # what may be left out is a union
        said = [getattr(kind, "extra_json_schema", None) or {} for kind in kinds]
        names = getattr(declared, field.name)
        is_named = isinstance(names, tuple) and any("uniqueItems" in schema for schema in said)
        if is_named and len(set(names)) < len(names):
            given = shown([getattr(name, "value", name) for name in names])
            raise source.fault(f"{field.name} is {given}; expected each name once", field.name)
    tables = tables_of(declared)
    for number, name in enumerate(declared.agents):
        if name not in AGENTS and not is_own(name) and not is_command(name):
            known = ", ".join(AGENTS)
            what = f"agents: unknown {shown(name)}; known: {known}, module:Class, or | COMMAND"
            raise source.fault(what, "agents", number)
        if name in AGENTS and not all(_is_ordinary(declared, table) for table in tables):
            _check_rules(name, source, number)
    for number, model in enumerate(several(declared.clues)):
        _check_value(clue_model, model, source, "clues", number)
    _check_value(canonical, declared.topology, source, "topology")
    _check_value(Rules.of, declared.rules, source, "rules")
    for name in declared.fewer:
        if name not in declared.agents:
            expected = f"expected one of agents: {', '.join(declared.agents)}"
            raise source.fault(f"fewer: unknown {shown(name)}; {expected}", "fewer", name)


def _is_ordinary(declared: ExperimentFile, board: BoardTable) -> bool:
    rules = declared.rules if board.rules is UNSET else board.rules
    return not (rules or board.liars or board.constraints)


def _check_rules(name: str, source: Source, number: int) -> None:
    """Check that an agent plays boards with rules."""
    if not AGENTS[name].plays_rules:
        known = ", ".join(name for name, kind in AGENTS.items() if kind.plays_rules)
        what = (
            f"agents: {name} plays no boards with rules, liars or constraints; expected one of "
            f"{known}"
        )
        raise source.fault(what, "agents", number)


def _check_moves(declared: ExperimentFile, source: Source) -> None:
    """Check that moves can be judged."""
    if declared.forced_survival:
        what = "forced_survival and moves, which has that anyway; expected one of them"
        raise source.fault(what, "forced_survival")
    if len(declared.agents) < 2:
        what = "agents is one agent, and moves needs another one; expected two or more"
        raise source.fault(what, "agents")
    _check_forced(declared, source, MOVES)


def _check_forced(declared: ExperimentFile, source: Source, by: str = "forced_survival") -> None:
    """Check that there can be games with forced survival, and that the report has numbers."""
    if several(declared.rule) != (GameRule.CLASSIC,):
        what = f"{by} with other rules than classic; expected rule = 'classic'"
        raise source.fault(what, "rule")
    if declared.trace:
        raise source.fault(f"trace and {by}; expected one of them", "trace")
    for number, board in enumerate(tables_of(declared)):
        for key in ("file", "folder"):
            if getattr(board, key) is not UNSET:
                expected = "expected a board that is dealt"
                what = f"boards[{number}]: {key} and {by}; {expected}"
                raise source.fault(what, "boards", number, key)
    has_numbers = [
        name
        for name, metric in METRICS.items()
        if (metric.judged if by == MOVES else metric.forced) is not None
    ]
    for where, name in named_metrics(declared).items():
        if name not in has_numbers:
            what = f"{where[0]}: {name} and {by}; expected {' or '.join(has_numbers)}"
            raise source.fault(what, *where)


def _needs_causes(declared: ExperimentFile, source: Source) -> bool:
    """Tell whether a metric needs the causes of losses, and check that games have any."""
    named = named_metrics(declared).values()
    asking = next((name for name in named if name in METRICS and METRICS[name].needs_causes), None)
    if asking is not None and several(declared.rule) != (GameRule.CLASSIC,):
        what = f"{asking} with other rules than classic; expected rule = 'classic'"
        raise source.fault(what, "rule")
    return asking is not None


def _check_value(
    read: Callable[[Any], object], value: object, source: Source, *where: str | int
) -> None:
    try:
        read(value)
    except ValueError as error:
        raise source.fault(f"{where[0]}: {error}", *where) from None


def _published(declared: ExperimentFile, source: Source) -> Iterator[Published]:
    """Yield the published means."""
    for number, entry in enumerate(declared.published):
        if entry.clues is not UNSET:
            _check_value(clue_model, entry.clues, source, "published", number, "clues")
        for place, row in enumerate(entry.values):
            where = ("published", number, "values", place, "values")
            if len(row.values) != len(entry.agents):
                what = f"{list(row.values)} on {row.width}x{row.height}/{row.mines}"
                expected = f"expected a value for each agent, {len(entry.agents)} in all"
                raise source.fault(f"published: {what}; {expected}", *where)
            for agent, value in zip(entry.agents, row.values, strict=True):
                if abs(value) > MOST_NUMBER:
                    what = f"published: {value:g}; expected a number or nan"
                    raise source.fault(what, *where)
                if not isnan(value):
                    yield Published(
                        agent,
                        row.height,
                        row.width,
                        row.mines,
                        entry.metric,
                        value,
                        entry.games,
                        None if entry.first_click is UNSET else entry.first_click.value,
                        _or_none(entry.clues),
                    )


def _or_none(text: str | UnsetType) -> str | None:
    return None if text is UNSET else text


def _plots(declared: ExperimentFile, source: Source) -> tuple[Plot, ...] | None:
    """Return the plots; None without the key."""
    if declared.plots is UNSET:
        return None
    for number, plot in enumerate(declared.plots):
        if (plot.x == "move") != (plot.y == "known"):
            expected = "expected known" if plot.x == "move" else "expected a metric"
            what = f"plots[{number}].y is {plot.y!r} with x = {plot.x!r}; {expected}"
            raise source.fault(what, "plots", number, "y")
    return tuple(Plot(plot.x, plot.y) for plot in declared.plots)


def _identity(table: dict[str, Any], judge: str) -> dict[str, str]:
    """Return the keys of a file by which its experiment is told from others."""
    usual = {"rule": [USUAL_RULE.value], "clues": ["exact"], "first_seed": 0}
    usual |= {"trace": False, "forced_survival": False, "playouts": USUAL_PLAYOUTS, "start": ""}
    known = set(ExperimentFile.__struct_fields__)
    named = {**usual, **{key: table[key] for key in known - _BESIDE if key in table}}
    for key in {"rule", "first_click", "clues"} & named.keys():
        named[key] = named[key] if isinstance(named[key], list) else [named[key]]
    named["boards"] = [
        {key: value for key, value in board.items() if key != "games"}
        if isinstance(board, dict)
        else board
        for board in table.get("boards", [])
    ]
    named["judge"] = judge  # the first of the agents, if their moves are judged
    return {key: json.dumps(value, sort_keys=True, default=str) for key, value in named.items()}


def text_to_store(specification: Specification) -> str:
    """Write the text of an experiment for the folder of its games, under another file name.

    A title that the file's name has given is written into it.
    """
    if "title" in tomllib.loads(specification.text):
        return specification.text
    return f"title = {as_toml(specification.title)}\n{specification.text}"


def as_toml(value: Any) -> str:
    """Write a value as TOML."""
    if isinstance(value, dict):
        return f"{{ {', '.join(f'{key} = {as_toml(entry)}' for key, entry in value.items())} }}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_toml, value))}]"
    # Texts, numbers and truth values are written as in JSON, but for the sign DEL.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
