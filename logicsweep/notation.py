"""The native text form of a board: text to grid and header, and back.

Optional header lines `key: value`, `#` comment lines, a blank line, then the rows. A row is one
character a cell, or tokens parted by blanks.
"""

from __future__ import annotations

import re
from contextlib import suppress
from enum import IntEnum
from fractions import Fraction
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import BoardSyntaxError

Grid = NDArray[np.int8]
Total = int | tuple[int, int] | None


class State(IntEnum):
    """What a grid holds where it holds no clue; a clue is its own number, 0 or more."""

    COVERED = -1
    FLAGGED = -2
    KNOWN_MINE = -3
    NO_CLUE = -4


SYMBOLS: Final[dict[str, int]] = {str(clue): clue for clue in range(9)} | {
    "?": State.COVERED,
    "F": State.FLAGGED,
    "*": State.KNOWN_MINE,
    "_": State.NO_CLUE,
}
EXPECTED: Final = "? (covered), 0-8 (clue), F (flagged), * (known mine) or _ (open, no clue)"

_INVALID: Final = -128
_BLANKS: Final = " \t"
_HEADER: Final = re.compile(r"\s*([A-Za-z_]\w*)\s*:(.*)")


class Notation(NamedTuple):
    """What the native text says: the grid of states and clues, and the header."""

    grid: Grid
    total_mines: Total
    density: Fraction | None


