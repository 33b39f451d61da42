"""Grids of more than two dimensions in pictures: layers of squares, side by side and below."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod

from logicsweep.board.picture.outlines import CELL, SQUARE, Point
from logicsweep.board.picture.shapes import Label, Line, Shapes
from logicsweep.board.picture.tilings import MEASURES, SQUARES, room, tiled


def layers(dims: Sequence[int], wrap: Sequence[bool], *, note: str) -> Shapes:
    """Make layers of the last two dimensions, each with its numbers of rows and columns.

    A row of cells has the same number as on the board: the layers are one below the other there.
    With four dimensions and more, the third one from the end leads to the right, others down; with
    three, lines of layers are wrapped.
    """
    *outer, height, width = dims
    per_line = outer[-1]
    left = room(prod(outer) * height - 1)
    step = width * CELL + left + MEASURES.between
    if len(outer) == 1:
        lines = -(-per_line * step // MEASURES.widest)
        per_line = -(-per_line // lines) if lines < per_line else 1
    top = MEASURES.top + MEASURES.title
    down = height * CELL + top + MEASURES.between
    corners: list[Point] = []
    labels: list[Label] = []
    dashed: list[Line] = []
    for number, place in enumerate(product(*map(range, outer))):
        x, y = number % per_line * step, number // per_line * down
        title = f"layer {','.join(map(str, place))}"
        labels.append(Label(title, x + width * CELL / 2, y - MEASURES.top - MEASURES.gap / 2))
        layer = tiled(
            SQUARES,
            height,
            width,
            wrap=(wrap[-2], wrap[-1]),
            corner=(x, y),
            first_row=number * height,
        )
        labels += layer.labels
        corners += layer.corners
        dashed += layer.rims
    count = prod(outer)
    return Shapes(
        outlines=(SQUARE,),
        corners=tuple(corners),
        size=(
            (min(count, per_line) - 1) * step + width * CELL,
            (-(-count // per_line) - 1) * down + height * CELL,
        ),
        left=left,
        top=top,
        labels=tuple(labels),
        rims=tuple(dashed),
        note=note,
    )
