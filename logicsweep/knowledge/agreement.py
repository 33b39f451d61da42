"""The comparison of verdicts and counts, which are made independently of each other.

A cell is proved safe if and only if no layout has a mine there, and a mine if and only if all have.
A difference is a defect of logicsweep, and raises `InternalError` instead of giving an answer,
unless a program of one's own gave the verdicts. A model that such a program gives is checked as
soon as it is there. That there is none it can only claim: what follows is compared with tables, and
so are the counts of a model counter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, NoReturn

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.errors import InternalError, LimitError, counted as in_words
from logicsweep.formulas.command_errors import WrongAnswerError
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.proving import UnprovedError
from logicsweep.system.system import Decided
from logicsweep.tables.component_counts import decided_cells
from logicsweep.tables.counted import CountedComponents, FloatArray
from logicsweep.tables.total import allowed_counts

if TYPE_CHECKING:
    from logicsweep.tables.model_count import ModelCount

# Any value between 0 and 1, where only 0 and 1 matter.
UNDECIDED: Final = 0.5
# Counts of more bits are not written out in messages.
_LONG: Final = 300


def check_agreement(
    board: Callable[[], Board],
    proved: Decided[NDArray[np.intp]],
    marginals: FloatArray,
    *,
    command: str | None = None,
) -> None:
    """Compare verdicts, as ascending cell numbers, with the marginals of all cells, a flat array.

    Marginals are the probabilities of a mine, nan in cells that are not covered: exactly 0 where no
    layout has a mine, exactly 1 where all have one, and strictly between 0 and 1 elsewhere. `board`
    makes the board for the message. Raises `InternalError`, which names the first cell in which
    they differ; `WrongAnswerError` where a cell is proved wrongly by a program of one's own with
    this `command`.
    """
    by_count = Decided((marginals == 1).nonzero()[0], (marginals == 0).nonzero()[0])
    if all(map(np.array_equal, proved, by_count)):
        return
    differing = [np.setxor1d(*pair) for pair in zip(proved, by_count, strict=True)]
    differ = np.union1d(*differing)
    claimed = np.intersect1d(differ, np.concatenate(proved))
    is_claim = command is not None and len(claimed) > 0
    number = int((claimed if is_claim else differ)[0])
    conflicting = board()
    where = conflicting.cell(number) if number < conflicting.grid.size else f"hidden cell {number}"
    by_proof, counted_as = _verdict(proved, number), _verdict(by_count, number)
    if command is not None and is_claim:
        raise WrongAnswerError(
            f"{where} is {by_proof} by its answers and {counted_as} by count",
            command=command,
            cell=conflicting.cell(number),
            board=str(conflicting),
        )
    raise InternalError(
        f"{where} is {by_proof} by proof and {counted_as} by count", board=str(conflicting)
    )


def _verdict(decided: Decided[NDArray[np.intp]], number: int) -> str:
    if number in decided.mines:
        return "a mine"
    return "safe" if number in decided.safe else "undetermined"


def unproved(error: UnprovedError, board: Board) -> InternalError:
    """Make an `InternalError` of verdicts that tables proposed and nothing proves."""
    text = str(error)
    if error.cell is not None:
        is_on_board = error.cell < board.grid.size
        where = board.cell(error.cell) if is_on_board else f"hidden cell {error.cell}"
        text = f"{where} {text}"
    return InternalError(text, board=str(board))


def raise_no_layout(board: Callable[[], Board]) -> NoReturn:
    """Raise `InternalError`: a board was proved consistent, and no layout was counted."""
    raise InternalError("there is a layout by proof and none by count", board=str(board()))


def check_counts(
    board: Callable[[], Board],
    proved: Decided[NDArray[np.intp]],
    components: Sequence[UndecidedComponent],
    counted: CountedComponents,
    budget: Budget,
) -> None:
    """Check that the counts decide no cell that the verdicts leave undecided.

    Each cell of the `components`, to which the counts in `counted` belong, needs a layout with a
    mine there and one without, under the mine count as well; so do the cells of the interior.
    Raises `InternalError` where there is no such layout, `LimitError` when the budget is spent.
    """
    supports = [counts.support for counts in counted.counts]
    allowed, in_interior = supports, None
    if counted.bounds is not None:
        allowed, in_interior = allowed_counts(supports, len(counted.interior), *counted.bounds)
    if not all(allowed) or (counted.bounds is not None and in_interior is None):
        raise_no_layout(board)
    by_count = _decided_by_count(components, counted, allowed, budget)
    interior = counted.interior.tolist()
    if in_interior == (len(interior), len(interior)):
        by_count.mines.extend(interior)
    elif in_interior == (0, 0):
        by_count.safe.extend(interior)
    if any(by_count):
        first, marginals = counted.hidden_from, counted.settled.copy()
        # `proved` has no hidden cells: those that were settled are proved, too.
        hidden = [first + (marginals[first:] == value).nonzero()[0] for value in (1, 0)]
        for component in components:
            marginals[list(component.cells)] = UNDECIDED
        marginals[interior] = UNDECIDED
        marginals[by_count.mines] = 1
        marginals[by_count.safe] = 0
        settled = map(np.concatenate, zip(proved, hidden, strict=True))
        check_agreement(board, Decided(*settled), marginals)


def _decided_by_count(
    components: Sequence[UndecidedComponent],
    counted: CountedComponents,
    allowed: Sequence[int],
    budget: Budget,
) -> Decided[list[int]]:
    """Return the cells of components that the counts decide, under the allowed numbers of mines."""
    by_count: Decided[list[int]] = Decided([], [])
    for component, counts, numbers in zip(components, counted.counts, allowed, strict=True):
        if component.agreed == numbers:
            continue
        decided = decided_cells(component.component, counts, budget, numbers)
        if not any(decided):
            component.agreed = numbers
        by_count.mines.extend(decided.mines)
        by_count.safe.extend(decided.safe)
    return by_count


def on_board(error: WrongAnswerError, board: Board) -> WrongAnswerError:
    """Make the error about a wrong answer one that names the board, and the cell if it is one."""
    if error.board is not None:
        return error
    fault, cell, size = error.fault, None, board.grid.size

    def words(values: dict[int, bool]) -> list[str]:
        pairs = values.items()
        return [f"{board.cell(number)} is {'a mine' if mine else 'safe'}" for number, mine in pairs]

    if len(error.assumed) == 1 and max(error.assumed) < size:
        (cell,) = map(board.cell, error.assumed)
        fault = f"it finds no model in which {words(error.assumed)[0]}, and there is one"
    elif error.clause and max(error.clause) < size:
        fault = f"its model breaks a clause: {' or '.join(words(error.clause))}"
    return WrongAnswerError(fault, command=error.command, cell=cell, board=str(board))


class CountClaims:
    """The counts of a program, compared with those of elimination, if these can be made in time."""

    def __init__(self, command: str, board: Board, count: Callable[[], ModelCount]) -> None:
        """Take a command, and what counts the layouts of the board otherwise."""
        self._command = command
        self._board = board
        self._count = count
        self._made: ModelCount | None = None

    def check(self, variable: int, claimed: int) -> None:
        """Check the number of layouts with a mine in the cell of a variable; of all of them with 0.

        Raises `WrongAnswerError`, which names the program, the board and the cell.
        """
        if variable > self._board.grid.size:  # of a hidden cell
            return
        cell = self._board.cell(variable - 1) if variable else None
        try:
            made = self._made = self._made or self._count()
            count = made.total if cell is None else int(made.total * made.probability(cell))
        except LimitError:
            return
        if claimed != count:
            where = "" if cell is None else f" with a mine in {cell}"
            fault = f"it counts {_number(claimed)}{where}, and elimination {_number(count)}"
            raise WrongAnswerError(fault, command=self._command, cell=cell, board=str(self._board))


def _number(count: int) -> str:
    """Write a count of layouts in a message."""
    bits = count.bit_length()
    return in_words(count, "layout") if bits <= _LONG else f"a number of {bits:,} bits"
