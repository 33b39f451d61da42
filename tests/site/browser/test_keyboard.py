"""The page by the keyboard alone: every place is reached and used, and the focus is never lost."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, KnowledgeBase, load, review
from logicsweep.formats.files import example_game
from tests.site.browser.browsing import EXAMPLES, Visit, name_of
from tests.site.browser.test_games import SHORT, board_of, is_open, state

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
STUCK = load(EXAMPLES / "expert-stuck.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")
EXAMPLE = review(str(example_game("expert")))
# What has the keyboard, in words.
FOCUSED = """() => { const { activeElement: part } = document;
    return part.dataset.cell ?? part.getAttribute("aria-label") ?? (part.labels?.[0]?.innerText
        || part.innerText || part.id).trim(); }"""
# Whether what has the keyboard is seen; null if nothing has it.
SEEN = """() => { const { activeElement: part } = document;
    if (part === document.body) return null;
    const { width, height } = part.getBoundingClientRect();
    return (part.checkVisibility() && width > 1 && height > 1) || part.type === "file"; }"""
# More stops of Tab than any place has.
MANY = 120
# What opens the dialogs of Analyse, in the menu.
LISTED = ("New…", "Save…", "Rules…", "Help")


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    made = Visit(browser, url)
    # A mouse is nowhere near.
    made.page.mouse.move(0, 767)
    yield made
    made.close()


def focused(visit: Visit) -> str:
    """What has the keyboard."""
    return str(visit.page.evaluate(FOCUSED))


def tab_to(visit: Visit, words: str) -> None:
    """Press Tab until something whose words match has the keyboard, and is seen with a ring."""
    for _ in range(MANY):
        visit.page.keyboard.press("Tab")
        if re.fullmatch(words, focused(visit)):
            break
    else:
        pytest.fail(f"Tab does not lead to {words}")
    ring = visit.page.evaluate(
        """() => { const part = document.activeElement;
            const style = getComputedStyle(part.querySelector(".tile") ?? part);
            return part.matches(":focus-visible") &&
                (style.outlineStyle !== "none" || style.strokeWidth === "4px"); }"""
    )
    assert ring, f"{words} is not seen to have the keyboard"


def press(visit: Visit, *keys: str) -> None:
    """Press keys, one after the other."""
    for key in keys:
        visit.page.keyboard.press(key)


def walk_to(visit: Visit, row: int, column: int) -> None:
    """Go to a cell with arrow keys from the cell that has the keyboard."""
    at_row, at_column = map(int, focused(visit).split(","))
    down, over = row - at_row, column - at_column
    press(visit, *["ArrowDown" if down > 0 else "ArrowUp"] * abs(down))
    press(visit, *["ArrowRight" if over > 0 else "ArrowLeft"] * abs(over))
    assert focused(visit) == f"{row},{column}"


def test_every_stop_of_tab_is_named_and_seen(visit: Visit) -> None:
    """Tab goes through all of each place and ends; no stop is hidden or without a name."""
    opened = (("Analyse", ("Paste a board", "More")), ("Play", ("Custom…", "Rules…")))
    for place, opening in (*opened, ("Review", ("Open a replay…",))):
        visit.open()
        tab_to(visit, place)
        press(visit, "Enter")
        visit.ready()
        visit.page.evaluate("document.activeElement.blur()")
        stops = []
        for _ in range(MANY):
            press(visit, "Tab")
            is_seen = visit.page.evaluate(SEEN)
            if is_seen is None:
                break
            assert is_seen, focused(visit)
            stops.append(focused(visit))
        assert all(stops)
        assert {*opening} <= {*stops}
        assert 6 < len(stops) < MANY - 1
        assert sum(re.fullmatch(r"\d+,\d+", stop) is not None for stop in stops) == 1


def test_a_game_is_won(visit: Visit) -> None:
    visit.open()
    tab_to(visit, "Play")
    press(visit, "Enter")
    visit.ready()
    tab_to(visit, "No guess")
    press(visit, "Space")
    visit.ready()
    tab_to(visit, "Beginner")
    press(visit, "Enter")
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length === 81"
    )
    visit.ready()
    tab_to(visit, r"\d+,\d+")
    walk_to(visit, 4, 4)
    press(visit, "Enter")
    visit.page.locator('[data-cell="4,4"][aria-label="clue 0"]').wait_for()
    visit.ready()
    assert focused(visit) == "4,4"
    visit.open(SHORT)
    visit.page.locator("#game-state", has_text="Playing").wait_for()
    tab_to(visit, r"\d+,\d+")
    is_flagged = False
    while state(visit) == "Playing":
        proved = KnowledgeBase(board_of(visit, 5, 5)).consequences()
        if proved.mines and not is_flagged:
            is_flagged = True
            flag = min(proved.mines)
            walk_to(visit, *flag)
            press(visit, "Space")
            assert visit.said()[flag] == "flagged"
        cell = min(proved.safe)
        walk_to(visit, *cell)
        press(visit, "Enter")
        is_open(visit, *cell)
        visit.ready()
    assert state(visit) == "Won"
    visit.page.wait_for_selector("#judged .review-graph")
    tab_to(visit, "Same board again")
    press(visit, "Enter")
    visit.page.locator("#game-state", has_text="Playing").wait_for()
    visit.ready()
    assert focused(visit) == "Same board again"
    press(visit, "F2")
    visit.page.locator("#clock:empty").wait_for(state="attached")
    assert set(visit.said().values()) == {"covered"}
    assert focused(visit) == "Same board again"


def test_why_and_its_steps(visit: Visit) -> None:
    visit.open(STUCK)
    kb = KnowledgeBase(STUCK)
    cell = max(kb.consequences().mines, key=lambda place: len(kb.explain(place).clues))
    tab_to(visit, r"\d+,\d+")
    walk_to(visit, *cell)
    press(visit, "Enter")
    visit.page.wait_for_selector("#why .text")
    assert focused(visit) == f"{cell.row},{cell.column}"
    tab_to(visit, "Step by step")
    press(visit, "Enter")
    visit.page.get_by_text("Step 1 of").wait_for()
    # What was pressed has the keyboard still, and arrows go through the steps.
    assert focused(visit) == "Step by step"
    press(visit, "ArrowRight")
    visit.page.get_by_text("Step 2 of").wait_for()
    press(visit, "ArrowLeft")
    visit.page.get_by_text("Step 1 of").wait_for()
    # A name in a sentence lights up its cell, and leads there.
    visit.page.keyboard.press("Shift+Tab")
    assert visit.page.locator(".lights .lit").count() == 1
    press(visit, "Enter")
    assert re.fullmatch(r"\d+,\d+", focused(visit))
    # An undecided cell, and what it may show.
    undecided = next(place for place in STUCK.covered if place not in kb.consequences().mines)
    walk_to(visit, *undecided)
    press(visit, "Enter")
    visit.page.wait_for_selector("#why .outcomes")
    tab_to(visit, "A way with a mine here")
    press(visit, "Enter")
    assert visit.page.locator('.board use[href="#sign-mine"]').count() > 0
    press(visit, "Escape")
    visit.page.locator("#why", has_text="Click a cell").wait_for()


def test_the_guesses(visit: Visit) -> None:
    visit.open(STUCK)
    first = visit.page.locator("#guesses tbody .cell-name").nth(1).inner_text()
    tab_to(visit, re.escape(first))
    assert visit.page.locator(".lights .lit").count() == 1
    press(visit, "Enter")
    assert name_of(tuple(map(int, focused(visit).split(",")))) == first


def test_the_tree(visit: Visit) -> None:
    visit.open(SMALL)
    tab_to(visit, r"\d+,\d+")
    for key in ("0", "Control+z", "1"):
        press(visit, key)
        visit.changed()
    tab_to(visit, "0 board")
    press(visit, "Tab")
    assert focused(visit) == "1 0 at A1"
    press(visit, "Enter")
    visit.changed()
    assert visit.said()[0, 0] == "clue 0"
    # The list was written anew; who goes through it stays in it.
    assert focused(visit) == "1 0 at A1"
    press(visit, "Tab")
    assert focused(visit) == "Alternative 1a 1 at A1"
    tab_to(visit, "Delete")
    press(visit, "Enter")
    visit.page.locator("#toast", has_text="gone").wait_for()
    assert visit.page.locator("#tree li").count() == 2


def test_a_review(visit: Visit) -> None:
    visit.open()
    tab_to(visit, "Review")
    press(visit, "Enter")
    tab_to(visit, "An example")
    press(visit, "Enter")
    visit.page.wait_for_selector(".review-now")
    visit.ready()
    press(visit, "Home", "ArrowRight", "ArrowRight")
    assert visit.text(".review-count") == f"3 of {len(EXAMPLE.grades)}"
    press(visit, "Home")
    visit.ready()
    tab_to(visit, "Learn from your mistakes")
    press(visit, "Enter")
    visit.ready()
    # From behind the panel Tab begins again, and leads to the board.
    mistake = EXAMPLE.mistakes[0]
    tab_to(visit, r"\d+,\d+")
    walk_to(visit, *mistake.better[0])
    press(visit, "Enter")
    visit.page.locator(".review-tries", has_text="right, it is proved safe").wait_for()
    assert focused(visit) == f"{mistake.better[0].row},{mistake.better[0].column}"
    tab_to(visit, "Another mistake")
    press(visit, "Enter")
    visit.ready()
    assert visit.text(".review-count").startswith(
        f"{EXAMPLE.grades.index(EXAMPLE.mistakes[1]) + 1} "
    )


def test_escape_leads_back_to_what_opened_a_dialog(visit: Visit) -> None:
    visit.open()
    check_dialog(visit, "Paste a board")
    for entry in LISTED:
        check_dialog(visit, entry, "More")
    tab_to(visit, "Play")
    press(visit, "Enter")
    visit.ready()
    check_dialog(visit, "Custom…")


def check_dialog(visit: Visit, button: str, menu: str = "") -> None:
    """A dialog keeps the focus until Escape gives it back to the button, and does nothing."""
    if menu:
        visit.page.get_by_role("button", name=menu, exact=True).press("Enter")
        tab_to(visit, button)
    else:
        visit.page.get_by_role("button", name=button, exact=True).focus()
    press(visit, "Enter")
    visit.page.wait_for_selector("dialog[open]")
    # Tab stays in it: behind its last stop comes the window's own, then its first again.
    visit.page.evaluate(
        """() => { window.left = [];
            document.addEventListener("focusin", ({ target }) => {
                if (!target.closest("dialog[open]")) left.push(target.outerHTML);
            }, { signal: (window.leaving = new AbortController()).signal }); }"""
    )
    press(visit, *["Tab"] * 15)
    assert visit.page.evaluate("() => { leaving.abort(); return left; }") == []
    if visit.page.evaluate("document.activeElement === document.body"):
        press(visit, "Tab")
    press(visit, "Escape")
    visit.page.wait_for_function("() => !document.querySelector('dialog[open]')")
    assert focused(visit) == (menu or button)
    # And the dialog did nothing.
    assert not visit.page.locator("#toast").is_visible()


def test_a_dialog_upon_a_dialog(visit: Visit) -> None:
    visit.open()
    tab_to(visit, "More")
    press(visit, "Enter")
    tab_to(visit, "New…")
    press(visit, "Enter")
    tab_to(visit, "Rules and neighbours by pictures…")
    press(visit, "Enter")
    visit.page.wait_for_selector("#catalogue[open]")
    press(visit, "Escape")
    visit.page.wait_for_selector("#catalogue", state="hidden")
    assert visit.page.locator("#new-dialog").is_visible()
    assert focused(visit) == "Rules and neighbours by pictures…"
    press(visit, "Escape")
    visit.page.wait_for_selector("#new-dialog", state="hidden")
    assert focused(visit) == "More"
