"""`LayoutRule`: a condition on layouts as data: on windows, lines, and regions of cells.

Windows and regions lie on squares or, for boards of any kind, consist of neighbours.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Final, NamedTuple

from logicsweep.board.rules.region import SIDES, Offset, Place
from logicsweep.constraints.region_clauses import Joined, Regions
from logicsweep.errors import counted


class When(Enum):
    """The places at which a window lies."""

    ALWAYS = "always"
    """At every cell from which the whole window lies on the board."""
    PAIR = "pair"
    """At every two neighbours; they are the window."""
    MINE = "mine"
    """At every mine; cells off the board hold no mine."""
    COLOURED_MINE = "coloured mine"
    """At every mine in a coloured cell, which is one with an odd row plus column (from 0)."""


class Window(NamedTuple):
    """Bounds on the number of mines at some offsets from a cell, all over the board.

    Attributes:
        offsets: The cells as (rows down, columns right); None for the neighbours of the cell.
        lower: The least number of mines.
        upper: The largest number of mines.
        when: The cells at which the window lies.
        gap: A number of mines between the bounds that is not allowed, or None.
    """

    offsets: tuple[Offset, ...] | None
    lower: int
    upper: int
    when: When = When.ALWAYS
    gap: int | None = None


class Lines(Enum):
    """A condition on whole rows and columns."""

    ONE_RUN = "each row has exactly one run of mines"
    BALANCED = "each row has as many mines in coloured cells as in others"
    EQUAL = "all rows have equally many mines, and so have all columns"
    BRIDGES = "the mines form disjoint paths from left to right, at most one row up or down a step"


@dataclass(frozen=True, slots=True)
class LayoutRule:
    """A rule that every layout satisfies.

    Attributes:
        name: Its name, as in a header, such as `Q`.
        about: The rule in a sentence without a full stop.
        windows: The windows all over the board.
        lines: The condition on whole lines, or None.
        regions: The conditions on regions of mines or safe cells.
        elsewhere: The windows that it has instead on a board whose cells are no squares, with
            neighbours in place of cells that share a side; empty if they mean nothing there.

    Raises:
        ValueError: A region has a size, or there is a number of them, that is not provided for.
    """

    name: str
    about: str
    windows: tuple[Window, ...] = ()
    lines: Lines | None = None
    regions: tuple[Regions, ...] = ()
    elsewhere: tuple[Window, ...] = ()

    def __post_init__(self) -> None:
        for says in self.regions:
            says.check()

    @property
    def needs_squares(self) -> bool:
        """Whether windows or lines lie on squares."""
        return self.lines is not None or any(window.offsets for window in self.windows)

    @property
    def is_of_neighbours(self) -> bool:
        """Whether it is about neighbours alone, not about rows, columns, sides or corners."""
        in_regions = all(says.joined is Joined.NEIGHBOURS for says in self.regions)
        return in_regions and not self.needs_squares

    @property
    def is_of_sides(self) -> bool:
        """Whether it is about cells that share a side."""
        return bool(self.elsewhere) or any(says.joined is Joined.SIDES for says in self.regions)

    def on(self, place: Place) -> LayoutRule:
        """Adapt the rule to a board: where cells are no squares, neighbours are joined.

        Lines, and windows that have no others `elsewhere`, stay as they are.
        """
        if place.joined is not None:
            return self
        regions = [says._replace(joined=Joined.NEIGHBOURS) for says in self.regions]
        windows = self.elsewhere or self.windows
        return replace(self, windows=windows, regions=tuple(regions), elsewhere=())


class Placed(NamedTuple):
    """A window at a cell.

    Attributes:
        window: The window.
        cells: The cells in it.
        anchor: The cell that has to be a mine if the window is to hold; None if it always holds.
        which: The number of the window in the rule, counted from 0.
        at: The cell from which its offsets count, or the two neighbours.
    """

    window: Window
    cells: tuple[int, ...]
    anchor: int | None
    which: int
    at: tuple[int, ...]


def placed(rule: LayoutRule, place: Place) -> Iterator[Placed]:
    """Yield the windows of a rule all over a board, cell by cell.

    Raises ValueError if a window would meet itself, or the mine at which it holds, on a board that
    goes on at the other side.
    """
    for number in range(place.size):
        for which, window in enumerate(rule.windows):
            if window.offsets is None:
                yield from _among_neighbours(place, number, which, window)
                continue
            cells = [place.at(number, offset) for offset in window.offsets]
            on_board = [cell for cell in cells if cell is not None]
            anchor = None if window.when is When.ALWAYS else number
            if len({*on_board, anchor}) <= len(on_board):
                meets_itself = len(set(on_board)) < len(on_board)
                meets = "itself" if meets_itself else "the mine at which it holds"
                raise ValueError(
                    f"a board of {place.width}x{place.height} is too small for the rule "
                    f"{rule.name}: a window of {counted(len(cells), 'cell')} would meet {meets}"
                )
            if window.when is When.ALWAYS:
                if len(on_board) == len(cells):
                    yield Placed(window, tuple(on_board), None, which, (number,))
            elif window.when is When.MINE or place.is_coloured(number):
                yield Placed(window, tuple(on_board), anchor, which, (number,))


def _among_neighbours(place: Place, number: int, which: int, window: Window) -> Iterator[Placed]:
    """Place a window of neighbours at a cell; of two neighbours, at the cell and each later one."""
    near = place.adjacency.neighbours(number)
    if window.when is When.PAIR:
        for pair in [(number, neighbour) for neighbour in near if neighbour > number]:
            yield Placed(window, pair, None, which, pair)
    elif window.when is not When.COLOURED_MINE or place.is_coloured(number):
        anchor = None if window.when is When.ALWAYS else number
        yield Placed(window, near, anchor, which, (number,))


# Offsets of the cells that share only a corner with a cell.
_CORNERS: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def links(joined: Joined, place: Place) -> tuple[tuple[int, ...], ...]:
    """List for each cell the cells that it is joined to, ascending."""
    if joined is Joined.NEIGHBOURS:
        return place.adjacency.lists
    offsets = (*SIDES, *_CORNERS) if joined is Joined.CORNERS else SIDES
    return tuple(
        [
            tuple(sorted({*_on_board(place, number, offsets)} - {number}))
            for number in range(place.size)
        ]
    )


def rim(place: Place) -> frozenset[int]:
    """Return the cells at the rim of a board of squares or hexagons; a torus has none.

    On other boards there are none either.
    """
    if place.joined is None:
        inside = 6 if place.adjacency.topology == "hexagon" else 0
        near = place.adjacency.lists_without_walls
        return frozenset([cell for cell, beside in enumerate(near) if len(beside) < inside])
    cells = range(place.size)
    return frozenset(
        [number for number in cells if len(_on_board(place, number, SIDES)) < len(SIDES)]
    )


def _on_board(place: Place, number: int, offsets: Sequence[Offset]) -> list[int]:
    """Return the cells at some offsets from a cell, without those off the board."""
    cells = [place.at(number, offset) for offset in offsets]
    return [cell for cell in cells if cell is not None]
