"""Boards of minegauler, `.mgb`: JSON with `x_size`, `y_size` and `mine_coords`.

    {"type": "regular", "x_size": 8, "y_size": 8, "mine_coords": [[1, 2], ...],
     "per_cell": 1, "reach": 8}

Coordinates are column and row, counted from 0. Boards with several mines in a cell, with split
cells or with neighbours other than the eight around a cell are errors: they are other games.
"""

from __future__ import annotations

import json
from itertools import chain
from typing import Any, Final

import numpy as np

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, check_size
from logicsweep.formats.binary import placed
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.objects import fault, has_key, object_of
from logicsweep.formats.text import decode

_KEYS: Final = '"x_size", "y_size" and "mine_coords"'


def _read(data: bytes, _file_name: str) -> DealtGame:
    """Read the layout from its object; other games of the program are refused."""
    text = decode(data)
    value = object_of(text, _KEYS)
    for key, only, words in (
        ("type", "regular", "boards with split cells are another game"),
        ("per_cell", 1, "several mines in a cell are another game"),
        ("reach", 8, "neighbours other than the eight around a cell are another game"),
    ):
        if value.get(key, only) != only or type(value.get(key, only)) is not type(only):
            given = str(value[key])[:40]
            raise fault(text, key, f'"{key}" is {given}; expected {only}: {words}')
    width, height = (_size(text, value, key) for key in ("x_size", "y_size"))
    place = fault(text, "x_size", "")
    check_size(height, width, line=place.line, column=place.column)
    coords = value.get("mine_coords")
    if not isinstance(coords, list) or not _are_pairs(coords):
        raise fault(text, "mine_coords", 'expected "mine_coords": a list of pairs, column and row')
    try:
        pairs = np.array(coords, dtype=np.int64).reshape(-1, 2)
    except OverflowError:
        raise fault(text, "mine_coords", "a mine is off the board") from None
    try:
        return DealtGame(placed((height, width), pairs[:, 1], pairs[:, 0]))
    except BoardSyntaxError as error:
        raise fault(text, "mine_coords", error.text) from None


def _size(text: str, value: dict[str, Any], key: str) -> int:
    size = value.get(key)
    if type(size) is not int or size < 1:
        raise fault(text, key, f'expected "{key}": a number of cells, 1 or more')
    return size


def _are_pairs(values: list[Any]) -> bool:
    """Tell whether all values are lists of two whole numbers."""
    if set(map(type, values)) - {list} or set(map(len, values)) - {2}:
        return False
    return not set(map(type, chain.from_iterable(values))) - {int}


def _write(dealt: DealtGame) -> bytes:
    height, width = dealt.layout.mask.shape
    value = {
        "type": "regular",
        "x_size": width,
        "y_size": height,
        "mine_coords": np.argwhere(dealt.layout.mask)[:, ::-1].tolist(),
        "per_cell": 1,
        "reach": 8,
    }
    return (json.dumps(value) + "\n").encode()


FORMAT: Final = Format(
    name="minegauler",
    about='minegauler boards, one mine a cell: "x_size", "y_size", "mine_coords"',
    detect=lambda data: has_key(data, "mine_coords", "x_size"),
    reader=_read,
    write_layout=_write,
)
