"""Minesweeper X board files, `.mbf` (and Arbiter's `.abf`, which programs read in the same way).

Width and height in a byte each, the mine count in two (high byte first), then column and row of
each mine, counted from 0.
"""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from logicsweep.board.layout import Layout
from logicsweep.formats.binary import ByteReader, broken, can_read, format_of, listed_mines


def _board(data: bytes) -> Layout:
    """Return the mines; the file has exactly the bytes that its header says."""
    reader = ByteReader(data)
    layout = listed_mines(reader)
    if reader.at < len(data):
        raise broken("there are more bytes after the mines; expected none", reader.at)
    return layout


def _write(layout: Layout) -> bytes:
    height, width = layout.mask.shape
    mines = np.argwhere(layout.mask).astype(np.uint8)
    return bytes([width, height, *divmod(len(mines), 256)]) + mines[:, ::-1].tobytes()


FORMAT: Final = format_of(
    "mbf",
    "Minesweeper X boards: width, height, mine count, then the mines; binary",
    _board,
    _write,
    detect=partial(can_read, _board),
)
