"""The board as the browser draws it: labels, groups, lights, overlays, and where cells are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import Adjacency
from logicsweep.answers.base import as_object
from logicsweep.answers.shapes import cell_shapes
from logicsweep.board.picture.placing import shapes_of
from tests.site.browser.browsing import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

pytestmark = pytest.mark.slow

# An empty page.
EMPTY = """async () => {
    const module = (name) =>
        new URL(name, document.querySelector('script[type="module"]').src).href;
    window.BoardView = (await import(module("board.js"))).BoardView;
    window.Names = (await import(module("names.js"))).Names;
    for (const part of document.querySelectorAll("header, main, dialog")) part.remove();
    document.body.style.cssText = "display: block; height: auto; padding: 10px";
}"""
# A board in a box that scrolls. `made` are the arguments of `resize`, `names` are letters or none.
BOARD = """({ made, names }) => {
    document.getElementById("box")?.remove();
    const box = document.createElement("div");
    const place = document.createElement("div");
    box.id = "box";
    place.id = "place";
    box.style.cssText = "width: 600px; height: 400px; overflow: auto";
    box.append(place);
    document.body.append(box);
    window.heard = [];
    window.view = new BoardView(place, {
        point: (index) => heard.push(["point", index]),
        press: (index, event) => heard.push([event.type, index]),
        focus: (index) => heard.push(["focus", index]),
    }, { letters: new Names({}, true), none: null }[names]);
    place.addEventListener("click", (event) => heard.push(["click", view.atEvent(event)]));
    window.nothing = () => ({ verdict: null, chance: null, isBest: false });
    view.resize(...made);
    view.show(Array(made[0] * made[1]).fill("?"), nothing);
}"""


def _no_application(route: Route) -> None:
    route.fulfill(content_type="text/javascript", body='document.body.dataset.state = "ready";')


class Stage:
    """A page with one board and nothing else."""

    def __init__(self, visit: Visit) -> None:
        self.visit = visit
        self.page = visit.page
        # Without the application, which would look for its parts while they are taken away.
        self.page.route("**/app.js", _no_application)
        self.open()

    def open(self) -> None:
        """Load the page, as if nothing had been run in it."""
        self.visit.open()
        self.page.evaluate(EMPTY)

    def clear(self) -> None:
        """Have the page as a test finds it: without a pointer over it, and with usual media."""
        self.page.mouse.move(0, 0)
        self.page.emulate_media(color_scheme="light", reduced_motion="no-preference")

    def make(
        self, height: int, width: int, adjacency: Adjacency | None = None, names: str = ""
    ) -> None:
        """Put up a board of this size in place of the one that is there."""
        shapes = cell_shapes(shapes_of(height, width, adjacency), height, width)
        made = [height, width, None if shapes is None else as_object(shapes)]
        self.page.evaluate(BOARD, {"made": made, "names": names})

    def run(self, script: str, argument: Any = None) -> Any:
        """Run a script in the page."""
        return self.page.evaluate(f"(given) => {{ {script} }}", argument)

    def texts(self, selector: str) -> list[str]:
        """The texts of all elements that match."""
        return [str(text) for text in self.page.locator(selector).all_text_contents()]


@contextmanager
def staged(browser: Browser, url: str, **context: Any) -> Iterator[Stage]:
    """A stage that several tests use in turn."""
    visit = Visit(browser, url, **context)
    yield Stage(visit)
    visit.close()


@pytest.fixture(scope="module")
def shared_stage(browser: Browser, url: str) -> Iterator[Stage]:
    with staged(browser, url) as shared:
        yield shared


@pytest.fixture
def stage(shared_stage: Stage) -> Stage:
    shared_stage.clear()
    return shared_stage


def test_numbers_follow_the_names_of_cells(stage: Stage) -> None:
    stage.make(3, 28)
    assert stage.texts(".columns > span") == [str(column) for column in range(28)]
    stage.make(3, 28, names="letters")
    assert stage.texts(".columns > span")[25:] == ["Z", "AA", "AB"]
    assert stage.texts(".rows > span") == ["1", "2", "3"]


def test_names_of_rows_and_columns_stay_while_the_board_is_scrolled(stage: Stage) -> None:
    stage.make(30, 40)
    for size in (44, 13):
        stage.run("view.zoom(given); box.scrollTo(200, 150)", size)
        room, columns, rows, cell = stage.run(
            """return ["#box", ".columns > :nth-child(11)", ".rows > :nth-child(11)"].map((part) =>
                document.querySelector(part).getBoundingClientRect()).concat(view.cellBox(410))"""
        )
        assert (columns["top"] - room["top"], rows["left"] - room["left"]) == (0, 0)
        assert columns["x"] == pytest.approx(cell["x"], abs=0.1)
        assert rows["y"] == pytest.approx(cell["y"], abs=0.1)
    # A click on a name opens no cell that is below it.
    stage.run("heard.length = 0")
    stage.page.mouse.click(columns["x"] + 3, columns["y"] + 10)
    assert all(index is None for _, index in stage.run("return heard"))


def test_numbers_of_layers_and_graphs_follow_the_names_too(stage: Stage) -> None:
    stage.make(16, 4, Adjacency.grid((4, 4, 4)))
    assert stage.texts(".numbers .rows text") == [str(row) for row in range(16)]
    stage.make(16, 4, Adjacency.grid((4, 4, 4)), names="letters")
    assert stage.texts(".numbers .rows text") == [str(row) for row in range(1, 17)]
    columns = ["A", "B", "C", "D"]
    layers = [part for layer in range(4) for part in (f"layer {layer}", *columns)]
    assert stage.texts(".numbers .plain > text") == layers
    stage.make(16, 4, Adjacency.grid((4, 4, 4)), names="none")
    assert stage.texts(".numbers text") == [f"layer {layer}" for layer in range(4)]
    positions = [(0, 0), (1, 0), (1, 1), (3, 1)]
    stage.make(2, 2, Adjacency.graph([(0, 1), (1, 2), (2, 3)], positions=positions), "letters")
    assert stage.texts(".numbers text") == ["A1", "B1", "A2", "B2"]


def test_without_numbers_nine_columns_fill_a_phone(stage: Stage) -> None:
    stage.make(9, 9, names="none")
    stage.run("view.zoom(42)")
    assert stage.texts(".edge > span") == []
    width = stage.run("return view.svg.getBoundingClientRect().width")
    assert 9 * 42 <= width <= 390 - 8
    # Frames at the edge are not cut off by a margin that is so small.
    assert stage.run("return getComputedStyle(view.sheet).overflow") == "visible"


@pytest.mark.parametrize(
    ("height", "width", "adjacency"),
    [(9, 9, None), (5, 6, Adjacency.hexagon(5, 6)), (3, 6, Adjacency.triangle(3, 6))],
)
def test_cells_are_where_they_are_said_to_be(
    stage: Stage, height: int, width: int, adjacency: Adjacency | None
) -> None:
    for names in ("", "none"):
        stage.make(height, width, adjacency, names)
        stage.run("view.zoom(40)")
        differences = stage.run(
            """const tiles = [...document.querySelectorAll("#place [data-cell] > .tile")];
            return tiles.map((tile, index) => {
                const [a, b] = [tile.getBoundingClientRect(), view.cellBox(index)];
                return Math.max(Math.abs(a.x - b.x), Math.abs(a.y - b.y),
                    Math.abs(a.right - b.right), Math.abs(a.bottom - b.bottom));
            })"""
        )
        assert len(differences) == height * width
        assert max(differences) < 3  # covered cells are drawn a little smaller


def test_a_cell_is_scrolled_into_view_and_nothing_more(stage: Stage) -> None:
    stage.make(30, 40)
    for row, column in ((29, 39), (0, 0), (20, 3), (2, 30)):
        index = 40 * row + column
        box, room = stage.run(
            """view.reveal(given);
            return [view.cellBox(given), document.getElementById("box").getBoundingClientRect()]""",
            index,
        )
        assert room["x"] <= box["x"]
        assert room["y"] <= box["y"]
        assert box["x"] + box["width"] <= room["x"] + room["width"]
        assert box["y"] + box["height"] <= room["y"] + room["height"]
        before = stage.run("return [box.scrollLeft, box.scrollTop]")
        stage.run("view.reveal(given)", index)
        after = stage.run("return [box.scrollLeft, box.scrollTop]")
        assert before == after
    # Of several all are seen if there is room, however they come, or else the first.
    for cells, seen in (([1199, 950, 1035], 3), ([0, 1199, 605], 1)):
        inside = stage.run(
            """view.reveal(...given);
            const room = box.getBoundingClientRect();
            return given.map((index) => view.cellBox(index)).map(({ left, top, right, bottom }) =>
                left >= room.left + view.beside && top >= room.top + view.above
                && right <= room.right && bottom <= room.bottom)""",
            cells,
        )
        assert inside[:seen] == [True] * seen
        assert all(inside) == (seen == len(cells))


def test_each_group_has_a_colour_of_its_own_and_shared_cells_have_all(stage: Stage) -> None:
    stage.make(4, 8)
    stage.run(
        """const clues = [0, 1, 2, 3, 4, 5];
        view.frame({ groups: clues.map((clue) => ({ clue, cells: [8 + clue, 31] })) })"""
    )
    colours = stage.run(
        """return [0, 1, 2, 3, 4, 5].map((number) => {
            const frames = [...document.querySelectorAll(`.frames .group-${number}`)];
            const strokes = new Set(frames.map((frame) => getComputedStyle(frame).stroke));
            const dashes = frames[0].getAttribute("stroke-dasharray");
            return [frames.length, [...strokes], dashes];
        })"""
    )
    assert [count for count, _, _ in colours] == [3] * 6
    assert len({stroke for _, strokes, _ in colours for stroke in strokes}) == 6
    assert len({dashes for _, _, dashes in colours}) == 6
    # Each of six has a sixth of the way around the shared cell, one behind the other.
    parts = stage.run(
        """return [...document.querySelectorAll(".frames .group")].filter((frame) =>
            Math.round((Number(frame.getAttribute("x")) - 1.25) / 32) === 7).map((frame) =>
            [frame.getAttribute("stroke-dasharray").split(" ").map(Number),
             Number(frame.getAttribute("stroke-dashoffset"))])"""
    )
    assert len(parts) == 6
    for number, (dashes, offset) in enumerate(parts):
        assert sum(dashes) == pytest.approx(100, abs=0.1)
        assert dashes[-1] >= 100 * 5 / 6 - 0.1
        assert offset == pytest.approx(-100 / 6 * number)


def test_frames_that_stay_are_not_made_again(stage: Stage) -> None:
    stage.make(4, 4)
    stage.run(
        """window.lines = () => [...document.querySelectorAll(".frames .line")];
        view.frame({ framed: [1, 2] }); window.before = lines(); view.frame({ framed: [2, 3] });"""
    )
    assert stage.run("return lines().map((frame) => before.includes(frame))") == [True, False]
    assert stage.run("return lines().map((frame) => frame.classList.contains('changed'))") == [
        False,
        True,
    ]


def test_cells_light_up_above_all_frames(stage: Stage) -> None:
    stage.make(4, 4)
    stage.run("view.frame({ framed: [1, 2], focus: 5 }); view.light([5, 6])")
    assert stage.page.locator(".lights .lit").count() == 2
    assert stage.run(
        """const [frames, lights] = [".frames", ".lights"].map((x) => document.querySelector(x));
        return Boolean(frames.compareDocumentPosition(lights) & Node.DOCUMENT_POSITION_FOLLOWING)"""
    )
    stage.run("view.light([])")
    assert stage.page.locator(".lights > *").count() == 0
    assert stage.page.locator(".frames .line").count() == 4


def test_an_overlay_takes_the_place_of_the_chance(stage: Stage) -> None:
    stage.make(1, 4)
    stage.run(
        """view.show(["?", "?", "?", "?"], (index) => ({
            verdict: index === 3 ? "safe" : null, chance: index === 3 ? 0 : 0.5, isBest: false,
            isDim: index === 2,
            overlay: [{ text: "12%", heat: 90, words: "zero 12 %" },
                { text: "", heat: null, words: "" }][index],
        }))"""
    )
    cells = stage.run(
        """return [...document.querySelectorAll("#place [data-cell]")].map((cell) => [
            cell.textContent, cell.firstChild.getAttribute("fill"),
            cell.getAttribute("aria-label")])"""
    )
    assert cells == [
        ["12%", "var(--heat-90)", "covered, zero 12 %"],
        ["", "var(--covered)", "covered"],
        ["50%", "var(--heat-50)", "covered, mine probability 50%, not yet proved"],
        ["", "var(--safe)", "covered, proved safe"],
    ]


def test_many_equally_good_cells_have_a_frame_and_keep_their_numbers_free(stage: Stage) -> None:
    stage.make(2, 5)
    shown = """view.show(Array(10).fill('?'),
        (index) => ({ verdict: null, chance: 0.2, isBest: index < given }))"""
    for best in (3, 4):
        stage.run(shown, best)
        stars = stage.page.locator('#place use[href="#sign-best"]').count()
        frames = stage.page.locator("#place .best").count()
        assert (stars, frames) == ((3, 0) if best == 3 else (0, 4))
        said = stage.run(
            """return [...document.querySelectorAll("#place [data-cell]")].map((cell) =>
                cell.getAttribute("aria-label"))"""
        )
        assert [words.endswith("best cell") for words in said] == [at < best for at in range(10)]
        # No star is over a number.
        assert not stage.run(
            """return [...document.querySelectorAll("#place [data-cell]")].some((cell) => {
                const star = cell.querySelector("use");
                if (!star) return false;
                const path = document.querySelector("#sign-star path").getBBox();
                const text = cell.querySelector("text").getBBox();
                return star.y.baseVal.value + path.y + path.height > text.y + 3;
            })"""
        )


def test_only_news_of_some_cells_come_gradually(stage: Stage) -> None:
    stage.make(16, 30)
    fading = "return document.querySelectorAll('#place .veil > g > *').length"
    assert stage.run(fading) == 0
    # Counted at once: what fades is gone after some frames.
    opened = "window.tokens = Array(480).fill('?'); tokens[5] = '1'; view.show(tokens, nothing);"
    assert stage.run(f"{opened} {fading}") == 1
    stage.page.wait_for_function("() => !document.querySelector('.veil')")
    # Another probability is no news; a verdict is.
    shown = """view.show(tokens, (index) => ({
        verdict: given.includes(index) ? "safe" : null,
        chance: index === 5 ? null : index / 480, isBest: false }));"""
    assert stage.run(f"{shown} {fading}", []) == 0
    assert stage.run(f"{shown} {fading}", [7, 9]) == 2
    stage.page.wait_for_function("() => !document.querySelector('.veil')")
    assert stage.run(f"view.show(Array(480).fill('2'), nothing); {fading}") == 0


def test_what_moves_is_short_and_absent_where_it_is_not_wanted(stage: Stage) -> None:
    change = """view.show(Array(480).fill("?"), nothing);
        view.show(Array(480).fill("?").fill("1", 0, 3), nothing);
        view.frame({ framed: [3] });
        return document.getAnimations().map((each) => each.effect.getTiming().duration)"""
    stage.make(16, 30)
    durations = stage.run(change)
    assert len(durations) == 3
    assert max(durations) < 200
    stage.page.emulate_media(reduced_motion="reduce")
    stage.make(16, 30)
    assert stage.run(change) == []
