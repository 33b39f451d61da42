"""Lists of rows as programs print them, JSON or Python: to rows of cells.

    [[".", "1"], [".", "F"]]        ["?1", "?F"]        {"board": [[...]], "rows": 2, "mines": 2}

Rows may stand for themselves, a list or a string in each line; rows of tuples are lists, too. An
object names its board; it may give the size and the mine count, and nothing else. `null` and an
empty string are covered cells, unless they may be zeros.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from logicsweep.errors import listed
from logicsweep.formats.coordinates import Row
from logicsweep.formats.lines import Line, Peeled, joined
from logicsweep.formats.matrix import LEFT_OUT
from logicsweep.formats.prose import is_prose
from logicsweep.formats.tables import check_widths, filled, in_a_row

_TOKEN: Final = re.compile(
    r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|-?\d+(?:\.0*)?(?![\w.])|\w+(?:\.\w+)*|\.\.\.|\S'
)
_STARTS: Final = re.compile(r"\s*(?:\w+\s*=\s*)?(?:(?:np\.|numpy\.)?array\(\s*)?[\[{\"']")
# Tuples in a list, or one a line: of signs, as numbers alone may be places.
_TUPLES: Final = re.compile(
    r"\s*(?:\w+\s*=\s*)?(?:[\[(]\s*\(|\((?=\s*['\"?#-])[^()]*\),?\s*$)", re.MULTILINE
)
_SIGNS: Final = frozenset("?#.xXFfHhOo*_")
_PARENTHESES: Final = re.compile(r"[()]")
# A row that stands for itself, in a line of its own.
_ROW: Final = re.compile(r"\s*(?:\[[^\[\]]*\]|\"[^\"]*\"|'[^']*'),?\s*")
_BOARD: Final = ("board", "grid", "cells", "state")
_HEIGHT: Final = ("rows", "height", "n_rows", "num_rows")
_WIDTH: Final = ("cols", "columns", "width", "n_cols", "num_cols")
_MINES: Final = ("mines", "total_mines", "num_mines", "n_mines", "mine_count", "bombs")
_KEYS: Final = (*_BOARD, *_HEIGHT, *_WIDTH, *_MINES)
_HAS_BOARD: Final = re.compile(rf"""["'](?:{"|".join(_BOARD)})["']\s*:\s*\[""", re.IGNORECASE)
_NOTHING: Final = ("null", "None")
_COUNT: Final = re.compile(r"\d{1,9}", re.ASCII)
_NUMBER: Final = re.compile(r"-?\d{1,9}(?:\.0*)?", re.ASCII)


class _Reader:
    """The words of a text, one after the other."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = lines
        self._words = (
            line.part(*word.span()) for line in lines for word in _TOKEN.finditer(line.text)
        )
        self._next = next(self._words, None)
        self._last = lines[0].number

    def now(self) -> Line:
        """Return the next word, without taking it. Raises `BoardSyntaxError` at the end."""
        if self._next is None:
            raise self._lines[-1].fault("the text ends here; expected the rest of a list", -1)
        return self._next

    def is_at(self, *texts: str) -> bool:
        """Tell whether the next word is one of these."""
        return self._next is not None and self._next.text in texts

    @property
    def has_row(self) -> bool:
        """Whether the next word is a string, or begins a list."""
        return self._next is not None and self._next.text[:1] in ("[", '"', "'")

    def take(self) -> Line:
        """Take the next word. Raises `BoardSyntaxError` at the end."""
        word = self.now()
        self._last = word.number
        self._next = next(self._words, None)
        return word

    def expect(self, text: str) -> Line:
        """Take the next word, which has to be this one. Raises `BoardSyntaxError` for another."""
        word = self.take()
        if word.text != text:
            raise word.fault(f"unexpected {word.text[:20]!r}; expected {text}")
        return word

    def finish(self) -> None:
        """Leave sentences after the board. Raises `BoardSyntaxError` for anything else."""
        after = self._next
        if after is None:
            return
        rest = [line for line in self._lines if line.number >= after.number]
        if after.number == self._last or not all(_is_rest(line.text) for line in rest):
            raise after.fault("more after the board; expected only one board")

    def items(self) -> Iterator[None]:
        """Take a list: its brackets, and the commas between the items that the caller takes."""
        self.expect("[")
        while not self.is_at("]"):
            yield
            if self.is_at(","):
                self.take()
        self.expect("]")


def _is_rest(text: str) -> bool:
    """Tell whether a line after a list is empty, or a sentence without another list."""
    return not text.strip() or (is_prose(text) and "[" not in text and "{" not in text)


def list_in(lines: Sequence[Line]) -> Peeled | None:
    """Return the rows of the board in a list or an object; None if a text is neither.

    Raises `BoardSyntaxError`.
    """
    if _TUPLES.match("\n".join([line.text for line in lines])):
        lines = [line.spelled(_PARENTHESES, _bracket) for line in lines]
    text = "\n".join([line.text for line in lines])
    if not _STARTS.match(text) or ("{" in text and not _HAS_BOARD.search(text)):
        return None
    reader = _Reader(lines)
    if _ROW.fullmatch(lines[0].text) and any(_ROW.fullmatch(line.text) for line in lines[1:]):
        rows = _bare_rows(reader)
        reader.finish()
        return Peeled(_text_of(rows))
    while not reader.is_at("{", "["):  # a name, or array(
        reader.take()
    total = None
    if reader.is_at("{"):
        rows, total = _object(reader)
    else:
        rows = _rows(reader)
        _finish(reader)
    return Peeled(_text_of(rows), total)


def _bracket(parenthesis: re.Match[str]) -> str:
    return "[" if parenthesis[0] == "(" else "]"


def _finish(reader: _Reader) -> None:
    """Take what may follow a list: `, dtype=...)`. Raises `BoardSyntaxError` for anything else."""
    while reader.is_at(",", "dtype", "=", ")", ";"):
        word = reader.take()
        if word.text == "=":
            reader.take()
    reader.finish()


def _object(reader: _Reader) -> tuple[list[Row], Line | None]:
    """Read an object with a board, and the mine count if it is there."""
    start = reader.expect("{")
    boards: list[list[Row]] = []
    numbers: dict[str, Line] = {}
    while not reader.is_at("}"):
        word = reader.take()
        key = _string(word).text.lower()
        reader.expect(":")
        if key not in _KEYS:
            raise word.fault(f"unknown key {key[:20]!r}; expected {listed(_KEYS, last='or')}")
        if key in numbers or (key in _BOARD and boards):
            raise word.fault(f"a second {key}; expected only one")
        if key in _BOARD:
            boards.append(_rows(reader))
        else:
            numbers[key] = _number(reader)
        if reader.is_at(","):
            reader.take()
    reader.expect("}")
    reader.finish()
    if not boards:
        raise start.fault(f"no board; expected a list of rows as {listed(_BOARD, last='or')}")
    _check_size(boards[0], numbers)
    totals = [numbers[key] for key in _MINES if key in numbers]
    return boards[0], totals[0] if totals else None


def _number(reader: _Reader) -> Line:
    word = reader.take()
    if not _COUNT.fullmatch(word.text):
        raise word.fault(f"unexpected {word.text[:20]!r}; expected a number")
    return word


def _check_size(rows: Sequence[Row], numbers: Mapping[str, Line]) -> None:
    """Raise `BoardSyntaxError` if the size in an object is not that of its rows."""
    for keys, size, words in ((_HEIGHT, len(rows), "rows"), (_WIDTH, len(rows[0]), "columns")):
        for key in keys:
            if key in numbers and numbers[key].text != str(size):
                raise numbers[key].fault(f"{key} is {numbers[key].text}; there are {size} {words}")


def _rows(reader: _Reader) -> list[Row]:
    """Read a list of rows: lists of cells, or strings."""
    rows: list[Row] = []
    is_nested = False
    start = reader.now()
    for _ in reader.items():
        is_nested |= reader.is_at("[")
        rows.append(_row(reader))
    if not rows or not rows[0]:
        raise start.fault("no rows; expected a list of rows")
    if not is_nested and {len(row) for row in rows} == {1}:
        raise start.fault("a list of cells; expected a list of rows of cells")
    check_widths(rows)
    return filled(rows)


def _bare_rows(reader: _Reader) -> list[Row]:
    """Read rows that stand for themselves, with commas between them or without."""
    rows: list[Row] = []
    while reader.has_row:
        rows.append(_row(reader))
        if reader.is_at(","):
            reader.take()
    check_widths(rows)
    return filled(rows)


def _row(reader: _Reader) -> Row:
    """Read a row: a list of cells, or a string with a sign for each."""
    if reader.is_at("["):
        return [_cell(reader) for _ in reader.items()]
    string = _string(reader.take())
    words = string.words()
    return words if len(words) > 1 else _characters(string.stripped())


def _characters(string: Line) -> Row:
    return [string.part(at, at + 1) for at in range(len(string.text))]


def _cell(reader: _Reader) -> Line:
    """Read a cell: a number, a string or null."""
    word = reader.take()
    if word.text in _NOTHING:
        return word.saying("")
    if _NUMBER.fullmatch(word.text):
        return word.part(0, len(word.text.partition(".")[0]))
    if word.text == "...":
        raise word.fault(LEFT_OUT)
    if word.text in _SIGNS:
        return word
    return _string(word).stripped()


def _string(word: Line) -> Line:
    """Return the content of a string in quotes. Raises `BoardSyntaxError` for anything else."""
    quote = word.text[:1]
    if quote not in ("'", '"') or word.text[-1:] != quote or len(word.text) < 2:
        raise word.fault(f"unexpected {word.text[:20]!r}; expected a list of rows of cells")
    inner = word.part(1, len(word.text) - 1)
    if "\\" not in inner.text:
        return inner
    try:
        return inner.saying(json.loads(f'"{inner.text}"'))
    except json.JSONDecodeError:
        raise word.fault(f"{word.text[:20]} is no string") from None


def _text_of(rows: Sequence[Row]) -> list[Line]:
    """Return rows of signs, or a list of numbers again where numbers have several digits."""
    cells = [cell.text for row in rows for cell in row]
    if all(len(cell) == 1 for cell in cells) or not all(map(_NUMBER.fullmatch, cells)):
        return [in_a_row(row) for row in rows]
    lines = [joined(row, ",") for row in rows]
    last = len(lines) - 1
    return [
        joined(
            [
                line.saying("[[" if not at else "["),
                line,
                line.part(len(line.text)).saying("]]" if at == last else "],"),
            ],
            "",
        )
        for at, line in enumerate(lines)
    ]