def parse(text: str) -> Notation:
    """Read the native text. Raises `BoardSyntaxError` with line and column of the first fault."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    header: dict[str, tuple[str, int, int]] = {}
    rows: list[str] = []
    numbers: list[int] = []
    ended = False
    for number, line in enumerate(lines, start=1):
        stripped = line.strip(_BLANKS)
        if stripped.startswith("#"):
            continue
        if not stripped:
            ended = bool(rows)
            continue
        match = _HEADER.fullmatch(line)
        if match and rows:
            raise BoardSyntaxError(
                f"header {match[1]!r} after the rows; expected it before them",
                line=number,
                column=match.start(1) + 1,
            )
        if match:
            _enter_header(header, match, number)
            continue
        if ended:
            raise BoardSyntaxError(
                "the rows ended at a blank line; expected nothing but comments after it",
                line=number,
                column=1,
            )
        rows.append(line)
        numbers.append(number)
    if not rows:
        raise BoardSyntaxError(
            "no rows; expected at least one row of cells", line=len(lines), column=1
        )
    grid = _grid(rows, numbers)
    total: Total = None
    density = None
    if "mines" in header:
        total = _total(*header["mines"], cells=grid.size)
    if "density" in header:
        density = _density(*header["density"])
    return Notation(grid, total, density)


def render(notation: Notation) -> str:
    """Write the native text, without a final newline; `parse` reads it back to an equal value."""
    header = []
    total = notation.total_mines
    if total is not None:
        header.append(
            f"mines: {total}" if isinstance(total, int) else f"mines: {total[0]}..{total[1]}"
        )
    if notation.density is not None:
        header.append(f"density: {notation.density}")
    return "\n".join([*header, *([""] if header else []), *render_rows(notation.grid)])


def render_rows(grid: Grid) -> list[str]:
    """The rows of a grid, one character a cell (tokens parted by blanks past clue 8)."""
    if int(grid.max(initial=0)) > 8:
        names = {int(state): symbol for symbol, state in SYMBOLS.items()}
        return [" ".join(names.get(code, str(code)) for code in row) for row in grid.tolist()]
    lookup = np.zeros(256, dtype=np.uint8)
    for symbol, state in SYMBOLS.items():
        lookup[state & 0xFF] = ord(symbol)
    return [line.tobytes().decode("ascii") for line in lookup[grid.view(np.uint8)]]


def parse_rows(rows: list[str]) -> Grid:
    """Read rows alone; line numbers in errors count from 1 at the first row."""
    return _grid(rows, list(range(1, len(rows) + 1)))


def parse_density(text: str) -> Fraction:
    """Read a density such as 0.206 or 33/160. Raises ValueError when it is not between 0 and 1."""
    density = Fraction(0)
    if re.fullmatch(r"(?:\d*\.)?\d+(?:[eE]-\d{1,3})?|\d+/\d*[1-9]\d*", text, re.ASCII):
        # Past some thousands of digits Python refuses the conversion.
        with suppress(ValueError):
            density = Fraction(text)
    if not 0 < density < 1:
        raise ValueError(
            f"density is {text[:40]!r}; expected a number between 0 and 1 such as 0.206 or 33/160"
        )
    return density


def _enter_header(header: dict[str, tuple[str, int, int]], match: re.Match[str], line: int) -> None:
    key = match[1].lower()
    column = match.start(1) + 1
    if key not in ("mines", "density"):
        raise BoardSyntaxError(
            f"unknown header {match[1]!r}; expected mines or density", line=line, column=column
        )
    if key in header:
        raise BoardSyntaxError(f"a second header {key!r}", line=line, column=column)
    value = match[2].strip()
    lead = len(match[2]) - len(match[2].lstrip()) if value else 0
    header[key] = (value, line, match.start(2) + lead + 1)


def _total(value: str, line: int, column: int, *, cells: int) -> Total:
    match = re.fullmatch(r"(\d{1,18})(?:\s*\.\.\s*(\d{1,18}))?", value, re.ASCII)
    if not match:
        raise BoardSyntaxError(
            f"mines is {value[:40]!r}; expected a number of mines such as 99, or a range such as "
            f"90..99",
            line=line,
            column=column,
        )
    lower = int(match[1])
    upper = int(match[2]) if match[2] else lower
    if lower > upper:
        raise BoardSyntaxError(
            f"the range {value} is empty; expected the smaller number first",
            line=line,
            column=column,
        )
    if upper > cells:
        raise BoardSyntaxError(
            f"{upper} mines do not fit on {cells} cells; expected 0 to {cells}",
            line=line,
            column=column,
        )
    return lower if lower == upper else (lower, upper)


def _density(value: str, line: int, column: int) -> Fraction:
    try:
        return parse_density(value)
    except ValueError as error:
        raise BoardSyntaxError(str(error), line=line, column=column) from None


def _grid(rows: list[str], numbers: list[int]) -> Grid:
    """Turn rows into codes in one pass over the text: large boards are read by numpy."""
    plain: list[str] = []
    for row, number in zip(rows, numbers, strict=True):
        text = row.strip(_BLANKS)
        if " " in text or "\t" in text:
            tokens = re.split(f"[{_BLANKS}]+", text)
            wide = next((token for token in tokens if len(token) > 1), None)
            if wide is not None:
                raise BoardSyntaxError(
                    f"unknown token {wide[:20]!r}; expected {EXPECTED}",
                    line=number,
                    column=row.index(wide) + 1,
                )
            text = "".join(tokens)
        if plain and len(text) != len(plain[0]):
            _check_symbols(rows[: len(plain) + 1], numbers)
            places = [place for place, symbol in enumerate(row) if symbol not in _BLANKS]
            missing = len(text) < len(plain[0])
            raise BoardSyntaxError(
                f"the length of this row is {len(text)}; expected {len(plain[0])} as in the first "
                f"row (line {numbers[0]})",
                line=number,
                column=places[-1] + 2 if missing else places[len(plain[0])] + 1,
            )
        plain.append(text)
    codes = np.frombuffer("".join(plain).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    lookup = np.full(129, _INVALID, dtype=np.int8)
    for symbol, state in SYMBOLS.items():
        lookup[ord(symbol)] = state
    grid: Grid = lookup[np.minimum(codes, 128)].reshape(len(plain), len(plain[0]))
    if (grid == _INVALID).any():
        _check_symbols(rows, numbers)
    return grid


def _check_symbols(rows: list[str], numbers: list[int]) -> None:
    """Name the first character that is no cell, if there is one."""
    for row, number in zip(rows, numbers, strict=False):
        for column, character in enumerate(row, start=1):
            if character not in SYMBOLS and character not in _BLANKS:
                raise BoardSyntaxError(
                    f"unknown character {character!r}; expected {EXPECTED}",
                    line=number,
                    column=column,
                )
