"""The board in Vienna MineSweeper's replays, `.rmv`; `replays/rmv.py` reads the moves behind it.

Written as version 2, of a game without moves.
"""

from __future__ import annotations

import struct
from typing import Final

import numpy as np

from logicsweep.formats.base import Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.replays import rmv

_PLAYER: Final = bytes(2)  # nothing is said of the player
_CELL: Final = 16
_EXTENSIONS: Final = bytes([0, 1, 10, *b"clone_name", 10, *b"logicsweep"])
_OVER: Final = bytes([17, 0, 0, 0])  # the game ended otherwise, after no time


def _detect(data: bytes) -> bool:
    return data.startswith(rmv.MAGIC)


def _read(data: bytes, _file_name: str) -> DealtGame:
    return DealtGame(rmv.board(data))


def _write(dealt: DealtGame) -> bytes:
    """Write a recording that holds the layout and hardly anything else."""
    height, width = dealt.layout.mask.shape
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .rmv; expected up to 255")
    mines = np.argwhere(dealt.layout.mask).astype(np.uint8)[:, ::-1]
    board = bytes(4) + struct.pack(">BBH", width, height, len(mines)) + mines.tobytes()
    properties = struct.pack("<BBBBHB", 0, 0, 0, 3, dealt.layout.three_bv & 0xFFFF, _CELL)
    parts = (b"", _PLAYER, board, b"", properties, _EXTENSIONS)
    sizes = struct.pack(">6HIH", *map(len, parts), len(_OVER), 0)
    body = sizes + b"".join(parts) + _OVER
    return rmv.MAGIC + struct.pack(">HBBI", 2, 0, 0, len(body) + 12) + body


FORMAT: Final = Format(
    name="rmv",
    about="Vienna MineSweeper's replays (versions 1 and 2); binary",
    detect=_detect,
    reader=_read,
    write_layout=_write,
    is_text=False,
)
