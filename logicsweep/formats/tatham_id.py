"""Game ids of Simon Tatham's Mines: `9x9:4,4,m00b7d48a3e0231c419200`.

First `WxH:`, then column and row of the first click, counted from 0, if it is known; then `m` for a
masked bitmap or `u` for a plain one; then one bit for each cell in hexadecimal, row by row, the
highest bit first. Masking keeps players from reading the mines: as in OAEP, each half of the bytes
is combined with a stream of SHA-1 hashes of the other half.
"""

from __future__ import annotations

import re
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.base import Format, Keeps, check_size
from logicsweep.formats.binary import from_bits, to_bits
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.text import decode, fault_at

ID: Final = re.compile(
    r"\s*(?P<width>\d{1,8})(?:x(?P<height>\d{1,8}))?(?:n(?P<mines>\d{1,8})(?P<share>%)?)?"
    r"a?(?:X(?P<x>\d{1,8}))?(?:Y(?P<y>\d{1,8}))?(?P<kind>[:#])(?P<rest>\S*)\s*",
    re.ASCII,
)
REST: Final = re.compile(
    r"(?P<start>(?P<x>\d{1,8}),(?P<y>\d{1,8}),)?(?P<mask>[mu]?)(?P<hex>[0-9a-fA-F]*)", re.ASCII
)
_LOOKS: Final = re.compile(rb"\d{1,8}(?:x\d{1,8})?[^:#\s]*[:#]\S*")


def _read(data: bytes, *_: object) -> DealtGame:
    """Read the layout of a specific game id, and its first click if there is one."""
    text = decode(data)
    match = ID.fullmatch(text)
    if not match:
        raise fault_at(text, 0, "expected a game id such as 9x9:4,4,m00b7d48a3e0231c419200")
    rest = REST.fullmatch(text, *match.span("rest"))
    problem = "expected COLUMN,ROW, then m or u, then the mines in hexadecimal"
    if match["kind"] == "#":
        problem = (
            "this game id has a random seed, not the mines; expected the specific id, with a colon"
        )
    elif re.match(r"r\d+,[ua],", match["rest"], re.ASCII):
        problem = "a game has no mines before its first click; expected an id from after it"
    if not rest or match["kind"] == "#":
        raise fault_at(text, match.start("rest"), problem)
    width = int(match["width"])
    height = int(match["height"] or width)
    check_size(height, width)
    layout = _layout(text, rest, (height, width))
    mines = int(layout.mask.sum())
    if match["mines"] and not match["share"] and int(match["mines"]) != mines:
        problem = f"the id says {counted(int(match['mines']), 'mine')}, but there are {mines}"
        raise fault_at(text, match.start("mines"), problem)
    first = rest if rest["start"] else match  # the first click may stand in the parameters, too
    if first["x"] is None or first["y"] is None:
        return DealtGame(layout)
    start = Cell(int(first["y"]), int(first["x"]))
    if start.row >= height or start.column >= width or layout.mask[start]:
        problem = f"the first click {start} is not a safe cell; expected column and row of one"
        raise fault_at(text, first.start("x"), problem)
    return DealtGame(layout, start)


def _layout(text: str, rest: re.Match[str], shape: tuple[int, int]) -> Layout:
    """Return the mines in the bitmap of an id."""
    cells = shape[0] * shape[1]
    digits = rest["hex"]
    if len(digits) != -(-cells // 4):
        many = counted(len(digits), "hexadecimal digit")
        problem = f"{many}; expected {-(-cells // 4)} for {counted(cells, 'cell')}"
        raise fault_at(text, rest.start("hex"), problem)
    bits = bytes.fromhex(digits + "0" * (len(digits) % 2))
    if rest["mask"] == "m":
        bits = _unmasked(bits, cells)
    try:
        return from_bits(bits, shape, 0)
    except BoardSyntaxError as error:
        raise fault_at(text, rest.end("hex") - 1, error.text) from None


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    cells = height * width
    bits = _masked(to_bits(dealt.layout), cells)
    start = "" if dealt.start is None else f"{dealt.start.column},{dealt.start.row},"
    return f"{width}x{height}:{start}m{bits.hex()[: -(-cells // 4)]}\n".encode()


def _masked(bits: bytes, cells: int) -> bytes:
    half = len(bits) // 2
    first = _mixed(bits[:half], bits[half:])
    return first + _trimmed(_mixed(bits[half:], first), len(bits) * 8 - cells)


def _unmasked(bits: bytes, cells: int) -> bytes:
    half = len(bits) // 2
    second = _trimmed(_mixed(bits[half:], bits[:half]), len(bits) * 8 - cells)
    return _mixed(bits[:half], second) + second


def _mixed(data: bytes, seed: bytes) -> bytes:
    """Return the bytes XORed with the stream of a seed."""
    from hashlib import sha1

    hashed = sha1(seed, usedforsecurity=False)
    blocks = []
    for number in range(-(-len(data) // hashed.digest_size)):
        block = hashed.copy()
        block.update(str(number).encode())
        blocks.append(block.digest())
    stream = b"".join(blocks)[: len(data)]
    return (int.from_bytes(data) ^ int.from_bytes(stream)).to_bytes(len(data))


def _trimmed(data: bytes, spare: int) -> bytes:
    """Return the bytes with the `spare` lowest bits of the last one cleared."""
    return data[:-1] + bytes([data[-1] >> spare << spare])


FORMAT: Final = Format(
    name="tatham-id",
    about="game ids of Simon Tatham's Mines: WxH:X,Y,m and the mines in hexadecimal",
    detect=lambda data: _LOOKS.fullmatch(data.strip()) is not None,
    reader=_read,
    write_layout=_write,
    keeps=Keeps.START,
)
