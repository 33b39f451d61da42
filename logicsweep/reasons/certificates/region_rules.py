"""The clauses of rules for regions, a second definition: a checker has to trust this module.

A region is a largest connected set of mines, or of safe cells; its cells are members. Every layout
that a rule allows extends to a model of the clauses, and every model is of such a layout.

- `reached` variables say that a member is reached within so many steps, from the first member or
  from the rim: it was reached a step before, or a cell beside it was. Enough steps are made: of 2x2
  cells, a shortest path has at most two if corners count as joined, else three. Where cells are no
  squares, there are as many steps as a path through all of them has.
- `shape` variables say that certain cells are a region.
- `gone` variables say that a member is taken off within so many rounds, which needs that all but
  one of the members beside it were taken off before. A member of a ring never is; without rings,
  each round takes both ends of every path.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.reasons.certificates.counters import Clause, check_size
from logicsweep.reasons.certificates.squares import Offset, at, given, is_of_squares, variable

_SIDES: Final[tuple[Offset, ...]] = ((-1, 0), (0, -1), (0, 1), (1, 0))
_AROUND: Final[tuple[Offset, ...]] = (*_SIDES, (-1, -1), (-1, 1), (1, -1), (1, 1))


class _Demand(NamedTuple):
    """A demand of a rule on regions; `steps` are the offsets between joined cells."""

    steps: tuple[Offset, ...]
    of_mines: bool = True
    is_some: bool = False
    is_one: bool = False
    size: int = 0
    at_rim: bool = False
    has_no_ring: bool = False


_CONNECTED: Final = _Demand(_AROUND, is_some=True, is_one=True)
REGIONS: Final[dict[str, tuple[_Demand, ...]]] = {
    "C": (_CONNECTED,),
    "O": (_Demand(_SIDES, of_mines=False, is_one=True), _Demand(_SIDES, at_rim=True)),
    "S": (_Demand(_SIDES, is_some=True, is_one=True, has_no_ring=True),),
    "2C": (_CONNECTED,),
    "2G": (_Demand(_SIDES, size=4),),
    "2G'": (_Demand(_SIDES, size=3),),
}


def regions_of(board: Board, rule: str, top: int) -> tuple[list[Clause], int]:
    """Write a rule's clauses for all regions of a board; return them and the last variable."""
    clauses: list[Clause] = []
    for demand in REGIONS[rule]:
        made = _Regions(board, demand, top)
        for clause in made.every():
            clauses.append(clause)
            check_size(len(clauses))
        top = made.top
    return given(board, clauses), top


class _Regions:
    """The encoder of one demand; `top` is the last variable in use."""

    def __init__(self, board: Board, demand: _Demand, top: int) -> None:
        self._demand = demand
        self.top = top
        self._board = board
        sign = 1 if demand.of_mines else -1
        self._member = {cell: sign * variable(board, cell) for cell in board.cells}
        self._beside = {cell: self._near(cell) for cell in board.cells}

    def _near(self, cell: Cell) -> list[Cell]:
        """Return the cells that may be in one region with a cell, beside it."""
        board = self._board
        if not is_of_squares(board):
            return sorted(board.neighbours(cell))
        return sorted(
            {place for step in self._demand.steps if (place := at(board, cell, step))} - {cell}
        )

    def every(self) -> Iterator[Clause]:
        """Write all clauses."""
        demand = self._demand
        if demand.is_some:
            yield tuple(self._member.values())
        if demand.is_one:
            yield from self._one()
        if demand.at_rim:
            yield from self._at_rim()
        if demand.size:
            yield from self._of_size(demand.size)
        if demand.has_no_ring:
            yield from self._without_ring()

    def _new(self) -> dict[Cell, int]:
        """Make a variable for each cell."""
        first = self.top + 1
        self.top += len(self._member)
        return dict(zip(self._member, range(first, self.top + 1), strict=True))

    def _one(self) -> Iterator[Clause]:
        """Demand a single region: all members are reached from the first one."""
        start = self._new()
        for place, (cell, is_start) in enumerate(start.items()):
            yield (-is_start, self._member[cell])
            for before in list(self._member.values())[:place]:
                yield (-is_start, -before)
        yield from self._reached(start)

    def _at_rim(self) -> Iterator[Clause]:
        """Demand that every member is reached from a member at the rim."""
        start = self._new()
        for cell, is_start in start.items():
            yield (-is_start, self._member[cell])
            if not self._is_at_rim(cell):
                yield (-is_start,)
        yield from self._reached(start)

    def _is_at_rim(self, cell: Cell) -> bool:
        """Tell whether a square has no square on one of its sides, or a hexagon no hexagon."""
        if self._board.adjacency.topology == "hexagon":
            return len(self._beside[cell]) < 6
        return not all(at(self._board, cell, step) for step in _SIDES)

    def _reached(self, start: dict[Cell, int]) -> Iterator[Clause]:
        """Demand that every member is reached from a start."""
        blocks = (self._board.height + 1) // 2 * ((self._board.width + 1) // 2)
        cells = blocks * (2 if self._demand.steps == _AROUND else 3)
        if not is_of_squares(self._board):
            cells = len(self._member)
        reached = start
        for _ in range(cells - 1):
            before, reached = reached, self._new()
            for cell, is_reached in reached.items():
                yield (-is_reached, self._member[cell])
                beside = [before[near] for near in self._beside[cell]]
                yield (-is_reached, before[cell], *beside)
        for cell, is_reached in reached.items():
            yield (-self._member[cell], is_reached)

    def _of_size(self, size: int) -> Iterator[Clause]:
        """Demand that every member is in a region of this size: in one of all that there can be."""
        shapes = {frozenset([cell]) for cell in self._member}
        for _ in range(size - 1):  # grow each connected shape by a cell
            shapes = {
                shape | {near}
                for shape in shapes
                for cell in shape
                for near in self._beside[cell]
                if near not in shape
            }
        regions_with: dict[Cell, list[int]] = {cell: [] for cell in self._member}
        for shape in sorted(map(sorted, shapes)):
            self.top += 1
            is_region = self.top  # all cells of the shape are members, and none beside it is
            around = {near for cell in shape for near in self._beside[cell]}.difference(shape)
            for cell in shape:
                regions_with[cell].append(is_region)
                yield (-is_region, self._member[cell])
            for cell in sorted(around):
                yield (-is_region, -self._member[cell])
        for cell, member in self._member.items():
            yield (-member, *regions_with[cell])

    def _without_ring(self) -> Iterator[Clause]:
        """Demand that every member is taken off, in enough rounds for any layout without rings."""
        gone: dict[Cell, int] = {}
        for _ in range((len(self._member) + 1) // 2):
            before, gone = gone, self._new()
            for cell, is_gone in gone.items():
                for two in combinations(self._beside[cell], 2):
                    left = [-self._member[place] for place in two]
                    yield (-is_gone, *left, *[before[place] for place in two if before])
        for cell, is_gone in gone.items():
            yield (-self._member[cell], is_gone)
