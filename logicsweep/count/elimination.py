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

from logicsweep.count.order import elimination_order
from logicsweep.count.shape import Shape
from logicsweep.limits import Deadline

# Rows between two looks at the clock.
_STRIDE: Final = 4096
# How many choices one step may offer; a pivot with more is eliminated a few boxes at a time.
_CHOICES: Final = 256

# What is gathered, by packed needs.
Table = dict[int, int]
Spread = tuple[int, ...]
# What a pivot may need after a step, and what is taken and weighed by an option for that.
End = tuple[int, int, int]
# One way to go on from a row: what it takes off the packed needs (less than nothing, where fields
# are opened by it), its mines, its weight (the layouts of the boxes, times the pivot's weight), and
# the number of its move among those of the step.
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

    Its options are `offered[key >> shift & low]`, which `offer` fills. An option leads to
    `key - taken`, which is valid when no field has fallen below zero (`guards` are still set) or
    needs more than it can still get (`ceiling` less the `fields` keeps the guards).
    `moves[number]` says how an option's mines lie in the `boxes`; `open_factors` are open after
    the step.
    """

    __slots__ = (
        "_by_sum",
        "_ends",
        "_needed",
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

    def __init__(
        self,
        boxes: Sequence[int],
        units: Sequence[int],
        by_sum: Sequence[Sequence[tuple[Spread, int]]],
        *,
        needed: int,
        ends: Sequence[End],
    ) -> None:
        """`units` are what a mine in each box takes off the packed needs."""
        self.boxes = boxes
        self.moves: list[Move] = []
        self._units = units
        self._by_sum = by_sum
        self._needed = needed
        self._ends = ends
        self.offered: dict[int, list[Option]] = {}
        self.shift = self.low = self.guards = self.fields = self.ceiling = self.open_factors = 0

    def offer(self, field: int) -> list[Option]:
        """Make the options of rows whose pivot has this field, and keep them in `offered`."""
        options = self.offered[field] = []
        by_sum, units, moves = self._by_sum, self._units, self.moves
        for rest, further, weight in self._ends:
            mines = self._needed + field - rest
            if 0 <= mines < len(by_sum):
                for spread, layouts in by_sum[mines]:
                    taken = further + sum(map(mul, spread, units))
                    options.append((taken, mines, layouts * weight, len(moves)))
                    moves.append((spread, mines, layouts * weight))
        return options


class Plan(NamedTuple):
    """`start` are the packed needs before the steps.

    After the last step the low bits hold a field of `width` bits for each label, in their order:
    the highest bit is set, the others say how many cells of the label hold no mine. The bits above
    are the same in every row.
    """

    start: int
    steps: tuple[Step, ...]
    width: int


def plan(shape: Shape, deadline: Deadline) -> Plan:
    """Plan the elimination of a shape; every factor has to have weights.

    Raises `LimitError` when the deadline passes.
    """
    return _Planner(shape).plan(deadline)


def strides(table: Table, deadline: Deadline) -> Iterator[Iterable[tuple[int, int]]]:
    """The rows, some at a time. Raises `LimitError` in between when the deadline passes."""
    deadline.check()
    if len(table) <= _STRIDE:
        yield table.items()
        return
    rows = iter(table.items())
    while some := list(islice(rows, _STRIDE)):
        deadline.check()
        yield some


@lru_cache(maxsize=512)
def _spreads(sizes: tuple[int, ...]) -> tuple[tuple[tuple[Spread, int], ...], ...]:
    """By their sum, the ways to put mines into boxes, each with its number of layouts."""
    found: list[list[tuple[Spread, int]]] = [[] for _ in range(sum(sizes) + 1)]
    for spread in product(*[range(size + 1) for size in sizes]):
        found[sum(spread)].append((spread, prod(map(comb, sizes, spread))))
    return tuple(map(tuple, found))


class _Planner:
    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        sizes, touching, factors, labels = shape
        self._weighing = len(factors) - labels
        self._left = [0] * len(factors)  # the undecided cells of each factor
        self._members: list[list[int]] = [[] for _ in factors]
        for box, around in enumerate(touching):
            for factor in around:
                self._left[factor] += sizes[box]
                self._members[factor].append(box)
        self._slack = [len(factor.weights) - 1 for factor in factors]
        self._upper = [lower + len(weights) - 1 for lower, weights in factors]
        self._width = max(*self._upper, *self._left).bit_length() + 1
        self._guard = 1 << (self._width - 1)
        # Labels have the lowest fields for good; the others have one while they are open.
        self._fields = {self._weighing + place: place * self._width for place in range(labels)}
        self._free: list[int] = []
        self._top = labels * self._width

    def plan(self, deadline: Deadline) -> Plan:
        sizes, touching, factors, _ = self._shape
        start = sum((self._guard | self._upper[label]) << at for label, at in self._fields.items())
        decided = [False] * len(sizes)
        steps = []
        for pivot in elimination_order(touching, self._weighing, deadline):
            boxes = [box for box in self._members[pivot] if not decided[box]]
            if not boxes and factors[pivot].weights == (1,) and pivot in self._fields:
                # Its need is 0 in every row by now: the field stays as it is.
                continue
            for box in boxes:
                decided[box] = True
            while True:
                some = self._some(boxes)
                boxes = boxes[len(some) :]
                steps.append(self._step(pivot, some, is_last=not boxes))
                if not boxes:
                    break
        steps += [self._free_box(box) for box in range(len(sizes)) if not decided[box]]
        return Plan(start, tuple(steps), self._width)

    def _some(self, boxes: list[int]) -> list[int]:
        """The first boxes, as many as a step may decide at once."""
        choices = 1
        for place, box in enumerate(boxes):
            choices *= self._shape.sizes[box] + 1
            if place and choices > _CHOICES:
                return boxes[:place]
        return boxes

    def _step(self, pivot: int, boxes: list[int], *, is_last: bool) -> Step:
        """Decide some boxes of a pivot, all that are left of it when `is_last`."""
        sizes, touching, factors, _ = self._shape
        guard, fields, left = self._guard, self._fields, self._left
        is_new = pivot not in fields
        taken = self._enter(pivot) if is_new else 0
        units = []
        touched: list[int] = []
        for box in boxes:
            unit = 0
            around = touching[box]
            touched += around
            for factor in around:
                if factor not in fields:
                    taken += self._enter(factor)
                left[factor] -= sizes[box]
                unit += 1 << fields[factor]
            units.append(unit)
        shift = fields[pivot]
        weights = factors[pivot].weights
        ends: Sequence[End]
        if not is_last:
            most = left[pivot] + self._slack[pivot]
            ends = [(rest, taken, 1) for rest in range(most + 1)]
        elif weights == (1,):
            ends = ((0, taken + (guard << shift), 1),)
        else:
            ends = [
                (rest, taken + ((guard | rest) << shift), weight)
                for rest, weight in enumerate(reversed(weights))
                if weight
            ]
        by_sum = _spreads(tuple([sizes[box] for box in boxes]))
        step = Step(boxes, units, by_sum, needed=self._upper[pivot] if is_new else 0, ends=ends)
        if not is_new:
            step.shift, step.low = shift, guard - 1
        guards = ceiling = 0
        for factor in touched:
            if factor < self._weighing and factor != pivot:
                at = fields[factor]
                guards |= guard << at
                ceiling |= (guard | min(left[factor] + self._slack[factor], guard - 1)) << at
        step.guards = guards
        step.ceiling = ceiling
        step.fields = guards - (guards >> (self._width - 1))
        if is_last:
            self._free.append(fields.pop(pivot))
        step.open_factors = len(fields)
        return step

    def _free_box(self, box: int) -> Step:
        """Decide a box that stands in labels at most."""
        size = self._shape.sizes[box]
        unit = sum(1 << self._fields[label] for label in self._shape.touching[box])
        ends = [(rest, 0, 1) for rest in range(size + 1)]
        return Step([box], [unit], _spreads((size,)), needed=size, ends=ends)

    def _enter(self, factor: int) -> int:
        """Give a factor a field; its full needs there, as less than nothing taken."""
        if self._free:
            shift = self._free.pop()
        else:
            shift = self._top
            self._top += self._width
        self._fields[factor] = shift
        return -((self._guard | self._upper[factor]) << shift)
