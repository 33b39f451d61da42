"""Grading an opening: of what kind it is, and which cells would have been better."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from logicsweep.board.board import Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.errors import IllegalMoveError
from logicsweep.games.told.grades import Grade
from logicsweep.games.told.opening import Kind, Opening, by_distance, chances_of
from logicsweep.games.told.told import Told
from logicsweep.knowledge.base import KnowledgeBase
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
    told = Told(board, FirstClick.UNPROTECTED, time_limit=time_limit, kb=kb)
    return grade_of(told, Opening((cell,), {}))


def grade_of(told: Told, opening: Opening) -> Grade:
    """Judge an opening that is not made yet, by what its player was told.

    Levels by single clues and 50/50s are those of plain boards (`Told.is_plain`).

    Raises:
        MissingDensityError: A probability depends on a density that is unknown.
        InconsistentBoardError: No layout agrees with the position.
        LimitError: A question took longer than its limit.
    """
    if told.is_protected:
        none = Fraction(0)
        return _graded(told, opening, Kind.PROVED, none, none, level=0)
    chances = chances_of(told.facts, opening.cells)
    risk, least = chances
    best, first = least.probability, opening.cells[0]
    if chances.kind is Kind.PROVED:
        level, reason = max((_why(told, cell) for cell in opening.cells), key=lambda why: why[0])
        return _graded(told, opening, Kind.PROVED, risk, best, level=level, reason=reason)
    if chances.kind is Kind.BLUNDER:
        better = by_distance(least.cells, first) if best < 1 else ()
        why_mine = _why_mine(told, opening)
        return _graded(told, opening, Kind.BLUNDER, risk, best, better=better, reason=why_mine)
    fifty = _fifty(told, opening.cells, risk)
    if chances.kind is Kind.NEEDLESS:
        better, why_safe = _easiest(told, first)
        return _graded(
            *(told, opening, Kind.NEEDLESS, risk, best), better=better, reason=why_safe, fifty=fifty
        )
    if fifty:
        return _graded(told, opening, Kind.DEAD, risk, best, fifty=fifty)
    better = by_distance(least.cells, first) if chances.kind is Kind.RISKIER else ()
    return _graded(told, opening, chances.kind, risk, best, better=better)


def _graded(
    told: Told, opening: Opening, kind: Kind, risk: Fraction, best: Fraction, **more: Any
) -> Grade:
    return Grade(board=told.board, opening=opening, kind=kind, risk=risk, best=best, **more)


def _why(told: Told, cell: Cell) -> tuple[int, Explanation | Step]:
    """Return the level of a cell that is proved safe, and the reason why it is safe."""
    kb, board, easy = told.kb, told.board, told.easy
    if easy is None or not told.is_plain:
        explanation = kb.explain(cell, steps=True)
        return max(step.level for step in explanation.steps or ()), explanation
    step = easy.step(board, cell)
    if step is not None:
        return 1, step
    return easy.level(board, cell, kb.consequences()), kb.explain(cell)


def _why_mine(told: Told, opening: Opening) -> Explanation | None:
    """Explain a mine of the cells; a chord can be sure to hit one, and none is proved."""
    mines = [cell for cell in opening.cells if told.facts.mines[cell]]
    return told.kb.explain(mines[0], smallest=True) if mines else None


def _easiest(told: Told, place: Cell) -> tuple[tuple[Cell, ...], Explanation]:
    """Return the safe cells, the nearest of those with an easy proof first, and its proof."""
    kb, board = told.kb, told.board
    every = by_distance(told.facts.safe_cells, place)
    easy: Sequence[Cell] = ()
    if told.easy is not None and told.is_plain:
        single = told.easy
        easy = [cell for cell in every if single.step(board, cell) is not None]
    if not easy:
        step = kb.next_step(safe=True)
        easy = every if step is None else by_distance(step.safe, place)
    better = (easy[0], *(cell for cell in every if cell != easy[0]))
    return better, kb.explain(easy[0], smallest=True)


def _fifty(told: Told, cells: tuple[Cell, ...], risk: Fraction) -> tuple[Cell, ...]:
    """Return the 50/50 that a guess belongs to, if it has to be guessed anyway."""
    if len(cells) > 1 or risk > Fraction(1, 2) or not told.is_plain:
        return ()
    board = told.board
    fifty = fifty_of(WhatIf.of(board, time_limit=told.time_limit), board.number(cells[0]))
    if fifty is None:
        return ()
    return tuple(map(board.cell, sorted((*fifty.halves[0], *fifty.halves[1]))))
