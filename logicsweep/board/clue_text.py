"""Clues as tokens of the native text: `=12`, `>=2`, `<=3`, `1..3`, `2:optimistic[0,8]`."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Final

from logicsweep.board.clue import Around, Clue, simplest
from logicsweep.board.clue_models import ClueModel, clue_model
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.errors import counted
from logicsweep.limits import MOST_DIGITS

EXPECTED: Final = (
    ">=2, <=3, 1..3 (bounds), 1..3(1/2,1,1/4) (with likelihoods) or 2:optimistic (a clue model)"
)
# A row that matches has such a token.
MARKS: Final = re.compile(r"[<>]=|\d\.\.|\d:|\d\[|(?<![^ \t\n])=\d")
_SIGNS: Final = ("=", "..", ":", "[")

_BOUNDS: Final = re.compile(r"(>=|<=|(-?\d{1,9})\.\.)(-?\d{1,9})(?:\((.*)\))?", re.ASCII)
_EXACTLY: Final = re.compile(r"=(\d{1,9})", re.ASCII)
_SHOWN: Final = re.compile(r"(-?\d{1,9})(?::([^\[\]]+))?(?:\[(\d{1,3}),(\d{1,3})\])?", re.ASCII)
# A likelihood: a fraction or a decimal, with a limited number of digits.
_CHANCE: Final = re.compile(
    rf"\d{{1,{MOST_DIGITS}}}(?:/(?=0*[1-9])\d{{1,{MOST_DIGITS}}})?|\d{{0,30}}\.\d{{1,30}}", re.ASCII
)


def has_tokens(text: str) -> bool:
    """Tell whether a text has such a token; most texts have none of the signs."""
    return any(sign in text for sign in _SIGNS) and MARKS.search(text) is not None


def read_clue(token: str, default: ClueModel | None, now: Around, *, highest: int) -> int | Clue:
    """Read a token: a number, or an uncertain clue.

    `default` is the clue model of numbers that name none (None: they are exact). `now` is what is
    around the cell, for tokens that do not say what was around it when it was opened. `highest` is
    the largest possible clue. Raises ValueError, which says what was found and what was expected.
    """
    bounds = _BOUNDS.fullmatch(token)
    if bounds:
        return _bounds(bounds, highest)
    exactly = _EXACTLY.fullmatch(token)
    if exactly:
        return _within(int(exactly[1]), highest)
    shown = _SHOWN.fullmatch(token)
    if shown is None:
        raise ValueError(f"unknown token {token[:40]!r}; expected {EXPECTED}")
    number = _within(int(shown[1]), highest)
    model = default if shown[2] is None else clue_model(shown[2])
    if model is None:
        if shown[3] is not None:
            raise ValueError(
                f"{token[:40]!r} has neighbours in brackets but no clue model; expected one, such "
                f"as 2:optimistic[0,8]"
            )
        return number
    then = now if shown[3] is None else Around(int(shown[3]), int(shown[4]))
    if sum(then) > highest:
        raise ValueError(
            f"[{then.known},{then.covered}] are {sum(then)} neighbours; expected at most {highest}"
        )
    if shown[3] is None and not now.known <= number <= now.known + now.covered:
        return number  # no layout makes it true: it will contradict the board
    return simplest(model.clue(number, then) or number)


def short_clue(clue: Clue) -> str:
    """Return an uncertain clue in two or three characters, for pictures; it cannot be read back."""
    if clue.shown is not None:
        sign = {"optimistic": "+", "cautious": "-"}.get(clue.model or "", "~")
        return f"{clue.shown}{sign}"
    if clue.upper >= MAX_DEGREE:
        return f"{clue.lower}+"
    return f"{clue.lower}-{clue.upper}" if clue.lower else f"{clue.upper}-"


def write_clue(clue: Clue, default: str | None, now: Around, *, highest: int) -> str:
    """Write the token of an uncertain clue; `default` is the clue model of numbers that name none.

    The neighbours in brackets are left out if they are the same `now`. A clue of a user's own model
    is written as bounds and likelihoods, and so is one from a board with more neighbours than the
    `highest` clue.
    """
    if clue.around is not None and sum(clue.around) <= highest and _can_be_named(clue):
        name = "" if clue.model == default else f":{clue.model}"
        around = "" if clue.around == now else f"[{clue.around.known},{clue.around.covered}]"
        return f"{clue.shown}{name}{around}"
    if clue.likelihood is not None:
        return f"{clue.lower}..{clue.upper}({','.join(map(str, clue.likelihood))})"
    if clue.upper == MAX_DEGREE:
        return f">={clue.lower}"
    return f"<={clue.upper}" if clue.lower == 0 else f"{clue.lower}..{clue.upper}"


def _can_be_named(clue: Clue) -> bool:
    """Tell whether the named clue model makes this clue of the shown number."""
    if clue.shown is None or clue.model is None or clue.around is None:
        return False
    try:
        return clue_model(clue.model).clue(clue.shown, clue.around) == clue
    except ValueError:
        return False


def _bounds(match: re.Match[str], highest: int) -> int | Clue:
    """Read a clue such as `>=2`, `<=3` or `1..3(1,2,1)` from its match."""
    kind, first, last, chances = match.groups()
    number = _within(int(last), highest)
    if kind in (">=", "<="):
        if chances is not None:
            raise ValueError(
                f"{match[0][:40]!r} has likelihoods; expected them after a range such as 1..3 only"
            )
        return Clue.at_least(number) if kind == ">=" else Clue.at_most(number)
    lower = _within(int(first), highest)
    if lower > number:
        raise ValueError(f"the range {lower}..{number} is empty; expected the smaller number first")
    return simplest(Clue(lower, number, None if chances is None else _chances(chances)))


def _chances(text: str) -> tuple[Fraction, ...]:
    """Read likelihoods such as `1,2,1`."""
    parts = text.split(",", MAX_DEGREE + 1)
    for part in parts:
        if not _CHANCE.fullmatch(part):
            raise ValueError(f"likelihood {part[:40]!r}; expected a number such as 0.5 or 1/2")
    return tuple(map(Fraction, parts))


def _within(number: int, highest: int) -> int:
    """Return a number of mines if a cell can have it around it. Raises ValueError."""
    if not 0 <= number <= highest:
        raise ValueError(
            f"{counted(number, 'mine')} cannot be next to a cell; expected 0 to {highest}"
        )
    return number
