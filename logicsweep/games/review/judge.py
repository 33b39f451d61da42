"""Judging a game that was played: opening after opening, with what the player could know then."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.count.model_count import LeastRisky
from logicsweep.errors import LimitError
from logicsweep.explain.explanation import Explanation, Step
from logicsweep.games.claims import promised
from logicsweep.games.review.chances import chances_of
from logicsweep.games.review.easy import SingleClues
from logicsweep.games.review.grades import Grade, Kind
from logicsweep.games.review.played import Opening, PlayedGame
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.strategy.fifty import fifty_of
from logicsweep.strategy.whatif import WhatIf
from logicsweep.strategy.winning import win_chance

# The search for the chance to win gives up after so many seconds for a position.
_SEARCH: Final = 2.0


class Judge:
    """A game as it is played again: each opening is judged before it is made.

    With `search`, the chance to win is looked for before and after each guess. Questions raise what
    those of a `KnowledgeBase` raise.
    """

    def __init__(self, game: PlayedGame, *, search: bool, time_limit: float | None) -> None:
        self._game = game
        self._search = search
        self._time_limit = time_limit
        promise: tuple[Cardinality, ...] = ()
        if game.openings:
            first = game.openings[0].cells[0]
            shows = game.openings[0].shown[first]
            promise = promised(game.start, game.first_click, first, shows)
        self._kb = KnowledgeBase(
            game.start,
            reasoner=ELIMINATION,
            constraints=promise,
            time_limit=time_limit,
        )
        shown = [state for opening in game.openings for state in opening.shown.values()]
        # What only ordinary boards with exact clues have: easy steps, 50/50s, chances to win.
        self._is_plain = (
            game.start.is_ordinary
            and not game.start.uncertain_by_number
            and not any(isinstance(state, Clue) or state == State.NO_CLUE for state in shown)
        )
        self._easy = SingleClues(game.start, Budget(None)) if self._is_plain else None

    def grades(self) -> Iterator[Grade]:
        """Yield the grade of each opening."""
        for number, opening in enumerate(self._game.openings):
            grade = self._grade(opening, is_first=number == 0)
            self._kb.tell_all(opening.shown)
            if self._easy is not None:
                self._easy.show(opening.shown)
            yield self._with_chances_to_win(grade)

    def _grade(self, opening: Opening, *, is_first: bool) -> Grade:
        if is_first and self._game.first_click is not FirstClick.UNPROTECTED:
            return self._made(opening, Kind.PROVED, Fraction(0), Fraction(0), level=0)
        chances = chances_of(self._kb, opening.cells)
        risk, least = chances
        if chances.kind is Kind.PROVED:
            return self._proved(opening)
        if chances.kind is Kind.BLUNDER:
            return self._blunder(opening, least)
        fifty = self._fifty(opening.cells, risk)
        details: dict[str, Any] = {"fifty": fifty}
        if chances.kind is Kind.NEEDLESS:
            return self._needless(opening, risk, details)
        kind = Kind.DEAD if fifty else chances.kind
        if kind is Kind.RISKIER:
            details["better"] = least.cells
        return self._made(opening, kind, risk, least.probability, **details)

    def _made(
        self, opening: Opening, kind: Kind, risk: Fraction, best: Fraction, **more: Any
    ) -> Grade:
        board = self._kb.board
        return Grade(board=board, opening=opening, kind=kind, risk=risk, best=best, **more)

    def _proved(self, opening: Opening) -> Grade:
        """Judge an opening of cells that are proved safe, with the reason of the hardest."""
        level, reason = max(map(self._why, opening.cells), key=lambda why: why[0])
        return self._made(
            opening, Kind.PROVED, Fraction(0), Fraction(0), level=level, reason=reason
        )

    def _why(self, cell: Cell) -> tuple[int, Explanation | Step]:
        """Return the level of a cell that is proved safe, and the reason why it is safe."""
        board = self._kb.board
        if self._easy is None:
            explanation = self._kb.explain(cell, steps=True)
            return max(step.level for step in explanation.steps or ()), explanation
        step = self._easy.step(board, cell)
        if step is not None:
            return 1, step
        level = self._easy.level(board, cell, self._kb.consequences())
        return level, self._kb.explain(cell)

    def _blunder(self, opening: Opening, least: LeastRisky) -> Grade:
        count = self._kb.count()
        mines = [cell for cell in opening.cells if count.probability(cell) == 1]
        # A chord can be sure to hit one of several cells, of which none is proved a mine.
        reason = self._kb.explain(mines[0], smallest=True) if mines else None
        better = least.cells if least.probability < 1 else ()
        return self._made(
            opening, Kind.BLUNDER, Fraction(1), least.probability, better=better, reason=reason
        )

    def _needless(self, opening: Opening, risk: Fraction, details: dict[str, Any]) -> Grade:
        """Judge a needless guess, and name the nearest safe cell of those with an easy proof."""
        board, single = self._kb.board, self._easy
        every = sorted(self._kb.consequences().safe)
        easy: Sequence[Cell] = ()
        if single is not None:
            easy = [cell for cell in every if single.step(board, cell) is not None]
        if not easy:
            step = self._kb.next_step(safe=True)
            easy = every if step is None else step.safe
        first = min(easy, key=lambda cell: (_away(cell, opening.cells[0]), cell))
        better = (first, *(cell for cell in every if cell != first))
        reason = self._kb.explain(first, smallest=True)
        return self._made(
            opening, Kind.NEEDLESS, risk, Fraction(0), better=better, reason=reason, **details
        )

    def _fifty(self, cells: tuple[Cell, ...], risk: Fraction) -> tuple[Cell, ...]:
        """Return the 50/50 that a guess belongs to, if it has to be guessed anyway."""
        if len(cells) > 1 or risk > Fraction(1, 2) or not self._is_plain:
            return ()
        board = self._kb.board
        number = board.number(cells[0])
        fifty = fifty_of(WhatIf.of(board, time_limit=self._time_limit), number)
        if fifty is None:
            return ()
        return tuple(map(board.cell, sorted((*fifty.halves[0], *fifty.halves[1]))))

    def _with_chances_to_win(self, grade: Grade) -> Grade:
        """Complete the grade of an opening by the chances to win before and after a guess."""
        if not self._search or grade.kind is Kind.PROVED or not self._is_plain:
            return grade
        after = self._win_chance(self._kb.board) if grade.survived else Fraction(0)
        return replace(grade, win_before=self._win_chance(grade.board), win_after=after)

    def _win_chance(self, board: Board) -> Fraction | None:
        limit = _SEARCH if self._time_limit is None else min(_SEARCH, self._time_limit)
        try:
            return win_chance(
                board,
                first_click=self._game.first_click,
                layouts=IN_PLAY,
                time_limit=limit,
            )
        except LimitError:
            return None


def _away(first: Cell, second: Cell) -> int:
    """Count the rows or columns that two cells are apart."""
    return max(abs(first.row - second.row), abs(first.column - second.column))
