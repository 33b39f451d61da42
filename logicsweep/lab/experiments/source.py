"""A file of TOML as it was read, and the line in which something stands in it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

from logicsweep.errors import SpecificationError
from logicsweep.games.setting import GameRule
from logicsweep.lab.experiments.toml_lines import lines_of

# What keys were called in older files, at the top and in tables of published means.
_FORMER: Final = {"game_rules": "rule", "first_clicks": "first_click", "models": "clues"}
_FORMER_PUBLISHED: Final = {"model": "clues"}


class Source(NamedTuple):
    """The text of a file, for errors that say in which line.

    Attributes:
        text: The content of the file.
        path: The path of the file.
    """

    text: str
    path: Path

    def fault(self, what: str, *where: str | int) -> SpecificationError:
        """Make an error at the line of a key or of an element of a list.

        `where` is the way to it from the top of the file; without it the error names no line. If
        nothing is written there, as in a board that is only a size, the line is that of what is
        around it.
        """
        written = lines_of(self.text) if where else {}
        lines = {**written, **{_now(way): line for way, line in written.items()}}
        around = (where[:length] for length in range(len(where), 0, -1))
        line = next((lines[way] for way in around if way in lines), None)
        return SpecificationError(what, file=str(self.path), line=line)


class Former(NamedTuple):
    """A key by its former name.

    Attributes:
        where: The way to it, as it stands there.
        words: Its name now, in a sentence.
    """

    where: tuple[str | int, ...]
    words: str


def renamed(table: dict[str, Any]) -> Iterator[Former]:
    """Give the keys of an older file their new names, in place; yields those that it had.

    A key that stands there under both names is left, and then unknown.
    """
    rules = table.get("rules")
    kinds = [rule.value for rule in GameRule]
    former = dict(_FORMER)
    if isinstance(rules, list) and rules and all(name in kinds for name in rules):
        former["rules"] = "rule"  # which the rules of boards are called now
    published = table.get("published")
    entries = enumerate(published) if isinstance(published, list) else ()
    for path, entry, names in [
        ((), table, former),
        *((("published", number), entry, _FORMER_PUBLISHED) for number, entry in entries),
    ]:
        for old, new in names.items():
            if isinstance(entry, dict) and old in entry and new not in entry:
                entry[new] = entry.pop(old)
                yield Former((*path, old), f"{old} is called {new} now")


def _now(way: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return the way to a value, with new names."""
    match way:
        case (str(name), *rest) if name in _FORMER:
            return (_FORMER[name], *rest)
        case ("published", number, str(name), *rest) if name in _FORMER_PUBLISHED:
            return ("published", number, _FORMER_PUBLISHED[name], *rest)
    return way
