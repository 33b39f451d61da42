"""Bucket elimination of a component (Dechter 1999), planned once for every kind of message.

The factors are eliminated in a line, one pivot after the other: a step sums out the boxes in the
pivot's scope that are left. Between two steps stands a table, the message from one to the next. It
has a row for each state, which says how many mines each open factor still needs, packed into one
integer, the key (drawn below); what a row holds is up to the semiring (see `messages`).

The key of a state, for three factors in fields of `width` = 4 bits:

    bit    11  10   9   8     7   6   5   4     3   2   1   0
         +---+-----------+ +---+-----------+ +---+-----------+
    key  | 1 |   need    | | 1 |   need    | | 1 |   need    |
         +---+-----------+ +---+-----------+ +---+-----------+
         guard  factor 2   guard  factor 1   guard  factor 0

A factor with bounds lower..upper starts with need = upper. A mine in a box takes 1 off the field of
each factor that the box is in the scope of: one subtraction for a whole count vector. Two tests,
each of all fields at once, throw out states from which no model can be reached:

- too many mines: a need below zero borrows from the guard of its own field, and no further, since
  a field has one bit more than the largest need; `key & guards == guards` says that none did.
- too few: a need must not exceed what the factor can still get, the cells left in its scope plus
  its slack (upper - lower). `ceiling` has that in each field, with the guards set, so that
  `(ceiling - (key & fields)) & guards == guards` says the same of the difference.

When a factor is closed, its field is emptied: what is left of the need, at most the slack, is upper
less the mines that it has, and so says which weight of the factor applies. The fields of query
variables are never closed, and tell their cells without a mine to the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import comb, prod
from operator import mul
from typing import Final, NamedTuple

from logicsweep.eliminate.order import elimination_order
from logicsweep.eliminate.signature import Signature
from logicsweep.limits import Budget

# Rows between two looks at the clock.
_STRIDE: Final = 4096
# How many count vectors one step may choose from; a pivot with more is eliminated a few boxes at a
# time.
_CHOICES: Final = 256

# A message: what the semiring has for each state, by its key.
Table = dict[int, int]
# Mines in each box of a step.
CountVector = tuple[int, ...]
# What the pivot may still need after a step, what closing its field takes off the key then, and the
# weight of the pivot for that.
Residual = tuple[int, int, int]
# From a state to the next: what it takes off the key, its mines, its weight (layouts of the boxes
# times the pivot's weight), and the place of its count vector in `Step.vectors`.
Transition = tuple[int, int, int, int]


class TooWideError(Exception):
    """The tables would take more than the budget; `open_factors` were open at once then."""

    def __init__(self, open_factors: int) -> None:
        super().__init__(open_factors)
        self.open_factors = open_factors


class Step:
    """What happens to the states of a table while some boxes of one pivot are summed out.

    The need of the pivot is `key >> shift & low`; the transitions for it are in `transitions`, once
    `expand` has been called. One leads to `key - taken`, if that passes the two tests with
    `guards`, `fields` and `ceiling`. `vectors[number]` is a transition's count vector over `boxes`,
    with its mines and its weight; `open_factors` are open after the step.
    """

    __slots__ = (
        "_by_sum",
        "_residuals",
        "_units",
        "boxes",
        "ceiling",
        "fields",
        "guards",
        "low",
        "open_factors",
        "shift",
        "transitions",
        "vectors",
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
        by_sum: Sequence[Sequence[tuple[CountVector, int]]],
        residuals: Sequence[Residual],
    ) -> None:
        """`units` are what a mine in each box takes off the key."""
        self.boxes = boxes
        self.vectors: list[tuple[CountVector, int, int]] = []
        self.transitions: dict[int, list[Transition]] = {}
        self._units = units
        self._by_sum = by_sum
        self._residuals = residuals

    def expand(self, need: int) -> list[Transition]:
        """Make the transitions of states whose pivot has this need, and keep them."""
        found = self.transitions[need] = []
        by_sum, units, vectors = self._by_sum, self._units, self.vectors
        for residual, closing, weight in self._residuals:
            mines = need - residual
            if 0 <= mines < len(by_sum):
                for vector, layouts in by_sum[mines]:
                    taken = closing + sum(map(mul, vector, units))
                    found.append((taken, mines, layouts * weight, len(vectors)))
                    vectors.append((vector, mines, layouts * weight))
        return found


class Plan(NamedTuple):
    """`start` is the key before the steps, with fields of `width` bits, drawn above.

    After the last step the fields of all factors but the query variables are empty; those of the
    query variables say how many of their cells hold no mine.
    """

    start: int
    steps: tuple[Step, ...]
    width: int


def plan(signature: Signature, budget: Budget) -> Plan:
    """Plan the elimination of a signature; every factor has to have weights.

    Raises `LimitError` when the budget is spent.
    """
    return _Planner(signature).plan(budget)


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
def _count_vectors(sizes: tuple[int, ...]) -> tuple[tuple[tuple[CountVector, int], ...], ...]:
    """By their sum, the count vectors of boxes of these sizes, each with its number of layouts."""
    found: list[list[tuple[CountVector, int]]] = [[] for _ in range(sum(sizes) + 1)]
    for vector in product(*[range(size + 1) for size in sizes]):
        found[sum(vector)].append((vector, prod(map(comb, sizes, vector))))
    return tuple(map(tuple, found))


def _weighted_vectors(
    sizes: tuple[int, ...], unary: Sequence[tuple[int, ...] | None]
) -> Sequence[Sequence[tuple[CountVector, int]]]:
    """The same with the unary factors of the boxes; vectors of weight 0 are left out."""
    vectors = _count_vectors(sizes)
    if not any(unary):
        return vectors
    found: list[list[tuple[CountVector, int]]] = []
    for of_one_sum in vectors:
        found.append([])
        for vector, layouts in of_one_sum:
            weight = layouts
            for weights, mines in zip(unary, vector, strict=True):
                if weights is not None:
                    weight *= weights[mines]
            if weight:
                found[-1].append((vector, weight))
    return found


class _Planner:
    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        sizes, touching, factors, queries, unary = signature
        self._unary = unary or (None,) * len(sizes)
        self._weighing = len(factors) - queries
        self._left = [0] * len(factors)  # the cells of each factor that are not summed out yet
        self._scopes: list[list[int]] = [[] for _ in factors]
        for box, around in enumerate(touching):
            for factor in around:
                self._left[factor] += sizes[box]
                self._scopes[factor].append(box)
        self._slack = [len(weights) - 1 for _, weights in factors]
        upper = [lower + len(weights) - 1 for lower, weights in factors]
        self._width = width = max(*upper, *self._left).bit_length() + 1
        self._guard = guard = 1 << (width - 1)
        self._fields = range(0, width * len(factors), width)
        self._met: set[int] = set()  # factors that have been opened
        self._closed = 0
        self._start = sum(
            [(guard | most) << at for most, at in zip(upper, self._fields, strict=True)]
        )

    def plan(self, budget: Budget) -> Plan:
        sizes, touching, factors, _, _ = self._signature
        is_gone = [False] * len(sizes)
        steps = []
        for pivot in elimination_order(touching, self._weighing, budget):
            boxes = [box for box in self._scopes[pivot] if not is_gone[box]]
            if not boxes and self._scopes[pivot] and factors[pivot].weights == (1,):
                self._closed += 1
                continue  # its need is 0 in every row by now
            for box in boxes:
                is_gone[box] = True
            while True:
                some = self._some(boxes)
                boxes = boxes[len(some) :]
                steps.append(self._step(pivot, some, is_last=not boxes))
                if not boxes:
                    break
        steps += [self._free_box(box) for box in range(len(sizes)) if not is_gone[box]]
        return Plan(self._start, tuple(steps), self._width)

    def _some(self, boxes: list[int]) -> list[int]:
        """The first boxes, as many as a step may sum out at once."""
        if len(boxes) == 1:
            return boxes
        choices = 1
        for place, box in enumerate(boxes):
            choices *= self._signature.sizes[box] + 1
            if place and choices > _CHOICES:
                return boxes[:place]
        return boxes

    def _step(self, pivot: int, boxes: list[int], *, is_last: bool) -> Step:
        """Sum out some boxes of a pivot, all that are left of it when `is_last`."""
        sizes, touching, factors, _, _ = self._signature
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
        residuals: Sequence[Residual] = ((0, 0, 1),)
        if not is_last:
            most = left[pivot] + self._slack[pivot]
            residuals = [(residual, 0, 1) for residual in range(most + 1)]
        elif weights != (1,):
            residuals = [
                (residual, residual << shift, weight)
                for residual, weight in enumerate(reversed(weights))
                if weight
            ]
        step = Step(boxes, units, self._vectors(boxes), residuals)
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

    def _vectors(self, boxes: Sequence[int]) -> Sequence[Sequence[tuple[CountVector, int]]]:
        sizes = tuple([self._signature.sizes[box] for box in boxes])
        if self._signature.unary is None:
            return _count_vectors(sizes)
        return _weighted_vectors(sizes, [self._unary[box] for box in boxes])

    def _free_box(self, box: int) -> Step:
        """Sum out a box that is in the scope of query variables at most."""
        size = self._signature.sizes[box]
        unit = sum([1 << self._fields[query] for query in self._signature.touching[box]])
        # There is no pivot. With `shift` and `low` 0 its need reads as 0, from which the residual
        # -n leaves n mines: every number of them is allowed.
        residuals = [(-mines, 0, 1) for mines in range(size + 1)]
        step = Step([box], [unit], self._vectors([box]), residuals)
        step.shift = step.low = step.guards = step.fields = step.ceiling = step.open_factors = 0
        return step
