"""A real browser on the page: Chromium as the system has it, driven by Playwright."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import Board
from logicsweep.formats.link import fragment_of
from tests.conftest import ROOT
from tests.site.addresses import state_of

if TYPE_CHECKING:
    from playwright.sync_api import (
        Browser,
        BrowserContext,
        CDPSession,
        ConsoleMessage,
        Error,
        Locator,
        Page,
        Route,
    )

EXAMPLES = ROOT / "examples" / "boards"
# As few processes as there can be: each page would otherwise start two.
_FEW = (
    *("--renderer-process-limit=1", "--process-per-site"),
    "--disable-features=SpareRendererForSitePerProcess",
)
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "chrome")


@contextmanager
def served(*options: str, port: str = "0", program: str = "logicsweep") -> Iterator[str]:
    """The address of a page that a process of its own serves."""
    command = [sys.executable, "-m", program, "serve", "--no-open", "--port", port, "--json"]
    process = subprocess.Popen([*command, *options], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    try:
        assert process.stdout is not None
        told = ""
        while not told.rstrip().endswith("}"):
            line = process.stdout.readline()
            assert line, "the page was not served"
            told += line
        yield json.loads(told)["url"]
    finally:
        process.terminate()
        process.communicate(timeout=300)


def chromium() -> str | None:
    """The path of Chromium, rather one without a window: it takes a sixth less of the processor."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium; skips the test where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")
    path = chromium()
    if path is None:
        pytest.skip("there is no Chromium: apt-get install chromium-headless-shell")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox", *_FEW])
        try:
            yield browser
        finally:
            browser.close()


# The page draws the same seeds in each test, one after the other.
SEEDED = """
    let seed = 44;
    crypto.getRandomValues = (places) => places.map(() => seed++);
"""
# A browser whose workers do not start: the program that serves the page then answers all.
WITHOUT_WORKERS = """
    window.Worker = class extends EventTarget {
      postMessage() { setTimeout(() => this.dispatchEvent(new Event("error"))); }
    };
"""
# The browser's profiles by their options, each with an empty page: those that no visit uses.
_PROFILES: defaultdict[tuple[object, ...], list[tuple[BrowserContext, Page]]] = defaultdict(list)


