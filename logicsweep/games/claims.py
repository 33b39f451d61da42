"""Whether the moves that an agent calls certain follow from what it was shown."""

from __future__ import annotations

from collections.abc import Mapping

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import is_covered
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.reason.solvers.names import ELIMINATION


class Told:
    """A game as it was told to its player: a knowledge base with the promise for the first cell.

    Args:
        start: The position before the first move.
        first_click: The guarantee for the first cell.
        time_limit: The seconds that a question may take; None for no limit.

    Attributes:
        kb: The knowledge base of what was shown up to now.
        is_protected: Whether the game keeps the next opened cell free, since it is the first.
    """

    def __init__(self, start: Board, first_click: FirstClick, *, time_limit: float | None) -> None:
        self._start = start
        self._time_limit = time_limit
        self._first_click = first_click.left_on(start)
        self.kb = self._knowledge()

    @property
    def is_protected(self) -> bool:
        return self._first_click is not FirstClick.UNPROTECTED

    def tell(self, cell: Cell, shown: Mapping[Cell, int | Clue]) -> None:
        """Take in the cells that a move on a cell changed. Raises `LimitError`."""
        told = {
            place: state
            for place, state in shown.items()
            if isinstance(state, Clue) or not is_covered(state)
        }
        if not told:
            return
        promise = promised(self._start, self._first_click, cell, told[cell])
        if promise:
            self.kb = self._knowledge(promise)
        self._first_click = FirstClick.UNPROTECTED
        self.kb.tell_all(told)

    def _knowledge(self, promise: tuple[Cardinality, ...] = ()) -> KnowledgeBase:
        return KnowledgeBase(
            self._start, reasoner=ELIMINATION, constraints=promise, time_limit=self._time_limit
        )


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
        self._told: Told | None = None
        if not are_proofs:
            self._told = Told(start, first_click, time_limit=time_limit)

    def check(self, move: Move, shown: Mapping[Cell, int | Clue]) -> bool | None:
        """Take in a move that was made; True if it was called certain and is proved.

        False if it was called certain and is not proved, None if it was not called certain or a
        limit was reached. `shown` are the cells that it changed.
        """
        if self.are_proofs:
            return True if move.is_proved else None
        if self._told is None:
            return None
        try:
            follows = _follows(self._told, move) if move.is_proved else None
            self._told.tell(move.cell, shown)
        except LimitError:
            self._told = None
            return None
        self.wrong += follows is False
        return follows


def _follows(told: Told, move: Move) -> bool:
    if not move.flags and told.is_protected:
        return True  # the game keeps the first cell free
    return told.kb.entails(move.cell, mine=move.flags)


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
