"""Verdicts that the kernel proposes for a whole board, with what shows that they are right."""

from __future__ import annotations

from collections.abc import Iterator
from ctypes import byref, string_at
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.binding import CLASH, OK, Certified, address_of
from logicsweep.kernel.context import context
from logicsweep.kernel.whole import BoardArguments, tidy
from logicsweep.limits import Budget
from logicsweep.system.position import Position

VerdictArray = NDArray[np.int8]
# Values of verdicts that are neither 1, a mine, nor 0, a safe cell.
UNDECIDED: Final = -1
NOT_COVERED: Final = -2

# Values of `Proposal.unproved`: every undecided cell is shown; a layout does not agree.
ALL_SHOWN: Final = -1
NO_LAYOUT: Final = -2
# Up to so many entries of tables it pays to ask them for a proposal; beyond that a solver alone is
# faster.
MOST_ENTRIES: Final = 300_000
# Numbers before the literals, and before the variables of a clue.
_HEAD: Final = 3
CLUE_HEAD: Final = 4


class Refutation(NamedTuple):
    """The claim that in no layout any of some cells is other than decided.

    Attributes:
        cells: The cell of each variable; variables count from 1.
        numbers: The claim as `ls_certified` in door.h lists it.
    """

    cells: list[int]
    numbers: list[int]

    @property
    def literals(self) -> list[int]:
        """The decided cells, as variables; those of safe cells are negative."""
        return self.numbers[_HEAD : _HEAD + self.numbers[0]]

    @property
    def near(self) -> int:
        """The number of clues next to the decided cells, or to the cells that those touch."""
        return self.numbers[2]

    @property
    def first_clue(self) -> int:
        """The place in `numbers` where the clues begin, the nearest first.

        Of each: its cell, the least and the most mines among its variables, their number, these,
        and these negated.
        """
        return _HEAD + self.numbers[0]

    def clues(self) -> Iterator[tuple[int, int, int, list[int]]]:
        """Yield the clues that hang together with the decided cells: cell, bounds and variables."""
        numbers, at = self.numbers, self.first_clue
        while at < len(numbers):
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
        needs_total: Whether some verdict needs the mine count. Nothing shows the verdicts then.
        unproved: `ALL_SHOWN` if every undecided cell holds a mine in one layout and none in
            another, and these were added up; `NO_LAYOUT` if one of them does not agree with the
            board; else a cell that has no two such layouts, or is decided although it has.
        refutation: The claim about the cells that tables decided, for a solver; None if single
            clues decide all.
    """

    status: int
    verdicts: VerdictArray
    needs_total: bool
    unproved: int = ALL_SHOWN
    refutation: Refutation | None = None


def proposal_of(position: Position, budget: Budget, *, shown: bool = True) -> Proposal | None:
    """Ask the kernel for the verdicts on a position; None if it leaves them open.

    Cells are decided by single clues, else by tables, whose rows are exact: no number is rounded.
    Unless `shown` is False, the kernel makes layouts for the cells that these leave undecided, and
    adds up their clues and mines, independently of the tables. Raises `LimitError`.
    """
    kernel = context()
    if kernel is None:
        return None
    verdicts: VerdictArray = np.empty(position.states.size, dtype=np.int8)
    proofs = Certified() if shown else None
    board = BoardArguments(kernel, position)
    call = partial(
        kernel.library.ls_verdicts,
        *(*board.board, *board.clues, address_of(verdicts)),
        None if proofs is None else byref(proofs),
    )
    status = board.ask(call, budget.with_entries(MOST_ENTRIES) if shown else budget)
    proposal = None
    if status in (OK, CLASH):
        needs_total = kernel.shared[2] == 1
        proposal = Proposal(status, verdicts, needs_total)
        if proofs is not None:
            refutation = refutation_of(proofs)
            proposal = Proposal(status, verdicts, needs_total, proofs.unproved, refutation)
    tidy(kernel, verdicts.size, status)
    return proposal


def refutation_of(shown: Certified) -> Refutation | None:
    """Read the claim that is left for a solver."""
    if not shown.numbers_count:
        return None
    numbers = _copied(shown.numbers, shown.numbers_count)
    return Refutation(_copied(shown.cells, shown.variables), numbers)


def _copied(address: int, count: int) -> list[int]:
    """Copy int32 numbers. An array type of ctypes would be made anew for each count."""
    return memoryview(string_at(address, 4 * count)).cast("i").tolist()
