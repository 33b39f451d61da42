"""The JSON answer of `diagnose`."""

from __future__ import annotations

from typing import ClassVar

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.reasons.diagnosis import Conflict, CorrectionSet, Diagnosis as Found


class Diagnosis(base.AboutBoard, kw_only=True, frozen=True):
    """The clues of a board that conflict, and sets of clues that may be wrong.

    All lists are empty for a consistent board: no clue has to be wrong.

    Attributes:
        consistent: Whether some layout satisfies the board.
    """

    value: ClassVar = Found
    consistent: bool
    model: str
    all_conflicts: bool
    all_correction_sets: bool
    total_suspect: bool
    conflicts: tuple[Conflict, ...]
    correction_sets: tuple[CorrectionSet, ...]


def diagnosis(asked: Asked, outcome: Found) -> Diagnosis:
    """Answer what is wrong with a board, or that nothing is."""
    answer = base.filled(
        Diagnosis,
        outcome,
        **base.about(asked, outcome.board),
        consistent=outcome.is_consistent,
    )
    if outcome.is_consistent:
        return answer
    text = f"the board is inconsistent{asked.note}"
    return base.failing(answer, text, "inconsistent", read_as=asked.read_as)
