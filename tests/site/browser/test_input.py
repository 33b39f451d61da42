"""What people bring to the page: files, the clipboard, fingers, programs of their own."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, KnowledgeBase, load, write_board
from tests.conftest import some
from tests.site.browser.browsing import EXAMPLES, Visit, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
BEGINNER = load(EXAMPLES / "beginner.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")


@pytest.fixture
def visit(visit: Visit) -> Visit:
    visit.open(SMALL)
    return visit


def given(visit: Visit, event: str, text: str, name: str = "") -> None:
    """Paste or drop a text, or a file of that content if it has a name."""
    visit.page.evaluate(
        """([event, text, name]) => {
        const data = new DataTransfer();
        const type = name.endsWith(".png") ? "image/png" : "";
        if (name) data.items.add(new File([text], name, { type }));
        else data.setData("text", text);
        const made = event === "paste"
            ? new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true })
            : new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true });
        document.body.dispatchEvent(made);
    }""",
        [event, text, name],
    )


def test_a_picture_is_not_read_yet(visit: Visit) -> None:
    given(visit, "drop", "a picture", "board.png")
    visit.page.locator("#toast", has_text="Pictures are not read yet").wait_for()


def test_a_density_for_each_cell_is_kept(visit: Visit) -> None:
    table = [[Fraction(1, 2), Fraction(1, 4), Fraction(1, 8)], [Fraction(1, 5)] * 3]
    board = Board.parse("???\n?1?").altered(density=table)
    visit.open(board)
    said = visit.said()
    for cell, chance in KnowledgeBase(board).count().fractions().items():
        shown = re.match(r"covered, mine probability ([\d.]+)%", said[cell])
        assert shown is not None
        assert float(shown[1]) == pytest.approx(100 * float(chance), abs=0.5)


@pytest.mark.parametrize(
    ("event", "name"), some(product(["paste", "drop"], ["", "my.board"]), every=3)
)
def test_boards_are_pasted_and_dropped(visit: Visit, event: str, name: str) -> None:
    link = write_board(BEGINNER, "analysis", lossy=True).decode()
    given(visit, event, str(BEGINNER) if name else link, name)
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length === 81"
    )
    visit.ready()
    proved = KnowledgeBase(BEGINNER).consequences()
    assert proved.mines
    said = visit.said()
    assert {cell for cell, words in said.items() if "proved mine" in words} == proved.mines
    visit.page.get_by_role("button", name="Undo").click()
    visit.ready()
    assert len(visit.said()) == 12


def test_a_sign_that_may_be_a_covered_cell_has_a_button(visit: Visit) -> None:
    given(visit, "paste", "#1\n11\n")
    visit.page.get_by_role("button", name="# is a covered cell").click()
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length === 4"
    )
    visit.ready()
    assert "proved mine" in visit.said()[0, 0]
    assert not visit.page.locator("#toast").is_visible()


def test_what_is_too_large_is_refused_beside_the_board(visit: Visit) -> None:
    given(visit, "drop", "?" * 800_000, "long.board")
    visit.page.locator("#toast", has_text="the page reads at most 742,500").wait_for()
    given(visit, "drop", "\n".join(["?" * 300] * 300), "large.board")
    visit.page.locator("#toast", has_text="the page shows at most 62,500").wait_for()
    visit.unfold("#more")
    columns = visit.page.locator("[data-fact=columns]")
    columns.fill("100000")
    columns.press("Tab")
    visit.page.locator("#toast", has_text="a board of 100000x").wait_for()
    assert len(visit.said()) == 12


def test_fingers_paint_and_ask(browser: Browser, url: str) -> None:
    visit = Visit(browser, url, has_touch=True, viewport={"width": 390, "height": 844})
    visit.open(SMALL)
    visit.tool("Flag")
    visit.cell(0, 0).tap()
    visit.ready()
    assert visit.said()[0, 0].startswith("flagged")
    visit.page.locator("#paint").tap()
    visit.cell(0, 0).tap()
    visit.page.wait_for_selector("#why .outcomes")
    visit.close()


def test_programs_of_ones_own_count_where_they_are_allowed(browser: Browser) -> None:
    program = ":- mine((0,0))."
    with served("--allow-programs") as address:
        visit = Visit(browser, address, is_alone=True)
        visit.open(SMALL)
        answered_with(visit, program)
        visit.close()


def answered_with(visit: Visit, program: str) -> None:
    """What the page says with a program is what the library says."""
    visit.unfold("#more")
    text = visit.page.get_by_label("Program")
    text.fill(program)
    text.press("Tab")
    visit.ready()
    kb = KnowledgeBase(SMALL, program=program)
    said = visit.said()
    safe = {cell for cell, words in said.items() if "proved safe" in words}
    assert safe == kb.consequences().safe
    assert f"{kb.count().total} layouts" in visit.text("#numbers")
