"""Strips: several boards in one picture, beside each other and one after the other."""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, LimitError, html, png, svg
from logicsweep.board.picture.drawing import board_parts
from logicsweep.board.picture.picture import NOTEBOOK_CELLS
from logicsweep.board.picture.themes import THEMES, ThemeName
from logicsweep.errors import ArgumentTypeError
from logicsweep.render import Strip, animation, gif, strip
from tests.judges.refusals import refused

BOARD = Board.parse("mines: 2\n\n?1?\n121\n???\n")
HEXAGONS = Board([[-1, 1], [-1, -1]], adjacency=Adjacency.hexagon(2, 2))
OTHERS: list[Board] = [
    HEXAGONS,
    Board.parse("liars: 1\nmines: 1\n\n?1?\n"),
    Board.parse("rules: 1M\nmines: 3\n\n?2?\n???\n"),
    Board.parse("mines: 1\n\n2..3 ? ?\n? F ?\n"),
    Board([[-1, 1], [-1, -1]], adjacency=Adjacency.graph([(0, 1), (1, 2), (2, 3)])),
]
SVG = "{http://www.w3.org/2000/svg}"


def numbered(text: str) -> dict[int, ET.Element]:
    """The pictures of a strip by number."""
    every = ET.fromstring(text).iter()
    return {int(one.attrib["data-number"]): one for one in every if "data-number" in one.attrib}


def cells_of(element: ET.Element) -> set[str]:
    return {one.attrib["data-cell"] for one in element.iter() if "data-cell" in one.attrib}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("draw", [svg, animation])
def test_each_board_is_drawn_as_by_itself(draw: object, theme: ThemeName) -> None:
    assert callable(draw)
    row = strip([BOARD, KnowledgeBase(BOARD), *OTHERS], [f"number {place}" for place in range(7)])
    text = draw(row, theme)
    pictures = numbered(text)
    assert list(pictures) == [1, 2, 3, 4, 5, 6, 7]
    for picture, element in zip(row.pictures, pictures.values(), strict=True):
        height, width = picture.grid.shape
        assert cells_of(element) == {f"{row},{column}" for row, column in np.ndindex(height, width)}
        drawn, _, _ = board_parts(picture, picture.shapes, THEMES[theme])
        assert "".join(drawn) in text
    words = [one.text for one in pictures[3].iter(f"{SVG}text")]
    assert words[0] == "number 2"
    assert "Neighbours share a side." in text


@pytest.mark.parametrize("draw", [svg, animation])
def test_one_legend_explains_all(draw: object) -> None:
    assert callable(draw)
    mine = Board.parse("1?\n")
    text = draw(strip([BOARD, KnowledgeBase(mine), KnowledgeBase(BOARD)]))
    assert text.count(">proved safe<") == text.count(">proved mine<") == 1
    assert ">proved" not in draw(strip([BOARD, BOARD]))


def test_title_and_description_say_what_is_drawn() -> None:
    row = strip([BOARD, BOARD], ["before & after", "<b>"], title="a < b & c")
    for text in (svg(row), animation(row)):
        tree = ET.fromstring(text)
        assert tree.get("role") == "img"
        assert tree.findtext(f"{SVG}title") == "a < b & c"
        assert tree.findtext(f"{SVG}desc") == "before & after; <b>"
    assert ET.fromstring(svg(strip([BOARD]))).findtext(f"{SVG}title") == "1 picture"
    assert ET.fromstring(svg(strip([BOARD]))).find(f"{SVG}desc") is None


def boxes(text: str) -> Iterator[tuple[float, float, float, float]]:
    """The left, top, right and bottom of the tiles of each picture of a strip."""
    for picture in numbered(text).values():
        left, top = _moved(picture.get("transform", ""))
        for group in picture.iter(f"{SVG}g"):
            if found := re.fullmatch(
                r"translate\(0 (\d+)\) scale\((\S+)\)", group.get("transform", "")
            ):
                scale = float(found[2])
                inner = [_moved(one.get("transform", "")) for one in group.iter(f"{SVG}g")][1:]
                x, y = max(inner)
                yield left + x * scale, top + float(found[1]) + y * scale, left, top


def _moved(transform: str) -> tuple[float, float]:
    found = re.match(r"translate\((\S+) (\S+?)\)", transform)
    return (float(found[1]), float(found[2])) if found else (0.0, 0.0)


