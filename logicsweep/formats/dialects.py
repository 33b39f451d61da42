"""Dialects: formats that are a sign or a number for each cell, each a row of a table.

Two readers serve them all: `_read_rows` here for rows of signs, which may have a header, and
`read_matrix` for numbers in brackets. Signs differ in meaning: a `.` is a covered cell in Gecode's
puzzles and a zero in minesweepr's text, and -1 is covered in arrays and a mine in ms_toollib.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Final, NamedTuple

from logicsweep.board.adjacency import count_eight
from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats import ms_toollib
from logicsweep.formats.base import Format, Keeps, below, check_size
from logicsweep.formats.matrix import Codes, looks_like_matrix, read_matrix
from logicsweep.formats.text import CLUES, fault_at, lines_of, read_cells, write_cells

_APART: Final = re.compile(r"\S(?: \S)*")
# A place where two characters touch, or two blanks.
_CLOSE: Final = re.compile(r"(?<=\S)\S|(?<= ) |^ ", re.MULTILINE)
_PLACES: Final = {
    State.FLAGGED: Keeps.FLAGS,
    State.KNOWN_MINE: Keeps.KNOWN_MINES,
    State.NO_CLUE: Keeps.NO_CLUE,
}


class _SizeLine(NamedTuple):
    """A first line with numbers; `form` writes it, `expected` is its form in words."""

    pattern: re.Pattern[str]
    form: str
    expected: str


class Dialect(NamedTuple):
    """A dialect that is rows of signs.

    `signs` has the state of each sign; the first sign of a state is the one to write. `looks` is
    the form of a text in which there are no other signs, in bytes. `is_apart` says whether blanks
    separate cells; if it is None, they may.
    """

    about: str
    signs: Mapping[str, int]
    expected: str
    looks: re.Pattern[bytes]
    header: _SizeLine | None = None
    is_apart: bool | None = None


def _form(pattern: str) -> re.Pattern[bytes]:
    return re.compile(pattern.encode(), re.DOTALL)


def _states(covered: str, zero: str = "0", flag: str = "", mine: str = "") -> dict[str, int]:
    """Return the states of signs: of clues, and of the signs that are given for each state."""
    clues = {sign: clue for sign, clue in CLUES.items() if clue}
    others = {State.COVERED: covered, State.FLAGGED: flag, State.KNOWN_MINE: mine}
    return dict.fromkeys(zero, 0) | clues | {s: state for state in others for s in others[state]}


_MINE: Final = _SizeLine(
    re.compile(r"(?P<width>\d{1,8})x(?P<height>\d{1,8})x(?P<mines>\d{1,12})", re.ASCII),
    "{width}x{height}x{mines}",
    "WIDTHxHEIGHTxMINES, such as 30x16x99",
)
_SAT: Final = _SizeLine(
    re.compile(r"[ \t]*(?P<height>\d{1,8})[ \t]+(?P<width>\d{1,8})[ \t]*", re.ASCII),
    "{height} {width}",
    "a line with the numbers of rows and columns, such as 9 9",
)


def _is_sat(data: bytes) -> bool:
    match = _SAT.pattern.fullmatch(data[:64].decode("latin-1").split("\n")[0].rstrip("\r"))
    if not match or data.translate(None, b"?0123456789 \t\r\n"):
        return False
    height, width = int(match["height"]), int(match["width"])
    return len(data) >= 2 * height * width and data.rstrip().count(b"\n") == height


ROWS: Final[Mapping[str, Dialect]] = {
    "mine": Dialect(  # `M` and `m` are the mines of a full layout; a last line `MSG:` is a comment
        "JSMinesweeper's position text: WIDTHxHEIGHTxMINES, then rows of 0-8 H F ?",
        _states("H", flag="F", mine="?Mm"),
        "0-8 (open), H (covered), F (flagged), ? M or m (mine)",
        _form(r"[ \t]*\d{1,8}x\d{1,8}x\d{1,12}[ \t]*\r?(?:\n|$)"),
        _MINE,
        is_apart=False,
    ),
    "minesweepr": Dialect(  # if nothing is covered and a zero is written as 0, `.` is not a zero
        "minesweepr: rows of x (covered) . (zero) 1-8 * (mine)",
        _states("x", zero=".0", mine="*"),
        "x (covered), . (zero), 0-8 or * (mine)",
        _form(r"(?=.*\.)[^0]*$|(?=.*x)(?:[^.]*|[^ ]*)$"),
    ),
    "minesolve": Dialect(  # beside `?` and without zeros, `.` may be somebody's zero
        "minesolve: rows of . x or ? (covered), 0 or blank (zero), 1-8",
        _states(".x?", zero="0 "),
        ". x or ? (covered), 0 or a blank (zero), or 1-8",
        _form(r"(?=.*[.x])(?!(?=.*\?)(?=.*\.)[^0]*$)(?!(?=.*x)(?=.*\.)[^0? ]*$)"),
        is_apart=False,
    ),
    "gecode": Dialect(
        "Gecode's and hakank's puzzles: rows of . (covered) 0-8",
        _states("."),
        ". (covered) or 0-8",
        _form(r".*\."),
    ),
    "tatham": Dialect(
        "text of Simon Tatham's Mines: rows of ? (covered) - (zero) 1-8 * (flag) ! (mine)",
        _states("?", zero="-", flag="*", mine="!"),
        "? (covered), - (zero), 1-8, * (flag) or ! (mine)",
        _form(r".*[-!*]"),
    ),
    "sat": Dialect(
        "a line of rows and columns, then rows of ? 0-8 with blanks between",
        _states("?"),
        "? (covered) or 0-8",
        _form(r"[ \t]*\d+[ \t]+\d"),
        _SAT,
        is_apart=True,
    ),
}


def _looks_like(dialect: Dialect, data: bytes) -> bool:
    """Tell whether a text may be in a dialect: it has no other signs, and no header of another.

    Where blanks may be zeros, they are those of a game: none is next to a covered cell.
    """
    signs = f" {''.join(dialect.signs)}\r\n".encode()
    is_plain = bool(data.strip()) and not data.translate(None, signs)
    if dialect.header is None and (not is_plain or ROWS["mine"].looks.match(data)):
        return False
    if " " in dialect.signs and b" " in data:
        with suppress(BoardSyntaxError):
            grid = _read_rows(dialect, data).grid
            return not ((grid == 0) & (count_eight(grid == State.COVERED) > 0)).any()
    return dialect.looks.match(data) is not None


def _read_rows(dialect: Dialect, data: bytes, *_: object) -> Board:
    """Read a board. Raises `BoardSyntaxError`."""
    rows, first = lines_of(data, blanks="" if " " in dialect.signs else " \t")
    size = mines = None
    if dialect.header is not None:
        while rows and (not rows[-1] or rows[-1].startswith("MSG:")):
            rows.pop()
        numbers = _header(dialect.header, rows[:1], first if rows else 1)
        mines, size = numbers.get("mines"), (numbers["height"], numbers["width"])
        rows, first = rows[1:], first + 1
    is_apart = dialect.is_apart
    if is_apart is None:
        is_apart = bool(rows) and " " in rows[0] and all(map(_APART.fullmatch, rows))
    elif is_apart:
        text = "\n".join(rows)
        close = _CLOSE.search(text)
        if close:
            place = fault_at(text, close.start(), "")
            problem = "expected single characters, with one blank between two"
            raise BoardSyntaxError(problem, line=place.line + first - 1, column=place.column)
    step = 2 if is_apart else 1
    rows = [row[::step] for row in rows]
    signs, expected = dialect.signs, dialect.expected
    return Board(
        read_cells(rows, signs, expected=expected, line=first, step=step, size=size), mines=mines
    )


def _header(header: _SizeLine, lines: list[str], line: int) -> dict[str, int]:
    """Return the numbers of the header, checked. Raises `BoardSyntaxError`."""
    match = header.pattern.fullmatch(lines[0]) if lines else None
    if not match:
        raise BoardSyntaxError(f"expected {header.expected}", line=line)
    numbers = {name: int(text) for name, text in match.groupdict().items()}
    height, width, mines = numbers["height"], numbers["width"], numbers.get("mines", 0)
    check_size(height, width, mines, line=line, column=match.start(1) + 1)
    return numbers


def _of_rows(name: str, dialect: Dialect) -> Format:
    """Return the format of a dialect."""
    written: dict[int, str] = {}
    for sign, state in dialect.signs.items():
        written.setdefault(state, sign)
    covered, header = written[State.COVERED], dialect.header

    def write(board: Board) -> bytes:
        size = {"width": board.width, "height": board.height, "mines": board.mines}
        head = [] if header is None else [header.form.format(**size)]
        between = " " if dialect.is_apart else ""
        rows = write_cells(board.grid, written)
        return "\n".join([*head, *(between.join(row) for row in rows), ""]).encode()

    has_total = header is not None and "mines" in header.pattern.groupindex
    return Format(
        name=name,
        about=dialect.about,
        detect=_is_sat if header is _SAT else partial(_looks_like, dialect),
        reader=partial(_read_rows, dialect),
        write_board=write,
        respell=below(covered)
        if header
        else lambda data, sign: data.replace(sign.encode(), covered.encode()),
        keeps=_kept(written) | (Keeps.TOTAL if has_total else Keeps.NOTHING),
        needs_total=has_total,
    )


def _kept(states: Mapping[int, object]) -> Keeps:
    keeps = Keeps.NOTHING
    for state, place in _PLACES.items():
        keeps |= place if state in states else Keeps.NOTHING
    return keeps


_LARGER: Final = re.compile(rb"[1-9]\d")
# The numbers of `Board.grid`.
ARRAY: Final = Codes(
    {code: code for code in (*range(9), State.COVERED, *_PLACES)},
    "0-8, -1 (covered), -2 (flagged), -3 (known mine) or -4 (open, no clue)",
)


def _write_array(board: Board) -> bytes:
    width = 2 if int(board.grid.min()) < 0 else 1
    words = {code: str(int(code)).rjust(width) for code in ARRAY.states}
    rows = [" ".join([words[code] for code in row]) for row in board.grid.tolist()]
    lines = "]\n [".join(rows)
    return f"[[{lines}]]\n".encode()


def _write_lists(board: Board) -> bytes:
    rows = ",\n ".join(map(str, ms_toollib.matrix_of(board)))
    return f"[{rows}]\n".encode()


def _of_numbers(
    name: str,
    about: str,
    codes: Codes,
    write: Callable[[Board], bytes],
    detect: Callable[[bytes], bool],
) -> Format:
    """Return the format of matrices of numbers."""
    return Format(
        name=name,
        about=about,
        detect=detect,
        reader=lambda data, *_: Board(read_matrix(data, codes)),
        write_board=write,
        keeps=_kept(dict.fromkeys(codes.states.values())),
    )


FORMATS: Final[Mapping[str, Format]] = {
    **{name: _of_rows(name, dialect) for name, dialect in ROWS.items()},
    "ms-toollib": _of_numbers(
        "ms-toollib",
        "matrices of ms_toollib: [[10, 1], [1, 1]], 10 covered, 11 flagged, -1 a mine",
        ms_toollib.CODES,
        _write_lists,
        looks_like_matrix,
    ),
    "numpy": _of_numbers(
        "numpy",
        "arrays as numpy prints them: [[-1  1] [ 1  1]], -1 covered, -2 flagged, -3 a mine",
        ARRAY,
        _write_array,
        lambda data: looks_like_matrix(data) and _LARGER.search(data) is None,
    ),
}
"""The format of each dialect, by its name."""
