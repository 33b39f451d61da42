"""The JSON answer of `diagnose`."""

from __future__ import annotations

from msgspec import Struct

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.reasons.diagnosis import Diagnosis as Found


class Conflict(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A minimal unsatisfiable subset of the clues.

    Attributes:
        clues: The cells of these clues, in reading order.
        uses_total: Whether they conflict only together with the mine count.
        further: The rules, constraints and program that they conflict with, by name.
    """

    clues: base.Cells
    uses_total: bool
    further: tuple[str, ...]


class CorrectionSet(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A minimal correction set: if these clues are wrong, the others are consistent.

    Attributes:
        clues: The cells of these clues, in reading order.
        probability: The posterior probability that exactly these clues are wrong, given that the
            wrong ones are one of the sets listed.
        values: For each of these clues, in the same order, the numbers of mines that can be next to
            its cell if the clues outside the set are right; under a rule for clues, the numbers
            that stand for what it can show.
    """

    clues: base.Cells
    probability: base.Exact
    values: tuple[tuple[base.Number, ...], ...]


class Diagnosis(base.AboutBoard, kw_only=True, frozen=True):
    """The clues of a board that conflict, and sets of clues that may be wrong.

    All lists are empty for a consistent board: no clue has to be wrong.

    Attributes:
        model: The clue model that ranks correction sets: how clues go wrong.
        consistent: Whether some layout satisfies the board.
        all_conflicts: Whether every conflict is listed.
        all_correction_sets: Whether every minimal correction set is listed.
        total_suspect: Whether the clues agree with one another, so that the mine count alone may be
            wrong.
        conflicts: Minimal unsatisfiable subsets of the clues, the smallest first.
        correction_sets: Minimal correction sets, the likeliest first; empty if the mine count
            cannot be met whatever the clues say.
    """

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
        total_suspect=outcome.is_total_suspect,
        conflicts=tuple(
            [base.filled(Conflict, each, further=each.constraints) for each in outcome.conflicts]
        ),
        correction_sets=tuple(
            [
                base.filled(
                    CorrectionSet, each, values=tuple([each.values[at] for at in each.clues])
                )
                for each in outcome.correction_sets
            ]
        ),
    )
    if outcome.is_consistent:
        return answer
    text = f"the board is inconsistent{asked.note}"
    return base.failing(answer, text, "inconsistent", read_as=asked.read_as)
