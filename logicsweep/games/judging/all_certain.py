"""Lists of all that is certain in an answer, such as `safe: (0,1) (2,3); mines: (4,4)`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.errors import quoted
from logicsweep.games.judging.claims import ClaimError, VerdictClaim
from logicsweep.games.judging.items import Item, Kind, unclear

_SAFE: Final = "safe"
_NAMES: Final = {"safe": _SAFE, "mine": "mines", "mines": "mines", "bombs": "mines"}
_NOUNS: Final = frozenset(("cells", "squares", "tiles"))
_BETWEEN: Final = frozenset((",", ";", "and", "[", "]", "\n", "."))
_HEAD: Final = frozenset(
    (
        *("all", "the", "certain", "certainly", "definitely", "provably", "proved", "proven"),
        *("guaranteed", "known", "so", "therefore", "thus", "hence", "and", "answer", "final"),
        *(":", "→"),
    )
)


def without_lists(items: Sequence[Item], about: Cell | None) -> list[Item]:
    """Replace lists of safe cells and mines by the claim that they are all that is certain.

    Nothing is replaced if one cell was asked about. Raises `ClaimError` for a list with other words
    before or behind it, and for two lists of one name.
    """
    result: list[Item] = []
    parts: dict[str, set[Cell]] = {}
    at = last = 0  # `last` is where the last list ends in the result
    while at < len(items):
        begin = None if about is not None else _begin(items, at)
        if begin is None:
            result.append(items[at])
            at += 1
            continue
        name = _NAMES[items[at].text]
        cells, at = _cells(items, begin)
        head = _popped_head(result)
        if parts and any(item.kind is not Kind.BREAK for item in result[last:]):
            raise _doubt(items[begin - 1])
        if any(item.text not in _HEAD for item in head) or parts.get(name, cells) != cells:
            raise _doubt(head[0] if head else items[begin - 1])
        parts[name] = cells
        last = len(result)
    if not parts:
        return result
    claim = VerdictClaim.all_certain(parts.get(_SAFE, ()), parts.get("mines", ()))
    end = Item(Kind.BREAK, "\n", is_spaced=True)
    whole = Item(Kind.CLAIM, str(claim), claim=claim, is_spaced=True)
    before = result[:last]
    if before and before[-1].kind is not Kind.BREAK:
        before.append(end)
    return [*before, whole, end, *result[last:]]


def _begin(items: Sequence[Item], at: int) -> int | None:
    """Return where the list of a label begins; None if there is no label, or no list behind it."""
    if items[at].text not in _NAMES or items[at].kind is not Kind.WORD:
        return None
    colon = at + 1
    if colon < len(items) and items[colon].text in _NOUNS:
        colon += 1
    if colon >= len(items) or items[colon].text != ":":
        return None
    for item in items[colon + 1 : colon + 4]:
        if item.kind in (Kind.CELL, Kind.UNCLEAR_CELL) or item.text == "none":
            return colon + 1
        if item.text not in _BETWEEN:
            return None
    return None


def _cells(items: Sequence[Item], at: int) -> tuple[set[Cell], int]:
    """Return the cells of a list, and where it ends. Raises `ClaimError` if it goes on in words."""
    cells: set[Cell] = set()
    is_none = False
    begin = at
    while at < len(items):
        item = items[at]
        if item.kind is Kind.UNCLEAR_CELL:
            raise unclear(item)
        if item.cell is not None:
            cells.add(item.cell)
        elif item.text == "none":
            is_none = True
        elif item.text not in _BETWEEN:
            break
        at += 1
    is_end = at == len(items) or items[at].text in _NAMES or items[at - 1].text in ("\n", ".", ";")
    if is_none == bool(cells) or not is_end:
        raise _doubt(items[min(at, len(items) - 1)] if not is_end else items[begin])
    return cells, at


def _popped_head(result: list[Item]) -> list[Item]:
    """Take the words before a label away, from the end of the last sentence on."""
    head: list[Item] = []
    while result and result[-1].kind in (Kind.WORD, Kind.SIGN) and result[-1].text not in ".;!?":
        head.append(result.pop())
    return head[::-1]


def _doubt(item: Item) -> ClaimError:
    return ClaimError(
        f"{quoted(item.text)} leaves the list of cells in doubt; expected "
        "`safe: (0,1) (2,3); mines: (4,4)`"
    )
