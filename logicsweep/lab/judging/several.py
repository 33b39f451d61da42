"""Verdicts on several cells together, such as `(0,1) and (1,2) are safe`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.board.verdicts import Verdict
from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.items import Item, ItemKind

_CELLS: Final = (ItemKind.CELL, ItemKind.UNCLEAR_CELL)
# The most words between the last cell and the verdict.
_NEAR: Final = 8
_VERDICTS: Final = {**words.VERDICTS, "mines": Verdict.MINE, "bombs": Verdict.MINE}


class ClaimGroup(NamedTuple):
    """Cells with one verdict.

    Attributes:
        start: The place of the first cell among the items.
        behind: The place behind the last cell.
        end: The place behind the verdict.
        verdict: The verdict; None if it is denied or a guess.
    """

    start: int
    behind: int
    end: int
    verdict: Verdict | None


def groups_in(items: Sequence[Item]) -> Iterator[ClaimGroup]:
    """Yield the lists of two and more cells, with `and` before the last one, that have a verdict.

    Takes time in proportion to the number of items.
    """
    start = 0
    while start < len(items):
        if items[start].kind not in _CELLS:
            start += 1
            continue
        behind, joined = _list_from(items, start)
        if joined:
            yield from _said(items, start, behind)
        start = behind


def _list_from(items: Sequence[Item], start: int) -> tuple[int, bool]:
    """Return where a list of cells ends, and whether `and` stands before its last cell."""
    behind, joined = start + 1, False
    while not joined:
        at = behind
        at += at < len(items) and items[at].text == ","
        joined = at < len(items) and items[at].text == "and"
        at += joined
        if at == behind or at >= len(items) or items[at].kind not in _CELLS:
            return behind, False
        behind = at + 1
    return behind, True


def _said(items: Sequence[Item], start: int, behind: int) -> Iterator[ClaimGroup]:
    between: list[str] = []
    for end in range(behind, min(behind + _NEAR, len(items))):
        text = items[end].text
        if text in _VERDICTS:
            is_clear = between[:1] == ["are"] or between[:2] == ["must", "be"]
            is_clear &= words.LINK_OF_SEVERAL.issuperset(between)
            if between:
                yield ClaimGroup(start, behind, end + 1, _VERDICTS[text] if is_clear else None)
            return
        if text not in words.LINK_OF_SEVERAL | words.HEDGE:
            return
        between.append(text)
