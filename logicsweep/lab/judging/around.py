"""Words around a claim in its sentence: those that introduce it, reasons and asides."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.claims import Claim, MoveClaim
from logicsweep.lab.judging.items import Item, ItemKind
from logicsweep.lab.judging.statements import (
    contradicts,
    is_counterfactual,
    is_harmless,
    names_only,
)

# The most words that are looked at behind a sign.
_NEAR: Final = 8
_VALUES: Final = (ItemKind.CELL, ItemKind.UNCLEAR_CELL, ItemKind.NUMBER, ItemKind.UNCLEAR_NUMBER)
_IDLE: Final = frozenset(("the", "and", "cell", "so", "(", "[", ",", "-"))


def lead(head: Sequence[Item]) -> int:
    """Return where the reasons before a claim end, such as `Since ..., ` or `..., so `; else 0."""
    for at in range(len(head) - 1, -1, -1):
        text = head[at].text
        is_so = text == "so" and at > 0 and head[at - 1].text in (",", ";", "and")
        if is_so or text in words.HENCE:
            return at + 1
        if text == "," and head[0].text in words.PREMISE:
            return at + 1
    return 0


def is_led(head: Sequence[Item], allowed: frozenset[str]) -> bool:
    """Tell whether the words before a claim only introduce it, or are reasons for it."""
    start = lead(head)
    reasons = {item.text for item in head[:start]}
    if reasons & (words.CONDITION | words.UNFIT):
        return False
    is_reason = any(item.cell is not None for item in head[:start]) or reasons & words.EXPLAINS
    if start > 1 and not is_reason:
        return False
    return all(
        item.kind in (ItemKind.WORD, ItemKind.SIGN)
        and (before.text, item.text) != ("a", ":")  # as in `Choice A: ...`
        and (item.text in allowed or (item.text == "would" and before.text in ("i", "we")))
        for before, item in zip([*head[:1], *head][start:], head[start:], strict=False)
    )


def ends(tail: Sequence[Item], claim: Claim | None = None) -> bool:
    """Tell whether a claim ends its sentence, but for reasons and asides that confirm it."""
    at = _behind_tail(tail, _behind_layouts(tail, _behind_tail(tail, 0)))
    if at == len(tail) or names_only(tail[at:], claim):
        return True
    first, behind = tail[at], tail[at + 1 :]
    if first.text in words.REASONS:
        return _is_reason(tail[at:], claim)
    is_hyphen = first.text == "-" and not first.is_spaced  # as in `(1,2)-adjacent`
    return first.text in words.AFTER and not is_hyphen and _is_aside(first.text, behind, claim)


def _behind_tail(tail: Sequence[Item], at: int) -> int:
    while at < len(tail) and tail[at].text in words.TAIL:
        at += 1
    return at


def _is_aside(sign: str, behind: Sequence[Item], claim: Claim | None) -> bool:
    """Tell whether words behind a sign confirm a claim."""
    if not behind or (sign == "," and behind[0].text not in words.AFTER_COMMA):
        return False
    if names_only(behind, claim):
        return True
    start = next((at for at, item in enumerate(behind[:_NEAR]) if item.text not in _IDLE), None)
    if start is None or _is_value(behind[start:]):
        return False
    if behind[start].text in words.REASONS:
        return _is_reason(behind[start:], claim)
    return is_harmless(behind, claim)


def _is_value(items: Sequence[Item]) -> bool:
    """Tell whether a cell or a number comes first that is neither a clue nor certainty."""
    is_clue = len(items) > 1 and items[0].kind is ItemKind.NUMBER and items[1].text == "at"
    is_sure = items[0].number is not None and items[0].text == "100%"
    return items[0].kind in _VALUES and not is_clue and not is_sure


def _is_reason(items: Sequence[Item], claim: Claim | None) -> bool:
    """Tell whether words behind `because` and the like are a reason, not a condition or a guess."""
    first, behind = items[0].text, items[1:]
    if not behind:
        return False
    if first in ("because", "since") and is_harmless(behind, claim):
        return True
    follows = words.BEHIND_REASON.get(first)
    is_clue = first in ("as", "given") and (
        behind[0].kind is ItemKind.CELL or (len(behind) > 1 and behind[1].text == "at")
    )
    if follows is not None and behind[0].text not in follows and not is_clue:
        return False
    if first == "given" and words.EXPLAINING.isdisjoint(item.text for item in behind):
        return False
    doubts = (words.DOUBT | words.CONDITION | words.UNSURE) - {"no"}
    if isinstance(claim, MoveClaim):
        doubts -= words.OF_CHANCE
    if is_counterfactual(behind, claim):
        doubts -= words.REFUTES | {"if", "otherwise"}
    if contradicts(items, claim):
        return False
    return all(
        item.text not in doubts and item.kind is not ItemKind.UNCLEAR_CELL for item in behind
    )


def _behind_layouts(tail: Sequence[Item], at: int) -> int:
    """Return the place behind `in every layout`, if that begins here."""
    texts = [item.text for item in tail[at : at + 5]]
    if texts[:1] == ["in"] and len(texts) > 2 and texts[1] in words.EVERY:
        noun = 2
        while noun < len(texts) and texts[noun] in words.VALID:
            noun += 1
        if noun < len(texts) and texts[noun] in words.LAYOUTS:
            return at + noun + 1
    return at
