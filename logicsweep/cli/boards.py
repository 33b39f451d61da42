"""Boards as they are named on the command line: files, standard input, links, ids and examples."""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from click.exceptions import Exit

from logicsweep.answers.asked import Where
from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board, carrying
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import read_constraints
from logicsweep.board.layout import Layout
from logicsweep.board.names import SQUARE
from logicsweep.board.rules.rules import CATALOGUE, Rules
from logicsweep.board.state import State
from logicsweep.board.topology_text import canonical, neighbours_of
from logicsweep.board.total import no_total, parse_density, total_words
from logicsweep.cli.cells import is_cell, pair_of, span_of
from logicsweep.cli.common import SYNTAX, Call, fail, not_both, refusing, say, told
from logicsweep.cli.files import read_bytes, read_text, where_is
from logicsweep.cli.options import BoardOptions
from logicsweep.cli.ruling import named_rules, ruled, ruling_of
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import AmbiguousFormatError, BoardSyntaxError, LogicSweepError
from logicsweep.formats import native
from logicsweep.formats.base import Content, Reading
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.files import EXAMPLE, example_file
from logicsweep.formats.links import is_link
from logicsweep.formats.registry import board_to_play, read
from logicsweep.formats.tatham_id import ID
from logicsweep.limits import MOST_BYTES_BY_HAND

# Longer texts are shortened in messages.
_SHOWN: Final = 60


class Loaded(NamedTuple):
    """A board that was read; `guess` is its format if the content alone told it.

    It is None for the native text, too: whatever looks like no other format is taken for that.
    """

    board: Board
    guess: str | None


def load(board: str, options: BoardOptions) -> Loaded:
    """Read the position that a command names. Exits with a message when there is none."""
    return _loaded(board, load_content(board, options))


def shown(board: str, reading: Reading) -> Loaded:
    """Return the position that was read, or a whole layout as a board with nothing covered."""
    content = reading.content
    if isinstance(content, DealtGame) and content.shown is None and content.start is None:
        reading = reading._replace(content=content.layout.revealed())
    return _loaded(board, reading)


def load_layout(board: str, options: BoardOptions) -> DealtGame:
    """Read the whole layout that a command names. Exits with a message when there is none."""
    return _dealt(board, load_content(board, options).content)


def load_deal(board: str, options: BoardOptions) -> tuple[DealtGame, Rules]:
    """Read a whole layout, and the rules to play it by: those of --rules, else its own."""
    content = _joined(board, _read(board, options).content, options.topology)
    if isinstance(content, DealtGame):
        return content, named_rules(options.rules)
    position = ruled(_named(board), content, options.rules)
    return _dealt(board, position), content.own_rules or named_rules(options.rules)


def load_content(board: str, options: BoardOptions) -> Reading:
    """Read the position or layout that a command names, with cells opened and the mine count set.

    Says what was unclear about it. Exits with a message when there is none.
    """
    reading = _read(board, options)
    content = _joined(board, reading.content, options.topology)
    content = ruled(_named(board), content, options.rules)
    content = _opened(board, content, options.opened)
    content = _with_total(board, content, options.mines, options.left)
    return reading._replace(content=_carrying(content, options))


def density_of(text: str | None, board: Board) -> Fraction | None:
    """Return the density of the option, else of the board. Exits with a message if it is none."""
    if text is None:
        return board.density
    with refusing():
        return parse_density(text)


def reading_words(board: Board, guess: str | None) -> str:
    """Return what to add to the message about an inconsistent board that may be misread."""
    if not board.covered and (board.grid == State.NO_CLUE).any():
        guessed = guess_words(guess)
        return (
            f"; _ is an open cell without a clue; if it is covered here, say --covered _{guessed}"
        )
    return guess_words(guess)


def guess_words(guess: str | None) -> str:
    """Return the end of a message: the format of a board, if its content alone told it."""
    return "" if guess is None else f" (read as the format {guess}; choose another with --from)"


