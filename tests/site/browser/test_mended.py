"""What a first version of the page did wrong while one analysed: each stays mended.

The numbers are those of the list that the page was improved by; games and reviews are in
`test_mended_games.py`, what concerns the whole window in `test_mended_window.py`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, best, load
from logicsweep.board.grid import State
from tests.site.browser.browsing import EXAMPLES, Visit, name_of
from tests.site.browser.test_input import given

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
STUCK = load(EXAMPLES / "expert-stuck.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")
# Eight cells around a clue, all equally good.
EVEN = Board.parse("mines: 1\n\n???\n?1?\n???\n")
# Single clues prove the mine in the corner and what follows; the other side stays undecided.
PARTLY = Board.parse("mines: 4\n\n?1????\n11????\n0011??\n")
STARS = '#grid use[href="#sign-best"]'
PROVED = ("proved safe", "proved mine")
NAMED = re.compile(r"\(\d+,\d+\)")


def shown(visit: Visit, selector: str) -> str:
    """The visible text with ordinary blanks."""
    return visit.text(selector).replace("\u00a0", " ")


def test_05_the_best_guess_has_its_reasons_beside_it(visit: Visit) -> None:
    visit.open(STUCK)
    candidates = best(STUCK).candidates
    assert len(candidates) > 8
    rows = visit.page.locator("#guesses tbody tr")
    assert rows.count() == 8
    visit.page.locator("#guesses").get_by_role("button", name="more cells").click()
    assert rows.count() == len(candidates)
    for number, candidate in enumerate(candidates):
        cells = rows.nth(number).locator("th, td").all_inner_texts()
        risk, survival = (
            float(re.sub(r"[^\d.]", "", text)) if text.strip() else None for text in cells[1:3]
        )
        assert cells[0].split()[0] == name_of(candidate.cell)
        assert ("best" in cells[0]) == (candidate.cell in best(STUCK).cells)
        assert risk == pytest.approx(100 * float(candidate.risk), abs=0.06)
        if candidate.survival is not None:
            assert survival == pytest.approx(100 * float(candidate.survival), abs=0.06)
    # A row lights up its cell, and a cell its row.
    rows.nth(1).hover()
    assert visit.page.locator(".lights .lit").count() == 1
    first = candidates[0].cell
    visit.cell(first.row, first.column).hover()
    visit.page.locator("#guesses tr.pointed", has_text=name_of(first)).wait_for()
    assert visit.page.locator(".lights .lit").count() == 0


def test_07_steps_do_not_show_the_end_at_the_beginning(visit: Visit) -> None:
    visit.open(STUCK)
    kb = KnowledgeBase(STUCK)
    cell = max(kb.consequences().mines, key=lambda place: len(kb.explain(place).clues))
    steps = kb.explain(cell, steps=True).steps
    assert steps is not None
    assert len(steps) > 1
    assert sum("proved mine" in said for said in visit.said().values()) > len(steps)
    visit.cell(*cell).click()
    visit.page.get_by_role("button", name="Step by step").click()
    proved: set[tuple[int, int]] = set()
    for number, step in enumerate(steps):
        visit.page.get_by_text(f"Step {number + 1} of {len(steps)}").wait_for()
        said = visit.said()
        drawn = {place for place, words in said.items() if words.endswith(PROVED)}
        assert drawn == proved
        targets = {*step.safe, *step.mines}
        faint = {place for place, words in said.items() if "not yet proved" in words}
        assert faint == set(STUCK.covered) - proved - targets
        assert visit.page.locator("#grid .dim").count() == len(faint)
        assert visit.text(".steps p[aria-live]")[0] not in "abcdefghijklmnopqrstuvwxyz"
        proved |= targets
        visit.page.keyboard.press("ArrowRight")
    visit.page.get_by_role("button", name="Step by step").click()
    visit.page.wait_for_function("() => !document.querySelector('.steps')")
    assert visit.page.locator("#grid .dim").count() == 0


def test_08_names_are_those_of_people_and_light_up_cells(browser: Browser, url: str) -> None:
    """In a browser that has never seen the page."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.goto(url)
    page.wait_for_selector("#why .text")
    assert not NAMED.search(page.inner_text("#panel"))
    assert page.locator(".edge > span").first.text_content() in ("A", "1")
    # Each clue of the explanation has a colour, and so have its cells.
    colours = page.locator('.frames [class*="group-"]').evaluate_all(
        "(frames) => [...new Set(frames.map((frame) => getComputedStyle(frame).stroke))]"
    )
    assert len(colours) == 2
    name = page.locator("#why .text .cell-name").first
    place = name.inner_text()
    name.hover()
    lit = page.locator(".lights .lit")
    assert lit.count() == 1
    column, row = "ABCDEFGHI".index(place[0]), int(place[1:]) - 1
    cell, light = (
        page.locator(f'#grid [data-cell="{row},{column}"]').bounding_box(),
        lit.bounding_box(),
    )
    assert cell is not None
    assert light is not None
    assert (light["x"], light["y"]) == pytest.approx((cell["x"], cell["y"]), abs=4)
    page.mouse.move(0, 0)
    assert lit.count() == 0
    name.focus()
    assert lit.count() == 1
    context.close()


