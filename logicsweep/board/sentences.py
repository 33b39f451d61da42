"""The sentences about ordinary boards: one table, which Python and the page's worker share.

Which sentence is said, and with which values, is decided by the functions that use the table:
`reasons/wording.py` and those above it, and `site/browser/worker/saying.js`.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

# The most cells or clues to name in a sentence.
LISTED: Final = 12

SENTENCES: Final[Mapping[str, str]] = MappingProxyType(
    {
        # Clues, lists and the mine count.
        "clue": "the {sign} at {cell}",
        "more_cells": "{number} more cells",
        "more_clues": "{number} more clues",
        "mine_count": "the mine count ({count})",
        "range": "{least} to {most}",
        "range_of_mines": "{range} mines",
        # Verdicts, behind the names of cells.
        "is_safe": "is safe",
        "are_safe": "are safe",
        "is_mine": "is a mine",
        "are_mines": "are mines",
        "is_undetermined": "is undetermined",
        # The statement of the mine count.
        "is_known": "{mine_count} is too low: {mines} is known",
        "are_known": "{mine_count} is too low: {mines} are known",
        "no_mine": "no mine",
        "leaves_for_one": "the mine count leaves {mines} for the one covered cell",
        "leaves_for_all": "the mine count leaves {mines} for the {number} covered cells",
        "leaves_for_other": "the mine count leaves {mines} for the other covered cell",
        "leaves_for_others": "the mine count leaves {mines} for the {number} other covered cells",
        # The statement of a clue, behind its name.
        "needs_exactly": "needs exactly {mines}",
        "needs_none": "needs no mine",
        "needs_no_more": "needs no more mine",
        "cannot_be_met": "cannot be met",
        "among": "{says} in {cells}",
        # Explanations.
        "explanation": "{cell} {verdict}: {reasons}; so {conclusion}.",
        "cannot_be_mine": "it cannot be a mine",
        "cannot_be_safe": "it cannot be safe",
        "counterexample": "{cell} {verdict}: one layout has a mine there and one has none, and "
        "they differ only {where}.",
        "there": "there",
        "there_and_in": "there and in {cells}",
        # Steps from one clue.
        "every_mine": "{clue} needs a mine in every covered cell around it",
        "every_other_mine": "{clue} needs a mine in every other covered cell around it",
        "no_mine_around": "{clue} has no mine around it",
        "has_all": "{clue} has all its mines",
        "given_one": "{given}, so {step}",
        # Steps from several sources.
        "so": "{reasons}; so {decided}",
        "mine_fails": "{reasons}; a mine at {split} leads to a contradiction, by single clues in "
        "turn; so {decided}",
        "safe_fails": "{reasons}; no mine at {split} leads to a contradiction, by single clues in "
        "turn; so {decided}",
        "either_way": "{reasons}; whether {split} is a mine or not, single clues in turn prove "
        "that {decided}",
        "given": "as {given}, {step}",
        # Conflicts.
        "one_wrong": "the board is inconsistent: {names} cannot be right",
        "not_both": "the board is inconsistent: {names} cannot both be right",
        "not_all": "the board is inconsistent: {names} cannot all be right",
        # Probabilities.
        "percent": "{number} %",
        "nearly_0": "less than 0.01 %",
        "nearly_100": "more than 99.99 %",
        # Grades of openings.
        "first_cell": "The first cell is safe by the rules of the game.",
        "proved": "Proved at level {level}: {reason}",
        "needless": "A needless guess with a risk of {risk}{why}",
        "because": ": {reason}",
        "blunder": "A blunder: {reason}",
        "sure_mine": "a mine is sure.",
        "least_risk": "You had to guess; the risk of {risk} was the least.",
        "riskier": "You had to guess. {cells} had a risk of {risk}; {better} only {best}.",
        "dead": "A guess with a risk of {risk}.",
        "fifty": " It belongs to a 50/50 that nothing still to be learned settles, {cells}.",
    }
)


def say(sentence: str, **values: object) -> str:
    """Return a sentence of the table with its placeholders filled.

    Raises KeyError for a sentence that is not in the table, or without a value for a placeholder.
    """
    return SENTENCES[sentence].format(**values)
