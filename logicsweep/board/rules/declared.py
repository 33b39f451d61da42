"""Rules of your own as data in a TOML file.

    [[clue]]
    name = "G"
    about = "the number of mines diagonally next to it"
    region = ["x.x", ".o.", "x.x"]

    [[layout]]
    name = "K"
    about = "every 3x3 cells have a mine"
    windows = [{ cells = ["xxx", "xxx", "xxx"], at_least = 1 }]

A region is drawn with `o` for the clue and `x` for its cells; `region = "neighbours"` are those of
the board. `weights = [1, 2]` are what a mine counts in a cell that is not coloured and in a
coloured one, `aggregate` is one of `AGGREGATES` (runs of mines are those in a circle around the
clue, through the cells of a drawn region), and `off_by` how far a clue is off. A window is
drawn with `x` for its cells, and with `o` for a mine at which it holds (`when = "mine"` or
`"coloured mine"`); `at_least` and `at_most` bound the mines in it. `lines` is one of `LINES`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from math import atan2, hypot
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from logicsweep.board.rules.aggregate import (
    ABSOLUTE,
    LENGTHS,
    LONGEST,
    MODULO_3,
    PAIR,
    RUNS,
    TOTAL,
    Aggregate,
    Runs,
)
from logicsweep.board.rules.catalogue import RULE_NAMES
from logicsweep.board.rules.clue_rule import ClueRule
from logicsweep.board.rules.layout_rule import LayoutRule, Lines, When, Window
from logicsweep.board.rules.region import NEIGHBOURS, Offset, Region
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
    }
)
"""What a rule for clues makes of the mines in its region, by name."""
LINES: Final[Mapping[str, Lines]] = MappingProxyType(
    {"one run": Lines.ONE_RUN, "balanced": Lines.BALANCED, "equal": Lines.EQUAL}
)
"""What a rule for layouts says of whole lines, by name."""
_CLUE_KEYS: Final = ("name", "about", "region", "weights", "aggregate", "off_by")
_LAYOUT_KEYS: Final = ("name", "about", "windows", "lines")
_WINDOW_KEYS: Final = ("cells", "at_least", "at_most", "when")
Table = Mapping[str, Any]


def load_rules(path: str | Path) -> dict[str, ClueRule | LayoutRule]:
    """The rules of a TOML file by name.

    Raises:
        RuleFileError: The file declares no rules, or one that is wrong; the error says which.
        OSError: The file cannot be read.
    """
    own = Path(path)
    return read_rules(own.read_text(encoding="utf-8"), own.name)


def read_rules(text: str, name: str) -> dict[str, ClueRule | LayoutRule]:
    """The same from a text; `name` stands for the file in messages."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleFileError(f"{name}: {error}") from None
    found: dict[str, ClueRule | LayoutRule] = {}
    for kind, make in (("clue", _clue_rule), ("layout", _layout_rule)):
        entries = given.pop(kind, [])
        if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
            raise RuleFileError(f"{name}: {kind} is no table; expected [[{kind}]]")
        for number, entry in enumerate(entries, start=1):
            rule = _made(make, entry, f"{name}: [[{kind}]] {number}")
            if rule.name in found or rule.name in RULE_NAMES:
                raise RuleFileError(f"{name}: there is a rule {rule.name} already")
            found[rule.name] = rule
    if given:
        raise RuleFileError(f"{name}: unknown key {next(iter(given))!r}; expected clue or layout")
    if not found:
        raise RuleFileError(f"{name}: no rules; expected tables [[clue]] or [[layout]]")
    return found


def _made(
    make: Callable[[Table], ClueRule | LayoutRule], entry: Table, where: str
) -> ClueRule | LayoutRule:
    try:
        return make(entry)
    except (ValueError, TypeError, UnknownNameError) as error:
        raise RuleFileError(f"{where}: {error}") from None


