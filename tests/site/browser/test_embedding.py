"""The page in frames of other pages: of the documentation, and of another host."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import Board, KnowledgeBase, load
from logicsweep.formats.link import fragment_of
from tests.conftest import ROOT, some
from tests.house.test_trying import build
from tests.judges.pages import blocks
from tests.site.browser.browsing import EXAMPLES, Visit
from tests.site.sites import hosted, kernel_for_browsers, made_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FrameLocator

pytestmark = pytest.mark.slow

SMALL = load(EXAMPLES / "small.board")
BOARD = Board.parse("mines: 5\n\n0001??\n0001??\n0001??\n0012??\n001???")
KEPT = 'localStorage.getItem("logicsweep-positions/1")'
SIZES = {1200: (1200, 800), 390: (390, 844)}
BLOG = """<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>Elsewhere</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<body><p><textarea id="notes" autofocus></textarea></p>
<iframe id="direct" src="{page}{fragment}" title="A board" width="700" height="420"></iframe>
<pre class="logicsweep">{text}</pre>
<p id="below">Below.</p>
<p><a id="other" class="logicsweep" href="https://example.org/#s=x">Another copy</a></p>
<p style="height: 2000px">Long.</p>
<script src="{page}embed.js" defer></script></body></html>"""


class Reader(Visit):
    """A page with boards in it, and every address that was asked for."""

    def __init__(self, browser: Browser, url: str, width: int = 1200) -> None:
        across, down = SIZES[width]
        size = {"width": across, "height": down}
        super().__init__(
            browser, url, viewport=size, is_alone=True, has_touch=width < 600, is_mobile=width < 600
        )
        self.requested: list[str] = []
        self.context.on("request", lambda request: self.requested.append(request.url))

    def elsewhere(self, *hosts: str) -> list[str]:
        """The requests that went to other hosts."""
        return [url for url in self.requested if not url.startswith((*hosts, "blob:"))]

    def frame(self, selector: str) -> FrameLocator:
        """A frame whose page has answered all."""
        frame = self.page.frame_locator(selector)
        frame.locator('body[data-state="ready"]').wait_for()
        return frame

    def box(self, selector: str) -> dict[str, float]:
        """Where an element is on the whole page."""
        found: dict[str, float] = self.page.evaluate(
            """(selector) => {
                const box = document.querySelector(selector).getBoundingClientRect();
                return { top: box.top + scrollY, left: box.left, width: box.width,
                    height: box.height };
            }""",
            selector,
        )
        return found


def check_answer(frame: FrameLocator, board: Board) -> None:
    """The page in a frame says of each cell what the library proves."""
    proved = KnowledgeBase(board).consequences()
    for cell in board.covered:
        name = f"{cell.row},{cell.column}"
        words = frame.locator(f'#grid [data-cell="{name}"]').get_attribute("aria-label")
        assert words is not None
        assert ("proved safe" in words) == (cell in proved.safe), (cell, words)
        assert ("proved mine" in words) == (cell in proved.mines), (cell, words)


@pytest.fixture(scope="module")
def docs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a small site of documentation with the page in it."""
    for name in ("sphinx", "myst_parser"):
        pytest.importorskip(name, reason=f"{name} is not installed")
    top = tmp_path_factory.mktemp("project")
    with hosted(build(top, kernel_for_browsers(top), ["html"])["html"].site) as url:
        yield url


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a public copy of the page."""
    top = tmp_path_factory.mktemp("host")
    made_site(top / "copy", kernel_for_browsers(top))
    with hosted(top) as url:
        yield f"{url}copy/"


@pytest.fixture(scope="module")
def blog(page: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a page on another host, with boards on it."""
    top = tmp_path_factory.mktemp("blog")
    text = BLOG.format(page=page, fragment=fragment_of(SMALL), text=escape(str(BOARD)))
    (top / "index.html").write_text(text, encoding="utf-8")
    with hosted(top) as url:
        # Another name of the same computer is another origin, and another site.
        yield url.replace("127.0.0.1", "localhost")


