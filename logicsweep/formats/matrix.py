"""Matrices of numbers as Python, JSON and numpy write them: `[[10, 1], [1, 1]]`, `[[-1.  1.] ...]`.

Each format defines what the numbers mean.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.text import decode, fault_at
from logicsweep.limits import MOST_CELLS

LEFT_OUT: Final = (
    "numpy left cells out here; expected all of them, as printed after "
    "numpy.set_printoptions(threshold=10**7)"
)
_FORM: Final = "a list of rows such as [[10, 1], [1, 1]]"
_SIGNS: Final = b"[]-0123456789, \t\r\n"
_FOREIGN: Final = re.compile(r"[^][\d, \t\r\n-]", re.ASCII)
_LONG: Final = re.compile(r"\d{4,}", re.ASCII)
_GAP: Final = re.compile(r"(?<=[\d\]])\s(?=\s*[-\d\[])", re.ASCII)
_ARRAY: Final = re.compile(r"\s{0,99}(?:(?:np|numpy)\.)?array\(")
_END: Final = re.compile(r"""\s*(?:,\s*dtype=[\w.<>|='"]+)?\s*\)\s*""")
# numpy prints whole numbers among floats like this.
_POINT: Final = re.compile(r"(?<=\d)\.0*(?=[\s,\]])", re.ASCII)


class Codes(NamedTuple):
    """The numbers that a matrix may hold.

    Attributes:
        states: The state of each number.
        expected: The numbers in words, for messages about other numbers.
    """

    states: dict[int, int]
    expected: str

    def grid(self, codes: NDArray[np.integer]) -> NDArray[np.int8]:
        """Return the states of numbers. Raises ValueError for an unknown number."""
        known = np.isin(codes, list(self.states))
        if not known.all():
            row, column = np.argwhere(~known)[0].tolist()
            raise ValueError(f"({row},{column}) is {codes[row, column]}; expected {self.expected}")
        lowest, highest = min(self.states), max(self.states)
        lookup = np.zeros(highest - lowest + 1, dtype=np.int8)
        for code, state in self.states.items():
            lookup[code - lowest] = state
        grid: NDArray[np.int8] = lookup[codes.astype(np.int64) - lowest]
        return grid


def looks_like_matrix(data: bytes) -> bool:
    """Tell whether bytes begin like a list or an array."""
    start = data[:128].decode("latin-1")
    return start.lstrip()[:1] == "[" or _ARRAY.match(start) is not None


def read_matrix(data: bytes, codes: Codes) -> NDArray[np.int8]:
    """Read the states in a text with brackets around each row. Raises `BoardSyntaxError`.

    Commas separate two numbers, or only blanks, as numpy prints them. A point may follow a whole
    number. `array(...)` around the rows is understood.
    """
    text = _bare(decode(data))
    if not text.isascii() or text.encode().translate(None, _SIGNS):
        wrong = _FOREIGN.search(text)
        at = 0 if wrong is None else wrong.start()
        raise fault_at(text, at, f"unexpected {text[at : at + 1]!r}; expected {codes.expected}")
    digits = np.frombuffer(text.encode(), dtype=np.uint8) - np.uint8(ord("0")) < 10
    if (digits[:-1] & ~digits[1:]).sum() > MOST_CELLS:  # numbers end where digits end
        raise fault_at(text, 0, f"there are more than {MOST_CELLS:,} cells")
    if "," not in text:  # as numpy prints it: every blank between two values is a comma
        text = _GAP.sub(",", text)
    try:
        return codes.grid(_numbers(text))
    except BoardSyntaxError:
        raise
    except (ValueError, OverflowError) as error:  # no such sign, or more digits than are converted
        wrong = _LONG.search(text)
        problem = str(error)
        if wrong is not None:
            problem = f"unexpected {wrong[0][:20]}; expected {codes.expected}"
        raise fault_at(text, 0 if wrong is None else wrong.start(), problem) from None


def _numbers(text: str) -> NDArray[np.int64]:
    """Read the rows of numbers, all of one length."""
    try:
        rows = json.loads(text)
    except json.JSONDecodeError as error:
        raise fault_at(text, error.pos, f"{error.msg}; expected {_FORM}") from None
    except RecursionError:
        raise fault_at(text, 0, f"too many brackets; expected {_FORM}") from None
    if not isinstance(rows, list) or set(map(type, rows)) != {list} or not rows[0]:
        raise fault_at(text, 0, f"expected {_FORM}")
    width = len(rows[0])
    ragged = next((number for number, row in enumerate(rows) if len(row) != width), None)
    if ragged is not None:
        start = [bracket.start() for bracket in re.finditer(r"\[", text)][ragged + 1]
        has = f"row {ragged} has {counted(len(rows[ragged]), 'number')}"
        raise fault_at(text, start, f"{has}; expected {width} as in row 0")
    numbers = list(chain.from_iterable(rows))
    if set(map(type, numbers)) != {int}:
        raise fault_at(text, 0, f"too many brackets; expected {_FORM}")
    return np.array(numbers, dtype=np.int64).reshape(len(rows), width)


def _bare(text: str) -> str:
    """Blank out what numpy adds around lists and after whole numbers."""
    left_out = text.find("...")
    if left_out >= 0:
        raise fault_at(text, left_out, LEFT_OUT)
    array = _ARRAY.match(text)
    if array:
        end = text.rfind("]") + 1
        if not _END.fullmatch(text, end):
            raise fault_at(text, end, "expected ) after the rows of array(")
        text = " " * array.end() + text[array.end() : end]
    return _POINT.sub(lambda point: " " * len(point[0]), text) if "." in text else text
