"""`Regional`: a constraint on the regions of mines, or of safe cells, in a graph of cells."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from operator import index
from typing import NamedTuple, Self

from logicsweep.constraints.clauses import BoundsEncoder, Clauses
from logicsweep.constraints.factors import Factor, RegionFactor, Source, unary_factor
from logicsweep.constraints.region_clauses import TRUE, Links, Regions, region_clauses
from logicsweep.errors import expect, plural


class Graph(NamedTuple):
    """A graph of cells, which are numbers.

    Attributes:
        links: For each cell of the board the cells that it is joined to, ascending.
        rim: The cells at the rim.
    """

    links: Links
    rim: frozenset[int]


class Regional(NamedTuple):
    """A condition on the regions of a graph: the largest connected sets of mines or safe cells.

    Make one with `Regional.of`. A cell that is known stays in the graph, as regions may go through
    it.

    Attributes:
        cells: The numbers of the cells that are not known, ascending.
        graph: The cells that are joined, and those at the rim.
        says: The condition.
        source: The rule or other source of the constraint.
        known: The cells that are known, ascending, and whether each is a mine.
    """

    cells: tuple[int, ...]
    graph: Graph
    says: Regions
    source: Source
    known: tuple[tuple[int, bool], ...] = ()

    @classmethod
    def of(
        cls,
        links: Mapping[int, Collection[int]],
        says: Regions,
        source: Source | str,
        *,
        rim: Collection[int] = (),
    ) -> Self:
        """Make the constraint on the regions of a graph.

        Args:
            links: For each cell number of the graph the cells that it is joined to, such as
                `dict(enumerate(board.adjacency.lists))`. It is joined to them in both directions.
            says: The condition; its `joined` is not used, as the links say which cells are joined.
            source: The source of the constraint, or a name for it.
            rim: The cells at the rim.

        Raises:
            ValueError: A cell is joined to one that is not in the graph, or to itself; or there are
                numbers of regions or sizes that are not provided for (see `Regions`).
            TypeError: An argument has the wrong type.
        """
        wanted = "a mapping from cell numbers to the cells that each is joined to"
        expect("links", links, Mapping, wanted)
        expect("says", says, Regions, "Regions, such as Regions(Joined.SIDES, most=1)")
        expect("source", source, (Source, str), "a name for the constraint")
        says.check()
        cells = sorted(map(index, links))
        near: dict[int, set[int]] = {cell: set() for cell in cells}
        for cell, others in links.items():
            for neighbour in others:
                if neighbour not in near or neighbour == cell:
                    raise ValueError(
                        f"cell {cell} is joined to {neighbour}; expected another cell of the graph"
                    )
                near[cell].add(neighbour)
                near[neighbour].add(cell)
        lists = [tuple(sorted(near.get(cell, ()))) for cell in range(cells[-1] + 1 if cells else 0)]
        named = Source.named(source) if isinstance(source, str) else source
        return cls(tuple(cells), Graph(tuple(lists), frozenset(rim)), says, named)

    @property
    def says_nothing(self) -> bool:
        """Whether all cells are known, and the condition holds."""
        return not self.cells and self._holds(frozenset())

    @property
    def is_impossible(self) -> bool:
        """Whether all cells are known, and the condition does not hold."""
        return not self.cells and not self._holds(frozenset())

    @property
    def is_weighted(self) -> bool:
        """False, since all allowed assignments have the same weight."""
        return False

    @property
    def roles(self) -> tuple[int, ...]:
        """The cells, since each has a place of its own in the graph."""
        return self.cells

    @property
    def words(self) -> str:
        """A few words, such as `regions of mines in 9 covered cells`."""
        of = "mines" if self.says.mines else "safe cells"
        size = len(self.cells)
        return f"regions of {of} in {size} {plural('covered cell', size)}"

    @property
    def counts_allowed(self) -> None:
        """None, since more matters than the number of mines."""
        return None

    def weight(self, mines: frozenset[int]) -> int:
        """Return 1 if the constraint holds with mines in these of its cells, else 0."""
        return int(self._holds(mines))

    def generalized(self) -> Regional:
        """Return the constraint itself."""
        return self

    def clauses(self, literals: Sequence[int], top: int, _: BoundsEncoder | None = None) -> Clauses:
        """See `Cardinality.clauses`; raises `LimitError` for far too many."""
        member_literals = literals if self.says.mines else [-literal for literal in literals]
        member = dict.fromkeys(self.members, TRUE) | dict(
            zip(self.cells, member_literals, strict=True)
        )
        return region_clauses(self.says, self.graph, member, top)

    def at_most(self, _literals: Sequence[int]) -> None:
        """Return None: the constraint is more than bounds on the number of mines."""

    @property
    def program(self) -> str:
        """The shipped program that reads its facts."""
        return "regions"

    def facts(self, term: str, cell: Callable[[int], str]) -> Iterator[str]:
        """Write facts for clingo under a term; `cell` makes the term of a cell."""
        yield from regions_said(self.says, term)
        members, (links, rim) = self.members, self.graph
        inside = members.union(self.cells)
        for number in sorted(inside):
            yield f"vertex({term},{cell(number)})."
            if number in members:
                yield f"member({term},{cell(number)})."
            if number in rim:
                yield f"rim({term},{cell(number)})."
            near = [neighbour for neighbour in links[number] if neighbour in inside]
            yield from [f"link({term},{cell(number)},{cell(neighbour)})." for neighbour in near]

    def unweighted(self) -> Regional:
        """Return the constraint itself."""
        return self

    def conditioned(self, known: Mapping[int, bool]) -> Regional:
        """Return the constraint over the cells that are not in `known`."""
        decided = [(cell, known[cell]) for cell in self.cells if cell in known]
        if not decided:
            return self
        undecided = tuple([cell for cell in self.cells if cell not in known])
        return self._replace(cells=undecided, known=tuple(sorted([*self.known, *decided])))

    def factor(self, box_of: Mapping[int, int]) -> Factor | RegionFactor:
        """Return the factor over vertices; `box_of` has the box of each cell."""
        cells, (links, rim), says, *_ = self
        if len(cells) < 2:
            assignments = (frozenset(cells[:mines]) for mines in range(len(cells) + 1))
            return unary_factor([self.weight(mines) for mines in assignments])
        members = self.members
        vertices = sorted([*cells, *members])
        place = {cell: number for number, cell in enumerate(vertices)}
        return RegionFactor(
            says,
            tuple([-1 if cell in members else box_of[cell] for cell in vertices]),
            tuple(
                [tuple([place[near] for near in links[cell] if near in place]) for cell in vertices]
            ),
            tuple([cell in rim for cell in vertices]),
        )

    @property
    def members(self) -> frozenset[int]:
        """The cells that are known to belong to regions."""
        return frozenset([cell for cell, mine in self.known if mine is self.says.mines])

    def regions(self, members: frozenset[int]) -> Iterator[list[int]]:
        """Yield the connected components of some cells, each in breadth-first order."""
        unseen = set(members)
        for first in sorted(members):
            if first not in unseen:
                continue
            unseen.remove(first)
            region = [first]
            for cell in region:
                near = [neighbour for neighbour in self.graph.links[cell] if neighbour in unseen]
                unseen.difference_update(near)
                region += near
            yield region

    def _holds(self, mines: frozenset[int]) -> bool:
        """Tell whether the condition holds with mines in these of the cells that are not known."""
        cells = frozenset(self.cells)
        chosen = cells & mines if self.says.mines else cells - mines
        regions = [*self.regions(chosen | self.members)]
        if self.says.at_rim is not None:
            at_rim = [region for region in regions if not self.graph.rim.isdisjoint(region)]
            return sum(map(len, at_rim)) == self.says.at_rim
        least, most = self.says.least, self.says.most
        if len(regions) < least or (most is not None and len(regions) > most):
            return False
        return all(map(self.allows, regions))

    def allows(self, region: list[int]) -> bool:
        """Tell whether a region has the size, the rim and the rings that are demanded."""
        says, (links, rim) = self.says, self.graph
        if says.size is not None and len(region) != says.size:
            return False
        if says.reach_rim and rim.isdisjoint(region):
            return False
        if says.rings:
            return True
        within = set(region)
        ends = sum([len(within.intersection(links[cell])) for cell in region])
        return ends // 2 == len(region) - 1  # a connected graph is a tree if it has so few edges


def regions_said(says: Regions, term: str) -> Iterator[str]:
    """Write a condition on the regions of a graph as facts, under a term."""
    yield f"regions({term})."
    yield f"of_mines({term})." if says.mines else f"of_safe_cells({term})."
    if says.least:
        yield f"some({term})."
    if says.most == 1:
        yield f"one({term})."
    if says.size is not None:
        yield f"has_size({term},{says.size})."
    if says.reach_rim:
        yield f"reaches_rim({term})."
    if not says.rings:
        yield f"no_ring({term})."
    if says.at_rim is not None:
        yield f"at_rim({term},{says.at_rim})."
