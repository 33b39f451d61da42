"""The lines between the cells of a picture: edges of a graph, walls, joined sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from logicsweep.board.picture.markup import element, number
from logicsweep.board.picture.shapes import Line, Shapes
from logicsweep.board.picture.themes import Theme


def edges(shapes: Shapes, colours: Theme, place: str) -> str:
    """Draw the edges of a graph, below its cells, under this transform; maybe none."""
    if not shapes.edges:
        return ""
    style = {"fill": "none", "stroke": colours.edge, "stroke_width": 1.5}
    return element("path", d=path(shapes.edges), transform=place, **style)


def walls(shapes: Shapes, colours: Theme) -> Iterator[str]:
    """Draw walls and joined sides, if there are any, in a way to be seen on all cell colours."""
    if shapes.rims:
        dashes = element("path", d=path(shapes.rims), stroke_width=2, stroke_dasharray="7 5")
        yield element("g", dashes, fill="none", stroke=colours.text, class_="rims")
    if not shapes.walls:
        return
    lines, joints = path(shapes.walls), path(shapes.joints)
    drawn = [
        element("path", d=joints, stroke=colours.text, stroke_width=2) if joints else "",
        element("path", d=lines, stroke=colours.page, stroke_width=8),
        element("path", d=lines, stroke=colours.text, stroke_width=5),
    ]
    yield element("g", *drawn, fill="none", stroke_linecap="round", class_="walls")


def halo(shapes: Shapes, colours: Theme) -> dict[str, object]:
    """Return the attributes that make labels readable on the edges of a graph."""
    if not shapes.edges:
        return {}
    return {"stroke": colours.page, "stroke_width": 4, "paint_order": "stroke"}


def path(lines: Iterable[Line]) -> str:
    """Write lines as the data of an SVG path."""
    return "".join(
        f"M{number(x)} {number(y)}L{number(to_x)} {number(to_y)}" for x, y, to_x, to_y in lines
    )
