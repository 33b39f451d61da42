"""Boards of other shapes in a real browser: drawn, painted, walked through, played."""

from __future__ import annotations

from math import dist
from typing import TYPE_CHECKING

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase
from logicsweep.board.picture.placing import shapes_of
from tests.site.browser.browsing import Visit, fill
from tests.site.browser.test_board import Stage, shared_stage

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.slow
HEXAGON = Adjacency.hexagon(4, 5)
__all__ = ["shared_stage"]


def blank(adjacency: Adjacency, height: int, width: int) -> Board:
    grid = np.full((height, width), -1)
    return Board(grid, mines=4, adjacency=adjacency)


def middles(visit: Visit) -> dict[tuple[int, int], tuple[float, float]]:
    """Where each cell is on the screen, as (x, y)."""
    found = visit.page.evaluate(
        """() => [...document.querySelectorAll("[data-cell] > .tile")].map((tile) => {
            const box = tile.getBoundingClientRect();
            return [tile.parentNode.dataset.cell, box.x + box.width / 2, box.y + box.height / 2];
        })"""
    )
    return {tuple(map(int, cell.split(","))): (x, y) for cell, x, y in found}


def test_hexagons_are_hexagons_and_the_cell_that_is_clicked_is_painted(visit: Visit) -> None:
    visit.open(blank(HEXAGON, 4, 5).with_total(6))
    page = visit.page
    ends = page.evaluate(
        """() => [...document.querySelectorAll("#grid .tile")].map(
            (tile) => tile.getAttribute("d").match(/[ML]/g).length)"""
    )
    assert ends == [6] * 20
    where = middles(visit)
    near = {
        cell
        for cell, place in where.items()
        if 0 < dist(place, where[2, 2]) < 1.2 * dist(where[0, 0], where[0, 1])
    }
    assert near == {divmod(number, 5) for number in HEXAGON.neighbours(12)}
    visit.tool("Clue 6")
    page.mouse.click(*where[2, 2])
    visit.changed()
    said = visit.said()
    assert said.pop((2, 2)) == "(2,2) clue 6"
    for (row, column), words in said.items():
        verdict = "mine" if (row, column) in near else "safe"
        assert words == f"({row},{column}) covered, proved {verdict}"


def test_verdicts_reasons_and_keys_follow_the_shapes(visit: Visit) -> None:
    board = blank(HEXAGON, 4, 5).replace({(2, 2): 0, (0, 0): 2})
    visit.open(board)
    kb = KnowledgeBase(board)
    said = visit.said()
    proved = kb.consequences()
    assert {cell for cell, words in said.items() if "proved safe" in words} == proved.safe
    assert {cell for cell, words in said.items() if "proved mine" in words} == proved.mines
    assert "share a side" in visit.text("#about")
    page = visit.page
    where = middles(visit)
    page.mouse.click(*where[1, 2])
    page.wait_for_selector("#why .text")
    assert "C2 is safe" in visit.text("#why")
    assert page.locator(".frames path.focus").count() == 1
    page.keyboard.press("Escape")
    visit.cell(1, 2).focus()
    ways = {"ArrowRight": (1, 0), "ArrowDown": (0, 1), "ArrowLeft": (-1, 0), "ArrowUp": (0, -1)}
    cell = (1, 2)
    for key, (over, down) in ways.items():
        page.keyboard.press(key)
        name = page.evaluate("() => document.activeElement.dataset.cell")
        following = tuple(map(int, name.split(",")))
        (x, y), (u, v) = where[cell], where[following]
        assert (u - x) * over + (v - y) * down > 10
        assert following[0] * 5 + following[1] in HEXAGON.neighbours(cell[0] * 5 + cell[1])
        cell = following
    assert cell == (1, 2)


@pytest.mark.parametrize(
    ("adjacency", "shape"),
    [
        (Adjacency.triangle(3, 6), (3, 6)),
        (Adjacency.grid((2, 2, 3)), (4, 3)),
        (Adjacency.torus(3, 4).without([(0, 1)]), (3, 4)),
        (
            Adjacency.graph([(0, 1), (1, 2), (2, 3)], positions=[(0, 0), (1, 0), (1, 1), (3, 1)]),
            (2, 2),
        ),
    ],
)
def test_cells_are_where_pictures_have_them(
    shared_stage: Stage, adjacency: Adjacency, shape: tuple[int, int]
) -> None:
    height, width = shape
    shared_stage.make(height, width, adjacency)
    shapes = shapes_of(height, width, adjacency)
    where = middles(shared_stage.visit)
    boxes = [
        (np.min(corners, axis=0) + np.max(corners, axis=0)) / 2
        for number in range(height * width)
        for corners in [shapes.polygon(number) or [shapes.middle(number)]]
    ]
    found = np.array([where[divmod(number, width)] for number in range(height * width)])
    scale = np.ptp(found[:, 0]) / np.ptp(np.array(boxes)[:, 0])
    assert found - found[0] == pytest.approx(
        scale * (np.array(boxes) - boxes[0]), abs=0.15 * scale * 32
    )
    lines = {"rims": shapes.rims, "walls": shapes.walls, "edges": shapes.edges}
    for kind, drawn in lines.items():
        assert shared_stage.page.locator(f"#place .{kind}").count() == bool(drawn)


def test_a_new_board_has_the_topology_that_was_chosen(visit: Visit) -> None:
    visit.open()
    page = visit.page
    dialog = page.locator("#new-dialog")
    for wanted, cells in (("triangle", 81), ("grid 3x3x3", 27), ("dodecagon", 27)):
        visit.menu("New…")
        fill(dialog, rows=9, columns=9, mines=10)
        dialog.get_by_label("Topology").fill(wanted)
        dialog.get_by_role("button", name="Create").click()
        if wanted == "dodecagon":
            page.locator("#toast", has_text="Unknown topology").wait_for()
        page.wait_for_function(
            "(cells) => document.querySelectorAll('#grid [data-cell]').length === cells", arg=cells
        )
        visit.ready()
    page.get_by_role("button", name="Undo").click()
    visit.ready()
    assert len(visit.said()) == 81
    assert page.locator("#grid path.tile").count() == 81


def test_clues_of_two_digits_are_typed_turned_and_shown(visit: Visit) -> None:
    visit.open(Board(np.full((9, 3), -1), adjacency=Adjacency.grid((3, 3, 3))))
    page = visit.page
    visit.cell(4, 1).focus()
    for key in "26":
        page.keyboard.press(key)
    visit.changed()
    said = visit.said()
    assert said.pop((4, 1)) == "(4,1) clue 26"
    assert all("proved mine" in words for words in said.values())
    visit.tool("Covered")
    visit.cell(0, 0).hover()
    page.mouse.wheel(0, -10)
    visit.changed()
    assert visit.said()[0, 0] == "(0,0) clue 26"


def test_games_are_played_on_hexagons(visit: Visit) -> None:
    visit.open()
    page = visit.page
    visit.place("Play")
    page.get_by_role("button", name="Custom…").click()
    dialog = page.locator("#play-dialog")
    fill(dialog, rows=9, columns=9, mines=10)
    dialog.get_by_label("Topology").fill("hexagon")
    dialog.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('#grid path.tile').length === 81")
    visit.ready()
    page.mouse.click(*middles(visit)[4, 4])
    page.locator('[data-cell="4,4"][aria-label="(4,4) clue 0"]').wait_for()
    visit.ready()
    near = Adjacency.hexagon(9, 9).neighbours(40)
    said = visit.said()
    assert all("clue" in said[divmod(number, 9)] for number in near)
