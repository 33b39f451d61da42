"""Diagnoses in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from logicsweep.board.board import Board
from logicsweep.errors import counted, listed
from logicsweep.explain.diagnosis import Conflict, CorrectionSet, Diagnosis
from logicsweep.explain.wording import chance_words, clue_words

# How many sets to list, and how many clues to name in each; JSON has them all.
_SETS: Final = 10
_LISTED: Final = 12


def diagnosis_lines(found: Diagnosis) -> Iterator[str]:
    """What conflicts, and what is likely to be wrong."""
    board = found.board
    if found.is_consistent:
        yield "The board is consistent: there is nothing to diagnose."
        return
    if not found.correction_sets:
        what = listed(_others(found.conflicts[0]))
        yield f"No layout meets {what}, whatever the clues say: no clue is to blame."
        return
    title = f"{_sets(len(found.conflicts))} of conflicting clues"
    yield _title(title, "smallest first", len(found.conflicts), found.all_conflicts)
    yield from _some([_conflict_words(board, conflict) for conflict in found.conflicts])
    title = f"{_sets(len(found.correction_sets))} of clues that may be wrong"
    yield _title(
        title,
        f"likeliest first ({found.model})",
        len(found.correction_sets),
        found.all_correction_sets,
    )
    yield from _some([_correction_words(board, one) for one in found.correction_sets])
    if found.is_total_suspect:
        yield "Or the mine count alone is wrong: the clues agree with one another."
    if not any(one.probability for one in found.correction_sets):
        yield f"Under the clue model {found.model} none of these can be wrong."


def _others(conflict: Conflict) -> list[str]:
    """What conflicts beside clues."""
    return [*(["the mine count"] if conflict.uses_total else []), *conflict.constraints]


def _conflict_words(board: Board, conflict: Conflict) -> str:
    names = [*[clue_words(board, cell) for cell in conflict.clues], *_others(conflict)]
    return f"  {_listed(names)}"


def _correction_words(board: Board, one: CorrectionSet) -> str:
    names = []
    for cell in one.clues:
        ruled = board.placed_rules
        values = [str(value) if ruled is None else ruled.sign(value) for value in one.values[cell]]
        # Of letters there may be none for so many mines.
        names.append(f"{clue_words(board, cell)} should be {' or '.join(values) or 'blank'}")
    return f"  {chance_words(one.probability):>17}  {_listed(names)}"


def _title(what: str, order: str, number: int, has_all: bool) -> str:
    more = "" if has_all else " (there may be more)"
    return f"{what}{more}{f', {order}' if number > 1 else ''}:"


def _listed(names: Sequence[str]) -> str:
    if len(names) > _LISTED:
        names = [*names[:_LISTED], f"{len(names) - _LISTED:,} more"]
    return listed(names)


def _some(lines: Sequence[str]) -> Iterator[str]:
    yield from lines[:_SETS]
    if len(lines) > _SETS:
        yield f"  and {len(lines) - _SETS:,} more (--json lists them)"


def _sets(number: int) -> str:
    return counted(number, "minimal set")
