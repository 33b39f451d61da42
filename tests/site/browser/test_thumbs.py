"""The page on a phone, upright and lying: sizes that thumbs hit, and what they do."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import KnowledgeBase, load
from tests.site.browser.browsing import EXAMPLES, touch
from tests.site.browser.test_tasks import IMPOSSIBLE, SMALL, STUCK
from tests.site.browser.user import User

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

UPRIGHT, LYING = (390, 844), (844, 390)
EITHER = pytest.mark.parametrize("screen", [UPRIGHT, LYING], ids=["upright", "lying"])
THUMB = 44
BEGINNER = "#play=9x9&mines=10&seed=44&first=opening"
EXPERT = "#play=30x16&mines=99&seed=44&first=opening"
# What can be pressed, but for names of cells and links in sentences: [name, width, height].
SMALL_TARGETS = """(least) => [...document.querySelectorAll("button, select, summary, .file, "
        + ".switch, input:not([type=checkbox], [type=file].hidden)")]
    .filter((target) => !target.matches(".cell-name, .further .link, .review-panel p > button"))
    .filter((target) => target.checkVisibility() && !target.closest("dialog:not([open])"))
    .map((target) => [target, target.getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 0 && (width < least - 0.5 || height < least - 0.5))
    .map(([target, { width, height }]) => [target.id || target.innerText, width, height])"""
# Whether an element can be read as it is, without scrolling anything.
IN_SIGHT = """(element) => {
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const sights = [document.documentElement.getBoundingClientRect()];
    for (let box = element.parentElement; box; box = box.parentElement) {
        if (getComputedStyle(box).overflowY !== "visible") sights.push(box.getBoundingClientRect());
    }
    return sights.every((sight) => top >= sight.top - 1 && bottom <= sight.bottom + 1 &&
        left >= sight.left - 1 && right <= sight.right + 1) && bottom <= innerHeight;
}"""


class Phone(User):
    """Somebody with a phone, who begins at a link."""

    def __init__(
        self, browser: Browser, url: str, screen: tuple[int, int], start: str = ""
    ) -> None:
        width, height = screen
        super().__init__(
            browser,
            url,
            start,
            viewport={"width": width, "height": height},
            has_touch=True,
            is_mobile=True,
            device_scale_factor=2,
        )
        self.client = self.visit.context.new_cdp_session(self.page)

    def fingers(self, kind: str, *places: tuple[float, float]) -> None:
        touch(self.client, kind, *places)

    def middle(self, cell: tuple[int, int]) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        box = self.visit.cell(*cell).bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def cell_size(self) -> float:
        """The distance of the first two cells of the second column, in pixels."""
        return self.middle((1, 1))[1] - self.middle((0, 1))[1]

    def sees(self, selector: str) -> bool:
        """Whether all of an element is in sight."""
        return bool(self.page.locator(selector).first.evaluate(IN_SIGHT))

    def scrolled(self) -> Any:
        """How far the board is scrolled: [left, top]."""
        return self.page.evaluate("(({ scrollLeft: x, scrollTop: y }) => [x, y])(board)")


@pytest.fixture
def phones(browser: Browser, url: str) -> Iterator[Any]:
    phones: list[Phone] = []

    def phone(screen: tuple[int, int], start: str = "") -> Phone:
        phones.append(Phone(browser, url, screen, start))
        return phones[-1]

    yield phone
    for each in phones:
        each.visit.close()


def test_a_small_board_fills_the_width(phones: Any) -> None:
    phone = phones(UPRIGHT)
    phone.page.locator("#door-play").tap()
    phone.page.get_by_role("button", name="Beginner").tap()
    phone.has_cells(81)
    phone.visit.ready()
    assert phone.clicks == 2
    assert phone.cell_size() >= 42
    assert phone.page.locator("#grid svg").first.bounding_box()["y"] < 160
    for cell in ((0, 0), (8, 8)):
        assert phone.sees(f'#grid [data-cell="{cell[0]},{cell[1]}"]')
    phone.visit.cell(4, 4).tap()
    phone.waits('#grid [data-cell="4,4"][aria-label="clue 0"]')


def test_a_small_board_is_seen_whole_or_in_cells_for_thumbs(phones: Any) -> None:
    phone = phones(LYING, BEGINNER)
    assert phone.cell_size() >= THUMB or phone.sees('#grid [data-cell="8,8"]')
    assert phone.cell_size() >= 30


# Waits until the board has not been scrolled for some frames.
STILL = """() => new Promise((done) => {
    let [left, frames] = [board.scrollLeft, 0];
    const look = () => {
        frames = board.scrollLeft === left ? frames + 1 : 0;
        left = board.scrollLeft;
        if (frames > 10) done();
        else requestAnimationFrame(look);
    };
    look();
})"""


@EITHER
def test_an_expert_board_is_played_by_a_thumb(phones: Any, screen: tuple[int, int]) -> None:
    phone = phones(screen, EXPERT)
    phone.has_cells(480)
    assert phone.cell_size() >= THUMB
    # One finger pans, and opens nothing.
    phone.page.evaluate("() => { board.onscrollend = () => { window.rests = true; }; }")
    x, y = phone.middle((2, 3))
    phone.fingers("Start", (x, y))
    for step in range(1, 8):
        phone.fingers("Move", (x - 12 * step, y - 4 * step))
    phone.fingers("End")
    phone.page.wait_for_function("() => board.scrollLeft > 40")
    # What a finger set going has to end before two others are heard.
    phone.page.wait_for_function("() => window.rests")
    phone.page.evaluate(STILL)
    assert set(phone.visit.said().values()) == {"covered"}
    # Two fingers make cells smaller, as small as one likes. They come down at the same time, or the
    # first would be held, and where the board is now: it rolls the further, the faster a pan was.
    box = phone.page.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    phone.fingers("Start", (x - 60, y), (x + 60, y))
    for step in range(1, 9):
        phone.fingers("Move", (x - 60 + 5 * step, y), (x + 60 - 5 * step, y))
    phone.fingers("End", (x, y))
    phone.fingers("End")
    # What fingers do is heard with the next frames.
    phone.page.wait_for_function(
        "() => document.querySelector('#grid .tile').getBoundingClientRect().height < 20"
    )
    assert 10 < phone.cell_size() < 20
    phone.page.get_by_label("Shown over the board").scroll_into_view_if_needed()
    assert set(phone.visit.said().values()) == {"covered"}


@EITHER
def test_a_long_press_flags(phones: Any, screen: tuple[int, int]) -> None:
    phone = phones(screen, BEGINNER)
    phone.open((4, 4))
    mine = min(KnowledgeBase(phone.board(10)).consequences().mines)
    phone.fingers("Start", phone.middle(mine))
    phone.waits(f'#grid [data-cell="{mine.row},{mine.column}"][aria-label^=flagged]')
    phone.fingers("End")
    assert phone.visit.text("#mines-left") == "9 left"
    for needed in ("#game-state", "#mines-left", "#flag-mode", "#hint"):
        assert phone.sees(needed)
    # The same by a switch.
    phone.page.get_by_role("button", name="Flag", exact=True).tap()
    phone.visit.cell(*mine).tap()
    phone.waits(f'#grid [data-cell="{mine.row},{mine.column}"][aria-label^=covered]')
    phone.visit.menu("Help")
    assert "long press" in phone.visit.text("#help-dialog")


@EITHER
def test_a_hint_is_in_sight(phones: Any, screen: tuple[int, int]) -> None:
    phone = phones(screen, BEGINNER)
    phone.open((4, 4))
    phone.page.get_by_role("button", name="Hint").tap()
    phone.waits("#told", "Look at the framed area")
    assert phone.sees("#told")
    phone.page.get_by_role("button", name="Hint").tap()
    phone.page.locator("#told", has_text="Look at").wait_for(state="detached")
    assert phone.sees("#told")


EXPERT_BOARD = load(EXAMPLES / "expert.board")


@pytest.mark.parametrize(
    ("screen", "board"),
    [
        *((UPRIGHT, SMALL), (LYING, STUCK), (UPRIGHT, IMPOSSIBLE)),
        *(
            pytest.param(*other, marks=pytest.mark.night)
            for other in (
                *((LYING, SMALL), (UPRIGHT, STUCK), (LYING, IMPOSSIBLE)),
                *((UPRIGHT, EXPERT_BOARD), (LYING, EXPERT_BOARD)),
            )
        ),
    ],
)
def test_the_answer_is_in_sight(phones: Any, screen: tuple[int, int], board: Any) -> None:
    phone = phones(screen)
    phone.paste(str(board), board.height * board.width)
    assert phone.sees("#answer h2")
    if board is IMPOSSIBLE:
        return
    assert phone.sees("#answer p")
    cell = min(board.covered)
    phone.visit.cell(*cell).tap()
    phone.waits("#why h2")
    phone.page.wait_for_selector("#why .buttons")
    assert phone.sees("#why h2")


# Cells that some words match, by whether all of each is seen beside the names of rows and columns.
SEEN = """(words) => {
    const room = board.getBoundingClientRect();
    const [columns, rows] = ["columns", "rows"].map((edge) =>
        document.querySelector(`.edge.${edge}`).getBoundingClientRect());
    return [...document.querySelectorAll(words)].map((cell) => {
        const { left, top, right, bottom } = cell.getBoundingClientRect();
        return left >= rows.right - 4 && top >= columns.bottom - 4 &&
            right <= room.right + 2 && bottom <= room.bottom + 2;
    });
}"""


@EITHER
def test_what_a_link_leads_to_is_in_sight(phones: Any, screen: tuple[int, int]) -> None:
    phone = phones(screen, "#play=30x16&mines=99&seed=7&start=8-15")
    is_seen = phone.page.evaluate(SEEN, "#grid [aria-label^=clue]")
    assert sum(is_seen) >= (30 if screen is UPRIGHT else 12)
    assert phone.page.evaluate(SEEN, "#grid [data-cell='8,15']") == [True]
    # And the clues that clash, which begin at the other end of the board.
    phone.paste(str(IMPOSSIBLE), 480)
    phone.waits(".suspects")
    assert phone.page.evaluate(SEEN, ".frames .wrong") == [True, True]
    # And what a hint is about.
    phone.visit.open("#play=30x16&mines=99&seed=7&start=8-15")
    phone.page.evaluate("() => board.scrollTo(0, 0)")
    phone.page.get_by_role("button", name="Hint").tap()
    phone.waits("#told", "Look at the framed area")
    assert sum(phone.page.evaluate(SEEN, ".frames .dashed")) > 3


@EITHER
def test_thumbs_hit_every_button_and_nothing_is_wider_than_the_screen(
    phones: Any, screen: tuple[int, int]
) -> None:
    phone = phones(screen)
    assert phone.page.evaluate("matchMedia('(pointer: coarse)').matches")
    for place in ("Analyse", "Play", "Review"):
        phone.visit.place(place)
        phone.visit.ready()
        assert phone.page.evaluate(SMALL_TARGETS, THUMB) == [], place
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= screen[0], place
        assert phone.page.evaluate("document.documentElement.scrollHeight") <= screen[1], place
    phone.page.get_by_role("button", name="An example").tap()
    phone.waits(".review-now")
    phone.visit.ready()
    assert phone.page.evaluate(SMALL_TARGETS, THUMB) == []