@pytest.mark.parametrize("width", some(SIZES, every=2))
def test_boards_of_the_documentation_are_tried_in_place(
    browser: Browser, docs: str, width: int
) -> None:
    visit = Reader(browser, docs, width)
    page = visit.page
    page.goto(f"{docs}deep/page.html")
    page.goto(docs)
    buttons = page.get_by_role("button", name="Try it")
    assert buttons.count() == 2
    asked = [url for url in visit.requested if "/page/" in url]
    assert {url.rpartition("/page/")[2] for url in asked} == {"embed.js"}
    # With the keyboard alone.
    buttons.first.focus()
    page.keyboard.press(" ")
    below = visit.box("img")
    frame = visit.frame("iframe")
    check_answer(frame, Board.parse("mines: 2\n\n?F??\n1211\n0000"))
    assert visit.box("img") == below
    assert page.evaluate("document.activeElement.innerText") == "Close"
    box = visit.box("iframe")
    assert box["left"] >= 0
    assert box["left"] + box["width"] <= width
    assert box["height"] < SIZES[width][1]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.tagName") == "IFRAME"
    # It fills its frame, and has only what belongs into one.
    assert frame.locator("#grid .board").evaluate("(board) => board.clientWidth") > 250
    for hidden in (".places", "#help", "#open", "#save", "#examples", "#doors"):
        assert not frame.locator(hidden).is_visible()
    for shown in ("#undo", "#paint", "#share", "#whole", "#overlay"):
        assert frame.locator(shown).is_visible()
    page.get_by_role("button", name="Close").press("Enter")
    assert page.locator("iframe").count() == 0
    assert page.get_by_role("button", name="Try it").count() == 2
    assert visit.elsewhere(docs) == []
    visit.close()


def test_a_board_tried_leaves_the_positions_of_the_reader_alone(
    browser: Browser, docs: str
) -> None:
    visit = Reader(browser, docs)
    page = visit.page
    page.goto(f"{docs}page/{fragment_of(BOARD)}")
    visit.ready()
    visit.cell(0, 4).press("m")
    visit.ready()
    before = page.evaluate(KEPT)
    assert before is not None
    page.goto(docs)
    entries = page.evaluate("history.length")
    page.get_by_role("button", name="Try it").last.click()
    frame = visit.frame("iframe")
    frame.locator('[data-cell="0,0"]').press("m")
    frame.locator('[data-cell="0,0"][aria-label*="mine"]').wait_for()
    frame.locator("#undo:enabled").wait_for()
    # The link to the whole page follows.
    first = f"{docs}page/{fragment_of(SMALL, 'small')}"
    page.wait_for_function(
        """(first) => {
            const whole = document.querySelector("iframe").contentDocument.getElementById("whole");
            return whole.href.includes("#s=") && whole.href !== first;
        }""",
        arg=first,
    )
    assert page.evaluate(KEPT) == before
    assert page.evaluate("history.length") == entries
    whole = frame.locator("#whole")
    with visit.context.expect_page() as opening:
        whole.click()
    opened = opening.value
    opened.wait_for_selector('body[data-state="ready"]')
    label = opened.locator('[data-cell="0,0"]').get_attribute("aria-label")
    assert label is not None
    assert "mine" in label
    assert opened.locator(".places").is_visible()
    assert not opened.locator("#whole").is_visible()
    visit.close()


def test_without_scripts_a_link_leads_to_the_page(browser: Browser, docs: str) -> None:
    visit = Visit(browser, docs, is_alone=True, java_script_enabled=False)
    visit.page.goto(docs)
    href = visit.page.locator("a.logicsweep").last.get_attribute("href")
    visit.close()
    visit = Visit(browser, docs, is_alone=True)
    visit.page.goto(f"{docs}{href}")
    visit.ready()
    assert visit.said()[1, 1] == "clue 2"
    visit.close()


