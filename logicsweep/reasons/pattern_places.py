"""Places of patterns on the grid: walls, holes and corners, which a pattern of that name needs.

A place is asked with the clues of a weighted sum, in the order of its multipliers, and the cells of
the sum. It returns the further clues that a player sees in the pattern, or None where it is none.
All of them are the same under the eight symmetries of the square.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from logicsweep.board.state import KNOWN_MINE, State, is_covered


class Reduced(NamedTuple):
    """A clue less the mines around it that are known.

    Attributes:
        clue: The number of its cell.
        need: The mines that it still needs.
        cells: The covered cells around it that are not known.
        is_less: Whether a mine was taken off.
    """

    clue: int
    need: int
    cells: frozenset[int]
    is_less: bool


class Sight(NamedTuple):
    """A position as patterns look at it.

    Attributes:
        states: The states of all cells by number.
        near: The function that returns the neighbours of a cell.
        known: The covered cells that are known, and whether they are mines.
        width: The number of columns of a grid of eight neighbours; None without one.
    """

    states: NDArray[Any]
    near: Callable[[int], Sequence[int]]
    known: Mapping[int, bool]
    width: int | None

    def reduced(self, clue: int) -> Reduced | None:
        """Return a clue less the known mines; None if the cell shows no number."""
        shown = int(self.states[clue])
        if shown < 0 or shown == State.UNCERTAIN:
            return None
        mines, cells = 0, []
        for cell in self.near(clue):
            state = int(self.states[cell])
            if state == KNOWN_MINE or self.known.get(cell):
                mines += 1
            elif cell not in self.known and is_covered(state):
                cells.append(cell)
        return Reduced(clue, shown - mines, frozenset(cells), mines > 0)

    def is_open(self, cell: int) -> bool:
        """Tell whether a cell, -1 for one off the board, is open and safe."""
        state = KNOWN_MINE if cell < 0 else int(self.states[cell])
        return state != KNOWN_MINE and not is_covered(state)


class Cells(NamedTuple):
    """The cells of a weighted sum, by the sign of their multipliers."""

    plus: frozenset[int]
    none: frozenset[int]
    minus: frozenset[int]


Place = Callable[[Sight, Sequence[Reduced], Cells], Sequence[Reduced] | None]
"""A place; see above."""


class _At(NamedTuple):
    """A place on the grid, on the board or off it."""

    row: int
    column: int

    def moved(self, way: _At, times: int = 1) -> _At:
        return _At(self.row + times * way.row, self.column + times * way.column)

    def aside(self) -> _At:
        """Turn a way by a right angle."""
        return _At(self.column, -self.row)


_WAYS: Final = (_At(-1, 0), _At(0, -1), _At(0, 1), _At(1, 0))


class _Grid(NamedTuple):
    """The numbers of cells by place; those off the board are -1."""

    height: int
    width: int

    def at(self, cell: int) -> _At:
        return _At(*divmod(cell, self.width))

    def number(self, at: _At) -> int:
        is_inside = 0 <= at.row < self.height and 0 <= at.column < self.width
        return at.row * self.width + at.column if is_inside else -1

    def numbers(self, *places: _At) -> set[int]:
        """Return the numbers of places that are all on the board; else with -1."""
        return set(map(self.number, places))

    def way(self, start: int, end: int) -> tuple[_At, int] | None:
        """Return the way from a cell to another in its row or column, and how far it is."""
        first, last = self.at(start), self.at(end)
        down, right = last.row - first.row, last.column - first.column
        far = abs(down) + abs(right)
        return None if (down and right) or not far else (_At(down // far, right // far), far)


def _grid(sight: Sight) -> _Grid | None:
    return None if sight.width is None else _Grid(len(sight.states) // sight.width, sight.width)


def line(*needs: int) -> Place:
    """Return the place of clues with these reduced numbers in a row along a wall.

    The cells around them that are not known are the cells of the wall, beside the row: those beside
    each clue and its neighbours in the row, perhaps with a cell beyond either end. The sum is of
    the second clue less the first.
    """

    def place(sight: Sight, clues: Sequence[Reduced], _: Cells) -> Sequence[Reduced] | None:
        grid = _grid(sight)
        second, first = clues
        way = None if grid is None else grid.way(first.clue, second.clue)
        if grid is None or way is None or way[1] != 1:
            return None
        begin = grid.at(first.clue)
        row: list[Reduced] = []
        for number, need in enumerate(needs):
            cell = grid.number(begin.moved(way[0], number))
            reduced = None if cell < 0 else sight.reduced(cell)
            if reduced is None or reduced.need != need:
                return None
            row.append(reduced)
        if any(_are_along(grid, row, way[0], side) for side in _beside(way[0])):
            return row[len(clues) :]
        return None

    return place


def _beside(way: _At) -> tuple[_At, _At]:
    side = way.aside()
    return side, _At(-side.row, -side.column)


def _are_along(grid: _Grid, row: Sequence[Reduced], way: _At, side: _At) -> bool:
    """Tell whether the cells around the clues of a row are those of the wall on one side."""
    begin = grid.at(row[0].clue).moved(side)
    # A cell of the wall beside each clue, and one beyond either end.
    wall = [grid.number(begin.moved(way, place)) for place in range(-1, len(row) + 1)]
    ends = {wall[0], wall[-1]}
    for place, reduced in enumerate(row):
        beside = set(wall[place : place + 3])
        if not beside - ends <= reduced.cells <= beside:
            return False
    return True


def hole_in_front(sight: Sight, clues: Sequence[Reduced], cells: Cells) -> Sequence[Reduced] | None:
    """Find the hole H1: the larger clue is in a hole of a wall, the other in front of it."""
    grid = _grid(sight)
    larger, less = clues
    way = None if grid is None else grid.way(less.clue, larger.clue)
    if grid is None or way is None or way[1] != 1:
        return None
    hole = grid.at(larger.clue)
    sides = grid.numbers(*(hole.moved(side) for side in _beside(way[0])))
    return () if cells.none == sides and cells.plus <= _beyond(grid, hole, way[0]) else None


def hole_between(sight: Sight, clues: Sequence[Reduced], cells: Cells) -> Sequence[Reduced] | None:
    """Find the hole H2: the larger clue is behind a hole, the other in it or in front of it."""
    grid = _grid(sight)
    larger, less = clues
    way = None if grid is None else grid.way(less.clue, larger.clue)
    if grid is None or way is None or way[1] > len(clues):
        return None
    behind = grid.at(larger.clue)
    hole = behind.moved(way[0], -1)
    sides = grid.numbers(*(hole.moved(side) for side in _beside(way[0])))
    is_hole = sight.is_open(grid.number(hole)) and cells.none == sides
    return () if is_hole and cells.plus <= _beyond(grid, behind, way[0]) else None


def hole_aside(sight: Sight, clues: Sequence[Reduced], cells: Cells) -> Sequence[Reduced] | None:
    """Find the hole H3: the clues are on both sides of a wall, which has a hole beside them."""
    grid = _grid(sight)
    larger, less = clues
    way = None if grid is None else grid.way(less.clue, larger.clue)
    if grid is None or way is None or way[1] != len(clues):
        return None
    middle = grid.at(less.clue).moved(way[0])
    for side in _beside(way[0]):
        wall = grid.numbers(middle, middle.moved(side))
        if cells.none == wall and sight.is_open(grid.number(middle.moved(side, -1))):
            return ()
    return None


def _beyond(grid: _Grid, at: _At, way: _At) -> set[int]:
    """Return the three cells before a place, looking one way."""
    ahead = at.moved(way)
    return grid.numbers(ahead, *(ahead.moved(side) for side in _beside(way)))


def corner(sight: Sight, clues: Sequence[Reduced], cells: Cells) -> Sequence[Reduced] | None:
    """Find a corner: the first clue is at a bend, the others beside it on both arms.

    The cell that the first alone has is across the bend.
    """
    grid = _grid(sight)
    bend, *arms = clues
    if grid is None:
        return None
    at = grid.at(bend.clue)
    for first, second in permutations(_WAYS, 2):
        is_bent = first.row * second.row + first.column * second.column == 0
        ends = [grid.number(at.moved(way)) for way in (first, second)]
        if is_bent and ends == [arm.clue for arm in arms]:
            across = grid.number(at.moved(first, -1).moved(second, -1))
            return () if cells.plus == {across} else None
    return None
