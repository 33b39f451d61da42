"""Grids of states and clues: checked, and made from arrays with the codes of other programs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from operator import index
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.array_codes import OTHER_CODES, CellCodes, without_texts
from logicsweep.board.clue import Clue, Code, simplest, within
from logicsweep.board.plain_array import plain_array
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.board.state import Cell, Grid, State, grid_type, off_board
from logicsweep.errors import ArgumentError, expect, whole

if TYPE_CHECKING:
    from logicsweep.board.rules.rules import PlacedRules

# Uncertain clues by (row, column).
Uncertain = Mapping[Cell, Clue] | Mapping[tuple[int, int], Clue]

_LOWEST: Final = int(min(State))
_UNCERTAIN: Final = int(State.UNCERTAIN)
# The states and exact clues of a board with eight neighbours, as bytes.
_USUAL: Final = bytes([number % 256 for number in range(_LOWEST, 9)])
# Up to about this many cells `bytes.translate` takes less time than numpy's minimum and maximum.
_FEW: Final = 4096
_INT8: Final = np.dtype(np.int8)
_NONE: Final[Mapping[int, Clue]] = MappingProxyType({})


def highest_clue(adjacency: Adjacency | None, ruled: PlacedRules | None = None) -> int:
    """Return the largest possible clue; None stands for the eight cells around a cell.

    It is never less than 8, so that small boards need no special case: a clue that nothing around
    it agrees with makes a board inconsistent. Under a rule for clues it is the largest number that
    stands for what a clue shows.
    """
    if ruled is not None and not ruled.rules.clue.is_standard:
        return ruled.values.highest
    return 8 if adjacency is None else max(8, adjacency.degree)


def clues_words(highest: int) -> str:
    """Name the numbers that clues can be, for messages."""
    but = f" but {_UNCERTAIN}" if highest > _UNCERTAIN else ""
    return f"0 to {highest}{but}"


def checked_grid(
    given: NDArray[Any],
    uncertain: Uncertain | None,
    adjacency: Adjacency | None,
    highest: int | None = None,
) -> tuple[Grid, Mapping[int, Clue]]:
    """Return a read-only copy of the grid, and its uncertain clues by cell number.

    `highest` is the largest clue; None: that of an ordinary board.
    Raises ValueError and TypeError as `Board` does.
    """
    if (
        (uncertain is None and adjacency is None and highest is None)
        and (_is_small(given) and given.ndim == 2 and given.size)
        and not (copied := given.tobytes()).translate(None, _USUAL)  # nothing else is in it
    ):
        return np.ndarray(given.shape, _INT8, copied), _NONE
    if adjacency is not None:
        expect("adjacency", adjacency, Adjacency, "an Adjacency, or None")
    highest = highest_clue(adjacency) if highest is None else highest
    if given.ndim == 2 and given.size:
        given, _ = without_texts(given, CellCodes(), highest, "the grid")
    if given.ndim != 2 or given.size == 0 or given.dtype.kind not in "iu":
        raise ValueError(
            f"the grid is an array of {given.dtype} with the shape {given.shape}; expected an "
            f"array of integers with the shape (height, width) and at least one cell"
        )
    if uncertain is not None:
        expect("uncertain", uncertain, Mapping, "a mapping from cells to clues, or None")
    if adjacency is not None and adjacency.size != given.size:
        raise ValueError(f"the adjacency has {adjacency.size} cells, the grid {given.size}")
    clues = _NONE
    # Python integers: comparing numpy's with those of an enum takes microseconds.
    most = int(given.max())
    if uncertain or most == _UNCERTAIN or (most > _UNCERTAIN and (given == _UNCERTAIN).any()):
        given, clues = _with_uncertain(given, uncertain or {}, highest)
        most = int(np.where(given == State.UNCERTAIN, 0, given).max())
    least = int(given.min())
    if least < _LOWEST or most > highest:
        cell = tuple(np.argwhere((given < _LOWEST) | (given > highest))[0].tolist())
        raise ValueError(
            f"the grid holds {given[cell]} at {cell}; expected clues {clues_words(highest)} "
            f"and the values of State{OTHER_CODES}"
        )
    return _frozen(given.astype(grid_type(highest), order="C")), clues


def _is_small(given: NDArray[np.integer]) -> bool:
    """Tell whether an array has few cells, each a signed byte."""
    return given.dtype.char == "b" and given.size <= _FEW


@lru_cache(maxsize=16)
def _decoding(highest: int, *states: tuple[int | str, int]) -> bytes:
    """Return a table for `bytes.translate`, from clues and codes to the grid's bytes.

    `states` are pairs (code, state); all other bytes become `State.UNCERTAIN`.
    """
    table = bytearray([State.UNCERTAIN]) * 256
    table[: highest + 1] = range(highest + 1)
    for code, state in states:
        if isinstance(code, int) and -128 <= code < 128:
            table[code % 256] = state % 256
    return bytes(table)


def _frozen(grid: Grid) -> Grid:
    grid.setflags(write=False)
    return grid


def changed_grid(grid: Grid, changes: Mapping[int, int], highest: int) -> Grid:
    """Return a read-only copy of a grid with other states in some cells, by number.

    Raises ValueError for a number that no cell has, and for a value that is neither a state nor a
    clue up to the highest; TypeError for a value that is no whole number.
    """
    changed = grid.copy()
    flat = changed.reshape(-1)
    for number, given in changes.items():
        if not 0 <= index(number) < changed.size:
            raise ValueError(f"cell number {number} is not in 0..{changed.size - 1}")
        state = index(given)
        # An uncertain clue is more than a state: a grid cannot hold its values.
        if not _LOWEST <= state <= highest or state == _UNCERTAIN:
            wanted = f"clues {clues_words(highest)} and the values of State"
            raise ValueError(f"{state} is not a state of a cell; expected {wanted}")
        flat[number] = state
    return _frozen(changed)


def checked_state(state: int | Code, ruled: PlacedRules | None = None) -> int:
    """Return a state or an exact clue as an `int`. Raises ValueError, TypeError."""
    try:
        number = index(state)
    except TypeError:
        message = f"{state!r} is not a state of a cell; expected a whole number, a State or a Clue"
        raise TypeError(message) from None
    highest = MAX_DEGREE if ruled is None else max(MAX_DEGREE, ruled.values.highest)
    # The type of a grid would turn a larger one into another number.
    if not _LOWEST <= number <= highest or number == _UNCERTAIN:
        raise ValueError(f"{number} is not a state of a cell; expected a clue or a State")
    return number


def array_grid(array: ArrayLike, codes: CellCodes, adjacency: Adjacency | None) -> Grid:
    """Return the grid of an array in which clues are numbers, and other cells have these codes.

    Raises ValueError and TypeError as `Board.from_array` does.
    """
    if adjacency is not None:
        expect("adjacency", adjacency, Adjacency, "an Adjacency, or None")
    highest = highest_clue(adjacency)
    codes = codes.checked(highest)
    given = plain_array(array, codes.missing)
    if given.ndim != 2 or given.size == 0:
        wanted = "(height, width) with at least one cell"
        raise ValueError(f"the array has the shape {given.shape}; expected {wanted}")
    given, codes = numbered(given, codes, highest)
    return guessing(decoded_grid, given, codes, highest)


def numbered(
    given: NDArray[Any], codes: CellCodes, highest: int
) -> tuple[NDArray[np.integer], CellCodes]:
    """Return an array of boards without texts, and its codes, which are checked.

    Raises ValueError and TypeError as `Board.from_array` does.
    """
    given, codes = without_texts(given, codes, highest)
    if given.dtype.kind in "iu":
        return given, codes
    if given.dtype.kind == "b":
        raise TypeError(
            "the array is of bool, which does not say what cells show; expected numbers, such as "
            "np.ma.array(numbers, mask=~opened), or Layout(mask) for mines"
        )
    raise TypeError(f"the array is of {given.dtype}; expected an array of whole numbers or texts")


def guessing(
    decode: Callable[[NDArray[np.integer], CellCodes, int], Grid],
    given: NDArray[np.integer],
    codes: CellCodes,
    highest: int,
) -> Grid:
    """Decode an array of one board or of many, with another code of covered cells if it needs one.

    Raises as `decode` does.
    """
    try:
        return decode(given, codes, highest)
    except ValueError:
        guessed = codes.guessed(np.unique(given[(given < 0) | (given > highest)]).tolist())
        if guessed == codes:
            raise
    return decode(given, guessed, highest)


def decoded_grid(given: NDArray[np.integer], codes: CellCodes, highest: int) -> Grid:
    """Return the grid of an array of whole numbers with codes that are checked.

    Raises ValueError for a number that is neither a clue nor a code.
    """
    states = codes.states
    if _is_small(given) and highest <= MAX_DEGREE:
        decoded = given.tobytes().translate(_decoding(highest, *states.items()))
        if State.UNCERTAIN not in decoded:
            return np.ndarray(given.shape, _INT8, decoded)
    is_clue = (given >= 0) & (given <= highest)
    grid: Grid = np.where(is_clue, given, State.UNCERTAIN).astype(grid_type(highest))
    for code, state in states.items():
        if isinstance(code, int):
            grid[given == code] = state
    for at in np.flatnonzero(grid == State.UNCERTAIN)[:1].tolist():
        raise codes.unknown(given.flat[at], given.shape, at, highest)
    return grid


def _with_uncertain(
    grid: NDArray[np.integer], clues: Uncertain, highest: int
) -> tuple[NDArray[np.int64], Mapping[int, Clue]]:
    """Return the grid with its uncertain clues marked, and these clues by cell number."""
    height, width = grid.shape
    filled = grid.astype(np.int64)
    by_number: dict[int, Clue] = {}
    for cell, clue in clues.items():
        row, column = Cell.of(cell)
        if not (0 <= row < height and 0 <= column < width):
            raise ValueError(off_board(f"the uncertain clue at ({row},{column})", height, width))
        expect("an uncertain clue", clue, Clue, "a Clue, such as Clue(1, 3)")
        given = simplest(within(clue, highest))
        if isinstance(given, Clue):
            by_number[row * width + column] = given
            filled[row, column] = State.UNCERTAIN
        else:
            filled[row, column] = given
    if np.count_nonzero(filled == State.UNCERTAIN) != len(by_number):
        raise ValueError("the grid has State.UNCERTAIN in a cell that is not in `uncertain`")
    return filled, MappingProxyType(dict(sorted(by_number.items())))


def checked_liars(
    liars: int, size: int, uncertain: Iterable[Clue], ruled: PlacedRules | None
) -> int:
    """Return the number of clues that may be wrong on a board of `size` cells, as an `int`.

    Raises ValueError and TypeError as `Board` does.
    """
    number = liars if type(liars) is int else whole("liars", liars)  # the first is faster
    if number == 0:
        return 0  # goes with all rules and clues
    if not 0 <= number <= size:
        raise ArgumentError(
            "liars", f"liars is {number}; expected 0 to {size}, the number of cells"
        )
    from logicsweep.board.rules.aggregate import Area

    clue_rules = () if ruled is None else ruled.rules.clue.every
    area = next((rule for rule in clue_rules if isinstance(rule.aggregate, Area)), None)
    if area is not None:  # a wrong clue means its contrary, which clues about areas do not have
        raise ArgumentError(
            "liars",
            f"liars and the rule {area.name} cannot be combined: a clue that shows an area cannot "
            f"be taken to be wrong",
        )
    if any(clue.likelihood for clue in uncertain):
        raise ArgumentError(
            "liars",
            "liars and clues with likelihoods cannot be combined: a clue model already says how "
            "likely its clues are to be off",
        )
    return number
