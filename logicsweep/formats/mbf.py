"""Minesweeper X board files, `.mbf` (and `.abf`, read in the same way).

Width and height in a byte each, the number of mines in two (high byte first), then column and row
of each mine, counted from 0.
"""

from __future__ import annotations

import numpy as np

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.dealt import Dealt
from logicsweep.layout import Layout


def read(data: bytes) -> Dealt:
    """Read a layout. Raises `BoardSyntaxError`, its column being the byte, counted from 1."""
    if len(data) < 4:
        raise _fault(f"{len(data)} bytes; expected width, height and two bytes of mines", len(data))
    width, height = data[0], data[1]
    mines = data[2] * 256 + data[3]
    if not width or not height:
        raise _fault(f"a board of {width}x{height} has no cell", 0 if not width else 1)
    if mines > width * height:
        raise _fault(f"{mines} mines do not fit on {width * height} cells", 2)
    if len(data) != 4 + 2 * mines:
        raise _fault(
            f"the file has {len(data)} bytes; expected {4 + 2 * mines} for {mines} mines",
            min(len(data), 4 + 2 * mines),
        )
    mask = np.zeros((height, width), dtype=np.bool_)
    for at in range(4, len(data), 2):
        column, row = data[at], data[at + 1]
        if column >= width or row >= height:
            raise _fault(f"a mine in row {row}, column {column} is off the board", at)
        if mask[row, column]:
            raise _fault(f"a second mine in row {row}, column {column}", at)
        mask[row, column] = True
    return Dealt(Layout(mask))


def write(layout: Layout) -> bytes:
    """The bytes of a layout. Raises ValueError for more than 255 rows or columns."""
    height, width = layout.mask.shape
    mines = sorted(layout.mines)
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .mbf; expected up to 255")
    places = [number for row, column in mines for number in (column, row)]
    return bytes([width, height, *divmod(len(mines), 256), *places])


def _fault(what: str, at: int) -> BoardSyntaxError:
    return BoardSyntaxError(what, line=1, column=at + 1)
