"""The board in Metasweeper's replays, `.evf`; `replays/evf.py` reads the moves behind it.

Written as version 0.3. Bytes, big-endian: version, flags, settings, rows, columns, mines (2), cell
size, mode (2), 3BV (2), time (3), eight texts that end in a zero byte, then one bit for each cell,
row by row.
"""

from __future__ import annotations

import struct
from typing import Final

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format
from logicsweep.formats.binary import to_bits
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.replays import evf

_VERSION: Final = 3
_HEADER: Final = struct.Struct(">BBBBBHBHHBBB")
_TEXTS: Final = 8
_CELL_SIZE: Final = 20


def _detect(data: bytes) -> bool:
    """Tell whether header and board agree; a version byte alone would prove nothing."""
    if not data or data[0] > evf.LATEST:
        return False
    try:
        _read(data, "")
    except BoardSyntaxError:
        return False
    return True


def _read(data: bytes, _file_name: str) -> DealtGame:
    return DealtGame(evf.board(data))


def _write(dealt: DealtGame) -> bytes:
    layout = dealt.layout
    height, width = layout.mask.shape
    if height > 255 or width > 255:
        raise ValueError(f"a board of {width}x{height} is too large for .evf; expected up to 255")
    mines = int(layout.mask.sum())
    bbbv = layout.three_bv
    header = (_VERSION, 0, 0, height, width, mines, _CELL_SIZE, 0, bbbv, 0, 0, 0)
    return _HEADER.pack(*header) + bytes(_TEXTS) + to_bits(layout)


FORMAT: Final = Format(
    name="evf",
    about="Metasweeper's replays (versions 0.0 to 0.4); binary",
    detect=_detect,
    reader=_read,
    write_layout=_write,
    is_text=False,
)
