"""Every board format: by name, by file ending and by content.

To add one, write a file with a `FORMAT` beside this one (see `base.py`), and add a line to
`_ENDINGS`. The module has the name of the format, with `_` for `-`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Final

import numpy as np

from logicsweep.board.adjacency import count_eight
from logicsweep.board.board import A_FILE, Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import CATALOGUE, AnyRuling, Ruling
from logicsweep.board.state import State
from logicsweep.board.text import check_covered
from logicsweep.errors import (
    AmbiguousFormatError,
    ArgumentError,
    BoardSyntaxError,
    LimitError,
    UnknownNameError,
    expect,
    listed,
)
from logicsweep.formats.base import Content, Format, Reading
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.links import refused
from logicsweep.formats.text import MARKS, unmarked
from logicsweep.limits import MOST_BYTES

if TYPE_CHECKING:
    BOARD_FORMATS: tuple[Format, ...]
    """All board formats; each has a `name`, an `about` in one line, and says what it `holds`."""

_NATIVE: Final = "board"
_JSON: Final = "json"
# Every format with the endings of its files, so that only the formats in use are loaded. If several
# share an ending, all that recognize the content read it, and they must agree.
_ENDINGS: Final[Mapping[str, tuple[str, ...]]] = {
    _NATIVE: (".board",),
    _JSON: (".json",),
    "mine": (".mine",),
    "metasweeper": (".board",),
    "csv": (".csv", ".tsv"),
    "markdown": (".md",),
    "emoji": (),
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
    "link": (),
    "cs3510": (".json",),
    "minegauler": (".mgb",),
    "mbf": (".mbf", ".abf"),
    "rawvf": (".rawvf",),
    "avf": (".avf",),
    "evf": (".evf",),
    "rmv": (".rmv",),
    "mvf": (".mvf",),
    "variants": (),
}
# These are rows of the table in `dialects.py`.
_DIALECTS: Final = frozenset(
    ["mine", "ms-toollib", "numpy", "minesweepr", "minesolve", "gecode", "tatham", "sat"]
)
REPLAY_FORMATS: Final = ("avf", "evf", "rmv", "mvf", "rawvf")
"""The formats of replays, which `read_replay` reads."""
_MODULES: Final = {_NATIVE: "native", **{name: f"replays.{name}" for name in REPLAY_FORMATS}}
# Those in which a cell may be blank, besides texts that nobody names.
_WITH_BLANKS: Final = (None, "csv", "markdown")
BLANK: Final = " "
_WORDS: Final[Mapping[int, str]] = {
    State.COVERED: "covered",
    State.FLAGGED: "flagged",
    State.KNOWN_MINE: "a mine",
    State.NO_CLUE: "open",
    State.UNCERTAIN: "uncertain",
}
FORMAT_NAMES: Final = tuple(_ENDINGS)
# The endings of all formats, each once.
ENDINGS: Final = tuple(dict.fromkeys(chain.from_iterable(_ENDINGS.values())))


def __getattr__(name: str) -> tuple[Format, ...]:
    """Load `BOARD_FORMATS` on first use."""
    if name == "BOARD_FORMATS":
        return tuple(map(by_name, FORMAT_NAMES))
    raise AttributeError(f"module {__name__} has no attribute {name}")


def _check_format(name: str) -> None:
    if name not in _ENDINGS:
        raise UnknownNameError("board format", name, FORMAT_NAMES)


def by_name(name: str) -> Format:
    """Return the format with a name. Raises `UnknownNameError`."""
    _check_format(name)
    if name in _DIALECTS:
        return import_module("logicsweep.formats.dialects").FORMATS[name]  # type: ignore[no-any-return]
    module = _MODULES.get(name, name.replace("-", "_"))
    form: Format = import_module(f"logicsweep.formats.{module}").FORMAT
    return form


def endings_of(name: str) -> tuple[str, ...]:
    """Return the file endings of a format, with their dot. Raises `UnknownNameError`."""
    _check_format(name)
    return _ENDINGS[name]


def by_ending(file_name: str) -> tuple[Format, ...]:
    """Return the formats whose files have the ending of this file name."""
    ending = file_name.lower()
    return tuple(by_name(name) for name, ends in _ENDINGS.items() if ending.endswith(ends))


def check_name(form: Format, data: bytes, file_name: str, content: Content | Layout) -> None:
    """Raise ValueError if a file of this name would be read differently from what is written.

    `data` is what the format writes of the content. The ending may belong to other formats, and the
    name itself may matter, as in `cs3510`.
    """
    names = [claimed.name for claimed in by_ending(file_name)]
    if names and form.name not in names:
        raise ValueError(
            f"{file_name} has the ending of {listed(names, last='or')} and would be read as that; "
            f"choose another ending"
        )
    rules = content.rules.every if isinstance(content, Board) else ()
    ruling = Ruling({rule.name: rule for rule in rules})
    if form.write(form.read(data, file_name, ruling=ruling)) != data:
        raise ValueError(
            f"{form.name} would read a file called {file_name} differently; choose another name"
        )


def read(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    covered: str | None = None,
    ruling: Ruling = CATALOGUE,
) -> Reading:
    """Read a file, a link or a game id, in the named format or in the one detected.

    A known file ending decides, else the content does. For arguments and errors see `read_board`.
    """
    given, file_name = bytes_of(data), name_of(file_name)
    sign, covered = _sign_apart(name, covered)

    def read_as(form: Format) -> Content:
        return form.read(given, file_name, covered, ruling)

    if name is not None and sign != BLANK:
        form = by_name(name)
        return Reading(read_as(form), form, is_detected=False)
    ending = by_ending(file_name)
    if any(not form.is_text for form in ending):
        return _as_it_is(read_as, given, ending, covered)

    def read_peeled(text: bytes) -> Reading:
        return _as_it_is(lambda form: form.read(text, "", covered, ruling), text, (), covered)

    fault = BoardSyntaxError("there is no board with blank cells")
    try:
        if ending and sign != BLANK:
            return _as_it_is(read_as, given, ending, covered)
        # Most files have an ending, and need none of this.
        from logicsweep.formats.loose import clearer, read_sure

        sure = read_sure(given, read_peeled, sign)
        if sure or sign != BLANK:  # formats pass over blanks
            return sure or clearer(given, _as_it_is(read_as, given, ending, covered))
    except AmbiguousFormatError:
        raise
    except BoardSyntaxError as error:
        fault = error
    from logicsweep.formats.loose import read_pasted

    return read_pasted(given, read_peeled, sign, fault)


def bytes_of(data: bytes | str) -> bytes:
    """Return the content of a file as bytes: a text in UTF-8, without a byte order mark.

    Raises `LimitError` for too many, and `BoardSyntaxError` for a text in UTF-16 that is broken.
    """
    kinds = (str, bytes, bytearray, memoryview)
    expect("data", data, kinds, f"bytes or a str; {A_FILE} reads a file")
    given = data.encode("utf-8", "surrogatepass") if isinstance(data, str) else bytes(data)
    if len(given) > MOST_BYTES:
        raise LimitError(f"the file has more than {MOST_BYTES:,} bytes")
    # The sizes of a binary board may be the bytes of such a mark.
    is_marked = given.startswith(MARKS) and not by_name("mbf").detect(given)
    return unmarked(given) if is_marked else given


def name_of(file_name: str | os.PathLike[str]) -> str:
    """Return the name of a file as a text."""
    expect("file_name", file_name, (str, os.PathLike), "a str or a path")
    return os.fspath(file_name)


def _sign_apart(name: str | None, covered: str | None) -> tuple[str | None, str | None]:
    """Return the sign of covered cells, and that of formats, for which a blank is none.

    Raises ValueError for a sign that cannot stand for a covered cell in the format of this name.
    """
    if covered in ("", BLANK):
        if name not in _WITH_BLANKS:
            raise ArgumentError("covered", f"covered is a blank, but {name} has no blank cells")
        return BLANK, None
    if covered is not None:
        check_covered(covered)
    return covered, covered


def _as_it_is(
    read_as: Callable[[Format], Content],
    data: bytes,
    ending: tuple[Format, ...],
    covered: str | None,
) -> Reading:
    """Read a file in the format of its ending, else in the one that its content has."""
    if len(ending) == 1:
        return Reading(read_as(ending[0]), ending[0], is_detected=False)
    text = data.strip(b"\r\n")
    pool = ending or tuple(map(by_name, FORMAT_NAMES))
    candidates = [form for form in pool if form.looks_like(text if form.is_text else data, covered)]
    is_of_signs = covered is not None and text[:1] == b"[" and covered.encode() in text
    if covered is not None and not is_of_signs and not set(candidates) - {by_name(_NATIVE)}:
        # A format without such a sign refuses `covered` with a message of its own.
        others = [form for form in pool if form.respell is None]
        candidates = [
            form for form in others if form.detect(text if form.is_text else data)
        ] or candidates
    if not candidates:
        fault = refused(text)
        if fault is not None:
            raise fault
        candidates = [ending[0] if ending else by_name(_JSON if text[:1] == b"{" else _NATIVE)]
    if len(candidates) == 1:
        return Reading(read_as(candidates[0]), candidates[0])
    return _agreed(candidates, read_as, text, covered)


def read_board(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    covered: str | None = None,
    opened: Iterable[tuple[int, int]] = (),
    rules: AnyRuling = None,
) -> Board:
    """Read a position from the content of a file, a link or a game id.

    A layout becomes a position: the one after opening the cells `opened`, else the one that its
    game has reached, else the one after the start that the file names.

    Args:
        data: The content, not a path (see `load`).
        file_name: The name of the file, if there is one; a known ending decides the format.
        name: The name of the format, one of `BOARD_FORMATS`; by default it is detected.
        covered: A character that stands for a covered cell, such as `#`, in addition to the
            format's own; blank cells of a table are zeros then. `''` or `' '` says that these are
            covered.
        opened: The cells (row, column) of a layout to open.
        rules: As in `Board.parse`, for formats that name rules.

    Raises:
        BoardSyntaxError: The content is not a board, or it is a layout and there is no cell to
            open, or several formats read it with different results.
        UnknownNameError: There is no format of this name.
        LimitError: The content has more than 64,000,000 bytes, or its lists of neighbours are too
            large (see `Adjacency.of`).
        ValueError: A cell cannot be opened, `covered` is not a single character or has no meaning
            in the format, or the usual rules of a `Ruling` are not for such a board.
    """
    ruling = Ruling.of(rules)
    reading = read(data, file_name=file_name, name=name, covered=covered, ruling=ruling)
    return board_to_play(reading.content, opened)


def read_layout(
    data: bytes | str,
    *,
    file_name: str | os.PathLike[str] = "",
    name: str | None = None,
    covered: str | None = None,
) -> DealtGame:
    """Read a layout to be played from the content of a file, a link or a game id.

    A position without covered cells is a layout, too. The arguments are those of `read_board`.

    Raises:
        BoardSyntaxError: The content is not a layout.
        ValueError: As `read_board`.
    """
    reading = read(data, file_name=file_name, name=name, covered=covered)
    if isinstance(reading.content, DealtGame):
        return reading.content
    try:
        return DealtGame(Layout.of(reading.content))
    except ValueError as error:
        fault = BoardSyntaxError(str(error))
        fault.format = reading.form.name
        raise fault from None


def write_board(content: Content | Layout, name: str, *, lossy: bool = False) -> bytes:
    """Write a position or a layout as the bytes of a file.

    `read_board` or `read_layout` reads the bytes back. A format for positions writes a layout as
    the position that its game has reached, else with every cell open.

    Args:
        content: The position or the layout.
        name: The name of the format, one of `BOARD_FORMATS`.
        lossy: Leave out flags, the mine count and the density if the format cannot hold them.

    Raises:
        UnknownNameError: There is no format of this name.
        ValueError: The format cannot hold all of the position.
    """
    expect("content", content, (Board, Layout, DealtGame), "a Board, a Layout or a DealtGame")
    if isinstance(content, DealtGame):
        expect("content.layout", content.layout, Layout, "a Layout")
    return by_name(name).write(content, lossy=lossy)


def board_to_play(content: Content, opened: Iterable[tuple[int, int]] = ()) -> Board:
    """Return the position itself, or the one that a layout becomes (see `read_board`)."""
    cells = list(opened)
    if isinstance(content, Board):
        return Layout.of(content).opened(cells) if cells else content
    if cells:
        return content.layout.opened(cells)
    if content.shown is not None:
        return content.shown
    if content.start is not None:
        return content.layout.opened([content.start])
    raise BoardSyntaxError(
        "this is a layout, not a position; expected a cell to open (--open ROW,COLUMN, or "
        "opened=[(row, column)] in Python)",
    )


def _agreed(
    candidates: list[Format], read_as: Callable[[Format], Content], data: bytes, covered: str | None
) -> Reading:
    """Return the reading of the formats that can read the data, if they all agree.

    A format counts less in which another sign than the one that is named is covered, too.
    """
    readings = []
    for form in candidates:
        with suppress(BoardSyntaxError):
            readings.append(Reading(read_as(form), form))
    if not readings:  # report the fault of the format that is more than rows of signs
        special = next((form for form in candidates if form.name != _NATIVE), candidates[0])
        read_as(special)
    whole = [reading for reading in readings if not _breaks_clues(reading.content)]
    readings = whole or readings
    if covered is not None:
        named = data.count(covered.encode())
        boards = [(each.content, each) for each in readings]
        sole = [each for of, each in boards if isinstance(of, Board) and len(of.covered) == named]
        readings = sole or readings
    first = readings[0]
    others = [rival for rival in readings[1:] if not _same(first.content, rival.content)]
    if others:
        names = [reading.form.name for reading in readings]
        raise _ambiguous(names, first, others[0], data)
    return first


def _breaks_clues(content: Content) -> bool:
    """Tell whether a board shows all its mines, and a clue that is not the number of mines there.

    So a matrix in which -1 may be a mine or a covered cell is a layout only if all its clues agree.
    """
    if not isinstance(content, Board) or content.covered or content.own_adjacency is not None:
        return False
    mines, clues = content.grid == State.KNOWN_MINE, content.grid >= 0
    return bool(mines.any() and (content.grid != count_eight(mines))[clues].any())


def _same(first: Content, second: Content) -> bool:
    if isinstance(first, Board) or isinstance(second, Board):
        return first == second
    return (first.layout, first.start, first.shown) == (second.layout, second.start, second.shown)


def _ambiguous(
    names: list[str], first: Reading, second: Reading, data: bytes
) -> AmbiguousFormatError:
    """Make the error that says how two readings differ, and which sign is covered in one only."""
    forms = [reading.form.name for reading in (first, second)]
    grids = [
        (content if isinstance(content, Board) else content.layout.revealed()).grid
        for content in (first.content, second.content)
    ]
    shapes = [grid.shape for grid in grids]
    if shapes[0] != shapes[1]:
        sizes = [
            f"{width}x{height} as {form}"
            for (height, width), form in zip(shapes, forms, strict=True)
        ]
        return AmbiguousFormatError(names, f"the size is {', '.join(sizes)}")
    rows = [row.replace(" ", "") for row in data.decode(errors="replace").splitlines()]
    has_signs = {(len(rows), len(row)) for row in rows} == {shapes[0]}
    unlike = np.argwhere((grids[0] == State.COVERED) != (grids[1] == State.COVERED)).tolist()
    sign = rows[unlike[0][0]][unlike[0][1]] if unlike and has_signs else None
    unlike = np.argwhere(grids[0] != grids[1]).tolist()
    if not unlike:
        problem = f"{' and '.join(forms)} find the same cells but not the same board"
        return AmbiguousFormatError(names, problem)
    cell = Cell(*unlike[0])
    words = [_WORDS.get(int(grid[cell]), str(grid[cell])) for grid in grids]
    problem = f"{cell} is {words[0]} as {forms[0]}, {words[1]} as {forms[1]}"
    return AmbiguousFormatError(names, problem, sign=sign)
