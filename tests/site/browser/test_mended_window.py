"""What a first version of the page did wrong with its window: each stays mended.

Wide screens, messages, motion, and what a browser keeps; see `test_mended.py`, and for phones
`test_thumbs.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import Board, best, load
from tests.site.browser.browsing import EXAMPLES, Visit, fill
from tests.site.browser.test_input import given

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
STUCK = load(EXAMPLES / "expert-stuck.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")
# The names of all animations and transitions that begin from now on.
MOTION = """() => {
    window.motion = [];
    document.addEventListener("animationstart", (event) => motion.push(event.animationName));
    document.addEventListener("transitionrun", (event) => motion.push(event.propertyName));
}"""


def place_of(visit: Visit) -> Any:
    """Where the board is on the screen, and what part of it."""
    return visit.page.evaluate("() => document.querySelector('#grid svg').getBoundingClientRect()")


def test_02_the_board_fits_again(visit: Visit) -> None:
    """Below 900 pixels as well: it takes the width, or the share of the height that it may have."""
    visit.page.set_viewport_size({"width": 500, "height": 500})
    visit.open(Board.parse("mines: 10\n\n" + "\n".join(["?" * 9] * 9)))
    # With the names of its rows.
    grows = "(least) => document.querySelector('#grid').getBoundingClientRect().width >= least"
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


@pytest.mark.parametrize("width", [390, pytest.param(1366, marks=pytest.mark.night)])
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
        assert "--" not in re.sub(r"logicsweep play -o", "", written)

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
    for fact, wrong in (("mines", "x"), ("rows", "odd"), ("columns", "0")):
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
    assert visit.cell(0, 0).bounding_box()["width"] > 60
    visit.open(STUCK)
    assert visit.cell(0, 0).bounding_box()["width"] > 45
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
    visit.page.locator("#paint").hover()
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
    page.locator("#overlay").select_option("safe")
    visit.place("Play")
    page.get_by_label("No guess").check()
    page.locator("#overlay").select_option("zero")
    page.locator("#pace").fill("-5")
    # Without an address that says anything: what was painted is there as well.
    visit.open()
    assert page.locator("#overlay").input_value() == "safe"
    visit.place("Play")
    visit.ready()
    assert page.get_by_label("No guess").is_checked()
    assert page.locator("#overlay").input_value() == "zero"
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
    for key in ("1", "ArrowRight", "2"):
        visit.page.keyboard.press(key)
        visit.changed()
    visit.page.get_by_role("button", name="Delete").click()
    visit.changed()
    visit.open()
    assert len(visit.said()) == 81
    visit.page.locator("#doors").get_by_role("button", name="Continue: 4x3, 3 mines").click()
    visit.ready()
    said = visit.said()
    assert said[0, 0] == "clue 1"
    assert said[0, 1].startswith("covered")
    visit.page.get_by_role("button", name="Close all").click()
    visit.ready()
    visit.open()
    assert visit.page.locator("#door-paste").is_visible()
    assert not visit.page.locator("#door-continue").is_visible()


def test_16_the_title_says_what_is_open(visit: Visit) -> None:
    page = visit.page
    visit.open()
    assert page.title() == "logicsweep"
    visit.example("expert-stuck")
    visit.ready()
    assert page.title() == "expert-stuck \u2013 logicsweep"
    visit.place("Play")
    page.wait_for_function("() => document.title === 'Playing 30x16 \u2013 logicsweep'")
    page.wait_for_url("**/#play=*")
    visit.place("Review")
    page.wait_for_selector(".review-now")
    assert page.title() == "Review of the example \u2013 logicsweep"
    page.wait_for_url("**/#review")
    page.go_back()
    page.wait_for_function("() => document.title.startsWith('Playing')")


def test_16_numbers_are_those_of_the_language_of_the_browser(browser: Browser, url: str) -> None:
    visit = Visit(browser, url, locale="de-DE")
    visit.open(STUCK)
    rows = visit.page.locator("#guesses tbody tr")
    risk = float(100 * best(STUCK).candidates[0].risk)
    written = f"{risk:.{2 if risk < 10 else 1}f}".replace(".", ",")
    assert written in rows.first.inner_text()
    assert not re.search(r"\d\.\d", visit.text("#guesses"))
    assert any(re.search(r"probability \d,\d%", said) for said in visit.said().values())
    visit.menu("New…")
    fill(visit.page.locator("#new-form"), rows=300, columns=300)
    visit.page.get_by_role("button", name="Create").click()
    visit.page.locator("#toast", has_text="90.000 cells").wait_for()
    visit.close()
