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
from collections.abc import Collection, Mapping, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.names import SQUARE
from logicsweep.errors import UnknownNameError, expect
from logicsweep.reasons.pattern_places import (
    Cells,
    Place,
    Reduced,
    Sight,
    corner,
    hole_aside,
    hole_between,
    hole_in_front,
    line,
)
from logicsweep.reasons.techniques import Technique

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
    Shape("H1", (1, -1), is_most=False, has_minus=False, place=hole_in_front),
    Shape("H2", (1, -1), is_most=False, has_minus=False, place=hole_between),
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
    if shape.place is None:
        return shape.called(roles, len(plus))
    cells_of = Cells(frozenset(plus), frozenset(summed) - {*plus, *minus}, frozenset(minus))
    further = shape.place(sight, roles, cells_of)
    return None if further is None else shape.called([*roles, *further], len(plus))


def _positive(values: Mapping[int, int]) -> dict[int, int]:
    return {cell: value for cell, value in values.items() if value > 0}
