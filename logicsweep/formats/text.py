"""Text and rows of cells in files: read with errors that say where."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

import numpy as np

from logicsweep.board.rows import check_cells, unknown_character
from logicsweep.board.state import Grid
from logicsweep.errors import BoardSyntaxError
from logicsweep.limits import MOST_LINES

CLUES: Final = {str(clue): clue for clue in range(9)}
_INVALID: Final = -128


def decode(data: bytes) -> str:
    """Decode UTF-8 text. Raises `BoardSyntaxError` at a wrong byte, and for too many lines."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise BoardSyntaxError(
            f"byte 0x{data[error.start]:02x} is not UTF-8; expected text", line=line, column=column
        ) from None
    check_lines(text)
    return text


def check_lines(text: str) -> None:
    """Raise `BoardSyntaxError` for a text with too many lines."""
    if text.count("\n") > MOST_LINES:
        raise BoardSyntaxError(
            f"there are more than {MOST_LINES:,} lines", line=MOST_LINES + 1, column=1
        )


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


def read_cells(
    rows: Sequence[str],
    symbols: Mapping[str, int],
    *,
    expected: str,
    line: int = 1,
    step: int = 1,
    width: int | None = None,
    height: int | None = None,
    said: str = "as in the first row",
) -> Grid:
    """Read the states and clues of rows with one character for each cell.

    `line` is the line number of the first row in its file, `step` the distance between two cells of
    a row. `width` and `height` are the expected size, and `said` where the file says so. Raises
    `BoardSyntaxError`; `expected` lists the symbols.
    """
    if not rows or not (width or rows[0]):
        raise BoardSyntaxError(f"no rows; expected rows of {expected}", line=line, column=1)
    width = len(rows[0]) if width is None else width
    check_cells(rows[:height], range(line, line + len(rows[:height])))
    cells = "".join(rows[:height])
    codes = np.frombuffer(cells.encode("utf-32-le", "surrogatepass"), dtype="<u4")
    lookup = np.full(max(map(ord, symbols)) + 2, _INVALID, dtype=np.int8)
    for symbol, state in symbols.items():
        lookup[ord(symbol)] = state
    grid: Grid = lookup[np.minimum(codes, len(lookup) - 1)]
    if set(map(len, rows[:height])) != {width} or (grid == _INVALID).any():
        raise _fault(rows[:height], symbols, (line, step), width, (expected, said))
    for number, _ in enumerate(rows[height:] if height is not None else (), start=height or 0):
        raise BoardSyntaxError(
            f"one row too many; expected {height} {said}", line=line + number, column=1
        )
    if height is not None and len(rows) < height:
        raise BoardSyntaxError(
            f"the number of rows is {len(rows)}; expected {height} {said}",
            line=line + len(rows) - 1,
            column=(len(rows[-1]) - 1) * step + 2,
        )
    return grid.reshape(len(rows), width)


def _fault(
    rows: Sequence[str],
    symbols: Mapping[str, int],
    place: tuple[int, int],
    width: int,
    words: tuple[str, str],
) -> BoardSyntaxError:
    """Return the first fault of the rows: an unknown character, or a row of another length."""
    expected, said = words
    first, step = place
    ragged = next((number for number, row in enumerate(rows) if len(row) != width), len(rows))
    text = "\n".join(rows[: ragged + 1])
    wrong = re.search(f"[^{re.escape(''.join(symbols))}\n]", text)
    if wrong:
        at = wrong.start() - text.rfind("\n", 0, wrong.start()) - 1
        return BoardSyntaxError(
            unknown_character(wrong[0], expected),
            line=first + text.count("\n", 0, wrong.start()),
            column=at * step + 1,
        )
    length = len(rows[ragged])
    return BoardSyntaxError(
        f"the length of this row is {length}; expected {width} {said}",
        line=first + ragged,
        column=min(length, width) * step + 1,
    )


def write_cells(grid: Grid, symbols: Mapping[int, str]) -> list[str]:
    """Write the rows of a grid, one ASCII character for each cell."""
    lookup = np.full(256, ord("?"), dtype=np.uint8)
    for state, symbol in symbols.items():
        lookup[state & 0xFF] = ord(symbol)
    return [row.tobytes().decode("ascii") for row in lookup[grid.view(np.uint8)]]
