"""Boards as they are named on the command line: files, standard input, links and game ids."""

from __future__ import annotations

import os.path
from pathlib import Path
from typing import Annotated, Final, NamedTuple

import typer

from logicsweep.board.board import Board
from logicsweep.cli.cells import pair_of
from logicsweep.cli.common import SYNTAX, USAGE, Failure, completing, fail, place_of, say
from logicsweep.cli.files import read_bytes, where_is
from logicsweep.errors import AmbiguousFormatError, BoardSyntaxError, LogicSweepError
from logicsweep.formats import native
from logicsweep.formats.base import Content
from logicsweep.formats.dealt import DealtGame, dealt_game
from logicsweep.formats.links import is_link
from logicsweep.formats.registry import BOARD_FORMATS, Reading, position_of, read
from logicsweep.formats.tatham_id import ID

# Longer texts are shortened in messages.
_SHOWN: Final = 60

BoardArgument = Annotated[
    str,
    typer.Argument(
        metavar="BOARD",
        help="A board file, a link or a game id in quotes, or - for standard input.",
    ),
]
FormatOption = Annotated[
    str | None,
    typer.Option(
        "--from",
        "--format",
        metavar="NAME",
        help="The board's format, one of those that `logicsweep formats` lists; else detected.",
        autocompletion=completing(*(form.name for form in BOARD_FORMATS)),
    ),
]
CoveredOption = Annotated[
    str | None,
    typer.Option(
        "--covered",
        metavar="CHAR",
        help="A character that stands for covered cells, too, such as '#'; in text with a sign for "
        "each cell.",
    ),
]
OpenOption = Annotated[
    list[str] | None,
    typer.Option(
        "--open",
        metavar="ROW,COLUMN",
        help="Of a whole layout: the position after this cell is opened. May be repeated.",
    ),
]


class Loaded(NamedTuple):
    """A board that was read; `guess` is its format, if that was told by the content alone.

    None for the native text as well, which is what everything is that looks like nothing else.
    """

    board: Board
    guess: str | None


class Source(NamedTuple):
    """What a BOARD names: its bytes, the name of its file, and what it is called in messages."""

    data: bytes
    file_name: str
    where: str


def source_of(board: str) -> Source:
    """Read what a BOARD names. Exits with a message when that cannot be."""
    if board == "-" or os.path.lexists(board):
        name = "" if board == "-" else Path(board).name
        return Source(read_bytes(board, "a board file"), name, where_is(board))
    if is_link(board) or ID.fullmatch(board.strip()):
        shown = board if len(board) <= _SHOWN else f"{board[:_SHOWN]}..."
        return Source(board.encode("utf-8", "surrogateescape"), "", shown)
    return Source(read_bytes(board, "a board file"), "", where_is(board))


def load_content(board: str, form: str | None, covered: str | None = None) -> Reading:
    """Read the position or layout that a command names; says what was unclear about it.

    Exits with a message when there is none.
    """
    source = source_of(board)
    try:
        reading = read(source.data, file_name=source.file_name, name=form, covered=covered)
    except BoardSyntaxError as error:
        raise fault(source.where, error) from None
    except LogicSweepError:
        raise
    except ValueError as error:
        raise fail(f"--covered: {error}", USAGE) from None
    if isinstance(reading.content, DealtGame) and reading.content.note is not None:
        say(f"{source.where}: {reading.content.note}")
    return reading


def load(
    board: str,
    form: str | None,
    opened: list[str] | None = None,
    covered: str | None = None,
) -> Loaded:
    """Read the position that a command names. Exits with a message when there is none."""
    reading = load_content(board, form, covered)
    content = opened_on(board, reading.content, opened)
    try:
        return Loaded(position_of(content), _guess(reading))
    except BoardSyntaxError as error:
        place = place_of(where_is(board)[:_SHOWN])
        raise fail(f"{place['file']}: {error.text}", USAGE, kind=SYNTAX, place=place) from None


def load_shown(
    board: str,
    form: str | None,
    opened: list[str] | None = None,
    covered: str | None = None,
) -> Loaded:
    """Read a position, or a whole layout as a board in which nothing is covered."""
    reading = load_content(board, form, covered)
    content = opened_on(board, reading.content, opened)
    if isinstance(content, DealtGame) and content.shown is None and content.start is None:
        return Loaded(content.layout.revealed(), _guess(reading))
    return Loaded(position_of(content), _guess(reading))


def _guess(reading: Reading) -> str | None:
    is_guess = reading.is_detected and reading.form is not native.FORMAT
    return reading.form.name if is_guess else None


def opened_on(board: str, content: Content, opened: list[str] | None) -> Content:
    """What was read, with the cells of --open opened. Exits with a message if that cannot be."""
    cells = [pair_of(text, "--open") for text in opened or ()]
    try:
        return position_of(content, cells) if cells else content
    except ValueError as error:
        raise fail(f"{where_is(board)[:_SHOWN]}: --open: {error}", USAGE) from None


def load_layout(board: str, form: str | None, covered: str | None = None) -> DealtGame:
    """Read the whole layout that a command names. Exits with a message when there is none."""
    reading = load_content(board, form, covered)
    if isinstance(reading.content, DealtGame):
        return reading.content
    try:
        return dealt_game(reading.content)
    except ValueError as error:
        raise fail(f"{where_is(board)}: {error}", USAGE) from None


def fault(where: str, error: BoardSyntaxError) -> Failure:
    """Say where a board cannot be read, and as what; raise the result."""
    if isinstance(error, AmbiguousFormatError):
        return fail(f"{where}: {error.text}", USAGE, kind=SYNTAX, place=place_of(where))
    form = "" if error.format is None else f" (read as {error.format})"
    text = f"{where}:{error.line}:{error.column}: {error.text}{form}"
    place = place_of(where, error.line, error.column)
    return fail(text, USAGE, kind=SYNTAX, place=place)
