"""One step of an elimination: from each state of a table to those after it.

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

The factor of a relation has the number of a state in its field instead, without a guard: what its
decision diagram leaves of the assignments so far (see `layers`). A step with such factors sums out
one box, and its transitions depend on all of their states. What regions of cells need to be told
along a frontier stands above all fields, as the number of one more state (see `frontier`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import compress
from operator import mul, not_
from typing import Final, NamedTuple, Protocol

from logicsweep.constraints.diagram import Layer

# A message: what the semiring has for each state, by its key.
Table = dict[int, int]
# Mines in each box of a step.
CountVector = tuple[int, ...]
# A need that the pivot may have after a step, the amount that closing its field then takes off the
# key, and the weight of the factor for it.
Residual = tuple[int, int, int]
# Bytes that a transition takes, and the list of those under one mask.
_TRANSITION: Final = 200
_LIST: Final = 150
# From a state to the next: the amount that it takes off the key, its mines (without the marks in
# hidden boxes), its weight (layouts of the boxes times the pivot's weight), and the place of its
# count vector in `Step.vectors`.
Transition = tuple[int, int, int, int]


class Pivot(NamedTuple):
    """The field of a pivot: its lowest bit, the mask of its need at bit 0, and the residuals.

    Without a pivot the mask is 0, so that the need reads as 0.
    """

    shift: int
    low: int
    residuals: Sequence[Residual]


def no_pivot(size: int) -> Pivot:
    """Stand in for a pivot in a step that sums out `size` cells: any number of mines is allowed.

    A step has need - residual mines; the need is 0 here, and so a residual of -n means n mines.
    """
    return Pivot(0, 0, [(-mines, 0, 1) for mines in range(size + 1)])


class Move(Protocol):
    """The effect of the mines in a box on a state that is a number in a field of the key."""

    @property
    def at(self) -> int:
        """The lowest bit of the field."""
        ...

    @property
    def low(self) -> int:
        """The mask of the field, at bit 0."""
        ...

    @property
    def size(self) -> int:
        """The bytes of the tables that it has made so far, estimated."""
        ...

    def move(self, key: int, mines: int) -> tuple[int, int]:
        """Return the amount that this number of mines takes off the key, and its weight."""
        ...


class RelationMove(NamedTuple):
    """The `Move` to the next state of a relation, through one layer of its diagram."""

    layer: Layer
    at: int
    low: int

    @property
    def size(self) -> int:
        """See `Move.size`: the diagrams of relations have a ceiling of their own."""
        return 0

    def move(self, key: int, mines: int) -> tuple[int, int]:
        state = key >> self.at & self.low
        after = self.layer.after[state][mines]
        if after < 0:
            return 0, 0
        weights = self.layer.weights
        return state - after << self.at, 1 if weights is None else weights[state][mines]


class Step:
    """The transitions from one table to the next, as some boxes of one pivot are summed out.

    The transitions of a state depend on `key & mask`, the need of the pivot and the states of
    relations; they are in `transitions`, once `expand` has been called. One leads to `key - taken`,
    if that passes the two tests with `guards`, `fields` and `ceiling`. `vectors[number]` is a
    transition's count vector over `boxes`, with its mines and its weight. `open_factors` is the
    number of factors that are open after the step.
    """

    __slots__ = (
        "_by_sum",
        "_counted",
        "_moves",
        "_pivot",
        "_units",
        "boxes",
        "ceiling",
        "fields",
        "guards",
        "mask",
        "open_factors",
        "transitions",
        "vectors",
    )

    mask: int
    guards: int
    fields: int
    ceiling: int
    open_factors: int

    def __init__(
        self,
        boxes: Sequence[int],
        units: Sequence[int],
        by_sum: Sequence[Sequence[tuple[CountVector, int]]],
        pivot: Pivot,
        moves: Sequence[Move] = (),
        *,
        hidden: Sequence[bool] = (),
    ) -> None:
        """Sum out boxes; `units[i]` is the amount that a mine in box i of them takes off the key.

        `by_sum[n]` are the count vectors with the sum n, each with its number of layouts. `moves`
        are those of the relations with the box in their scope, and of regions. `hidden` says for
        each box whether it is hidden, so that its marks are no mines; empty if none is.
        """
        self.boxes = boxes
        self._pivot = pivot
        self._moves = moves
        self.mask = pivot.low << pivot.shift
        for move in moves:
            self.mask |= move.low << move.at
        self.vectors: list[tuple[CountVector, int, int]] = []
        self.transitions: dict[int, list[Transition]] = {}
        self._units = units
        self._by_sum = by_sum
        self._counted = tuple(map(not_, hidden))

    @property
    def moves(self) -> int:
        """The number of moves that each transition makes."""
        return len(self._moves)

    @property
    def size(self) -> int:
        """The bytes of the transitions so far, and of the tables of moves, estimated."""
        of_lists = _LIST * len(self.transitions) + _TRANSITION * len(self.vectors)
        return of_lists + sum([move.size for move in self._moves])

    @property
    def widest(self) -> int:
        """The most transitions that a state can have; at least 1, as work is divided by it.

        A state has one for each residual and each count vector that meets the rest of its need.
        """
        by_need: dict[int, int] = {}
        for residual, _, _ in self._pivot.residuals:
            for need, vectors in enumerate(self._by_sum, residual):
                by_need[need] = by_need.get(need, 0) + len(vectors)
        return max(by_need.values(), default=0) or 1

    def expand(self, masked: int) -> list[Transition]:
        """Make the transitions of the states with these bits under the mask, and keep them."""
        transitions = self.transitions[masked] = []
        by_sum, units, vectors = self._by_sum, self._units, self.vectors
        counted = self._counted
        shift, low, residuals = self._pivot
        need = masked >> shift & low
        for residual, closing, factor_weight in residuals:
            marked = need - residual  # mines, and marks in hidden boxes
            if 0 <= marked < len(by_sum):
                mines = marked
                for vector, layouts in by_sum[marked]:
                    if counted:
                        mines = sum(compress(vector, counted))
                    taken = closing + sum(map(mul, vector, units))
                    weight = layouts * factor_weight
                    for move in self._moves:
                        taken_by_move, move_weight = move.move(masked, vector[0])
                        taken += taken_by_move
                        weight *= move_weight
                    if weight:
                        transitions.append((taken, mines, weight, len(vectors)))
                        vectors.append((vector, mines, weight))
        return transitions
