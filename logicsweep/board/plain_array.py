"""Arrays that users give, made plain: no subclasses, no masks, and no more cells than allowed."""

from __future__ import annotations

from collections.abc import Mapping, Sized
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.array_codes import whole_numbers
from logicsweep.errors import ArgumentError, ArgumentTypeError
from logicsweep.limits import MOST_CELLS

# The largest clue with eight neighbours.
_HIGHEST: Final = 8


def plain_array(
    given: ArrayLike, covered: int | None = None, *, name: str = "the array", most: int = MOST_CELLS
) -> NDArray[Any]:
    """Return an array, or lists of numbers or of arrays, as an array of no subclass.

    A value that is masked or missing (`None`, nan, the `NA` of pandas) was not seen: it stands for
    a covered cell and becomes the number `covered`, and floats become whole numbers. If that is
    None, a masked value is refused.

    Raises ValueError for more than `most` cells, before it takes memory for them, for parts of
    different shapes, for a masked value that is refused, and for a number that is not whole. The
    caller checks dtype and shape.
    """
    if isinstance(given, str):
        wanted = "an array; Board.parse reads texts, and logicsweep.load files"
        raise ArgumentTypeError(name, f"{name} is a text; expected {wanted}")
    if type(given) is not np.ndarray:
        given = _unmasked(given, covered, name, most)
    if given.size > most:
        check_cells(given.size, name, most)
    if covered is None or given.dtype.kind in "iu":
        return given
    return whole_numbers(given, covered, name)


def check_cells(cells: int, name: str, most: int = MOST_CELLS) -> None:
    """Raise ValueError if an argument has more than `most` cells."""
    if cells > most:
        raise ArgumentError(name, f"there are more than {most:,} cells in {name}")


def _unmasked(given: ArrayLike, covered: int | None, name: str, most: int) -> NDArray[Any]:
    """Return what is no plain array as one; see `plain_array`."""
    is_array = isinstance(given, np.ndarray)
    if _holds_more(type(given)):
        try:
            cells, is_masked = _measured(given, most)
        except RecursionError:
            raise ArgumentError(
                name, f"{name} contains itself; expected lists of numbers"
            ) from None
        check_cells(cells, name, most)
        if is_masked and not is_array:
            given = _listed(given)
    try:
        array = np.asanyarray(given)
    except ValueError:
        text = f"{name} has parts of different shapes; expected one shape for all"
        raise ArgumentError(name, text) from None
    if type(array) is np.ndarray:
        return array
    if _is_masked(array):
        return _filled(array, covered, name)
    plain = np.asarray(array)
    is_coded = plain.dtype.kind in "iuf" and bool(((plain < 0) | (plain > _HIGHEST)).any())
    if isinstance(array, np.ma.MaskedArray) and covered is not None and is_coded:
        lost = "np.stack and np.array lose masks, where np.ma.stack keeps them"
        text = f"{name} masks nothing: {lost}; expected a mask, or a plain array such as array.data"
        raise ArgumentError(name, text)
    return plain


def _filled(array: NDArray[Any], covered: int | None, name: str) -> NDArray[Any]:
    """Return a masked array with `covered`, or a missing value, in place of what it hides."""
    plain, mask = np.asarray(array), np.ma.getmask(array)
    if covered is None:
        place = ",".join(map(str, np.argwhere(mask)[0]))
        at = f" at ({place})" if place else ""
        raise ArgumentError(name, f"{name} is masked{at}; expected a value")
    if plain.dtype.kind in "iu" and plain.dtype != np.uint64:
        return np.where(mask, np.array(covered, np.min_scalar_type(covered)), plain)
    if plain.dtype.kind == "f":
        return np.where(mask, np.nan, plain)
    if plain.dtype.kind not in "uOUST":
        return plain  # refused as it is
    objects = plain.astype(object)  # beside a negative number numpy would make floats of uint64
    objects[mask] = None
    return objects


def _is_list(kind: type) -> bool:
    """Tell whether numpy takes values of a type for lists: anything with places and a length."""
    if kind is list or kind is tuple:
        return True
    if issubclass(kind, (str, bytes, bytearray, memoryview, Mapping)):
        return False
    return (
        issubclass(kind, Sized) and hasattr(kind, "__getitem__") and not hasattr(kind, "__array__")
    )


def _holds_more(kind: type) -> bool:
    """Tell whether values of a type are arrays or lists."""
    return _is_list(kind) or issubclass(kind, np.ndarray)


def _measured(given: Any, most: int) -> tuple[int, bool]:
    """Count the cells of lists in lists, and tell whether an array in them is masked.

    Once there are more than `most`, the others are not counted.
    """
    if isinstance(given, np.ndarray):
        return given.size, _is_masked(given)
    cells = len(given)
    if cells > most:
        return cells, False
    kinds = {*map(type, given)}
    is_row = kinds == {int} or not any(map(_holds_more, kinds))
    if is_row:  # of numbers, as nearly always
        return cells, False
    cells, is_masked = 0, False
    for part in given:
        more, hides = _measured(part, most) if _holds_more(type(part)) else (1, False)
        cells, is_masked = cells + more, is_masked or hides
        if cells > most:
            break
    return cells, is_masked


def _listed(given: Any) -> Any:
    """Return lists of lists and arrays as lists; masked values become None."""
    if isinstance(given, np.ndarray):
        return given.tolist()
    return list(map(_listed, given)) if _is_list(type(given)) else given


def _is_masked(array: NDArray[Any]) -> bool:
    """Tell whether a value of an array is masked; the mask of a structured array does not count."""
    mask = np.ma.getmask(array)
    return mask.dtype == np.bool_ and bool(mask.any())
