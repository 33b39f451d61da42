"""`ClueRule`: a rule for the value of clues, as data.

A rule has a region (the cells that a clue speaks of), weights of mines in coloured and in other
cells, an aggregate (the value made of the mines), and a number by which the clue is off. Several
rules in one are for boards on which each clue follows one of them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from math import isqrt
from typing import Any, Final, NamedTuple, Self

import numpy as np

from logicsweep.board.clue import Code
from logicsweep.board.relation import MAX_DEGREE
from logicsweep.board.rules.aggregate import (
    PAIR,
    PLAIN,
    TOTAL,
    Aggregate,
    Area,
    Product,
    Sight,
    Sum,
    Value,
    Weights,
)
from logicsweep.board.rules.key import HiddenKey, highest_code, letter
from logicsweep.board.rules.region import NEIGHBOURS, Entry, Place, Region
from logicsweep.board.state import State
from logicsweep.errors import listed

AS_TYPED: Final = str.maketrans("√", "r")
"""A replacement in clues for a sign that keyboards and some encodings lack."""
# With more values on a board, most questions about it take too long.
MOST_VALUES: Final = 1_000
_MOST_WEIGHT: Final = 125
# With more states of a clue's machine, there are more than `MOST_VALUES` as well.
_MOST_STATES: Final = 65_536


@dataclass(frozen=True, slots=True)
class ClueRule:
    """A rule for the value of clues.

    Attributes:
        name: Its name, as in a header, such as `1M`.
        about: The value of a clue, in a sentence without a full stop.
        region: The cells that a clue speaks of.
        weights: The weight of a mine in a cell that is not coloured, and in a coloured one; a cell
            is coloured if row plus column is odd, counted from 0.
        aggregate: The value that is made of the mines in the region.
        off_by: The number by which a clue is off: it differs from the true value by exactly that.
        key: The key without which clues cannot be read, or None. With a key, clues are about the
            numbers of mines among the neighbours.
        parts: Two or more rules, of which each clue follows one; else empty. See `mixed`.

    Raises:
        ValueError: The parts do not go together.
    """

    name: str
    about: str
    region: Region = NEIGHBOURS
    weights: Weights = PLAIN
    aggregate: Aggregate = TOTAL
    off_by: int = 0
    key: HiddenKey | None = None
    parts: tuple[ClueRule, ...] = ()

    def __post_init__(self) -> None:
        if max(map(abs, self.weights)) > _MOST_WEIGHT:
            raise ValueError(
                f"the weights of the rule {self.name} are {self.weights[0]} and {self.weights[1]}; "
                f"expected whole numbers from -{_MOST_WEIGHT} to {_MOST_WEIGHT}"
            )
        aggregate, fault = self.aggregate, ""
        fields = (self.region, self.weights, aggregate, self.off_by)
        if self.weights != PLAIN and not aggregate.takes_weights:
            fault = f"weights make no difference to the {aggregate.name}"
        elif self.key and fields != (NEIGHBOURS, PLAIN, TOTAL, 0):
            fault = "with a key a clue is about the number of mines among its neighbours"
        elif isinstance(aggregate, Area | Product) is not self.region.whole:
            fault = f"the {aggregate.name} cannot be that in {self.region.about}"
        elif self.off_by and not aggregate.is_number:
            fault = f"only a number can be off, and not the {aggregate.name}"
        if fault:
            raise ValueError(f"the rule {self.name} does not go together: {fault}")

    @classmethod
    def mixed(cls, rules: Sequence[ClueRule]) -> ClueRule:
        """Join rules into one under which each clue follows one of them; return one rule unchanged.

        A cell shows a clue of the first one when it is opened.

        Raises:
            ValueError: A rule is there twice, or two of them hide a key.
        """
        if len(rules) == 1:
            return rules[0]
        names = [rule.name for rule in rules]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise ValueError(f"the rule {twice} is there twice; expected it once")
        keyed = [rule for rule in rules if rule.key]
        if len(keyed) > 1:
            raise ValueError(
                f"the rules {listed([rule.name for rule in keyed])} hide a key each; expected one"
            )
        about = f"what one of the rules {listed(names)} says, {names[0]} if it names none"
        key = keyed[0].key if keyed else None
        return cls(" ".join(names), about, key=key, parts=tuple(rules))

    @property
    def every(self) -> tuple[ClueRule, ...]:
        """The rules that clues may follow, its parts if it has any, else this one alone."""
        return self.parts or (self,)

    @property
    def keyed(self) -> ClueRule:
        """The part that hides a key; else this rule."""
        return next((part for part in self.parts if part.key), self)

    @property
    def is_plain(self) -> bool:
        """Whether a clue is the number of mines in its region, as on an ordinary board."""
        is_total = self.aggregate == TOTAL and self.weights == PLAIN
        return is_total and not self.off_by and self.key is None and not self.parts

    @property
    def is_standard(self) -> bool:
        """Whether a clue is the number of mines among the neighbours."""
        return self.is_plain and self.region == NEIGHBOURS

    @property
    def leaves_choice(self) -> bool:
        """Whether a layout alone does not determine the clues, as with a key or if they are off."""
        return self.key is not None or any(part.off_by for part in self.every)

    @property
    def is_signed(self) -> bool:
        """Whether a true value may be below 0."""
        aggregate = self.aggregate
        if isinstance(aggregate, Sight):
            return aggregate.is_difference
        if not isinstance(aggregate, Sum) or aggregate.modulus is not None:
            return False
        return not aggregate.is_absolute and min(self.weights) < 0

    def entries(self, place: Place, number: int) -> tuple[Entry, ...]:
        """Return the cells that the clue in a cell speaks of, in order."""
        return tuple(place.entries(self.region, number))

    def truth(self, entries: tuple[Entry, ...], mines: Any) -> Value:
        """Compute the true value of a clue; `mines[cell]` says whether a cell is a mine."""
        state = self.aggregate.start
        for entry in entries:
            mine = entry.cell is not None and bool(mines[entry.cell])
            state = self.aggregate.step(state, entry, self.weights, mine=mine)
        return self.aggregate.value(state)

    def shows(self, true: Value) -> tuple[Value, ...]:
        """Return the values that a clue may show for a true value; counts are never below 0."""
        if not self.off_by or not isinstance(true, int):
            return (true,)
        both = (true - self.off_by, true + self.off_by)
        return both if self.is_signed or both[0] >= 0 else both[1:]

    def allows(self, shown: Value, true: Value) -> bool:
        """Tell whether a clue may show a value where the true value is another."""
        return shown in self.shows(true)


class Values(NamedTuple):
    """The values that clues of a rule can show on a board, and the code of each, for grids.

    Without `listed`, the values are the numbers from 0 to `highest` and their own codes; else the
    code of a value is its place in `listed`, which is None at the place of `State.UNCERTAIN`.
    """

    listed: tuple[Value | None, ...] | None
    highest: int

    @classmethod
    def of(cls, values: Sequence[Value]) -> Self:
        """Take a value's place as its code; the one at the code of `UNCERTAIN` moves to the end."""
        listed: list[Value | None] = list(values)
        if len(listed) > State.UNCERTAIN:
            listed.append(listed[State.UNCERTAIN])
            listed[State.UNCERTAIN] = None
        return cls(tuple(listed), len(listed) - 1)

    @property
    def codes(self) -> Sequence[Code]:
        """The codes of all values, in the order of the values."""
        codes = [*map(Code, range(self.highest + 1))]
        if self.highest < State.UNCERTAIN:
            return codes
        return [*codes[: State.UNCERTAIN], codes[-1], *codes[State.UNCERTAIN + 1 : -1]]

    def code(self, value: Value) -> Code | None:
        """Return the code of a value; None if no clue can show it."""
        if self.listed is not None:
            return Code(self.listed.index(value)) if value in self.listed else None
        return Code(value) if isinstance(value, int) and 0 <= value <= self.highest else None

    def value(self, code: Code) -> Value:
        """Return the value of a code. Raises ValueError if there is none."""
        value = int(code) if self.listed is None else self.listed[code]
        if value is None:
            raise ValueError(f"the number {code} stands for nothing that a clue can show")
        return value


