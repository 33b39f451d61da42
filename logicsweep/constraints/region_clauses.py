"""Constraints on regions as clauses: each allowed assignment of the cells is in just one model.

- A single region, or regions that reach the rim: variables say of each cell whether it is reached
  from the first member, or from the rim, in at most n steps (an order encoding of distances).
- A number of cells in regions at the rim: the same variables, counted by a relation.
- Regions of one size: a variable for each shape, true exactly if the shape is a region.
- No rings: variables say of each cell whether it is left when members with at most one neighbour
  were taken off n times.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from itertools import combinations
from typing import Final, NamedTuple

from logicsweep.constraints.clauses import Clause, Clauses, relation_clauses
from logicsweep.constraints.diagram import diagram_of
from logicsweep.errors import LimitError


class Joined(Enum):
    """The cells of a region that are joined."""

    SIDES = "sides"
    """Cells that share a side."""
    CORNERS = "corners"
    """Cells that share a side or a corner."""
    NEIGHBOURS = "neighbours"
    """Cells that are neighbours on the board."""


# Cells of regions that all have the same size, whose shapes are listed.
_MOST_IN_REGION: Final = 6


class Regions(NamedTuple):
    """A condition on the regions of a layout: the largest sets of joined mines, or of safe cells.

    Attributes:
        joined: The cells that count as joined.
        mines: Whether the regions are of mines; else they are of safe cells.
        least: The least number of regions, 0 or 1.
        most: The largest number of regions: 1, or None for any number.
        size: The number of cells of each region, up to 6; None for any number.
        reach_rim: Whether each region has to have a cell at the rim of the board.
        rings: Whether a region may have rings: circles of cells, each joined to the next one.
        at_rim: The number of cells that all regions with a cell at the rim have together; None for
            any number. It goes with no other condition.
    """

    joined: Joined
    mines: bool = True
    least: int = 0
    most: int | None = None
    size: int | None = None
    reach_rim: bool = False
    rings: bool = True
    at_rim: int | None = None

    def check(self) -> None:
        """Raise ValueError for conditions that are not provided for."""
        if self.least not in (0, 1) or self.most not in (1, None):
            most = "any number of" if self.most is None else self.most
            raise ValueError(
                f"from {self.least} to {most} regions; expected at least 0 or 1, and at most 1 or "
                f"any number"
            )
        if self.size is not None and not 1 <= self.size <= _MOST_IN_REGION:
            raise ValueError(
                f"regions of {self.size} cells; expected a size from 1 to {_MOST_IN_REGION}"
            )
        if self.at_rim is not None:
            if self.at_rim < 0:
                raise ValueError(f"{self.at_rim} cells in regions at the rim; expected 0 or more")
            if self != Regions(self.joined, self.mines, at_rim=self.at_rim):
                raise ValueError(
                    "how many cells regions at the rim have is said along with something else; "
                    "expected it alone"
                )


Links = tuple[tuple[int, ...], ...]
_Graph = tuple[Links, frozenset[int]]  # the cells that each cell is joined to; those at the rim

# A literal that is always true; it is never written.
TRUE: Final = 1 << 60
# Shapes of regions, and clauses of one constraint, at most.
_MOST_SHAPES: Final = 50_000
_MOST_CLAUSES: Final = 20_000_000


def region_clauses(says: Regions, graph: _Graph, member: dict[int, int], top: int) -> Clauses:
    """Encode a constraint on regions as clauses; return the last variable in use too.

    `member` has a literal for each cell that may belong to a region, `TRUE` if it is known to do
    so. Auxiliary variables are numbered from `top + 1`. Raises `LimitError` for far too many
    clauses.
    """
    made = _Regions(says, graph, member, top)
    made.make()
    return made.clauses, made.top


class _Regions:
    """The encoder of one constraint; vertices are the cells that may belong to a region."""

    def __init__(self, says: Regions, graph: _Graph, member: dict[int, int], top: int) -> None:
        self._says = says
        self.clauses: list[Clause] = []
        self.top = top
        self._member = member
        self._vertices = sorted(member)
        links, self._rim = graph
        self._near = {
            cell: [near for near in links[cell] if near in member] for cell in self._vertices
        }

    def make(self) -> None:
        """Make all clauses."""
        _, _, least, most, size, reach_rim, rings, at_rim = self._says
        if at_rim is not None:
            self._at_rim(at_rim)
        if least:
            self._add(*self._member.values())
        if most == 1:
            self._reached(self._first())
        if size is not None:
            self._shapes(size)
            return
        if reach_rim:
            self._reached({cell: self._member[cell] for cell in self._member.keys() & self._rim})
        if not rings:
            self._no_rings()

    def _new(self) -> int:
        self.top += 1
        return self.top

    def _add(self, *literals: int) -> None:
        """Add a clause, simplified if `TRUE` or its negation is in it."""
        if TRUE in literals:
            return
        if len(self.clauses) == _MOST_CLAUSES:
            raise LimitError(f"a constraint on regions takes more than {_MOST_CLAUSES:,} clauses")
        self.clauses.append(tuple([literal for literal in literals if literal != -TRUE]))

    def _first(self) -> dict[int, int]:
        """Make literals that say which vertex is the first member, or a known one instead."""
        known = next((cell for cell in self._vertices if self._member[cell] == TRUE), None)
        if known is not None:
            return {known: TRUE}
        first_members: dict[int, int] = {}
        before = -TRUE  # whether there is a member before
        for cell in self._vertices:
            member = self._member[cell]
            if before == -TRUE:
                first_members[cell], before = member, member
                continue
            first_members[cell] = first = self._new()
            self._add(-first, member)
            self._add(-first, -before)
            self._add(first, -member, before)
            after = self._new()
            self._add(after, -before)
            self._add(after, -member)
            self._add(-after, before, member)
            before = after
        return first_members

    def _reached(self, starts: dict[int, int]) -> None:
        """Demand that all members are reached from the starts; `starts` has a literal for each."""
        reached = {cell: starts.get(cell, -TRUE) for cell in self._vertices}
        steps = self._longest() - 1
        for _ in range(steps - 1):
            reached = {cell: self._reached_next(cell, reached) for cell in self._vertices}
        for cell in self._vertices:
            # The last step needs no variables: each member is reached, or beside one that is.
            beside = [reached[near] for near in self._near[cell]] if steps > 0 else []
            self._add(-self._member[cell], reached[cell], *beside)

    def _at_rim(self, cells: int) -> None:
        """Demand that exactly `cells` members are reached from the rim.

        Each step reaches at least one more until all are: with more than `cells` members, too many
        are reached after `cells` steps.
        """
        reached = {
            cell: self._member[cell] if cell in self._rim else -TRUE for cell in self._vertices
        }
        for _ in range(min(cells, self._longest() - 1)):
            reached = {cell: self._reached_next(cell, reached) for cell in self._vertices}
        literals = [literal for literal in reached.values() if abs(literal) != TRUE]
        needed = cells - sum([literal == TRUE for literal in reached.values()])

        def step(_: int, so_far: int, is_reached: bool) -> int | None:
            return None if so_far + is_reached > needed else so_far + is_reached

        exactly = diagram_of(len(literals), 0, step, lambda counted: counted == needed)
        clauses, self.top = relation_clauses(exactly, literals, self.top)
        for clause in clauses:
            self._add(*clause)

    def _reached_next(self, cell: int, reached: dict[int, int]) -> int:
        """Return a literal: a vertex is a member, and reached so far or beside one that is."""
        member, before = self._member[cell], reached[cell]
        near = [reached[neighbour] for neighbour in self._near[cell] if reached[neighbour] != -TRUE]
        if before == TRUE or not near:
            return before
        if TRUE in near or before == member:
            return member
        after = self._new()
        self._add(-after, member)
        self._add(-after, before, *near)
        self._add(after, -before)
        for literal in near:
            self._add(after, -member, -literal)
        return after

    def _longest(self) -> int:
        """Bound from above the number of vertices on a shortest path within a region.

        The vertices are covered by disjoint cliques, of each of which such a path has two at most.
        """
        uncovered = set(self._vertices)
        most = 0
        for cell in self._vertices:
            if cell not in uncovered:
                continue
            clique = [cell]
            for near in self._near[cell]:
                if near in uncovered and all(near in self._near[member] for member in clique):
                    clique.append(near)
            uncovered.difference_update(clique)
            most += min(len(clique), 2)
        return most

    def _shapes(self, size: int) -> None:
        """Demand that each member is in a shape of this size that is a region."""
        regions_with: dict[int, list[int]] = {cell: [] for cell in self._vertices}  # by cell
        for shape in self._every_shape(size):
            around = {near for cell in shape for near in self._near[cell]}.difference(shape)
            shape_literals = [self._member[cell] for cell in shape]
            shape_literals += [-self._member[cell] for cell in sorted(around)]
            if -TRUE in shape_literals:
                continue
            is_region = self._new()
            for literal in shape_literals:
                self._add(-is_region, literal)
            self._add(is_region, *[-literal for literal in shape_literals])
            for cell in shape:
                regions_with[cell].append(is_region)
        for cell, regions in regions_with.items():
            self._add(-self._member[cell], *regions)

    def _every_shape(self, size: int) -> Iterator[tuple[int, ...]]:
        """Yield the connected sets of `size` vertices that are allowed as regions."""
        shapes: set[tuple[int, ...]] = {(cell,) for cell in self._vertices}
        for _ in range(size - 1):
            shapes = {
                tuple(sorted((*shape, near)))
                for shape in shapes
                for cell in shape
                for near in self._near[cell]
                if near not in shape
            }
            if len(shapes) > _MOST_SHAPES:
                raise LimitError(f"regions of {size} cells have more than {_MOST_SHAPES:,} shapes")
        for shape in sorted(shapes):
            links = sum(
                [neighbour in self._near[vertex] for vertex, neighbour in combinations(shape, 2)]
            )
            if (not self._says.reach_rim or not self._rim.isdisjoint(shape)) and (
                self._says.rings or links == size - 1
            ):
                yield shape

    def _no_rings(self) -> None:
        """Take members with at most one neighbour off, time after time: none may be left."""
        left = dict(self._member)
        for _ in range((len(self._vertices) + 1) // 2):  # each takes both ends of a path
            left = {cell: self._left_next(cell, left) for cell in self._vertices}
        for cell in self._vertices:
            self._add(-left[cell])

    def _left_next(self, cell: int, left: dict[int, int]) -> int:
        """Make a literal: a vertex is left one time later, as two of its neighbours are left."""
        before = left[cell]
        near = [left[neighbour] for neighbour in self._near[cell] if left[neighbour] != -TRUE]
        if before == -TRUE or len(near) < 2:
            return -TRUE
        after = self._new()
        self._add(-after, before)
        for place in range(len(near)):
            self._add(-after, *near[:place], *near[place + 1 :])
        for first, neighbour in combinations(near, 2):
            self._add(after, -before, -first, -neighbour)
        return after
