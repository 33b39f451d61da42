"""Every board format: by name, by file ending and by content.

To add one, write a file with a `FORMAT` beside this one (see `base.py`), and give it a line in
`_ENDINGS`; its module is its name, with `_` for `-`.
"""

from __future__ import annotations

import os
from codecs import BOM_UTF8
from collections.abc import Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from logicsweep.board.board import A_FILE, Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.board.text import check_covered
from logicsweep.errors import (
    AmbiguousFormatError,
    BoardSyntaxError,
    LimitError,
    UnknownNameError,
    expect,
    listed,
)
from logicsweep.formats.base import Content, Format
from logicsweep.formats.dealt import DealtGame, dealt_game
from logicsweep.formats.links import refused
from logicsweep.limits import MOST_BYTES

if TYPE_CHECKING:
    BOARD_FORMATS: tuple[Format, ...]

_NATIVE: Final = "board"
_JSON: Final = "json"
# Every format with the endings of its files, so that only those that are asked for are loaded.
# Where several share an ending, all that take the content for their own read it, and have to agree.
_ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    _NATIVE: (".board",),
    _JSON: (".json",),
    "mine": (".mine",),
    "metasweeper": (".board",),
    "csv": (".csv", ".tsv"),
    "ms-toollib": (),
    "numpy": (),
    "minesweepr": (),
    "minesolve": (),
    "gecode": (),
    "tatham": (),
    "sat": (),
    "tatham-id": (),
    "zini": (),
    "analysis": (),
    "cs3510": (".json",),
    "minegauler": (".mgb",),
    "mbf": (".mbf", ".abf"),
    "rawvf": (".rawvf",),
    "avf": (".avf",),
    "evf": (".evf",),
}
FORMAT_NAMES: Final = tuple(_ENDINGS)
# The endings of all formats, each once.
ENDINGS: Final = tuple(dict.fromkeys(chain.from_iterable(_ENDINGS.values())))


def __getattr__(name: str) -> tuple[Format, ...]:
    """`BOARD_FORMATS`, every format, loaded when it is asked for."""
    if name == "BOARD_FORMATS":
        return tuple(map(by_name, FORMAT_NAMES))
    raise AttributeError(f"module {__name__} has no attribute {name}")


def _check_format(name: str) -> None:
    if name not in _ENDINGS:
        raise UnknownNameError("board format", name, FORMAT_NAMES)


class Reading(NamedTuple):
    """What a file holds, and the format it was read in.

    Attributes:
        content: The position or the layout.
        form: The format.
        is_detected: Whether the content told the format, and neither a name nor the file's ending.
    """

    content: Content
    form: Format
    is_detected: bool = True


def by_name(name: str) -> Format:
    """The format of a name. Raises `UnknownNameError`."""
    _check_format(name)
    module = "native" if name == _NATIVE else name.replace("-", "_")
    found: Format = import_module(f"logicsweep.formats.{module}").FORMAT
    return found


def endings_of(name: str) -> tuple[str, ...]:
    """The endings of the files of a format, with their dot. Raises `UnknownNameError`."""
    _check_format(name)
    return _ENDINGS[name]


def by_ending(file_name: str) -> tuple[Format, ...]:
    """The formats whose files have the ending of this name."""
    ending = file_name.lower()
    return tuple(by_name(name) for name, ends in _ENDINGS.items() if ending.endswith(ends))


def check_name(form: Format, data: bytes, file_name: str) -> None:
    """Raise ValueError when what is to be written to a file of this name would be read otherwise.

    Its ending may be that of other formats, and a name can say something itself, as in `cs3510`.
    """
    found = [other.name for other in by_ending(file_name)]
    if found and form.name not in found:
        raise ValueError(
            f"{file_name} has the ending of {listed(found, last='or')}, and would be read as that; "
            f"expected another ending"
        )
    if form.write(form.read(data, file_name)) != data:
        raise ValueError(f"in a file called {file_name} it would be read in another way")


def read(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    covered: str | None = None,
) -> Reading:
    """Read what a file, a link or a game id holds: in the named format, or in the one detected.

    A known ending decides; else the content does. `covered` is a character that stands for covered
    cells besides the format's own, in text with a sign for each cell. Raises `BoardSyntaxError`,
    `AmbiguousFormatError` when several formats read it and do not agree, `UnknownNameError`,
    `LimitError` for more than `MOST_BYTES` and for neighbours as `Adjacency.of`, and ValueError for
    a `covered` that is no such character, or in a format without such signs.
    """
    kinds = (str, bytes, bytearray, memoryview)
    expect("data", data, kinds, f"bytes or a str; {A_FILE} reads a file")
    expect("file_name", file_name, (str, os.PathLike), "a str or a path")
    if covered is not None:
        check_covered(covered)
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    if len(given) > MOST_BYTES:
        raise LimitError(f"the board has more than {MOST_BYTES:,} bytes")
    file_name = os.fspath(file_name)
    if name is not None:
        form = by_name(name)
        return Reading(form.read(given, file_name, covered), form, is_detected=False)
    ending = by_ending(file_name)
    if len(ending) == 1:
        return Reading(ending[0].read(given, file_name, covered), ending[0], is_detected=False)
    text = given.removeprefix(BOM_UTF8).strip(b"\r\n")
    pool = ending or tuple(map(by_name, FORMAT_NAMES))
    candidates = [
        form for form in pool if form.looks_like(text if form.is_text else given, covered)
    ]
    if covered is not None and not set(candidates) - {by_name(_NATIVE)}:
        # What is not text with a sign for each cell says so.
        others = [form for form in pool if form.respell is None]
        candidates = [
            form for form in others if form.detect(text if form.is_text else given)
        ] or candidates
    if not candidates:
        fault = refused(text)
        if fault is not None:
            raise fault
        candidates = [ending[0] if ending else by_name(_JSON if text[:1] == b"{" else _NATIVE)]
    if len(candidates) == 1:
        return Reading(candidates[0].read(given, file_name, covered), candidates[0])
    return _agreed(candidates, given, file_name, covered)


