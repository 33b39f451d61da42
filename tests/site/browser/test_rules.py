"""Boards with rules in a real browser: opened, painted, explained, made anew."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, KnowledgeBase
from tests.site.browser.browsing import Visit, as_named, fill

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.slow
TEXT = "mines: 6\nrules: 1W Q\n\n? ? 1+2 ?\n? ? ? ?\n? ? ? ?\n2 ? ? ?\n"
SIGHTS = "mines: 4\nrules: 1E'\n\n? ? ? ?\n? -1 ? ?\n? ? 2 ?\n? ? ? ?\n"


@pytest.fixture
def visit(visit: Visit) -> Visit:
    visit.open()
    return visit


def paste(visit: Visit, text: str) -> None:
    """Open a text by its dialog."""
    visit.page.click("#open")
    visit.page.fill("#open-text", text)
    visit.page.click("#open-form button:has-text('Open')")
    visit.page.wait_for_selector("#about:has(p)")
    visit.changed()


def check_verdicts(visit: Visit, board: Board) -> None:
    said = visit.said()
    proved = KnowledgeBase(board).consequences()
    assert {cell for cell, words in said.items() if "proved safe" in words} == proved.safe
    assert {cell for cell, words in said.items() if "proved mine" in words} == proved.mines


def test_a_board_with_rules_is_opened_and_explained(visit: Visit) -> None:
    board = Board.parse(TEXT)
    paste(visit, TEXT)
    page = visit.page
    check_verdicts(visit, board)
    assert visit.said()[0, 2] == "clue 1+2: runs of 1 and 2 mines"
    assert "Q: every 2x2 block has a mine" in visit.text("#about")
    assert "1+1+2" in visit.text("#about")
    assert "cells are safe" in visit.text("#answer")
    # Why: the clues, the cells that they and the rules speak of, and those of a rule alone.
    visit.cell(0, 0).click()
    page.wait_for_selector("#why .text")
    reason = KnowledgeBase(board).explain((0, 0))
    assert visit.text("#why .text").lower() in as_named(reason.text).lower()
    assert visit.grouped() >= set(map(tuple, reason.clues))
    assert visit.grouped() | visit.framed("dashed") >= {tuple(cell) for cell in reason.cells} - {
        (0, 0)
    }
    (rule,) = reason.constraints
    page.click("#why .further button")
    assert visit.framed("dashed") == {tuple(board.cell(number)) for number in rule.cells}
    page.click("#why button:has-text('Step by step')")
    page.wait_for_selector("#why .steps")
    assert "the rule Q" in visit.text("#why .steps")
    # A clue frames the covered cells that it speaks of.
    visit.cell(3, 0).click()
    assert "the clue 2: a run of 2 mines" in visit.text("#why")
    assert visit.grouped() == {(3, 0), (2, 0), (2, 1), (3, 1)}


def test_what_the_key_may_be(visit: Visit) -> None:
    text = "mines: 6\nrules: 2E\n\n?cbb\n????\n??aa\n?a??\n"
    paste(visit, text)
    check_verdicts(visit, Board.parse(text))
    visit.unfold("#more")
    visit.page.wait_for_selector("#numbers .key")
    visit.unfold("#more")
    summary = visit.text("#numbers")
    assert "3 layouts with a key agree with the board:" in summary
    assert "The key is which letter stands for which number of mines:" in summary
    lines = [line.strip() for line in visit.text("#numbers .key").splitlines() if line.strip()]
    assert lines == ["a 3 (66.7\u00a0%), 2 (33.3\u00a0%)", "b 1", lines[2], "d 0"]


def test_what_clues_can_show_is_typed_and_turned(visit: Visit) -> None:
    """Digits, + and -, tools and the wheel go through what clues can show."""
    board = Board.parse(TEXT)
    visit.open(board)
    page = visit.page
    cell = visit.cell(1, 0)
    cell.focus()
    page.keyboard.press("2")
    visit.changed()
    painted = board.with_grid(board.replace({(1, 0): board.clue((3, 0))}).grid)
    assert visit.said()[1, 0].startswith("clue 2: a run of 2 mines")
    check_verdicts(visit, painted)
    page.keyboard.press("+")
    visit.changed()
    assert visit.said()[1, 0] == "clue 1+1: runs of 1 and 1 mines"
    page.keyboard.press("-")
    page.keyboard.press("1")
    page.keyboard.press("1")
    page.keyboard.press("2")
    visit.changed()
    assert visit.said()[1, 0] == "clue 1+1+2: runs of 1, 1 and 2 mines"
    assert cell.locator("tspan").all_text_contents() == ["1+1", "+2"]
    visit.tool("Clue 1+3")
    cell.click()
    visit.changed()
    cell.hover()
    page.mouse.wheel(0, 100)
    visit.changed()
    assert visit.said()[1, 0] == "clue 2+2: runs of 2 and 2 mines"
    # The address holds it all.
    visit.address(lambda state: "2+2" in str(state["nodes"][-1]))
    page.reload()
    visit.ready()
    assert visit.said()[1, 0] == "clue 2+2: runs of 2 and 2 mines"


def test_differences_have_arrows_and_other_boards_have_numbers_again(visit: Visit) -> None:
    visit.open(Board.parse(SIGHTS))
    check_verdicts(visit, Board.parse(SIGHTS))
    assert visit.cell(1, 1).locator("text").inner_html() == "↔1"
    assert visit.cell(2, 2).locator("text").inner_html() == "↕2"
    page = visit.page
    visit.cell(0, 0).focus()
    page.keyboard.press("1")
    visit.changed()
    assert visit.said()[0, 0] == "clue 1: 1 more safe cell above and below"
    page.keyboard.press("Escape")
    # So late that the next digit begins another clue.
    page.evaluate(
        """() => {
            const now = performance.now.bind(performance);
            performance.now = () => now() + 1000;
        }"""
    )
    page.keyboard.press("1")
    visit.changed()
    assert visit.said()[0, 0] == "clue -1: 1 more safe cell to the left and right"
    # A board without rules has its tools and its numbers back.
    visit.example("small")
    page.wait_for_selector("#about:not(:has(p))", state="attached")
    visit.changed()
    assert page.locator("#tools [aria-label='Clue 8']").count() == 1
    assert not any("more safe" in words for words in visit.said().values())


def test_a_new_board_takes_rules_by_name(visit: Visit) -> None:
    page = visit.page
    visit.menu("New…")
    fields = page.locator("#new-form")
    fill(fields, rows=5, columns=6, mines=10)
    fields.get_by_role("button", name="Rules and neighbours by pictures…").click()
    for name in ("1X", "Q"):
        page.get_by_label(f"Choose {name}", exact=True).click()
    page.locator("#catalogue").get_by_role("button", name="Done").click()
    page.wait_for_function("() => document.querySelector('#new-form [name=rules]').value")
    assert fields.locator("[name=rules]").input_value() == "1X Q"
    page.click("#new-form button:has-text('Create')")
    page.wait_for_selector("#about:has(p)")
    visit.changed()
    check_verdicts(visit, Board.parse("mines: 10\nrules: 1X Q\n\n" + "??????\n" * 5))
    assert "two cells away" in visit.text("#about")
    visit.menu("New…")
    fields.locator("[name=rules]").fill("1Y")
    page.click("#new-form button:has-text('Create')")
    page.locator("#toast", has_text=re.compile("^Unknown rule '1Y'")).wait_for()
    assert "known: V, 1M" in visit.text("#toast")


def test_constraints_and_liars_stay_while_a_board_is_painted(visit: Visit) -> None:
    text = "mines: 3\nliars: 1\nconstraint: corner: 1 of (0,0) (0,1)\n\n?2?\n???\n??1\n"
    paste(visit, text.replace("?2?", "???"))
    assert "Constraints: corner: 1 of (0,0) (0,1)." in visit.text("#about")
    visit.page.keyboard.press("Escape")
    visit.cell(0, 1).click()
    visit.page.keyboard.press("2")
    visit.changed()
    board = Board.parse(text)
    check_verdicts(visit, board)
    visit.unfold("#more")
    assert "Wrong clues, by probability: " in visit.text("#numbers")
    likeliest = max(KnowledgeBase(board).count().wrong.values())
    assert f"{round(100 * likeliest)}" in visit.text("#numbers .wrong-clues")
