"""Links with all mines, `?b=B&m=M`: JSMinesweeper's, llamasweeper's and those of ZiNi calculators.

`b` is 1 (9x9), 2 (16x16), 3 (30x16), or width and height with the same number of digits, such as
`0810`. `m` has a character for five cells, row by row, in base 32 (`0`-`9`, `a`-`v`), the highest
bit first.
"""

from __future__ import annotations

import re
from typing import Final

import numpy as np

from logicsweep.formats.base import Format, check_size
from logicsweep.formats.binary import from_bits
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.links import SITE, field, looks_like
from logicsweep.formats.text import fault_at

_PRESETS: Final = {"1": (9, 9), "2": (16, 16), "3": (16, 30)}
_DIGITS: Final = b"0123456789abcdefghijklmnopqrstuv"
_BITS: Final = 5


def _read(data: bytes, *_: object) -> DealtGame:
    """Read the layout in the parameters `b`, its size, and `m`, its mines."""
    text, size, at = field(data, "b")
    mines, start = field(data, "m")[1:]
    mines = mines.lower()
    if size in _PRESETS:
        height, width = _PRESETS[size]
    else:
        if not re.fullmatch(r"\d{2,16}", size, re.ASCII):
            problem = f"the size is {size[:20]!r}; expected 1, 2, 3 or digits such as 0810"
            raise fault_at(text, at, problem)
        # Some writers pad the height to the digits of the width, but not the other way round.
        width, height = int(size[: len(size) // 2]), int(size[len(size) // 2 :])
    check_size(height, width, line=text.count("\n", 0, at) + 1)
    cells = height * width
    count = -(-cells // _BITS)
    if len(mines) != count:
        problem = f"{len(mines)} characters of mines; expected {count} for {width}x{height}"
        raise fault_at(text, start, problem)
    wrong = re.search("[^0-9a-v]", mines)
    if wrong:
        problem = f"unknown character {wrong[0]!r}; expected 0-9 or a-v"
        raise fault_at(text, start + wrong.start(), problem)
    bits, spare = int(mines, 1 << _BITS), count * _BITS - cells
    if bits & ((1 << spare) - 1):
        raise fault_at(text, start, "bits are set after the last cell; expected zeros")
    size_in_bytes = -(-cells // 8)
    bits = bits >> spare << (size_in_bytes * 8 - cells)
    return DealtGame(from_bits(bits.to_bytes(size_in_bytes), (height, width), 0))


def _write(dealt: DealtGame) -> bytes:
    """Write the address with the layout in its parameters."""
    mask = dealt.layout.mask
    size = next((name for name, shape in _PRESETS.items() if shape == mask.shape), None)
    if size is None:
        height, width = map(str, mask.shape)
        digits = max(len(height), len(width))
        size = width.zfill(digits) + height.zfill(digits)
    bits = np.zeros(-(-mask.size // _BITS) * _BITS, dtype=np.uint8)
    bits[: mask.size] = mask.ravel()
    values = bits.reshape(-1, _BITS) @ (1 << np.arange(_BITS - 1, -1, -1))
    mines = np.frombuffer(_DIGITS, dtype=np.uint8)[values].tobytes().decode()
    return f"{SITE}?b={size}&m={mines}\n".encode()


FORMAT: Final = Format(
    name="zini",
    about="links with all mines: ?b= (size) &m= (mines in base 32)",
    detect=lambda data: looks_like(data, "b", "m"),
    reader=_read,
    write_layout=_write,
)