def read_board(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    covered: str | None = None,
    opened: Iterable[tuple[int, int]] = (),
) -> Board:
    """Read a position: of a file, a link or a game id, in the named or the detected format.

    A whole layout becomes the position after the cells `opened` (row, column) are opened; without
    them, the one that the file says its game has come to, or the one after the start that the file
    names. `covered` is a character that stands for covered cells, such as `#`, where the text has
    another one than its format. Raises `BoardSyntaxError`, for a whole layout with none of these as
    well, `UnknownNameError`, `LimitError` for more than 64,000,000 bytes and for neighbours as
    `Adjacency.of`, and ValueError for a cell that cannot be opened and for a `covered` that is not
    one character or has no meaning in the format.
    """
    reading = read(data, file_name=file_name, name=name, covered=covered)
    return board_to_play(reading.content, opened)


def read_layout(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    covered: str | None = None,
) -> DealtGame:
    """Read a whole layout, to be played: of a file, a link or a game id.

    A position in which nothing is covered is one, too. `covered` is as in `read_board`. Raises
    `BoardSyntaxError`, `UnknownNameError`, and ValueError for a `covered` without a meaning.
    """
    reading = read(data, file_name=file_name, name=name, covered=covered)
    if isinstance(reading.content, DealtGame):
        return reading.content
    try:
        return dealt_game(reading.content)
    except ValueError as error:
        fault = BoardSyntaxError(str(error), line=1, column=1)
        fault.format = reading.form.name
        raise fault from None


def write_board(content: Content | Layout, name: str, *, lossy: bool = False) -> bytes:
    """Write a position or a layout in the format of this name.

    Raises `UnknownNameError`, and ValueError when the format could not hold all of it; `lossy`
    leaves out flags, the mine count and the density then.
    """
    expect("content", content, (Board, Layout, DealtGame), "a Board, a Layout or a DealtGame")
    if isinstance(content, DealtGame):
        expect("content.layout", content.layout, Layout, "a Layout")
    return by_name(name).write(content, lossy=lossy)


def board_to_play(content: Content, opened: Iterable[tuple[int, int]] = ()) -> Board:
    """The position that was read, or that a layout becomes (see `read_board`)."""
    cells = list(opened)
    if isinstance(content, Board):
        return dealt_game(content).layout.opened(cells) if cells else content
    if cells:
        return content.layout.opened(cells)
    if content.shown is not None:
        return content.shown
    if content.start is not None:
        return content.layout.opened([content.start])
    raise BoardSyntaxError(
        "this is a whole layout, not a position; expected a cell to open (--open "
        "ROW,COLUMN, or opened=[(row, column)] in Python)",
        line=1,
        column=1,
    )


def _agreed(candidates: list[Format], data: bytes, file_name: str, covered: str | None) -> Reading:
    """The reading of those formats that can read the data, when they all find the same."""
    readings = []
    for form in candidates:
        with suppress(BoardSyntaxError):
            readings.append(Reading(form.read(data, file_name, covered), form))
    if not readings:  # the fault is told as that of the format which is more than rows of signs
        special = next((form for form in candidates if form.name != _NATIVE), candidates[0])
        special.read(data, file_name, covered)
    first = readings[0]
    others = [other for other in readings[1:] if not _same(first.content, other.content)]
    if others:
        names = [reading.form.name for reading in readings]
        raise AmbiguousFormatError(names, _difference(first, others[0]))
    return first


def _same(one: Content, other: Content) -> bool:
    if isinstance(one, Board) or isinstance(other, Board):
        return one == other
    return (one.layout, one.start, one.shown) == (other.layout, other.start, other.shown)


def _difference(one: Reading, other: Reading) -> str:
    """What is not the same in two readings, in words."""
    boards = [
        content if isinstance(content, Board) else content.layout.revealed()
        for content in (one.content, other.content)
    ]
    if boards[0].grid.shape != boards[1].grid.shape:
        sizes = [f"{board.width}x{board.height}" for board in boards]
        return f"its size {sizes[0]} or {sizes[1]}"
    unlike = np.argwhere(boards[0].grid != boards[1].grid)
    if not len(unlike):
        return "they differ in more than the cells"
    cell = Cell(*unlike[0].tolist())
    words = [_word(board, cell) for board in boards]
    return f"{cell} is {words[0]} as {one.form.name}, {words[1]} as {other.form.name}"


def _word(board: Board, cell: Cell) -> str:
    names: dict[int, str] = {
        State.COVERED: "covered",
        State.FLAGGED: "flagged",
        State.KNOWN_MINE: "a mine",
        State.NO_CLUE: "open",
        State.UNCERTAIN: "uncertain",
    }
    return names.get(board[cell], str(board[cell]))
