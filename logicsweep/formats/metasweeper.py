"""Metasweeper's board text, version 0.1: a header, then the real board, the player's view, or both.

    # MINESWEEPER-BOARD v0.1
    # Render: ascii

    rows: 2
    columns: 3
    mines: 1
    game_mode: classic

    [real]
    1*1
    111

    [view]
    UU1
    U11

In a view `U` is covered, `?` covered with a question mark, `F` flagged, `X` a mine that was hit,
`@` a mine shown at the end, and `#` a wrong flag: the cell is safe and shows no clue. Cells may be
written as emoji.
"""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.state import Grid, State
from logicsweep.board.total import no_room
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Content, Format, Keeps, check_size
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.text import CLUES, lines_of, read_cells, write_cells

_TITLE: Final = "# MINESWEEPER-BOARD v0.1"
# A keycap is a digit and one or two code points that make it one.
_EMOJI: Final = str.maketrans(
    {"⬜": "U", "🚩": "F", "❓": "?", "💥": "X", "💣": "@", "❌": "#", "\ufe0f": "", "\u20e3": ""}
)
_REAL: Final = CLUES | {"*": State.KNOWN_MINE}
_VIEW_WRITTEN: Final[dict[int, str]] = {clue: symbol for symbol, clue in CLUES.items()} | {
    State.COVERED: "U",
    State.FLAGGED: "F",
    State.KNOWN_MINE: "@",
    State.NO_CLUE: "#",
}
_VIEW: Final = {symbol: state for state, symbol in _VIEW_WRITTEN.items()} | {
    "?": State.COVERED,
    "X": State.KNOWN_MINE,
}


class _Size(NamedTuple):
    height: int
    width: int
    mines: int


def _read(data: bytes, *_: object) -> Content:
    """Read the layout in `[real]` or, without it, the position in `[view]`."""
    lines, first = lines_of(data)
    if not lines or lines[0] != _TITLE:
        raise BoardSyntaxError(f"expected {_TITLE!r}", line=first if lines else 1, column=1)
    lines = [""] * (first - 1) + lines  # lines are numbered as in the file
    starts = {line: number for number, line in enumerate(lines) if line in ("[real]", "[view]")}
    if not starts:
        raise BoardSyntaxError("expected [real] or [view]", line=len(lines), column=1)
    end = min(starts.values())
    size = _header(lines[:end])
    is_emoji = _is_emoji(lines[:end])
    view = None
    if "[view]" in starts:
        grid = _section(lines, starts["[view]"], size, is_emoji=is_emoji)
        view = Board(grid, mines=size.mines)
    if view is not None and "[real]" not in starts:
        return view
    return DealtGame(_real(lines, starts["[real]"], size, is_emoji=is_emoji, view=view), shown=view)


def _header(lines: list[str]) -> _Size:
    """Read the size and the mine count from the lines before the board."""
    numbers: dict[str, int] = {}
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(":")
        if colon and key.strip() in ("rows", "columns", "mines"):
            if not re.fullmatch(r"\d{1,8}", value.strip(), re.ASCII):
                raise BoardSyntaxError(
                    f"{key.strip()} is {value.strip()[:20]!r}; expected a number",
                    line=number,
                    column=len(key) + 2,
                )
            numbers[key.strip()] = int(value.strip())
    for key in ("rows", "columns", "mines"):
        if key not in numbers:
            raise BoardSyntaxError(
                f"expected a line {key}: before the board", line=len(lines) + 1, column=1
            )
    size = _Size(numbers["rows"], numbers["columns"], numbers["mines"])
    check_size(size.height, size.width, line=len(lines) + 1, column=1)
    if size.mines > size.height * size.width:
        raise BoardSyntaxError(
            no_room(size.mines, size.height * size.width), line=len(lines) + 1, column=1
        )
    return size


def _is_emoji(lines: list[str]) -> bool:
    """Tell whether the header says that cells are written as emoji."""
    for number, line in enumerate(lines, start=1):
        key, colon, value = line.partition(":")
        if colon and key.replace(" ", "").lower() == "#render":
            if value.strip() not in ("ascii", "emoji"):
                raise BoardSyntaxError(
                    f"the rendering is {value.strip()[:20]!r}; expected ascii or emoji",
                    line=number,
                    column=len(key) + 2,
                )
            return value.strip() == "emoji"
    return False


def _section(lines: list[str], start: int, size: _Size, *, is_emoji: bool) -> Grid:
    """Return the cells after a line such as [view]."""
    rows: list[str] = []
    for line in lines[start + 1 :]:
        if not line or line.startswith("[") or len(rows) > size.height:
            break
        rows.append(line.translate(_EMOJI) if is_emoji else line)
    is_real = lines[start] == "[real]"
    if is_real and is_emoji:
        rows = [row.replace("@", "*") for row in rows]
    return read_cells(
        rows,
        _REAL if is_real else _VIEW,
        expected="* (mine) or 0-8" if is_real else "U (covered), 0-8, F (flagged), ? X @ or #",
        line=start + 2,
        width=size.width,
        height=size.height,
        said="as the header says",
    )


def _real(
    lines: list[str], start: int, size: _Size, *, is_emoji: bool, view: Board | None
) -> Layout:
    """Return the layout of the real board, after checking its clues and the view."""
    real = Board(_section(lines, start, size, is_emoji=is_emoji), mines=size.mines)
    try:
        layout = Layout.of(real)
        mismatch = None if view is None else layout.mismatch(view)
    except ValueError as error:
        raise BoardSyntaxError(str(error), line=start + 1, column=1) from None
    if mismatch is not None:
        raise BoardSyntaxError(
            f"the view shows {mismatch.expected[0]} at {mismatch.cell}, "
            f"the real board {mismatch.found}",
            line=start + 1,
            column=1,
        )
    return layout


def _respell(data: bytes, covered: str) -> bytes:
    head, title, rest = data.partition(b"[view]")
    view, bracket, behind = rest.partition(b"[")
    sign = _VIEW_WRITTEN[State.COVERED].encode()
    return head + title + view.replace(covered.encode(), sign) + bracket + behind


def _text(board: Board, sections: list[str]) -> bytes:
    total = board.mines if isinstance(board.mines, int) else 0
    header = [
        *(_TITLE, "# Render: ascii", ""),
        *(f"rows: {board.height}", f"columns: {board.width}", f"mines: {total}"),
        *("game_mode: classic", ""),
    ]
    return "\n".join([*header, *sections, ""]).encode()


def _view(board: Board) -> list[str]:
    return ["[view]", *write_cells(board.grid, _VIEW_WRITTEN)]


def _write_board(board: Board) -> bytes:
    return _text(board, _view(board))


def _write_layout(dealt: DealtGame) -> bytes:
    whole = dealt.layout.revealed()
    symbols = {state: symbol for symbol, state in _REAL.items()}
    real = ["[real]", *write_cells(whole.grid, symbols)]
    return _text(whole, real if dealt.shown is None else [*real, "", *_view(dealt.shown)])


FORMAT: Final = Format(
    name="metasweeper",
    about="Metasweeper's text: a header, then [real] of * 0-8, [view] of U 0-8 F, or both",
    detect=lambda data: data.startswith(b"# MINESWEEPER-BOARD"),
    reader=_read,
    write_board=_write_board,
    write_layout=_write_layout,
    respell=_respell,
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE | Keeps.TOTAL,
    needs_total=True,
)
