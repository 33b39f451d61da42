"""Errors as the page says them: without what users of commands and of Python are advised to do."""

from __future__ import annotations

import re
from typing import Final

# How such advice begins, and what the page says in its place; it offers buttons and fields itself.
_ADVICE: Final = (
    (re.compile(r"; if (?:it|#) is a covered cell, use .*", re.DOTALL), ""),
    (re.compile(r"; choose one, as with .*", re.DOTALL), "; choose its format"),
    (re.compile(r": the argument `density=.*", re.DOTALL), "; enter one"),
)


def page_words(problem: Exception) -> str:
    """Return the words of an error for somebody who has the page before them."""
    words = str(problem)
    for advice, instead in _ADVICE:
        words = advice.sub(instead, words)
    return words
