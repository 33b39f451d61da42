"""Text and rows of cells in files: read with errors that say where."""

from __future__ import annotations

import re
from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from logicsweep.board.rows import check_cells, unknown_character
from logicsweep.board.state import Grid
from logicsweep.errors import BoardSyntaxError
from logicsweep.limits import MOST_LINES

MARKS: Final = (BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE)
"""The bytes that a text may begin with, which say how it is encoded."""
# How .npz, as all archives of ZIP, and .npy begin, which people take for boards.
_ARRAYS: Final = (b"PK\x03\x04", b"\x93NUMPY")
CLUES: Final = {str(clue): clue for clue in range(9)}
_INVALID: Final = -128


def unmarked(data: bytes) -> bytes:
    """Return a text that begins with a mark in UTF-8, without it. Raises `BoardSyntaxError`."""
    if data.startswith(BOM_UTF8):
        return data.removeprefix(BOM_UTF8)
    try:
        return data.decode("utf-16").encode()
    except UnicodeDecodeError as error:
        raise BoardSyntaxError(f"byte {error.start} is not UTF-16; expected text") from None


def decode(data: bytes) -> str:
    """Decode UTF-8 text. Raises `BoardSyntaxError` at a wrong byte, and for too many lines."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        if data.startswith(_ARRAYS):
            hint = "in Python, Board.from_array takes an array that numpy.load reads"
            problem = "this is a file of arrays, or another archive; expected a text"
            raise BoardSyntaxError(f"{problem} ({hint})") from None
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise BoardSyntaxError(
            f"byte 0x{data[error.start]:02x} is not UTF-8; expected text", line=line, column=column
        ) from None
    if text.count("\n") > MOST_LINES:
        raise BoardSyntaxError(f"there are more than {MOST_LINES:,} lines", line=MOST_LINES + 1)
    return text


def lines_of(data: bytes, *, blanks: str = " \t") -> tuple[list[str], int]:
    """Return the lines of a text without their ends, and the number of the first.

    Empty lines at both ends of the text and `blanks` at the end of lines are dropped.
    """
    text = decode(data).replace("\r\n", "\n").rstrip(f"\n{blanks}")
    kept = text.lstrip("\n")
    first = len(text) - len(kept) + 1
    lines = kept.split("\n")
    if any(f"{blank}\n" in kept for blank in blanks):
        lines = [line.rstrip(blanks) for line in lines]
        empty = next((number for number, line in enumerate(lines) if line), len(lines))
        lines, first = lines[empty:], first + empty
    return (lines, first) if lines != [""] else ([], first)


def fault_at(text: str, at: int, problem: str) -> BoardSyntaxError:
    """Make an error at a character of a text, counted from 0."""
    line = text.count("\n", 0, at) + 1
    return BoardSyntaxError(problem, line=line, column=at - text.rfind("\n", 0, at))


def number_after(key: str, header: str, default: int | None = None) -> int:
    """Return the number in the line `key: NUMBER` of a header, which comes before a board.

    Raises `BoardSyntaxError` for a word that is no number; for a missing line without `default`.
    """
    line = re.compile(
        rf"^[^\S\n]*{key}[^\S\n]*:[^\S\n]*(.*?)[^\S\n]*$", re.MULTILINE | re.IGNORECASE
    )
    match = line.search(header)
    if match is None:
        if default is None:
            raise fault_at(header, len(header), f"expected a line {key}: before the board")
        return default
    if not re.fullmatch(r"\d{1,8}", match[1], re.ASCII):
        raise fault_at(header, match.start(1), f"expected a number after {key}:")
    return int(match[1])


def read_cells(
    rows: Sequence[str],
    symbols: Mapping[str, int],
    *,
    expected: str,
    line: int = 1,
    step: int = 1,
    size: tuple[int, int] | None = None,
) -> Grid:
    """Read the states and clues of rows with one character for each cell.

    `line` is the line number of the first row in its file, `step` the distance between two cells of
    a row, and `size` the height and width that the header of the file says. Raises
    `BoardSyntaxError`; `expected` lists the symbols.
    """
    if not rows or not (size or rows[0]):
        raise BoardSyntaxError(f"no rows; expected rows of {expected}", line=line)
    height, width = size or (len(rows), len(rows[0]))
    said = "as the header says" if size else "as in the first row"
    number, rows = len(rows), rows[:height]
    check_cells(rows, range(line, line + len(rows)))
    codes = np.frombuffer("".join(rows).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    lookup = np.full(max(map(ord, symbols)) + 2, _INVALID, dtype=np.int8)
    for symbol, state in symbols.items():
        lookup[ord(symbol)] = state
    grid: Grid = lookup[np.minimum(codes, len(lookup) - 1)]
    if set(map(len, rows)) != {width} or (grid == _INVALID).any():
        raise _fault(rows, symbols, (line, step), (expected, f"{width} {said}"))
    if number != height:
        problem = f"the number of rows is {number}; expected {height} {said}"
        raise BoardSyntaxError(problem, line=line + min(number, height + 1) - 1)
    return grid.reshape(height, width)


def _fault(
    rows: Sequence[str], symbols: Mapping[str, int], place: tuple[int, int], words: tuple[str, str]
) -> BoardSyntaxError:
    """Return the first fault of the rows: an unknown character, or a row of another length."""
    (line, step), (expected, length) = place, words
    width = int(length.partition(" ")[0])
    unknown = re.compile(f"[^{re.escape(''.join(symbols))}]")
    for number, row in enumerate(rows, start=line):
        wrong = unknown.search(row)
        at = wrong.start() if wrong else min(len(row), width)
        problem = f"the length of this row is {len(row)}; expected {length}"
        if wrong:
            problem = unknown_character(wrong[0], expected)
        if wrong or len(row) != width:
            return BoardSyntaxError(problem, line=number, column=at * step + 1)
    raise AssertionError("there is no fault in these rows")


def write_cells(grid: Grid, symbols: Mapping[int, str]) -> list[str]:
    """Write the rows of a grid, one ASCII character for each cell."""
    lookup = np.full(256, ord("?"), dtype=np.uint8)
    for state, symbol in symbols.items():
        lookup[state & 0xFF] = ord(symbol)
    return [row.tobytes().decode("ascii") for row in lookup[grid.view(np.uint8)]]
