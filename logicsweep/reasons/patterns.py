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
from itertools import permutations, product
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

    def is_open(self, cell: int) -> bool:
        """Tell whether a cell is on the board, open and safe."""
        state = KNOWN_MINE if cell < 0 else int(self.states[cell])
        return state != KNOWN_MINE and not is_covered(state)

    def is_unknown(self, cell: int) -> bool:
        """Tell whether a cell is on the board, covered and not known."""
        return cell >= 0 and is_covered(int(self.states[cell])) and cell not in self.known

    def at(self, cell: int) -> complex:
        """Return the place of a cell."""
        return complex(*divmod(cell, self.width or 1))

    def number(self, at: complex) -> int:
        """Return the number of the cell at a place; -1 off the board."""
        row, column, width = int(at.real), int(at.imag), self.width or 1
        is_inside = 0 <= row < len(self.states) // width and 0 <= column < width
        return row * width + column if is_inside else -1


class Sign(NamedTuple):
    """A sign of a picture, so many rows and columns from the first clue of the sum.

    `a`, `b` and `c` are the clues of the sum, and a number is a further clue with that reduced
    number; `o` is an open cell; `#` is a covered cell that is not known, and `.` is none; where
    there is a `+`, the cells with a positive multiplier are all on such signs; where there is an
    `x`, these are the cells in which the multipliers cancel.
    """

    sign: str
    row: int
    column: int


Picture = tuple[Sign, ...]


def drawn(picture: str) -> Picture:
    """Read a picture: its rows with spaces between, and `_` where any cell will do."""
    places = [
        (sign, row, column)
        for row, line in enumerate(picture.split())
        for column, sign in enumerate(line)
    ]
    ((_, top, left),) = (place for place in places if place[0] == _CLUES[0])
    return tuple(
        Sign(sign, row - top, column - left) for sign, row, column in places if sign != "_"
    )


_CLUES: Final = "abc"
# A place on the grid, on the board or off it, is `complex(row, column)`: times `1j` turns it by a
# right angle.
_TURNS: Final = (1, 1j, -1, -1j)
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
        pictures: The cells around the clues on a grid, turned or mirrored, in one way or another;
            empty where their place does not matter.
    """

    name: str
    multipliers: tuple[int, ...]
    is_most: bool
    needs: tuple[int, ...] | None = None
    has_plus: bool | None = None
    has_minus: bool | None = None
    several: bool = False
    pictures: tuple[Picture, ...] = ()

    def called(self, rows: Sequence[Reduced], plus: int) -> str:
        """Name a sum of this shape: its clues, and how many cells have a positive multiplier."""
        # Of a single clue it goes without saying that it may be reduced.
        is_reduced = len(rows) > 1 and any(row.is_less for row in rows)
        several = _SEVERAL if self.several and plus > 1 else ""
        return f"{self.name}{several}{_REDUCED if is_reduced else ''}"


_CORNER: Final = drawn("_b_ ca_ __+")
SHAPES: Final = (
    Shape("B1", (1,), is_most=True),
    Shape("B2", (1,), is_most=False),
    Shape("1-1", (1, -1), is_most=False, has_minus=False, several=True),
    Shape("1-2", (1, -1), is_most=True, has_minus=False, several=True),
    Shape("1-2C", (1, -1), is_most=True, has_plus=True, has_minus=True, several=True),
    Shape("1-2-1", (1, -1), is_most=True, needs=(2, 1), pictures=(drawn("..... .ba1. _###_"),)),
    Shape(
        "1-2-2-1", (1, -1), is_most=True, needs=(2, 1), pictures=(drawn("...... .ba21. _####_"),)
    ),
    Shape("H1", (1, -1), is_most=False, has_minus=False, pictures=(drawn("+++ xax _b_"),)),
    Shape(
        "H2",
        (1, -1),
        is_most=False,
        has_minus=False,
        pictures=(drawn("+++ _a_ xbx"), drawn("+++ _a_ xox _b_")),
    ),
    Shape("H3", (1, -1), is_most=False, has_minus=False, pictures=(drawn("_a_ xxo _b_"),)),
    Shape("1-3-1", (1, -1, -1), is_most=True, needs=(3, 1, 1), pictures=(_CORNER,)),
    Shape("2-2-2", (1, -1, -1), is_most=False, needs=(2, 2, 2), has_plus=True, pictures=(_CORNER,)),
    Shape("1>2<1", (1, -1, -1), is_most=True, needs=(2, 1, 1), has_plus=False),
)
"""The shapes of all patterns."""

IN_TURN: Final = sorted(SHAPES, key=lambda shape: not shape.pictures)
"""The same in the order in which they are tried: one with a picture names a step."""

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
    for shape in IN_TURN:
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
    plus, none, minus = (
        {cell for cell, factor in summed.items() if sign * factor > 0 or factor == sign == 0}
        for sign in (1, 0, -1)
    )
    if total != sum(summed[cell] for cell in (plus if shape.is_most else minus)):
        return None
    proved = dict.fromkeys(plus, shape.is_most) | dict.fromkeys(minus, not shape.is_most)
    if not decided.items() <= proved.items():
        return None
    if shape.has_plus not in (None, bool(plus)) or shape.has_minus not in (None, bool(minus)):
        return None
    further = _around(shape, roles, plus, none, sight)
    return None if further is None else shape.called([*roles, *further], len(plus))


def _around(
    shape: Shape, roles: Sequence[Reduced], plus: set[int], none: set[int], sight: Sight
) -> list[Reduced] | None:
    """Return the further clues of a picture that lies around the clues of a sum; None if none does.

    The cells in `plus` have a positive multiplier; in those in `none` the multipliers cancel.
    """
    if not shape.pictures or sight.width is None:
        return None if shape.pictures else []
    begin = sight.at(roles[0].clue)
    for picture, turn, side in product(shape.pictures, _TURNS, (1, -1)):
        placed = [
            (sign, sight.number(begin + turn * complex(row, side * column)))
            for sign, row, column in picture
        ]
        further = _further(placed, roles, plus, none, sight)
        if further is not None:
            return further
    return None


def _further(
    placed: Sequence[tuple[str, int]],
    roles: Sequence[Reduced],
    plus: set[int],
    none: set[int],
    sight: Sight,
) -> list[Reduced] | None:
    """Return the further clues of a picture in a place; None if something else is there."""
    further = []
    for sign, cell in placed:
        is_there = True
        if sign in _CLUES:
            is_there = cell == roles[_CLUES.index(sign)].clue
        elif sign == "o":
            is_there = sight.is_open(cell)
        elif sign in "#.":
            is_there = sight.is_unknown(cell) is (sign == "#")
        elif sign.isdigit():
            reduced = sight.reduced(cell) if sight.is_open(cell) else None
            is_there = reduced is not None and reduced.need == int(sign)
            further += [reduced] if reduced else []
        if not is_there:
            return None
    adding, cancelling = ({cell for sign, cell in placed if sign == wanted} for wanted in "+x")
    if (adding and not adding >= plus) or (cancelling and cancelling != none):
        return None
    return further
