"""Grids of more than two dimensions in pictures: layers of squares, side by side and below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Final

from logicsweep.board.picture.outlines import CELL, SQUARE, Point
from logicsweep.board.picture.shapes import Label, Line, Shapes
from logicsweep.board.picture.tilings import GAP, TOP, above, beside, rims, room

# The greatest width of a line of layers in pixels; with three dimensions, layers are wrapped.
_WIDEST: Final = 1000
_TITLE: Final = 16
_BETWEEN: Final = 20


def layers(dims: Sequence[int], wrap: Sequence[bool], *, note: str) -> Shapes:
    """Make layers of the last two dimensions, each with its numbers of rows and columns.

    A row of cells has the same number as on the board: the layers are one below the other there.
    With four dimensions and more, the third one from the end leads to the right, others down.
    """
    *outer, height, width = dims
    per_line = outer[-1]
    left = room(prod(outer) * height - 1)
    step = width * CELL + left + _BETWEEN
    if len(outer) == 1:
        lines = -(-per_line * step // _WIDEST)
        per_line = -(-per_line // lines) if lines < per_line else 1
    down = height * CELL + TOP + _TITLE + _BETWEEN
    corners: list[Point] = []
    labels: list[Label] = []
    dashed: list[Line] = []
    for number, place in enumerate(product(*map(range, outer))):
        x, y = number % per_line * step, number // per_line * down
        title = f"layer {','.join(map(str, place))}"
        labels.append(Label(title, x + width * CELL / 2, y - TOP - GAP / 2))
        labels += [above(column, x + (column + 0.5) * CELL, y) for column in range(width)]
        for row in range(height):
            labels.append(beside(number * height + row, y + (row + 0.5) * CELL, x))
            corners += [(x + column * CELL, y + row * CELL) for column in range(width)]
        dashed += rims((x, y), (height, width), (wrap[-2], wrap[-1]))
    count = prod(outer)
    return Shapes(
        outlines=(SQUARE,),
        corners=tuple(corners),
        size=(
            (min(count, per_line) - 1) * step + width * CELL,
            (-(-count // per_line) - 1) * down + height * CELL,
        ),
        left=left,
        top=TOP + _TITLE,
        labels=tuple(labels),
        rims=tuple(dashed),
        note=note,
    )
