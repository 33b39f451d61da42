"""Aggregates: the values of clues from the mines in their regions, as machines that read the cells.

A machine starts in a state, steps over one entry of the region after the other, and has a value in
the end. So one definition serves to read a layout and to make a decision diagram.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Final, NamedTuple, Protocol

from logicsweep.board.rules.region import SIDES, Entry, Offset

# The value of a clue: a number, or the lengths of runs, or a pair of counts.
Value = int | tuple[int, ...]
State = Hashable
# The weights of a mine in a cell that is not coloured, and in a coloured one.
Weights = tuple[int, int]
PLAIN: Final[Weights] = (1, 1)


class Aggregate(Protocol):
    """A machine that reads the cells of a region; see the module."""

    @property
    def name(self) -> str:
        """The aggregate in words."""

    @property
    def is_number(self) -> bool:
        """Whether values are numbers."""

    @property
    def takes_weights(self) -> bool:
        """Whether weights make a difference."""

    @property
    def start(self) -> Any:
        """The state before the first cell."""

    def step(self, state: Any, entry: Entry, weights: Weights, *, mine: bool) -> Any:
        """Return the state after a cell."""

    def value(self, state: Any) -> Value:
        """Return the value that the clue shows."""


class Sum(NamedTuple):
    """The sum of the weights of the mines; its absolute value, or its remainder."""

    name: str
    is_absolute: bool = False
    modulus: int | None = None
    is_number: bool = True
    takes_weights: bool = True
    start: int = 0

    def step(self, state: int, entry: Entry, weights: Weights, *, mine: bool) -> int:
        return state + weights[entry.is_coloured] if mine else state

    def value(self, state: int) -> int:
        if self.modulus is not None:
            return state % self.modulus
        return abs(state) if self.is_absolute else state


class Pair(NamedTuple):
    """The numbers of coloured and of other mines, the smaller one first."""

    name: str
    is_number: bool = False
    takes_weights: bool = False
    start: tuple[int, int] = (0, 0)

    def step(
        self, state: tuple[int, int], entry: Entry, weights: Weights, *, mine: bool
    ) -> tuple[int, int]:
        del weights
        others, coloured = state
        if not mine:
            return state
        return (others, coloured + 1) if entry.is_coloured else (others + 1, coloured)

    def value(self, state: tuple[int, int]) -> tuple[int, int]:
        return min(state), max(state)


class _Ring(NamedTuple):
    """The lengths of runs of mines so far in a ring.

    `first` is that of the run at the first cell, once it ended, with which the last run may join;
    `ended` has the other runs that ended, `now` is the run at hand. `begins` says whether the first
    cell is a mine.
    """

    begins: bool | None
    first: int
    ended: tuple[int, ...]
    now: int


class Runs(NamedTuple):
    """The runs of mines around a ring: their lengths, ascending; their number; or the longest.

    A ring without a mine has the lengths (0,).
    """

    name: str
    kind: str  # lengths, number or longest
    takes_weights: bool = False
    start: _Ring = _Ring(None, 0, (), 0)

    @property
    def is_number(self) -> bool:
        return self.kind != "lengths"

    def step(self, state: _Ring, entry: Entry, weights: Weights, *, mine: bool) -> _Ring:
        del entry, weights
        begins, first, ended, now = state
        begins = mine if begins is None else begins
        if mine:
            # For the number of runs their lengths do not matter, and diagrams get smaller.
            return _Ring(begins, first, ended, 1 if self.kind == "number" else now + 1)
        if not now:
            return _Ring(begins, first, ended, 0)
        if begins and not first:
            return _Ring(begins, now, ended, 0)
        runs = sorted((*ended, now))
        return _Ring(begins, first, tuple(runs[-1:] if self.kind == "longest" else runs), 0)

    def value(self, state: _Ring) -> Value:
        lengths = list(state.ended)
        if state.first + state.now:
            lengths.append(state.first + state.now)
        if self.kind == "lengths":
            return tuple(sorted(lengths)) or (0,)
        return len(lengths) if self.kind == "number" else max(lengths, default=0)


class _Seen(NamedTuple):
    """The sum of the cells seen so far, the ray at hand, and whether a mine blocks it."""

    total: int
    ray: int = 0
    is_blocked: bool = False


class Sight(NamedTuple):
    """The safe cells that are seen in four directions up to the first mine.

    Their number and the cell itself; or, as a difference, those above and below less those to the
    left and to the right.
    """

    name: str
    is_difference: bool
    is_number: bool = True
    takes_weights: bool = False

    @property
    def start(self) -> _Seen:
        return _Seen(0 if self.is_difference else 1)

    def step(self, state: _Seen, entry: Entry, weights: Weights, *, mine: bool) -> _Seen:
        del weights
        total, ray, is_blocked = state
        if entry.ray != ray:
            is_blocked = False
        if mine or is_blocked:
            return _Seen(total, entry.ray, is_blocked=True)
        return _Seen(total + self.counts(entry.ray), entry.ray)

    def counts(self, ray: int) -> int:
        """Count the safe cells that are seen along a ray."""
        return -1 if self.is_difference and ray >= _ACROSS else 1

    def value(self, state: _Seen) -> int:
        return state.total


class _Near(NamedTuple):
    """The squared distance of the nearest mine, and its product with that of the second nearest."""

    nearest: int = 0
    product: int = 0


class Product(NamedTuple):
    """The product of the squared distances of the two nearest mines; 0 where there are none."""

    name: str
    is_number: bool = False
    takes_weights: bool = False
    start: _Near = _Near()

    def step(self, state: _Near, entry: Entry, weights: Weights, *, mine: bool) -> _Near:
        """See `Aggregate.step`; cells are read in the order of their distances."""
        del weights
        if not mine or state.product:
            return state
        distance = sum([part * part for part in entry.offset])
        return _Near(distance, state.nearest * distance)

    def value(self, state: _Near) -> int:
        return state.product


class Area(NamedTuple):
    """The area of the regions of mines, connected by sides, that share a side with the cell.

    Its states are the sets of all mines' offsets, far too many for a diagram: the clue becomes a
    constraint on regions instead.
    """

    name: str
    is_number: bool = False
    takes_weights: bool = False
    start: frozenset[Offset] = frozenset()

    def step(
        self, state: frozenset[Offset], entry: Entry, weights: Weights, *, mine: bool
    ) -> frozenset[Offset]:
        del weights
        return state | {entry.offset} if mine else state

    def value(self, state: frozenset[Offset]) -> int:
        reached = [(0, 0)]
        unreached = set(state)
        for row, column in reached:
            beside = {(row + down, column + right) for down, right in SIDES} & unreached
            unreached -= beside
            reached += beside
        return len(reached) - 1


# The first of the rays of a sight that go to the left and to the right.
_ACROSS: Final = 2

TOTAL: Final = Sum("sum")
ABSOLUTE: Final = Sum("absolute value of the sum", is_absolute=True)
MODULO_3: Final = Sum("remainder of the sum by 3", modulus=3)
PAIR: Final = Pair("numbers of coloured and of other mines, in any order")
LENGTHS: Final = Runs("lengths of the runs of mines, in any order", "lengths")
RUNS: Final = Runs("number of runs of mines", "number")
LONGEST: Final = Runs("length of the longest run of mines", "longest")
SIGHT: Final = Sight("number of safe cells seen up to the first mine, and the cell itself", False)
DIFFERENCE: Final = Sight("safe cells seen above and below less those to the left and right", True)
PRODUCT: Final = Product("product of the squared distances of the two nearest mines")
AREA: Final = Area("area of the regions of mines that share a side with it")
