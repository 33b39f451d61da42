"""The shapes of a board's cells as `shapes.js` draws them."""

from __future__ import annotations

from typing import Any

from logicsweep.board.picture.between import path
from logicsweep.board.picture.shapes import Shapes
from logicsweep.board.picture.tilings import squares


def shaped(found: Shapes, height: int, width: int) -> dict[str, Any] | None:
    """The shapes as an object; None for squares in rows with nothing between them.

    `CellShapes` in `render/json/shapes.py` describes it.
    """
    if _is_plain(found, height, width):
        return None
    return {
        "outlines": [
            {
                "corners": [[round(x, 3), round(y, 3)] for x, y in outline.corners],
                "inradius": outline.inradius,
                "narrow": outline.narrow,
            }
            for outline in found.outlines
        ],
        "kinds": found.kinds,
        "corners": found.corners,
        "size": found.size,
        "left": found.left,
        "top": found.top,
        "labels": [label._asdict() for label in found.labels],
        "edges": path(found.edges),
        "rims": path(found.rims),
        "walls": path(found.walls),
        "joints": path(found.joints),
    }


def _is_plain(found: Shapes, height: int, width: int) -> bool:
    if found.edges or found.rims or found.walls:
        return False
    plain = squares(height, width)
    return (found.outlines, found.corners) == (plain.outlines, plain.corners)
