"""The elimination of a component, planned once for every kind of message.

The boxes are summed out in a line, some of them in each step. In which order is up to the planners:
`buckets` goes from factor to factor, `frontier` from cell to cell of a graph. Between two steps
stands a table, the message from one to the next. It has a row for each state, which says how many
mines each open factor still needs, packed into one integer, the key (drawn in `step`); what a row
holds is up to the semiring (see `messages`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice, product
from math import comb, prod
from typing import Final, NamedTuple

from logicsweep.constraints.diagram import Layer, layers
from logicsweep.constraints.factors import Factor, RelationFactor
from logicsweep.eliminate.signature import Signature
from logicsweep.eliminate.step import CountVector, Move, Pivot, RelationMove, Step, Table, no_pivot
from logicsweep.limits import Budget, limited_to

# Work between two looks at the clock, in transitions of plain counting: some milliseconds.
WORK: Final = 1 << 14
# The number of transitions that take as long as a move.
_MOVING: Final = 64
# Up to this many rows are less work than that, however many transitions they have.
_FEW: Final = 64
# Logarithms of the bits whose addition, or multiplication, takes as long as a transition; the time
# of multiplications grows with the square of the bits.
_ADDED: Final = 13
_MULTIPLIED: Final = 10


class TooWideError(Exception):
    """The tables would take more entries than the budget has, with `open_factors` open at once."""

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


def strides(
    table: Table, step: Step, budget: Budget, *, multiplies: bool = False
) -> Iterator[Iterable[tuple[int, int]]]:
    """Yield the rows of the table before a step in batches of about `WORK`.

    `multiplies` says that values are multiplied with each other. Raises `LimitError` between two
    batches when the budget is spent.
    """
    budget.check()
    if not table:
        return
    # Values of one table are of much the same length.
    bits = next(reversed(table.values())).bit_length()
    each = 1 + (bits >> _ADDED) + ((bits >> _MULTIPLIED) ** 2 if multiplies else 0)
    each += _MOVING * step.moves
    few = len(table) * each <= _FEW  # as almost always
    most = len(table) if few else WORK // (each * step.widest) or 1
    if len(table) <= most:
        yield table.items()
        return
    rows = iter(table.items())
    while batch := list(islice(rows, most)):
        budget.check()
        yield batch


@lru_cache(maxsize=512)
def _count_vectors(sizes: tuple[int, ...]) -> tuple[tuple[tuple[CountVector, int], ...], ...]:
    """Group the count vectors of boxes of these sizes by sum, each with its number of layouts."""
    by_sum: list[list[tuple[CountVector, int]]] = [[] for _ in range(sum(sizes) + 1)]
    for vector in product(*[range(size + 1) for size in sizes]):
        by_sum[sum(vector)].append((vector, prod(map(comb, sizes, vector))))
    return tuple(map(tuple, by_sum))


def _weighted_vectors(
    sizes: tuple[int, ...], unary: Sequence[tuple[int, ...] | None]
) -> Sequence[Sequence[tuple[CountVector, int]]]:
    """Weigh the count vectors by the unary factors of the boxes; leave out vectors of weight 0."""
    vectors = _count_vectors(sizes)
    if not any(unary):
        return vectors
    weighed: list[list[tuple[CountVector, int]]] = []
    for of_one_sum in vectors:
        weighed.append([])
        for vector, layouts in of_one_sum:
            weight = layouts
            for weights, mines in zip(unary, vector, strict=True):
                if weights is not None:
                    weight *= weights[mines]
            if weight:
                weighed[-1].append((vector, weight))
    return weighed


class Turn(NamedTuple):
    """A step to be: it sums out some boxes, those of a pivot if there is one.

    `is_last` says that nothing is left of the pivot after it.
    """

    pivot: int | None
    boxes: list[int]
    is_last: bool


class Planner(ABC):
    """The planner of a signature's elimination; every factor has to have weights."""

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        sizes, touching, factors, queries, unary, hidden = signature
        self._hidden = hidden
        self._unary = unary or (None,) * len(sizes)
        self.weighing = len(factors) - queries
        self.left = [0] * len(factors)  # cells of each factor that are not summed out yet
        self.scopes: list[list[int]] = [[] for _ in factors]
        for box, around in enumerate(touching):
            for factor in around:
                self.left[factor] += sizes[box]
                self.scopes[factor].append(box)
        self._slack = [len(each.weights) - 1 if isinstance(each, Factor) else 0 for each in factors]
        self.related = {
            box: numbers
            for box, around in enumerate(touching)
            if (
                numbers := [
                    number for number in around if isinstance(factors[number], RelationFactor)
                ]
            )
        }
        self._layers: dict[tuple[int, int], Layer] = {}  # by relation and box
        self._opened: set[int] = set()  # factors
        self._closed = 0

    @abstractmethod
    def turns(self, budget: Budget) -> list[Turn]:
        """Return the steps to be, in their order."""

    def closed(self, turn: Turn) -> int:
        """Count the factors that a step closes."""
        return int(turn.is_last)

    def plan(self, budget: Budget) -> Plan:
        """Lay out the key, and make the steps. Raises `LimitError` when the budget is spent."""
        sizes, _, factors, *_ = self.signature
        turns = self.turns(budget)
        order = [box for turn in turns for box in turn.boxes]
        with limited_to(budget):
            states = self._compile(order, budget)
        upper = [
            factor.lower + len(factor.weights) - 1 if isinstance(factor, Factor) else 0
            for factor in factors
        ]
        # A field holds any need, cells that are left, or the number of a state; and the guard.
        self._width = width = max(states, 1, *upper, *self.left).bit_length() + 1
        self._guard = guard = 1 << (width - 1)
        self._fields = range(0, width * len(factors), width)
        start = sum(
            [
                (guard | most) << at
                for factor, most, at in zip(factors, upper, self._fields, strict=True)
                if isinstance(factor, Factor)
            ]
        )
        start += self.above(width * len(factors))
        steps = [self._step(next_turn) for next_turn in turns]
        steps += [self._free_box(box) for box in sorted({*range(len(sizes))}.difference(order))]
        return Plan(start, tuple(steps), width)

    def above(self, at: int) -> int:
        """Return the initial value of the part of the key above all fields, which begins here."""
        del at
        return 0

    def moves(self, boxes: Sequence[int]) -> list[Move]:
        """Make the moves of a step that sums out these boxes, with those of relations."""
        return [
            RelationMove(self._layers[number, box], self._fields[number], self._guard - 1)
            for box in boxes
            for number in self.related.get(box, ())
        ]

    def pivot(self, turn: Turn) -> Pivot:
        """Return the pivot of a step that has none and sums out one box, as planned here."""
        return no_pivot(self.signature.sizes[turn.boxes[0]])

    def pivot_field(self, factor: int) -> tuple[int, int]:
        """Return the lowest bit of a factor's field, and the mask of a need at bit 0."""
        return self._fields[factor], self._guard - 1

    def most_left(self, factor: int) -> int:
        """Return the largest need that a factor may have: cells left in its scope, and slack."""
        return self.left[factor] + self._slack[factor]

    def _compile(self, order: Sequence[int], budget: Budget) -> int:
        """Make the layers of all relations, one for each of their boxes in the order of the steps.

        Returns the most states that a relation has before a layer: its field has to hold them.
        """
        most_states = 0
        turn_of = {box: turn for turn, box in enumerate(order)}
        for number, factor in enumerate(self.signature.factors):
            if not isinstance(factor, RelationFactor):
                continue
            budget.check()
            scope = sorted(self.scopes[number], key=turn_of.__getitem__)
            # The diagram knows cells by place; a layer reads those of one box.
            places_in: dict[int, list[int]] = {box: [] for box in scope}
            for place, box in enumerate(factor.boxes):
                places_in[box].append(place)
            machine = layers(factor.diagram, list(places_in.values()))
            for box, layer in zip(scope, machine, strict=True):
                self._layers[number, box] = layer
                most_states = max(most_states, len(layer.after))
        return most_states

    def _step(self, turn: Turn) -> Step:
        """Make the step of a turn, with its tests; turns are to come in their order."""
        sizes, touching, factors, *_ = self.signature
        guard, fields, left = self._guard, self._fields, self.left
        pivot, boxes, _ = turn
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
        step = Step(
            boxes,
            units,
            self._vectors(boxes),
            self.pivot(turn),
            self.moves(boxes),
            hidden=self._hidden_among(boxes),
        )
        guards = ceiling = 0
        for number in touched:
            if number < self.weighing and number != pivot and isinstance(factors[number], Factor):
                place = fields[number]
                guards |= guard << place
                ceiling |= (guard | min(self.most_left(number), guard - 1)) << place
        step.guards = guards
        step.ceiling = ceiling
        step.fields = guards - (guards >> (self._width - 1))
        self._opened.update(touched, () if pivot is None else (pivot,))
        self._closed += self.closed(turn)
        step.open_factors = len(self._opened) - self._closed
        return step

    def _hidden_among(self, boxes: Sequence[int]) -> tuple[bool, ...]:
        """Tell which of some boxes are hidden; empty if none is."""
        if not self._hidden:
            return ()
        hidden = tuple([self._hidden[box] for box in boxes])
        return hidden if any(hidden) else ()

    def _vectors(self, boxes: Sequence[int]) -> Sequence[Sequence[tuple[CountVector, int]]]:
        """Return the count vectors of boxes by their sum, with their weights."""
        sizes = tuple([self.signature.sizes[box] for box in boxes])
        if self.signature.unary is None:
            return _count_vectors(sizes)
        return _weighted_vectors(sizes, [self._unary[box] for box in boxes])

    def _free_box(self, box: int) -> Step:
        """Make the step of a box that is in no scope, or in those of query variables alone."""
        size = self.signature.sizes[box]
        unit = sum([1 << self._fields[query] for query in self.signature.touching[box]])
        step = Step(
            [box], [unit], self._vectors([box]), no_pivot(size), hidden=self._hidden_among([box])
        )
        step.guards = step.fields = step.ceiling = step.open_factors = 0
        return step
