"""Fingers on the board: real touches, which the browser gets as from a screen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import pytest

from tests.site.browser.browsing import touch
from tests.site.browser.test_board import Stage, staged

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
WATCHED = """async () => {
    const module = (name) =>
        new URL(name, document.querySelector('script[type="module"]').src).href;
    window.Gestures = (await import(module("stage/gestures.js"))).Gestures;
    window.timers = [];
    // The test says when time is up.
    const later = window.setTimeout;
    window.setTimeout = (act, delay) => {
        if (delay !== 450) return later(act, delay);
        timers.push(act);
        return -timers.length;
    };
    const forget = window.clearTimeout;
    window.clearTimeout = (timer) => {
        if (timer < 0) timers[-timer - 1] = null;
        else forget(timer);
    };
}"""
GESTURES = """() => {
    Object.assign(window, { held: [], zooms: [], cancelled: 0, isPainting: false, timers: [] });
    new Gestures(document.getElementById("box"), {
        at: (event) => view.atEvent(event),
        zoomBy: (factor, x, y) => { zooms.push(factor); view.zoomAbout(view.size * factor, x, y); },
        hold: (index) => held.push(index),
        isPainting: () => isPainting,
        cancel: () => { cancelled += 1; },
    });
}"""


class Fingers:
    """Touches of one page; a finger is a place on the screen."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.page = stage.page
        self.page.evaluate(WATCHED)
        self.client = stage.visit.context.new_cdp_session(self.page)

    def begin(self) -> None:
        """Put up a board that nobody has touched."""
        self.stage.clear()
        self.stage.make(30, 30)
        self.page.evaluate(GESTURES)

    def send(self, kind: str, *places: tuple[float, float]) -> None:
        touch(self.client, kind, *places)

    def run(self, script: str, argument: Any = None) -> Any:
        """Run a script in the page."""
        return self.page.evaluate(f"(given) => {{ {script} }}", argument)

    def middle(self, index: int) -> tuple[float, float]:
        """The middle of a cell on the screen."""
        box = self.run("return view.cellBox(given)", index)
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def wait_long(self) -> None:
        """Let the time go by after which a finger holds."""
        self.run("for (const act of timers) act?.()")


@pytest.fixture(scope="module")
def hand(browser: Browser, url: str) -> Iterator[Fingers]:
    with staged(browser, url, has_touch=True) as stage:
        yield Fingers(stage)


@pytest.fixture
def fingers(hand: Fingers) -> Fingers:
    hand.begin()
    return hand


def heard(fingers: Fingers, kind: str) -> list[int]:
    """The cells of all events of a kind that the board heard of."""
    return [index for name, index in fingers.run("return heard") if name == kind]


def test_a_tap_is_a_click(fingers: Fingers) -> None:
    fingers.send("Start", fingers.middle(42))
    fingers.send("End")
    fingers.page.wait_for_function("() => heard.some(([name]) => name === 'click')")
    assert heard(fingers, "click") == [42]
    fingers.wait_long()
    assert fingers.run("return held") == []


def test_a_long_press_holds_a_cell_and_is_no_click(fingers: Fingers) -> None:
    x, y = fingers.middle(42)
    fingers.send("Start", (x, y))
    fingers.send("Move", (x + 3, y - 3))
    fingers.wait_long()
    assert fingers.run("return held") == [42]
    fingers.send("End")
    # The next tap is one again.
    fingers.send("Start", fingers.middle(43))
    fingers.send("End")
    fingers.page.wait_for_function("() => heard.some(([name]) => name === 'click')")
    assert heard(fingers, "click") == [43]
    assert heard(fingers, "contextmenu") == []


