"""The message with the shapes of a board's cells, which the page draws."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta, Struct

from logicsweep.answers.base import Answer, Number, filled, format_of
from logicsweep.board.board import Board
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import constraint_lines
from logicsweep.board.picture.placing import path, shapes_of
from logicsweep.board.picture.shapes import SQUARES, Label, Outline, Shapes as Placed, tiled
from logicsweep.board.picture.signs import ClueSign, clue_sign, note_of
from logicsweep.board.rules.region import NEIGHBOURS
from logicsweep.board.rules.rules import PlacedRules

_Point = Annotated[tuple[float, ...], Meta(min_length=2, max_length=2)]


class CellShapes(Struct, kw_only=True, frozen=True):
    """The places of drawn cells, in pixels; lines are the data of SVG paths, empty for none."""

    value: ClassVar = Placed
    outlines: tuple[Outline, ...]
    kinds: tuple[Number, ...]
    corners: tuple[_Point, ...]
    size: _Point
    left: float
    top: float
    labels: tuple[Label, ...]
    edges: str
    rims: str
    walls: str
    joints: str


class Shapes(Answer, kw_only=True, frozen=True):
    """The drawing of the cells of a board, their neighbours, and the values of clues.

    Attributes:
        shapes: The shapes; null for squares in rows.
        neighbours: For each cell, row by row, the numbers of its neighbours.
        scopes: For each cell, the numbers of the cells that a clue in it speaks of; null if these
            are its neighbours.
        clues: All that clues can show, in order; null where a clue is the number of mines in the
            cells that it speaks of.
        rules: The rules with what they say, and its constraints by name; empty without.
        note: The facts that the drawing does not show, in words.
    """

    shapes: CellShapes | None
    neighbours: tuple[tuple[Number, ...], ...]
    scopes: tuple[tuple[Number, ...], ...] | None
    clues: tuple[ClueSign, ...] | None
    rules: str
    note: str


def shapes(board: Board) -> Shapes:
    """Answer how a board is drawn."""
    drawn = shapes_of(board.height, board.width, board.own_adjacency)
    lines = constraint_lines(board.constraints, Place.of(board.grid, board.own_adjacency))
    return Shapes(
        format=format_of("shapes"),
        shapes=cell_shapes(drawn, board.height, board.width),
        neighbours=board.adjacency.lists,
        scopes=_scopes(board),
        clues=_clues(board.placed_rules),
        rules=note_of(board.placed_rules, 0, lines, has_priors=board.priors is not None),
        note=drawn.note,
    )


def cell_shapes(drawn: Placed, height: int, width: int) -> CellShapes | None:
    """Describe shapes as `shapes.js` draws them; None for squares in rows with nothing between."""
    if not (drawn.edges or drawn.rims or drawn.walls):
        plain = tiled(SQUARES, height, width)
        if (drawn.outlines, drawn.corners) == (plain.outlines, plain.corners):
            return None
    lines = {name: path(getattr(drawn, name)) for name in ("edges", "rims", "walls", "joints")}
    return filled(CellShapes, drawn, **lines)


def _scopes(board: Board) -> tuple[tuple[int, ...], ...] | None:
    if all(rule.region == NEIGHBOURS for rule in board.rules.clue.every):
        return None
    return tuple([tuple(sorted(board.scope(cell).cells)) for cell in board.cells])


def _clues(ruled: PlacedRules | None) -> tuple[ClueSign, ...] | None:
    if ruled is None:
        return None
    shown = []
    for code in ruled.values.codes:
        sign = clue_sign(ruled, code)
        if sign is None:
            return None
        shown.append(sign)
    return tuple(shown)
