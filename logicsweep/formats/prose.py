"""Sentences around a board, and how to tell them from its rows."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.formats.signs import NUMBERS, SQUARES

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
_SAID: Final = re.compile(r"%|(?<![^\W\d_])[^\W\d_]{2,}+[:?!.]")
# The names of emoji in chats.
_NAMES: Final = re.compile(r":[a-z_]+:")
# A square, a keycap, or the name of one: no sentence has these.
_EMOJI: Final = re.compile(
    f"[{SQUARES}\u20e3]|:[a-z_]+_square(?:_button)?:|:(?:{'|'.join(NUMBERS)}):"
)
_COUNTED: Final = re.compile(r"\b\d+ (?:mine|bomb|flag|move)s?\b", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"[|,;\[\]\"']")
_CELL_SIGNS: Final = re.compile(r"(?:[<>]=\d|[0-9?#*._FxXhHoO-])+")


def is_prose(text: str) -> bool:
    """Tell whether a line has a word that cannot be a row, or a percentage."""
    if _EMOJI.search(text):
        return False
    text = _NAMES.sub("", text)
    words = _WORD.findall(text)
    return bool(_SAID.search(text)) or any(
        word.lower() not in _CELLS and not _SIGNS.issuperset(word) for word in words
    )


def has_row(text: str, width: int) -> bool:
    """Tell whether a sentence beside a row of so many cells may hold another one."""
    words = _BETWEEN.sub(" ", _COUNTED.sub("", text)).split()
    if len(words) == 1 and len(words[0]) == width > 1 and words[0].isalnum():
        return True  # as many letters as the row has cells
    signs = [word for word in words if _CELL_SIGNS.fullmatch(word)]
    begins = [bool(_CELL_SIGNS.fullmatch(word)) and len(word) == 1 for word in words[:2]]
    is_in_words = len(words) == width and bool(signs)
    return is_in_words or begins == [True, True] or sum(map(len, signs)) >= max(width, 2)