def test_a_menu_that_comes_early_is_the_long_press(fingers: Fingers) -> None:
    fingers.send("Start", fingers.middle(42))
    fingers.run(
        """document.querySelector('[data-cell="2,2"]').dispatchEvent(
            new PointerEvent("contextmenu", { bubbles: true, cancelable: true }))"""
    )
    fingers.wait_long()
    fingers.send("End")
    assert fingers.run("return held") == [42]
    assert heard(fingers, "contextmenu") == []
    # The right button of a mouse is left alone.
    fingers.page.mouse.click(*fingers.middle(33), button="right")
    assert heard(fingers, "contextmenu") == [33]


def test_one_finger_scrolls(fingers: Fingers) -> None:
    x, y = fingers.middle(247)
    fingers.send("Start", (x, y))
    for step in range(1, 8):
        fingers.send("Move", (x - 15 * step, y - 15 * step))
    fingers.wait_long()
    fingers.send("End")
    fingers.page.wait_for_function("() => box.scrollTop > 40 && box.scrollLeft > 40")
    assert fingers.run("return [held, zooms]") == [[], []]
    assert heard(fingers, "click") == []


@pytest.mark.parametrize("painting", [False, True])
def test_two_fingers_zoom_about_their_middle(fingers: Fingers, *, painting: bool) -> None:
    fingers.run("isPainting = given; box.scrollTo(100, 100)", painting)
    x, y = fingers.middle(247)
    before = fingers.run("return [view.size, visualViewport.scale]")
    fingers.send("Start", (x - 20, y))
    fingers.send("Start", (x - 20, y), (x + 20, y))
    for step in range(1, 11):
        fingers.send("Move", (x - 20 - 2 * step, y), (x + 20 + 2 * step, y))
    fingers.wait_long()
    fingers.send("End", (x - 40, y))
    fingers.send("End")
    size, scale = fingers.run("return [view.size, visualViewport.scale]")
    assert size == pytest.approx(2 * before[0])
    assert scale == before[1]
    assert fingers.middle(247) == pytest.approx((x, y), abs=2)
    assert fingers.run("return [held, cancelled]") == [[], int(painting)]
    assert heard(fingers, "click") == []
    # The second finger begins no stroke of its own.
    assert len(heard(fingers, "pointerdown")) == 1


def test_two_fingers_move_the_board(fingers: Fingers) -> None:
    fingers.run("isPainting = true; box.scrollTo(100, 100)")
    x, y = fingers.middle(247)
    fingers.send("Start", (x - 20, y))
    fingers.send("Start", (x - 20, y), (x + 20, y))
    fingers.send("Move", (x - 50, y - 20), (x - 10, y - 20))
    fingers.send("End")
    assert fingers.middle(247) == pytest.approx((x - 30, y - 20), abs=1)
    assert fingers.run("return view.size") == 32


def test_one_finger_paints_and_does_not_scroll(fingers: Fingers) -> None:
    fingers.run("isPainting = true; box.scrollTo(100, 100)")
    x, y = fingers.middle(247)
    fingers.send("Start", (x, y))
    for step in range(1, 6):
        fingers.send("Move", (x - 16 * step, y))
    fingers.send("End")
    fingers.wait_long()
    assert fingers.run("return [box.scrollLeft, box.scrollTop]") == [100, 100]
    assert fingers.run("return held") == []
    assert heard(fingers, "pointerdown") == [247]
    assert len(heard(fingers, "pointermove")) >= 5


def test_the_wheel_zooms_with_ctrl_only(fingers: Fingers) -> None:
    fingers.page.mouse.move(*fingers.middle(63))
    fingers.page.keyboard.down("Control")
    fingers.page.mouse.wheel(0, -100)
    fingers.page.wait_for_function("() => zooms.length === 1")
    fingers.page.mouse.wheel(0, 10)
    fingers.page.wait_for_function("() => zooms.length === 2")
    fingers.page.keyboard.up("Control")
    fingers.page.mouse.wheel(0, 60)
    fingers.page.wait_for_function("() => box.scrollTop > 0")
    larger, smaller = fingers.run("return zooms")
    assert larger == pytest.approx(1.1)
    assert 0.8 < smaller < 1
