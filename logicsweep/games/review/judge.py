"""Judging a game that was played: opening after opening, with what the player could know then."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.errors import LimitError
from logicsweep.games.claims import promised
from logicsweep.games.review.easy import SingleClues
from logicsweep.games.review.grades import Grade, Kind
from logicsweep.games.review.grading import Grader
from logicsweep.games.review.played import Opening, PlayedGame
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.reason.solvers.names import ELIMINATION
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
        self._first_click = game.first_click.left_on(game.start)
        self._search = search
        self._time_limit = time_limit
        promise: tuple[Cardinality, ...] = ()
        if game.openings:
            first = game.openings[0].cells[0]
            shows = game.openings[0].shown[first]
            promise = promised(game.start, self._first_click, first, shows)
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
        self._grader = Grader(self._kb, self._easy, time_limit=time_limit)

    def grades(self) -> Iterator[Grade]:
        """Yield the grade of each opening."""
        for number, opening in enumerate(self._game.openings):
            grade = self._grade(opening, is_first=number == 0)
            self._kb.tell_all(opening.shown)
            if self._easy is not None:
                self._easy.show(opening.shown)
            yield self._with_chances_to_win(grade)

    def _grade(self, opening: Opening, *, is_first: bool) -> Grade:
        if is_first and self._first_click is not FirstClick.UNPROTECTED:
            board, none = self._kb.board, Fraction(0)
            return Grade(
                board=board, opening=opening, kind=Kind.PROVED, risk=none, best=none, level=0
            )
        return self._grader.grade(opening)

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
                first_click=self._first_click,
                layouts=IN_PLAY,
                time_limit=limit,
            )
        except LimitError:
            return None
