"""What a clue says when it need not be the number of mines next to it.

A clue is bounds on the true count, and perhaps a likelihood: P(shown | count) for each count there
could be. Bounds are for proofs, likelihoods for probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import gcd, lcm
from operator import index
from typing import Final, NamedTuple, Self

from logicsweep.board.adjacency import MAX_DEGREE

CERTAIN: Final = Fraction(1)


class Around(NamedTuple):
    """What was around a cell when it was opened.

    Attributes:
        known: How many of its neighbours were known mines by then.
        covered: How many of them were covered.
    """

    known: int
    covered: int


@dataclass(frozen=True, slots=True)
class Clue:
    """`lower <= number of mines next to the cell <= upper`; known mines count.

    Zeros at the ends of a likelihood are taken off, and the bounds are those of what is left; one
    that is the same for every count becomes None. `shown`, `model` and `around` say where a clue
    came from (see `ClueModel`); they are for the reader, and do not count when clues are compared.

    Raises ValueError for bounds that are empty or not within 0..`MAX_DEGREE`, and for a likelihood
    of another length, with a value outside 0..1 or with nothing but zeros; TypeError for bounds
    that are no whole numbers.
    """

    lower: int
    """The least number of mines."""
    upper: int
    """The largest number of mines; `MAX_DEGREE` where there is no bound."""
    likelihood: tuple[Fraction, ...] | None = None
    """P(what is shown | `lower + i` mines) at place `i`, up to a factor common to all; 0 rules the
    count out. None: every count within the bounds is as likely to show this."""
    shown: int | None = field(default=None, compare=False)
    """The number that the cell shows, where a clue model made a clue of it."""
    model: str | None = field(default=None, compare=False)
    """The name of that clue model."""
    around: Around | None = field(default=None, compare=False)
    """What was around the cell when it was opened."""
    weights: tuple[int, ...] | None = field(default=None, init=False, compare=False, repr=False)
    """The likelihood as whole numbers in lowest terms; None where the likelihood is None."""

    def __post_init__(self) -> None:
        _set = object.__setattr__
        _set(self, "lower", index(self.lower))
        _set(self, "upper", index(self.upper))
        if not 0 <= self.lower <= self.upper <= MAX_DEGREE:
            raise ValueError(
                f"{self.lower}..{self.upper} is no range of mines within 0..{MAX_DEGREE}"
            )
        if self.likelihood is None:
            return
        given = tuple(map(Fraction, self.likelihood))
        if len(given) != self.upper - self.lower + 1:
            raise ValueError(
                f"{len(given)} likelihoods for {self.lower}..{self.upper} mines; expected "
                f"{self.upper - self.lower + 1}"
            )
        wrong = next((value for value in given if not 0 <= value <= 1), None)
        if wrong is not None:
            raise ValueError(f"likelihood {wrong} is not within 0..1")
        possible = [place for place, value in enumerate(given) if value]
        if not possible:
            raise ValueError("every likelihood is 0; expected one that is not")
        first, last = possible[0], possible[-1]
        kept = given[first : last + 1]
        if len(set(kept)) == 1:
            _set(self, "likelihood", None)
        else:
            _set(self, "likelihood", kept)
            _set(self, "weights", _in_proportion(kept))
        _set(self, "upper", self.lower + last)
        _set(self, "lower", self.lower + first)

    @classmethod
    def at_least(cls, lower: int) -> Self:
        """At least so many mines."""
        return cls(lower, MAX_DEGREE)

    @classmethod
    def at_most(cls, upper: int) -> Self:
        """At most so many mines."""
        return cls(0, upper)

    @property
    def has_gaps(self) -> bool:
        """Whether a count within the bounds is ruled out."""
        return self.weights is not None and 0 in self.weights

    def allows(self, count: int) -> bool:
        """Whether there can be so many mines."""
        count = index(count)
        if not self.lower <= count <= self.upper:
            return False
        return self.likelihood is None or self.likelihood[count - self.lower] > 0

    def likelihood_of(self, count: int) -> Fraction:
        """The likelihood of a number of mines; 1 within bounds that have none, 0 outside."""
        count = index(count)
        if not self.lower <= count <= self.upper:
            return Fraction(0)
        return CERTAIN if self.likelihood is None else self.likelihood[count - self.lower]

    def contrary(self, most: int) -> Clue | None:
        """What holds when the clue is wrong and the cell has `most` neighbours; None if it cannot.

        Likelihoods do not count: every number that the clue rules out is as good.
        """
        wrong = [Fraction(not self.allows(count)) for count in range(most + 1)]
        return Clue(0, most, tuple(wrong)) if any(wrong) else None

    def __str__(self) -> str:
        """The clue in short, such as `2..4`, `>=2`, or `2 (optimistic)`."""
        if self.model is not None and self.shown is not None:
            return f"{self.shown} ({self.model})"
        if self.lower == self.upper:
            return f"{self.lower}"
        if self.upper == MAX_DEGREE:
            return f">={self.lower}"
        return f"<={self.upper}" if self.lower == 0 else f"{self.lower}..{self.upper}"


def within(clue: Clue, highest: int) -> Clue:
    """A clue about a cell with at most so many neighbours: no more mines than that.

    Bounds that go as far are `at_least`. Raises ValueError when nothing is left.
    """
    if clue.lower > highest:
        raise ValueError(f"{clue} is more than {highest} neighbours")
    if clue.upper < highest or clue.upper == MAX_DEGREE:
        return clue
    if clue.likelihood is None:
        return replace(clue, upper=MAX_DEGREE)
    kept = clue.likelihood[: highest - clue.lower + 1]
    return replace(clue, upper=min(clue.upper, highest), likelihood=kept)


def simplest(clue: int | Clue) -> int | Clue:
    """A clue that leaves a single number as that number."""
    if isinstance(clue, Clue) and clue.lower == clue.upper:
        return clue.lower
    return clue


def _in_proportion(likelihood: tuple[Fraction, ...]) -> tuple[int, ...]:
    common = lcm(*[value.denominator for value in likelihood])
    return lowest_terms([int(value * common) for value in likelihood])


def lowest_terms(weights: Sequence[int]) -> tuple[int, ...]:
    """Weights divided by their greatest common divisor; they are not all 0."""
    divisor = gcd(*weights)
    return tuple([weight // divisor for weight in weights])
