"""Boards where they are kept: read from files, links and game ids, and written to files."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.errors import BoardSyntaxError, expect
from logicsweep.formats.base import Content, Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.files import write_file
from logicsweep.formats.links import is_link
from logicsweep.formats.registry import (
    ENDINGS,
    by_ending,
    by_name,
    check_name,
    read_board,
    read_layout,
    write_board,
)
from logicsweep.formats.tatham_id import ID
from logicsweep.limits import read_up_to

Source = str | os.PathLike[str]


def load(
    source: Source,
    *,
    name: str | None = None,
    covered: str | None = None,
    opened: Iterable[tuple[int, int]] = (),
) -> Board:
    """Read a position from a file, or from what a link or a game id says itself.

    A `str` is the path of a file if there is one; else it may be a link or a game id. The rest is
    as in `read_board`: `name` is that of a format, without which the ending of the file tells it,
    or its content; a whole layout becomes the position after the cells `opened` (row, column) are
    opened. Raises what `read_board` does, and a `BoardSyntaxError` names the file. Raises OSError
    for a file that cannot be read.
    """
    data, file_name = _data(source)
    try:
        return read_board(data, file_name=file_name, name=name, covered=covered, opened=opened)
    except BoardSyntaxError as error:
        error.file = os.fspath(source) if file_name else None
        raise


def load_layout(
    source: Source, *, name: str | None = None, covered: str | None = None
) -> DealtGame:
    """Read a whole layout, to be played, where `load` reads a position. Raises as that does."""
    data, file_name = _data(source)
    try:
        return read_layout(data, file_name=file_name, name=name, covered=covered)
    except BoardSyntaxError as error:
        error.file = os.fspath(source) if file_name else None
        raise


def save(
    content: Content | Layout,
    path: Source,
    *,
    name: str | None = None,
    lossy: bool = False,
) -> None:
    """Write a position or a layout to a file, whole or not at all; a link is followed.

    The ending says in which format; of those that share it, logicsweep's own is written. `name` is
    that of another. Guaranteed: `load` or `load_layout` of the file, with the same `name` if one
    was given, gives an equal value. Raises ValueError where the format cannot hold all of it
    (`lossy` leaves out flags, the mine count, the density, a start, and of a game that is under way
    what is open or where the mines are), for an ending that no format has, and for one that only
    other formats have; `UnknownNameError`; OSError for a file that cannot be written.
    """
    expect("path", path, (str, os.PathLike), "a str or a path")
    target = Path(path)
    form = _form(target.name) if name is None else by_name(name)
    data = write_board(content, form.name, lossy=lossy)
    lost = form.left_out(content)
    if lost and not lossy:
        raise ValueError(f"{form.name} has no place for {', '.join(lost)}; lossy leaves that out")
    check_name(form, data, target.name)
    write_file(target, [data])


def _data(source: Source) -> tuple[bytes, str]:
    """The bytes that a source names, and the name of its file, empty for a link or a game id."""
    expect("source", source, (str, os.PathLike), "a path, a link or a game id")
    if isinstance(source, str) and not os.path.lexists(source):
        if is_link(source) or ID.fullmatch(source):
            return source.encode("utf-8", "surrogatepass"), ""
        if "\n" in source:
            raise ValueError("source is a text of several lines, no path; read_board reads a text")
    path = Path(source)
    with path.open("rb") as stream:
        return read_up_to(stream, str(path)), path.name


def _form(file_name: str) -> Format:
    """The format to write to a file of this name. Raises ValueError."""
    found = by_ending(file_name)
    if not found:
        raise ValueError(
            f"{file_name!r} has the ending of no format; expected one of {', '.join(ENDINGS)}, or "
            f"the name of a format"
        )
    return found[0]
