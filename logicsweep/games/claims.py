"""Whether the moves that an agent calls certain follow from what it was shown."""

from __future__ import annotations

from collections.abc import Mapping

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.state import is_covered
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.source import Source
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.reason.solvers.names import ELIMINATION


class Claims:
    """A game as it is played, and what is proved in it before each move.

    Args:
        start: The position before the first move.
        first_click: The guarantee for the first cell.
        are_proofs: Whether what the agent calls certain is what a knowledge base proved; then
            nothing is proved again.
        time_limit: The seconds that a move may take. Beyond it no later move is checked either.

    Attributes:
        wrong: The number of moves called certain without a proof.
    """

    def __init__(
        self,
        start: Board,
        first_click: FirstClick,
        *,
        are_proofs: bool = False,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
    ) -> None:
        self.wrong = 0
        self.are_proofs = are_proofs
        self._start = start
        self._time_limit = time_limit
        self._first_click = first_click if is_blank(start) else FirstClick.UNPROTECTED
        self._kb: KnowledgeBase | None = None if are_proofs else self._knowledge()

    def check(self, move: Move, shown: Mapping[Cell, int | Clue]) -> bool | None:
        """Take in a move that was made; True if it was called certain and is proved.

        False if it was called certain and is not proved, None if it was not called certain or a
        limit was reached. `shown` are the cells that it changed.
        """
        if self.are_proofs:
            return True if move.is_proved else None
        try:
            follows = self._follows(move) if move.is_proved else None
            self._tell(move, shown)
        except LimitError:
            self._kb = None
            return None
        self.wrong += follows is False
        return follows

    def _follows(self, move: Move) -> bool | None:
        if self._kb is None:
            return None
        if not move.flags and self._first_click is not FirstClick.UNPROTECTED:
            return True  # the game keeps the first cell free
        return self._kb.entails(move.cell, mine=move.flags)

    def _tell(self, move: Move, shown: Mapping[Cell, int | Clue]) -> None:
        told = {
            cell: state
            for cell, state in shown.items()
            if isinstance(state, Clue) or not is_covered(state)
        }
        if self._kb is None or not told:
            return
        promise = promised(self._start, self._first_click, move.cell, told[move.cell])
        if promise:
            self._kb = self._knowledge(promise)
        self._first_click = FirstClick.UNPROTECTED
        self._kb.tell_all(told)

    def _knowledge(self, promise: tuple[Cardinality, ...] = ()) -> KnowledgeBase:
        return KnowledgeBase(
            self._start, reasoner=ELIMINATION, constraints=promise, time_limit=self._time_limit
        )


def promised(
    start: Board, first_click: FirstClick, first: Cell, shown: int | Clue
) -> tuple[Cardinality, ...]:
    """Return the promise that the neighbours of the first cell are safe, unless its 0 says so."""
    if first_click is not FirstClick.OPENING or (
        start.rules.clue.is_standard and not start.liars and shown == 0
    ):
        return ()
    near = tuple(sorted(start.adjacency.neighbours(start.number(first))))
    return (Cardinality(near, 0, 0, Source.named("the promise for the first cell")),)
