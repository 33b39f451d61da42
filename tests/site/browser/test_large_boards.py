"""Boards on canvases: they look and act as the others do, and only paint what has to be painted."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from logicsweep import Adjacency, Board, html
from logicsweep.board.picture.themes import THEMES
from tests.site.browser.browsing import Visit, check_access
from tests.site.browser.test_board import Stage, staged

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
# More cells than are drawn as elements, and fewer; the first columns and rows are the same.
LARGE, SMALL = (60, 60), (12, 18)
# Every sign, every kind of text, and every way in which a cell is known.
SIGNS = """const signs = Array.from("???1??2?F12345678_*0??????F").map((token, at) =>
    at === 11 ? "=12" : at === 13 ? ">=2" : token);
const place = (index) => [Math.floor(index / view.width), index % view.width];
const token = (index) => signs[(place(index)[0] * 9 + place(index)[1]) % 27];
const all = Array.from({ length: view.width * view.height }, (_, index) => token(index));
const known = (index) => {
    const [row, column] = place(index);
    const covered = "?F".includes(token(index));
    return {
        verdict: covered && row % 4 === 0 && column % 9 < 2 ? ["safe", "mine"][column % 2] : null,
        chance: covered ? ((row * 18 + column) * 37 % 997) / 997 : null, isBest: false,
        isDim: row === 5,
        overlay: row === 6 ? { text: "z9", heat: 10 * column % 100, words: "zero" } : undefined,
    };
};
"""


@pytest.fixture(scope="module")
def stages(browser: Browser, url: str) -> Iterator[dict[float, Stage]]:
    """Stages by the pixels of the screen for each of the page's."""
    with staged(browser, url) as one, staged(browser, url, device_scale_factor=1.5) as more:
        yield {1: one, 1.5: more}


@pytest.fixture(params=[1, 1.5])
def stage(stages: dict[float, Stage], request: pytest.FixtureRequest) -> Stage:
    stages[request.param].clear()
    return stages[request.param]


@pytest.fixture
def plain_stage(stages: dict[float, Stage]) -> Stage:
    stages[1].clear()
    return stages[1]


def seen(stage: Stage, *, pixels: tuple[int, int] = (500, 340)) -> np.ndarray:
    """What is on the screen, from the corner of the box of the board on."""
    from PIL import Image

    box = stage.run("return box.getBoundingClientRect()")
    clip = {"x": box["x"], "y": box["y"], "width": pixels[0], "height": pixels[1]}
    shot = stage.page.screenshot(clip=clip)
    return np.asarray(Image.open(io.BytesIO(shot)).convert("RGB")).astype(int)


