"""What a first version of the page did wrong with its window: each stays mended.

Phones, wide screens, messages, motion, and what a browser keeps; see `test_mended.py`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import Board, load
from tests.site.browser.browsing import EXAMPLES, Visit
from tests.site.browser.test_input import given

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
STUCK = load(EXAMPLES / "expert-stuck.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")
# The least that a thumb hits, in pixels.
THUMB = 44
# What can be pressed and is seen, but for names of cells and links in sentences.
TARGETS = """() => [...document.querySelectorAll("button, select, summary, .file, .switch")]
    .filter((part) => !part.matches(".cell-name, .link, .review-panel p > button"))
    .filter((part) => part.checkVisibility())
    .map((part) => [part.innerText, part.getBoundingClientRect()])
    .filter(([, box]) => box.width > 0)
    .map(([text, { width, height }]) => ({ text, width, height }))"""
# The names of all animations and transitions that begin from now on.
MOTION = """() => {
    window.motion = [];
    document.addEventListener("animationstart", (event) => motion.push(event.animationName));
    document.addEventListener("transitionrun", (event) => motion.push(event.propertyName));
}"""


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    made = Visit(browser, url)
    yield made
    made.close()


class Phone(Visit):
    """A page under fingers."""

    def __init__(self, browser: Browser, url: str) -> None:
        size = {"width": 390, "height": 844}
        super().__init__(browser, url, viewport=size, has_touch=True, is_mobile=True)
        self.client = self.context.new_cdp_session(self.page)

    def touch(self, kind: str, *places: tuple[float, float]) -> None:
        """Send a touch event with all fingers that are down."""
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
        self.client.send(
            "Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points}
        )

    def game(self, name: str, cells: int) -> None:
        """Begin a game of one of the usual sizes."""
        self.page.get_by_role("button", name=name).tap()
        self.page.wait_for_function(
            "(many) => document.querySelectorAll('#grid [data-cell]').length === many", arg=cells
        )
        self.ready()

    def middle(self, row: int, column: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        box = box_of(self, row, column)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


@pytest.fixture
def phone(browser: Browser, url: str) -> Iterator[Phone]:
    made = Phone(browser, url)
    made.open()
    yield made
    made.close()


def box_of(visit: Visit, row: int, column: int) -> Any:
    """Where a cell is on the screen."""
    return visit.cell(row, column).bounding_box()


def place_of(visit: Visit) -> Any:
    """Where the board is on the screen, and what part of it."""
    return visit.page.evaluate("() => document.querySelector('#grid svg').getBoundingClientRect()")


def test_02_a_phone_is_filled_by_a_small_board(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Play").first.tap()
    phone.game("Beginner", 81)
    board = place_of(phone)
    assert 360 < board["width"] <= 390  # cells of at least 40
    assert board["y"] < 160  # the toolbars took 212
    assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390


def test_02_a_thumb_hits_all_buttons(phone: Phone) -> None:
    for place in ("Analyse", "Play", "Review"):
        phone.page.get_by_role("navigation").get_by_role("button", name=place).tap()
        if place == "Review":
            phone.page.get_by_role("button", name="An example").tap()
            phone.page.wait_for_selector(".review-now")
        phone.ready()
        targets = phone.page.evaluate(TARGETS)
        assert len(targets) > 5, place
        least = min(min(target["width"], target["height"]) for target in targets)
        assert least >= THUMB - 0.5, place


def test_02_fingers_move_and_zoom_a_large_board(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Play").first.tap()
    phone.game("Expert", 480)
    assert box_of(phone, 0, 0)["width"] >= THUMB - 2
    x, y = phone.middle(3, 3)
    phone.touch("Start", (x, y))
    for step in range(1, 8):
        phone.touch("Move", (x - 15 * step, y - 10 * step))
    phone.touch("End")
    phone.page.wait_for_function("() => document.getElementById('board').scrollLeft > 40")
    for _ in range(4):
        phone.touch("Start", (120.0, 300.0), (320.0, 300.0))
        for step in range(1, 9):
            phone.touch("Move", (120.0 + 10 * step, 300.0), (320.0 - 10 * step, 300.0))
        phone.touch("End")
    first, last = box_of(phone, 0, 0), box_of(phone, 15, 29)
    assert first["x"] >= 0
    assert last["x"] + last["width"] <= 390  # all columns at once
    assert all(said == "covered" for said in phone.said().values())


def test_02_flags_need_no_right_button(phone: Phone) -> None:
    phone.page.get_by_role("button", name="Play").first.tap()
    phone.game("Beginner", 81)
    phone.touch("Start", phone.middle(2, 2))
    phone.page.locator('[data-cell="2,2"][aria-label="flagged"]').wait_for()
    phone.touch("End")
    phone.page.get_by_role("button", name="Flag", exact=True).tap()
    phone.cell(3, 3).tap()
    phone.page.locator('[data-cell="3,3"][aria-label="flagged"]').wait_for()
    phone.page.get_by_role("button", name="Help").tap()
    assert "long press" in phone.text("#help-dialog")


def test_02_the_board_fits_again(visit: Visit) -> None:
    """Below 900 pixels as well: it takes the width, or the share of the height that it may have."""
    visit.page.set_viewport_size({"width": 500, "height": 500})
    visit.open(Board.parse("mines: 10\n\n" + "\n".join(["?" * 9] * 9)))
    grows = "(least) => document.querySelector('#grid svg').getBoundingClientRect().width >= least"
    shrinks = grows.replace(">=", "<")
    for width, height, least in (
        *((390, 844, 385), (820, 844, 430)),
        *((820, 600, 420), (1366, 844, 690)),
    ):
        visit.page.set_viewport_size({"width": 500, "height": 500})
        visit.page.wait_for_function(shrinks, arg=350)
        visit.page.set_viewport_size({"width": width, "height": height})
        visit.page.wait_for_function(grows, arg=least)
        assert place_of(visit)["width"] <= width


@pytest.mark.parametrize("width", [390, 1366])
def test_06_messages_do_not_move_the_board(browser: Browser, url: str, width: int) -> None:
    visit = Visit(browser, url, viewport={"width": width, "height": 844})
    visit.open(SMALL)
    before = place_of(visit)
    given(visit, "paste", "?1%\n")
    visit.page.locator("#toast.wrong").wait_for()
    assert place_of(visit) == before
    visit.page.get_by_role("button", name="Close the message").click()
    visit.page.locator("#toast").wait_for(state="hidden")
    assert place_of(visit) == before
    # Nor does what a game says.
    visit.place("Play")
    visit.page.get_by_role("button", name="Beginner").click()
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length === 81"
    )
    visit.ready()
    before = place_of(visit)
    visit.cell(4, 4).click()
    visit.page.wait_for_function(
        "() => !document.querySelector('[data-cell=\"4,4\"][aria-label=covered]')"
    )
    visit.ready()
    assert place_of(visit) == before
    visit.page.get_by_role("button", name="May I guess?").click()
    visit.page.locator("#told").get_by_text(re.compile("Yes|No")).wait_for()
    assert place_of(visit) == before
    visit.page.get_by_label("No guess").check()
    visit.page.locator("#toast", has_text="next game").wait_for()
    assert place_of(visit) == before
    visit.close()


def test_19_nothing_is_written_for_a_terminal(visit: Visit) -> None:
    """No backticks and no options of commands, in no place, no dialog and no message."""
    page = visit.page

    def check() -> None:
        written = page.evaluate(
            """() => [...document.querySelectorAll("body, [title], [aria-label], [placeholder]")]
                .flatMap((part) => [part.textContent, part.title, part.ariaLabel, part.placeholder])
                .filter(Boolean).join("\\n")"""
        )
        assert "`" not in written
        assert "--" not in re.sub(r"logicsweep play --log", "", written)

    visit.open()
    check()
    for text in ("?1%\n", "####\n", "https://minesweeper.online/game/1", "\x01\x02"):
        given(visit, "paste", text)
        page.locator("#toast.wrong").wait_for()
        check()
        page.get_by_role("button", name="Close the message").click()
    visit.open(Board.parse("????\n?12?\n????\n"))
    check()
    visit.unfold("#more")
    for fact, wrong in (("liars", "x"), ("clues", "odd"), ("density", "2")):
        page.locator(f"[data-fact={fact}]").fill(wrong)
        page.locator(f"[data-fact={fact}]").press("Tab")
        visit.ready()
        check()
    for place in ("Play", "Review"):
        visit.place(place)
        visit.ready()
        check()
    page.get_by_role("button", name="An example").click()
    page.wait_for_selector(".review-now")
    check()


def test_19_a_page_without_its_server_says_so_in_words(visit: Visit) -> None:
    visit.open(SMALL)
    visit.page.route("**/api/answer", lambda route: route.abort())
    visit.cell(0, 0).focus()
    visit.page.keyboard.press("1")
    visit.page.locator("#answer", has_text="is logicsweep serve still running?").wait_for()
    assert "`" not in visit.text("#answer")
    assert all("ERR_FAILED" in complaint for complaint in visit.complaints)
    visit.complaints.clear()


def test_20_cells_grow_on_a_wide_screen(browser: Browser, url: str) -> None:
    visit = Visit(browser, url, viewport={"width": 1920, "height": 1080})
    visit.open(Board.parse("mines: 10\n\n" + "\n".join(["?" * 9] * 9)))
    assert box_of(visit, 0, 0)["width"] > 60
    visit.open(STUCK)
    assert box_of(visit, 0, 0)["width"] > 45
    visit.close()


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_20_changes_come_gradually_where_motion_is_wanted(
    browser: Browser, url: str, motion: str
) -> None:
    visit = Visit(browser, url, reduced_motion=motion)

    def moves(name: str) -> None:
        """Wait until something begins to move, before the next change takes its place."""
        if motion != "reduce":
            visit.page.wait_for_function("(name) => motion.includes(name)", arg=name)

    visit.open(SMALL)
    visit.page.evaluate(MOTION)
    visit.cell(0, 0).click()
    visit.page.wait_for_selector("#why .outcomes")
    moves("appear")
    visit.page.keyboard.press("1")
    visit.changed()
    moves("fade")
    given(visit, "paste", "?1%\n")
    visit.page.locator("#toast.wrong").wait_for()
    moves("rise")
    visit.page.get_by_role("button", name="New…").hover()
    moves("border-top-color")
    if motion == "reduce":
        visit.page.evaluate("() => new Promise((done) => requestAnimationFrame(done))")
        assert visit.page.evaluate("motion") == []
        assert visit.page.evaluate("document.getAnimations().length") == 0
    visit.close()


def test_20_a_browser_keeps_what_its_reader_prefers(browser: Browser, url: str) -> None:
    visit = Visit(browser, url)
    visit.open(SMALL)
    page = visit.page
    page.locator("#names").select_option("one")
    page.locator("#overlay").select_option("safe")
    visit.place("Play")
    page.get_by_label("No guess").check()
    page.locator("#overlay").select_option("zero")
    visit.unfold("#agents")
    page.locator("#agent").select_option("rref")
    page.locator("#pace").fill("-5")
    # Without an address that says anything: what was painted is there as well.
    visit.open()
    assert page.locator("#names").input_value() == "one"
    assert page.locator("#overlay").input_value() == "safe"
    visit.place("Play")
    visit.ready()
    assert page.get_by_label("No guess").is_checked()
    assert page.locator("#overlay").input_value() == "zero"
    assert page.locator("#agent").input_value() == "rref"
    assert page.locator("#pace").input_value() == "-5"
    visit.close()


def test_20_positions_outlive_their_window(visit: Visit) -> None:
    visit.open()
    given(visit, "paste", str(SMALL))
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length === 12"
    )
    visit.ready()
    visit.cell(0, 0).focus()
    visit.page.keyboard.press("1")
    visit.changed()
    visit.open()
    assert visit.said()[0, 0] == "clue 1"
    visit.unfold("details:has(#positions-close)")
    visit.page.get_by_role("button", name="Close all").click()
    visit.ready()
    visit.open()
    assert len(visit.said()) == 81
