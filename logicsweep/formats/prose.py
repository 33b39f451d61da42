"""Sentences around a board, and how to tell them from its rows."""

from __future__ import annotations

import re
from typing import Final

_WORD: Final = re.compile(r"[^\W\d_]{2,}")
# Letters that stand for cells somewhere: a word that is made of them alone may be a row.
_SIGNS: Final = frozenset("xXhHoOfFmMsSuUcC")
# Words for cells: a line of them alone may be a row.
_CELLS: Final = frozenset(
    re.findall(
        r"\w+",
        """
        hidden covered uncovered unknown closed unopened opened open unrevealed revealed empty blank
        safe mine mines bomb bombs flag flags flagged null none nan
        zero one two three four five six seven eight
        """,
    )
)
# Signs of a sentence, or of a name and a value.
_SAID: Final = re.compile(r"%|[^\W\d_]{2,}[:?!.]")
# The names of emoji in chats.
_NAMES: Final = re.compile(r":[a-z_]+:")


def is_prose(text: str) -> bool:
    """Tell whether a line has a word that cannot be a row, or a percentage."""
    text = _NAMES.sub("", text)
    words = _WORD.findall(text)
    return bool(_SAID.search(text)) or any(
        word.lower() not in _CELLS and not _SIGNS.issuperset(word) for word in words
    )


def may_be_row(text: str, cells: int) -> bool:
    """Tell whether a sentence beside a row of so many cells may be another one, in words."""
    words = text.replace(",", " ").split()
    return len(words) == cells and any(len(word) == 1 and not word.isalpha() for word in words)
