"""The board in Arbiter's replays, `.avf`; `replays/avf.py` reads the moves behind it.

Byte 0 is the version; bytes 1 to 4 do not concern the board; byte 5 is the level: 3 is 8x8 with 10
mines, 4 is 16x16 with 40, 5 is 30x16 with 99. After level 6 come width minus 1, height minus 1, and
the mine count in two bytes, high byte first. Then row and column of each mine, counted from 1.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from logicsweep.board.layout import Layout
from logicsweep.board.total import no_room
from logicsweep.errors import counted
from logicsweep.formats.base import Format
from logicsweep.formats.binary import broken, placed
from logicsweep.formats.dealt import DealtGame

_LEVELS: Final = {3: (8, 8, 10), 4: (16, 16, 40), 5: (16, 30, 99)}
_CUSTOM: Final = 6


def board(data: bytes) -> tuple[Layout, int]:
    """Return the mines, and where the bytes behind them begin. Raises `BoardSyntaxError`."""
    if len(data) < 6:
        raise broken(f"the file has {counted(len(data), 'byte')}; expected at least 6", len(data))
    level, start = data[5], 6
    if level in _LEVELS:
        height, width, mines = _LEVELS[level]
    elif level == _CUSTOM:
        if len(data) < 10:
            raise broken(
                f"the file has {len(data)} bytes; expected at least 10, with width, height and "
                f"mine count",
                len(data),
            )
        width, height, mines = data[6] + 1, data[7] + 1, data[8] * 256 + data[9]
        start = 10
    else:
        raise broken(f"the level is {level}; expected 3, 4, 5 or 6 (custom)", 5)
    if mines > width * height:
        raise broken(no_room(mines, width * height), 8)
    pairs = np.frombuffer(data[start : start + 2 * mines], dtype=np.uint8)
    if len(pairs) < 2 * mines:
        raise broken(f"the file ends early; expected {counted(mines, 'mine')}", len(data))
    places = pairs.reshape(-1, 2).astype(np.int64) - 1
    shape = height, width
    layout = placed(shape, places[:, 0], places[:, 1], lambda mine: start + 2 * mine)
    return layout, start + 2 * mines


def _read(data: bytes, _file_name: str) -> DealtGame:
    return DealtGame(board(data)[0])


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .avf; expected up to 255")
    places = np.argwhere(dealt.layout.mask) + 1
    size = height, width, len(places)
    level = next((level for level, level_size in _LEVELS.items() if level_size == size), _CUSTOM)
    custom = [width - 1, height - 1, *divmod(len(places), 256)] if level == _CUSTOM else []
    return bytes([0, 0, 0, 0, 0, level, *custom]) + places.astype(np.uint8).tobytes()


FORMAT: Final = Format(
    name="avf",
    about="Arbiter's replays; binary, known by its ending only",
    detect=lambda _: False,
    reader=_read,
    write_layout=_write,
    is_text=False,
)
