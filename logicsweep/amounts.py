"""Amounts in words: so many of something, and chances in percent."""

from __future__ import annotations

from fractions import Fraction


def counted(number: int, noun: str) -> str:
    """So many of something."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def total_words(total: int | tuple[int, int] | None) -> str:
    """A total, such as `10 mines`."""
    if total is None:
        return "total mines unknown"
    if isinstance(total, tuple):
        return f"{total[0]:,} to {total[1]:,} mines"
    return counted(total, "mine")


def no_room(mines: int, cells: int) -> str:
    """What is said of so many mines that there are not cells enough."""
    do = "does" if mines == 1 else "do"
    return f"{counted(mines, 'mine')} {do} not fit on {counted(cells, 'cell')}"


def chance_words(chance: Fraction | float) -> str:
    """A chance in percent; only what is certain is called 0 or 100."""
    if chance in (0, 1):
        return "100 %" if chance else "0 %"
    percent = float(100 * chance)
    if percent < 0.01:
        return "less than 0.01 %"
    if percent > 99.99:
        return "more than 99.99 %"
    return f"{percent:.2f} %"
