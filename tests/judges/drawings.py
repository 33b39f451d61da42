"""Drawings are read: which texts and shapes stand in which cell."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from logicsweep.board.picture.shapes import CELL
from logicsweep.board.picture.themes import THEMES

NS = "{http://www.w3.org/2000/svg}"
Place = tuple[int, int]


def drawn(drawing: str) -> Iterator[tuple[Place, ET.Element]]:
    """Every text and path on the board with the cell that it is in."""
    root = ET.fromstring(drawing)
    ground = next(one for one in root.findall(f"{NS}g") if one.find(".//*[@data-cell]") is not None)
    for one in ground.iter():
        if one.tag == f"{NS}text":
            yield (int(float(one.get("y")) // CELL), int(float(one.get("x")) // CELL)), one
        elif one.tag == f"{NS}path" and one.get("fill") == "none":
            x, y = map(int, re.match(r"M(\d+) (\d+)", one.get("d")).groups())
            yield (y // CELL, x // CELL), one


def marked(drawing: str) -> tuple[set[Place], set[Place]]:
    """The cells with a ring, which are safe, and those with a cross, which are mines."""
    rings, crosses = set(), set()
    for cell, one in drawn(drawing):
        if one.get("stroke") == THEMES["light"].on_verdict:
            (rings if "a" in one.get("d") else crosses).add(cell)
    return rings, crosses
