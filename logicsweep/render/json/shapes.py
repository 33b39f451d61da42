"""The message with the shapes of a board's cells, which the page draws."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, convert

from logicsweep.board.board import Board
from logicsweep.board.picture.placing import shapes_of
from logicsweep.render.json.base import Answer, Number, format_of
from logicsweep.render.shaped import shaped

_Point = Annotated[tuple[float, ...], Meta(min_length=2, max_length=2)]


class CellOutline(Struct, kw_only=True, frozen=True):
    """An outline that cells have, in pixels around the middle of a cell."""

    corners: Annotated[
        tuple[_Point, ...], Meta(description="The corners, [x, y], clockwise; none for a circle.")
    ]
    inradius: Annotated[float, Meta(description="How far the sides are from the middle.")]
    narrow: Annotated[
        Number,
        Meta(description="How much nearer to each other small signs are than in a square."),
    ]


class CellLabel(Struct, kw_only=True, frozen=True):
    """A number or a word beside the cells."""

    text: Annotated[str, Meta(description="The text.")]
    x: Annotated[float, Meta(description="Where it ends or has its middle.")]
    y: Annotated[float, Meta(description="The height of its baseline.")]
    is_row: Annotated[bool, Meta(description="Whether it ends at x, as the numbers of rows do.")]


class CellShapes(Struct, kw_only=True, frozen=True):
    """Where cells are drawn, in pixels; lines are the data of SVG paths."""

    outlines: Annotated[tuple[CellOutline, ...], Meta(description="The outlines that cells have.")]
    kinds: Annotated[
        tuple[Number, ...],
        Meta(description="Which of them each cell has, row by row; empty if there is only one."),
    ]
    corners: Annotated[
        tuple[_Point, ...],
        Meta(
            description="For each cell, row by row, the left upper corner, [x, y], of the square "
            "of 32 pixels in its middle."
        ),
    ]
    size: Annotated[_Point, Meta(description="The width and the height of all cells.")]
    left: Annotated[float, Meta(description="The room for labels to the left of the cells.")]
    top: Annotated[float, Meta(description="The room for labels above the cells.")]
    labels: Annotated[tuple[CellLabel, ...], Meta(description="What says where a cell is.")]
    edges: Annotated[str, Meta(description="Lines between neighbours; empty for none.")]
    rims: Annotated[str, Meta(description="Dashed lines along joined sides; empty for none.")]
    walls: Annotated[str, Meta(description="Thick lines for walls; empty for none.")]
    joints: Annotated[
        str, Meta(description="Thin lines that walls cross where cells share no side.")
    ]


class Shapes(Answer, kw_only=True, frozen=True):
    """How the cells of a board are drawn, and which are neighbours."""

    shapes: Annotated[CellShapes | None, Meta(description="The shapes; null for squares in rows.")]
    neighbours: Annotated[
        tuple[tuple[Number, ...], ...],
        Meta(description="For each cell, row by row, the numbers of its neighbours."),
    ]
    note: Annotated[str, Meta(description="What the drawing does not show, in words.")]


def shapes(board: Board) -> Shapes:
    """How a board is drawn."""
    found = shapes_of(board.height, board.width, board.own_adjacency)
    return Shapes(
        format=format_of("shapes"),
        shapes=convert(shaped(found, board.height, board.width), CellShapes | None),
        neighbours=board.adjacency.lists,
        note=found.note,
    )
