"""Diagnoses in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import Board
from logicsweep.board.clue import Code
from logicsweep.errors import counted, listed
from logicsweep.reasons.wording import chance_words, clue_words

if TYPE_CHECKING:
    from logicsweep.answers.reasons import Diagnosis
    from logicsweep.reasons.diagnosis import Conflict, CorrectionSet

# How many sets to list, and how many clues to name in each; JSON has them all.
_SETS: Final = 10
_LISTED: Final = 12


def diagnosis_lines(answer: Diagnosis, board: Board) -> Iterator[str]:
    """Say what conflicts, and what is likely to be wrong."""
    conflicts, corrections = answer.conflicts, answer.correction_sets
    if not conflicts:
        yield "The board is consistent: there is nothing to diagnose."
        return
    if not corrections:
        what = listed(_others(conflicts[0]))
        yield f"No layout meets {what}, whatever the clues say: no clue is to blame."
        return
    lines = [_conflict_words(board, conflict) for conflict in conflicts]
    yield from _sets("conflicting clues", "smallest first", lines, answer.all_conflicts)
    lines = [_correction_words(board, correction) for correction in corrections]
    order = f"likeliest first ({answer.model})"
    yield from _sets("clues that may be wrong", order, lines, answer.all_correction_sets)
    if answer.total_suspect:
        yield "Or the mine count alone is wrong: the clues agree with one another."
    if not any(correction.probability for correction in corrections):
        yield f"Under the clue model {answer.model} none of these can be wrong."


def _others(conflict: Conflict) -> list[str]:
    """Name what conflicts beside clues."""
    return [*(["the mine count"] if conflict.uses_total else []), *conflict.further]


def _conflict_words(board: Board, conflict: Conflict) -> str:
    names = [*[clue_words(board, cell) for cell in conflict.clues], *_others(conflict)]
    return f"  {_listed(names)}"


def _correction_words(board: Board, correction: CorrectionSet) -> str:
    names, ruled = [], board.placed_rules
    for cell, values in zip(correction.clues, correction.values, strict=True):
        signs = [str(value) if ruled is None else ruled.sign(Code(value)) for value in values]
        # Of letters there may be none for so many mines.
        names.append(f"{clue_words(board, cell)} should be {' or '.join(signs) or 'blank'}")
    return f"  {chance_words(correction.probability):>17}  {_listed(names)}"


def _listed(names: Sequence[str]) -> str:
    if len(names) > _LISTED:
        names = [*names[:_LISTED], f"{len(names) - _LISTED:,} more"]
    return listed(names)


def _sets(what: str, order: str, lines: Sequence[str], has_all: bool) -> Iterator[str]:
    """List minimal sets, or the first of them, below what they are and how they are ordered."""
    number, more = len(lines), "" if has_all else " (there may be more)"
    ordered = f", {order}" if number > 1 else ""
    yield f"{counted(number, 'minimal set')} of {what}{more}{ordered}:"
    yield from lines[:_SETS]
    if number > _SETS:
        yield f"  and {number - _SETS:,} more (--json lists them)"
