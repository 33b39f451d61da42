"""Verdicts that the kernel proposes for a whole board, with what shows that they are right."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from ctypes import byref, string_at
from functools import partial
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.binding import CLASH, OK, address_of
from logicsweep.kernel.context import context
from logicsweep.kernel.structures import Certified
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
_HEAD: Final = 6
CLUE_HEAD: Final = 4


class Claim(NamedTuple):
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
        and these negated.
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
        return self.numbers[5] == 1

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
        needs_total: Whether some verdict needs the mine count. Nothing shows the verdicts then.
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
    claims: Sequence[Claim] = ()


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
            claims = claims_of(proofs)
            proposal = Proposal(status, verdicts, needs_total, proofs.unproved, claims)
    tidy(kernel, verdicts.size, status)
    return proposal


def claims_of(shown: Certified) -> list[Claim]:
    """Read the claims that are left for a solver."""
    if not shown.numbers_count:
        return []
    # An array type of ctypes would be made anew for each count.
    numbers = memoryview(string_at(shown.numbers, 4 * shown.numbers_count)).cast("i").tolist()
    if numbers[0] == len(numbers):
        return [Claim(numbers)]
    claims = []
    at = 0
    while at < len(numbers):
        claims.append(Claim(numbers[at : at + numbers[at]]))
        at += numbers[at]
    return claims