@pytest.mark.parametrize("width", some(SIZES, every=2))
def test_boards_on_a_page_of_another_host(
    browser: Browser, page: str, blog: str, width: int
) -> None:
    visit = Reader(browser, blog, width)
    visit.page.goto(blog)
    check_answer(visit.frame("#direct"), SMALL)
    # It takes neither the focus nor the keys of the page around it.
    assert visit.page.evaluate("document.activeElement.id") == "notes"
    visit.page.keyboard.type("1f")
    assert visit.page.locator("#notes").input_value() == "1f"
    check_answer(visit.frame("#direct"), SMALL)
    visit.page.get_by_role("button", name="Try it").click()
    below = visit.box("#below")
    check_answer(visit.frame("pre + p > iframe"), BOARD)
    assert visit.box("#below") == below
    # The script opens links to its own copy of the page, and no others.
    assert visit.page.locator("#other").get_attribute("role") is None
    assert visit.page.get_by_role("button", name="Another copy").count() == 0
    assert visit.elsewhere(page, blog) == []
    visit.close()


def test_only_the_whole_page_is_kept_for_a_time_without_a_network(
    browser: Browser, page: str, blog: str
) -> None:
    visit = Reader(browser, blog)
    visit.context.clock.install()
    visit.page.goto(blog)
    visit.frame("#direct")
    visit.context.clock.fast_forward(60_000)
    check_answer(visit.frame("#direct"), SMALL)
    assert visit.context.service_workers == []
    assert not any(url.endswith("/sw.js") for url in visit.requested)
    visit.page.goto(page)
    visit.ready()
    visit.context.clock.fast_forward(60_000)
    visit.page.evaluate("navigator.serviceWorker.ready")
    assert len(visit.context.service_workers) == 1
    visit.close()


def test_the_elements_of_the_guide_do_what_it_says(
    browser: Browser, page: str, tmp_path: Path
) -> None:
    guide = (ROOT / "docs" / "howto" / "publish-the-page.md").read_text(encoding="utf-8")
    direct, offered = (block.lines for block in blocks(guide) if block.kind == "html")
    text = "\n".join(["<!DOCTYPE html><meta charset='utf-8'>", *direct, *offered])
    text = text.replace("https://example.org/logicsweep/", page)
    (tmp_path / "index.html").write_text(text, encoding="utf-8")
    board = Board.parse("mines: 2\n\n?F??\n1211\n0000")
    with hosted(tmp_path) as url:
        visit = Reader(browser, url)
        visit.page.goto(url)
        check_answer(visit.frame("iframe[title='A board']"), board)
        visit.page.get_by_role("button", name="Try it", exact=True).click()
        check_answer(visit.frame("pre + p > iframe"), board)
        visit.page.get_by_role("button", name="Try another one").click()
        check_answer(visit.frame("p:not(pre + p) > iframe"), Board.parse("mines: 1\n\n?1?"))
        assert visit.elsewhere(page, url) == []
        visit.page.get_by_role("button", name="Close").last.click()
        assert visit.page.get_by_role("button", name="Try another one").count() == 1
        visit.close()


def test_the_wheel_scrolls_the_page_around_a_board(browser: Browser, blog: str) -> None:
    visit = Reader(browser, blog)
    visit.page.goto(blog)
    frame = visit.frame("#direct")
    box: Any = frame.locator('[data-cell="0,1"]').bounding_box()
    visit.page.mouse.move(box["x"] + 5, box["y"] + 5)
    visit.page.mouse.wheel(0, 300)
    visit.page.wait_for_function("() => scrollY >= 200")
    check_answer(frame, SMALL)
    # A tool in hand paints, as everywhere.
    visit.page.evaluate("scrollTo(0, 0)")
    frame.locator("#paint").click()
    box = frame.locator('[data-cell="0,1"]').bounding_box()
    visit.page.mouse.move(box["x"] + 5, box["y"] + 5)
    visit.page.mouse.wheel(0, 300)
    frame.locator("#undo:enabled").wait_for()
    visit.close()
