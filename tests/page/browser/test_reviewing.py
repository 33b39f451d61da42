"""Reviews in a real browser: on the page of `serve`, and in a file of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from logicsweep import review
from logicsweep.games.review.review import Review
from logicsweep.render.review_page import review_page
from tests.conftest import ROOT
from tests.page.browser.browsing import Visit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("browser")]
GAME = ROOT / "tests" / "formats" / "replays" / "game.avf"


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    made = Visit(browser, url)
    yield made
    made.close()


def cell(page: Page, row: int, column: int) -> object:
    return page.locator(f'.review-board [data-cell="{row},{column}"]')


def step_through(page: Page, found: Review) -> None:
    """What the page says of every opening is what the review says."""
    page.keyboard.press("Home")
    for number, grade in enumerate(found.grades, 1):
        assert page.inner_text(".review-count") == f"{number} of {len(found.grades)}"
        said = page.inner_text(".review-now").replace("\u00a0", " ")
        assert grade.text in said
        assert str(grade.opening.cells[0]) in said
        assert page.get_attribute(".review-now", "data-kind") == grade.kind.value
        for row, column in grade.board.clues:
            shown = grade.board[row, column]
            assert f"clue {shown}" in (cell(page, row, column).get_attribute("aria-label") or "")
        assert page.locator('.review-board [aria-label*="covered"]').count() == len(
            grade.board.covered
        )
        if grade.better:
            row, column = grade.better[0]
            assert "best cell" in (cell(page, row, column).get_attribute("aria-label") or "")
        page.keyboard.press("ArrowRight")
    assert page.inner_text(".review-count") == "the end"
    assert "All safe cells are open." in page.inner_text(".review-now")


def learn(page: Page, found: Review) -> None:
    """Every mistake is asked about: a wrong cell, then the right one, then the answer."""
    page.keyboard.press("Home")
    first, *_ = found.mistakes
    page.get_by_role("button", name="Learn from your mistakes").click()
    assert "Click a cell that is better." in page.inner_text(".review-now")
    assert first.text not in page.inner_text(".review-now")
    wrong = next(one for one in first.board.covered if one not in first.better)
    cell(page, *wrong).click()
    assert "is none of the best cells" in page.inner_text(".review-now")
    cell(page, *first.better[-1]).click()
    assert f"{first.better[-1]} is right." in page.inner_text(".review-now")
    assert first.text in page.inner_text(".review-now").replace("\u00a0", " ")
    page.get_by_role("button", name="Another mistake").click()
    page.get_by_role("button", name="See the answer").click()
    assert found.mistakes[1].text in page.inner_text(".review-now").replace("\u00a0", " ")


def test_a_game_on_the_page(visit: Visit) -> None:
    found = review(GAME)
    assert len(found.mistakes) > 1
    visit.open()
    page = visit.page
    page.get_by_role("link", name="Review a game").click()
    page.set_input_files("#file", str(GAME))
    page.wait_for_selector(".review-now")
    step_through(page, found)
    learn(page, found)
    page.locator("#search").check()
    page.wait_for_selector(
        '.review-now:has-text("Chance to win")', state="attached", timeout=60_000
    )
    page.set_input_files("#file", str(ROOT / "README.md"))
    page.wait_for_selector('body[data-state="failed"]')
    assert "this is no replay" in visit.text("#state")


def test_a_file_that_is_chosen_before_the_script_is_loaded(visit: Visit) -> None:
    page = visit.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/review-app.js", hold)
    with page.expect_request("**/review-app.js"):
        page.goto(f"{visit.url}review", wait_until="commit")
    page.set_input_files("#file", str(GAME))
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
    visit.page.locator(".review-panel ol button").nth(4).click()
    assert visit.page.inner_text(".review-count") == f"5 of {len(found.grades)}"
    visit.page.set_viewport_size({"width": 380, "height": 700})
    assert visit.page.evaluate("document.documentElement.scrollWidth") <= 380


def test_everybody_can_use_it(visit: Visit, tmp_path: Path) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="there is no axe")
    path = tmp_path / "game.html"
    for theme in ("light", "dark"):
        path.write_text(review_page(review(GAME), theme=theme), encoding="utf-8")
        visit.page.goto(path.as_uri())
        visit.page.get_by_text("Metrics").click()
        found = axe.Axe().run(visit.page)
        assert not found.response["violations"], found.generate_report()
