"""`LayoutRule`: what every layout satisfies, as data: windows, lines, and regions of cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, NamedTuple

from logicsweep.board.rules.region import Offset, Place
from logicsweep.constraints.regions import Joined, Regions
from logicsweep.errors import counted


class When(Enum):
    """Where a window says something."""

    ALWAYS = "always"
    """At every cell from which the whole window lies on the board."""
    MINE = "mine"
    """At every mine; cells off the board hold no mine."""
    COLOURED_MINE = "coloured mine"
    """At every mine in a coloured cell, which is one with an odd row plus column (from 0)."""


class Window(NamedTuple):
    """`lower <= number of mines at these offsets from a cell <= upper`, all over the board.

    Attributes:
        offsets: The cells as (rows down, columns right).
        lower: The least number of mines.
        upper: The largest number of mines.
        when: At which cells this holds.
        gap: A number of mines between the bounds that is not allowed, or None.
    """

    offsets: tuple[Offset, ...]
    lower: int
    upper: int
    when: When = When.ALWAYS
    gap: int | None = None


class Lines(Enum):
    """What holds for whole lines."""

    ONE_RUN = "each row has exactly one run of mines"
    BALANCED = "each row has as many mines in coloured cells as in others"
    EQUAL = "all rows have equally many mines, and so have all columns"
    BRIDGES = (
        "the mines form paths from left to right, a row up or down at most, which share no cell"
    )


@dataclass(frozen=True, slots=True)
class LayoutRule:
    """What every layout satisfies.

    Attributes:
        name: Its name, as in a header, such as `Q`.
        about: What it says, in a sentence without a full stop.
        windows: What holds in windows all over the board.
        lines: What holds for whole lines, or None.
        regions: What holds for the regions of mines or safe cells.

    Raises:
        ValueError: A region has a size, or there is a number of them, that is not provided for.
    """

    name: str
    about: str
    windows: tuple[Window, ...] = ()
    lines: Lines | None = None
    regions: tuple[Regions, ...] = ()

    def __post_init__(self) -> None:
        for one in self.regions:
            one.check()


class Placed(NamedTuple):
    """A window at a cell.

    Attributes:
        window: The window.
        cells: The cells in it.
        anchor: The cell that has to be a mine for it, or None.
        which: Which of the rule's windows it is, counted from 0.
        at: The cell from which it lies.
    """

    window: Window
    cells: tuple[int, ...]
    anchor: int | None
    which: int
    at: int


def placed(rule: LayoutRule, place: Place) -> Iterator[Placed]:
    """The windows of a rule all over a board, cell by cell.

    Raises ValueError if a window would meet itself, or the mine at which it holds, on a board that
    goes on at the other side.
    """
    for number in range(place.height * place.width):
        for which, window in enumerate(rule.windows):
            cells = [place.at(number, offset) for offset in window.offsets]
            there = [cell for cell in cells if cell is not None]
            anchor = None if window.when is When.ALWAYS else number
            if len({*there, anchor}) <= len(there):
                meets = "itself" if len(set(there)) < len(there) else "the mine at which it holds"
                raise ValueError(
                    f"a board of {place.width}x{place.height} is too small for the rule "
                    f"{rule.name}: a window of {counted(len(cells), 'cell')} would meet {meets}"
                )
            if window.when is When.ALWAYS:
                if len(there) == len(cells):
                    yield Placed(window, tuple(there), None, which, number)
            elif window.when is When.MINE or place.is_coloured(number):
                yield Placed(window, tuple(there), anchor, which, number)


# Offsets of the cells that share a side with a cell, and of those that share only a corner.
_SIDES: Final = ((-1, 0), (0, -1), (0, 1), (1, 0))
_CORNERS: Final = ((-1, -1), (-1, 1), (1, -1), (1, 1))


def links(joined: Joined, place: Place) -> tuple[tuple[int, ...], ...]:
    """For each cell of a board of squares the cells that it is joined to, ascending."""
    offsets = (*_SIDES, *_CORNERS) if joined is Joined.CORNERS else _SIDES
    return tuple(
        [
            tuple(sorted({*_there(place, number, offsets)} - {number}))
            for number in range(place.height * place.width)
        ]
    )


def rim(place: Place) -> frozenset[int]:
    """The cells at the rim of a board of squares; on a torus there are none."""
    cells = range(place.height * place.width)
    return frozenset(
        [number for number in cells if len(_there(place, number, _SIDES)) < len(_SIDES)]
    )


def _there(place: Place, number: int, offsets: Sequence[Offset]) -> list[int]:
    """The cells at some offsets from a cell that are on the board."""
    found = [place.at(number, offset) for offset in offsets]
    return [cell for cell in found if cell is not None]
