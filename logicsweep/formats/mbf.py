"""Minesweeper X board files, `.mbf` (and Arbiter's `.abf`, which programs read in the same way).

Width and height in a byte each, the mine count in two (high byte first), then column and row of
each mine, counted from 0.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from logicsweep.board.total import no_room
from logicsweep.errors import counted
from logicsweep.formats.base import Format, check_size
from logicsweep.formats.binary import broken, place, placed
from logicsweep.formats.dealt import DealtGame


def _detect(data: bytes) -> bool:
    if len(data) < 4 or not data[0] or not data[1]:
        return False
    mines = data[2] * 256 + data[3]
    return len(data) == 4 + 2 * mines and mines <= data[0] * data[1]


def _read(data: bytes, _file_name: str) -> DealtGame:
    """Read the layout of a file, which has exactly the bytes that its header says."""
    if len(data) < 4:
        raise broken(
            f"the file has {counted(len(data), 'byte')}; expected at least 4, with width, height "
            f"and mine count",
            len(data),
        )
    width, height = data[0], data[1]
    mines = data[2] * 256 + data[3]
    check_size(height, width, **place(0 if not width else 1))
    if mines > width * height:
        raise broken(no_room(mines, width * height), 2)
    if len(data) != 4 + 2 * mines:
        raise broken(
            f"the file has {len(data)} bytes; expected {4 + 2 * mines} "
            f"for {counted(mines, 'mine')}",
            min(len(data), 4 + 2 * mines),
        )
    pairs = np.frombuffer(data[4:], dtype=np.uint8).reshape(-1, 2).astype(np.int64)
    return DealtGame(placed((height, width), pairs[:, 1], pairs[:, 0], lambda mine: 4 + 2 * mine))


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .mbf; expected up to 255")
    mines = np.argwhere(dealt.layout.mask).astype(np.uint8)
    return bytes([width, height, *divmod(len(mines), 256)]) + mines[:, ::-1].tobytes()


FORMAT: Final = Format(
    name="mbf",
    about="Minesweeper X boards: width, height, mine count, then the mines; binary",
    detect=_detect,
    reader=_read,
    write_layout=_write,
    is_text=False,
)
