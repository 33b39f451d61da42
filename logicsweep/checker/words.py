"""The small parts of native text: numbers, ranges, likelihoods, cells; what is wrong is said."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from .faults import CheckError, shown

BLANKS = " \t\r\n"
N = "[0-9]{1,9}"
_CHANCE = r"([0-9]+)/0*[1-9][0-9]*|[0-9]+(?:\.[0-9]+)?|\.[0-9]+"


@contextmanager
def at_line(line: int) -> Iterator[None]:
    """Name a line in the faults of a block that name none."""
    try:
        yield
    except CheckError as fault:
        fault.line = fault.line or line
        raise


def need(holds: bool, expected: str) -> None:
    """Raise `CheckError` unless a condition holds; say what was expected."""
    if not holds:
        raise CheckError(f"expected {expected}")


def match_of(pattern: str, text: str, expected: str) -> re.Match[str]:
    """Return the match of a whole text; raises `CheckError` with what was expected."""
    match = re.fullmatch(pattern, text)
    if match is None:
        raise CheckError(f"expected {expected}, not {shown(text)}")
    return match


def words_of(text: str) -> list[str]:
    """Split a text at blanks and tabs."""
    return re.findall(r"[^ \t]+", text)


def whole(text: str) -> int:
    """Read a number of at most nine digits."""
    return int(match_of(N, text, "a number of at most nine digits")[0])


def below(text: str, end: int, what: str) -> int:
    """Read a number below another one."""
    number = whole(text)
    need(number < end, f"{what} below {end}, not {number}")
    return number


def span_of(text: str, sign: str = "") -> tuple[int, int]:
    """Read the ends of a range, or a number as both; with the sign `-?` they may be negative."""
    match = match_of(rf"({sign}{N})(?:\.\.({sign}{N}))?", text, "a number or a range such as 1..3")
    low, high = int(match[1]), int(match[2] or match[1])
    need(low <= high, f"a range that ascends, not {shown(text)}")
    return low, high


def is_above_0(text: str) -> bool:
    """Tell whether a fraction or a decimal is above 0."""
    match = match_of(_CHANCE, text, "a fraction or a decimal such as 1/4 or 0.25")
    return bool((match[1] or text).strip("0."))


def likelihoods(text: str, count: int) -> list[bool]:
    """Read so many likelihoods: which of them are above 0."""
    chances = [is_above_0(each) for each in text.split(",")]
    need(len(chances) == count, f"a likelihood for each of {count} numbers, not {len(chances)}")
    need(any(chances), "a likelihood above 0")
    return chances


def place_of(text: str, height: int, width: int) -> tuple[int, int]:
    """Read a row and a column of a board."""
    match = match_of(rf"\(({N}),({N})\)", text, "a cell such as (0,1)")
    return below(match[1], height, "a row"), below(match[2], width, "a column")
