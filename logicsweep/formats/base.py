"""What a board format is, and the reading of text that all text formats share."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from logicsweep.adjacency import eight
from logicsweep.board import Board
from logicsweep.errors import BoardSyntaxError


class Format(NamedTuple):
    """A way to write a board down.

    `suffixes` are file endings with their dot, `detect` says whether the bytes look like this
    format. `read` raises `BoardSyntaxError`; `write` raises ValueError for a board that the format
    cannot hold, as one with other neighbours than the eight around a cell. `read(write(board))`
    equals the board.
    """

    name: str
    about: str
    suffixes: tuple[str, ...]
    detect: Callable[[bytes], bool]
    read: Callable[[bytes], Board]
    write: Callable[[Board], bytes]


def check_neighbours(board: Board) -> None:
    """Raise ValueError unless the neighbours are the eight around a cell: files have no others."""
    if board.adjacency != eight(board.height, board.width):
        raise ValueError("a board file has no place for other neighbours than the eight around")


def decode(data: bytes) -> str:
    """Bytes as UTF-8 text. Raises `BoardSyntaxError` at the first byte that is not."""
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        raise BoardSyntaxError(
            f"byte 0x{data[error.start]:02x} is not UTF-8; expected text",
            line=line,
            column=column,
        ) from None
