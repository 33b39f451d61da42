"""Rules of your own as data in a TOML file.

    [[clue]]
    name = "G"
    about = "the number of mines diagonally next to it"
    region = ["x.x", ".o.", "x.x"]

    [[layout]]
    name = "K"
    about = "every 3x3 cells have a mine"
    windows = [{ cells = ["xxx", "xxx", "xxx"], at_least = 1 }]
    regions = [{ of = "mines", joined = "sides", size = 2 }]

A region is drawn with `o` for the clue and `x` for its cells, a window with `x` for its cells, and
with `o` for a mine at which it holds. The page on rules, `docs/reference/rules.md`, has all keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from math import atan2, gcd
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from logicsweep.board.relation import MAX_DEGREE
from logicsweep.board.rules.aggregate import (
    ABSOLUTE,
    AREA,
    LENGTHS,
    LONGEST,
    MODULO_3,
    PAIR,
    PRODUCT,
    RUNS,
    TOTAL,
    Aggregate,
    Runs,
)
from logicsweep.board.rules.catalogue import RULE_NAMES
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, When, Window
from logicsweep.board.rules.region import BOARD, NEIGHBOURS, Offset, Region
from logicsweep.constraints.region_clauses import Joined, Regions
from logicsweep.errors import RuleFileError, UnknownNameError

AGGREGATES: Final[Mapping[str, Aggregate]] = MappingProxyType(
    {
        "sum": TOTAL,
        "absolute": ABSOLUTE,
        "modulo 3": MODULO_3,
        "pair": PAIR,
        "run lengths": LENGTHS,
        "runs": RUNS,
        "longest run": LONGEST,
        "product": PRODUCT,
        "area": AREA,
    }
)
"""The aggregates of rules for clues, by name."""
LINES: Final[Mapping[str, Lines]] = MappingProxyType(
    {
        "one run": Lines.ONE_RUN,
        "balanced": Lines.BALANCED,
        "equal": Lines.EQUAL,
        "bridges": Lines.BRIDGES,
    }
)
"""The conditions of rules for layouts on whole lines, by name."""
_CLUE_KEYS: Final = ("name", "about", "region", "weights", "aggregate", "off_by")
_LAYOUT_KEYS: Final = ("name", "about", "windows", "lines", "regions")
_NUMBERS: Final = ("at_least", "at_most", "size", "at_rim")
_REGION_KEYS: Final = ("of", "joined", "reach_rim", "rings", *_NUMBERS)
# The fields of `Regions` by key, and their types, in the order in which they are written.
_REGION_FIELDS: Final[dict[str, tuple[str, type]]] = {
    "at_least": ("least", int),
    "at_most": ("most", int),
    "size": ("size", int),
    "at_rim": ("at_rim", int),
    "joined": ("joined", Joined),
    "reach_rim": ("reach_rim", bool),
    "rings": ("rings", bool),
}
_NAMED: Final = {"neighbours": NEIGHBOURS, "board": BOARD}
_OF: Final = {"mines": True, "safe cells": False}
_WINDOW_KEYS: Final = ("cells", "at_least", "at_most", "when")
Table = Mapping[str, Any]
_Choice = TypeVar("_Choice")


def load_rules(path: str | Path) -> dict[str, ClueRule | LayoutRule]:
    """Load the rules of a TOML file by name.

    Raises:
        RuleFileError: The file declares no rules, or one that is wrong; the error says which.
        OSError: The file cannot be read.
    """
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RuleFileError(f"{file.name}: this is no text in UTF-8; expected TOML") from None
    return read_rules(text, file.name)


def read_rules(text: str, name: str) -> dict[str, ClueRule | LayoutRule]:
    """Read the rules of a text by name; `name` stands for the file in messages."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleFileError(f"{name}: {error}") from None
    rules: dict[str, ClueRule | LayoutRule] = {}
    for kind, make in (("clue", _clue_rule), ("layout", _layout_rule)):
        entries = given.pop(kind, [])
        if not isinstance(entries, list) or not all(isinstance(table, dict) for table in entries):
            raise RuleFileError(f"{name}: {kind} is no table; expected [[{kind}]]")
        for number, entry in enumerate(entries, start=1):
            rule = _made(make, entry, f"{name}: [[{kind}]] {number}")
            if rule.name in rules or rule.name in RULE_NAMES:
                raise RuleFileError(f"{name}: there is a rule {rule.name} already")
            rules[rule.name] = rule
    if given:
        raise RuleFileError(f"{name}: unknown key {next(iter(given))!r}; expected clue or layout")
    if not rules:
        raise RuleFileError(f"{name}: no rules; expected tables [[clue]] or [[layout]]")
    return rules


