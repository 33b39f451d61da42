"""Boards of the CS 3510 projects (mine search): JSON, all values strings.

    {"dim": "10,10", "bombs": "10", "safe": "1,8", "board": "00000000292001..."}

`board` is the whole solution row by row, with 9 for a mine; `safe` is a cell to start from. There
are two dialects: rows first in both `dim` and `safe`, or columns first. The dialect of `dim` is the
one in which the clues are right. On a square board they are right in both. Then the file name
decides (`20x_20y` puts columns first), or a start that is a mine in one dialect, or a start that
shows 0 in one, since the projects start next to a mine. An older draft has `size` and `grid` for
`dim` and `board`.
"""

from __future__ import annotations

import json
import re
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Cell
from logicsweep.board.layout import Layout
from logicsweep.errors import counted
from logicsweep.formats.base import Format, Keeps, check_size
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.objects import fault, has_key, object_of
from logicsweep.formats.text import decode

_MINE: Final = 9
_COLUMNS_FIRST: Final = re.compile(r"\d+x_\d+y")
_ROWS_FIRST: Final = re.compile(r"\d+rows_\d+cols")


def _read(data: bytes, file_name: str) -> DealtGame:
    """Read a layout, with rows or columns first, whichever has clues that match its mines."""
    text = decode(data)
    value = object_of(text, '"dim", "bombs", "safe" and "board"')
    size_key, board_key = (
        ("dim", "board") if "dim" in value or "board" in value else ("size", "grid")
    )
    first, second = _pair(text, value, size_key)
    digits = value.get(board_key)
    if not isinstance(digits, str) or re.fullmatch("[0-9]*", digits, re.ASCII) is None:
        raise fault(text, board_key, f'expected "{board_key}": digits, 9 for a mine')
    if first < 1 or second < 1 or len(digits) != first * second:
        raise fault(
            text,
            board_key,
            f'"{board_key}" has {len(digits)} digits; expected {first * second} for "{size_key}": '
            f'"{first},{second}"',
        )
    check_size(first, second, line=1, column=1)
    numbers = np.frombuffer(digits.encode(), dtype=np.uint8) - ord("0")
    readings = [
        (grid, rows_first)
        for shape, rows_first in (((first, second), True), ((second, first), False))
        for grid in (numbers.reshape(shape),)
        if _is_right(grid)
    ]
    if not readings:
        raise fault(text, board_key, f'the clues in "{board_key}" do not match its mines')
    mines = int((numbers == _MINE).sum())
    bombs = value.get("bombs")
    if bombs is not None and str(bombs).strip() != str(mines):
        raise fault(
            text, "bombs", f'"bombs" is {bombs!r}, but "{board_key}" has {counted(mines, "mine")}'
        )
    note = None
    if len(readings) > 1 and first != second:
        hinted = [reading for reading in readings if _is_hinted(file_name, rows_first=reading[1])]
        if len(hinted) != 1:
            note = f'"{size_key}" may have rows or columns first; it is read as rows first'
        readings = hinted if len(hinted) == 1 else readings[:1]
    grid, _ = readings[0]
    layout = Layout(grid == _MINE)
    if "safe" not in value:
        return DealtGame(layout, None, note)
    dialects = [rows_first for _, rows_first in readings]
    start, unclear = _start(text, value, dialects, grid, file_name)
    return DealtGame(layout, start, note or unclear)


def _is_hinted(file_name: str, *, rows_first: bool) -> bool:
    """Tell whether the file name indicates a dialect."""
    return bool((_ROWS_FIRST if rows_first else _COLUMNS_FIRST).search(file_name))


def _start(
    text: str, value: dict[str, Any], dialects: list[bool], grid: NDArray[np.uint8], file_name: str
) -> tuple[Cell, str | None]:
    """Find the start, and what is unclear about it; `dialects` fit the size, best first."""
    first, second = _pair(text, value, "safe")
    cells = {True: Cell(first, second), False: Cell(second, first)}
    height, width = grid.shape
    legal = {
        rows_first: cell
        for rows_first, cell in cells.items()
        if cell.row < height and cell.column < width and grid[cell] != _MINE
    }
    if not legal:
        raise fault(text, "safe", f'"safe" is {value["safe"]!r}; expected a safe cell')
    if len(dialects) == 1:  # the size says which it is, unless that start is a mine
        return legal.get(dialects[0], next(iter(legal.values()))), None
    if len(set(legal.values())) == 1:
        return next(iter(legal.values())), None
    hinted = [
        cell for first_rows, cell in legal.items() if _is_hinted(file_name, rows_first=first_rows)
    ]
    if len(hinted) == 1:
        return hinted[0], None
    beside = [cell for cell in legal.values() if grid[cell]]
    if len(beside) == 1:
        return beside[0], None
    note = f'"safe" may be {cells[True]} or {cells[False]}; it is read as {cells[True]}, row first'
    return cells[True], note


def _pair(text: str, value: dict[str, Any], key: str) -> tuple[int, int]:
    """Read two numbers in a string, such as `10,10`."""
    given = value.get(key)
    match = isinstance(given, str) and re.fullmatch(
        r"\s*(\d{1,8})\s*,\s*(\d{1,8})\s*", given, re.ASCII
    )
    if not match:
        raise fault(text, key, f'expected "{key}": two numbers in a string, such as "10,10"')
    return int(match[1]), int(match[2])


def _is_right(grid: NDArray[np.uint8]) -> bool:
    """Tell whether every digit is the number of mines around it, or a mine."""
    mines = grid == _MINE
    return bool((mines | (grid == Layout(mines).around)).all())


def _write(dealt: DealtGame) -> bytes:
    """Write rows first, as the later of the two dialects has it."""
    mask = dealt.layout.mask
    height, width = mask.shape
    digits = np.where(mask, _MINE, dealt.layout.around).astype(np.uint8) + ord("0")
    value = {"dim": f"{height},{width}", "bombs": str(int(mask.sum()))}
    if dealt.start is not None:
        value["safe"] = f"{dealt.start.row},{dealt.start.column}"
    data = (json.dumps({**value, "board": digits.tobytes().decode()}) + "\n").encode()
    if _read(data, "").start != dealt.start:
        raise ValueError(
            f"the start {dealt.start} would be read as {_read(data, '').start}; expected one next "
            f"to a mine, as cs3510 needs on a square board"
        )
    return data


FORMAT: Final = Format(
    name="cs3510",
    about='JSON of the CS 3510 projects: "dim", "bombs", "safe", "board"',
    detect=lambda data: has_key(data, "dim", "board", "size", "grid"),
    reader=_read,
    write_layout=_write,
    keeps=Keeps.START,
)
