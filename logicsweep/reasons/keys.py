"""The statements of clues and keys under a rule with a key, in words."""

from __future__ import annotations

from typing import Final

from logicsweep.board.rules.key import HiddenKey

_CLUES: Final = {
    HiddenKey.DIRECTION: "needs {shown} around it, without the one direction",
    HiddenKey.LETTERS: "stands for the number of mines around it, up to {most}",
    HiddenKey.ITSELF: "needs a mine in column {shown}, in the row numbered as mines are around it",
    HiddenKey.LIARS: "needs {shown} around it, or is one too high or too low",
    HiddenKey.TRUTHFUL: "needs one mine more or less around it, or is right",
}
_KEYS: Final = {
    HiddenKey.DIRECTION: "all clues leave out the same direction",
    HiddenKey.LETTERS: "each letter stands for another number",
    HiddenKey.ITSELF: "a letter and a number are a column and a row",
    HiddenKey.LIARS: "one safe cell of each row and column is off by one",
    HiddenKey.TRUTHFUL: "one safe cell of each row and column is right, all others are off by one",
}


def keyed_clue_says(key: HiddenKey, shown: str, most: int) -> str:
    """Say after its name what a clue with this sign says; a letter stands for at most `most`."""
    sign = shown
    if not key.has_letters:
        sign = "no mine" if shown == "0" else f"{shown} mine{'' if shown == '1' else 's'}"
    return _CLUES[key].format(shown=sign, most=most)


def key_says(key: HiddenKey) -> str:
    """Say what holds for every key."""
    return _KEYS[key]
