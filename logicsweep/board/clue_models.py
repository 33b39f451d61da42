"""How clues come to be shown: from the true number of mines to what the player sees, and back.

A model says P(shown | count) for every count. From what is shown it makes a `Clue`: the counts it
leaves possible, and the likelihood of each. What was around the cell when it was opened matters to
some models, and is kept with the clue, since it changes later.

To add one, write a `ClueModel` and name it in `_PLAIN`, or in `_WITH_CHANCE` if a number belongs to
its name.

The three kinds `optimistic`, `cautious` and `random-reveal` are those of reference system B.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from random import Random
from typing import Final

from logicsweep.board.clue import CERTAIN, Around, Clue
from logicsweep.errors import UnknownNameError, counted, expect, whole

# What is shown for a count, and how likely; None stands for no clue at all.
Shows = Mapping[int | None, Fraction]


class ClueModel(ABC):
    """How likely each thing is to be shown. To write your own, give it a `name` and `shows`.

    A model is used for what it says only; two of the same name should say the same.
    """

    name: str
    """What boards and messages call it, such as `noisy(1/10)`."""

    @abstractmethod
    def shows(self, count: int, around: Around) -> Shows:
        """P(shown | count) for each thing that can be shown; the chances add up to 1.

        `count` is the true number of mines next to the cell, between `around.known` and
        `around.known + around.covered`.
        """

    def clue(self, shown: int | None, around: Around) -> Clue | None:
        """What can be concluded when this is shown; None when that is nothing.

        Raises ValueError when the model never shows this, or is no model (see `check`).
        """
        shown = None if shown is None else whole("shown", shown)
        around = Around(*around)
        counts = range(around.known, around.known + around.covered + 1)
        chances = tuple([self._checked(count, around).get(shown, Fraction(0)) for count in counts])
        if not any(chances):
            what = "nothing" if shown is None else f"a {shown}"
            raise ValueError(
                f"{self.name} never shows {what} next to {counted(around.known, 'mine')} and "
                f"{counted(around.covered, 'covered cell')}"
            )
        if shown is None and len(set(chances)) == 1:
            return None
        return Clue(counts[0], counts[-1], chances, shown=shown, model=self.name, around=around)

    def draw(self, count: int, around: Around, rng: Random) -> int | None:
        """Something to show, drawn at random; None for no clue. Raises ValueError as `check`."""
        shows = self._checked(count, Around(*around))
        # Whole numbers, so that the same seed draws the same on every machine.
        common = lcm(*[chance.denominator for chance in shows.values()])
        weights = [int(chance * common) for chance in shows.values()]
        ends = list(accumulate(weights))
        return list(shows)[bisect_right(ends, rng.randrange(common))]

    def check(self, around: Around) -> None:
        """Raise ValueError unless the chances of everything shown add up to 1 for each count."""
        around = Around(*around)
        for count in range(around.known, around.known + around.covered + 1):
            self._checked(count, around)

    def _checked(self, count: int, around: Around) -> Shows:
        shows = {what: Fraction(chance) for what, chance in self.shows(count, around).items()}
        for shown, chance in shows.items():
            if not 0 <= chance <= 1:
                raise ValueError(
                    f"{self.name}: the chance of showing {shown} for {counted(count, 'mine')} "
                    f"is {chance}; expected 0 to 1"
                )
        total = sum(shows.values(), Fraction(0))
        if total != 1:
            raise ValueError(
                f"{self.name}: the chances of what is shown for {counted(count, 'mine')} "
                f"add up to {total}; expected 1"
            )
        return shows

    def __repr__(self) -> str:
        return f"<ClueModel {self.name}>"


class Exact(ClueModel):
    """The true count, always."""

    name = "exact"

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        del around
        return {count: CERTAIN}


class Optimistic(ClueModel):
    """Any number from the mines known to the true count, each as likely: no more than there are."""

    name = "optimistic"

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        return _uniform(around.known, count)


class Cautious(ClueModel):
    """Any number from the true count to what could be at most, each as likely."""

    name = "cautious"

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        return _uniform(count, around.known + around.covered)


class Noisy(ClueModel):
    """With chance `p` off by one, up or down alike, within what is possible.

    Where only one way is possible it is taken; where none is, the clue is right.
    """

    def __init__(self, p: Fraction) -> None:
        """Raises ValueError unless `p` is within 0..1."""
        self.p = _probability(p, "noisy")
        self.name = f"noisy({self.p})"

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        wrong = _off_by_one(count, around)
        if not wrong:
            return {count: CERTAIN}
        return {count: 1 - self.p, **{shown: self.p / len(wrong) for shown in wrong}}


class Liar(ClueModel):
    """Always off by exactly one, up or down alike, within what is possible.

    Where no such lie is possible nothing is shown.
    """

    name = "liar"

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        wrong = _off_by_one(count, around)
        if not wrong:
            return {None: CERTAIN}
        return dict.fromkeys(wrong, Fraction(1, len(wrong)))


class RandomReveal(ClueModel):
    """The true count with chance `p`, else nothing."""

    def __init__(self, p: Fraction) -> None:
        """Raises ValueError unless `p` is within 0..1."""
        self.p = _probability(p, "random-reveal")
        self.name = f"random-reveal({self.p})"

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        del around
        return {count: self.p, None: 1 - self.p}


class TableModel(ClueModel):
    """A model by its table: `table[count][shown]` is P(shown | count), whatever is around.

    Raises ValueError unless each row adds up to 1; questions about a count without a row do, too.
    """

    def __init__(self, name: str, table: Mapping[int, Mapping[int | None, Fraction]]) -> None:
        expect("table", table, Mapping, "a mapping from counts to mappings from clues to chances")
        self.name = name
        for row in table.values():
            expect("a row of the table", row, Mapping, "a mapping from clues to chances")
        self._table = {
            whole("a count", count): {
                None if shown is None else whole("a clue", shown): chance
                for shown, chance in row.items()
            }
            for count, row in table.items()
        }
        for count in self._table:
            self._checked(count, Around(0, 0))

    def shows(self, count: int, around: Around) -> Shows:
        """See `ClueModel.shows`."""
        del around
        if count not in self._table:
            raise ValueError(f"{self.name} has no row for {counted(count, 'mine')}")
        return self._table[count]


_PLAIN: Final[dict[str, Callable[[], ClueModel]]] = {
    "exact": Exact,
    "optimistic": Optimistic,
    "cautious": Cautious,
    "liar": Liar,
}
_WITH_CHANCE: Final[dict[str, Callable[[Fraction], ClueModel]]] = {
    "noisy": Noisy,
    "random-reveal": RandomReveal,
}
# How the models are named in boards and on the command line; P is a number such as 0.1 or 1/10.
CLUE_MODELS: Final = (*_PLAIN, *(f"{name}(P)" for name in _WITH_CHANCE))


@lru_cache(maxsize=256)
def clue_model(name: str) -> ClueModel:
    """The model of a name such as `optimistic` or `noisy(0.1)`.

    Raises `UnknownNameError` for a name that is not one of `CLUE_MODELS`, ValueError for a P that
    is no number within 0..1.
    """
    expect("name", name, str, f"a str, one of {', '.join(CLUE_MODELS)}")
    match = re.fullmatch(r"([a-z-]+)(?:\((.*)\))?", name.strip())
    if match is None or match[1] not in (*_PLAIN, *_WITH_CHANCE):
        raise UnknownNameError("clue model", name[:40], CLUE_MODELS)
    kind, chance = match[1], match[2]
    if kind in _PLAIN:
        if chance is not None:
            raise ValueError(f"{kind} has no number behind it; found {chance[:40]!r}")
        return _PLAIN[kind]()
    if chance is None:
        raise ValueError(f"{kind} needs a chance behind it, such as {kind}(0.1) or {kind}(1/10)")
    return _WITH_CHANCE[kind](_chance(chance.strip(), kind))


def _chance(text: str, kind: str) -> Fraction:
    if re.fullmatch(r"(?:\d{0,30}\.)?\d{1,30}|\d{1,30}/\d{0,29}[1-9]\d{0,29}", text, re.ASCII):
        return Fraction(text)
    raise ValueError(
        f"the chance of {kind} is {text[:40]!r}; expected a number such as 0.1 or 1/10"
    )


def _probability(p: Fraction, kind: str) -> Fraction:
    if not 0 <= p <= 1:
        raise ValueError(f"the chance of {kind} is {p}; expected 0 to 1")
    return Fraction(p)


def _uniform(first: int, last: int) -> Shows:
    numbers: list[int | None] = [*range(first, last + 1)]
    return dict.fromkeys(numbers, Fraction(1, len(numbers)))


def _off_by_one(count: int, around: Around) -> list[int | None]:
    lowest, highest = around.known, around.known + around.covered
    return [shown for shown in (count - 1, count + 1) if lowest <= shown <= highest]
