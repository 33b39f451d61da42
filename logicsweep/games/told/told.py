"""`Told`: a game as its player knows it, and all that follows from that.

The promise for the first cell is a part of this knowledge, as a constraint, as long as it tells
something that the clues do not.
"""

from __future__ import annotations

from collections.abc import Mapping

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue, Code
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State, is_covered
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.told.easy import SingleClues, has_only_exact_clues
from logicsweep.games.told.facts import Facts
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.reason.solvers.names import ELIMINATION


class Told:
    """A game as it was told to its player.

    Args:
        start: The position before the first move.
        first_click: The guarantee for the first cell.
        time_limit: The seconds that a question may take; None for no limit.
        kb: A knowledge base of the position that is asked about, if there is one.

    Attributes:
        kb: The knowledge base of what was shown up to now, the promise for the first cell included.
        facts: The verdicts and chances that follow from it.
        is_plain: Whether nothing but exact clues that count mines and mines were shown, on a board
            without rules.
        time_limit: The seconds that a question may take.
    """

    def __init__(
        self,
        start: Board,
        first_click: FirstClick,
        *,
        time_limit: float | None,
        kb: KnowledgeBase | None = None,
    ) -> None:
        self._start = start
        self._first_click = first_click.left_on(start)
        self._levels: Mapping[Cell, int] | None = None
        self._easy: SingleClues | None = None
        self._unseen: list[Mapping[Cell, int | Clue]] = []  # by single clues
        self._has_levels = has_only_exact_clues(start)
        self.is_plain = self._has_levels
        self.time_limit = time_limit
        self._know(self._knowledge() if kb is None else kb)

    @property
    def board(self) -> Board:
        """The position, without the player's flags, which prove nothing."""
        return self.kb.board

    @property
    def easy(self) -> SingleClues | None:
        """The consequences of single clues; None if the start has more than exact clues."""
        if not self._has_levels:
            return None
        if self._easy is None:
            self._easy = SingleClues(self._start, self.time_limit)
        while self._unseen:
            self._easy.show(self._unseen.pop(0))
        return self._easy

    @property
    def is_protected(self) -> bool:
        """Whether the game keeps the next opened cell free, since it is the first."""
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
        if self.is_protected:
            promise = _promised(self._start, self._first_click, cell, told[cell])
            self._first_click = FirstClick.UNPROTECTED
            if promise:
                self.kb = self._knowledge(promise)
        self.is_plain &= not any(
            isinstance(state, Clue) or state == State.NO_CLUE for state in told.values()
        )
        self.kb.tell_all(told)
        if self._has_levels:
            self._unseen.append(told)
        self._know(self.kb)

    def follows(self, cell: Cell, *, mine: bool) -> bool:
        """Tell whether it is proved that a cell is a mine, or safe; the first one may be free."""
        if not mine and self.is_protected:
            return True
        return self.kb.entails(cell, mine=mine)

    def levels(self) -> Mapping[Cell, int]:
        """Return the level (see `Difficulty`) of every verdict on the position."""
        if self._levels is None:
            if self.easy is not None and self.is_plain:
                self._levels = self.easy.levels(self.board, self.kb.consequences())
            else:
                self._levels = _levels_of(self.kb)
        return self._levels

    def _know(self, kb: KnowledgeBase) -> None:
        self.kb = kb
        self.facts = Facts(kb.board, time_limit=self.time_limit, kb=kb)
        self._levels = None

    def _knowledge(self, promise: tuple[Cardinality, ...] = ()) -> KnowledgeBase:
        return KnowledgeBase(
            self._start, reasoner=ELIMINATION, constraints=promise, time_limit=self.time_limit
        )


def promised_on(board: Board, start: Board, first_click: FirstClick, first: Cell | None) -> Board:
    """Return a position of a game with the promise for its first cell, while it tells something.

    Args:
        board: The position.
        start: The position before the first move.
        first_click: The guarantee for the first cell.
        first: The first cell that was opened; None if there is none yet.
    """
    if first is None:
        return board
    promise = [
        constraint
        for constraint in _promised(start, first_click.left_on(start), first, board.clue(first))
        if any(board.is_covered(board.cell(number)) for number in constraint.cells)
    ]
    return board.altered(constraints=(*board.constraints, *promise)) if promise else board


def _promised(
    start: Board, first_click: FirstClick, first: Cell, shown: int | Code | Clue | None
) -> tuple[Cardinality, ...]:
    """Return the promise that the neighbours of the first cell are safe, unless its 0 says so."""
    if first_click is not FirstClick.OPENING or (
        start.rules.clue.is_standard and not start.liars and shown == 0
    ):
        return ()
    near = tuple(sorted(start.adjacency.neighbours(start.number(first))))
    return (Cardinality(near, 0, 0, Source.named("the promise for the first cell")),)


def _levels_of(kb: KnowledgeBase) -> dict[Cell, int]:
    """Return the level of every verdict, by the steps of a whole position."""
    levels: dict[Cell, int] = {}
    level = 0
    for step in kb.difficulty().steps:
        level = max(level, step.level)
        for cell in (*step.mines, *step.safe):
            levels.setdefault(cell, level)
    return levels


class Claims:
    """The moves that an agent calls certain, held against what follows before each of them.

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
            follows = self._told.follows(move.cell, mine=move.flags) if move.is_proved else None
            self._told.tell(move.cell, shown)
        except LimitError:
            self._told = None
            return None
        self.wrong += follows is False
        return follows
