"""Bucket elimination of a component (Dechter 1999), planned once for every kind of message.

The factors are eliminated in a line, one pivot after the other: a step sums out the boxes in the
pivot's scope that are left. Between two steps stands a table, the message from one to the next. It
has a row for each state, which says how many mines each open factor still needs, packed into one
integer, the key (drawn in `step`); what a row holds is up to the semiring (see `messages`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import comb, prod
from typing import Final, NamedTuple

from logicsweep.constraints.diagram import Layer, layers
from logicsweep.eliminate.order import elimination_order
from logicsweep.eliminate.signature import Factor, RelationFactor, Signature
from logicsweep.eliminate.step import CountVector, Machine, Pivot, Residual, Step, Table, no_pivot
from logicsweep.limits import Budget

# Rows between two looks at the clock.
_STRIDE: Final = 4096
# How many count vectors one step may choose from; a pivot with more is eliminated a few boxes at a
# time.
_CHOICES: Final = 256


class TooWideError(Exception):
    """The tables would take more than the budget; `open_factors` were open at once then."""

    def __init__(self, open_factors: int) -> None:
        super().__init__(open_factors)
        self.open_factors = open_factors


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


class _Turn(NamedTuple):
    """A step to be: it sums out some boxes of a pivot, all that are left of it when `is_last`."""

    pivot: int
    boxes: list[int]
    is_last: bool


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
        self._slack = [len(one.weights) - 1 if isinstance(one, Factor) else 0 for one in factors]
        self._related = {
            box: numbers
            for box, around in enumerate(touching)
            if (numbers := [one for one in around if isinstance(factors[one], RelationFactor)])
        }
        self._machines: dict[tuple[int, int], Layer] = {}  # by relation and box
        self._met: set[int] = set()  # factors that have been opened
        self._closed = 0

    def plan(self, budget: Budget) -> Plan:
        sizes, touching, factors, _, _ = self._signature
        is_gone = [False] * len(sizes)
        turns = list(self._turns(elimination_order(touching, self._weighing, budget), is_gone))
        states = self._compile([box for turn in turns for box in turn.boxes], budget)
        upper = [
            one.lower + len(one.weights) - 1 if isinstance(one, Factor) else 0 for one in factors
        ]
        self._width = width = max(states, 1, *upper, *self._left).bit_length() + 1
        self._guard = guard = 1 << (width - 1)
        self._fields = range(0, width * len(factors), width)
        start = sum(
            [
                (guard | most) << at
                for one, most, at in zip(factors, upper, self._fields, strict=True)
                if isinstance(one, Factor)
            ]
        )
        steps = [self._step(one.pivot, one.boxes, is_last=one.is_last) for one in turns]
        steps += [self._free_box(box) for box in range(len(sizes)) if not is_gone[box]]
        return Plan(start, tuple(steps), width)

    def _turns(self, order: Iterable[int], is_gone: list[bool]) -> Iterator[_Turn]:
        """The steps to be, in turn; `is_gone` says which boxes they sum out."""
        factors = self._signature.factors
        for pivot in order:
            boxes = [box for box in self._scopes[pivot] if not is_gone[box]]
            if not boxes and self._scopes[pivot] and not self._has_residual(factors[pivot]):
                continue
            for box in boxes:
                is_gone[box] = True
            while True:
                some = self._some(boxes)
                boxes = boxes[len(some) :]
                yield _Turn(pivot, some, is_last=not boxes)
                if not boxes:
                    break

    def _has_residual(self, factor: Factor | RelationFactor) -> bool:
        """Whether a state still says something of a factor when all of its boxes are summed out."""
        return isinstance(factor, Factor) and factor.weights != (1,)

    def _some(self, boxes: list[int]) -> list[int]:
        """The first boxes, as many as a step may sum out at once."""
        if len(boxes) == 1:
            return boxes
        if not self._related.keys().isdisjoint(boxes):
            return boxes[:1]
        choices = 1
        for place, box in enumerate(boxes):
            choices *= self._signature.sizes[box] + 1
            if place and choices > _CHOICES:
                return boxes[:place]
        return boxes

    def _compile(self, boxes: Sequence[int], budget: Budget) -> int:
        """Make the layers of the relations for this order of the boxes; the most states of one."""
        most = 0
        turn = {box: number for number, box in enumerate(boxes)}
        for number, factor in enumerate(self._signature.factors):
            if not isinstance(factor, RelationFactor):
                continue
            budget.check()
            scope = sorted(self._scopes[number], key=turn.__getitem__)
            places: dict[int, list[int]] = {box: [] for box in scope}
            for place, box in enumerate(factor.boxes):
                places[box].append(place)
            for box, layer in zip(scope, layers(factor.diagram, [*places.values()]), strict=True):
                self._machines[number, box] = layer
                most = max(most, len(layer.after))
        return most

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
                if isinstance(factors[factor], Factor):
                    unit += 1 << fields[factor]
            units.append(unit)
        machines = [
            Machine(self._machines[number, box], fields[number], guard - 1)
            for box in boxes
            for number in self._related.get(box, ())
        ]
        own = self._pivot(pivot, boxes, is_last=is_last)
        step = Step(boxes, units, self._vectors(boxes), own, machines)
        guards = ceiling = 0
        for number in touched:
            if number < self._weighing and number != pivot and isinstance(factors[number], Factor):
                place = fields[number]
                guards |= guard << place
                ceiling |= (guard | min(left[number] + self._slack[number], guard - 1)) << place
        step.guards = guards
        step.ceiling = ceiling
        step.fields = guards - (guards >> (self._width - 1))
        self._met.update(touched, (pivot,))
        self._closed += is_last
        step.open_factors = len(self._met) - self._closed
        return step

    def _pivot(self, pivot: int, boxes: Sequence[int], *, is_last: bool) -> Pivot:
        """What a pivot may still need after a step; a relation has no need."""
        factor = self._signature.factors[pivot]
        if not isinstance(factor, Factor):
            return no_pivot(self._signature.sizes[boxes[0]])
        shift = self._fields[pivot]
        residuals: Sequence[Residual] = ((0, 0, 1),)
        if not is_last:
            most = self._left[pivot] + self._slack[pivot]
            residuals = [(residual, 0, 1) for residual in range(most + 1)]
        elif factor.weights != (1,):
            residuals = [
                (residual, residual << shift, weight)
                for residual, weight in enumerate(reversed(factor.weights))
                if weight
            ]
        return Pivot(shift, self._guard - 1, residuals)

    def _vectors(self, boxes: Sequence[int]) -> Sequence[Sequence[tuple[CountVector, int]]]:
        sizes = tuple([self._signature.sizes[box] for box in boxes])
        if self._signature.unary is None:
            return _count_vectors(sizes)
        return _weighted_vectors(sizes, [self._unary[box] for box in boxes])

    def _free_box(self, box: int) -> Step:
        """Sum out a box that is in the scope of query variables at most."""
        size = self._signature.sizes[box]
        unit = sum([1 << self._fields[query] for query in self._signature.touching[box]])
        step = Step([box], [unit], self._vectors([box]), no_pivot(size))
        step.guards = step.fields = step.ceiling = step.open_factors = 0
        return step
