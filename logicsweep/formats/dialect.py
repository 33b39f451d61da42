"""Dialects: formats that are rows of single characters and nothing else."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.formats import mine
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.text import lines_of, read_cells, write_cells

CLUES: Final = {str(clue): clue for clue in range(9)}
_APART: Final = re.compile(r"\S(?: \S)*")
_PLACES: Final = {State.FLAGGED: Keeps.FLAGS, State.KNOWN_MINE: Keeps.KNOWN_MINES}


def dialect(
    name: str,
    about: str,
    *,
    written: Mapping[int, str],
    read: Mapping[str, int],
    expected: str,
    detect: Callable[[bytes], bool],
) -> Format:
    """Return the format of a dialect.

    `written` has the symbol of every state that the dialect can hold, `read` the state of every
    symbol. Unless a blank is a symbol, blanks may separate cells and end rows.
    """

    def reader(data: bytes, _file_name: str) -> Board:
        rows, first = lines_of(data, blanks="" if " " in read else " \t")
        step = 1
        if rows and " " in rows[0] and " " not in read and all(map(_APART.fullmatch, rows)):
            rows, step = [row[::2] for row in rows], 2
        return Board(read_cells(rows, read, expected=expected, line=first, step=step))

    def writer(board: Board) -> bytes:
        return "\n".join([*write_cells(board.grid, written), ""]).encode()

    keeps = Keeps.NOTHING
    for state, place in _PLACES.items():
        keeps |= place if state in written else Keeps.NOTHING
    return Format(
        name=name,
        about=about,
        detect=detect,
        reader=reader,
        write_board=writer,
        respell=lambda data, sign: data.replace(sign.encode(), written[State.COVERED].encode()),
        keeps=keeps,
    )


def only(data: bytes, symbols: bytes) -> bool:
    """Tell whether a text has only these characters, and no header of a .mine file."""
    is_other = data.translate(None, symbols + b"\r\n")
    return bool(data.strip()) and not is_other and not mine.FORMAT.detect(data)
