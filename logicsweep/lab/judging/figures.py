"""Claims of figures in a sentence: probabilities of mines, and numbers of layouts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.around import ends, is_led, lead
from logicsweep.lab.judging.claims import ChanceClaim, CountClaim
from logicsweep.lab.judging.items import Item, ItemKind, Number
from logicsweep.lab.judging.parts import CELLS, NUMBERS, Reading, Sentence

# The most words between a number and its approximation.
_NEAR: Final = 8


def chances(sentence: Sentence, about: Cell | None) -> list[Reading]:
    """Read the probability of a mine in a sentence, about one cell if given."""
    items = sentence.items
    numbers = [item for item in items if item.kind in NUMBERS]
    if not numbers:
        return []
    is_named = not sentence.words.isdisjoint(("probability", "chance", "p"))
    is_linked = any(
        a.kind in CELLS and b.text in (":", "=", "is", "≈", "→") and c.kind in NUMBERS
        for a, b, c in zip(items, items[1:], items[2:], strict=False)
    )
    if not (is_named or sentence.words.isdisjoint(words.LAYOUTS)):
        return []  # layouts with a mine at a cell are counted
    cells = {item.cell for item in items if item.kind in CELLS}
    is_about = about is None or not cells or not cells.isdisjoint((about, None))
    if not (is_linked or (is_named and (cells or about is not None))) or not is_about:
        return []
    end = next((at for at, item in enumerate(items) if item.text in words.REASONS - {"for"}), None)
    last = max(at for at, item in enumerate(items) if item.kind in NUMBERS)
    if end:
        last_before = [at for at in range(end) if items[at].kind in NUMBERS]
        if last_before and ends(items[end:]):
            items, last = items[:end], last_before[-1]
    start = lead(items[:last])
    if not is_led(items[:start], words.HEAD):
        return [Reading(None)]
    return [_chance(items[start:], about)]


def _chance(items: Sequence[Item], about: Cell | None) -> Reading:
    items = without_approximations(items)
    for item in items:
        if item.kind in (ItemKind.UNCLEAR_CELL, ItemKind.UNCLEAR_NUMBER):
            return Reading(None, item)
    cells: set[Cell | None] = {item.cell for item in items if item.cell is not None}
    cells = cells or {about}
    texts = {item.text for item in items if item.kind in (ItemKind.WORD, ItemKind.SIGN)}
    number = consistent([item.number for item in items if item.number is not None])
    cell = cells.pop()
    if cell is None or cells or number is None or not texts <= words.CHANCE:
        return Reading(None)
    return Reading(ChanceClaim(cell, number.value, number.tolerance))


def consistent(numbers: Sequence[Number]) -> Number | None:
    """Return the most precise of numbers that are one probability, such as 1/3 and 33%.

    None if they differ by more than half a unit of their last digits, or there are none.
    """
    if not numbers:
        return None
    best = min(numbers, key=lambda number: number.tolerance)
    room = best.tolerance
    if any(abs(each.value - best.value) > each.tolerance + room for each in numbers):
        return None
    return Number(best.value, best.tolerance, is_whole=best.is_whole)


def without_approximations(items: Sequence[Item]) -> list[Item]:
    """Drop approximations that agree with the number before them, such as `, i.e. about 23%`."""
    result: list[Item] = []
    at = 0
    while at < len(items):
        result.append(items[at])
        at += 1
        end = _approximation(items, at) if result[-1].number is not None else at
        if end > at and consistent([n for n in (result[-1].number, items[end - 1].number) if n]):
            is_closed = "(" in (item.text for item in items[at:end])
            if not is_closed or (end < len(items) and items[end].text == ")"):
                at = end + is_closed
    return result


def _approximation(items: Sequence[Item], at: int) -> int:
    """Return where an approximation ends that begins here: behind its number; else its place."""
    end = at
    while end < len(items) and end - at < _NEAR and items[end].text in words.APPROXIMATELY:
        end += 1
    texts = {item.text for item in items[at:end]}
    is_decimal = end < len(items) and (number := items[end].number) and not number.is_whole
    return end + 1 if is_decimal and not texts.isdisjoint(words.ROUGHLY) else at


def counts(sentence: Sentence, _about: Cell | None) -> list[Reading]:
    """Read the number of layouts in a sentence."""
    numbers = [item for item in sentence.items if item.kind in NUMBERS]
    if not numbers or sentence.words.isdisjoint(words.LAYOUTS):
        return []
    values = {item.number.value for item in numbers if item.number and item.number.is_whole}
    others = [item for item in numbers if item.number is None or not item.number.is_whole]
    is_clear = sentence.words <= words.COUNT | words.LAYOUTS and not sentence.has_cells()
    if len(values) != 1 or others or not is_clear:
        return [Reading(None, next((item for item in others if item.number is None), None))]
    return [Reading(CountClaim(int(values.pop())))]
