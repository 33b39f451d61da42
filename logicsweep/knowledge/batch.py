"""The mine probabilities of many boards at once, from array to array."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from threading import Event, Thread
from typing import Final, Literal, NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.board import Board
from logicsweep.board.grid import decoded_grid
from logicsweep.board.state import Grid
from logicsweep.board.total import Total, bounds_of, checked_density, checked_total
from logicsweep.count.counted import FloatArray
from logicsweep.errors import InconsistentBoardError, LimitError, expect, whole
from logicsweep.kernel.binding import Status
from logicsweep.kernel.many import marginals_of_many
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget

# Cells of the boards that are counted between two looks at the clock, and for Ctrl-C: some tens of
# milliseconds.
_AT_ONCE: Final = 400_000
_MOST_THREADS: Final = 256
# A time limit that is over at once, in seconds.
_SHORTEST: Final = 1e-9

OnInconsistent = Literal["raise", "nan"]
# The mine count of all boards, or one for each board.
Totals = Total | Sequence[int] | NDArray[np.integer]


class Probabilities(NamedTuple):
    """The mine probabilities of many boards, where some may be inconsistent.

    Attributes:
        probabilities: The probability of a mine in every covered cell, nan in all others, and in
            all cells of an inconsistent board; float64 of shape (N, height, width).
        consistent: Whether some layout agrees with each board; bool of shape (N,).
    """

    probabilities: FloatArray
    consistent: NDArray[np.bool_]


@overload
def probabilities(
    boards: ArrayLike,
    *,
    total_mines: Totals = None,
    density: Fraction | None = None,
    covered: int = -1,
    flag: int | None = None,
    mine: int | None = None,
    adjacency: Adjacency | None = None,
    inconsistent: Literal["raise"] = "raise",
    threads: int = 1,
    time_limit: float | None = None,
) -> FloatArray: ...


@overload
def probabilities(
    boards: ArrayLike,
    *,
    total_mines: Totals = None,
    density: Fraction | None = None,
    covered: int = -1,
    flag: int | None = None,
    mine: int | None = None,
    adjacency: Adjacency | None = None,
    inconsistent: Literal["nan"],
    threads: int = 1,
    time_limit: float | None = None,
) -> Probabilities: ...


def probabilities(
    boards: ArrayLike,
    *,
    total_mines: Totals = None,
    density: Fraction | None = None,
    covered: int = -1,
    flag: int | None = None,
    mine: int | None = None,
    adjacency: Adjacency | None = None,
    inconsistent: OnInconsistent = "raise",
    threads: int = 1,
    time_limit: float | None = None,
) -> FloatArray | Probabilities:
    """The mine probabilities of many boards of one size, as `KnowledgeBase.probabilities`.

    No value is off by more than 1e-12, and a value is exactly 0 or 1 if and only if the board, with
    its mine count, decides the cell. The native kernel counts the boards; those that it leaves open
    are counted one by one.

    Args:
        boards: The boards, an integer array of shape (N, height, width), with the codes of
            `Board.from_array`: a clue is its own number.
        total_mines: The total number of mines, known mines included: a number or a range, a tuple
            `(lower, upper)`, for every board; or a list or an array of N numbers, one for each.
            None if it is unknown; then a density is needed.
        density: The prior probability of a mine in a cell, where the mine count is unknown.
        covered: The number of a covered cell.
        flag: The number of a flagged cell; None if there are none.
        mine: The number of a known mine; None if there are none.
        adjacency: The neighbours of each cell; by default the eight cells around it.
        inconsistent: What to do about a board that no layout agrees with: `raise`, or `nan` to fill
            it with nan and return `Probabilities`, which says which boards are consistent.
        threads: The number of threads, 1 to 256. The kernel runs in all of them at once; boards
            that Python counts wait for each other.
        time_limit: The seconds that the whole call may take; None for no limit.

    Returns:
        The probability of a mine in every covered cell, nan in all others: float64 of shape (N,
        height, width). With `inconsistent="nan"`, `Probabilities`.

    Raises:
        ValueError: The array has another shape, a board holds an unknown number (the message names
            the board and the cell), an argument is out of range, or neither mine count nor density
            is known.
        TypeError: An argument has the wrong type.
        InconsistentBoardError: No layout agrees with a board; `index` is its number, the first of
            several.
        LimitError: The time limit was reached, or a board takes more memory than counting may; the
            message names the board if it is the fault of one.
    """
    budget = Budget(time_limit)
    if inconsistent not in ("raise", "nan"):
        raise ValueError(f"inconsistent is {inconsistent!r}; expected 'raise' or 'nan'")
    if not 1 <= whole("threads", threads) <= _MOST_THREADS:
        raise ValueError(f"threads is {threads}; expected 1 to {_MOST_THREADS}")
    if adjacency is not None:
        expect("adjacency", adjacency, Adjacency, "an Adjacency, or None")
    decode = partial(decoded_grid, covered=covered, flag=flag, mine=mine, adjacency=adjacency)
    decode(np.zeros((1, 1), dtype=np.int8))  # are the codes right?
    grids = _decoded(boards, decode)
    cells = grids.shape[1] * grids.shape[2]
    if adjacency is not None and adjacency.size != cells:
        raise ValueError(f"the adjacency has {adjacency.size} cells, each board {cells}")
    known = checked_density(density)
    bounds = _bounds(total_mines, len(grids), cells)
    if bounds is None and known is None:
        raise ValueError("total_mines and density are both None; expected one of them")
    given = _Boards(grids, bounds, known, adjacency)
    found, statuses = given.counted(threads, budget)
    consistent = np.ones(len(grids), dtype=np.bool_)
    for index in (statuses != Status.OK).nonzero()[0].tolist():
        if inconsistent == "nan" and statuses[index] == Status.CLASH:
            consistent[index] = False
            continue
        try:
            found[index] = given.by_itself(index, budget)
        except InconsistentBoardError:
            if inconsistent == "raise":
                raise
            consistent[index] = False
    return found if inconsistent == "raise" else Probabilities(found, consistent)


class _Boards(NamedTuple):
    """The states of all boards, of shape (N, height, width), and what else is known of them.

    `bounds` are the least and the most mines on each board, of shape (N, 2).
    """

    grids: Grid
    bounds: NDArray[np.int64] | None
    density: Fraction | None
    adjacency: Adjacency | None

    def counted(self, threads: int, budget: Budget) -> tuple[FloatArray, NDArray[np.int32]]:
        """The marginals of all boards, and what each of them came to in the kernel.

        Raises `LimitError` when the budget is spent.
        """
        count, height, width = self.grids.shape
        found = np.full(self.grids.shape, np.nan)
        statuses = np.full(count, Status.WIDE, dtype=np.int32)
        near = self.adjacency or eight(height, width)
        step = max(1, min(_AT_ONCE // (height * width), -(-count // threads)))
        parts = [slice(first, first + step) for first in range(0, count, step)]

        def count_part(part: slice) -> None:
            budget.check()
            prior = self.density if self.bounds is None else self.bounds[part]
            marginals_of_many(self.grids[part], prior, near, found[part], statuses[part])

        if threads == 1 or len(parts) == 1:
            for part in parts:
                count_part(part)
        else:
            _share(count_part, parts, min(threads, len(parts)))
        return found, statuses

    def by_itself(self, index: int, budget: Budget) -> FloatArray:
        """The marginals of one board. Raises `InconsistentBoardError` and `LimitError`."""
        budget.check()
        board = Board(
            self.grids[index],
            total_mines=None if self.bounds is None else tuple(self.bounds[index].tolist()),
            density=self.density,
            adjacency=self.adjacency,
        )
        left = budget.left()
        try:
            limit = None if left is None else max(left, _SHORTEST)
            return KnowledgeBase(board, time_limit=limit).probabilities()
        except LimitError as error:
            budget.check()
            raise LimitError(f"board {index:,}: {error.limit}") from None
        except InconsistentBoardError as error:
            core, uses_total = error.core, error.uses_total
            raise InconsistentBoardError(core, uses_total=uses_total, index=index) from None


def _share(work: Callable[[slice], None], parts: Sequence[slice], threads: int) -> None:
    """Do all parts of the work, in threads; each ends after its part once one of them fails.

    Whatever interrupts this thread ends them as well. (Executors may wait forever then, as they
    hold locks of their own.)
    """
    left = iter(parts)
    failed: list[BaseException] = []
    begun: list[Event] = []

    def attempt(end: Event) -> None:
        begun.append(end)
        try:
            while not failed:
                work(next(left))
        except StopIteration:
            pass
        except BaseException as error:  # noqa: BLE001
            failed.append(error)
        finally:
            end.set()

    ends = [Event() for _ in range(threads)]
    try:
        for end in ends:
            Thread(target=attempt, args=(end,), daemon=True).start()
        for end in ends:
            end.wait()
    except BaseException as error:
        failed.append(error)
        for end in begun:
            end.wait()
        raise
    if failed:
        raise failed[0]


def _decoded(boards: ArrayLike, decode: Callable[[NDArray[np.integer]], Grid]) -> Grid:
    """The states of all boards; a ValueError names the board at fault."""
    try:
        given = np.asarray(boards)
    except ValueError:
        raise ValueError("the boards are of different sizes; expected boards of one size") from None
    if given.dtype == object:
        raise TypeError(
            "the boards are Python objects; expected an array of whole numbers, such as "
            "np.stack([board.grid for board in boards])"
        )
    if given.ndim != 3 or 0 in given.shape[1:]:
        raise ValueError(
            f"the array has the shape {given.shape}; expected (N, height, width) with at least one "
            f"cell on each board"
        )
    if given.dtype.kind not in "iu":
        raise TypeError(f"the array is of {given.dtype}; expected an array of whole numbers")
    count, _, width = given.shape
    if not count:
        return np.empty(given.shape, dtype=np.int8)
    try:
        return np.ascontiguousarray(decode(given.reshape(-1, width))).reshape(given.shape)
    except ValueError:
        for index, board in enumerate(given):  # which of them was it?
            try:
                decode(board)
            except ValueError as error:
                raise ValueError(f"board {index:,}: {error}") from None
        raise


def _bounds(given: Totals, count: int, cells: int) -> NDArray[np.int64] | None:
    """The least and the most mines on each board, of shape (N, 2); None for unknown."""
    if given is None:
        return None
    try:
        found = np.empty(0) if isinstance(given, tuple) else np.asarray(given)
    except ValueError:
        raise ValueError(
            f"total_mines has lists of different lengths; expected one number, or {count:,} of them"
        ) from None
    if isinstance(given, tuple) or not found.ndim:
        both = bounds_of(checked_total(given, cells))  # type: ignore[arg-type]
        return np.array([both] * count, dtype=np.int64).reshape(count, 2)
    if found.dtype.kind not in "iu" and found.size:
        raise TypeError(
            f"total_mines is an array of {found.dtype}; expected whole numbers, one for each board"
        )
    if found.shape != (count,):
        raise ValueError(
            f"total_mines has the shape {found.shape}; expected one number, or {count:,} of them"
        )
    wrong = (found < 0) | (found > cells)
    if wrong.any():
        index = int(wrong.argmax())
        try:
            checked_total(int(found[index]), cells)
        except ValueError as error:
            raise ValueError(f"board {index:,}: {error}") from None
    return np.repeat(found.astype(np.int64), 2).reshape(count, 2)
