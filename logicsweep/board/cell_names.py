"""The names of cells in text: by row and column from 0, from 1, or as in spreadsheets, A1."""

from __future__ import annotations

import re
from contextvars import ContextVar
from typing import Final, Literal, TypeAlias

Counting: TypeAlias = Literal["0-based", "1-based", "A1"]
COUNTING: Final[ContextVar[Counting]] = ContextVar("counting", default="0-based")
"""The way in which the command at hand counts; the library itself always counts from 0."""

# A cell as it is printed: no number in brackets with thousands, nor an atom such as mine(3,4).
_PRINTED: Final = re.compile(r"(?<!\w)\((0|[1-9]\d{0,8}),(0|[1-9]\d{0,8})\)")
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def letters_of(column: int) -> str:
    """Return the letters of a column that counts from 0: A to Z, then AA, AB and so on."""
    letters, left = "", column + 1
    while left:
        left, place = divmod(left - 1, len(_LETTERS))
        letters = _LETTERS[place] + letters
    return letters


def column_of(letters: str) -> int:
    """Return the column of some letters, counted from 0."""
    column = 0
    for letter in letters.upper():
        column = column * len(_LETTERS) + _LETTERS.index(letter) + 1
    return column - 1


def row_number(row: int) -> int:
    """Return the number of a row as it is printed."""
    return row + (COUNTING.get() != "0-based")


def column_name(column: int) -> str:
    """Return the number of a column as it is printed, or its letters."""
    return letters_of(column) if COUNTING.get() == "A1" else str(row_number(column))


def column_numbers(width: int, first: int = 0) -> list[str]:
    """Write the numbers of columns, the top digit first; higher digits only where they change."""
    if COUNTING.get() == "A1":
        letters = [letters_of(column) for column in range(first, first + width)]
        deep = len(letters[-1])
        return ["".join(line) for line in zip(*[word.rjust(deep) for word in letters], strict=True)]
    first += COUNTING.get() == "1-based"
    digits = len(str(first + width - 1))
    lines = []
    for place in range(digits - 1, -1, -1):
        unit = 10**place
        shown = (
            str(column // unit % 10)
            if (column % unit == 0 or column == first) and (column >= unit or not place)
            else " "
            for column in range(first, first + width)
        )
        lines.append("".join(shown))
    return lines


def recounted(text: str) -> str:
    """Count the cells in a text, `(3,4)`, as the command at hand does."""
    counting = COUNTING.get()
    if counting == "0-based":
        return text

    def again(cell: re.Match[str]) -> str:
        row, column = int(cell[1]), int(cell[2])
        return (
            f"({row + 1},{column + 1})"
            if counting == "1-based"
            else f"{letters_of(column)}{row + 1}"
        )

    return _PRINTED.sub(again, text)
