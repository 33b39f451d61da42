"""The board in Minesweeper Clone's replays, `.mvf`; `replays/mvf.py` reads the moves behind it.

Written as version 0.97, of a game without moves.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.replays import mvf

_TITLE: Final = mvf.MAGIC + b"inesweeper Clone 0.97 200".ljust(25) + b"5"
_CUSTOM: Final = 4
_CLASSIC: Final = 1


def _detect(data: bytes) -> bool:
    """Tell whether the board can be read; two bytes at the beginning would prove nothing."""
    if not data.startswith((mvf.MAGIC, b"\0\0")):
        return False
    try:
        _read(data, "")
    except BoardSyntaxError:
        return False
    return True


def _read(data: bytes, _file_name: str) -> DealtGame:
    return DealtGame(mvf.board(data))


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .mvf; expected up to 255")
    mines = np.argwhere(dealt.layout.mask).astype(np.uint8)[:, ::-1] + 1
    three_bv = min(dealt.layout.three_bv, 0xFFFF).to_bytes(2, "big")
    head = bytes([1, 1, *divmod(2000, 256), 0, 0, 0, _CUSTOM, _CLASSIC, 0, 0, 0])
    board = bytes([width, height, *divmod(len(mines), 256)]) + mines.astype(np.uint8).tobytes()
    return _TITLE.ljust(74, b"\0") + head + three_bv + bytes(9) + board + bytes(1 + 2 + 3)


FORMAT: Final = Format(
    name="mvf",
    about="Minesweeper Clone's replays (0.97, 2006, 2007, and 0.96 or earlier); binary",
    detect=_detect,
    reader=_read,
    write_layout=_write,
    is_text=False,
)