@pytest.mark.parametrize(("side", "number"), [(3, 1), (3, 2), (6, 25), (16, 7), (25, 5), (1, 40)])
def test_pictures_stand_in_rows_within_the_strip(side: int, number: int) -> None:
    board = Board(np.full((side, side), -1))
    text = svg(strip([board] * number, [f"{place}: opens (2,3)" for place in range(number)]))
    tree = ET.fromstring(text)
    width, height = float(tree.attrib["width"]), float(tree.attrib["height"])
    corners = [(left, top) for *_, left, top in boxes(text)]
    assert len(set(corners)) == number
    assert corners == sorted(corners, key=lambda corner: (corner[1], corner[0]))
    assert width <= 1100
    assert all(0 <= left < width and 0 <= top < height for left, top in corners)
    in_row = sum(top == corners[0][1] for _, top in corners)
    assert in_row >= min(number, 3)


def test_an_animation_stands_still_for_who_asks_for_it() -> None:
    row = strip([BOARD] * 4)
    text = animation(row, seconds=0.5)
    tree = ET.fromstring(text)
    assert tree.find(f".//{SVG}script") is None
    style = tree.findtext(f".//{SVG}style") or ""
    # All movement is in the one block that does not apply under reduced motion.
    assert style.strip().startswith("@media (prefers-reduced-motion: no-preference) {")
    assert style.count("@media") == 1
    assert style.strip().endswith("}\n}")
    shown = [frame.get("visibility") for frame in numbered(text).values()]
    assert shown == ["hidden", "hidden", "hidden", None]
    assert "3000ms" in style  # three pictures of half a second, and the last for three times that
    delays = [frame.attrib["style"] for frame in numbered(text).values()]
    assert delays == [f"animation-delay:{delay}ms" for delay in (-3000, -2500, -2000, -1500)]


def test_a_single_picture_does_not_move() -> None:
    text = animation(strip([BOARD]))
    assert "@keyframes" not in text
    assert "hidden" not in text


def test_rules_of_two_animations_in_a_page_do_not_meet() -> None:
    names = {
        re.findall(r"@keyframes (\S+) ", animation(strip([BOARD] * number), seconds=seconds))[0]
        for number in (2, 3)
        for seconds in (1, 2)
    }
    assert len(names) == 4


@pytest.mark.slow
def test_a_gif_has_a_frame_for_each_picture() -> None:
    from PIL import Image

    row = strip([BOARD, KnowledgeBase(BOARD), Board.parse("mines: 2\n\n?1?\n121\n?1?\n")])
    image = Image.open(io.BytesIO(gif(row, "dark", seconds=0.5)))
    times = []
    for place in range(image.n_frames):
        image.seek(place)
        times.append(image.info["duration"])
    assert times == [500, 500, 1500]
    assert image.info["loop"] == 0
    page = tuple(int(THEMES["dark"].page[place : place + 2], 16) for place in (1, 3, 5))
    assert image.convert("RGB").getpixel((1, 1)) == page


@pytest.mark.slow
def test_a_strip_in_pixels() -> None:
    row = strip([Board(np.full((300, 300), -1))] * 3)
    for paint in (png, gif):
        with refused(LimitError):
            paint(row)
    assert png(strip([BOARD, HEXAGONS])).startswith(b"\x89PNG")
    with refused(ArgumentTypeError):
        gif(BOARD)  # type: ignore[arg-type]


def test_a_strip_in_a_notebook() -> None:
    row = strip([BOARD, HEXAGONS])
    assert row._repr_svg_() == svg(row)
    side = int((NOTEBOOK_CELLS / 2) ** 0.5) + 1
    assert strip([Board(np.full((side, side), -1))] * 2)._repr_svg_() is None
    assert repr(row) == "<Strip: 2 pictures>"


def test_limits() -> None:
    small, large = Board([[-1]]), Board(np.full((300, 300), -1))
    with refused(LimitError):
        strip([small] * 1001)
    row = strip([large] * 3)
    for draw in (svg, animation):
        with refused(LimitError):
            draw(row)


def test_wrong_arguments() -> None:
    row = strip([BOARD])
    with refused(ValueError):
        strip([])
    with refused(ValueError):
        strip([BOARD], ["a", "b"])
    with refused(ArgumentTypeError):
        strip("ab")  # type: ignore[arg-type]
    with refused(ArgumentTypeError):
        strip([BOARD], [1])  # type: ignore[list-item]
    with refused(ValueError):
        svg(row, "blue")  # type: ignore[arg-type]
    for seconds in (0, -1, 61, float("nan"), float("inf")):
        with refused(ValueError):
            animation(row, seconds=seconds)
    with refused(ArgumentTypeError):
        html(row)  # type: ignore[arg-type]
    assert isinstance(row, Strip)