class Visit:
    """A page in a browser, with what it complained about."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        script: str = "",
        is_alone: bool = False,
        **context: Any,
    ) -> None:
        """Open a page.

        Args:
            browser: Where the page is opened: in a profile that an earlier visit had, without what
                that left behind.
            url: The address of the page.
            script: What runs before the scripts of every page.
            is_alone: Whether the profile is no other visit's, since the test changes more than is
                stored in it.
            context: The options of the profile.
        """
        context.setdefault("viewport", {"width": 1366, "height": 768})
        self.url = url
        self._profiles = _PROFILES[browser, script, repr(sorted(context.items()))]
        self._is_alone = is_alone
        self.page: Page
        if self._profiles and not is_alone:
            self.context, self.page = self._profiles.pop()
        else:
            self.context = browser.new_context(**context)
            self.context.add_init_script(f"{SEEDED}{script}")
            self.page = self.context.new_page()
        self._options = context
        self.complaints: list[str] = []
        self.page.on("pageerror", self._hear_error)
        self.page.on("console", self._hear_console)

    def _hear_error(self, error: Error) -> None:
        self.complaints.append(str(error))

    def _hear_console(self, said: ConsoleMessage) -> None:
        if said.type != "log":
            self.complaints.append(said.text)

    def open(self, board: Board | str = "") -> None:
        """Open the page, on a board or with a fragment, and wait until all is answered."""
        start = fragment_of(board, "board") if isinstance(board, Board) else board
        # From an empty page: an open one would only change its fragment, and be ready as before.
        if self.page.url != "about:blank":
            self.page.goto("about:blank")
        self.page.goto(f"{self.url}{start}")
        self.ready()

    def ready(self, state: str = "ready") -> None:
        """Wait until all is answered."""
        self.page.wait_for_selector(f'body[data-state="{state}"]', timeout=300_000)

    def hold(self, pattern: str, part: str = "") -> list[Route]:
        """Hold the requests that come, or those with a part in their bodies; all are listed."""
        held: list[Route] = []

        def sort(route: Route) -> None:
            if part in (route.request.post_data or ""):
                held.append(route)
            else:
                route.continue_()

        self.page.route(pattern, sort)
        return held

    def address(self, is_so: Callable[[dict[str, Any]], object]) -> str:
        """Wait until the state in the address is so; returns the fragment.

        The address follows when nothing has changed for a moment.
        """
        self.page.wait_for_url(lambda url: bool(is_so(state_of(url))), timeout=300_000)
        return self.page.url[self.page.url.index("#") :]

    def settled(self) -> None:
        """Wait until the page has worked off what it has read, and drawn it."""
        self.page.evaluate(
            """async () => {
                for (const _ of "12") await new Promise((done) => requestAnimationFrame(done));
            }"""
        )

    def place(self, name: str) -> None:
        """Go to a place of the page: Analyse, Play or Review."""
        self.page.get_by_role("navigation").get_by_role("button", name=name).click()

    def menu(self, name: str) -> None:
        """Choose an entry of the menu."""
        self.page.locator("#menu-button").click()
        self.page.locator("#menu").get_by_role("button", name=name).click()

    def example(self, name: str) -> None:
        """Open an example from the menu."""
        self.page.locator("#menu-button").click()
        self.page.get_by_label("Examples").select_option(name)

    def tool(self, name: str) -> None:
        """Choose what a click paints."""
        if not self.page.locator("#tools").is_visible():
            self.page.locator("#paint").click()
        self.page.get_by_role("radio", name=name).click()

    def unfold(self, selector: str) -> None:
        """Open a part of the panel that is folded."""
        self.page.locator(selector).evaluate("(part) => { part.open = true; }")

    def changed(self) -> None:
        """Wait until a change is answered in full; it was noticed at once."""
        self.ready()

    def cell(self, row: int, column: int) -> Any:
        """A cell of the board."""
        return self.page.locator(f'#grid [data-cell="{row},{column}"]')

    def said(self) -> dict[tuple[int, int], str]:
        """What a screen reader says of each cell."""
        found = self.page.evaluate(
            """() => [...document.querySelectorAll("#grid [data-cell]")].map(
                (cell) => [cell.dataset.cell, cell.getAttribute("aria-label")])"""
        )
        return {tuple(map(int, name.split(","))): said for name, said in found}

    def framed(self, kind: str) -> set[tuple[int, int]]:
        """The cells in frames of a kind: `line`, `dashed` or `wrong`."""
        found = self.page.evaluate(
            """(kind) => [...document.querySelectorAll(`.frames .${kind}`)].map((frame) =>
                [frame.getAttribute("y"), frame.getAttribute("x")].map(
                    (edge) => Math.floor((Number(edge) + 3) / 32)))""",
            kind,
        )
        return {(row, column) for row, column in found}

    def grouped(self) -> set[tuple[int, int]]:
        """The cells of the clues that are framed in colours, and those clues."""
        return self.framed("group")

    def text(self, selector: str) -> str:
        """The visible text of an element."""
        return str(self.page.locator(selector).inner_text())

    def close(self) -> None:
        """Close it; it may not have complained."""
        if self._is_alone:
            self.context.close()
        else:
            self._leave()
        assert self.complaints == [], self.complaints

    def forget(self, kinds: str) -> None:
        """Have the browser forget what it stored of these kinds, with no page open."""
        self.page.goto("about:blank")
        session = self.context.new_cdp_session(self.page)
        origin = "/".join(self.url.split("/")[:3])
        session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
        session.detach()

    def _leave(self) -> None:
        """Leave the profile to the next visit as if nobody had been there."""
        page = self.page
        page.remove_listener("pageerror", self._hear_error)
        page.remove_listener("console", self._hear_console)
        page.unroute_all(behavior="ignoreErrors")
        page.emulate_media(
            color_scheme=self._options.get("color_scheme", "light"),
            reduced_motion=self._options.get("reduced_motion", "no-preference"),
        )
        page.set_viewport_size(self._options["viewport"])
        page.mouse.move(0, 0)
        self.forget("all")
        self._profiles.append((self.context, page))


def name_of(cell: tuple[int, int]) -> str:
    """A cell as the page calls it."""
    row, column = cell
    before, letter = divmod(column, 26)
    return f"{chr(64 + before) if before else ''}{chr(65 + letter)}{row + 1}"


def as_named(text: str) -> str:
    """A text of the library with cells as the page calls them."""
    return re.sub(r"\((\d+), ?(\d+)\)", lambda cell: name_of((int(cell[1]), int(cell[2]))), text)


def check_access(page: Page, *, passing: Collection[str] = ()) -> None:
    """Hold a page against the rules of axe-core, but for some by name."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="there is no axe")
    found = axe.Axe().run(page)
    wrong = [each for each in found.response["violations"] if each["id"] not in passing]
    assert not wrong, found.generate_report()


def touch(client: CDPSession, kind: str, *places: tuple[float, float]) -> None:
    """Send a touch event with all fingers that are down."""
    points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(places)]
    client.send("Input.dispatchTouchEvent", {"type": f"touch{kind}", "touchPoints": points})


def fill(fields: Locator, **numbers: int) -> None:
    """Write numbers into the fields of these names."""
    for name, number in numbers.items():
        fields.locator(f"[name={name}]").fill(str(number))
