"""Verdicts and reasons that the kernel proposes, each with what shows that it is right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.relation import IntArray
from logicsweep.board.state import Grid
from logicsweep.kernel import headers
from logicsweep.kernel.context import CLASH, OK, address_of, context, numbers_at
from logicsweep.kernel.whole import LONG, UNKNOWN, arguments_of, tidy
from logicsweep.limits import Budget

if TYPE_CHECKING:
    from logicsweep.system.system import Position

VerdictArray = NDArray[np.int8]
# Values of verdicts that are neither 1, a mine, nor 0, a safe cell.
UNDECIDED: Final = -1
NOT_COVERED: Final = -2

# Values of `Proposal.unproved`: every undecided cell is shown; a layout does not agree.
ALL_SHOWN: Final = -1
NO_LAYOUT: Final = -2
# Numbers before the literals, and before the variables of a clue.
_HEAD: Final = 6
# The last of these numbers for a claim with all clues and the mine count.
_UNDER_TOTAL: Final = 2
CLUE_HEAD: Final = 4


class DecidedClaim(NamedTuple):
    """The claim that in no layout any of some cells is other than decided.

    Attributes:
        numbers: The claim as `ls_certified` in door.h lists it.
    """

    numbers: list[int]

    @property
    def literals(self) -> list[int]:
        """The decided cells, as variables; those of safe cells are negative."""
        return self.numbers[_HEAD : self.first_clue]

    @property
    def first_clue(self) -> int:
        """The place in `numbers` where the clues begin, the nearest first.

        Of each: its cell, the least and the most mines among its variables, their number, these,
        and these negated. The mine count has the cell -1.
        """
        return _HEAD + self.numbers[1]

    @property
    def end(self) -> int:
        """The place in `numbers` where the clues end."""
        return len(self.numbers) - self.numbers[4]

    @property
    def near(self) -> int:
        """The number of clues next to the decided cells, or to the cells that those touch."""
        return self.numbers[3]

    @property
    def cells(self) -> list[int]:
        """The cell of each variable; variables count from 1."""
        return self.numbers[self.end :]

    @property
    def is_complete(self) -> bool:
        """Tell whether it has all clues that hang together with the decided cells."""
        return self.numbers[5] > 0

    @property
    def is_under_total(self) -> bool:
        """Tell whether it has all clues, and the mine count as its last clue, of cell -1."""
        return self.numbers[5] == _UNDER_TOTAL

    def clues(self) -> Iterator[tuple[int, int, int, list[int]]]:
        """Yield the clues: cell, bounds and variables."""
        numbers, at = self.numbers, self.first_clue
        while at < self.end:
            cell, least, most, count = numbers[at : at + CLUE_HEAD]
            at += CLUE_HEAD
            yield cell, least, most, numbers[at : at + count]
            at += 2 * count


class Proposal(NamedTuple):
    """The verdicts that the kernel proposes on a whole board, and what shows that they are right.

    Attributes:
        status: `Status.OK`, or `Status.CLASH` for a board that no layout agrees with, which nothing
            shows yet.
        verdicts: 1 for a mine, 0 for a safe cell, -1 for an undetermined cell, -2 for all others;
            int8, flat. They mean nothing unless the status is OK.
        needs_total: Whether some verdict needs the mine count.
        unproved: `ALL_SHOWN` if every undecided cell holds a mine in one layout and none in
            another, and these were added up; `NO_LAYOUT` if one of them does not agree with the
            board; else a cell that has no two such layouts, or is decided although it has.
        claims: The claims about the cells that tables decided, for a solver; none if single clues
            decide all.
    """

    status: int
    verdicts: VerdictArray
    needs_total: bool
    unproved: int = ALL_SHOWN
    claims: Sequence[DecidedClaim] = ()


def proposal_of(
    position: Position, budget: Budget, *, shown: bool = True, asks_all: bool = False
) -> Proposal | None:
    """Ask the kernel for the verdicts on a position; None if it leaves them open.

    Cells are decided by single clues, else by tables, whose rows are exact: no number is rounded.
    Unless `shown` is False, the kernel makes layouts for the cells that these leave undecided, and
    adds up their clues and mines, independently of the tables. Decided cells whose opposite single
    clues refute need no claim, unless the solver is to be asked for all. Raises `LimitError`.
    """
    kernel = context()
    if kernel is None:
        return None
    verdicts: VerdictArray = np.empty(position.states.size, dtype=np.int8)
    proofs = headers.ls_certified(asks_all=asks_all) if shown else None
    board, clues, _alive = arguments_of(position)
    kernel.loaded = object()
    arguments = *board, *clues, address_of(verdicts), proofs
    status = kernel.ask(kernel.library.ls_verdicts, budget, *arguments, is_long=board[0] > LONG)
    proposal = None
    if status in (OK, CLASH):
        unproved, claims = (
            (ALL_SHOWN, ()) if proofs is None else (proofs.unproved, claims_of(proofs))
        )
        proposal = Proposal(status, verdicts, kernel.shared[2] == 1, unproved, claims)
    tidy(kernel, verdicts.size, status)
    return proposal


def claims_of(shown: headers.ls_certified) -> list[DecidedClaim]:
    """Read the claims that are left for a solver."""
    if not shown.numbers_count:
        return []
    numbers = numbers_at(shown.numbers, shown.numbers_count)
    if numbers[0] == len(numbers):
        return [DecidedClaim(numbers)]
    claims = []
    at = 0
    while at < len(numbers):
        claims.append(DecidedClaim(numbers[at : at + numbers[at]]))
        at += numbers[at]
    return claims


# The cell of a question about the board itself.
NO_CELL: Final = -1


class Sources(NamedTuple):
    """A set of sources that is said to be minimal.

    Attributes:
        clues: The numbers of the cells with its clues, ascending; int32. No clues without the mine
            count say that the verdict does not follow, or the board is consistent.
        uses_total: Whether it has the mine count.
    """

    clues: IntArray
    uses_total: bool


def proposed_sources(
    position: Position, budget: Budget, *, cell: int = NO_CELL, mine: bool = False
) -> Sources | None:
    """Find a minimal set of sources that force a covered cell, or without one that conflict.

    The mine count is in it only if need be. None without the native library, with uncertain clues,
    and where the kernel leaves the question open. Raises `LimitError`.
    """
    kernel = context()
    board = None if kernel is None else _board(position)
    if kernel is None or board is None:
        return None
    room = position.states.size + 2
    answer = np.zeros(room, dtype=np.int32)
    arguments = board, cell, mine, room, address_of(answer)
    if kernel.ask_anew(kernel.library.ls_mus, budget, *arguments) != OK:
        return None
    count, uses_total = answer[:2].tolist()
    return Sources(answer[2 : 2 + count], uses_total == 1)


class ShownLayouts(NamedTuple):
    """Two layouts that differ in a minimal set of cells; uint8, flat, 1 for a mine.

    Attributes:
        mine: One with a mine in the cell in question.
        safe: One without.
    """

    mine: NDArray[np.uint8]
    safe: NDArray[np.uint8]


def nearest_layouts(
    position: Position, cell: int, budget: Budget
) -> tuple[int, ShownLayouts] | None:
    """Find two layouts that differ in a covered cell, and in few others, with the status.

    The status is OK, or CLASH for a cell that is not undetermined. None without the native library,
    with uncertain clues, and where the kernel leaves the question open. Raises `LimitError`.
    """
    kernel = context()
    board = None if kernel is None else _board(position)
    if kernel is None or board is None:
        return None
    mine, safe = np.zeros((2, position.states.size), dtype=np.uint8)
    arguments = board, cell, address_of(mine), address_of(safe)
    status = kernel.ask_anew(kernel.library.ls_pair, budget, *arguments)
    return (status, ShownLayouts(mine, safe)) if status in (OK, CLASH) else None


def _board(position: Position) -> headers.ls_plain_board | None:
    """Return a position as the argument of a call; it lives as long as the position."""
    states, uncertain, adjacency, total = position
    if uncertain or states.dtype != np.int8 or not states.flags.c_contiguous:
        return None
    lower, upper = (total, total) if isinstance(total, int) else total or UNKNOWN
    degree, size = adjacency.table.shape
    return headers.ls_plain_board(size, degree, adjacency.address, states.ctypes.data, lower, upper)


HIGHEST: Final = 2
"""The highest level that is found; a level above it stands for any above it."""
MINE_COUNT: Final[int] = headers.LS_MINE_COUNT
"""The source that is the mine count; others are the cell numbers of clues."""
NO_SOURCE: Final[int] = headers.LS_NO_SOURCE


def levels_of_many(
    grids: Grid, mines: int, verdicts: VerdictArray, adjacency: Adjacency
) -> NDArray[np.int8] | None:
    """Return the level of each board, `HIGHEST` + 1 for a higher one; None if it is left open.

    The boards are ordinary, have the same mine count and these verdicts, of the same shape (N,
    height, width); both are int8 and C-contiguous. Without the library nothing is found.
    """
    levels = np.zeros(len(grids), dtype=np.int8)
    return levels if _worked_off(grids, mines, verdicts, adjacency, levels=levels) else None


def sources_of_many(
    grids: Grid, mines: int, verdicts: VerdictArray, adjacency: Adjacency
) -> NDArray[np.int32] | None:
    """Return by cell a smallest set of sources that proves it safe or a mine, of one or two.

    They are of shape (N, cells, 2): up to two sources, then `NO_SOURCE`. Sets of clues come before
    those with the mine count, then the first in order. The rest is as for `levels_of_many`.
    """
    sources = np.empty((len(grids), adjacency.size, 2), dtype=np.int32)
    return sources if _worked_off(grids, mines, verdicts, adjacency, sources=sources) else None


def _worked_off(
    grids: Grid,
    mines: int,
    verdicts: VerdictArray,
    adjacency: Adjacency,
    *,
    levels: NDArray[np.int8] | None = None,
    sources: NDArray[np.int32] | None = None,
) -> bool:
    """Tell whether the arrays were written."""
    kernel = context()
    if kernel is None or grids.dtype != np.int8:
        return False
    if not len(grids):
        return True
    asked = headers.ls_easy_to_find(
        *(adjacency.size, adjacency.degree, mines, len(grids), adjacency.address),
        *(grids.ctypes.data, verdicts.ctypes.data),
        *(None if array is None else address_of(array) for array in (levels, sources)),
    )
    return kernel.ask_of_many(kernel.library.ls_easy_proofs, asked) == OK
