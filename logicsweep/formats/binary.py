"""Binary files: read with errors that name the byte."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.base import Format, check_size
from logicsweep.formats.dealt import DealtGame


def broken(problem: str, at: int) -> BoardSyntaxError:
    """Make an error at a byte, counted from 0; its column counts from 1."""
    return BoardSyntaxError(problem, line=1, column=at + 1)


def placed(
    shape: tuple[int, int],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    at: Callable[[int], int] = lambda _: 0,
) -> Layout:
    """Return a layout from the rows and columns of its mines; `at` gives the byte of a mine.

    Raises `BoardSyntaxError` for a mine off the board and for two mines in a cell.
    """
    height, width = shape
    is_off_board = (rows < 0) | (rows >= height) | (columns < 0) | (columns >= width)
    numbers = np.where(is_off_board, 0, rows * width + columns)
    is_second = np.ones(len(numbers), dtype=np.bool_)
    is_second[np.unique(numbers, return_index=True)[1]] = False
    for mine in np.flatnonzero(is_off_board | is_second).tolist():
        where = f"({int(rows[mine])},{int(columns[mine])})"
        problem = f"a mine at {where} is off the board of {width}x{height}"
        if not is_off_board[mine]:
            problem = f"a second mine at {where}; expected one"
        raise broken(problem, at(mine))
    mask = np.zeros(height * width, dtype=np.bool_)
    mask[numbers] = True
    return Layout(mask.reshape(shape))


def from_bits(data: bytes, shape: tuple[int, int], at: int) -> Layout:
    """Return a layout from one bit for each cell, row by row, the highest bit of a byte first.

    `at` is the byte where they start. Raises `BoardSyntaxError` for bits set after the last cell.
    """
    height, width = shape
    bits = np.unpackbits(np.frombuffer(data, dtype=np.uint8))
    behind = bits[height * width :]
    if behind.any():
        raise broken("bits are set after the last cell; expected zeros", at + len(data) - 1)
    return Layout(bits[: height * width].reshape(shape).astype(np.bool_))


def to_bits(layout: Layout) -> bytes:
    """Return the inverse of `from_bits`."""
    return np.packbits(layout.mask.ravel()).tobytes()


class ByteReader:
    """A binary file, read from its beginning; errors about missing parts name the byte.

    Attributes:
        data: All of the file.
        at: The byte that is read next, from 0.
    """

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def take(self, size: int, part: str) -> bytes:
        """Return the next bytes; `part` names them in errors. Raises `BoardSyntaxError`."""
        if len(self.data) - self.at < size:
            raise broken(f"the file ends early; expected {part}", len(self.data))
        self.at += size
        return self.data[self.at - size : self.at]

    def number(self, size: int, part: str) -> int:
        """Return the next number, of `size` bytes, the highest first. Raises `BoardSyntaxError`."""
        return int.from_bytes(self.take(size, part), "big")

    def until(self, sign: bytes, part: str) -> bytes:
        """Read up to the next `sign`, and pass it. Raises `BoardSyntaxError`."""
        end = self.data.find(sign, self.at)
        if end < 0:
            raise broken(f"the file ends early; expected {part}", len(self.data))
        passed, self.at = self.data[self.at : end], end + len(sign)
        return passed


def listed_mines(reader: ByteReader, *, first: int = 0) -> Layout:
    """Read width, height, the mine count, and column and row of each mine, counted from `first`.

    Raises `BoardSyntaxError`.
    """
    width, height = reader.take(2, "width and height")
    return mines_of(reader, (height, width, reader.number(2, "the mine count")), first=first)


def mines_of(
    reader: ByteReader, size: tuple[int, int, int], *, first: int, is_row_first: bool = False
) -> Layout:
    """Read column and row of each mine; `size` is height, width and their number.

    Raises `BoardSyntaxError`.
    """
    height, width, mines = size
    start = reader.at
    check_size(height, width, mines, column=start)
    places = reader.take(2 * mines, counted(mines, "mine"))
    pairs = np.frombuffer(places, dtype=np.uint8).astype(np.int64).reshape(-1, 2) - first
    rows, columns = pairs.T if is_row_first else pairs.T[::-1]
    return placed((height, width), rows, columns, lambda mine: start + 2 * mine)


def words(data: bytes) -> str:
    """Decode a text of unknown encoding, such as a player's name: UTF-8, GB 2312 or Latin-1.

    Characters that cannot be printed are left out, so that no name controls a terminal.
    """
    text = ""
    for encoding in ("utf-8", "gb2312", "latin-1"):
        with suppress(UnicodeDecodeError):
            text = data.decode(encoding)
            break
    return "".join(filter(str.isprintable, text)).strip()


def format_of(
    name: str,
    about: str,
    board: Callable[[bytes], Layout],
    write: Callable[[Layout], bytes],
    *,
    detect: Callable[[bytes], bool],
    is_text: bool = False,
) -> Format:
    """Return the format of layouts in the files of a program, of which many are replays.

    `board` reads the mines, whatever follows them; `write` writes them, and no moves.
    """

    def checked(dealt: DealtGame) -> bytes:
        height, width = dealt.layout.mask.shape
        if not is_text and max(height, width) > 255:
            size = f"{width}x{height}"
            raise ValueError(f"a board of {size} is too large for .{name}; expected up to 255")
        return write(dealt.layout)

    return Format(
        name=name,
        about=about,
        detect=detect,
        reader=lambda data, *_: DealtGame(board(data)),
        write_layout=checked,
        is_text=is_text,
    )


def can_read(board: Callable[[bytes], Layout], data: bytes) -> bool:
    """Tell whether the mines can be read: few bytes at the beginning would prove nothing."""
    try:
        board(data)
    except BoardSyntaxError:
        return False
    return True