def _made(
    make: Callable[[Table], ClueRule | LayoutRule], entry: Table, where: str
) -> ClueRule | LayoutRule:
    """Make a rule of a table; a `RuleFileError` says where it is wrong."""
    try:
        return make(entry)
    except (ValueError, TypeError, UnknownNameError) as error:
        raise RuleFileError(f"{where}: {error}") from None


def _clue_rule(entry: Table) -> ClueRule:
    """Make a rule for clues. Raises ValueError and `UnknownNameError`."""
    _check(entry, _CLUE_KEYS)
    given_region = entry.get("region", "neighbours")
    aggregate = _chosen(entry, "aggregate", AGGREGATES) or TOTAL
    weights = entry.get("weights", [1, 1])
    if not isinstance(weights, list) or [type(weight) for weight in weights] != [int, int]:
        raise ValueError(f"weights is {weights!r}; expected two whole numbers, such as [1, 2]")
    off_by = entry.get("off_by", 0)
    if type(off_by) is not int or off_by < 0:
        raise ValueError(f"off_by is {off_by!r}; expected a whole number, 0 or more")
    about = _words(entry, "about")
    region = _NAMED.get(given_region) if isinstance(given_region, str) else None
    if region is None or isinstance(aggregate, Runs):
        offsets = _drawn(given_region, "region") if region is None else None
        region = Region(about, _ring(offsets) if isinstance(aggregate, Runs) else offsets)
    return ClueRule(_name(entry), about, region, (weights[0], weights[1]), aggregate, off_by)


