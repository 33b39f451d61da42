"""`LayoutRule`: what every layout satisfies, as data: windows all over the board, and lines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

from logicsweep.board.rules.region import Offset, Place


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
    """

    offsets: tuple[Offset, ...]
    lower: int
    upper: int
    when: When = When.ALWAYS


class Lines(Enum):
    """What holds for whole lines."""

    ONE_RUN = "each row has exactly one run of mines"
    BALANCED = "each row has as many mines in coloured cells as in others"
    EQUAL = "all rows have equally many mines, and so have all columns"


@dataclass(frozen=True, slots=True)
class LayoutRule:
    """What every layout satisfies.

    Attributes:
        name: Its name, as in a header, such as `Q`.
        about: What it says, in a sentence without a full stop.
        windows: What holds in windows all over the board.
        lines: What holds for whole lines, or None.
    """

    name: str
    about: str
    windows: tuple[Window, ...] = ()
    lines: Lines | None = None


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

    Raises ValueError if a window would meet itself, on a board that goes on at the other side.
    """
    for number in range(place.height * place.width):
        for which, window in enumerate(rule.windows):
            cells = [place.at(number, offset) for offset in window.offsets]
            there = [cell for cell in cells if cell is not None]
            if len(set(there)) < len(there):
                raise ValueError(
                    f"a board of {place.width}x{place.height} is too small for the rule "
                    f"{rule.name}: a window of {len(cells)} cells would meet itself"
                )
            if window.when is When.ALWAYS:
                if len(there) == len(cells):
                    yield Placed(window, tuple(there), None, which, number)
            elif window.when is When.MINE or place.is_coloured(number):
                yield Placed(window, tuple(there), number, which, number)
