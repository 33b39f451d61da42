"""Bare answers: a cell, a verdict or a number, with nothing else that says more."""

from __future__ import annotations

from collections.abc import Sequence

from logicsweep.board.board import Cell
from logicsweep.errors import listed
from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.claims import (
    Action,
    ChanceClaim,
    Claim,
    ClaimError,
    CountClaim,
    MoveClaim,
    VerdictClaim,
)
from logicsweep.lab.judging.figures import consistent, without_approximations
from logicsweep.lab.judging.items import Item, ItemKind, unclear


def bare_claim(items: Sequence[Item], kind: type[Claim] | None, about: Cell | None) -> Claim | None:
    """Return the claim of a bare answer to a question; None for a text with other words.

    A cell is a cell to open if a move was asked for; a verdict and a probability are those of the
    cell that was asked about. Raises `ClaimError` for two of them, and for unclear ones.
    """
    if any(item.kind is ItemKind.CLAIM for item in items):
        return None
    items = without_approximations(items)
    texts = [item.text for item in items if item.kind in (ItemKind.WORD, ItemKind.SIGN)]
    cells = [item for item in items if item.kind in (ItemKind.CELL, ItemKind.UNCLEAR_CELL)]
    numbers = [item for item in items if item.kind in (ItemKind.NUMBER, ItemKind.UNCLEAR_NUMBER)]
    if kind is MoveClaim and words.BARE.issuperset(texts):
        if cells and not numbers:
            return _bare_move(cells)
        return None if cells else _bare_pair(items, numbers)
    if kind is VerdictClaim and about is not None and not cells and not numbers:
        return _bare_verdict(texts, about)
    is_asked = kind is CountClaim or (kind is ChanceClaim and about is not None)
    if is_asked and numbers and not cells:
        return _bare_number(texts, numbers, None if kind is CountClaim else about)
    return None


def _bare_move(cells: Sequence[Item]) -> Claim:
    for item in cells:
        if item.cell is None:
            raise unclear(item)
    named = list(dict.fromkeys(item.cell for item in cells if item.cell is not None))
    if len(named) > 1:
        text = listed([str(cell) for cell in named[:4]])
        raise ClaimError(f"the text names {text}; expected one answer, such as `open (3,4)`")
    return MoveClaim(Action.OPEN, named[0])


def _bare_pair(items: Sequence[Item], numbers: Sequence[Item]) -> Claim | None:
    """Return the move to the cell of two numbers with a comma, as in `0,2`."""
    texts = [item.text for item in numbers]
    if len(texts) != 2 or not all(text.isdigit() and len(text) < 10 for text in texts):
        return None
    first = next(at for at, item in enumerate(items) if item is numbers[0])
    if items[first + 1].text != "," or items[first + 2] is not numbers[1]:
        return None
    return MoveClaim(Action.OPEN, (int(texts[0]), int(texts[1])))


def _bare_verdict(texts: Sequence[str], about: Cell) -> Claim | None:
    verdicts = {words.VERDICTS[text] for text in texts if text in words.VERDICTS}
    around = {text for text in texts if text not in words.VERDICTS}
    is_question = texts[:1] == ["is"]
    if len(verdicts) != 1 or not around <= words.BARE_VERDICT or is_question:
        return None
    return VerdictClaim({about: verdicts.pop()})


def _bare_number(texts: Sequence[str], numbers: Sequence[Item], about: Cell | None) -> Claim | None:
    values = [item.number for item in numbers if item.number is not None]
    if not (words.BARE if about is None else words.BARE_NUMBER).issuperset(texts):
        return None
    if len(values) < len(numbers):
        raise unclear(next(item for item in numbers if item.number is None))
    if about is not None:
        number = consistent(values)
        return None if number is None else ChanceClaim(about, number.value, number.tolerance)
    whole = {number.value for number in values if number.is_whole}
    if len(whole) != 1 or not all(number.is_whole for number in values):
        return None
    return CountClaim(int(whole.pop()))
