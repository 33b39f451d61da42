"""Everybody can use every view: axe-core finds nothing, in both schemes and at four widths."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, KnowledgeBase, best, load
from logicsweep.site import Desk
from tests.conftest import some
from tests.site.asking import asked, request
from tests.site.browser.browsing import EXAMPLES, Visit, check_access
from tests.site.browser.test_mended_games import BEGUN, fragment
from tests.site.browser.test_thumbs import SMALL_TARGETS, THUMB

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
STUCK = load(EXAMPLES / "expert-stuck.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")
# Widths and heights; the first two are of screens for fingers.
SIZES = ((390, 844), (768, 1024), (1366, 768), (1920, 1080))
FINGERS = (390, 768)
# The sizes of all text that is shown, but for that on boards.
TYPE = """() => [...document.body.querySelectorAll("*")]
    .filter((part) => part.checkVisibility() && !part.closest("svg, .embedded-only, noscript"))
    .filter((part) => [...part.childNodes].some((text) => text.nodeType === 3 && text.data.trim()))
    .map((part) => Math.round(10 * parseFloat(getComputedStyle(part).fontSize)) / 10)"""


@cache
def mine() -> list[int]:
    """A cell that loses the game that has begun."""
    desk = Desk()
    try:
        for row, column in product(range(9), range(9)):
            opened = [*BEGUN["opened"], [row, column]]
            (played,) = asked(desk, request("play", game=BEGUN["game"], opened=opened))
            if played["state"] == "lost":
                return [row, column]
    finally:
        desk.close()
    raise AssertionError


def why(visit: Visit) -> None:
    """An undecided cell is explained beside the table of guesses."""
    visit.open(STUCK)
    cell = best(STUCK).cells[0]
    visit.cell(cell.row, cell.column).click()
    visit.page.wait_for_selector("#why .outcomes")
    assert visit.page.locator("#guesses tbody tr").count() > 1
    visit.page.get_by_role("button", name="A way with a mine here").click()


def steps(visit: Visit) -> None:
    """A proof in steps, before its last one."""
    visit.open(STUCK)
    kb = KnowledgeBase(STUCK)
    cell = max(kb.consequences().mines, key=lambda place: len(kb.explain(place).clues))
    visit.cell(*cell).click()
    visit.page.get_by_role("button", name="Step by step").click()
    visit.page.get_by_role("button", name="Next step").click()
    visit.page.get_by_text("Step 2 of").wait_for()


def conflict(visit: Visit) -> None:
    """A board that no layout fits."""
    visit.open(load(EXAMPLES / "inconsistent.board"))
    visit.page.wait_for_selector(".suspects")


def tree(visit: Visit) -> None:
    """Alternatives, and what can be done with them."""
    visit.open(SMALL)
    visit.cell(0, 0).focus()
    for key in ("0", "Control+z", "1", "ArrowRight", "2"):
        visit.page.keyboard.press(key)
        visit.changed()
    visit.page.locator("#tree .alternative").first.wait_for()


def more(visit: Visit) -> None:
    """All that is folded."""
    visit.open(SMALL)
    visit.unfold("#more")


def painting(visit: Visit) -> None:
    """A tool is chosen, and a message says what to do."""
    visit.open()
    visit.menu("New…")
    visit.page.get_by_role("button", name="9x9, 10 mines").click()
    visit.page.locator("#toast", has_text=re.compile("over (its )?cells")).wait_for()
    visit.ready()


def before(visit: Visit) -> None:
    """A game that has not begun."""
    visit.open()
    visit.place("Play")
    visit.page.get_by_role("button", name="Expert").click()
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length === 480"
    )
    visit.ready()


def during(visit: Visit) -> None:
    """A game with a hint, a flag and chances over its cells."""
    visit.open(fragment({**BEGUN, "flags": [80]}))
    visit.page.get_by_label("Shown over the board").select_option("mine")
    visit.ready()
    for words in ("Look at the framed area", "safe"):
        visit.page.get_by_role("button", name="Hint").click()
        visit.page.locator("#told", has_text=words).wait_for()


def lost(visit: Visit) -> None:
    """A game that was lost, with its review."""
    visit.open(fragment({**BEGUN, "opened": [*BEGUN["opened"], mine()], "flags": []}))
    visit.page.wait_for_selector("#judged .review-now")
    visit.ready()


def mines(visit: Visit) -> None:
    """The mines of a game that was lost."""
    lost(visit)
    visit.page.get_by_role("button", name="Show the mines").click()


def review(visit: Visit) -> None:
    """No game yet."""
    visit.open()
    visit.place("Review")
    visit.ready()


def example(visit: Visit) -> None:
    """A game that was reviewed."""
    review(visit)
    visit.page.get_by_role("button", name="An example").click()
    visit.page.wait_for_selector(".review-now")
    visit.ready()
    visit.page.get_by_text("Luck and metrics").click()


def lesson(visit: Visit) -> None:
    """A mistake is asked about, and a wrong cell was tried."""
    example(visit)
    visit.page.get_by_role("button", name="Learn from your mistakes").click()
    visit.ready()
    visit.page.locator('#grid [aria-label^="covered"]').last.click()
    visit.page.locator(".review-tries li").wait_for()


def dialog(place: str, button: str) -> Callable[[Visit], None]:
    """A dialog of a place, which a button opens."""

    def show(visit: Visit) -> None:
        visit.open()
        visit.place(place)
        visit.ready()
        opener = visit.page.get_by_role("button", name=button)
        if not opener.count():
            visit.page.locator("#menu-button").click()
        opener.first.click()
        visit.page.wait_for_selector("dialog[open]")

    return show


def menu(visit: Visit) -> None:
    """The menu."""
    visit.open()
    visit.page.locator("#menu-button").click()
    visit.page.locator("#menu").wait_for()


def link(visit: Visit) -> None:
    """The link where nothing can be copied."""
    visit.open(SMALL)
    visit.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    visit.page.get_by_role("button", name="Share").click()
    visit.page.wait_for_selector("#link-dialog[open]")


def chosen(visit: Visit) -> None:
    """Rules that are chosen from the catalogue."""
    dialog("Play", "Custom…")(visit)
    visit.page.locator("#play-form").get_by_role("button", name="by pictures").click()
    visit.page.wait_for_selector("#catalogue[open] .card svg")
    visit.page.get_by_label("Choose Q", exact=True).click()


def wins(visit: Visit) -> None:
    """A board under a rule, with clues that are no numbers of mines."""
    visit.open(Board.parse("mines: 4\nrules: 1W\n\n? ? ? ?\n? 1+1 ? ?\n? ? ? ?\n"))
    visit.cell(0, 0).click()
    visit.page.wait_for_selector("#why .outcomes, #why .text")


VIEWS: dict[str, Callable[[Visit], None]] = {
    "first": Visit.open,
    "menu": menu,
    "why": why,
    "steps": steps,
    "conflict": conflict,
    "tree": tree,
    "more": more,
    "painting": painting,
    "rules": wins,
    "before": before,
    "during": during,
    "lost": lost,
    "mines": mines,
    "review": review,
    "example": example,
    "lesson": lesson,
    "new": dialog("Analyse", "New…"),
    "paste": dialog("Analyse", "Paste a board"),
    "save": dialog("Analyse", "Save…"),
    "help": dialog("Analyse", "Help"),
    "catalogue": dialog("Analyse", "Rules…"),
    "custom": dialog("Play", "Custom…"),
    "chosen": chosen,
    "link": link,
}
SEEN = list(product(VIEWS, ("light", "dark"), SIZES))


@pytest.fixture
def visit(browser: Browser, url: str, scheme: str, size: tuple[int, int]) -> Iterator[Visit]:
    width, height = size
    made = Visit(
        browser,
        url,
        color_scheme=scheme,
        viewport={"width": width, "height": height},
        has_touch=width in FINGERS,
        is_mobile=width in FINGERS,
    )
    yield made
    made.close()


@pytest.mark.parametrize(("view", "scheme", "size"), some(SEEN, every=46, first=5))
def test_every_view(visit: Visit, view: str, size: tuple[int, int]) -> None:
    VIEWS[view](visit)
    # What comes gradually is there.
    visit.page.wait_for_function("() => document.getAnimations().length === 0")
    check_access(visit.page)
    # The page itself never scrolls sideways.
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    large = 1.2 if size[0] > 1600 else 1
    assert set(visit.page.evaluate(TYPE)) <= {round(large * each, 1) for each in (13, 15, 20)}
    if size[0] in FINGERS:
        assert visit.page.evaluate(SMALL_TARGETS, THUMB) == []


@pytest.mark.parametrize("place", ["url", pytest.param("address", marks=pytest.mark.night)])
def test_few_controls_at_first_sight(
    browser: Browser, place: str, request: pytest.FixtureRequest
) -> None:
    # Names of cells in sentences are among them.
    controls = """() => [...document.querySelectorAll("button, a, input, select, "
        + "textarea, summary, [tabindex='0']")]
        .filter((each) => each.checkVisibility() && !each.disabled)
        .map((each) => each.id || each.textContent || each.dataset.cell)"""
    visit = Visit(browser, request.getfixturevalue(place))
    visit.open()
    assert 15 < len(visit.page.evaluate(controls)) <= 25
    assert visit.page.locator(".primary").locator("visible=true").count() == 1
    # Who asks for more has all of it.
    visit.cell(8, 0).click()
    visit.page.wait_for_selector("#why .outcomes")
    assert visit.page.locator("[data-fact=mines]").is_visible()
    # And on a screen of 1366 pixels that shows all twice as large, cells are read.
    visit.page.set_viewport_size({"width": 683, "height": 384})
    visit.open("#play=30x16&mines=99&seed=44")
    assert visit.cell(0, 0).bounding_box()["width"] >= 19
    assert visit.page.evaluate("() => board.clientHeight") > 200
    visit.close()
