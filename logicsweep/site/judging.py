"""Judgements of single moves for the page, by the code that reviews use."""

from __future__ import annotations

from typing import Final

from logicsweep.answers import page, requests
from logicsweep.board.board import Cell
from logicsweep.errors import InconsistentBoardError
from logicsweep.games.told.grading import grade_cell
from logicsweep.reasons.wording import conflict_words
from logicsweep.site.desk import Desk, Messages

# The most cells that a judgement names as better.
_NAMED: Final = 12


def judge_move(asked: requests.JudgeMove, desk: Desk) -> Messages:
    """Yield what the opening of a covered cell would be."""
    kb = desk.knowledge_base(asked.board, asked.liars, asked.program)
    cell = Cell.of(asked.cell)
    try:
        grade = yield from desk.watched(
            "judging the move",
            lambda: grade_cell(kb.copy(), cell, time_limit=desk.time_limit),
            lambda: kb.counted,
        )
    except InconsistentBoardError as conflict:
        raise ValueError(conflict_words(kb.board, conflict)) from None
    yield page.message(
        page.Move,
        cell=cell,
        kind=grade.kind.value,
        risk=grade.risk,
        best=grade.best,
        better=grade.better[:_NAMED],
        fifty=grade.fifty,
        because=grade.because,
    )
