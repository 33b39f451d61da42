"""`Regions`: conditions on the connected sets of mines, or of safe cells, as data."""

from __future__ import annotations

from enum import Enum
from typing import Final, NamedTuple


class Joined(Enum):
    """The cells of a region that are joined."""

    SIDES = "sides"
    """Cells that share a side."""
    CORNERS = "corners"
    """Cells that share a side or a corner."""
    NEIGHBOURS = "neighbours"
    """Cells that are neighbours on the board."""


# Cells of regions that all have the same size, whose shapes are listed.
_MOST_IN_REGION: Final = 6


class Regions(NamedTuple):
    """A condition on the regions of a layout: the largest sets of joined mines, or of safe cells.

    Attributes:
        joined: The cells that count as joined.
        mines: Whether the regions are of mines; else they are of safe cells.
        least: The least number of regions, 0 or 1.
        most: The largest number of regions: 1, or None for any number.
        size: The number of cells of each region, up to 6; None for any number.
        reach_rim: Whether each region has to have a cell at the rim of the board.
        rings: Whether a region may have rings: circles of cells, each joined to the next one.
        at_rim: The number of cells that all regions with a cell at the rim have together; None for
            any number. It goes with no other condition.
    """

    joined: Joined
    mines: bool = True
    least: int = 0
    most: int | None = None
    size: int | None = None
    reach_rim: bool = False
    rings: bool = True
    at_rim: int | None = None

    def check(self) -> None:
        """Raise ValueError for conditions that are not provided for."""
        if self.least not in (0, 1) or self.most not in (1, None):
            most = "any number of" if self.most is None else self.most
            raise ValueError(
                f"from {self.least} to {most} regions; expected at least 0 or 1, and at most 1 or "
                f"any number"
            )
        if self.size is not None and not 1 <= self.size <= _MOST_IN_REGION:
            raise ValueError(
                f"regions of {self.size} cells; expected a size from 1 to {_MOST_IN_REGION}"
            )
        if self.at_rim is not None:
            if self.at_rim < 0:
                raise ValueError(f"{self.at_rim} cells in regions at the rim; expected 0 or more")
            if self != Regions(self.joined, self.mines, at_rim=self.at_rim):
                raise ValueError(
                    "how many cells regions at the rim have is said along with something else; "
                    "expected it alone"
                )
