"""`Cause`: why a game was lost, judged by its last move, with what the player could know then."""

from __future__ import annotations

from enum import Enum

from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.state import State
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.told.facts import Facts
from logicsweep.games.told.opening import Kind, chances_of
from logicsweep.games.told.told import promised_on


class Cause(Enum):
    """A cause of a loss under the rule `classic`. The first that holds counts."""

    FIRST_CLICK = "first_click"
    """The first opened cell was a mine."""
    WRONG = "wrong"
    """The player called the opening certain, and it was not."""
    MISSED = "missed"
    """Some covered cell was proved safe, and the player opened another one."""
    FORCED = "forced"
    """No cell was proved safe, and none was less likely a mine than the opened one."""
    AVOIDABLE = "avoidable"
    """No cell was proved safe, but some cell was less likely a mine than the opened one."""
    UNKNOWN = "unknown"
    """The question that tells the others apart reached a limit."""


class Course:
    """The part of a game by which its loss is judged: the first opening and the last move.

    Args:
        start: The position before the first move.
        first_click: The guarantee for the first cell.
    """

    def __init__(self, start: Board, first_click: FirstClick) -> None:
        self._start = start
        self._is_blank = is_blank(start)
        self._first_click = first_click
        self._first: Cell | None = None
        self._last: Move | None = None

    def add(self, move: Move) -> None:
        """Take in a move that was made."""
        if self._first is None and not move.flags:
            self._first = move.cell
        self._last = move

    def cause(self, end: Board, *, time_limit: float | None) -> Cause:
        """Return the cause of the loss of a game by the rule `classic`, from its last position.

        Layouts are counted once, unless proofs are enough. Flags prove nothing.

        Args:
            end: The position after the last move, which opened a mine.
            time_limit: The seconds that proofs and count may take, each; None for no limit.

        Raises:
            ValueError: No move opened a cell.
            InternalError: As `KnowledgeBase.count`.
        """
        if self._first is None or self._last is None:
            raise ValueError("no move opened a cell; expected a game that was lost")
        last = self._last.cell
        if last == self._first and self._is_blank:
            return Cause.FIRST_CLICK
        if self._last.is_proved:
            return Cause.WRONG
        before = end.replace({last: State.COVERED})
        board = promised_on(before, self._start, self._first_click, self._first)
        try:
            chances = chances_of(Facts(board, time_limit=time_limit), (last,))
        except LimitError:
            return Cause.UNKNOWN
        if not chances.least.probability:
            return Cause.MISSED
        return Cause.FORCED if chances.kind is Kind.LEAST_RISK else Cause.AVOIDABLE
