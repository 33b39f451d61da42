"""Matrices of ms_toollib, as Python or JSON writes them: `[[10, 1], [1, 1]]`.

0 to 8 are clues, 10 is covered, 11 flagged, 12 covered and marked safe, -1, 15 and 16 are mines
that are shown, 14 is a flag that was wrong: the cell is safe, and no clue is shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from itertools import chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.amounts import counted
from logicsweep.board import Board, State
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.text import decode, fault_at

_WRITTEN: Final[dict[int, int]] = {
    State.COVERED: 10,
    State.FLAGGED: 11,
    State.KNOWN_MINE: -1,
    State.NO_CLUE: 14,
}
_READ: Final[dict[int, int]] = (
    {clue: clue for clue in range(9)}
    | {code: state for state, code in _WRITTEN.items()}
    | {12: State.COVERED, 15: State.KNOWN_MINE, 16: State.KNOWN_MINE}
)
_EXPECTED: Final = "0-8, 10 (covered), 11 (flagged), 12 (marked safe), -1 15 16 (mine) or 14 (safe)"
_FORM: Final = "a list of rows such as [[10, 1], [1, 1]]"
_FOREIGN: Final = re.compile(r"[^][\d, \t\r\n-]", re.ASCII)
_LONG: Final = re.compile(r"\d{4,}", re.ASCII)
_GAP: Final = re.compile(r"(?<=[\d\]])\s(?=\s*[-\d\[])", re.ASCII)


def board_of(matrix: Sequence[Sequence[int]]) -> Board:
    """The board that a matrix shows. Raises ValueError for what is no such matrix."""
    codes = np.array(matrix)
    if codes.ndim != 2 or codes.size == 0 or codes.dtype.kind not in "iu":
        raise ValueError("a matrix is a list of rows of equal length, each a list of numbers")
    return _decoded(codes)


def _decoded(codes: NDArray[np.integer]) -> Board:
    known = np.isin(codes, list(_READ))
    if not known.all():
        row, column = np.argwhere(~known)[0].tolist()
        raise ValueError(f"({row},{column}) is {codes[row, column]}; expected {_EXPECTED}")
    lookup = np.zeros(18, dtype=np.int8)  # -1 is the last one
    lookup[list(_READ)] = list(_READ.values())
    return Board(lookup[codes])


def matrix_of(board: Board) -> list[list[int]]:
    """The matrix of a board; the total mines and the density have no place in it.

    Raises ValueError for uncertain clues.
    """
    if board.uncertain_by_number:
        raise ValueError("ms-toollib has no place for uncertain clues")
    lookup = np.arange(-128, 128, dtype=np.int64)
    for state, code in _WRITTEN.items():
        lookup[state + 128] = code
    matrix: list[list[int]] = lookup[board.grid.astype(np.int64) + 128].tolist()
    return matrix


def _read(data: bytes, _file_name: str) -> Board:
    text = decode(data)
    if data.translate(None, b"[]-0123456789, \t\r\n"):
        wrong = _FOREIGN.search(text)
        at = 0 if wrong is None else wrong.start()
        raise fault_at(text, at, f"unexpected {text[at : at + 1]!r}; expected {_EXPECTED}")
    if "," not in text:  # as numpy prints it: every blank between two values is a comma
        text = _GAP.sub(",", text)
    try:
        rows = json.loads(text)
        if not isinstance(rows, list) or set(map(type, rows)) != {list} or not rows[0]:
            raise fault_at(text, 0, f"expected {_FORM}")
        width = len(rows[0])
        if set(map(len, rows)) != {width}:
            raise _ragged(text, rows, width)
        numbers = list(chain.from_iterable(rows))
        if set(map(type, numbers)) != {int}:
            raise fault_at(text, 0, f"too many brackets; expected {_FORM}")
        return _decoded(np.array(numbers, dtype=np.int64).reshape(len(rows), width))
    except json.JSONDecodeError as error:
        raise fault_at(text, error.pos, f"{error.msg}; expected {_FORM}") from None
    except RecursionError:
        raise fault_at(text, 0, f"too many brackets; expected {_FORM}") from None
    except BoardSyntaxError:
        raise
    except (ValueError, OverflowError) as error:  # no such sign, or more digits than are converted
        wrong = _LONG.search(text)
        what = str(error) if wrong is None else f"{wrong[0][:20]} is no cell; expected {_EXPECTED}"
        raise fault_at(text, 0 if wrong is None else wrong.start(), what) from None


def _ragged(text: str, rows: list[list[int]], width: int) -> BoardSyntaxError:
    """That a row is shorter or longer than the first."""
    number = next(number for number, row in enumerate(rows) if len(row) != width)
    what = f"row {number} has {counted(len(rows[number]), 'number')}; expected {width} as in row 0"
    return fault_at(text, _nth(text, "[", number + 2), what)


def _nth(text: str, sign: str, count: int) -> int:
    """Where a sign stands for the so-manieth time, counted from 1."""
    at = -1
    for _ in range(count):
        at = text.find(sign, at + 1)
    return at


def _write(board: Board) -> bytes:
    rows = ",\n ".join(map(str, matrix_of(board)))
    return f"[{rows}]\n".encode()


FORMAT: Final = Format(
    name="ms-toollib",
    about="matrices of ms_toollib: [[10, 1], [1, 1]], 10 covered, 11 flagged, -1 a mine",
    detect=lambda data: data.lstrip()[:1] == b"[",
    reader=_read,
    write_board=_write,
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE,
)