def values_of(rule: ClueRule, place: Place) -> Values:
    """List the values that clues of a rule can show on a board of some size.

    Raises ValueError if a clue could show more values than `MOST_VALUES`, or speaks of more cells
    than `MAX_DEGREE`, which is how many ties a cell can have.
    """
    if rule.key is not None:
        return Values(None, highest_code(rule.key, place))
    cells = min(most_cells(rule, place), place.size - 1)
    if cells > MAX_DEGREE:
        raise ValueError(_too_large(rule, place, f"speaks of {cells:,} cells", MAX_DEGREE))
    if isinstance(rule.aggregate, Area):
        values: Sequence[Value] = range(place.size)
    elif isinstance(rule.aggregate, Product):
        values = sorted(_products(place))
    elif rule.aggregate.is_number and not rule.is_signed:
        values = range(_highest(rule, place) + rule.off_by + 1)
    else:
        values = sorted(_every_value(rule, place), key=_order)
    # A plain number of mines has to be its own code.
    most = State.UNCERTAIN if rule.is_plain else MOST_VALUES
    if len(values) > most:
        raise ValueError(_too_large(rule, place, f"can show {len(values):,} values", most))
    if isinstance(values, range) and len(values) <= State.UNCERTAIN:
        return Values(None, len(values) - 1)
    return Values.of(values)


