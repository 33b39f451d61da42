"""The rows of a board's text: to a grid of states and clues, and back.

A row is one character a cell, or tokens parted by blanks; uncertain clues are tokens (see
`clue_tokens`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from enum import IntEnum
from types import MappingProxyType
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.adjacency import MAX_DEGREE
from logicsweep.clue_models import ClueModel, Exact, clue_model
from logicsweep.clue_tokens import MARKS, read_clue, write_clue
from logicsweep.clues import Around, Clue
from logicsweep.errors import BoardSyntaxError

Grid = NDArray[np.int8]
# Uncertain clues by (row, column).
Uncertain = Mapping[tuple[int, int], Clue]

NO_UNCERTAIN: Final[Uncertain] = MappingProxyType({})


class State(IntEnum):
    """What a grid holds where it holds no number; an exact clue is its own number, 0 or more.

    `UNCERTAIN` stands for a clue that is no number; it is larger than any of them.
    """

    COVERED = -1
    FLAGGED = -2
    KNOWN_MINE = -3
    NO_CLUE = -4
    UNCERTAIN = MAX_DEGREE + 1


# The most mines that a clue in a text can be about.
HIGHEST: Final = 8
SYMBOLS: Final[dict[str, int]] = {str(clue): clue for clue in range(HIGHEST + 1)} | {
    "?": State.COVERED,
    "F": State.FLAGGED,
    "*": State.KNOWN_MINE,
    "_": State.NO_CLUE,
}
EXPECTED: Final = (
    "? (covered), 0-8 (clue), F (flagged), * (known mine), _ (open, no clue) or an uncertain clue "
    "such as >=2"
)
BLANKS: Final = " \t"

_INVALID: Final = -128
_NAMES: Final[dict[int, str]] = {int(state): symbol for symbol, state in SYMBOLS.items()}
_TOKEN: Final = re.compile(f"[^{BLANKS}]+")


class _Place(NamedTuple):
    """Where a token stands: line and column of the text count from 1, the cell from 0."""

    line: int
    column: int
    cell: tuple[int, int]


def parse_rows(
    rows: Sequence[str], model: ClueModel | None = None, numbers: Sequence[int] | None = None
) -> tuple[Grid, Uncertain]:
    """Read rows; `numbers` are their line numbers in the text, by default counted from 1.

    `model` is the clue model of numbers that name none; None: they are exact. Raises
    `BoardSyntaxError`.
    """
    lines = range(1, len(rows) + 1) if numbers is None else numbers
    model = None if isinstance(model, Exact) else model
    if model is None and not any(map(MARKS.search, rows)):
        return _plain(rows, lines), NO_UNCERTAIN
    return _with_tokens(rows, lines, model)


def render_rows(
    grid: Grid, uncertain: Uncertain = NO_UNCERTAIN, model: str | None = None
) -> list[str]:
    """The rows of a grid: one character a cell, or tokens parted by blanks where one is longer.

    `model` is the clue model that numbers have which name none (see `common_model`).
    """
    if uncertain or int(grid.max(initial=0)) > HIGHEST:
        tokens = [[_token(code, model) for code in row] for row in grid.tolist()]
        for (row, column), clue in uncertain.items():
            tokens[row][column] = write_clue(clue, model, around(grid, row, column))
        width = max(len(token) for row in tokens for token in row)
        return [" ".join([token.ljust(width) for token in row]).rstrip() for row in tokens]
    lookup = np.zeros(256, dtype=np.uint8)
    for symbol, state in SYMBOLS.items():
        lookup[state & 0xFF] = ord(symbol)
    return [line.tobytes().decode("ascii") for line in lookup[grid.view(np.uint8)]]


def common_model(uncertain: Uncertain) -> str | None:
    """The clue model that all uncertain clues have, if it is one that a text can name."""
    models = {clue.model for clue in uncertain.values()}
    if len(models) == 1:
        (name,) = models
        if name is not None:
            with suppress(ValueError):
                return clue_model(name).name
    return None


def around(grid: Grid, row: int, column: int) -> Around:
    """What the eight cells around a cell hold now: known mines, and covered cells."""
    near = grid[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    states = near.ravel().tolist()
    centre = int(grid[row, column])
    covered = sum(state in (State.COVERED, State.FLAGGED) for state in states)
    return Around(
        states.count(State.KNOWN_MINE) - (centre == State.KNOWN_MINE),
        covered - (centre in (State.COVERED, State.FLAGGED)),
    )


def _token(code: int, model: str | None) -> str:
    """The token of a cell without an uncertain clue."""
    if 0 <= code <= MAX_DEGREE:
        return str(code) if model is None else f"{code}:{Exact.name}"
    return _NAMES.get(code, "")


def _with_tokens(
    rows: Sequence[str], lines: Sequence[int], model: ClueModel | None
) -> tuple[Grid, Uncertain]:
    codes: list[list[int]] = []
    clues: list[tuple[str, _Place]] = []
    for index, (row, line) in enumerate(zip(rows, lines, strict=True)):
        codes.append([])
        for column, (token, at) in enumerate(_split(row)):
            place = _Place(line, at + 1, (index, column))
            if len(token) > 1 or (token.isdecimal() and model is not None):
                clues.append((token, place))
                codes[-1].append(State.NO_CLUE)  # until it is read: it may depend on what is around
            elif token in SYMBOLS:
                codes[-1].append(SYMBOLS[token])
            else:
                raise _fault(f"unknown character {token!r}; expected {EXPECTED}", place)
        if len(codes[-1]) != len(codes[0]):
            raise BoardSyntaxError(
                f"this row has {len(codes[-1])} cells; expected {len(codes[0])} as in the first "
                f"row (line {lines[0]})",
                line=line,
                column=len(row) + 1,
            )
    grid = np.array(codes, dtype=np.int8)
    uncertain: dict[tuple[int, int], Clue] = {}
    for token, place in clues:
        row_number, column_number = place.cell
        try:
            clue = read_clue(token, model, around(grid, row_number, column_number), highest=HIGHEST)
        except ValueError as error:
            raise _fault(str(error), place) from None
        if isinstance(clue, int):
            grid[place.cell] = clue
        else:
            uncertain[place.cell] = clue
    return grid, uncertain


def _split(row: str) -> list[tuple[str, int]]:
    """The cells of a row and where each stands in it."""
    tokens = [(match[0], match.start()) for match in _TOKEN.finditer(row)]
    if len(tokens) == 1 and not MARKS.search(row):
        ((token, start),) = tokens
        return [(symbol, start + place) for place, symbol in enumerate(token)]
    return tokens


def _fault(what: str, place: _Place) -> BoardSyntaxError:
    return BoardSyntaxError(what, line=place.line, column=place.column)


def _plain(rows: Sequence[str], lines: Sequence[int]) -> Grid:
    """Turn rows into codes in one pass over the text: large boards are read by numpy."""
    plain: list[str] = []
    for row, number in zip(rows, lines, strict=True):
        text = row.strip(BLANKS)
        if " " in text or "\t" in text:
            tokens = re.split(f"[{BLANKS}]+", text)
            wide = next((token for token in tokens if len(token) > 1), None)
            if wide is not None:
                raise BoardSyntaxError(
                    f"unknown token {wide[:20]!r}; expected {EXPECTED}",
                    line=number,
                    column=row.index(wide) + 1,
                )
            text = "".join(tokens)
        if plain and len(text) != len(plain[0]):
            _check_symbols(rows[: len(plain) + 1], lines)
            places = [place for place, symbol in enumerate(row) if symbol not in BLANKS]
            missing = len(text) < len(plain[0])
            raise BoardSyntaxError(
                f"the length of this row is {len(text)}; expected {len(plain[0])} as in the first "
                f"row (line {lines[0]})",
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
        _check_symbols(rows, lines)
    return grid


def _check_symbols(rows: Sequence[str], lines: Sequence[int]) -> None:
    """Name the first character that is no cell, if there is one."""
    for row, number in zip(rows, lines, strict=False):
        for column, character in enumerate(row, start=1):
            if character not in SYMBOLS and character not in BLANKS:
                raise BoardSyntaxError(
                    f"unknown character {character!r}; expected {EXPECTED}",
                    line=number,
                    column=column,
                )
