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
from itertools import takewhile
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.state import Grid, State
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Content, Format, Keeps, check_size
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.text import CLUES, fault_at, lines_of, number_after, read_cells, write_cells

_TITLE: Final = "# MINESWEEPER-BOARD v0.1"
# A keycap is a digit and one or two code points that make it one.
_EMOJI: Final = str.maketrans(
    {"⬜": "U", "🚩": "F", "❓": "?", "💥": "X", "💣": "@", "❌": "#", "\ufe0f": "", "\u20e3": ""}
)
_RENDER: Final = re.compile(r"^# ?Render ?: *(.*)$", re.MULTILINE | re.IGNORECASE)
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


def _read(data: bytes, *_: object) -> Content:
    """Read the layout in `[real]` or, without it, the position in `[view]`."""
    lines, first = lines_of(data)
    if lines[:1] != [_TITLE]:
        raise BoardSyntaxError(f"expected {_TITLE!r}", line=first if lines else 1)
    lines = [""] * (first - 1) + lines  # lines are numbered as in the file
    starts = {line: number for number, line in enumerate(lines) if line in ("[real]", "[view]")}
    if not starts:
        raise BoardSyntaxError("expected [real] or [view]", line=len(lines))
    header = "\n".join(lines[: min(starts.values())])
    height, width, mines = (number_after(key, header) for key in ("rows", "columns", "mines"))
    check_size(height, width, mines, line=header.count("\n") + 1)
    boards = {}
    for name, start in starts.items():
        rows = [*takewhile(lambda row: row and row[0] != "[", lines[start + 1 :])]
        grid = _grid(rows, start + 2, (height, width), is_real=name == "[real]", header=header)
        boards[name] = Board(grid, mines=mines)
    real, view = map(boards.get, ("[real]", "[view]"))
    if view is not None and real is None:
        return view
    assert real is not None  # noqa: S101
    return DealtGame(_layout(real, view, starts["[real]"] + 1), shown=view)


def _grid(rows: list[str], line: int, size: tuple[int, int], *, is_real: bool, header: str) -> Grid:
    """Return the cells of a section, which may be emoji."""
    render = _RENDER.search(header)
    if render is not None and render[1] not in ("ascii", "emoji"):
        problem = f"the rendering is {render[1][:20]!r}; expected ascii or emoji"
        raise fault_at(header, render.start(1), problem)
    if render is not None and render[1] == "emoji":
        rows = [row.translate(_EMOJI).replace(*("@*" if is_real else "@@")) for row in rows]
    expected = "* (mine) or 0-8" if is_real else "U (covered), 0-8, F (flagged), ? X @ or #"
    return read_cells(rows, _REAL if is_real else _VIEW, expected=expected, line=line, size=size)


def _layout(real: Board, view: Board | None, line: int) -> Layout:
    """Return the layout of the real board, after checking its clues and the view."""
    try:
        layout = Layout.of(real)
        mismatch = None if view is None else layout.mismatch(view)
    except ValueError as error:
        raise BoardSyntaxError(str(error), line=line) from None
    if mismatch is not None:
        shown = f"the view shows {mismatch.expected[0]} at {mismatch.cell}"
        raise BoardSyntaxError(f"{shown}, the real board {mismatch.found}", line=line)
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
    write_board=lambda board: _text(board, _view(board)),
    write_layout=_write_layout,
    respell=_respell,
    keeps=Keeps.FLAGS | Keeps.KNOWN_MINES | Keeps.NO_CLUE | Keeps.TOTAL,
    needs_total=True,
)