def sign_of(rule: ClueRule, value: Value) -> str:
    """Write a clue's value as texts have it: a number, `1+2` for runs or `1/3` for a pair.

    A product of squared distances is written as its root, `3√2` for 18, and letters from `a` on.
    """
    if isinstance(value, int):
        if rule.key is not None and rule.key.has_letters:
            return letter(value)
        return root_of(value) if isinstance(rule.aggregate, Product) else str(value)
    return ("/" if rule.aggregate == PAIR else "+").join(map(str, value))


def root_of(number: int) -> str:
    """Return the square root of a number, 0 or more, in its simplest form, such as `3√2`."""
    outside = max(
        [factor for factor in range(1, isqrt(number) + 1) if not number % factor**2], default=0
    )
    inside = number // outside**2 if outside else 1
    if inside == 1:
        return str(outside)
    return f"{outside if outside > 1 else ''}√{inside}"


def _order(value: Value) -> tuple[int, ...]:
    return (value,) if isinstance(value, int) else (sum(value), len(value), *value)


def most_cells(rule: ClueRule, place: Place) -> int:
    """Bound the number of cells in a clue's scope from above."""
    region = rule.region
    if region.whole:
        return place.size - 1
    if region.rays:
        return int(place.ray_lengths(region).sum(axis=0).max())
    return place.adjacency.degree if region.offsets is None else len(region.offsets)


def _highest(rule: ClueRule, place: Place) -> int:
    """Return the largest true value, or more."""
    aggregate = rule.aggregate
    if isinstance(aggregate, Sum) and aggregate.modulus is not None:
        return aggregate.modulus - 1
    size = most_cells(rule, place)
    if isinstance(aggregate, Sight):
        return size + aggregate.start.total
    if not isinstance(aggregate, Sum):
        return size
    return size * max(map(abs, rule.weights))


def _every_value(rule: ClueRule, place: Place) -> set[Value]:
    """List all values that some clue can show, by trying all states of its machine."""
    if isinstance(rule.aggregate, Sight) and rule.region.rays:
        # All values between the extremes occur; trying the states would take long.
        lengths = place.ray_lengths(rule.region)
        counts = np.array([rule.aggregate.counts(ray) for ray in range(len(lengths))])
        least = np.minimum(counts, 0) @ lengths
        most = np.maximum(counts, 0) @ lengths
        return set(range(int(least.min()) - rule.off_by, int(most.max()) + rule.off_by + 1))
    reached: set[Value] = set()
    # Regions are alike but for the numbers of their cells.
    for shape in {shape_of(rule.entries(place, number)) for number in range(place.size)}:
        values = _values_in(rule, shape)
        if values is None:
            more = f"can show more than {MOST_VALUES:,} values"
            raise ValueError(_too_large(rule, place, more, MOST_VALUES))
        reached |= values
    return reached


def _products(place: Place) -> set[int]:
    """List all products of the squared distances of two mines from a cell, and 0 for fewer mines.

    Trying the states of a machine would take long, as there are many distances.
    """
    values = {0}
    for row, column in np.ndindex(place.height, place.width):
        down, right = np.arange(place.height) - row, np.arange(place.width) - column
        squares = np.add.outer(down**2, right**2)
        distances, cells = np.unique(squares[squares > 0], return_counts=True)
        products = np.multiply.outer(distances, distances)
        values.update(products[np.triu_indices_from(products, 1)].tolist())
        values.update((distances[cells > 1] ** 2).tolist())
    return values


def _too_large(rule: ClueRule, place: Place, excess: str, most: int) -> str:
    """Make the message about a board that is too large, as `excess` says of a clue."""
    return (
        f"a board of {place.width}x{place.height} is too large for the rule {rule.name}: a clue "
        f"{excess}; expected at most {most:,}"
    )


def shape_of(entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Return a region with 0 in place of the number of each cell."""
    return tuple([entry if entry.cell is None else entry._replace(cell=0) for entry in entries])


@lru_cache(maxsize=256)
def _values_in(rule: ClueRule, shape: tuple[Entry, ...]) -> frozenset[Value] | None:
    """List the values that a clue can show in a region; None if there are far too many."""
    states = {rule.aggregate.start}
    for entry in shape:
        states = {
            rule.aggregate.step(state, entry, rule.weights, mine=mine)
            for state, mine in product(states, (False,) if entry.cell is None else (False, True))
        }
        if len(states) > _MOST_STATES:
            return None
    true = {rule.aggregate.value(state) for state in states}
    return frozenset([shown for value in true for shown in rule.shows(value)])
