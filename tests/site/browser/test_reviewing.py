"""Reviews in a real browser: on the page of `serve`, and in a file of its own."""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from logicsweep import Cell, KnowledgeBase, review
from logicsweep.formats.files import example_game
from logicsweep.games.review.review import Review
from logicsweep.games.told.opening import Kind
from logicsweep.render.page import review_page
from tests.conftest import ROOT
from tests.site.browser.browsing import Visit, as_named, check_access, name_of

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = pytest.mark.slow
GAME = ROOT / "tests" / "formats" / "replays" / "game.avf"
EXAMPLE = review(str(example_game("expert")))


# The number of an opening, what is said of it, its kind, and what is said of each cell.
SHOWN = """() => { const now = document.querySelector(".review-now");
    return [document.querySelector(".review-count").innerText,
        now.innerText.replaceAll("\u00a0", " "), now.dataset.kind, Object.fromEntries(
            [...document.querySelectorAll(":is(.review-board, #grid) [data-cell]")].map(
                (cell) => [cell.dataset.cell, cell.getAttribute("aria-label")]))]; }"""
COVERED = ':is(.review-board, #grid) [aria-label*="covered"]'


def cell(page: Page, row: int, column: int) -> object:
    return page.locator(f':is(.review-board, #grid) [data-cell="{row},{column}"]')


def step_through(page: Page, found: Review, told: Callable[[str], str] = str) -> None:
    """What the page says of every opening is what the review says, with cells as it is `told`."""
    page.keyboard.press("Home")
    for number, grade in enumerate(found.grades, 1):
        # A board is drawn with what is known of it, some milliseconds after the panel.
        page.wait_for_function(
            "([covered, many]) => document.querySelectorAll(covered).length === many",
            arg=[COVERED, len(grade.board.covered)],
        )
        count, said, kind, labels = page.evaluate(SHOWN)
        assert count == f"{number} of {len(found.grades)}"
        assert told(grade.text) in said
        assert told(str(grade.opening.cells[0])) in said
        assert kind == grade.kind.value
        for row, column in grade.board.clues:
            assert f"clue {grade.board[row, column]}" in labels[f"{row},{column}"]
        if grade.better:
            row, column = grade.better[0]
            assert "best cell" in labels[f"{row},{column}"]
        page.keyboard.press("ArrowRight")
    assert page.inner_text(".review-count") == "the end"
    assert "All safe cells are open." in page.inner_text(".review-now")


def words(page: Page, selector: str) -> str:
    """The visible text, with ordinary blanks."""
    return page.inner_text(selector).replace("\u00a0", " ")


def learn(
    page: Page,
    found: Review,
    judgement: str = "none of the best cells.",
    told: Callable[[str], str] = str,
) -> None:
    """Every mistake is asked about: a wrong cell, then the right one, then the answer.

    `judgement` is a part of what is said of the wrong cell, and `told` writes names of cells.
    """
    page.keyboard.press("Home")
    first, *_ = found.mistakes
    page.get_by_role("button", name="Learn from your mistakes").click()
    assert "Click a cell that is better." in words(page, ".review-now")
    assert told(first.text) not in words(page, ".review-panel")
    assert page.locator(".review-mistakes li").count() == len(found.mistakes)
    for grade in found.mistakes:
        mistakes = words(page, ".review-mistakes")
        assert not grade.better or f"{told(str(grade.better[0]))} was" not in mistakes
    tried = {*first.better, *first.opening.cells}
    wrong = next(one for one in first.board.covered if one not in tried)
    cell(page, *wrong).click()
    tries = page.locator(".review-tries li")
    tries.filter(has_text=judgement).wait_for()
    assert words(page, ".review-tries").startswith(f"{told(str(wrong))}: ")
    cell(page, *first.better[-1]).click()
    tries.filter(has_text="right, ").wait_for()
    said = words(page, ".review-tries").split("\n")
    assert said[0].startswith(f"{told(str(wrong))}: ")
    assert said[1].startswith(f"{told(str(first.better[-1]))}: right, ")
    assert told(first.text) in words(page, ".review-now")
    assert "✓ solved" in words(page, ".review-mistakes li >> nth=0")
    assert told(str(first.better[0])) in words(page, ".review-mistakes li >> nth=0")
    page.get_by_role("button", name="Another mistake").click()
    assert not page.locator(".review-tries").is_visible()
    page.get_by_role("button", name="See the answer").click()
    assert told(found.mistakes[1].text) in words(page, ".review-now")
    assert "answer seen" in words(page, ".review-mistakes li >> nth=1")
    page.get_by_role("button", name="End the lesson").click()
    # The first lesson is as it was left.
    page.get_by_role("button", name="Learn from your mistakes").focus()
    page.locator(".review-mistakes li button").first.click()
    assert words(page, ".review-count").startswith(f"{found.grades.index(first) + 1} of ")


