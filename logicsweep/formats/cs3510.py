"""Boards of the CS 3510 projects (mine search): JSON, all values strings.

    {"dim": "10,10", "bombs": "10", "safe": "1,8", "board": "00000000292001..."}

`board` is the whole solution row by row, with 9 for a mine; `safe` is a cell to start from. There
are two dialects: rows first in both `dim` and `safe`, or columns first. A dialect fits if the clues
are right in it and the start is safe. If both do, the file name decides (`20x_20y` puts columns
first); if it does not, rows come first, as the programs of the projects read these files, and a
note says so. An older draft has `size` and `grid` for `dim` and `board`.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final, TypedDict

import numpy as np

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import counted
from logicsweep.formats.base import Format, Keeps, check_size
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.objects import EntryError, has_key, located, object_of
from logicsweep.formats.text import decode

_MINE: Final = 9
# The file names of the dialects, by whether rows come first.
_NAMES: Final = {True: re.compile(r"\d+rows_\d+cols"), False: re.compile(r"\d+x_\d+y")}


class _Project(TypedDict, total=False):
    """The object, in which an older draft has other names for `dim` and `board`."""

    dim: str
    size: str
    board: str
    grid: str
    bombs: str | int
    safe: str


def _read(data: bytes, file_name: str, _: object) -> DealtGame:
    text = decode(data)
    with located(text):
        return _game(object_of(text, _Project), file_name)


def _game(value: dict[str, Any], file_name: str) -> DealtGame:
    """Return a layout and its start, with rows or columns first, whichever fits."""
    is_draft = "dim" not in value and "board" not in value
    size_key, board_key = ("size", "grid") if is_draft else ("dim", "board")
    first, second = _pair(value, size_key)
    digits = value.get(board_key, "")
    if not re.fullmatch("[0-9]+", digits, re.ASCII) or len(digits) != first * second:
        many = f"{len(digits)} signs; expected {first * second} digits, 9 for a mine"
        raise EntryError(board_key, f'"{board_key}" has {many}')
    check_size(first, second)
    numbers = np.frombuffer(digits.encode(), dtype=np.uint8) - ord("0")
    start = _pair(value, "safe") if "safe" in value else None
    games = {}
    problem = EntryError(board_key, f'the clues in "{board_key}" do not match its mines')
    for rows_first, step in ((True, 1), (False, -1)):
        grid = numbers.reshape((first, second)[::step])
        layout = Layout(grid == _MINE)
        cell = None if start is None else Cell(*start[::step])
        if not (layout.mask | (grid == layout.around)).all():
            continue
        if cell is None or _is_safe(cell, layout):
            games[rows_first] = DealtGame(layout, cell)
        order = "ROW,COLUMN" if rows_first else "COLUMN,ROW"
        words = f'"safe" is {value.get("safe")!r}; expected a safe cell, such as {order}'
        problem = EntryError("safe", words)
    if not games:
        raise problem
    mines = int((numbers == _MINE).sum())
    bombs = value.get("bombs", mines)
    if str(bombs).strip() != str(mines):
        many = counted(mines, "mine")
        raise EntryError("bombs", f'"bombs" is {bombs!r}, but "{board_key}" has {many}')
    named = [game for order, game in games.items() if _NAMES[order].search(file_name)]
    if len(named) == 1:
        return named[0]
    game, *others = games.values()  # rows first, if that fits
    if others in ([], [game]):
        return game
    note = f'"{size_key}" may have rows or columns first; it is read as rows first'
    if first == second:
        cells_named = f"{game.start} or {others[0].start}"
        note = f'"safe" may be {cells_named}; it is read as {game.start}, row first'
    return game._replace(note=note)


def _is_safe(cell: Cell, layout: Layout) -> bool:
    """Tell whether a cell is on the board, and no mine."""
    height, width = layout.mask.shape
    return cell.row < height and cell.column < width and not layout.mask[cell]


def _pair(value: dict[str, Any], key: str) -> tuple[int, int]:
    """Read two numbers in a string, such as `10,10`. Raises `EntryError`."""
    match = re.fullmatch(r"\s*(\d{1,8})\s*,\s*(\d{1,8})\s*", value.get(key, ""), re.ASCII)
    if not match:
        raise EntryError(key, f'expected "{key}": two numbers in a string, such as "10,10"')
    return int(match[1]), int(match[2])


def _write(dealt: DealtGame) -> bytes:
    """Write rows first, as the later of the two dialects has it."""
    mask = dealt.layout.mask
    height, width = mask.shape
    digits = np.where(mask, _MINE, dealt.layout.around).astype(np.uint8) + ord("0")
    value = {"dim": f"{height},{width}", "bombs": str(int(mask.sum()))}
    if dealt.start is not None:
        value["safe"] = f"{dealt.start.row},{dealt.start.column}"
    return (json.dumps({**value, "board": digits.tobytes().decode()}) + "\n").encode()


FORMAT: Final = Format(
    name="cs3510",
    about='JSON of the CS 3510 projects: "dim", "bombs", "safe", "board"',
    detect=lambda data: has_key(data, "dim", "board", "size", "grid"),
    reader=_read,
    write_layout=_write,
    keeps=Keeps.START,
)
