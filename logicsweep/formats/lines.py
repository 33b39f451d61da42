"""Lines of a pasted text that remember their place in it, and which of them are sentences."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.errors import BoardSyntaxError, UnclearSignError

_LINE_NUMBER: Final = re.compile(r"\bline (\d+)\b", re.ASCII)
_WORD: Final = re.compile(r"[^ \t]+")
NUMBERS: Final = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
SQUARES: Final = "■□▢▣▪▫◼◻◾◽⬛⬜🟦🟩🟫🟨🟧🟪🔲🔳█▓▒░"
# Words for cells: a line of them alone may be a row.
_CELLS: Final = (
    "hidden|covered|uncovered|unknown|closed|unopened|opened|open|unrevealed|revealed|empty|blank|"
    f"safe|mines?|bombs?|flags?|flagged|null|none|nan|{'|'.join(NUMBERS)}"
)
_LETTER: Final = r"[^\W\d_]"
# The names of emoji in chats.
NAMES: Final = re.compile(r":[a-z_]+:")
# A square, a keycap, or the name of one: no sentence has these.
EMOJI: Final = re.compile(
    f"[{SQUARES}\u20e3]|:[a-z_]+_square(?:_button)?:|:(?:{'|'.join(NUMBERS)}):"
)
COUNTED: Final = re.compile(r"\b\d+ (?:mine|bomb|flag|move)s?\b", re.IGNORECASE)
# A line or row with a mine count, perhaps after a size, and no more: of all mines, or those left.
COUNT: Final = re.compile(
    r"(?=.*(?:mine|bomb))[\s*_([\"]*"
    r"(?:(?:(?:beginner|intermediate|expert|custom|size|board|game)[\s*_:=,(-]+)*"
    r"(\d{1,9})\s*[x\xd7*]\s*(\d{1,9})[\s,;:]+(?:with\s+)?)?"
    r"(?:(?:mines|bombs|mine(?=\s+count)|total|number|count|of|left|remaining)[\s*_:=,;\"]+)*"
    r"\d{1,9}(?:\s+(?:mines?|bombs?|total|in|left|remaining))*[\s*_)\].!,;\"]*",
    re.IGNORECASE | re.ASCII,
)
# A word that is no name of a cell and has other letters than signs, a word before a colon or at the
# end of a sentence, a percentage, or a mine count.
PROSE: Final = re.compile(
    rf"%|(?<!{_LETTER})(?:{_LETTER}{{2,}}[:?!.]|(?!(?:{_CELLS}|[xhofmsuc]+)(?!{_LETTER}))"
    rf"{_LETTER}{{2}})|^(?:{COUNT.pattern})$",
    re.IGNORECASE,
)
LEFT: Final = re.compile("left|remaining", re.IGNORECASE)
BETWEEN: Final = re.compile(r"[|,;\[\]\"']")
CELL_SIGNS: Final = re.compile(r"(?:[<>]=\d|[0-9?#*._FxXhHoO-])+")


class Line(NamedTuple):
    """A line, or a part of one.

    Attributes:
        text: The characters that are left of it.
        number: The number of the line in the text, from 1.
        column: The column where it begins there, from 1.
        is_exact: Whether each character is as far from there as in the text.
    """

    text: str
    number: int
    column: int = 1
    is_exact: bool = True

    def part(self, start: int, end: int | None = None) -> Line:
        """Return the characters from `start` to before `end`."""
        column = self.column + min(start, len(self.text))
        return self._replace(text=self.text[start:end], column=column)

    def stripped(self) -> Line:
        """Return the line without blanks at both ends."""
        start = len(self.text) - len(self.text.lstrip())
        return self.part(start, max(start, len(self.text.rstrip())))

    def words(self, word: re.Pattern[str] = _WORD) -> list[Line]:
        """Return the parts that match, by default those between blanks."""
        return [self.part(*match.span()) for match in word.finditer(self.text)]

    def saying(self, text: str) -> Line:
        """Return a line with another text, at the place of this one."""
        return self._replace(text=text, is_exact=text == self.text and self.is_exact)

    def fault(self, problem: str, at: int = 0) -> BoardSyntaxError:
        """Make an error at a character of this line, counted from 0."""
        return BoardSyntaxError(problem, line=self.number, column=self.column + at * self.is_exact)


def lines_in(text: str) -> list[Line]:
    """Split a text into its lines."""
    lines = text.replace("\r\n", "\n").split("\n")
    return [Line(line, number) for number, line in enumerate(lines, start=1)]


def joined(parts: Sequence[Line], gap: str) -> Line:
    """Join parts of one line; at least one is needed."""
    return parts[0].saying(gap.join([part.text for part in parts]))


def closed(lines: Sequence[Line]) -> list[Line]:
    """Return the rows without the blanks between their cells."""
    rows = [line.words() for line in lines if line.text.strip()]
    # Two boards side by side have several words in a row, each of several signs.
    is_apart = all(len(row) == 1 or all(len(word.text) == 1 for word in row) for row in rows)
    return [joined(row, "" if is_apart else " ") for row in rows]


class Peeled(NamedTuple):
    """The rows of a board in a pasted text, without all that stands around them.

    Attributes:
        lines: A text that a format may read.
        total: The mine count that stands beside the rows, or None: `10`, `1..3` or `3 mines left`.
    """

    lines: list[Line]
    total: Line | None = None

    @property
    def text(self) -> str:
        """The text of all lines."""
        return "\n".join([line.text for line in self.lines])

    def board(self) -> Board:
        """Read the lines as native text. Raises `BoardSyntaxError` with places in the paste."""
        try:
            return Board.parse(self.text)
        except BoardSyntaxError as error:
            raise self.relocated(error) from None

    def relocated(self, error: BoardSyntaxError) -> BoardSyntaxError:
        """Return an error about this text as an error about the text that was pasted."""
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


def is_prose(text: str) -> bool:
    """Tell whether a line has a word that cannot be a row, a percentage, or a mine count."""
    return not EMOJI.search(text) and PROSE.search(NAMES.sub("", text)) is not None


def has_row(text: str, width: int) -> bool:
    """Tell whether a sentence beside a row of so many cells may hold another one."""
    counted = COUNT if COUNT.fullmatch(text) else COUNTED
    words = BETWEEN.sub(" ", counted.sub("", text)).split()
    if len(words) == 1 and len(words[0]) == width > 1 and words[0].isalnum():
        return True  # as many letters as the row has cells
    signs = [word for word in words if CELL_SIGNS.fullmatch(word)]
    begins = [bool(CELL_SIGNS.fullmatch(word)) and len(word) == 1 for word in words[:2]]
    is_in_words = len(words) == width and bool(signs)
    return is_in_words or begins == [True, True] or sum(map(len, signs)) >= max(width, 2)