def _ring(cells: tuple[Offset, ...] | None) -> tuple[Offset, ...]:
    """List the cells of a region clockwise around the clue, as runs follow each other."""
    if cells is None:
        raise ValueError("runs need a ring of cells; expected a region drawn around an o")
    directions = {(down // gcd(down, right), right // gcd(down, right)) for down, right in cells}
    if len(directions) < len(cells):
        raise ValueError(
            "runs need a ring of cells; expected a region without two in the same direction from o"
        )
    return tuple(sorted(cells, key=lambda cell: atan2(cell[1], -cell[0])))


def _layout_rule(entry: Table) -> LayoutRule:
    """Read a table of a file of rules as a layout rule. Raises ValueError."""
    _check(entry, _LAYOUT_KEYS)
    windows = _tables(entry, "windows", "[{ cells = [...] }]")
    regions = _tables(entry, "regions", '[{ of = "mines", size = 2 }]')
    lines = _chosen(entry, "lines", LINES)
    if not windows and lines is None and not regions:
        raise ValueError("it says nothing; expected windows, lines or regions")
    return LayoutRule(
        _name(entry),
        _words(entry, "about"),
        tuple(map(_window, windows)),
        lines,
        tuple(map(regions_of, regions)),
    )


def _tables(entry: Table, key: str, expected: str) -> list[Table]:
    """Return the tables in the list under a key; none without the key."""
    tables = entry.get(key, [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise ValueError(f"{key} is no list of tables; expected {expected}")
    return tables


def regions_of(entry: Table) -> Regions:
    """Read a table on regions, such as `{of = "mines", size = 2}`. Raises ValueError."""
    _check(entry, _REGION_KEYS)
    fields: dict[str, Any] = {}
    for key, (name, kind) in _REGION_FIELDS.items():
        if key not in entry or kind is Joined:
            continue
        if type(entry[key]) is not kind:
            wanted = "a whole number" if kind is int else "true or false"
            raise ValueError(f"{key} is {entry[key]!r}; expected {wanted}")
        fields[name] = entry[key]
    of = _chosen(entry, "of", _OF)
    joined = _chosen(entry, "joined", {kind.value: kind for kind in Joined}) or Joined.SIDES
    return Regions(joined, mines=True if of is None else of, **fields)


def regions_table(says: Regions) -> dict[str, Any]:
    """Return the table from which `regions_of` makes these regions."""
    entry: dict[str, Any] = {"of": "mines" if says.mines else "safe cells"}
    usual = Regions(Joined.SIDES)
    for key, (name, _) in _REGION_FIELDS.items():
        value = getattr(says, name)
        if value != getattr(usual, name):
            entry[key] = value.value if isinstance(value, Joined) else value
    return entry


def _window(entry: Table) -> Window:
    """Read a window: the cells that are drawn, two neighbours or all, and its mines."""
    _check(entry, _WINDOW_KEYS)
    choices: dict[str, When] = {w.value: w for w in When if w is not When.PAIR}
    when = _chosen(entry, "when", choices) or When.ALWAYS
    drawn = entry.get("cells")
    cells, size, words = None, MAX_DEGREE, "neighbours"
    if drawn == "two neighbours":
        if "when" in entry:
            raise ValueError("two neighbours are a window anywhere; expected no when")
        when, size, words = When.PAIR, 2, drawn
    elif drawn != "neighbours":
        cells = _drawn(drawn, "cells", anchored=when is not When.ALWAYS)
        size, words = len(cells), f"{len(cells)} cells"
    lower, upper = entry.get("at_least", 0), entry.get("at_most", size)
    if type(lower) is not int or type(upper) is not int or not 0 <= lower <= upper <= size:
        raise ValueError(
            f"a window of {words} has {lower!r} to {upper!r} mines; expected numbers from 0 to "
            f"{size}, the smaller one as at_least"
        )
    return Window(cells, lower, upper, when)


def _drawn(rows: object, key: str, *, anchored: bool = True) -> tuple[Offset, ...]:
    """Read a drawing: return its cells as offsets from its `o`, or without one from its corner."""
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ValueError(f'{key} is {rows!r}; expected a drawing such as ["x.x", ".o.", "x.x"]')
    signs = {(row, at): sign for row, line in enumerate(rows) for at, sign in enumerate(line)}
    unknown = next((sign for sign in signs.values() if sign not in ".xo"), None)
    if unknown is not None:
        raise ValueError(f"{key} has {unknown!r}; expected x, o and .")
    starts = [place for place, sign in signs.items() if sign == "o"]
    if len(starts) != int(anchored):
        expected = "one o" if anchored else "no o"
        raise ValueError(f"{key} has {len(starts)} times o; expected {expected}")
    row, column = starts[0] if starts else (0, 0)
    offsets = [(down - row, right - column) for (down, right), sign in signs.items() if sign == "x"]
    if not offsets:
        raise ValueError(f"{key} has no x; expected one or more")
    return tuple(offsets)


def _chosen(entry: Table, key: str, choices: Mapping[str, _Choice]) -> _Choice | None:
    """Return the choice that a key names; None without the key."""
    if key not in entry:
        return None
    name = entry[key]
    if not isinstance(name, str) or name not in choices:
        raise UnknownNameError(key, str(name)[:40], choices)
    return choices[name]


def _check(entry: Table, keys: Sequence[str]) -> None:
    """Raise `UnknownNameError` for a key that is none of these."""
    unknown = next((key for key in entry if key not in keys), None)
    if unknown is not None:
        raise UnknownNameError("key", unknown[:40], keys)


def _name(entry: Table) -> str:
    name = _words(entry, "name")
    if not name.isascii() or len(name.split()) != 1:
        raise ValueError(f"name is {name[:40]!r}; expected a short word, such as K")
    return name


def _words(entry: Table, key: str) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not value.strip() or not value.isprintable():
        raise ValueError(f'expected {key} = "...", a line of text')
    return value.strip()
