"""The line at which each key and each element of a list begins in a text of TOML.

`tomllib` reads values and drops their places. Here only the punctuation of TOML 1.0 is read, and of
the values nothing but where they begin and end.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from contextlib import suppress
from typing import Final

from logicsweep.lab.experiments.faults import Where

# Strings of several lines come before those of one, since both begin with the same sign.
_TOKEN: Final = re.compile(
    r"(?P<blank>[ \t\r]+|\#[^\n]*)"
    r'|"""(?:\\.|[^\\])*?"""(?:"{0,2})'
    r"|'''.*?''''{0,2}"
    r'|"(?:\\.|[^"\\\n])*"'
    r"|'[^'\n]*'"
    r"|[\n\[\]{},=.]"
    r"|[^\s\[\]{},=.\"'#]+",
    re.DOTALL,
)
# What comes after the last token.
_END: Final = ""


def lines_of(text: str) -> dict[Where, int]:
    """Return the line, from 1, of each key and element, by the way to it from the top of the file.

    A key that is written several times, as a table that begins in several places, has its first
    line. The text must be TOML that `tomllib` reads. What is nested too deep for Python is missing.
    """
    scanner = _Scanner(_tokens(text))
    with suppress(RecursionError):
        scanner.document()
    return scanner.found


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """Yield the tokens, each with its line; blanks and comments are left out."""
    line = 1
    for token in _TOKEN.finditer(text):
        if token["blank"] is None:
            yield token[0], line
        line += token[0].count("\n")
    yield _END, line


class _Scanner:
    """Goes through the tokens of a text, once."""

    def __init__(self, tokens: Iterator[tuple[str, int]]) -> None:
        self.found: dict[Where, int] = {}
        self._tokens = tokens
        self._last: dict[Where, int] = {}  # the last table of each list of tables
        self._sign, self._line = next(tokens)

    def document(self) -> None:
        """Read tables with their headers, and what is above the first one."""
        table: Where = ()
        while self._sign != _END:
            if self._sign == "\n":
                self._take()
            elif self._sign == "[":
                table = self._header()
            else:
                self._pair(table)

    def _take(self) -> str:
        taken = self._sign
        self._sign, self._line = next(self._tokens, (_END, self._line))
        return taken

    def _header(self) -> Where:
        """Read the way to the table that a header begins."""
        line = self._line
        self._take()
        is_list = self._sign == "["
        if is_list:
            self._take()
        where: Where = ()
        names = self._key()
        for place, name in enumerate(names, start=1):
            where = (*where, name)
            self.found.setdefault(where, line)
            if is_list and place == len(names):
                self._last[where] = self._last.get(where, -1) + 1
            if where in self._last:
                where = (*where, self._last[where])
                self.found.setdefault(where, line)
        while self._sign == "]":
            self._take()
        return where

    def _key(self) -> list[str]:
        """Read the names of a key, which dots part."""
        names = [_name(self._take())]
        while self._sign == ".":
            self._take()
            names.append(_name(self._take()))
        return names

    def _pair(self, table: Where) -> None:
        """Read a key and its value."""
        line = self._line
        where = table
        for name in self._key():
            where = (*where, name)
            self.found.setdefault(where, line)
        self._take()  # the sign =
        self._value(where)

    def _value(self, where: Where) -> None:
        match self._take():
            case "[":
                self._list(where)
            case "{":
                self._inline_table(where)
            case _:
                while self._sign not in ("\n", ",", "]", "}", _END):
                    self._take()

    def _list(self, where: Where) -> None:
        place = 0
        while self._next() not in ("]", _END):
            self.found[*where, place] = self._line
            self._value((*where, place))
            place += 1
            if self._next() == ",":
                self._take()
        self._take()

    def _inline_table(self, where: Where) -> None:
        while self._next() not in ("}", _END):
            self._pair(where)
            if self._next() == ",":
                self._take()
        self._take()

    def _next(self) -> str:
        """Take the next token that is no end of a line."""
        while self._sign == "\n":
            self._take()
        return self._sign


def _name(token: str) -> str:
    """Return a name of a key, without the quotes that it may have."""
    return str(tomllib.loads(f"name = {token}")["name"]) if token[:1] in ('"', "'") else token
