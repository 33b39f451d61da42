"""Boards in an array: checked, decoded, and asked one by one or in threads."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import partial
from threading import Event, Thread
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.array_codes import CellCodes
from logicsweep.board.board import Board
from logicsweep.board.grid import decoded_grid, guessing, highest_clue, numbered
from logicsweep.board.plain_array import check_cells, plain_array
from logicsweep.board.state import Grid, State, grid_type
from logicsweep.board.total import AnyDensity, Total, bounds_of, checked_priors, checked_total
from logicsweep.errors import InconsistentBoardError, LimitError, expect, whole
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import MOST_CELLS, MOST_CELLS_IN_ALL, Budget

if TYPE_CHECKING:
    from logicsweep.board.rules.rules import AnyRules
    from logicsweep.constraints.cardinality import Constraint

Answer = TypeVar("Answer")

# Cells of the boards that are counted at once, for some tens of milliseconds; then time limit and
# Ctrl-C are looked for.
_AT_ONCE: Final = 400_000
_MOST_THREADS: Final = 256

# The mine count of all boards, or one for each board.
Totals = Total | Sequence[int] | NDArray[np.integer]


class Coding(NamedTuple):
    """The way boards are written in an array, and what all have: see `probabilities`."""

    mines: Totals
    density: AnyDensity | None
    codes: CellCodes
    adjacency: Adjacency | None
    rules: AnyRules | None
    liars: int
    constraints: Sequence[Constraint]


class Boards(NamedTuple):
    """The boards of one call, as arrays.

    `grids` are their states, of shape (N, height, width); `bounds` the least and the most mines on
    each board, of shape (N, 2). `is_one` says that a single board was given, which messages do not
    number. `carried` are further arguments for making each board a `Board`. Questions to the kernel
    run in so many `threads`, all within the `budget`.
    """

    grids: Grid
    bounds: NDArray[np.int64] | None
    density: Fraction | None
    adjacency: Adjacency | None
    is_one: bool
    carried: Mapping[str, Any]
    threads: int
    budget: Budget

    @property
    def are_ordinary(self) -> bool:
        """Tell whether the kernel knows such boards."""
        return not any(self.carried.values())

    @property
    def near(self) -> Adjacency:
        """The neighbours of each cell."""
        return self.adjacency or eight(*self.grids.shape[1:])

    def ask(self, question: Callable[[KnowledgeBase], Answer], index: int, **made: Any) -> Answer:
        """Ask a knowledge base about one board; `made` are arguments for making it.

        Raises `InconsistentBoardError` and `LimitError`.
        """
        self.budget.check()
        board = Board(
            self.grids[index],
            mines=None if self.bounds is None else tuple(self.bounds[index].tolist()),
            adjacency=self.adjacency,
            **{"density": self.density, **self.carried},
        )
        limit = self.budget.remaining()
        try:
            return question(KnowledgeBase(board, time_limit=limit, **made))
        except LimitError as error:
            self.budget.check()
            raise LimitError(_numbered(index, error.limit, is_one=self.is_one)) from None
        except InconsistentBoardError as error:
            if self.is_one:
                raise
            core, uses_total = error.core, error.uses_total
            raise InconsistentBoardError(core, uses_total=uses_total, index=index) from None


def boards_in(boards: ArrayLike, coding: Coding, threads: int, budget: Budget) -> Boards:
    """Return the boards of an array. Raises as `probabilities`."""
    mines, density, codes, adjacency, rules, liars, constraints = coding
    check_threads(threads)
    carried: dict[str, Any] = {"rules": rules, "liars": liars, "constraints": tuple(constraints)}
    if adjacency is not None:
        expect("adjacency", adjacency, Adjacency, "an Adjacency, or None")
    array, codes, highest = _array(boards, codes, adjacency, rules)
    is_one = array.ndim == 2
    decode = partial(_decoded, budget=budget, is_one=is_one)
    grids = guessing(decode, array[None] if is_one else array, codes, highest)
    cells = grids.shape[1] * grids.shape[2]
    if adjacency is not None and adjacency.size != cells:
        raise ValueError(f"the adjacency has {adjacency.size} cells, each board {cells}")
    even, priors = checked_priors(density, grids.shape[1:])
    carried |= {"density": priors} if priors else {}
    bounds = _bounds(mines, len(grids), cells, is_one=is_one)
    return Boards(grids, bounds, even, adjacency, is_one, carried, threads, budget)


def in_parts(
    shape: tuple[int, ...], work: Callable[[slice], None], threads: int, budget: Budget
) -> None:
    """Do work on all boards of an array of this shape, (N, height, width), some at once.

    Raises `LimitError` when the budget is spent.
    """
    count, height, width = shape
    step = max(1, min(_AT_ONCE // (height * width), -(-count // threads)))
    parts = [slice(first, first + step) for first in range(0, count, step)]

    def work_on(part: slice) -> None:
        budget.check()
        work(part)

    if threads == 1 or len(parts) == 1:
        for part in parts:
            work_on(part)
    else:
        _share(work_on, parts, min(threads, len(parts)))


def check_threads(threads: int) -> None:
    """Raise ValueError or TypeError for a number of threads that is out of range."""
    if not 1 <= whole("threads", threads) <= _MOST_THREADS:
        raise ValueError(f"threads is {threads}; expected 1 to {_MOST_THREADS}")


def _share(work: Callable[[slice], None], parts: Sequence[slice], threads: int) -> None:
    """Do all parts of the work in threads; when one fails, the others end after their part.

    They also end when this thread is interrupted. (Executors may wait forever then, as they hold
    locks of their own.)
    """
    remaining = iter(parts)
    errors: list[BaseException] = []
    begun: list[Event] = []  # the ends of the threads that run

    def attempt(end: Event) -> None:
        begun.append(end)
        try:
            while not errors:
                work(next(remaining))
        except StopIteration:
            pass
        except BaseException as error:  # noqa: BLE001
            errors.append(error)
        finally:
            end.set()

    ends = [Event() for _ in range(threads)]
    try:
        for end in ends:
            Thread(target=attempt, args=(end,), daemon=True).start()
        for end in ends:
            end.wait()
    except BaseException as error:
        errors.append(error)
        for end in begun:
            end.wait()
        raise
    if errors:
        raise errors[0]


def _numbered(index: int, message: str, *, is_one: bool) -> str:
    """Put the number of a board before a message about it, unless it is the only one."""
    return message if is_one else f"board {index:,}: {message}"


def _array(
    boards: ArrayLike, codes: CellCodes, adjacency: Adjacency | None, rules: AnyRules | None
) -> tuple[NDArray[np.integer], CellCodes, int]:
    """Return the given board or boards as an array, its codes, and the largest clue.

    Raises ValueError and TypeError.
    """
    if isinstance(boards, Board):
        raise TypeError("boards is a Board; expected an array, or KnowledgeBase(board)")
    highest = highest_clue(adjacency)
    codes = codes.checked(-1 if rules is not None else highest)
    most = MOST_CELLS if getattr(boards, "ndim", 3) == 2 else MOST_CELLS_IN_ALL
    given = plain_array(boards, codes.missing, most=most)
    if given.dtype == object and given.ndim not in (2, 3):
        raise TypeError(
            "the boards are Python objects; expected an array of whole numbers, such as "
            "np.stack([board.grid for board in boards]), with flag=-2 and mine=-3"
        )
    if given.ndim not in (2, 3) or 0 in given.shape[-2:]:
        raise ValueError(
            f"the array has the shape {given.shape}; expected (height, width), or (N, height, "
            f"width) for many boards, with at least one cell on each"
        )
    check_cells(given.shape[-2] * given.shape[-1], "each board" if given.ndim == 3 else "the array")
    if rules is not None:
        empty = np.full(given.shape[-2:], State.COVERED, dtype=np.int8)
        placed = Board(empty, adjacency=adjacency, rules=rules).placed_rules
        highest = highest_clue(adjacency, placed)
        codes = codes.checked(highest)
    return *numbered(given, codes, highest), highest


def _decoded(
    array: NDArray[np.integer], codes: CellCodes, highest: int, *, budget: Budget, is_one: bool
) -> Grid:
    """Decode the states of all boards, of shape (N, height, width), in one array.

    Where that fails, each is decoded by itself, so that the ValueError names the board. Raises
    `LimitError` when the budget is spent.
    """
    width = array.shape[2]
    grids = np.empty(array.shape, grid_type(highest))

    def decode_part(part: slice) -> None:
        boards = array[part]
        try:
            decoded = decoded_grid(boards.reshape(-1, width), codes, highest)
            grids[part] = decoded.reshape(boards.shape)
        except ValueError:
            for index, board in enumerate(boards, part.start):
                try:
                    decoded_grid(board, codes, highest)
                except ValueError as error:
                    raise ValueError(_numbered(index, str(error), is_one=is_one)) from None
            raise

    in_parts(array.shape, decode_part, 1, budget)
    return grids


def _bounds(given: Totals, count: int, cells: int, *, is_one: bool) -> NDArray[np.int64] | None:
    """Return the least and the most mines on each board, of shape (N, 2); None for unknown."""
    if given is None:
        return None
    is_same = isinstance(given, (int, tuple, str))  # for all boards; the usual case
    totals = np.empty(()) if is_same else plain_array(given, name="mines")
    if not totals.ndim:
        both = bounds_of(checked_total(given, cells))  # type: ignore[arg-type]
        return np.array([both] * count, dtype=np.int64).reshape(count, 2)
    if totals.dtype.kind not in "iu" and totals.size:
        raise TypeError(
            f"mines is an array of {totals.dtype}; expected whole numbers, one for each board"
        )
    if totals.shape != (count,):
        raise ValueError(
            f"mines has the shape {totals.shape}; expected one number, or {count:,} of them"
        )
    is_out_of_range = (totals < 0) | (totals > cells)
    if is_out_of_range.any():
        index = int(is_out_of_range.argmax())
        try:
            checked_total(int(totals[index]), cells)
        except ValueError as error:
            raise ValueError(_numbered(index, str(error), is_one=is_one)) from None
    return np.repeat(totals.astype(np.int64), 2).reshape(count, 2)