def test_a_game_on_the_page(visit: Visit) -> None:
    found = review(GAME)
    assert len(found.mistakes) > 1
    visit.open()
    page = visit.page
    visit.place("Review")
    page.set_input_files("#replay", str(GAME))
    page.wait_for_selector(".review-now")
    step_through(page, found, as_named)
    learn(page, found, "is proved safe", as_named)
    page.locator("#search").check()
    page.wait_for_selector(
        '.review-now:has-text("Chance to win")', state="attached", timeout=60_000
    )
    page.set_input_files("#replay", str(ROOT / "README.md"))
    page.locator("#toast", has_text="this is no replay").wait_for()


def test_a_file_that_is_chosen_before_the_script_is_loaded(visit: Visit) -> None:
    page = visit.page
    held = visit.hold("**/app.js")
    with page.expect_request("**/app.js"):
        page.goto(f"{visit.url}review", wait_until="commit")
    page.set_input_files("#replay", str(GAME))
    (route,) = held
    route.continue_()
    page.wait_for_selector(".review-now")


def test_a_file_of_its_own(visit: Visit, tmp_path: Path) -> None:
    found = review(GAME)
    path = tmp_path / "game.html"
    path.write_text(review_page(found), encoding="utf-8")
    visit.page.goto(path.as_uri())
    step_through(visit.page, found)
    learn(visit.page, found)
    visit.page.get_by_text("All openings").click()
    visit.page.locator(".review-panel details ol button").nth(4).click()
    assert visit.page.inner_text(".review-count") == f"5 of {len(found.grades)}"
    visit.page.set_viewport_size({"width": 380, "height": 700})
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 380


@pytest.fixture
def example(visit: Visit, tmp_path: Path) -> Page:
    """The example game in a file of its own."""
    path = tmp_path / "game.html"
    path.write_text(review_page(EXAMPLE), encoding="utf-8")
    visit.page.goto(path.as_uri())
    return visit.page


def test_the_heading_begins_with_the_result_and_leads_to_mistakes(example: Page) -> None:
    """Result, mistakes, forced guesses; luck in bits only where it is asked for."""
    assert words(example, "h1") == "subset: won"
    assert words(example, ".review-kinds") == "2 mistakes: a needless guess, a riskier guess"
    assert words(example, ".review-cost") == "They cost 38 % of the chance to survive."
    forced = [grade for grade in EXAMPLE.grades if grade.kind in (Kind.LEAST_RISK, Kind.DEAD)]
    listed = ", ".join(
        f"{grade.opening.cells[0]} {float(100 - 100 * grade.risk):.0f} %" for grade in forced
    )
    share = float(100 * prod(1 - grade.risk for grade in forced))
    assert words(example, ".review-forced") == (
        f"4 forced guesses, {share:.0f} % to survive them all: {listed}"
    )
    assert "bits" not in words(example, ".review-panel")
    example.get_by_text("Luck and metrics").click()
    assert "3.08 bits of luck" in words(example, ".review-panel")
    riskier = next(grade for grade in EXAMPLE.grades if grade.kind is Kind.RISKIER)
    example.get_by_role("button", name="a riskier guess", exact=True).click()
    assert riskier.text in words(example, ".review-now")
    example.get_by_role("button", name=f"{forced[2].opening.cells[0]} 50").click()
    assert forced[2].text in words(example, ".review-now")


def test_each_mistake_names_the_cell_that_was_better(example: Page) -> None:
    for number, grade in enumerate(EXAMPLE.mistakes):
        item = f".review-mistakes li >> nth={number}"
        assert f"{EXAMPLE.grades.index(grade) + 1}. {grade.opening.cells[0]}: " in words(
            example, item
        )
        better = "was safe" if not grade.best else f"had only {float(100 * grade.best):.0f} %"
        assert words(example, item).strip().endswith(f"; {grade.better[0]} {better}")
        example.locator(f"{item} >> button").click()
        assert grade.text in words(example, ".review-now")
        assert example.get_attribute(f"{item} >> button", "aria-current") == "step"
        position = example.locator(':is(.review-board, #grid) [aria-label*="covered"]').count()
        assert position == len(grade.board.covered)


