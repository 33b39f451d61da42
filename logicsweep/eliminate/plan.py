"""Elimination of a component, factor by factor, planned once for every kind of table.

A table maps what each open factor still needs, packed into one integer, to whatever is gathered:
sets of mine counts (`possible`), numbers of ways (`ways`). Eliminating a factor, the pivot of a
step, decides the boxes of it that are left. Design and bound follow bucket elimination (Dechter,
1999); nothing is lost or made up on the way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import comb, prod
from operator import mul
from typing import Final, NamedTuple

from logicsweep.eliminate.order import elimination_order
from logicsweep.eliminate.signature import Shape
from logicsweep.limits import Budget

# Rows between two looks at the clock.
_STRIDE: Final = 4096
# How many choices one step may offer; a pivot with more is eliminated a few boxes at a time.
_CHOICES: Final = 256

# What is gathered, by packed needs.
Table = dict[int, int]
Spread = tuple[int, ...]
# What a pivot may need after a step, and what is taken and weighed by an option for that.
End = tuple[int, int, int]
# One way to go on from a row: what it takes off the packed needs, its mines, its weight (layouts of
# the boxes times the pivot's weight), and the number of its move among those of the step.
Option = tuple[int, int, int, int]
# The same without regard to the row: mines in each box, in all of them, and the weight.
Move = tuple[Spread, int, int]


class TooWideError(Exception):
    """The tables would take more than the budget; `open_factors` were open at once by then."""

    def __init__(self, open_factors: int) -> None:
        super().__init__(open_factors)
        self.open_factors = open_factors


class Step:
    """What happens to a row with packed needs `key`.

    What its pivot needs is `key >> shift & low`; the options for that are in `offered`, once
    `offer` has filled it. An option leads to `key - taken`, which is valid when no field has fallen
    below zero (`guards` are still set) or needs more than it can still get (`ceiling` less the
    `fields` keeps the guards). `moves[number]` says how an option's mines lie in the `boxes`;
    `open_factors` are open after the step.
    """

    __slots__ = (
        "_by_sum",
        "_ends",
        "_units",
        "boxes",
        "ceiling",
        "fields",
        "guards",
        "low",
        "moves",
        "offered",
        "open_factors",
        "shift",
    )

    shift: int
    low: int
    guards: int
    fields: int
    ceiling: int
    open_factors: int

    def __init__(
        self,
        boxes: Sequence[int],
        units: Sequence[int],
        by_sum: Sequence[Sequence[tuple[Spread, int]]],
        ends: Sequence[End],
    ) -> None:
        """`units` are what a mine in each box takes off the packed needs."""
        self.boxes = boxes
        self.moves: list[Move] = []
        self.offered: dict[int, list[Option]] = {}
        self._units = units
        self._by_sum = by_sum
        self._ends = ends

    def offer(self, need: int) -> list[Option]:
        """Make the options of rows whose pivot has this need, and keep them in `offered`."""
        options = self.offered[need] = []
        by_sum, units, moves = self._by_sum, self._units, self.moves
        for rest, further, weight in self._ends:
            mines = need - rest
            if 0 <= mines < len(by_sum):
                for spread, layouts in by_sum[mines]:
                    taken = further + sum(map(mul, spread, units))
                    options.append((taken, mines, layouts * weight, len(moves)))
                    moves.append((spread, mines, layouts * weight))
        return options


class Plan(NamedTuple):
    """`start` are the packed needs before the steps.

    A factor has a field of `width` bits, in order from the low end; the highest bit, the guard, is
    set as long as all is well. After the last step the fields of all factors but the labels are
    empty; those of the labels say how many of their cells hold no mine.
    """

    start: int
    steps: tuple[Step, ...]
    width: int


def plan(shape: Shape, budget: Budget) -> Plan:
    """Plan the elimination of a shape; every factor has to have weights.

    Raises `LimitError` when the budget is spent.
    """
    return _Planner(shape).plan(budget)


def strides(table: Table, budget: Budget) -> Iterator[Iterable[tuple[int, int]]]:
    """The rows, some at a time. Raises `LimitError` in between when the budget is spent."""
    budget.check()
    if len(table) <= _STRIDE:
        yield table.items()
        return
    rows = iter(table.items())
    while some := list(islice(rows, _STRIDE)):
        budget.check()
        yield some


@lru_cache(maxsize=512)
def _spreads(sizes: tuple[int, ...]) -> tuple[tuple[tuple[Spread, int], ...], ...]:
    """By their sum, the ways to put mines into boxes, each with its number of layouts."""
    found: list[list[tuple[Spread, int]]] = [[] for _ in range(sum(sizes) + 1)]
    for spread in product(*[range(size + 1) for size in sizes]):
        found[sum(spread)].append((spread, prod(map(comb, sizes, spread))))
    return tuple(map(tuple, found))


def _weighed_spreads(
    sizes: tuple[int, ...], own: Sequence[tuple[int, ...] | None]
) -> Sequence[Sequence[tuple[Spread, int]]]:
    """The same with weights of the boxes' own; what weighs nothing is left out."""
    spreads = _spreads(sizes)
    if not any(own):
        return spreads
    found: list[list[tuple[Spread, int]]] = []
    for alike in spreads:
        found.append([])
        for spread, layouts in alike:
            weight = layouts
            for weights, held in zip(own, spread, strict=True):
                if weights is not None:
                    weight *= weights[held]
            if weight:
                found[-1].append((spread, weight))
    return found