@pytest.mark.parametrize(
    ("topology", "scheme", "stage"),
    [
        *(("square", "light", 1), ("square", "dark", 1.5)),
        *(("hexagon", "dark", 1.5), ("triangle", "light", 1)),
        pytest.param("square", "light", 1.5, marks=pytest.mark.night),
        pytest.param("square", "dark", 1, marks=pytest.mark.night),
        pytest.param("hexagon", "dark", 1, marks=pytest.mark.night),
        pytest.param("triangle", "light", 1.5, marks=pytest.mark.night),
    ],
    indirect=["stage"],
)
def test_canvases_look_as_elements_do(stage: Stage, scheme: str, topology: str) -> None:
    stage.page.emulate_media(color_scheme=scheme)
    pictures = []
    for height, width in (LARGE, SMALL):
        made = {"square": None, "hexagon": Adjacency.hexagon, "triangle": Adjacency.triangle}
        adjacency = made[topology]
        stage.make(height, width, adjacency and adjacency(height, width))
        stage.run(f"{SIGNS} view.show(all, known)")
        pictures.append(seen(stage))
    assert stage.page.locator("canvas").count() == 0
    # Smoothed edges differ where cells do not begin with a pixel; a sign or a number that is
    # missing or elsewhere would be more than that.
    apart = np.abs(pictures[0] - pictures[1]).max(axis=2)
    assert apart.mean() < (1.5 if topology == "square" else 15)
    cells = apart[: apart.shape[0] // 20 * 20, : apart.shape[1] // 20 * 20]
    blocks = cells.reshape(cells.shape[0] // 20, 20, -1, 20).mean(axis=(1, 3))
    assert blocks.max() < 40


def test_a_pixel_of_the_screen_is_a_pixel_of_the_canvas(stage: Stage) -> None:
    stage.make(*LARGE)
    for size in (32, 21, 7.5, 96):
        stage.run("view.zoom(given)", size)
        sizes = stage.run(
            """return [...document.querySelectorAll("canvas")].map((canvas) => {
                const box = canvas.getBoundingClientRect();
                return [canvas.width - box.width * devicePixelRatio,
                    canvas.height - box.height * devicePixelRatio];
            })"""
        )
        assert sizes
        assert np.abs(sizes).max() < 0.05


def test_there_are_no_gaps_between_cells_of_any_size(stage: Stage) -> None:
    stage.make(*LARGE)
    stage.run("view.zoom(6.19)")
    box = stage.run("return view.cellBox(0)")
    origin = stage.run("return box.getBoundingClientRect()")
    share = stage.run("return devicePixelRatio")
    x, y = (int(share * (box[axis] - origin[axis]) + 4) for axis in ("x", "y"))
    picture = seen(stage)[y : y + int(200 * share), x : x + int(200 * share)]
    # Edges of cells come at distances that differ by a pixel at most, and all look alike.
    for axis in (0, 1):
        brightness = picture.sum(axis=2).mean(axis=axis)
        lines = np.nonzero(np.abs(np.diff(brightness)) > 15)[0]
        assert brightness.max() - np.median(brightness) < 60
        assert len(lines) == 0 or np.diff(lines).max() <= 6.19 * share + 2


def test_keys_lead_from_cell_to_cell_and_each_is_said(plain_stage: Stage) -> None:
    stage = plain_stage
    stage.make(*LARGE)
    stage.run(f"{SIGNS} view.show(all, known)")
    stage.page.keyboard.press("Tab")
    focused = """const cell = document.activeElement;
        return [cell.getAttribute("role"), cell.dataset.cell, cell.getAttribute("aria-label"),
            cell.parentNode.getAttribute("aria-rowindex"), cell.getAttribute("aria-colindex")]"""
    assert stage.run(focused) == ["gridcell", "0,0", "covered, proved safe", "1", "1"]
    for key in ("ArrowDown", "ArrowRight"):
        stage.page.keyboard.press(key)
    assert stage.run(focused) == ["gridcell", "1,1", "clue 2", "2", "2"]
    stage.page.keyboard.press("End")
    assert stage.run(focused)[1] == "1,59"
    assert stage.run("return document.querySelectorAll('#place [role=gridcell]').length") == 1
    # It was scrolled to.
    box, room = stage.run("return [view.cellBox(119), box.getBoundingClientRect()]")
    assert box["x"] + box["width"] <= room["x"] + room["width"]
    stage.run("all[119] = '5'; view.show(all, known)".replace("all[", f"{SIGNS} all[", 1))
    assert stage.run(focused)[2] == "clue 5"
    assert [index for kind, index in stage.run("return heard") if kind == "focus"] == [60, 61, 119]


def test_events_name_the_cells_where_they_are(plain_stage: Stage) -> None:
    stage = plain_stage
    for adjacency in (None, Adjacency.hexagon(*LARGE), Adjacency.triangle(*LARGE)):
        stage.make(*LARGE, adjacency)
        stage.run("box.scrollTo(300, 200)")
        for index in (60 * 12 + 15, 60 * 13 + 16, 60 * 14 + 20):
            stage.run("heard.length = 0")
            box = stage.run("view.reveal(given); return view.cellBox(given)", index)
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            stage.page.mouse.move(x, y)
            stage.page.mouse.click(x, y)
            stage.page.mouse.click(x, y, button="right")
            at_point = stage.run(
                "return view.atPoint({ clientX: given[0], clientY: given[1] })", [x, y]
            )
            assert at_point == index
            heard = dict(stage.run("return heard"))
            kinds = ("point", "pointerdown", "pointermove", "click", "contextmenu")
            assert heard == dict.fromkeys(kinds, index)
            assert stage.run("return view.atEvent({ target: document.activeElement })") == index
            assert stage.page.locator(".pointed > *").count() == 1
        stage.page.mouse.move(1000, 700)
        assert stage.page.locator(".pointed > *").count() == 0
        assert stage.run("return heard.at(-1)") == ["point", None]


COUNT = """window.painted = 0;
    const draw = CanvasRenderingContext2D.prototype.drawImage;
    CanvasRenderingContext2D.prototype.drawImage = function (...words) {
        painted += 1;
        draw.apply(this, words);
    };"""


def test_only_what_changes_and_is_seen_is_painted(plain_stage: Stage) -> None:
    stage = plain_stage
    stage.make(200, 200)
    stage.run(COUNT)
    stage.run(f"{SIGNS} window.all = all; window.known = known; view.show(all, known)")
    # The box shows some 250 cells, and tiles end somewhere behind it.
    assert 250 < stage.run("return painted") < 2500
    for changed, most in (([5], 1), ([5, 207, 39_999], 2)):
        painted = stage.run(
            """painted = 0;
            for (const index of given) all[index] = all[index] === "7" ? "6" : "7";
            view.show(all, known);
            return painted""",
            changed,
        )
        assert painted == most
    # Far more tiles come into view than there are at a time.
    most = stage.run(
        """return (async () => {
            let most = 0;
            for (let step = 0; step < 40; step++) {
                box.scrollTo(150 * step, 150 * step);
                await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
                most = Math.max(most, document.querySelectorAll("canvas").length);
            }
            return most;
        })()"""
    )
    assert most <= 9
    corner = seen(stage)
    stage.run("view.show(all.map(() => '?'), nothing)")
    assert np.abs(seen(stage) - corner).max() > 100
    assert len(np.unique(corner.reshape(-1, 3), axis=0)) > 30


def test_a_board_that_is_zoomed_step_by_step_is_sharp_in_the_end(plain_stage: Stage) -> None:
    stage = plain_stage
    pictures = []
    for sizes in ([40], [35, 38, 44, 41, 40]):
        stage.make(*LARGE)
        stage.run(f"{SIGNS} view.show(all, known)")
        stage.run(
            """window.waiting = [];
            performance.now = () => 1e9;
            window.setTimeout = (act) => waiting.push(act);
            for (const size of given) view.zoom(size)""",
            sizes,
        )
        if len(sizes) > 1:
            assert np.abs(seen(stage) - pictures[0]).max() > 50
            stage.run("waiting.at(-1)()")
        pictures.append(seen(stage))
    assert (pictures[0] == pictures[1]).all()
    stage.open()


def test_colours_follow_the_scheme(plain_stage: Stage) -> None:
    stage = plain_stage
    stage.make(*LARGE)
    for scheme in ("dark", "light", "dark"):
        stage.page.emulate_media(color_scheme=scheme)
        stage.run("return new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        covered = THEMES[scheme].covered
        box = stage.run("return view.cellBox(61)")
        origin = stage.run("return box.getBoundingClientRect()")
        x, y = (int(box[axis] - origin[axis] + 16) for axis in ("x", "y"))
        assert seen(stage)[y, x].tolist() == [int(covered[at : at + 2], 16) for at in (1, 3, 5)]


def test_layouts_are_laid_over_it_and_taken_away(plain_stage: Stage) -> None:
    stage = plain_stage
    stage.make(*LARGE)
    before = seen(stage)
    stage.run("view.lay([0, 1, 2], [61, 62])")
    differing = np.abs(seen(stage) - before).max(axis=2) > 60
    corner = stage.run("return view.cellBox(0).x - box.getBoundingClientRect().x")
    columns = {int((x - corner) // 32) for x in np.nonzero(differing)[1]}
    assert columns == {0, 1, 2}
    stage.run("view.lay()")
    assert (seen(stage) == before).all()


def test_a_board_changes_its_kind_with_its_size(plain_stage: Stage) -> None:
    stage = plain_stage
    stage.make(*LARGE)
    stage.run("view.svg.classList.add('painting')")
    for size, canvases in ((9, 0), (60, 1), (60, 1), (9, 0)):
        stage.run(
            "view.resize(given, given); view.show(Array(given ** 2).fill('?'), nothing)", size
        )
        assert (stage.page.locator("canvas").count() > 0) == canvases
        assert stage.page.locator("#place [role=grid].painting").count() == 1
        assert stage.run("return view.svg.getAttribute('aria-rowcount')") == str(size)


def test_machines_find_nothing_to_complain_about(plain_stage: Stage) -> None:
    stage = plain_stage
    stage.make(*LARGE)
    stage.run(f"{SIGNS} view.show(all, known); view.frame({{ focus: 3 }}); view.focus(4)")
    stage.run("document.getElementById('box').setAttribute('role', 'main')")
    check_access(stage.page, passing=("page-has-heading-one",))


def test_files_that_stand_alone_have_canvases_too(browser: Browser, tmp_path: Path) -> None:
    board = Board(np.full((60, 60), -1), mines=500).replace({(1, 1): 2, (3, 4): 1})
    file = tmp_path / "board.html"
    file.write_text(html(board), encoding="utf-8")
    page = browser.new_page()
    complaints: list[str] = []
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: complaints.append(said.text))
    page.goto(file.as_uri())
    page.locator("canvas").first.wait_for()
    box = page.locator("#board .stay").bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 2.5 * box["width"], box["y"] + 1.5 * box["height"])
    text = page.locator("#detail").inner_text()
    assert text.startswith("(1,2)")
    assert "Selected" in text
    page.close()
    assert not complaints


def test_a_large_board_begins_where_its_answer_is(browser: Browser, url: str) -> None:
    """With cells that can be read; all of it is seen at the press of a button."""
    visit = Visit(browser, url, reduced_motion="reduce")
    visit.open(Board(np.full((100, 100), -1), mines=2063).replace({(99, 99): 0}))
    measured = """() => {
        const board = document.querySelector("#board");
        return [document.querySelector("#grid .stay").getBoundingClientRect().width,
            board.scrollLeft, board.clientWidth, board.scrollWidth];
    }"""
    side, moved, seen, _ = visit.page.evaluate(measured)
    assert side >= 14  # a cell of 16 pixels without its edges
    assert moved < 98 * 16 < moved + seen
    visit.page.locator("#fit").evaluate("(button) => button.click()")
    side, _, seen, whole = visit.page.evaluate(measured)
    assert side < 8
    assert whole <= seen
    visit.close()