def test_arrows_lead_through_the_openings_but_not_while_a_cell_is_looked_for(example: Page) -> None:
    """They do so on the board and on buttons alike; in a lesson they walk through the board."""
    example.keyboard.press("Home")
    cell(example, 3, 3).focus()
    example.keyboard.press("ArrowRight")
    assert words(example, ".review-count") == "2 of 172"
    example.get_by_role("button", name="Next mistake").focus()
    example.keyboard.press("End")
    assert words(example, ".review-count") == "the end"
    example.keyboard.press("Home")
    example.get_by_role("button", name="Learn from your mistakes").click()
    assert words(example, ".review-count") == "2 of 172"
    cell(example, 0, 2).focus()
    example.keyboard.press("ArrowDown")
    assert words(example, ".review-count") == "2 of 172"
    example.keyboard.press("Enter")
    assert words(example, ".review-tries") == "(1,2): right, it is proved safe."
    example.keyboard.press("ArrowRight")
    assert words(example, ".review-count") == "3 of 172"


def test_the_opened_cell_is_no_better_a_second_time(example: Page) -> None:
    """Its judgement is known; the safe cell is named once the answer is known."""
    example.get_by_role("button", name="Learn from your mistakes").click()
    cell(example, 0, 2).click()
    assert words(example, ".review-tries") == (
        "(0,2): a guess with 20 % although another cell is proved safe."
    )
    example.get_by_role("button", name="See the answer").click()
    assert words(example, ".review-tries") == (
        "(0,2): a guess with 20 % although (1,2) is proved safe."
    )
    assert example.evaluate("document.activeElement.textContent") == "End the lesson"


JUDGED = """async () => {
    const folder = document.querySelector('script[type="module"]').src;
    const module = (name) => import(new URL(name, folder));
    const { ReviewPanel } = await module("review-panel.js");
    const { BoardView } = await module("board.js");
    const { Names } = await module("names.js");
    const { ask } = await module("core/ask.js");
    const [start, shapes, answer] = await new Promise((done) => {
        const heard = [];
        ask({ ask: "review", example: "expert" }, (message) => {
            if (message.format !== "logicsweep-progress/1") heard.push(message);
            if (heard.length === 3) done(heard);
        });
    });
    const [board, beside] = [document.createElement("div"), document.createElement("div")];
    document.body.replaceChildren(board, beside);
    const view = new BoardView(board);
    view.resize(answer.height, answer.width, shapes.shapes, null);
    const judge = (tokens, cell) => new Promise((done) => {
        const rows = [];
        for (let row = 0; row < answer.height; row++) {
            rows.push(tokens.slice(row * answer.width, (row + 1) * answer.width).join(""));
        }
        ask({ ask: "move", board: { ...start.board, rows }, cell }, (message) => {
            if (message.format === "logicsweep-move/1") done(message);
        });
    });
    window.heard = [];
    window.panel = new ReviewPanel(beside, view, answer, {
        names: new Names({}, true), judge, shown: (at) => window.heard.push(at),
    });
    board.addEventListener("click", (event) => window.panel.press(view.atEvent(event)));
}"""


def test_a_server_judges_each_try(visit: Visit) -> None:
    """The panel by itself, with letters in names and judgements of the server."""
    page = visit.page
    page.goto(f"{visit.url}review")
    page.wait_for_selector(".review-now")  # the page does nothing more by itself
    page.evaluate(JUDGED)
    assert words(page, "h2") == "subset: won"
    page.get_by_role("button", name="Learn from your mistakes").click()
    needless = EXAMPLE.mistakes[0].board
    kb = KnowledgeBase(needless)
    risk = float(100 * kb.count().probability((9, 9)))
    other = Cell(*max(kb.consequences().safe))
    page.locator('[data-cell="9,9"]').click()
    page.wait_for_selector('.review-tries :text("although")')
    page.locator('[data-cell="2,2"]').click()
    page.wait_for_selector(
        '.review-tries :text("proved mine")'
        if (2, 2) in kb.consequences().mines
        else '.review-tries li:nth-child(2) :text("although")'
    )
    page.locator(f'[data-cell="{other.row},{other.column}"]').click()
    page.wait_for_selector('.review-tries :text("right")')
    said = words(page, ".review-tries").split("\n")
    assert said[0] == f"J10: a guess with {risk:.0f} % although C2 is proved safe."
    assert said[-1] == f"{name_of(other)}: right, it is proved safe."
    assert page.evaluate("window.panel.position().length") == 480
    assert page.evaluate("window.heard") == [1]
    page.evaluate("window.panel.close()")
    assert page.locator(".review-panel").count() == 0


def test_everybody_can_use_it(visit: Visit, tmp_path: Path) -> None:
    path = tmp_path / "game.html"
    for theme in ("light", "dark"):
        path.write_text(review_page(review(GAME), theme=theme), encoding="utf-8")
        visit.page.goto(path.as_uri())
        visit.page.get_by_text("Luck and metrics").click()
        visit.page.get_by_role("button", name="Learn from your mistakes").click()
        visit.page.locator(".review-board [data-cell]").last.click()
        check_access(visit.page)
