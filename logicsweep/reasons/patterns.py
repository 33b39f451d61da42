"""Patterns that players know, recognized as shapes of weighted sums of reduced clues.

A clue is reduced by the mines around it that are known. The sum of some reduced clues, each times a
multiplier, counts the mines in the cells where the multipliers do not cancel. If it is as large as
it can be, the cells with a positive multiplier are mines and those with a negative one are safe; if
it is as small as it can be, the other way round. So a step that has the shape of a pattern is
proved by its sum, whatever the place of the clues.

The names are those of the community's lists, such as https://minesweeper.online/help/patterns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.names import SQUARE
from logicsweep.board.state import KNOWN_MINE, State, is_covered
from logicsweep.errors import UnknownNameError, expect
from logicsweep.reasons.techniques import Technique


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

    def is_open(self, at: complex) -> bool:
        """Tell whether a place is on the board, open and safe."""
        cell = self.number(at)
        state = KNOWN_MINE if cell < 0 else int(self.states[cell])
        return state != KNOWN_MINE and not is_covered(state)

    def at(self, cell: int) -> complex:
        """Return the place of a cell."""
        return complex(*divmod(cell, self.width or 1))

    def number(self, at: complex) -> int:
        """Return the number of the cell at a place; -1 off the board."""
        row, column, width = int(at.real), int(at.imag), self.width or 1
        is_inside = 0 <= row < len(self.states) // width and 0 <= column < width
        return row * width + column if is_inside else -1

    def beside(self, at: complex, way: complex) -> set[int]:
        """Return the two cells beside a place, looking one way; -1 off the board."""
        return {self.number(at + way * 1j), self.number(at - way * 1j)}

    def beyond(self, at: complex, way: complex) -> set[int]:
        """Return the three cells before a place, looking one way; -1 off the board."""
        return {self.number(at + way), *self.beside(at + way, way)}

    def way(self, start: int, end: int) -> tuple[complex, int]:
        """Return the way from a cell to another in its row or column, and how far it is, else 0."""
        path = self.at(end) - self.at(start)
        far = int(abs(path.real) + abs(path.imag))
        return (path, 0) if path.real and path.imag else (path / max(far, 1), far)


class PatternCells(NamedTuple):
    """The cells of a weighted sum with a positive multiplier, and those where they cancel."""

    plus: frozenset[int]
    none: frozenset[int]


# A place on the grid, on the board or off it, and a way to another is `complex(row, column)`: times
# `1j` turns a way by a right angle.
_WAYS: Final = (-1, -1j, 1j, 1)


Place = Callable[[Sight, Sequence[Reduced], PatternCells], Sequence[Reduced] | None]
"""A test whether the clues of a sum are in a place; it returns further clues there, else None."""


def line(*needs: int) -> Place:
    """Return the place of clues with these reduced numbers in a row along a wall.

    The cells around them that are not known are the cells of the wall, beside the row: those beside
    each clue and its neighbours in the row, perhaps with a cell beyond either end. The sum is of
    the second clue less the first.
    """

    def place(sight: Sight, clues: Sequence[Reduced], _: PatternCells) -> Sequence[Reduced] | None:
        second, first = clues
        way, far = sight.way(first.clue, second.clue)
        if far != 1:
            return None
        begin = sight.at(first.clue)
        row: list[Reduced] = []
        for number, need in enumerate(needs):
            cell = sight.number(begin + number * way)
            reduced = None if cell < 0 else sight.reduced(cell)
            if reduced is None or reduced.need != need:
                return None
            row.append(reduced)
        is_along = any(_are_along(sight, row, way, side) for side in (way * 1j, way * -1j))
        return row[len(clues) :] if is_along else None

    return place


def _are_along(sight: Sight, row: Sequence[Reduced], way: complex, side: complex) -> bool:
    """Tell whether the cells around the clues of a row are those of the wall on one side."""
    begin = sight.at(row[0].clue) + side
    # A cell of the wall beside each clue, and one beyond either end.
    wall = [sight.number(begin + place * way) for place in range(-1, len(row) + 1)]
    ends = {wall[0], wall[-1]}
    for place, reduced in enumerate(row):
        beside = set(wall[place : place + 3])
        if not beside - ends <= reduced.cells <= beside:
            return False
    return True


def hole(depth: int) -> Place:
    """Return the place of the holes H1 and H2: the larger clue is in a hole of a wall.

    The other is in front of it. With a `depth` of 1 the larger clue is behind the hole, the other
    in it or in front of it.
    """

    def place(
        sight: Sight, clues: Sequence[Reduced], cells: PatternCells
    ) -> Sequence[Reduced] | None:
        larger, less = clues
        way, far = sight.way(less.clue, larger.clue)
        if not 1 <= far <= 1 + depth:
            return None
        deepest = sight.at(larger.clue)
        in_wall = deepest - depth * way
        is_hole = sight.is_open(in_wall) and cells.none == sight.beside(in_wall, way)
        return () if is_hole and cells.plus <= sight.beyond(deepest, way) else None

    return place


def hole_aside(
    sight: Sight, clues: Sequence[Reduced], cells: PatternCells
) -> Sequence[Reduced] | None:
    """Find the hole H3: the clues are on both sides of a wall, which has a hole beside them."""
    larger, less = clues
    way, far = sight.way(less.clue, larger.clue)
    if far != len(clues):
        return None
    middle = sight.at(less.clue) + way
    for side in (way * 1j, way * -1j):
        wall = {sight.number(middle), sight.number(middle + side)}
        if cells.none == wall and sight.is_open(middle - side):
            return ()
    return None


def corner(sight: Sight, clues: Sequence[Reduced], cells: PatternCells) -> Sequence[Reduced] | None:
    """Find a corner: the first clue is at a bend, the others beside it on both arms.

    The cell that the first alone has is across the bend.
    """
    bend, *arms = clues
    at = sight.at(bend.clue)
    for first, second in permutations(_WAYS, 2):
        ends = [sight.number(at + way) for way in (first, second)]
        if first != -second and ends == [arm.clue for arm in arms]:
            return () if cells.plus == {sight.number(at - first - second)} else None
    return None


_REDUCED: Final = "R"
_SEVERAL: Final = "+"


class Shape(NamedTuple):
    """The shape of a pattern's sum.

    Attributes:
        name: The name of the pattern; `+` follows where several cells have a positive multiplier
            and `several` is true, `R` where a clue is reduced.
        multipliers: The multiplier of each clue.
        is_most: Whether the sum is as large as it can be; else it is as small as it can be.
        needs: The reduced numbers of the clues; None for any.
        has_plus: Whether some cell has a positive multiplier; None for either.
        has_minus: Whether some cell has a negative multiplier; None for either.
        several: Whether `+` tells one cell with a positive multiplier from several.
        place: The place of the clues on a grid; None where any will do.
    """

    name: str
    multipliers: tuple[int, ...]
    is_most: bool
    needs: tuple[int, ...] | None = None
    has_plus: bool | None = None
    has_minus: bool | None = None
    several: bool = False
    place: Place | None = None

    def called(self, rows: Sequence[Reduced], plus: int) -> str:
        """Name a sum of this shape: its clues, and how many cells have a positive multiplier."""
        # Of a single clue it goes without saying that it may be reduced.
        is_reduced = len(rows) > 1 and any(row.is_less for row in rows)
        several = _SEVERAL if self.several and plus > 1 else ""
        return f"{self.name}{several}{_REDUCED if is_reduced else ''}"


SHAPES: Final = (
    Shape("B1", (1,), is_most=True),
    Shape("B2", (1,), is_most=False),
    Shape("1-1", (1, -1), is_most=False, has_minus=False, several=True),
    Shape("1-2", (1, -1), is_most=True, has_minus=False, several=True),
    Shape("1-2C", (1, -1), is_most=True, has_plus=True, has_minus=True, several=True),
    Shape("1-2-1", (1, -1), is_most=True, place=line(1, 2, 1)),
    Shape("1-2-2-1", (1, -1), is_most=True, place=line(1, 2, 2, 1)),
    Shape("H1", (1, -1), is_most=False, has_minus=False, place=hole(0)),
    Shape("H2", (1, -1), is_most=False, has_minus=False, place=hole(1)),
    Shape("H3", (1, -1), is_most=False, has_minus=False, place=hole_aside),
    Shape("1-3-1", (1, -1, -1), is_most=True, needs=(3, 1, 1), place=corner),
    Shape("2-2-2", (1, -1, -1), is_most=False, needs=(2, 2, 2), place=corner),
    Shape("1>2<1", (1, -1, -1), is_most=True, needs=(2, 1, 1), has_plus=False),
)
"""The shapes of all patterns."""

# Of the shapes that a step has, one with a place names it.
_IN_TURN: Final = sorted(SHAPES, key=lambda shape: shape.place is None)

# By name the fewest sources, where these are more than one, and those of every pattern.
_LEAST: Final = {
    **{
        name: len(shape.multipliers)
        for shape in SHAPES
        for name in (shape.name, *([shape.name + _SEVERAL] if shape.several else ()))
    },
    **dict.fromkeys((Technique.SUBSET.value, Technique.DIFFERENCE.value), 2),
    **dict.fromkeys((Technique.CASE_SPLIT.value, Technique.TOGETHER.value), 3),
}
PATTERNS: Final = tuple([name for name in _LEAST if name not in {each.value for each in Technique}])
"""The names of the patterns, without those of reduced clues."""
NAMES: Final = (*[technique.value for technique in Technique], *PATTERNS)
"""The names that steps go by, of techniques and of patterns."""


AnyTechnique = Technique | str
"""A technique, or the name of one or of a pattern."""


def name_of_steps(name: AnyTechnique) -> str:
    """Check the name of a technique or a pattern, which may be that of reduced clues.

    Raises:
        UnknownNameError: There is no such name.
        TypeError: It is something else.
    """
    if isinstance(name, Technique):
        return name.value
    expect("a technique", name, str, "the name of a technique or pattern, such as 'subset'")
    if name in NAMES or name.removesuffix(_REDUCED) in PATTERNS:
        return name
    raise UnknownNameError("technique or pattern", name, NAMES)


def least_level(name: str) -> int:
    """Return the fewest sources that a step of a technique or pattern takes together."""
    return _LEAST.get(name.removesuffix(_REDUCED), 1)


def goes_by(name: str, technique: Technique, pattern: str | None) -> bool:
    """Tell whether a step of a technique and a pattern goes by a name.

    The name of a pattern is also that of its reduced form.
    """
    if pattern is None:
        return name == technique.value
    return name in (technique.value, pattern, pattern.removesuffix(_REDUCED))


def grid_width(adjacency: Adjacency) -> int | None:
    """Return the width of a grid on which the eight cells around a cell are its neighbours."""
    if adjacency.topology != SQUARE or adjacency.walls or adjacency.shape is None:
        return None
    return adjacency.shape[1]


def sight_of(board: Board, known: Mapping[int, bool]) -> Sight:
    """Look at a board of which some covered cells are known, and whether they are mines."""
    width = board.width if board.has_eight_neighbours else None
    return Sight(board.grid.ravel(), board.adjacency.neighbours, known, width)


def pattern_of(clues: Collection[int], decided: Mapping[int, bool], sight: Sight) -> str | None:
    """Name the pattern of a step from some clues that decides some cells; None if it has none.

    Args:
        clues: The numbers of the cells of the clues, which are all sources of the step.
        decided: Whether each of the cells is a mine.
        sight: The position before the step, with what the step takes as known.
    """
    reduced = [sight.reduced(clue) for clue in clues]
    rows = [row for row in reduced if row is not None]
    if not decided or len(rows) < len(reduced):
        return None
    for shape in _IN_TURN:
        if len(shape.multipliers) == len(rows):
            for roles in permutations(rows):
                name = _named(shape, roles, decided, sight)
                if name is not None:
                    return name
    return None


def by_name(counts: Mapping[str | None, int]) -> dict[str, int]:
    """Put numbers by pattern in the order of `PATTERNS`, a reduced one after its pattern."""
    names = [name for plain in PATTERNS for name in (plain, plain + _REDUCED)]
    return {name: counts[name] for name in names if name in counts}


def _named(
    shape: Shape, roles: Sequence[Reduced], decided: Mapping[int, bool], sight: Sight
) -> str | None:
    """Name a step from clues in the order of the multipliers; None if the shape is another."""
    if shape.needs is not None and shape.needs != tuple(row.need for row in roles):
        return None
    summed: Counter[int] = Counter()
    total = 0
    for row, factor in zip(roles, shape.multipliers, strict=True):
        total += factor * row.need
        for cell in row.cells:
            summed[cell] += factor
    plus, minus = _positive(summed), _positive({cell: -summed[cell] for cell in summed})
    if total != (sum(plus.values()) if shape.is_most else -sum(minus.values())):
        return None
    proved = dict.fromkeys(plus, shape.is_most) | dict.fromkeys(minus, not shape.is_most)
    if not decided.items() <= proved.items():
        return None
    for wanted, cells in ((shape.has_plus, plus), (shape.has_minus, minus)):
        if wanted is not None and wanted is not bool(cells):
            return None
    further: Sequence[Reduced] | None = ()
    if shape.place is not None:
        cells_of = PatternCells(frozenset(plus), frozenset(summed) - {*plus, *minus})
        further = None if sight.width is None else shape.place(sight, roles, cells_of)
    return None if further is None else shape.called([*roles, *further], len(plus))


def _positive(values: Mapping[int, int]) -> dict[int, int]:
    return {cell: value for cell, value in values.items() if value > 0}
