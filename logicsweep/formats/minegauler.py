"""Boards of minegauler, `.mgb`: JSON with `x_size`, `y_size` and `mine_coords`.

    {"type": "regular", "x_size": 8, "y_size": 8, "mine_coords": [[1, 2], ...],
     "per_cell": 1, "reach": 8}

Coordinates are column and row, counted from 0. Boards with several mines in a cell, with split
cells or with neighbours other than the eight around a cell are errors: they are other games.
"""

from __future__ import annotations

import json
from typing import Final, Literal, NotRequired, TypedDict

import numpy as np

from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, check_size
from logicsweep.formats.binary import placed
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.objects import EntryError, has_key, located, object_of
from logicsweep.formats.text import decode


class _Minegauler(TypedDict):
    """The object of a board with one mine a cell; others are other games of the program."""

    x_size: int
    y_size: int
    mine_coords: list[tuple[int, int]]
    type: NotRequired[Literal["regular"]]
    per_cell: NotRequired[Literal[1]]
    reach: NotRequired[Literal[8]]


def _read(data: bytes, *_: object) -> DealtGame:
    text = decode(data)
    with located(text):
        value = object_of(text, _Minegauler)
        shape = value["y_size"], value["x_size"]
        check_size(*shape)
        try:
            pairs = np.array(value["mine_coords"], dtype=np.int64).reshape(-1, 2)
            return DealtGame(placed(shape, pairs[:, 1], pairs[:, 0]))
        except (OverflowError, BoardSyntaxError) as error:
            problem = (
                error.text if isinstance(error, BoardSyntaxError) else "a mine is off the board"
            )
            raise EntryError("mine_coords", problem) from None


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
