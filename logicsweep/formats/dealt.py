"""What a file of a whole board holds: the layout, and perhaps where to start."""

from __future__ import annotations

from typing import NamedTuple

from logicsweep.board import Cell
from logicsweep.layout import Layout


class Dealt(NamedTuple):
    """A layout, and a cell that is known to be safe from the start, if the file names one.

    `note` says what was unclear about the file and how it was taken; None when nothing was.
    """

    layout: Layout
    start: Cell | None = None
    note: str | None = None
