"""The native text form, `.board`; see `logicsweep.notation`."""

from __future__ import annotations

from typing import Final

from logicsweep.board import Board
from logicsweep.formats.base import Format, check_neighbours, decode


def _read(data: bytes) -> Board:
    return Board.parse(decode(data))


def _write(board: Board) -> bytes:
    check_neighbours(board)
    return f"{board}\n".encode()


FORMAT: Final = Format(
    name="board",
    about="native text: optional header lines, then rows of ? 0-8 F * _",
    suffixes=(".board",),
    detect=lambda _data: True,
    read=_read,
    write=_write,
)
