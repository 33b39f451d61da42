"""Judging one opening on a board: of what kind it is, and which cells would have been better."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.errors import IllegalMoveError
from logicsweep.games.review.chances import chances_of
from logicsweep.games.review.easy import SingleClues
from logicsweep.games.review.grades import Grade, Kind
from logicsweep.games.review.played import Opening
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reasons.explanation import Explanation, Step
from logicsweep.strategy.fifty import fifty_of
from logicsweep.strategy.whatif import WhatIf


def grade_cell(kb: KnowledgeBase, cell: Cell, *, time_limit: float | None) -> Grade:
    """Judge the opening of a covered cell by what a knowledge base knows, before it shows anything.

    Flags prove nothing, and no guarantee protects the cell.

    Raises:
        IllegalMoveError: The cell is open.
        ValueError: The cell is off the board, or the knowledge base has a program.
        MissingDensityError: A probability depends on a density that is unknown.
        InconsistentBoardError: No layout agrees with the board.
        LimitError: A question took longer than its limit.
    """
    if kb.program is not None:
        raise ValueError("openings are judged only on boards without a program")
    board = kb.board
    board.number(cell)
    if not board.is_covered(cell):
        raise IllegalMoveError("the cell is open; expected a covered cell", move=cell)
    easy = SingleClues(board, Budget(time_limit)) if has_only_exact_clues(board) else None
    return Grader(kb, easy, time_limit=time_limit).grade(Opening((cell,), {}))


def has_only_exact_clues(board: Board) -> bool:
    """Return whether every open cell shows an exact clue that counts mines, and cells are alike."""
    is_silent = bool((board.grid == State.NO_CLUE).any())
    return board.is_ordinary and not board.uncertain_by_number and not is_silent


class Grader:
    """A judge of openings by a knowledge base, which is told what they show in between.

    Args:
        kb: The knowledge base.
        easy: The consequences of single clues on its board; None where it has more than exact clues
            that count mines. Then no 50/50s are looked for either.
        time_limit: The seconds that looking for a 50/50 may take; None for no limit.
    """

    def __init__(
        self, kb: KnowledgeBase, easy: SingleClues | None, *, time_limit: float | None
    ) -> None:
        self._kb = kb
        self._easy = easy
        self._time_limit = time_limit

    def grade(self, opening: Opening) -> Grade:
        """Judge an opening that is not made yet. Raises what questions to the base raise."""
        chances = chances_of(self._kb, opening.cells)
        risk, least = chances
        best, first = least.probability, opening.cells[0]
        if chances.kind is Kind.PROVED:
            return self._proved(opening)
        if chances.kind is Kind.BLUNDER:
            better = by_distance(least.cells, first) if best < 1 else ()
            reason = self._why_mine(opening)
            return self._made(opening, Kind.BLUNDER, risk, best, better=better, reason=reason)
        fifty = self._fifty(opening.cells, risk)
        if chances.kind is Kind.NEEDLESS:
            return self._needless(opening, risk, fifty)
        if fifty:
            return self._made(opening, Kind.DEAD, risk, best, fifty=fifty)
        better = by_distance(least.cells, first) if chances.kind is Kind.RISKIER else ()
        return self._made(opening, chances.kind, risk, best, better=better)

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

    def _why_mine(self, opening: Opening) -> Explanation | None:
        """Explain a mine of the cells; a chord can be sure to hit one, and none is proved."""
        count = self._kb.count()
        mines = [cell for cell in opening.cells if count.probability(cell) == 1]
        return self._kb.explain(mines[0], smallest=True) if mines else None

    def _needless(self, opening: Opening, risk: Fraction, fifty: tuple[Cell, ...]) -> Grade:
        """Judge a needless guess, and name the nearest safe cell of those with an easy proof."""
        board, single = self._kb.board, self._easy
        every = by_distance(self._kb.consequences().safe, opening.cells[0])
        easy: Sequence[Cell] = ()
        if single is not None:
            easy = [cell for cell in every if single.step(board, cell) is not None]
        if not easy:
            step = self._kb.next_step(safe=True)
            easy = every if step is None else by_distance(step.safe, opening.cells[0])
        better = (easy[0], *(cell for cell in every if cell != easy[0]))
        reason = self._kb.explain(easy[0], smallest=True)
        return self._made(
            *(opening, Kind.NEEDLESS, risk, Fraction(0)), better=better, reason=reason, fifty=fifty
        )

    def _fifty(self, cells: tuple[Cell, ...], risk: Fraction) -> tuple[Cell, ...]:
        """Return the 50/50 that a guess belongs to, if it has to be guessed anyway."""
        if len(cells) > 1 or risk > Fraction(1, 2) or self._easy is None:
            return ()
        board = self._kb.board
        number = board.number(cells[0])
        fifty = fifty_of(WhatIf.of(board, time_limit=self._time_limit), number)
        if fifty is None:
            return ()
        return tuple(map(board.cell, sorted((*fifty.halves[0], *fifty.halves[1]))))


def by_distance(cells: Iterable[Cell], place: Cell) -> tuple[Cell, ...]:
    """Sort cells by how many rows or columns they are from a place, then in reading order."""

    def away(cell: Cell) -> tuple[int, Cell]:
        return max(abs(cell.row - place.row), abs(cell.column - place.column)), cell

    return tuple(sorted(cells, key=away))