def test_09_the_line_about_a_cell_follows_what_is_painted(visit: Visit) -> None:
    visit.open(Board.parse("????\n?3??\n????\n"))
    page = visit.page
    line = page.locator("#pointed")
    visit.cell(1, 1).hover()
    assert visit.text("#pointed") == "B2 shows 3"
    visit.cell(1, 1).click()
    page.locator("#why", has_text="the clue 3").wait_for()
    page.mouse.wheel(0, 10)
    visit.changed()
    assert visit.text("#pointed") == "B2 shows 4"
    page.keyboard.press("8")
    visit.changed()
    assert visit.text("#pointed") == "B2 shows 8"
    page.keyboard.press("h")
    visit.changed()
    line.get_by_text("B2 is").wait_for()
    assert "shows" not in visit.text("#pointed")
    page.keyboard.press("Control+z")
    visit.changed()
    assert visit.text("#pointed") == "B2 shows 8"
    assert "clue 3" not in visit.text("#panel")
    # Beside a contradiction as well, where no cell is anything.
    page.evaluate("document.activeElement.blur()")
    for row, column, clue in ((0, 0, "1"), (0, 1, "3")):
        visit.cell(row, column).hover()
        page.keyboard.press(clue)
        visit.changed()
    assert "This board is impossible" in visit.text("#answer")
    assert visit.text("#pointed") == "B1 shows 3"
    visit.cell(2, 3).hover()
    assert visit.text("#pointed") == "D3 is covered"


def test_10_cells_that_are_equally_good_have_no_star_over_their_number(visit: Visit) -> None:
    assert len(best(EVEN).cells) == 8
    visit.open(EVEN)
    assert sum("best cell" in said for said in visit.said().values()) == 8
    assert visit.page.locator("#grid .chance").all_text_contents() == ["12%"] * 8
    assert visit.page.locator(STARS).count() == 0
    assert visit.page.locator(".best.thin").count() == 8
    visit.open(STUCK)
    assert visit.page.locator(STARS).count() == len(best(STUCK).cells) == 1


def test_10_nobody_is_greeted_by_the_same_number_everywhere(visit: Visit) -> None:
    visit.open()
    numbers = visit.page.locator("#grid .chance").all_text_contents()
    assert len(numbers) < 12
    assert visit.page.locator(STARS).count() == 0
    # On an empty board the colour says as much.
    visit.open("#text=" + "%0A".join(["?" * 30] * 16))
    visit.page.locator("[data-fact=mines]").fill("99")
    visit.page.locator("[data-fact=mines]").press("Tab")
    visit.changed()
    assert all("mine probability 21%" in said for said in visit.said().values())
    assert visit.page.locator("#grid .chance").count() == 0


def test_14_a_level_is_of_what_can_be_proved(visit: Visit) -> None:
    proved = KnowledgeBase(PARTLY).consequences()
    assert proved.mines
    undecided = len(PARTLY.covered) - len(proved.mines) - len(proved.safe)
    assert undecided
    visit.open(PARTLY)
    visit.unfold("#more")
    assert f"{undecided} undecided" in visit.text("#answer")
    said = visit.text("#numbers")
    assert "What can be proved takes one clue at a time (level 1)" in said
    assert "all of it" not in said


