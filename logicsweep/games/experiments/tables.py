"""TOML taken apart: every error names the key, and the line where it stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

from logicsweep.errors import SpecificationError
from logicsweep.limits import MOST_NUMBER

# Numbers that anything may be, on either side of 0.
_LARGEST: Final = MOST_NUMBER
# What is quoted of a value in a message.
_SHOWN: Final = 100


class Tables:
    """A table of TOML, the text it was in, and the file; tables in it are asked in the same way.

    All methods but `fault` raise `SpecificationError`.
    """

    def __init__(self, table: dict[str, Any], text: str, path: Path) -> None:
        self.table = table
        self.text = text
        self.path = path

    def get(self, table: dict[str, Any], key: str, kind: Any, default: Any = None) -> Any:
        """The value of a key, of one or more types; without a default it has to be there."""
        value = table.get(key, default)
        if isinstance(value, int | float) and not -_LARGEST <= value <= _LARGEST:
            expected = f"expected at most {_LARGEST:,} on either side of 0"
            raise self.fault(key, f"{key} is too large; {expected}")
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            names = kind if isinstance(kind, tuple) else (kind,)
            expected = " or ".join(_KINDS[name] for name in names)
            if value is None:
                what = f"{key} is missing; expected {expected}"
                raise SpecificationError(what, file=str(self.path))
            raise self.fault(key, f"{key} is {shown(value)}; expected {expected}", value)
        return value

    def count(
        self,
        table: dict[str, Any],
        key: str,
        default: int | None = None,
        *,
        lowest: int = 0,
        most: int = _LARGEST,
    ) -> int:
        """The value of a key that is a whole number within bounds."""
        value = self.get(table, key, int, default)
        if not lowest <= value <= most:
            raise self.fault(key, f"{key} is {value}; expected {lowest} to {most:,}", value)
        return int(value)

    def names(
        self,
        key: str,
        known: Iterable[str],
        default: list[str] | None = None,
        *,
        others: tuple[str, Callable[[str], bool]] | None = None,
    ) -> tuple[str, ...]:
        """The value of a top-level key: a list of known names, each once.

        `others` are names of another form: what messages call it, and what recognizes it.
        """
        known = tuple(known)
        names = self.get(self.table, key, list, default)
        for name in names:
            if name in known or (others and isinstance(name, str) and others[1](name)):
                continue
            listed = ", ".join(known) + (f", or {others[0]}" if others else "")
            raise self.fault(key, f"{key}: unknown {shown(name)}; known: {listed}")
        if not names or len(set(names)) < len(names):
            raise self.fault(key, f"{key} is {shown(names)}; expected names, each once")
        return tuple(names)

    def tables(self, key: str, default: Any = None) -> list[dict[str, Any]]:
        """The value of a top-level key: a list of tables, not empty unless there is a default."""
        tables = self.get(self.table, key, list, default)
        if not all(isinstance(table, dict) for table in tables) or (default is None and not tables):
            raise self.fault(key, f"{key}: expected a list of tables")
        return list(tables)

    def only(self, table: dict[str, Any], known: set[str], where: str) -> None:
        """Check that a table has no other keys; `where` it stands is said in front."""
        for key in table:
            if key not in known:
                expected = ", ".join(sorted(known))
                raise self.fault(key, f"{where}unknown key {key!r}; expected {expected}")

    def fault(self, key: str, what: str, value: object = None) -> SpecificationError:
        """An error at the line where a key is given (with a value, if that is known) or named."""
        lines = self.text.splitlines()
        name = re.escape(str(key))
        patterns = [
            rf"\b{name}\s*=\s*{re.escape(shown(value))}",
            rf"\b{name}\"?\s*=",
            rf"[\"']{name}[\"']",
        ]
        for pattern in patterns[value is None :]:
            for number, line in enumerate(lines, 1):
                if re.search(pattern, line):
                    return SpecificationError(what, file=str(self.path), line=number)
        return SpecificationError(what, file=str(self.path))


def shown(value: object) -> str:
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
