"""The JSON answer of `diagnose`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from logicsweep.explain.diagnosis import Diagnosis as Found
from logicsweep.render.asked import Asked, Trouble
from logicsweep.render.json.base import (
    AboutBoard,
    Cells,
    Exact,
    InconsistentKind,
    Message,
    No,
    Nowhere,
    Number,
    ReadAs,
    Yes,
    about,
    exact,
    pairs,
    trouble,
)


class Conflict(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A minimal unsatisfiable subset of the clues."""

    clues: Annotated[Cells, Meta(description="The cells of these clues, in reading order.")]
    uses_total: Annotated[
        bool, Meta(description="Whether they conflict only together with the mine count.")
    ]
    further: Annotated[
        tuple[str, ...],
        Meta(description="The rules, constraints and program that they conflict with, by name."),
    ]


class CorrectionSet(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A minimal correction set: if these clues are wrong, the others are consistent."""

    clues: Annotated[Cells, Meta(description="The cells of these clues, in reading order.")]
    probability: Annotated[
        Exact,
        Meta(
            description="The posterior probability that exactly these clues are wrong, given that "
            "the wrong ones are one of the sets listed."
        ),
    ]
    values: Annotated[
        tuple[tuple[Number, ...], ...],
        Meta(
            description="For each of these clues, in the same order, the numbers of mines that "
            "can be next to its cell if the clues outside the set are right; under a rule for "
            "clues, the numbers that stand for what it can show."
        ),
    ]


class NothingToDiagnose(AboutBoard, kw_only=True, frozen=True):
    """A consistent board: no clue has to be wrong, and all lists are empty."""

    consistent: Yes
    model: Annotated[
        str, Meta(description="The clue model that ranks correction sets: how clues go wrong.")
    ]
    all_conflicts: Annotated[bool, Meta(description="Whether every conflict is listed.")]
    all_correction_sets: Annotated[
        bool, Meta(description="Whether every minimal correction set is listed.")
    ]
    total_suspect: Annotated[
        bool,
        Meta(
            description="Whether the clues agree with one another, so that the mine count alone "
            "may be wrong."
        ),
    ]
    conflicts: Annotated[
        tuple[Conflict, ...],
        Meta(description="Minimal unsatisfiable subsets of the clues, the smallest first."),
    ]
    correction_sets: Annotated[
        tuple[CorrectionSet, ...],
        Meta(
            description="Minimal correction sets, the likeliest first; empty if the mine count "
            "cannot be met whatever the clues say."
        ),
    ]


class Diagnosis(NothingToDiagnose, kw_only=True, frozen=True):
    """The clues of an inconsistent board that conflict, and sets of clues that may be wrong."""

    consistent: No
    error: Message
    kind: InconsistentKind
    place: Nowhere
    read_as: ReadAs


def nothing_to_diagnose(asked: Asked, found: Found) -> NothingToDiagnose:
    """The answer about a consistent board."""
    return NothingToDiagnose(**_fields(asked, found), consistent=True)


def diagnosis(asked: Asked, why: Trouble, found: Found, read_as: str | None) -> Diagnosis:
    """The answer about an inconsistent board."""
    return Diagnosis(**_fields(asked, found), consistent=False, **trouble(why), read_as=read_as)


def _fields(asked: Asked, found: Found) -> dict[str, Any]:
    return {
        **about(asked, found.board),
        "model": found.model,
        "all_conflicts": found.all_conflicts,
        "all_correction_sets": found.all_correction_sets,
        "total_suspect": found.is_total_suspect,
        "conflicts": tuple(
            Conflict(clues=pairs(one.clues), uses_total=one.uses_total, further=one.constraints)
            for one in found.conflicts
        ),
        "correction_sets": tuple(
            CorrectionSet(
                clues=pairs(one.clues),
                probability=exact(one.probability),
                values=tuple(one.values[cell] for cell in one.clues),
            )
            for one in found.correction_sets
        ),
    }
