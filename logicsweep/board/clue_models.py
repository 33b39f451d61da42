"""Clue models: from the true number of mines to the number that the player sees, and back.

A model defines P(shown | count) for every count. From a shown number it makes a `Clue`: the
possible counts, and the likelihood of each. Some models depend on the neighbours of the cell when
it was opened; the clue records these, since they change later.

To add a model, write a function into the table `_SHOWS`, and add its name to `CLUE_MODELS` in
`names.py`.

The models `optimistic`, `cautious` and `random-reveal` are those of reference system B.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import lcm
from random import Random
from typing import Final

from logicsweep.board.clue import CERTAIN, Around, Clue
from logicsweep.board.names import CLUE_MODELS
from logicsweep.errors import UnknownNameError, counted, expect, whole

# The probability of each number that is shown for one count; None stands for no clue at all.
Shows = Mapping[int | None, Fraction]


class ClueModel(ABC):
    """The probability of each number that a cell can show, given the true count.

    For a model of your own, write a subclass with a `name` and a method `shows`. Models with the
    same name should be the same.
    """

    name: str
    """The name in boards and messages, such as `noisy(1/10)`."""

    @abstractmethod
    def shows(self, count: int, around: Around) -> Shows:
        """Return P(shown | count) for each number that can be shown; the probabilities add up to 1.

        Args:
            count: The true number of mines next to the cell, from `around.known` to
                `around.known + around.covered`.
            around: The numbers of known mines and covered cells next to the cell.

        Returns:
            The probability, a `Fraction`, of each number; the key None stands for no clue.
        """

    def clue(self, shown: int | None, around: Around) -> Clue | None:
        """Return the clue that follows from a shown number, with the likelihood of each count.

        Args:
            shown: The number that is shown; None if nothing is.
            around: The neighbours of the cell when it was opened.

        Returns:
            The clue, or None if nothing follows.

        Raises:
            ValueError: The model never shows this here, or its probabilities are wrong (see
                `check`).
        """
        shown = None if shown is None else whole("shown", shown)
        around = Around(*around)
        counts = range(around.known, around.known + around.covered + 1)
        chances = tuple([self._checked(count, around).get(shown, Fraction(0)) for count in counts])
        if not any(chances):
            value = "nothing" if shown is None else f"a {shown}"
            raise ValueError(
                f"{self.name} never shows {value} next to {counted(around.known, 'mine')} and "
                f"{counted(around.covered, 'covered cell')}"
            )
        if shown is None and len(set(chances)) == 1:
            return None
        return Clue(counts[0], counts[-1], chances, shown=shown, model=self.name, around=around)

    def draw(self, count: int, around: Around, rng: Random) -> int | None:
        """Draw a number to show; None for no clue. The same `rng` seed draws the same everywhere.

        Raises:
            ValueError: The probabilities are wrong (see `check`).
        """
        shows = self._checked(count, Around(*around))
        # Whole numbers, so that a seed draws the same on every machine.
        common = lcm(*[chance.denominator for chance in shows.values()])
        weights = [int(chance * common) for chance in shows.values()]
        ends = list(accumulate(weights))
        return list(shows)[bisect_right(ends, rng.randrange(common))]

    def check(self, around: Around) -> None:
        """Check that the probabilities of all shown numbers add up to 1 for each count.

        Raises:
            ValueError: They do not, or one of them is not within 0 to 1.
        """
        around = Around(*around)
        for count in range(around.known, around.known + around.covered + 1):
            self._checked(count, around)

    def _checked(self, count: int, around: Around) -> Shows:
        """Compute the chance of each shown clue, checked to be probabilities that add up to 1."""
        shows = {shown: Fraction(chance) for shown, chance in self.shows(count, around).items()}
        for shown, chance in shows.items():
            if not 0 <= chance <= 1:
                raise ValueError(
                    f"{self.name}: the probability of showing {shown} for "
                    f"{counted(count, 'mine')} is {chance}; expected 0 to 1"
                )
        total = sum(shows.values(), Fraction(0))
        if total != 1:
            raise ValueError(
                f"{self.name}: the probabilities for {counted(count, 'mine')} add up to {total}; "
                f"expected 1"
            )
        return shows

    def __repr__(self) -> str:
        return f"<ClueModel {self.name}>"


class Exact(ClueModel):
    """Always shows the true count."""

    name = "exact"

    def shows(self, count: int, around: Around) -> Shows:
        del around
        return {count: CERTAIN}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Exact)

    def __hash__(self) -> int:
        return hash(Exact)


class TableModel(ClueModel):
    """A clue model given as a table, the same wherever the cell is.

    Args:
        name: The name of the model in boards and messages.
        table: P(shown | count) as `table[count][shown]`; the key None stands for no clue.

    Raises:
        ValueError: A row does not add up to 1. A later question about a count without a row raises
            it as well.
        TypeError: The table is not a mapping of mappings.
    """

    def __init__(self, name: str, table: Mapping[int, Mapping[int | None, Fraction]]) -> None:
        wanted = "a mapping from shown numbers to probabilities"
        expect("table", table, Mapping, f"a mapping from counts to rows, each {wanted}")
        self.name = name
        for row in table.values():
            expect("a row of the table", row, Mapping, wanted)
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
        del around
        if count not in self._table:
            raise ValueError(f"{self.name} has no row for {counted(count, 'mine')}")
        return self._table[count]


def _evenly(numbers: Sequence[int | None]) -> Shows:
    return dict.fromkeys(numbers, Fraction(1, len(numbers)))


def _off_by_one(count: int, around: Around) -> list[int | None]:
    lowest, highest = around.known, around.known + around.covered
    return [shown for shown in (count - 1, count + 1) if lowest <= shown <= highest]


def _optimistic(count: int, around: Around, _: Fraction) -> Shows:
    """Show any number from the known mines to the true count, equally likely."""
    return _evenly(range(around.known, count + 1))


def _cautious(count: int, around: Around, _: Fraction) -> Shows:
    """Show any number from the true count to the maximum, equally likely."""
    return _evenly(range(count, around.known + around.covered + 1))


def _liar(count: int, around: Around, _: Fraction) -> Shows:
    """Show one more or one less than the true count, equally likely.

    A number that is impossible here is never shown; if both are, nothing is shown.
    """
    return _evenly(_off_by_one(count, around) or [None])


def _noisy(count: int, around: Around, p: Fraction) -> Shows:
    """Show one more or one less with probability `p`, both equally likely.

    A number that is impossible here is never shown: if one direction is impossible, the other is
    taken; if both are, the true count is shown.
    """
    wrong = _off_by_one(count, around)
    if not wrong:
        return {count: CERTAIN}
    return {count: 1 - p, **{shown: p / len(wrong) for shown in wrong}}


def _random_reveal(count: int, _: Around, p: Fraction) -> Shows:
    """Show the true count with probability `p`, else nothing."""
    return {count: p, None: 1 - p}


_SHOWS: Final[dict[str, Callable[[int, Around, Fraction], Shows]]] = {
    "optimistic": _optimistic,
    "cautious": _cautious,
    "liar": _liar,
    "noisy(P)": _noisy,
    "random-reveal(P)": _random_reveal,
}


class _Builtin(ClueModel):
    """A clue model of the table `_SHOWS`, and the probability P of its name if it has one."""

    def __init__(self, kind: str, p: Fraction = CERTAIN) -> None:
        if not 0 <= p <= 1:
            raise ValueError(f"the probability of {kind[:-3]} is {p}; expected 0 to 1")
        self.kind = kind
        self.name = kind.replace("P", str(p))
        self._p = p

    def shows(self, count: int, around: Around) -> Shows:
        return _SHOWS[self.kind](count, around, self._p)


@lru_cache(maxsize=256)
def clue_model(name: str) -> ClueModel:
    """Return the clue model with a name such as `optimistic` or `noisy(0.1)`.

    Args:
        name: One of `CLUE_MODELS`, with a probability such as 0.1 or 1/10 for P.

    Raises:
        UnknownNameError: There is no model of this name.
        ValueError: P is missing, superfluous, or not a number within 0 to 1.
    """
    expect("name", name, str, f"a str, one of {', '.join(CLUE_MODELS)}")
    match = re.fullmatch(r"([a-z-]+)(?:\((.*)\))?", name.strip())
    kind, chance = match.groups() if match else ("", None)
    if kind in CLUE_MODELS:
        if chance is not None:
            raise ValueError(f"{kind} takes no probability; found {chance[:40]!r}")
        return Exact() if kind == Exact.name else _Builtin(kind)
    if f"{kind}(P)" not in CLUE_MODELS:
        raise UnknownNameError("clue model", name[:40], CLUE_MODELS)
    if chance is None:
        raise ValueError(f"{kind} needs a probability, such as {kind}(0.1) or {kind}(1/10)")
    return _Builtin(f"{kind}(P)", _chance(chance.strip(), kind))


def _chance(text: str, kind: str) -> Fraction:
    """Read a probability such as `0.1` or `1/10`."""
    if re.fullmatch(r"(?:\d{0,30}\.)?\d{1,30}|\d{1,30}/\d{0,29}[1-9]\d{0,29}", text, re.ASCII):
        return Fraction(text)
    raise ValueError(
        f"the probability of {kind} is {text[:40]!r}; expected a number such as 0.1 or 1/10"
    )


def has_true_numbers(model: ClueModel) -> bool:
    """Tell whether every number that a clue model shows is the true count."""
    return isinstance(model, Exact) or (
        isinstance(model, _Builtin) and model.kind == "random-reveal(P)"
    )