def _clue_rule(entry: Table) -> ClueRule:
    _check(entry, _CLUE_KEYS)
    region = entry.get("region", "neighbours")
    aggregate = entry.get("aggregate", "sum")
    if aggregate not in AGGREGATES:
        raise UnknownNameError("aggregate", str(aggregate)[:40], AGGREGATES)
    weights = entry.get("weights", [1, 1])
    if not isinstance(weights, list) or [type(one) for one in weights] != [int, int]:
        raise ValueError(f"weights is {weights!r}; expected two whole numbers, such as [1, 2]")
    off_by = entry.get("off_by", 0)
    if type(off_by) is not int or off_by < 0:
        raise ValueError(f"off_by is {off_by!r}; expected a whole number, 0 or more")
    about, own = _words(entry, "about"), AGGREGATES[aggregate]
    if region == "neighbours" and isinstance(own, Runs):
        raise ValueError(f"{aggregate} is about a ring of cells; expected a region that is drawn")
    return ClueRule(
        _name(entry),
        about,
        NEIGHBOURS if region == "neighbours" else Region(about, _region(region, own)),
        (weights[0], weights[1]),
        own,
        off_by,
    )


def _region(rows: object, aggregate: Aggregate) -> tuple[Offset, ...]:
    """The cells of a drawn region: those of a ring in a circle, others in reading order."""
    cells = _drawn(rows, "region")
    if not isinstance(aggregate, Runs):
        return cells
    return tuple(sorted(cells, key=lambda cell: (atan2(*cell), hypot(*cell))))


def _layout_rule(entry: Table) -> LayoutRule:
    _check(entry, _LAYOUT_KEYS)
    windows = entry.get("windows", [])
    if not isinstance(windows, list) or not all(isinstance(one, dict) for one in windows):
        raise ValueError("windows is no list of tables; expected [{ cells = [...] }]")
    lines = entry.get("lines")
    if lines is not None and lines not in LINES:
        raise UnknownNameError("lines", str(lines)[:40], LINES)
    if not windows and lines is None:
        raise ValueError("it says nothing; expected windows or lines")
    own = None if lines is None else LINES[lines]
    return LayoutRule(_name(entry), _words(entry, "about"), tuple(map(_window, windows)), own)


def _window(entry: Table) -> Window:
    _check(entry, _WINDOW_KEYS)
    whens = {one.value: one for one in When}
    when = entry.get("when", When.ALWAYS.value)
    if when not in whens:
        raise UnknownNameError("when", str(when)[:40], whens)
    own = whens[when]
    cells = _drawn(entry.get("cells"), "cells", anchored=own is not When.ALWAYS)
    lower, upper = entry.get("at_least", 0), entry.get("at_most", len(cells))
    if type(lower) is not int or type(upper) is not int or not 0 <= lower <= upper <= len(cells):
        raise ValueError(
            f"a window of {len(cells)} cells has {lower!r} to {upper!r} mines; expected numbers "
            f"from 0 to {len(cells)}, the smaller one as at_least"
        )
    return Window(cells, lower, upper, own)


def _drawn(rows: object, what: str, *, anchored: bool = True) -> tuple[Offset, ...]:
    """The cells of a drawing as offsets from its `o`, or from its corner."""
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ValueError(f'{what} is {rows!r}; expected a drawing such as ["x.x", ".o.", "x.x"]')
    signs = {(row, at): sign for row, line in enumerate(rows) for at, sign in enumerate(line)}
    strange = next((sign for sign in signs.values() if sign not in ".xo"), None)
    if strange is not None:
        raise ValueError(f"{what} has {strange!r}; expected x, o and .")
    starts = [place for place, sign in signs.items() if sign == "o"]
    if len(starts) != int(anchored):
        expected = "one o" if anchored else "no o"
        raise ValueError(f"{what} has {len(starts)} times o; expected {expected}")
    row, column = starts[0] if starts else (0, 0)
    found = [(down - row, right - column) for (down, right), sign in signs.items() if sign == "x"]
    if not found:
        raise ValueError(f"{what} has no x; expected one or more")
    return tuple(found)


def _check(entry: Table, keys: Sequence[str]) -> None:
    strange = next((key for key in entry if key not in keys), None)
    if strange is not None:
        raise UnknownNameError("key", strange[:40], keys)


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
