"""Errors of a program of one's own; what raises and handles them loads no processes."""

from __future__ import annotations

from typing import Final

from logicsweep.errors import LogicSweepError, quoted

# A message quotes a command and a line that a program wrote, but never all of a long one.
MOST_QUOTED: Final = 200


class CommandError(LogicSweepError):
    """A program of your own could not be run, or it gave no answer that can be read.

    The message names the command, and the last line that the program wrote.

    Attributes:
        command: The command, as it was given.
    """

    def __init__(self, text: str, *, command: str) -> None:
        super().__init__(f"the program {quoted(command, MOST_QUOTED)} {text}")
        self.command = command


class WrongAnswerError(CommandError):
    """A program of your own gave a wrong answer: a model or a count shows that it is wrong.

    Attributes:
        fault: The fault, in words.
        cell: The cell (row, column) that the answer is about, or None if it is about several.
        board: The board as native text, with everything told; None if it is not known.
        assumed: The cells, by number, that were assumed to be mines (True) or safe.
        clause: The cells of a clause that a model does not satisfy: one of them, by number, has to
            be a mine (True) or safe. Empty if the clause has other variables.
    """

    def __init__(
        self,
        fault: str,
        *,
        command: str,
        cell: tuple[int, int] | None = None,
        board: str | None = None,
        assumed: dict[int, bool] | None = None,
        clause: dict[int, bool] | None = None,
    ) -> None:
        super().__init__(f"is wrong: {fault}", command=command)
        self.fault = fault
        self.cell = cell
        self.board = board
        self.assumed = assumed or {}
        self.clause = clause or {}
