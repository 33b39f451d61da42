"""A board as JSON, `.json`.

    {"format": "logicsweep-board/1", "height": 2, "width": 3,
     "total_mines": 2, "density": "33/160", "rows": ["?2?", "12F"]}

`rows` are the rows of the native text, with tokens for uncertain clues; `clues` is the clue model
of numbers that name none, or left out. `total_mines` is a number, `[lower, upper]`, or null or left
out when it is unknown; `density` is a string such as "0.206" or "33/160", a number, or null or left
out. `height` and `width` may be left out, but not be wrong. `name` says what the board is called,
and is passed over.
"""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any, Final

from logicsweep.board.board import Board
from logicsweep.board.clue_models import clue_model
from logicsweep.board.rows import common_model, parse_rows, render_rows
from logicsweep.board.total import Total, parse_density, total_json
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.objects import fault, has_key, object_of
from logicsweep.formats.text import decode

_NAME: Final = "logicsweep-board/1"
_CALLED: Final = "name"
_KEYS: Final = ("format", "height", "width", "total_mines", "density", "clues", "rows")


def _read(data: bytes, _file_name: str) -> Board:
    text = decode(data)
    value = _object(text)
    rows = value.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise fault(text, "rows", 'expected "rows": a list of strings, one a row')
    try:
        model = clue_model(value["clues"]) if isinstance(value.get("clues"), str) else None
    except ValueError as error:
        raise fault(text, "clues", str(error)) from None
    if model is None and value.get("clues") is not None:
        raise fault(text, "clues", 'expected "clues": a clue model such as "optimistic", or null')
    try:
        grid, uncertain = parse_rows(rows, model)
    except BoardSyntaxError as error:
        what = f"row {error.line - 1}, character {error.column}: {error.text}"
        raise fault(text, "rows", what) from None
    for key, size in zip(("height", "width"), grid.shape, strict=True):
        if value.get(key, size) != size or type(value.get(key, size)) is bool:
            raise fault(text, key, f'"{key}" is {value[key]!r}, but the rows make it {size}')
    try:
        return Board(grid, uncertain=uncertain, total_mines=_total(value), density=_density(value))
    except ValueError as error:
        key = "density" if "density" in str(error) else "total_mines"
        raise fault(text, key, str(error)) from None


def _object(text: str) -> dict[str, Any]:
    value = object_of(text, ", ".join(_KEYS))
    for key in value:
        if key not in (*_KEYS, _CALLED):
            raise fault(text, key, f"unknown key {key!r}; expected {', '.join(_KEYS)}")
    if value.get("format") != _NAME:
        raise fault(text, "format", f'expected "format": "{_NAME}"')
    return value


def _total(value: dict[str, Any]) -> Total:
    total = value.get("total_mines")
    if total is None or type(total) is int:
        return total
    if isinstance(total, list) and len(total) == 2 and all(type(bound) is int for bound in total):
        return (total[0], total[1])
    raise ValueError('expected "total_mines": a number, [lower, upper] or null')


def _density(value: dict[str, Any]) -> Fraction | None:
    density = value.get("density")
    if density is None:
        return None
    return parse_density(str(density))


def _write(board: Board) -> bytes:
    value = {
        "format": _NAME,
        "height": board.height,
        "width": board.width,
        "total_mines": total_json(board.total_mines),
        "density": None if board.density is None else str(board.density),
    }
    model = common_model(board.uncertain)
    if model is not None:
        value["clues"] = model
    value["rows"] = render_rows(board.grid, board.uncertain, model)
    return (json.dumps(value, indent=1) + "\n").encode()


FORMAT: Final = Format(
    name="json",
    about='JSON: {"format": "logicsweep-board/1", "total_mines": ..., "rows": [...]}',
    suffixes=(".json",),
    detect=lambda data: has_key(data, "format", "rows"),
    reader=_read,
    write_board=_write,
    keeps=Keeps.EVERYTHING,
)
