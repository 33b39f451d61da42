"""Every board format, by name, by file ending and by content."""

from __future__ import annotations

from typing import Final

from logicsweep.board import Board
from logicsweep.errors import UnknownNameError
from logicsweep.formats import json, mine, native
from logicsweep.formats.base import Format

# In the order in which content is matched; the native text takes whatever is left.
FORMATS: Final[tuple[Format, ...]] = (json.FORMAT, mine.FORMAT, native.FORMAT)


def by_name(name: str) -> Format:
    """The format of a name. Raises `UnknownNameError`."""
    for form in FORMATS:
        if form.name == name:
            return form
    raise UnknownNameError("board format", name, (form.name for form in FORMATS))


def detect(data: bytes, *, suffix: str = "") -> Format:
    """The format of some bytes: by the file ending when it is known, else by content."""
    for form in FORMATS:
        if suffix.lower() in form.suffixes:
            return form
    return next(form for form in FORMATS if form.detect(data))


def read_board(data: bytes, *, suffix: str = "", name: str | None = None) -> Board:
    """Read a board in the named format, or in the one detected. Raises `BoardSyntaxError`."""
    form = detect(data, suffix=suffix) if name is None else by_name(name)
    return form.read(data)
