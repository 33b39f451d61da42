"""The mine count among the reasons of an answer: named, or said not to be needed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.items import Item, ItemKind

_NAME: Final = r"(?:the )?(?:total )?(?:mine[ -]count|number of mines|total number of mines)"
_VERB: Final = r"(?:needed|required|necessary|used)"
_NEEDLESS: Final = re.compile(
    rf"\b(?:{_NAME} (?:: )?(?:(?:is|was) )?(?:not|isn't) {_VERB}"
    rf"|{_NAME} (?:is |: )?(?:unneeded|unnecessary|irrelevant)"
    rf"|{_NAME} (?:(?:is )?{_VERB} )?: no"
    rf"|{_NAME} does(?: not|n't) matter"
    rf"|(?:we|i|you) (?:do not|don't) need {_NAME}"
    rf"|no (?:need (?:for|of) )?{_NAME}(?: (?:is )?{_VERB})?"
    rf"|(?:not {_VERB} : |without (?:needing |using )?|not )(?:of |for )?{_NAME})"
    r"(?: (?:here|beside them|for this|at all))?(?= |$)"
)
_NEEDED: Final = re.compile(
    rf"\b{_NAME}(?: (?:: )?(?:(?:is|was) )?(?:also )?(?:{_VERB}(?: : yes)?|yes)"
    r"(?: as well| too)?)?(?= |$)"
)
_BECAUSE: Final = frozenset(("because", "since"))
_DOUBTS: Final = words.DOUBT | words.CONDITION | frozenset(("count", "number"))
_AROUND: Final = frozenset((",", ";", ":", ".", "(", ")", "and", "but", "so", "also", "here", "-"))


def without_mine_count(line: str) -> tuple[str, bool | None]:
    """Return a line of words without the mine count, and whether that is needed.

    None if it is not named. A line that says both names it still.
    """
    rest, denials = _NEEDLESS.subn(" ", line)
    if denials:
        return rest, False
    rest, names = _NEEDED.subn(" ", line)
    return rest, (True if names else None)


def says_mine_count(items: Sequence[Item]) -> bool | None:
    """Tell whether a sentence says that the mine count is needed; None if it says more, or less."""
    reason = next((at for at, item in enumerate(items) if item.text in _BECAUSE), len(items))
    if not _DOUBTS.isdisjoint(item.text for item in items[reason:]):
        return None
    items = items[:reason]
    if any(item.kind not in (ItemKind.WORD, ItemKind.SIGN) for item in items):
        return None
    rest, is_needed = without_mine_count(" ".join(item.text for item in items))
    return is_needed if _AROUND.issuperset(rest.split()) else None
