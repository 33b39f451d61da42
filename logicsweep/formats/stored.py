"""Boards in files: `load` and `save`; `load` reads links and game ids as well."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import AnyRuling
from logicsweep.errors import BoardSyntaxError, expect, listed
from logicsweep.formats.base import Content, Format
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.files import EXAMPLE, example_file, write_file
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
from logicsweep.limits import Thing, read_up_to

Source = str | os.PathLike[str]


def load(
    source: Source,
    *,
    name: str | None = None,
    covered: str | None = None,
    opened: Iterable[tuple[int, int]] = (),
    rules: AnyRuling = None,
) -> Board:
    """Read a position from a file, a link or a game id.

    A file ending that belongs to one format decides; otherwise the content does. A layout becomes
    a position as in `read_board`. A link is never followed: the board is in the link.

    Args:
        source: A path; or, if no such file exists, a link or a game id.
        name: As in `read_board`, like all arguments that follow.
        covered: A character that stands for a covered cell, such as `#`.
        opened: The cells (row, column) of a layout to open.
        rules: The rules that the board may name, or the usual ones.

    Raises:
        OSError: The file cannot be read.
        ValueError: `source` is a text of several lines, or as `read_board`, whose errors about the
            content name the file.
    """
    return _read(source, read_board, name=name, covered=covered, opened=opened, rules=rules)


def load_layout(
    source: Source, *, name: str | None = None, covered: str | None = None
) -> DealtGame:
    """Read a layout to be played, as `read_layout`, from a source as `load` takes it.

    Raises as both.
    """
    return _read(source, read_layout, name=name, covered=covered)


def save(
    content: Content | Layout, path: Source, *, name: str | None = None, lossy: bool = False
) -> None:
    """Write a position or a layout to a file, completely or not at all.

    Guaranteed: `load` or `load_layout` reads an equal value back, with the same `name` if you gave
    one, and with `rules` if some are your own; how a layout was dealt is not written. A symbolic
    link is followed.

    Args:
        content: The position or the layout.
        path: The file. Its ending decides the format; if several formats share it, logicsweep's
            own is used.
        name: The name of another format, one of `BOARD_FORMATS`.
        lossy: Leave out what the format cannot hold: flags, the mine count, the density, a start,
            and, of a game in progress, either the open cells or the mines.

    Raises:
        ValueError: The format cannot hold all of the content, the ending belongs to no format, or
            only to others than `name`.
        UnknownNameError: There is no format of this name.
        OSError: The file cannot be written.
    """
    expect("path", path, (str, os.PathLike), "a str or a path")
    target = Path(path)
    form = _form(target.name) if name is None else by_name(name)
    data = write_board(content, form.name, lossy=lossy)
    lost = form.left_out(content)
    if lost and not lossy:
        raise ValueError(f"{form.name} cannot hold {listed(lost)}; lossy leaves that out")
    check_name(form, data, target.name, content)
    write_file(target, [data])


def _read(source: Source, read: Callable[..., Thing], **how: Any) -> Thing:
    """Read a file, whose name errors tell, or what the source itself says."""
    data, file_name = _data(source)
    try:
        return read(data, file_name=file_name, **how)
    except BoardSyntaxError as error:
        error.file = os.fspath(source) if file_name else None
        raise


def _data(source: Source) -> tuple[bytes, str]:
    """Return the bytes of a source, and the name of its file, empty for a link or a game id."""
    expect("source", source, (str, os.PathLike), "a path, a link or a game id")
    if isinstance(source, str) and not os.path.lexists(source):
        if source.startswith(EXAMPLE):
            file = example_file(source.removeprefix(EXAMPLE))
            return file.read_bytes(), file.name
        if is_link(source) or ID.fullmatch(source):
            return source.encode("utf-8", "surrogatepass"), ""
        if "\n" in source:
            raise ValueError(
                "source is a text of several lines, not a path; read_board reads a text"
            )
    path = Path(source)
    with path.open("rb") as stream:
        return read_up_to(stream, str(path)), path.name


def _form(file_name: str) -> Format:
    """Return the format for writing a file of this name. Raises ValueError."""
    forms = by_ending(file_name)
    if not forms:
        raise ValueError(
            f"no format has the ending of {file_name!r}; expected one of {', '.join(ENDINGS)}, or "
            f"the name of a format"
        )
    return forms[0]
