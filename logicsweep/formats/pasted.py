"""Texts that no format reads as they are: peeled, or read by the only meaning of their signs."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.rows import COVERED_HASH
from logicsweep.board.state import State
from logicsweep.errors import AmbiguousFormatError, BoardSyntaxError, UnclearSignError
from logicsweep.formats import native
from logicsweep.formats.base import Content, Reading
from logicsweep.formats.lines import Line, Peeled, joined, lines_in
from logicsweep.formats.peeling import is_wrong_count, peeled, surely_peeled
from logicsweep.formats.signs import resolved

# Formats that are rows and little else. A text in any other that is broken is not a paste.
_OF_ROWS: Final = frozenset(
    (
        *("board", "json", "csv", "markdown", "emoji", "ms-toollib", "numpy"),
        *("minesweepr", "minesolve", "gecode", "tatham", "cs3510", None),
    )
)
# Longer texts are files, and no pastes.
_MOST: Final = 500_000
_COMMENT: Final = re.compile(r"[ \t]*#(?:[ \t].*)?")
_Read = Callable[[bytes], Reading]


def read_sure(data: bytes, read: _Read) -> Reading | None:
    """Read what surely is a picture of logicsweep or a table with empty cells; None for the rest.

    `read` reads a text as it is. Raises `BoardSyntaxError`.
    """
    sure = surely_peeled(data) if len(data) <= _MOST else None
    return None if sure is None else _read_peeled(sure, read, None)


def read_pasted(data: bytes, read: _Read, covered: str | None, fault: BoardSyntaxError) -> Reading:
    """Read a text that cannot be read as it is.

    Args:
        data: The text.
        read: The way to read a text as it is.
        covered: A character that stands for a covered cell, or None.
        fault: The reason why the text cannot be read as it is, raised if it cannot be peeled.

    Raises:
        BoardSyntaxError: There is no board in the text, or it is unclear which one.
    """
    text = _text_of(data) if fault.format in _OF_ROWS else None
    if text is not None and is_wrong_count(lines_in(text)[fault.line - 1]):
        raise fault
    rest = None if text is None else peeled(text)
    if text is None or rest is None:
        raise fault
    if rest.total is None and rest.text.split() == text.removeprefix("\ufeff").split():
        board = _by_signs(rest.lines, covered)
        if board is None:
            raise fault
        return Reading(board, native.FORMAT)
    return _read_peeled(rest, read, covered)


def clearer(data: bytes, reading: Reading) -> Reading:
    """Return a reading with other meanings of its signs if its board is impossible.

    Such a board has clues above 0, and neither covered cells nor mines. Raises `UnclearSignError`
    if several meanings are left.
    """
    if not _is_impossible(reading.content):
        return reading
    text = _text_of(data)
    return reading if text is None else _resolved(reading, lines_in(text))


def _resolved(reading: Reading, lines: list[Line]) -> Reading:
    if not _is_impossible(reading.content):
        return reading
    board = resolved(_closed(lines))
    return reading if board is None else Reading(board, native.FORMAT)


def _is_impossible(content: Content) -> bool:
    if not isinstance(content, Board) or not content.is_ordinary:
        return False
    grid = content.grid
    return bool((grid > 0).any()) and not ((grid < 0) & (grid != State.NO_CLUE)).any()


def _text_of(data: bytes) -> str | None:
    """Decode a text; None for bytes that are none, or too many."""
    if len(data) > _MOST:
        return None
    try:
        return data.decode()
    except UnicodeDecodeError:
        return None


def _read_peeled(rest: Peeled, read: _Read, covered: str | None) -> Reading:
    """Read the rest of a text as a format, or by the only meaning of its signs."""
    rows = [line for line in rest.lines if _is_row_of_hashes(line)]
    try:
        if rows:  # no comment is left in a paste
            raise rows[0].fault(f"{rows[0].text[:20]!r} may be a comment or a row; {COVERED_HASH}")
        reading = read(rest.text.encode())
    except AmbiguousFormatError:
        raise
    except UnclearSignError as error:
        raise rest.relocated(error) from None
    except BoardSyntaxError as error:
        board = _by_signs(rest.lines, covered)
        if board is None:
            raise (error if rows else rest.relocated(error)) from None
        reading = Reading(board, native.FORMAT)
    if covered is None:
        reading = _resolved(reading, rest.lines)
    return reading if rest.total is None else _with_total(reading, rest.total)


def _is_row_of_hashes(line: Line) -> bool:
    """Tell whether a line is a comment in native text, but looks like a row."""
    is_comment = _COMMENT.fullmatch(line.text) is not None
    return is_comment and all(len(word.text) == 1 for word in line.words())


def _by_signs(lines: list[Line], covered: str | None) -> Board | None:
    """Read rows in the only way that is left; None for none, or if lines may be comments."""
    rest = [line for line in lines if not _COMMENT.fullmatch(line.text)]
    if covered is None and 0 < len(rest) < len(lines):
        with suppress(BoardSyntaxError):
            board = Board.parse(Peeled(rest).text)
            if not _is_impossible(board):
                return None
    return resolved(_closed(lines), covered)


def _closed(lines: list[Line]) -> list[Line]:
    """Return the rows without the blanks between their cells."""
    rows = [line.words() for line in lines if line.text.strip()]
    # Two boards side by side have several words in a row, each of several signs.
    is_apart = all(len(row) == 1 or all(len(word.text) == 1 for word in row) for row in rows)
    return [joined(row, "" if is_apart else " ") for row in rows]


def _with_total(reading: Reading, total: Line) -> Reading:
    """Give a position the mine count beside it, which has to fit."""
    if not isinstance(reading.content, Board):
        return reading
    lower, _, upper = total.text.replace(" ", "").partition("..")
    try:
        board = reading.content.with_total((int(lower), int(upper)) if upper else int(lower))
    except ValueError as error:
        raise total.fault(str(error)) from None
    return reading._replace(content=board)