def answer_each(
    command: str, boards: Sequence[str], answer: Callable[[str], object], *, as_json: bool
) -> None:
    """Answer for each BOARD, whatever becomes of the others; exit with the highest of their codes.

    Of several boards each answer names its own: above it, or as a key in JSON.
    """
    if boards.count("-") > 1:
        raise fail("standard input can be only one of the boards")
    codes = []
    for number, board in enumerate(boards):
        if len(boards) > 1 and not as_json:
            print(f"{chr(10) if number else ''}{where_is(board)}:")
        about = _named(board) if len(boards) > 1 else ""
        work = partial(answer, board)
        codes.append(told(Call(command, board, as_json), work, about))
    if any(codes):
        raise Exit(max(codes))


def boards_and_cells(words: Sequence[str]) -> tuple[list[str], list[str]]:
    """Split BOARD... from the ROW,COLUMN... that may follow a single one.

    The first word is a board; of the others those are cells that are written as such. A file of
    such a name is ./0,3.
    """
    cells = [word for word in words[1:] if is_cell(word)]
    boards = [words[0], *(word for word in words[1:] if not is_cell(word))]
    if cells and len(boards) > 1:
        raise fail(f"{cells[0]} is a cell, which needs exactly one BOARD; found {len(boards)}")
    return boards, cells


def named_neighbours(topology: str | None, shape: tuple[int, int]) -> Adjacency | None:
    """Return the neighbours that --topology names, None for the eight around a cell.

    Exits with a message when there is no such topology on a board of this height and width.
    """
    with refusing("--topology"):
        return neighbours_of(canonical(topology or SQUARE), *shape)


def constraints_of(paths: Sequence[str] | None, place: Place) -> list[Constraint]:
    """Read files of constraints. Exits with a message that names line and column."""
    constraints: list[Constraint] = []
    for path in paths or ():
        if path == "-":
            raise fail("--constraints is -; expected a file: standard input is for the board")
        text = read_text(path, "constraints", MOST_BYTES_BY_HAND)
        with locating(path):
            constraints += read_constraints(text, place)
    return constraints


@contextmanager
def locating(where: str, form: str | None = None) -> Iterator[None]:
    """Say where an input cannot be read, and as which format: that of --from, or a guess."""
    try:
        yield
    except AmbiguousFormatError as error:
        raise fail(f"{where}: {error.text}", kind=SYNTAX, place=Where(where)) from None
    except BoardSyntaxError as error:
        read_as = guess_words(error.format)
        if form is not None:
            read_as = f" (read as the format {error.format or form})"
        text = f"{where}:{error.line}:{error.column}: {error.text}{read_as}"
        raise fail(text, kind=SYNTAX, place=Where(where, error.line, error.column)) from None


def _read(board: str, options: BoardOptions) -> Reading:
    """Read what a BOARD names, and say what is unclear about it."""
    data, file_name = _source_of(board)
    ruling = ruling_of(options.rules)
    if options.topology is not None:  # the usual rules are for those neighbours, not for the file's
        ruling = ruling._replace(usual=CATALOGUE.usual)
    with refusing("--rules", passing=LogicSweepError), locating(_named(board), options.form):
        reading = read(
            data, file_name=file_name, name=options.form, covered=options.covered, ruling=ruling
        )
    if isinstance(reading.content, DealtGame) and reading.content.note is not None:
        say(f"{_named(board)}: {reading.content.note}")
    return reading


def _source_of(board: str) -> tuple[bytes, str]:
    """Read what a BOARD names; return its bytes, and the name of its file if it has one."""
    if not os.path.lexists(board):
        if board.startswith(EXAMPLE):
            file = example_file(board.removeprefix(EXAMPLE))
            return file.read_bytes(), file.name
        if _is_link_or_id(board):
            return board.encode("utf-8", "surrogateescape"), ""
    return read_bytes(board, "a board file"), "" if board == "-" else Path(board).name