def test_15_placeholders_are_whole_and_rare_facts_are_not_in_the_way(visit: Visit) -> None:
    visit.open(SMALL)
    assert not visit.page.locator("[data-fact=rows]").is_visible()
    cut = visit.page.evaluate(
        """() => [...document.querySelectorAll("input[placeholder]")].filter((input) => {
            const dialog = input.closest("dialog");
            if (dialog && !dialog.open) dialog.showModal();
            if (!input.clientWidth) throw new Error(`${input.placeholder} is not shown`);
            const { value } = input;
            input.value = input.placeholder;
            // Both are rounded to whole pixels, each in its own way.
            const isCut = input.scrollWidth > input.clientWidth + 1;
            input.value = value;
            dialog?.close();
            return isCut;
        }).map((input) => input.placeholder)"""
    )
    assert cut == []


def test_16_main_line_and_alternatives_are_told_apart(visit: Visit) -> None:
    visit.open(SMALL)
    page = visit.page
    visit.cell(0, 0).focus()
    for key in ("0", "Control+z", "1", "ArrowRight", "h", "2"):
        page.keyboard.press(key)
        visit.changed()
    lines = page.locator("#tree li")
    assert lines.locator(".place").all_text_contents() == ["0", "1", "1a", "2"]
    names = lines.locator("button").evaluate_all(
        "(buttons) => buttons.map((button) => button.getAttribute('aria-label'))"
    )
    assert names[0] == "0 board"
    assert [name.startswith("Alternative") for name in names] == [False, False, True, True]
    edges = lines.evaluate_all("(items) => items.map((item) => item.getBoundingClientRect().left)")
    assert edges[0] == edges[1] < edges[2] == edges[3]
    # Deletion, and its undo.
    page.get_by_role("button", name="Delete", exact=True).click()
    assert lines.count() == 3
    assert lines.last.inner_text().split()[0] == "1a"
    page.locator("#toast").get_by_role("button", name="Undo").click()
    assert lines.count() == 4


def test_17_rows_of_a_grid_are_counted_as_the_form_counts_them(browser: Browser, url: str) -> None:
    visit = Visit(browser, url)
    states = [[State.COVERED] * 4 for _ in range(16)]
    visit.open(Board(states, mines=8, adjacency=Adjacency.grid((4, 4, 4))))
    visit.unfold("#more")
    rows = visit.page.locator("[data-fact=rows]").input_value()
    labels = visit.page.locator(".numbers .rows text").all_text_contents()
    assert labels == [str(number) for number in range(1, int(rows) + 1)]
    assert len(labels) == 16
    visit.close()


def test_18_the_wheel_turns_a_cell_without_a_tool(visit: Visit) -> None:
    visit.open(SMALL)
    assert not visit.page.locator("#tools").is_visible()
    visit.cell(0, 0).hover()
    for clue in ("clue 0", "clue 1"):
        visit.page.mouse.wheel(0, 10)
        visit.changed()
        assert visit.said()[0, 0] == clue
    visit.page.mouse.wheel(0, -10)
    visit.changed()
    assert visit.said()[0, 0] == "clue 0"
    # What turns one after the other is one change.
    assert visit.page.locator("#tree li").count() == 2


def test_19_numbers_are_written_as_people_write_them(visit: Visit) -> None:
    visit.open(STUCK)
    visit.unfold("#more")
    total = str(KnowledgeBase(STUCK).count().total)
    power = str(len(total) - 1).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    assert f"About {total[0]}.{total[1:3]} \u00d7 10{power} layouts agree" in visit.text("#numbers")
    assert "·" not in visit.text("#numbers")
    assert "^" not in visit.text("#panel")


def test_22_the_page_advises_what_the_page_has(visit: Visit) -> None:
    visit.open(SMALL)
    given(visit, "paste", "####\n####\n")
    toast = visit.page.locator("#toast", has_text="covered")
    toast.wait_for()
    assert "--" not in visit.text("#toast")
    toast.get_by_role("button", name="# is a covered cell").click()
    visit.page.locator("#tree li").nth(1).wait_for()
    visit.changed()
    said = visit.said()
    assert len(said) == 8
    assert all(words.startswith("covered") for words in said.values())
