"""Lists of all that is certain in an answer, such as `safe: (0,1) (2,3); mines: (4,4)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.errors import quoted
from logicsweep.lab.judging.claims import ClaimError, VerdictClaim
from logicsweep.lab.judging.items import Item, ItemKind, unclear

_SAFE: Final = "safe"
_MINES: Final = "mines"
_NAMES: Final = {"safe": _SAFE, "mine": _MINES, "mines": _MINES, "bombs": _MINES}
# Words that speak of one of the two parts, and may be a list that is not understood.
_WORDS: Final = {
    _SAFE: frozenset(("safe", "unsafe", "safely", "mine-free")),
    _MINES: frozenset(("mine", "mines", "bomb", "bombs")),
}
_NOUNS: Final = frozenset(("cell", "cells", "square", "squares", "tile", "tiles"))
_BETWEEN: Final = frozenset((",", ";", "and", "[", "]", "{", "}", "\n", "."))
_HEAD: Final = frozenset(
    (
        *("all", "the", "certain", "certainly", "definitely", "provably", "proved", "proven"),
        *("guaranteed", "known", "so", "therefore", "thus", "hence", "and", "answer", "final"),
        *("only", ":", "→"),
    )
)
_NONE: Final = frozenset(
    (
        *("there are no certain cells", "there is no certain cell", "no cell is certain"),
        *("no cells are certain", "no covered cell is certain", "no covered cells are certain"),
        *("none of the cells is certain", "none of the cells are certain", "no certain cells"),
        *("none of the covered cells is certain", "none of the covered cells are certain"),
    )
)
_LONGEST_LABEL: Final = 8
_END: Final = Item(ItemKind.BREAK, "\n", is_spaced=True)


def without_lists(items: Sequence[Item], about: Cell | None) -> list[Item]:
    """Replace lists of safe cells and mines by the claim that they are all that is certain.

    A list stands behind `safe:`; if there is none, behind `the safe cells are`. Nothing is replaced
    if one cell was asked about. Raises `ClaimError` for a list with other words before or behind
    it, for two lists of one name, and for words near it that may be another list.
    """
    if about is not None:
        return list(items)
    items = _without_none(items)
    for links in ((":", "="), ("are", "is")):
        result: list[Item] = []
        parts: dict[str, set[Cell]] = {}
        first = last = at = 0  # where the first list begins in the result, and the last one ends
        while at < len(items):
            label = _label(items, at, links)
            if label is None:
                result.append(items[at])
                at += 1
                continue
            name = _NAMES[items[at].text]
            begin, most = label
            try:
                cells, end = _cells(items, begin, most, is_sentence=":" not in links)
            except ClaimError:
                if ":" in links:
                    raise
                result.append(items[at])  # a sentence that says more
                at += 1
                continue
            at = end
            head = _popped_head(result)
            if parts and any(item.kind is not ItemKind.BREAK for item in result[last:]):
                raise _doubt(items[begin - 1])
            if any(item.text not in _HEAD for item in head) or parts.get(name, cells) != cells:
                raise _doubt(head[0] if head else items[begin - 1])
            first = first if parts else len(result)
            parts[name] = cells
            last = len(result)
        if parts and (":" in links or len(parts) == len(_WORDS)):
            return _replaced(result, first, last, parts)
    return items


def _replaced(items: list[Item], first: int, last: int, parts: dict[str, set[Cell]]) -> list[Item]:
    claim = VerdictClaim.all_certain(parts.get(_SAFE, ()), parts.get(_MINES, ()))
    before, behind = items[:first], items[last:]
    for name, speaks in _WORDS.items():
        if name not in parts:
            _check_silent([*before, _END, *behind], speaks)
    _check_silent(_beside(before[::-1])[::-1], _WORDS[_SAFE] | _WORDS[_MINES], set(claim.verdicts))
    whole = Item(ItemKind.CLAIM, str(claim), claim=claim, is_spaced=True)
    return [
        *before,
        *([_END] if before and before[-1].kind is not ItemKind.BREAK else []),
        whole,
        _END,
        *behind,
    ]


def _check_silent(
    items: Sequence[Item], speaks: frozenset[str], cells: set[Cell] | None = None
) -> None:
    """Raise `ClaimError` if items speak of safe cells or mines, beside those that are given."""
    if cells is not None:
        named = {
            item.cell
            for before, item in zip([_END, *items], items, strict=False)
            if item.kind in (ItemKind.CELL, ItemKind.UNCLEAR_CELL) and before.text != "at"
        }
        if named <= cells:
            return
    for item in items:
        if item.text in speaks:
            raise _doubt(item)


def _beside(items: Sequence[Item]) -> list[Item]:
    """Return the items up to the second end of a line, if that follows another line at once."""
    start = 0 if not items or items[0].kind is not ItemKind.BREAK else 1
    for at in range(start, len(items)):
        if items[at].kind is ItemKind.BREAK:
            return list(items[start:at])
    return list(items[start:])


def _label(items: Sequence[Item], at: int, links: Sequence[str]) -> tuple[int, int | None] | None:
    """Return where the list of a label begins, and how many cells it says that there are.

    None if there is no label, or no list behind it.
    """
    if items[at].text not in _NAMES or items[at].kind is not ItemKind.WORD:
        return None
    label = items[at + 1 : at + _LONGEST_LABEL]
    texts = [item.text for item in label]
    end = 1 if texts[:1] and texts[0] in _NOUNS else 0
    most = None
    if texts[end : end + 1] == ["("] and texts[end + 2 : end + 3] == [")"]:
        number = label[end + 1].number
        if number is None or not number.is_whole:
            return None
        most, end = int(number.value), end + 3
    if end >= len(texts) or texts[end] not in links:
        return None
    begin = at + end + 2
    for place in range(begin, min(begin + 5, len(items))):
        item = items[place]
        if item.kind in (ItemKind.CELL, ItemKind.UNCLEAR_CELL) or item.text == "none":
            return begin, most
        if item.text not in _BETWEEN and not _is_numbering(items, place):
            return None
    return None


def _is_numbering(items: Sequence[Item], at: int) -> bool:
    """Tell whether a number begins a line of a list, as in `1. (0,1)`."""
    number = items[at].number
    is_first = at > 0 and items[at - 1].kind is ItemKind.BREAK
    is_marked = at + 1 < len(items) and items[at + 1].text in (".", ")")
    return number is not None and number.is_whole and is_first and is_marked


def _cells(
    items: Sequence[Item], at: int, most: int | None, *, is_sentence: bool
) -> tuple[set[Cell], int]:
    """Return the cells of a list, and where it ends; a sentence ends with its full stop.

    Raises `ClaimError` if it goes on in words, or has not as many cells as it says.
    """
    cells: set[Cell] = set()
    is_none = False
    begin = at
    while at < len(items):
        item = items[at]
        if item.kind is ItemKind.UNCLEAR_CELL:
            raise unclear(item)
        if item.text == "." and at + 1 < len(items) and items[at + 1].text == ".":
            raise _doubt(item)  # an ellipsis
        if item.cell is not None:
            cells.add(item.cell)
        elif item.text == "none":
            is_none = True
        elif _is_numbering(items, at):
            at += 1
        elif item.text not in _BETWEEN:
            break
        at += 1
        if is_sentence and item.text == ".":
            break
    is_end = at == len(items) or items[at].text in _NAMES or items[at - 1].text in ("\n", ".", ";")
    is_wrong = most is not None and most != len(cells)
    if is_none == bool(cells) or not is_end or is_wrong:
        raise _doubt(items[min(at, len(items) - 1)] if not is_end else items[begin])
    return cells, at


def _popped_head(result: list[Item]) -> list[Item]:
    """Take the words before a label away, from the end of the last sentence on."""
    head: list[Item] = []
    while result and result[-1].kind is not ItemKind.BREAK and result[-1].text not in ".;!?":
        head.append(result.pop())
    return head[::-1]


def _without_none(items: Sequence[Item]) -> list[Item]:
    """Replace sentences that say that nothing is certain by that claim."""
    result: list[Item] = []
    start = 0
    for at in range(len(items) + 1):
        is_end = at == len(items) or items[at].text in (".", "!", "\n")
        if not is_end:
            continue
        line = " ".join(item.text for item in items[start : min(at, start + 9)])
        if at - start <= _LONGEST_LABEL and line in _NONE:
            claim = VerdictClaim({}, is_all=True)
            result += [_END, Item(ItemKind.CLAIM, str(claim), claim=claim, is_spaced=True), _END]
        else:
            result += items[start : at + 1]
        start = at + 1
    return result


def _doubt(item: Item) -> ClaimError:
    return ClaimError(
        f"{quoted(item.text)} leaves the list of cells in doubt; expected "
        "`safe: (0,1) (2,3); mines: (4,4)`"
    )
