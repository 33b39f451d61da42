"""The parts of a position that are independent: each can be played by itself.

Two covered cells are connected if a clue or a rule ties them, or one is in the scope of the clue
that the other would show; parts are the connected components. Those whose number of mines is not
fixed count as one part: the mine count ties them, and if that is unknown, so does the end of the
game, which comes when all are done. The layouts of the board are all combinations of the layouts of
its parts, so that numbers of layouts and chances to win multiply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np

from logicsweep.board.board import Board
from logicsweep.knowledge.board_ledger import BoardLedger, counted_by_proof
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.system.statements import Statements, statements_of
from logicsweep.system.system import position_of
from logicsweep.tables.counted import CountedComponents, native_counts
from logicsweep.tables.elimination import convolution
from logicsweep.tables.listing import Weighed, check_listed, listed, weighed, weighing


class Part(NamedTuple):
    """A part of a position.

    Attributes:
        cells: The numbers of its covered cells that are not proved mines, ascending.
        undecided: The cells of the part that are not proved safe either.
        layouts: The number of its layouts.
        is_even: Whether all its layouts have the same number of mines. If not, the part is best
            left to the end: only then the player learns from it that the game goes on.
        weighed: Lists all its layouts, with the proved mines of the board, and their weights; takes
            the most layouts and a budget. Raises `LimitError` for more, and `MissingDensityError`.
    """

    cells: tuple[int, ...]
    undecided: tuple[int, ...]
    layouts: int
    is_even: bool
    weighed: Callable[[int, Budget], Weighed]


def parts_of(
    board: Board,
    cells: CellsByComponent,
    budget: Budget,
    density: Fraction | None = None,
    layouts: int | None = None,
) -> list[Part]:
    """Return the parts of a consistent board with cells that can be opened, in the order of cells.

    At most one part is not even. The density weighs layouts where the mine count is unknown.
    `layouts` is the number of layouts of the board, if it is known.

    Without a mine count every connected part is one by itself. Raises `UncountableError` and
    `LimitError`.
    """
    groups = _groups(cells)
    known = layouts if len(groups) == 1 else None
    parts = [
        _part(board, group, cells.counted, budget, density=density, layouts=known)
        for group in groups
    ]
    return sorted(parts, key=lambda part: part.cells)


class _Group(NamedTuple):
    """A set of cells: whole components, by their places, cells of the interior, and safe cells."""

    components: list[int]
    interior: list[int]
    safe: list[int]


class CellsByComponent:
    """The covered cells that are not proved mines, by component, in the interior, or safe.

    `counted` are the components of a consistent board, as `counted_of` makes them.
    """

    def __init__(self, board: Board, counted: CountedComponents) -> None:
        self.counted = counted
        self._near = board.ties.lists
        self._fixed = [len(counts.counts) == 1 for counts in counted.counts]
        self.components = [[cell for box in boxes for cell in box] for boxes in counted.boxes]
        self.component_of = {
            cell: place for place, cells in enumerate(self.components) for cell in cells
        }
        self.interior = set(counted.interior.tolist())
        covered = (counted.settled == 0).nonzero()[0].tolist()
        self.safe = {cell for cell in covered if cell not in self.component_of} - self.interior

    def group(self, start: int) -> _Group | None:
        """Find the cells connected with a cell; None unless their number of mines is fixed."""
        met = {start}
        to_visit = [start]
        group = _Group([], [], [])
        while to_visit:
            cell = to_visit.pop()
            connected: Iterable[int] = self._near[cell]
            place = self.component_of.get(cell)
            if not (cell in self.safe or (place is not None and self._fixed[place])):
                return None
            if place is None:
                group.safe.append(cell)
            else:
                component = self.components[place]
                if cell == component[0]:
                    group.components.append(place)
                connected = (*connected, *component)
            for neighbour in connected:
                if neighbour not in met and self._can_be_opened(neighbour):
                    met.add(neighbour)
                    to_visit.append(neighbour)
        return group

    def starts(self) -> list[int]:
        """Return a cell of each component whose number of mines is fixed."""
        return [
            component[0]
            for component, fixed in zip(self.components, self._fixed, strict=True)
            if fixed
        ]

    def of(self, group: _Group) -> set[int]:
        """List all cells of a group."""
        cells = {*group.interior, *group.safe}
        return cells.union(*(self.components[place] for place in group.components))

    def _can_be_opened(self, cell: int) -> bool:
        return cell in self.component_of or cell in self.safe or cell in self.interior


def _groups(cells: CellsByComponent) -> list[_Group]:
    """Group connected cells with a fixed number of mines; all others are one group."""
    rest = {*cells.component_of, *cells.safe, *cells.interior}
    groups = []
    for start in cells.starts():
        group = cells.group(start) if start in rest else None
        if group is not None:
            groups.append(group)
            rest -= cells.of(group)
    if rest:
        components = sorted(
            {cells.component_of[cell] for cell in rest if cell in cells.component_of}
        )
        groups.append(_Group(components, sorted(rest & cells.interior), sorted(rest & cells.safe)))
    return groups


def _part(
    board: Board,
    group: _Group,
    counted: CountedComponents,
    budget: Budget,
    *,
    density: Fraction | None,
    layouts: int | None,
) -> Part:
    """Make the part of a group: its components and interior, as if they were a board."""
    components = group.components
    boxes = [counted.boxes[place] for place in components]
    undecided = [cell for of_component in boxes for box in of_component for cell in box]
    undecided += group.interior
    is_fixed = not group.interior and all(
        len(counted.counts[place].counts) == 1 for place in components
    )
    bounds = None
    if counted.bounds is not None and not is_fixed:
        # All other groups have a fixed number of mines.
        elsewhere = sum(
            counts.lowest
            for place, counts in enumerate(counted.counts)
            if place not in set(components)
        )
        bounds = counted.bounds[0] - elsewhere, counted.bounds[1] - elsewhere
    part = replace(
        counted,
        boxes=boxes,
        counts=[counted.counts[place] for place in components],
        interior=np.array(group.interior, dtype=np.intp),
        bounds=bounds,
        component=lambda place: counted.component(components[place]),
        ranked=None,
    )
    number = layouts_of(part, budget) if layouts is None else layouts
    is_even = is_fixed or (bounds is not None and bounds[0] == bounds[1])
    cells = tuple(sorted(undecided + group.safe))

    def rows(limit: int, budget: Budget) -> Weighed:
        check_listed(number, limit, part.settled.size)
        return weighed(board, listed(part, number, budget), density, weighing(part))

    return Part(cells, tuple(sorted(undecided)), number, is_even, rows)


def counted_of(
    board: Board, budget: Budget, statements: Statements | None = None
) -> CountedComponents:
    """Count the components of a consistent board exactly; `statements` are those of the board.

    Raises `UncountableError` and `LimitError`.
    """
    statements = statements_of(board) if statements is None else statements
    if not statements.are_ordinary:
        ledger = BoardLedger(position_of(board), engine_of(ELIMINATION), statements)
        ledger.settle(budget)
        return ledger.counted_components(budget)
    natively = native_counts(board, budget)
    return natively or counted_by_proof(board, budget, engine=engine_of(ELIMINATION))


def layouts_of(counted: CountedComponents, budget: Budget) -> int:
    """Count the layouts without weights; no density is needed."""
    convolve = convolution(counted.bounds, None, budget.renewed)
    return convolve(counted.models(budget), len(counted.interior)).mass().numerator
