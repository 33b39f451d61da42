"""Sentences of an answer, and readings of the claims in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from logicsweep.lab.judging import vocabulary as words
from logicsweep.lab.judging.claims import Claim
from logicsweep.lab.judging.items import Item, ItemKind

CELLS: Final = (ItemKind.CELL, ItemKind.UNCLEAR_CELL)
NUMBERS: Final = (ItemKind.NUMBER, ItemKind.UNCLEAR_NUMBER)
# The last words of a line that may belong to the claim in the next one.
_NEAR: Final = 8


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or a line.

    Attributes:
        items: Its items, without its end.
        is_question: Whether it ends with a question mark.
        is_open: Whether it ends with its line, and another line follows directly.
    """

    items: tuple[Item, ...]
    is_question: bool = False
    is_open: bool = False

    def __str__(self) -> str:
        return "".join(item.text + " " * item.is_spaced for item in self.items[:24]).strip()

    @property
    def words(self) -> frozenset[str]:
        """Its words and signs."""
        return frozenset(
            item.text for item in self.items if item.kind in (ItemKind.WORD, ItemKind.SIGN)
        )

    def denies_next_line(self) -> bool:
        """Tell whether it may go on in the next line, and denies or hedges what stands there."""
        ends = {item.text for item in self.items[-_NEAR:]}
        return self.is_open and not ends.isdisjoint(words.WRAPPED)

    def has_cells(self) -> bool:
        """Tell whether it names a cell, clearly or not."""
        return any(item.kind in CELLS for item in self.items)


@dataclass(frozen=True, slots=True)
class Reading:
    """A claim in a sentence; None for one that is unclear, denied or hedged.

    Attributes:
        claim: The claim.
        unclear: The item that is unclear, if that is the reason.
    """

    claim: Claim | None
    unclear: Item | None = None


def sentences_of(items: Sequence[Item]) -> list[Sentence]:
    """Split items into sentences, at the ends of sentences and of lines.

    A line that ends with a colon goes on in the next one; a letter with a full stop, as in `e.g.`,
    ends nothing.
    """
    sentences: list[Sentence] = []
    parts: list[Item] = []
    for at, item in enumerate(items):
        last = parts[-1].text if parts else ""
        if item.kind is ItemKind.BREAK:
            is_end = last not in (":", "=")
        elif item.kind is ItemKind.SIGN and item.text == ".":
            is_end = item.is_spaced and not (len(last) == 1 and last.isalpha())
        else:
            is_end = item.kind is ItemKind.SIGN and item.text in ("!", "?")
        if is_end:
            if parts:
                is_open = item.kind is ItemKind.BREAK and not _is_break(items, at + 1)
                sentences.append(Sentence(tuple(parts), item.text == "?", is_open))
            parts = []
        elif item.kind is not ItemKind.BREAK:
            parts.append(item)
    if parts:
        sentences.append(Sentence(tuple(parts)))
    return sentences


def _is_break(items: Sequence[Item], at: int) -> bool:
    return at >= len(items) or items[at].kind is ItemKind.BREAK
