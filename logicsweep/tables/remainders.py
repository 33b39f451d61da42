"""The states of relations, and factors whose weights are better read as a relation.

The state of a relation is what is left of its diagram once some of its cells are known.

Two assignments of the cells in a table leave the same function of the cells outside, or two
different ones: the same remainder, as an edge of a forest in which equal diagrams are equal edges.
One assignment stands for each remainder. Two tables are combined by following the remainder of the
one along the assignment that stands for the other, whatever the order of the diagram.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from logicsweep.constraints.diagram import NOTHING, Diagram, Edge, Forest, diagram_of
from logicsweep.constraints.factors import Factor, RelationFactor
from logicsweep.system.signature import Signature

# A join looks up what diagrams come to, instead of adding: a diagram is only worth it if it is
# narrower by this factor.
_NARROWER: Final = 3
# Cells by place in the diagram, each with whether it is a mine.
_Assignment = tuple[tuple[int, bool], ...]


class Remainders:
    """The remainders of one diagram over the cells of one table, numbered as they come up.

    Attributes:
        of_mines: For the table of one box, the number of the remainder by the mines in it; -1 if
            nothing is allowed.
    """

    def __init__(self, forest: Forest) -> None:
        self._forest = forest
        self._numbers: dict[Edge, int] = {}
        self.edges: list[Edge] = []
        self._assignments: list[_Assignment] = []
        self.of_mines: Sequence[int] = ()

    @classmethod
    def of_box(cls, forest: Forest, root: Edge, places: Sequence[int]) -> Remainders:
        """Make the remainders of a diagram over the cells of one box, which are interchangeable."""
        remainders = cls(forest)
        of_mines = []
        for mines in range(len(places) + 1):
            assignment = tuple([(place, at < mines) for at, place in enumerate(places)])
            of_mines.append(remainders._number(remainders._follow(root, assignment), assignment))
        remainders.of_mines = of_mines
        return remainders

    def _follow(self, edge: Edge, assignment: _Assignment) -> Edge:
        for place, mine in assignment:
            edge = self._forest.restrict(edge, place, mine=mine)
        return edge

    def _number(self, edge: Edge, assignment: _Assignment) -> int:
        if edge == NOTHING:
            return -1
        number = self._numbers.setdefault(edge, len(self.edges))
        if number == len(self.edges):
            self.edges.append(edge)
            self._assignments.append(assignment)
        return number

    def joined(self, left: Remainders, right: Remainders, at_left: int, at_right: int) -> int:
        """Return the number of the remainder after both; -1 if nothing is allowed."""
        first, second = left._assignments[at_left], right._assignments[at_right]
        if len(first) < len(second):
            edge = self._follow(right.edges[at_right], first)
        else:
            edge = self._follow(left.edges[at_left], second)
        return self._number(edge, first + second)


def forest_of(diagram: Diagram) -> tuple[Forest, Edge]:
    """Return a forest with a diagram, and the edge to it."""
    forest = Forest()
    return forest, forest.add(diagram)


class Combining:
    """The table of a join for one relation: two remainders, and what they come to together."""

    def __init__(
        self,
        left: Remainders | None,
        right: Remainders | None,
        after: Remainders,
        *,
        stays_open: bool,
    ) -> None:
        """Combine the remainders of two tables, or close those of one that has all cells."""
        self._left = left
        self._right = right
        self._after = after
        self._stays_open = stays_open
        self._known: dict[tuple[int, int], tuple[int, int] | None] = {}

    def __call__(self, at_left: int, at_right: int) -> tuple[int, int] | None:
        """Return the number of the remainder and a weight, that of the end once it is closed."""
        known = self._known.get((at_left, at_right), (-1, 0))
        if known == (-1, 0):
            known = self._known[at_left, at_right] = self._combined(at_left, at_right)
        return known

    def _combined(self, at_left: int, at_right: int) -> tuple[int, int] | None:
        left, right = self._left, self._right
        if left is not None and right is not None:
            number = self._after.joined(left, right, at_left, at_right)
            if number < 0:
                return None
            if self._stays_open:
                return number, 1
            return 0, ~self._after.edges[number]
        if left is not None:
            return 0, ~left.edges[at_left]
        if right is not None:
            return 0, ~right.edges[at_right]
        return None


def merged(signature: Signature) -> Signature:
    """Replace by diagrams the factors that rule no number out and have few different weights.

    A factor has a state for each number of mines so far; a diagram has only those between which
    later cells make a difference: for a test of six items with two results two states, not seven.
    The diagram is narrow if the weights come in few runs, such as one of all numbers but the least.
    Query variables stay.
    """
    weighing = len(signature.factors) - signature.queries
    narrow = {
        number: factor
        for number, factor in enumerate(signature.factors[:weighing])
        if isinstance(factor, Factor) and _is_narrow(factor)
    }
    if not narrow:
        return signature
    cells: list[list[int]] = [[] for _ in signature.factors]  # by factor, the box of each cell
    for box, around in enumerate(signature.touching):
        for number in around:
            cells[number] += [box] * signature.sizes[box]
    factors = list(signature.factors)
    for number, factor in narrow.items():
        scope = tuple(cells[number])
        if len(factor.weights) == len(scope) + 1:  # it rules no number of its cells out
            factors[number] = RelationFactor(_diagram(factor, len(scope)), scope)
    return signature._replace(factors=tuple(factors))


def _is_narrow(factor: Factor) -> bool:
    """Tell whether a factor weighs every number of mines from 0 on, and has a narrow diagram."""
    lower, weights = factor
    if lower or len(weights) < _NARROWER or not all(weights):
        return False
    return _width(weights) * _NARROWER <= len(weights)


@lru_cache(maxsize=1024)
def _width(weights: Sequence[int]) -> int:
    """Bound the width of the diagram of a factor with these weights of 0, 1, ... mines.

    With m mines so far and n cells left, m to m + n mines can be reached. Partial assignments for
    which these have the same weights lead to one state.
    """
    cells = len(weights) - 1
    return max(
        [
            len({weights[mines : mines + left + 1] for mines in range(cells - left + 1)})
            for left in range(cells + 1)
        ]
    )


@lru_cache(maxsize=1024)
def _diagram(factor: Factor, cells: int) -> Diagram:
    """Return the weights of a factor as a diagram over its cells."""
    weights = dict(enumerate(factor.weights, factor.lower))
    return diagram_of(
        cells, 0, lambda _, so_far, mine: so_far + mine, lambda mines: weights.get(mines, 0)
    )
