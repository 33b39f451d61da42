"""Arrays in the codes that people have: floats, missing values and texts, read as whole numbers.

`plain_array` makes numbers of floats and of missing values, whatever they mean. Here a table says
which numbers and texts stand for covered cells without being named.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any, Final, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import Cell, State
from logicsweep.errors import ArgumentError, listed, whole

# The value of a cell that has no clue: a number, or a text in an array of texts.
AnyCode = int | str | None

OTHER_CODES: Final = "; Board.from_array takes other codes"
_COVERED: Final = int(State.COVERED)
# Signs that mean the same in every program that has them; a code that is named takes their place.
_SIGNS: Final = {"F": "flag", "*": "mine"}
_STATES: Final = {
    "covered": _COVERED,
    "flag": int(State.FLAGGED),
    "mine": int(State.KNOWN_MINE),
}
# Values that stand for a covered cell if an array has no other value but clues, flags and mines.
_USUAL: Final = frozenset([-2, 9, 10, 255, "", *"?#xXoOhHuU+.-·_", *"■□█▓▒░⬛⬜🟦🔲"])
# Some of these are zeros in other programs. Without flags and mines an empty text is none: every
# clue would have to be 0.
_ZEROS: Final = frozenset(".-·_")
_NUMBER: Final = re.compile(r"[+-]?\d{1,18}(\.0*)?", re.ASCII)
_NOTHING: Final = frozenset(["nan", "None", "<NA>"])
_UNSEEN: Final = -(2**40)
_MOST: Final = 2**63
_TEXTS: Final = "OUST"  # the kinds of numpy's types that can hold texts


class CellCodes(NamedTuple):
    """The values of covered cells, flags and known mines in an array; None for what is not named.

    Covered cells have -1 unless they are named, or have another value (see `guessed`).
    """

    covered: AnyCode = None
    flag: AnyCode = None
    mine: AnyCode = None

    def checked(self, highest: int) -> Self:
        """Check that each is a number or a text of its own, and no clue; `highest` is the largest.

        Texts of numbers become numbers. Raises ValueError and TypeError.
        """
        if self == _NONE:
            return self
        codes: dict[str, int | str] = {}
        for name, given in zip(self._fields, self, strict=True):
            if given is None:
                continue
            code = _value(given) if isinstance(given, str) else whole(name, given)
            if code is None:
                raise ArgumentError(name, f"{name} is {given!r}, which is a missing value as it is")
            if isinstance(code, int) and 0 <= code <= highest:
                raise ValueError(f"{name} is {code}, which is a clue; expected another number")
            twin = next((named for named in codes if codes[named] == code), None)
            if twin is not None:
                values = "numbers" if isinstance(code, int) else "texts"
                raise ValueError(
                    f"{twin} and {name} are both {code!r}; expected different {values}"
                )
            codes[name] = code
        return self._replace(**codes)

    @property
    def missing(self) -> int:
        """The number for masked and missing values: that of covered cells, if they have one."""
        if isinstance(self.covered, int):
            return self.covered
        return _COVERED if self.covered is None and _COVERED not in self else _UNSEEN

    @property
    def states(self) -> dict[int | str, int]:
        """The states of numbers and texts that are no clues."""
        named = zip(self, _STATES.values(), strict=True)
        states = {code: state for code, state in named if code is not None}
        return {self.missing: _COVERED, **states}

    def guessed(self, others: Collection[int | str], *, has_zero: bool = False) -> Self:
        """Find the code of covered cells, if it is not named and clear.

        `others` are the values in an array that are no clues. `has_zero` says that a 0 is among the
        clues, so that no text is a zero. Where several values or an unusual one are left, nothing
        is guessed.
        """
        left = [value for value in others if value not in self.states]
        if self.covered is not None or self.missing in others or len(left) != 1:
            return self
        (only,) = left
        is_clear = has_zero or (only not in _ZEROS and (only != "" or len({*others}) == 1))
        return self._replace(covered=only) if only in _USUAL and is_clear else self

    def unknown(
        self, value: object, shape: tuple[int, ...], at: int, highest: int, name: str = "the array"
    ) -> ValueError:
        """Make the error for a value that has no meaning, at a place in an array of this shape."""
        shown = repr(str(value)) if isinstance(value, str) else str(value)
        board, place = _located(shape, at)
        states = self.states
        states.pop(_UNSEEN, None)
        names = {state: name for name, state in _STATES.items()}
        known = [f"{code!r} ({names[state]})" for code, state in states.items()]
        ways = [f"{field}={shown}" for field in self._fields if getattr(self, field) is None]
        hint = f"; {listed(ways, last='or')} would say what it is" if ways else ""
        if name != "the array":
            hint = OTHER_CODES
        is_blank = value in _ZEROS or value == ""
        zero = ", a covered cell or a zero (which is 0 in an array)" if is_blank else ""
        wanted = f"a clue 0 to {highest}, or {', '.join(known)}"
        return ValueError(f"{board}{name} has {shown} at {place}{zero}; expected {wanted}{hint}")


_NONE: Final = CellCodes()


def _located(shape: tuple[int, ...], at: int) -> tuple[str, Cell]:
    """Return the words before a message about a value in an array of boards, and its cell."""
    *board, row, column = map(int, np.unravel_index(at, shape))
    return (f"board {board[0]:,}: " if board else ""), Cell(row, column)


def _is_missing(value: object) -> bool:
    """Tell whether a value in an array of objects is none."""
    if value is None or value is np.ma.masked:
        return True
    if isinstance(value, (float, np.floating)):
        return bool(np.isnan(value))
    return type(value).__name__ == "NAType"  # that of pandas, which is no dependency


def whole_numbers(array: NDArray[Any], missing: int, name: str) -> NDArray[Any]:
    """Return an array of floats or of Python's objects as integers; `missing` for missing values.

    It is unchanged if it holds something else, such as texts. Raises ValueError for a number that
    is not whole.
    """
    if array.ndim < 2 or not array.size or array.dtype.kind not in "fO":
        return array
    if array.dtype.kind == "f":
        filled = np.where(np.isnan(array), missing, array.astype(np.float64))
        with np.errstate(invalid="ignore"):  # of infinities, which are found below
            numbers = filled.astype(np.int64)
        is_broken = numbers != filled
        if not is_broken.any():
            return numbers
        raise _broken(array, int(is_broken.argmax()), name)
    values = _values(array, name)
    if values is None or str in {*map(type, values)}:
        return array
    return np.array([missing if value is None else value for value in values]).reshape(array.shape)


def _broken(array: NDArray[Any], at: int, name: str) -> ArgumentError:
    board, place = _located(array.shape, at)
    wanted = "whole numbers, and nan or None for covered cells"
    return ArgumentError(name, f"{board}{name} has {array.flat[at]} at {place}; expected {wanted}")


def without_texts(
    array: NDArray[Any], codes: CellCodes, highest: int, name: str = "the array"
) -> tuple[NDArray[Any], CellCodes]:
    """Return an array with states in place of texts, and the codes of the states.

    An array without texts is returned as it is, with the codes as they are. Raises ValueError for a
    text that has no meaning.
    """
    values = None if array.dtype.kind not in _TEXTS else _values(array, name)
    if values is None or (array.dtype.kind == "O" and str not in {*map(type, values)}):
        return array, codes
    others = list(dict.fromkeys(value for value in values if not _is_clue(value, highest)))
    for sign, field in _SIGNS.items():
        if sign in others and getattr(codes, field) is None and sign not in codes:
            codes = codes._replace(**{field: sign})
    codes = codes.guessed([value for value in others if value is not None], has_zero=0 in values)
    states = codes.states
    numbers: list[int] = []
    for at, value in enumerate(values):
        if value is None:
            numbers.append(_COVERED)
        elif value in states:
            numbers.append(states[value])
        elif isinstance(value, int) and _is_clue(value, highest):
            numbers.append(value)
        else:
            raise codes.unknown(value, array.shape, at, highest, name)
    return np.array(numbers, dtype=np.int16).reshape(array.shape), CellCodes(*_STATES.values())


def _is_clue(value: int | str | None, highest: int) -> bool:
    return isinstance(value, int) and 0 <= value <= highest


def _values(array: NDArray[Any], name: str) -> list[int | str | None] | None:
    """Return the values of an array: numbers, texts that are none, and None for missing ones.

    None is also the answer if there are values of another kind. Raises ValueError for a number that
    is not whole.
    """
    values: list[int | str | None] = []
    for at, value in enumerate(array.ravel().tolist()):
        if _is_missing(value):
            values.append(None)
        elif isinstance(value, (str, bytes)):
            values.append(_value(value))
        elif isinstance(value, (int, np.integer)) and not isinstance(value, bool):
            values.append(int(value))
        elif isinstance(value, (float, np.floating)):
            number = float(value)
            if not (number.is_integer() and abs(number) < _MOST):
                raise _broken(array, at, name)
            values.append(int(number))
        else:
            return None
    return values


def _value(text: str | bytes) -> int | str | None:
    """Read a text: as a number, as None for a missing value, else without blanks around it."""
    text = (text if isinstance(text, str) else text.decode("latin-1")).strip()
    if _NUMBER.fullmatch(text):
        return int(text.partition(".")[0])
    return None if text in _NOTHING else text
