"""Lines of a pasted text, of which each character remembers its place in the text."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Final, NamedTuple

from logicsweep.errors import AmbiguousFormatError, BoardSyntaxError, UnclearSignError

_LINE_NUMBER: Final = re.compile(r"\bline (\d+)\b", re.ASCII)
_WORD: Final = re.compile(r"[^ \t]+")


class Line(NamedTuple):
    """A line, or a part of one.

    Attributes:
        text: The characters that are left of it.
        number: The number of the line in the text, from 1.
        columns: The column of each character there, from 1, and that of the end.
    """

    text: str
    number: int
    columns: Sequence[int]

    def part(self, start: int, end: int | None = None) -> Line:
        """Return the characters from `start` to before `end`."""
        end = len(self.text) if end is None else min(end, len(self.text))
        start = min(start, end)
        return Line(self.text[start:end], self.number, self.columns[start : end + 1])

    def stripped(self) -> Line:
        """Return the line without blanks at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def words(self, word: re.Pattern[str] = _WORD) -> list[Line]:
        """Return the parts that match, by default those between blanks."""
        return [self.part(*match.span()) for match in word.finditer(self.text)]

    def spelled(self, pattern: re.Pattern[str], spell: Callable[[re.Match[str]], str]) -> Line:
        """Return the line with each match of a pattern replaced, at the place where it began."""
        pieces, columns, end = [], [], 0
        for match in pattern.finditer(self.text):
            word = spell(match)
            pieces += [self.text[end : match.start()], word]
            columns += [*self.columns[end : match.start()]]
            columns += [self.columns[match.start()]] * len(word)
            end = match.end()
        if not pieces:
            return self
        text = "".join([*pieces, self.text[end:]])
        return Line(text, self.number, [*columns, *self.columns[end:]])

    def saying(self, text: str) -> Line:
        """Return a line with another text, all of it at the place of this one."""
        return Line(text, self.number, [self.columns[0]] * (len(text) + 1))

    def fault(self, problem: str, at: int = 0) -> BoardSyntaxError:
        """Make an error at a character of this line, counted from 0."""
        column = self.columns[min(at, len(self.columns) - 1)]
        return BoardSyntaxError(problem, line=self.number, column=column)


def lines_in(text: str) -> list[Line]:
    """Split a text into its lines."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    return [
        Line(line, number, range(1, len(line) + 2)) for number, line in enumerate(lines, start=1)
    ]


def joined(parts: Sequence[Line], gap: str) -> Line:
    """Join parts of one line; at least one is needed."""
    if not gap:
        columns = [*chain.from_iterable(part.columns[:-1] for part in parts), parts[-1].columns[-1]]
    else:
        columns = [*chain.from_iterable(part.columns for part in parts)]
    return Line(gap.join([part.text for part in parts]), parts[0].number, columns)


class Peeled(NamedTuple):
    """The rows of a board in a pasted text, without all that stands around them.

    Attributes:
        lines: A text that a format may read.
        total: The mine count that stands beside the rows, such as `10` or `1..3`, or None.
    """

    lines: list[Line]
    total: Line | None = None

    @property
    def text(self) -> str:
        """The text of all lines."""
        return "\n".join([line.text for line in self.lines])

    def relocated(self, error: BoardSyntaxError) -> BoardSyntaxError:
        """Return an error about this text as an error about the text that was pasted."""
        if isinstance(error, AmbiguousFormatError):
            return error
        at = self._at(error.line)
        words = _LINE_NUMBER.sub(lambda line: f"line {self._at(int(line[1])).number}", error.text)
        fault = at.fault(words, max(error.column - 1, 0))
        if isinstance(error, UnclearSignError):
            sign, meanings = error.sign, error.meanings
            fault = UnclearSignError(sign, meanings, line=fault.line, column=fault.column)
        fault.format = error.format
        return fault

    def _at(self, line: int) -> Line:
        return self.lines[min(max(line, 1), len(self.lines)) - 1]
