"""The answers of a program of one's own about a board, held against exhaustive tables.

A model that it gives is checked as soon as it is there. That there is none it can only claim: the
verdicts that follow, and that a board is inconsistent, are compared with those of tables, and so
are the counts of a model counter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from logicsweep.errors import LimitError, counted
from logicsweep.formulas.command import WrongAnswerError
from logicsweep.knowledge.agreement import UNDECIDED, check_agreement, masks_of, raise_no_layout
from logicsweep.reason.settle import ContradictionError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from logicsweep.board.board import Board
    from logicsweep.knowledge.protocol import Ledger
    from logicsweep.limits import Budget
    from logicsweep.system.system import Decided
    from logicsweep.tables.model_count import ModelCount

# Counts of more bits are not written out in messages.
_LONG: Final = 300


class Claims(NamedTuple):
    """A program whose answers decide cells, and ledgers of the boards that it is asked about.

    Attributes:
        command: The command of the program.
        tables: Makes a ledger of a board that asks no program.
        ledger: Makes a ledger of a board that asks the program, of which nothing is proved.
    """

    command: str
    tables: Callable[[Board], Ledger]
    ledger: Callable[[Board], Ledger]


def check_claims(
    board: Board,
    command: str,
    proved: Decided[NDArray[np.intp]] | None,
    tables: Ledger,
    budget: Budget,
) -> None:
    """Compare verdicts by a program with those of exhaustive tables, if these can be made.

    Args:
        board: The board, with everything told.
        command: The command of the program.
        proved: All verdicts by its answers, as ascending cell numbers; None if it finds the board
            inconsistent.
        tables: A ledger of the same board that asks no program.
        budget: The limits of the tables; where they are reached, nothing is compared.

    Raises:
        WrongAnswerError: They differ. It names the program, the board and the first such cell.
        InternalError: The tables differ from layouts of the program, which were checked.
    """
    try:
        tables.settle(budget)
    except LimitError:
        return
    except ContradictionError:
        if proved is not None:
            raise_no_layout(lambda: board)
        return
    if proved is None:
        fault = "the board has no layout by its answers, and has one by count"
        raise WrongAnswerError(fault, command=command, board=str(board))
    size = board.grid.size
    by_tables = tables.proved()
    marginals = np.full(size, UNDECIDED)
    marginals[by_tables.mines], marginals[by_tables.safe] = 1, 0
    check_agreement(lambda: board, masks_of(proved, size), marginals, command=command)


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
    return counted(count, "layout") if bits <= _LONG else f"a number of {bits:,} bits"