def _is_link_or_id(board: str) -> bool:
    """Tell whether a BOARD is a link or a game id, and names no file."""
    return is_link(board) or ID.fullmatch(board.strip()) is not None


def _named(board: str) -> str:
    """Name a BOARD in messages: a file by all of its name, a link by its beginning."""
    is_long = len(board) > _SHOWN and _is_link_or_id(board)
    return f"{board[:_SHOWN]}..." if is_long else where_is(board)


def _loaded(board: str, reading: Reading) -> Loaded:
    is_guess = reading.is_detected and reading.form is not native.FORMAT
    guess = reading.form.name if is_guess else None
    try:
        return Loaded(board_to_play(reading.content), guess)
    except BoardSyntaxError as error:
        where = Where(_named(board))
        raise fail(f"{where.file}: {error.text}", kind=SYNTAX, place=where) from None


def _dealt(board: str, content: Content) -> DealtGame:
    """Return a whole layout. Exits with a message if it is none."""
    with refusing(where_is(board)):
        return content if isinstance(content, DealtGame) else DealtGame(Layout.of(content))


def _joined(board: str, content: Content, topology: str | None) -> Content:
    """Give a content the neighbours of --topology; says so if the board has others."""
    if topology is None:
        return content
    if isinstance(content, DealtGame):
        mask, before = content.layout.mask, content.layout.own_adjacency
        adjacency = named_neighbours(topology, mask.shape)
        joined: Content = DealtGame(Layout(mask, adjacency=adjacency), content.start, content.note)
    else:
        before = content.own_adjacency
        adjacency = named_neighbours(topology, content.shape)
        with refusing("--topology"):
            joined = content.with_adjacency(adjacency)
    if before not in (None, adjacency):
        say(f"{_named(board)} has neighbours of its own; --topology replaces them")
    return joined


def _opened(board: str, content: Content, opened: Sequence[str] | None) -> Content:
    """Open the cells of --open. Exits with a message if that cannot be."""
    cells = [pair_of(text, "--open") for text in opened or ()]
    with refusing(f"{_named(board)}: --open"):
        return board_to_play(content, cells) if cells else content


def _with_total(board: str, content: Content, mines: str | None, left: int | None) -> Content:
    """Give a content the mine count of --mines or --left; says so if the board has another one."""
    option, known = "--mines", 0
    if left is not None:
        if mines is not None:
            raise not_both("--left", "--mines")
        option, mines = "--left", str(left)
        if isinstance(content, Board):
            known = int(np.isin(content.grid, (State.FLAGGED, State.KNOWN_MINE)).sum())
            mines = str(left + known)
    if mines is None:
        return content
    total = span_of(mines)
    if total is None:
        cells = content.grid.size if isinstance(content, Board) else None
        wrong = no_total(mines, "a number, or a range such as 90..99", cells=cells)
        density = ""
        if mines.strip().endswith("%"):
            density = (
                "; --density is for an unknown mine count, where each cell is a mine with that "
                "probability"
            )
        raise fail(f"--mines is {wrong}{density}")
    if not isinstance(content, Board):
        raise fail(f"{option} is for positions; a whole layout fixes the mine count")
    with refusing(option):
        position = content.with_total(total)
    if content.mines not in (None, position.mines):
        before, after = total_words(content.mines), total_words(position.mines)
        say(f"{_named(board)} has {before}; {option} replaces this with {after}")
    return position


def _carrying(content: Content, options: BoardOptions) -> Content:
    """Give a position the liars of --liars and the constraints of --constraints."""
    if options.liars is None and not options.constraints:
        return content
    if not isinstance(content, Board):
        option = "--constraints" if options.liars is None else "--liars"
        raise fail(f"{option} is for positions; a whole layout has no clues")
    place = Place.of(content.grid, content.own_adjacency)
    constraints = constraints_of(options.constraints, place)
    try:
        return carrying(content, options.liars, constraints)
    except ValueError as error:  # which begins with the option's name
        raise fail(f"--{error}") from None
