"""Uncertain clues: bounds on the number of neighbouring mines, and perhaps a likelihood.

The likelihood is P(shown | count) for each possible count. Proofs use the bounds, probabilities the
likelihood.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Final, NamedTuple, Self, final

from logicsweep.board.relation import MAX_DEGREE

CERTAIN: Final = Fraction(1)

if TYPE_CHECKING:

    @final
    class Code:
        """The number that stands for an exact clue in a grid.

        It is the number that the clue shows on an ordinary board, and a place in a list of values
        (see `Values`) where clues of other rules or of several rules are. So it must not be
        compared with a number of mines: for type checkers it is no `int`, and they refuse that.
        `Shown.value` has what the clue shows, `int(code)` the number for a grid.
        """

        def __init__(self, number: int) -> None: ...
        def __index__(self) -> int: ...
        def __lt__(self, other: Code) -> bool: ...

else:
    Code = int


class Scope(NamedTuple):
    """The cells that the clue in a cell speaks of.

    Attributes:
        cells: The cell numbers, in the order of the rule's region.
        weights: The weight of a mine in each of them.
    """

    cells: tuple[int, ...]
    weights: tuple[int, ...]


class Around(NamedTuple):
    """The neighbours of a cell when it was opened.

    Attributes:
        known: The number of known mines among them.
        covered: The number of covered cells among them.
    """

    known: int
    covered: int


@dataclass(frozen=True, slots=True)
class Clue:
    """An uncertain clue: `lower <= number of mines next to the cell <= upper`.

    Known mines next to the cell count, too. The clue is normalized: zeros at the ends of the
    likelihood narrow the bounds, and a constant likelihood becomes None. `shown`, `model` and
    `around` record where a clue came from; comparisons ignore them.

    Raises:
        ValueError: The bounds are empty or not within 0 to 126; or the likelihood has another
            length than the bounds, a value outside 0 to 1, or nothing but zeros.
        TypeError: A bound is not a whole number.
    """

    lower: int
    """The least number of mines."""
    upper: int
    """The largest number of mines; 126 (`MAX_DEGREE`) means no upper bound."""
    likelihood: tuple[Fraction, ...] | None = None
    """P(shown | `lower + i` mines) at place `i`, up to a common factor; 0 rules a count out. None
    means that all counts within the bounds are equally likely to show this."""
    shown: int | None = field(default=None, compare=False)
    """The number that the cell shows, if the clue comes from a clue model."""
    model: str | None = field(default=None, compare=False)
    """The name of that clue model."""
    around: Around | None = field(default=None, compare=False)
    """The neighbours of the cell when it was opened."""
    weights: tuple[int, ...] | None = field(default=None, init=False, compare=False, repr=False)
    """The likelihood as whole numbers in lowest terms; None if `likelihood` is None."""

    def __post_init__(self) -> None:
        """Check the bounds and the likelihood, and bring them into their simplest form."""
        _set = object.__setattr__
        _set(self, "lower", index(self.lower))
        _set(self, "upper", index(self.upper))
        if not 0 <= self.lower <= self.upper <= MAX_DEGREE:
            raise ValueError(
                f"the bounds are {self.lower}..{self.upper}; expected a range of mines within "
                f"0..{MAX_DEGREE}"
            )
        if self.likelihood is None:
            return
        likelihood = tuple(map(Fraction, self.likelihood))
        if len(likelihood) != self.upper - self.lower + 1:
            raise ValueError(
                f"{len(likelihood)} likelihoods for {self.lower}..{self.upper} mines; expected "
                f"{self.upper - self.lower + 1}"
            )
        outside = next((value for value in likelihood if not 0 <= value <= 1), None)
        if outside is not None:
            raise ValueError(f"a likelihood is {outside}; expected 0 to 1")
        possible = [place for place, value in enumerate(likelihood) if value]
        if not possible:
            raise ValueError("every likelihood is 0; expected at least one above 0")
        first, last = possible[0], possible[-1]
        kept = likelihood[first : last + 1]
        if len(set(kept)) == 1:
            _set(self, "likelihood", None)
        else:
            _set(self, "likelihood", kept)
            from logicsweep.constraints.factors import lowest_terms, whole_weights

            whole = whole_weights(dict(enumerate(kept)))
            _set(self, "weights", lowest_terms([*whole.values()]))
        _set(self, "upper", self.lower + last)
        _set(self, "lower", self.lower + first)

    @classmethod
    def at_least(cls, lower: int) -> Self:
        """Make the clue that at least `lower` neighbours are mines."""
        return cls(lower, MAX_DEGREE)

    @classmethod
    def at_most(cls, upper: int) -> Self:
        """Make the clue that at most `upper` neighbours are mines."""
        return cls(0, upper)

    def allows(self, count: int) -> bool:
        """Tell whether the clue allows this number of mines."""
        count = index(count)
        if not self.lower <= count <= self.upper:
            return False
        return self.likelihood is None or self.likelihood[count - self.lower] > 0

    def likelihood_of(self, count: int) -> Fraction:
        """Return P(shown | count): 0 outside the bounds, 1 within them if `likelihood` is None."""
        count = index(count)
        if not self.lower <= count <= self.upper:
            return Fraction(0)
        return CERTAIN if self.likelihood is None else self.likelihood[count - self.lower]

    def contrary(self, most: int) -> Clue | None:
        """Return the opposite clue, for a cell with `most` neighbours; None if the clue cannot be
        wrong.

        It allows exactly the counts that this clue rules out, all of them equally likely.
        """
        wrong = [Fraction(not self.allows(count)) for count in range(most + 1)]
        return Clue(0, most, tuple(wrong)) if any(wrong) else None

    def __str__(self) -> str:
        """Write the clue in a few characters, such as `2..4`, `>=2`, or `2 (optimistic)`."""
        if self.model is not None and self.shown is not None:
            return f"{self.shown} ({self.model})"
        if self.lower == self.upper:
            return f"{self.lower}"
        if self.upper == MAX_DEGREE:
            return f">={self.lower}"
        return f"<={self.upper}" if self.lower == 0 else f"{self.lower}..{self.upper}"


def within(clue: Clue, highest: int) -> Clue:
    """Return the clue for a cell with at most `highest` neighbours: counts above that are cut off.

    Bounds that reach that far become those of `at_least`. Raises ValueError if no count is left.
    """
    if clue.lower > highest:
        raise ValueError(f"the clue {clue} does not fit: a cell has at most {highest} neighbours")
    if clue.upper < highest or clue.upper == MAX_DEGREE:
        return clue
    if clue.likelihood is None:
        return replace(clue, upper=MAX_DEGREE)
    kept = clue.likelihood[: highest - clue.lower + 1]
    cut = replace(clue, upper=min(clue.upper, highest), likelihood=kept)
    # Likelihoods that differ may be equal as far as the cell has neighbours.
    return within(cut, highest) if cut.likelihood is None else cut


def simplest(clue: int | Clue) -> int | Clue:
    """Return the clue as a number if it allows only one count."""
    if isinstance(clue, Clue) and clue.lower == clue.upper:
        return clue.lower
    return clue
