"""The message with the shapes of a board's cells, which the page draws."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct, convert

from logicsweep.board.board import Board
from logicsweep.board.picture.clue_signs import clue_sign, note_of
from logicsweep.board.picture.placing import shapes_of
from logicsweep.board.rules.region import NEIGHBOURS
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.render.json.base import Answer, Number, format_of
from logicsweep.render.shaped import shaped, sign_object

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


class ShownClue(Struct, kw_only=True, frozen=True):
    """What a clue can show under a rule, and how it is drawn."""

    code: Annotated[Number, Meta(description="The number that stands for it in other answers.")]
    token: Annotated[str, Meta(description="How a row of a board has it, such as `1+2`.")]
    lines: Annotated[tuple[str, ...], Meta(description="What is drawn, one line below the other.")]
    size: Annotated[Number, Meta(description="The size of its font, in cells of 32 pixels.")]
    words: Annotated[str, Meta(description="What a screen reader says.")]


class Shapes(Answer, kw_only=True, frozen=True):
    """How the cells of a board are drawn, which are neighbours, and what clues can show."""

    shapes: Annotated[CellShapes | None, Meta(description="The shapes; null for squares in rows.")]
    neighbours: Annotated[
        tuple[tuple[Number, ...], ...],
        Meta(description="For each cell, row by row, the numbers of its neighbours."),
    ]
    scopes: Annotated[
        tuple[tuple[Number, ...], ...] | None,
        Meta(
            description="For each cell, the numbers of the cells that a clue in it speaks of; null "
            "if these are its neighbours."
        ),
    ]
    clues: Annotated[
        tuple[ShownClue, ...] | None,
        Meta(
            description="All that clues can show, in order; null where a clue is the number of "
            "mines in the cells that it speaks of."
        ),
    ]
    rules: Annotated[
        str,
        Meta(
            description="The rules with what they say, and its constraints by name; empty without."
        ),
    ]
    note: Annotated[str, Meta(description="What the drawing does not show, in words.")]


def shapes(board: Board) -> Shapes:
    """How a board is drawn."""
    found = shapes_of(board.height, board.width, board.own_adjacency)
    return Shapes(
        format=format_of("shapes"),
        shapes=convert(shaped(found, board.height, board.width), CellShapes | None),
        neighbours=board.adjacency.lists,
        scopes=_scopes(board),
        clues=_clues(board.placed_rules),
        rules=note_of(
            board.placed_rules, 0, board.constraints, has_priors=board.priors is not None
        ),
        note=found.note,
    )


def _scopes(board: Board) -> tuple[tuple[int, ...], ...] | None:
    if all(rule.region == NEIGHBOURS for rule in board.rules.clue.every):
        return None
    return tuple([tuple(sorted(board.scope(cell).cells)) for cell in board.cells])


def _clues(ruled: PlacedRules | None) -> tuple[ShownClue, ...] | None:
    if ruled is None:
        return None
    found = []
    for code in ruled.values.codes:
        sign = clue_sign(ruled, code)
        if sign is None:
            return None
        found.append(ShownClue(code=code, token=ruled.token(code), **sign_object(sign)))
    return tuple(found)
