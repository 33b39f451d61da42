"""Notation of a whole answer text: quoted lines, footnotes, and coordinates the other way round."""

from __future__ import annotations

import re
from typing import Final

from logicsweep.lab.judging.claims import ClaimError

# A quoted line; before a number the sign may mean "greater than".
_QUOTE: Final = re.compile(r"^ {0,3}>[> ]*+(?=[A-Za-z*`(\[{\"])", re.MULTILINE)
_SWAPPED: Final = re.compile(
    r"\bx\$? ?, ?\$?y\b|\bcol(?:umn)?s? ?[,/-] ?rows?\b|[(\[]c ?, ?r[)\]]"
    r"|\bcol(?:umn)?s? (?:number )?(?:first|before)\b|\brows? (?:second|last)\b",
    re.IGNORECASE,
)
_FROM_1: Final = re.compile(
    r"\b(?:1|one)[- ](?:based|indexed|indexing)\b"
    r"|\b(?:count|start|number|index)(?:s|ed|ing)? (?:from|at|with) (?:1|one)\b",
    re.IGNORECASE,
)
_STARS: Final = re.compile(r"\*++|\n[ \t]*+\n")


def without_quotes(text: str) -> str:
    """Return a text without the signs before quoted lines."""
    return _QUOTE.sub("", text)


def check_notation(text: str) -> None:
    """Raise `ClaimError` for columns before rows, cells from 1, and asterisks behind cells."""
    swapped = _SWAPPED.search(text)
    if swapped is not None:
        raise ClaimError(
            f"the text says {swapped[0]!r}; expected (row,column), the row first, counted from 0"
        )
    if _FROM_1.search(text):
        raise ClaimError(
            "the text counts from 1; expected (row,column), two whole numbers, counted from 0"
        )
    depth = 0
    for stars in _STARS.finditer(text):
        before, behind = text[stars.start() - 1 : stars.start()], text[stars.end() :][:1]
        if stars[0][0] == "\n":
            depth = 0
        elif before.strip() == "" and behind.strip() == "" and _is_cell(text, stars.start()):
            raise _footnote()
        elif before.strip() == "" or before in "(:,;[{":
            depth += behind.strip() != ""
        elif depth:
            depth -= 1
        elif before in (")", "]"):
            raise _footnote()


def _is_cell(text: str, end: int) -> bool:
    return text[max(end - 4, 0) : end].rstrip(" \t")[-1:] in (")", "]")


def _footnote() -> ClaimError:
    return ClaimError("an asterisk stands behind a cell; expected the answer without notes")