class _Planner:
    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        sizes, touching, factors, labels, own = shape
        self._own = own or (None,) * len(sizes)
        self._weighing = len(factors) - labels
        self._left = [0] * len(factors)  # the undecided cells of each factor
        self._members: list[list[int]] = [[] for _ in factors]
        for box, around in enumerate(touching):
            for factor in around:
                self._left[factor] += sizes[box]
                self._members[factor].append(box)
        self._slack = [len(weights) - 1 for _, weights in factors]
        upper = [lower + len(weights) - 1 for lower, weights in factors]
        self._width = width = max(*upper, *self._left).bit_length() + 1
        self._guard = guard = 1 << (width - 1)
        self._fields = range(0, width * len(factors), width)
        self._met: set[int] = set()  # factors whose cells are decided in part, or all
        self._closed = 0
        self._start = sum(
            [(guard | most) << at for most, at in zip(upper, self._fields, strict=True)]
        )

    def plan(self, budget: Budget) -> Plan:
        sizes, touching, factors, _, _ = self._shape
        decided = [False] * len(sizes)
        steps = []
        for pivot in elimination_order(touching, self._weighing, budget):
            boxes = [box for box in self._members[pivot] if not decided[box]]
            if not boxes and self._members[pivot] and factors[pivot].weights == (1,):
                self._closed += 1
                continue  # its need is 0 in every row by now
            for box in boxes:
                decided[box] = True
            while True:
                some = self._some(boxes)
                boxes = boxes[len(some) :]
                steps.append(self._step(pivot, some, is_last=not boxes))
                if not boxes:
                    break
        steps += [self._free_box(box) for box in range(len(sizes)) if not decided[box]]
        return Plan(self._start, tuple(steps), self._width)

    def _some(self, boxes: list[int]) -> list[int]:
        """The first boxes, as many as a step may decide at once."""
        if len(boxes) == 1:
            return boxes
        choices = 1
        for place, box in enumerate(boxes):
            choices *= self._shape.sizes[box] + 1
            if place and choices > _CHOICES:
                return boxes[:place]
        return boxes

    def _step(self, pivot: int, boxes: list[int], *, is_last: bool) -> Step:
        """Decide some boxes of a pivot, all that are left of it when `is_last`."""
        sizes, touching, factors, _, _ = self._shape
        guard, fields, left = self._guard, self._fields, self._left
        units = []
        touched: list[int] = []
        for box in boxes:
            unit = 0
            around = touching[box]
            touched += around
            for factor in around:
                left[factor] -= sizes[box]
                unit += 1 << fields[factor]
            units.append(unit)
        shift = fields[pivot]
        weights = factors[pivot].weights
        ends: Sequence[End] = ((0, 0, 1),)
        if not is_last:
            ends = [(rest, 0, 1) for rest in range(left[pivot] + self._slack[pivot] + 1)]
        elif weights != (1,):
            ends = [
                (rest, rest << shift, weight)
                for rest, weight in enumerate(reversed(weights))
                if weight
            ]
        step = Step(boxes, units, self._weighed(boxes), ends)
        guards = ceiling = 0
        for factor in touched:
            if factor < self._weighing and factor != pivot:
                at = fields[factor]
                guards |= guard << at
                ceiling |= (guard | min(left[factor] + self._slack[factor], guard - 1)) << at
        step.shift = shift
        step.low = guard - 1
        step.guards = guards
        step.ceiling = ceiling
        step.fields = guards - (guards >> (self._width - 1))
        self._met.update(touched, (pivot,))
        self._closed += is_last
        step.open_factors = len(self._met) - self._closed
        return step

    def _weighed(self, boxes: Sequence[int]) -> Sequence[Sequence[tuple[Spread, int]]]:
        sizes = tuple([self._shape.sizes[box] for box in boxes])
        if self._shape.own is None:
            return _spreads(sizes)
        return _weighed_spreads(sizes, [self._own[box] for box in boxes])

    def _free_box(self, box: int) -> Step:
        """Decide a box that stands in labels at most."""
        size = self._shape.sizes[box]
        unit = sum([1 << self._fields[label] for label in self._shape.touching[box]])
        # No need is looked at: every number of mines is an end for a need of 0.
        ends = [(-mines, 0, 1) for mines in range(size + 1)]
        step = Step([box], [unit], self._weighed([box]), ends)
        step.shift = step.low = step.guards = step.fields = step.ceiling = step.open_factors = 0
        return step
