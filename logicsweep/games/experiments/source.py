"""A file of TOML as it was read, and the line in which something stands in it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final, NamedTuple

from logicsweep.errors import SpecificationError
from logicsweep.games.experiments.faults import Where, shown

_HEADER: Final = re.compile(r"\s*\[\[?\s*([\w.\"'-]+)\s*\]\]?\s*(?:#.*)?")


class Source(NamedTuple):
    """The text of a file, for errors that say in which line.

    Attributes:
        text: What is in the file.
        path: Where the file is.
    """

    text: str
    path: Path

    def fault(self, what: str, *where: str | int, value: Any = None) -> SpecificationError:
        """An error at the line of a key, or of a value, as far as the line can be found.

        `where` is the way to it from the top of the file; without it the error names no line.
        """
        line = self._line(where, value) if where else None
        return SpecificationError(what, file=str(self.path), line=line)

    def _line(self, where: Where, value: Any) -> int | None:
        lines = self.text.splitlines()
        part = _part(lines, where)
        name = re.escape(next(step for step in reversed(where) if isinstance(step, str)))
        key = rf"(?<![\w-])[\"']?{name}[\"']?\s*="
        quoted = re.escape(shown(value)).replace("'", "[\"']")
        patterns = [rf"{key}\s*{quoted}(?!\w)", key]
        if isinstance(where[-1], int):
            patterns = [rf"(?<![\w.]){quoted}(?![\w.])"]
        for pattern in patterns:
            for number in part or range(len(lines)):
                if re.search(pattern, lines[number]):
                    return number + 1
        return None if part is None else part[0] + 1


def _part(lines: list[str], where: Where) -> range | None:
    """The lines of the key at the top and its value, or of one table of a list of tables."""
    named = {number: found[1] for number, line in enumerate(lines) if (found := _header(line))}
    own = [number for number, name in named.items() if name == where[0]]
    if own:
        place = where[1] if len(where) > 1 and isinstance(where[1], int) else 0
        first = own[min(place, len(own) - 1)]
    else:
        key = re.compile(rf"\s*[\"']?{re.escape(str(where[0]))}[\"']?\s*=")
        own = [number for number, line in enumerate(lines) if key.match(line)]
        if not own:
            return None
        first = own[0]
    return range(first, min((number for number in named if number > first), default=len(lines)))


def _header(line: str) -> re.Match[str] | None:
    """The name of a table, if a line begins one."""
    return _HEADER.fullmatch(line)
