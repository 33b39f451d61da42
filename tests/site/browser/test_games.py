"""Games in a real browser: played to their end, judged, taken back, shared."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase
from tests.site.browser.browsing import WITHOUT_WORKERS, Visit, check_access, fill

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
# A game without guesses that four moves win.
SHORT = "#play=5x5&mines=5&seed=4&no_guess=1&start=2-2"


def begin(visit: Visit, *, no_guess: bool) -> None:
    """Start a game of 9x9 and open its middle."""
    visit.open()
    page = visit.page
    visit.place("Play")
    if no_guess:
        page.get_by_label("No guess").check()
    page.get_by_role("button", name="Beginner").click()
    page.wait_for_function("() => document.querySelectorAll('#grid [data-cell]').length === 81")
    visit.ready()
    visit.cell(4, 4).click()
    visit.page.locator('[data-cell="4,4"][aria-label="clue 0"]').wait_for()
    visit.ready()


def board_of(visit: Visit, side: int = 9, mines: int = 10) -> Board:
    """What the page shows of a game."""
    signs = {"covered": -1, "flagged": -1}
    grid = np.zeros((side, side), dtype=np.int8)
    for cell, words in visit.said().items():
        grid[cell] = signs[words] if words in signs else int(words.removeprefix("clue "))
    return Board(grid, mines=mines)


def state(visit: Visit) -> str:
    return visit.text("#game-state")


def is_open(visit: Visit, row: int, column: int) -> None:
    """Wait until a cell that was clicked is open."""
    visit.page.locator(f'#grid [data-cell="{row},{column}"]:not([aria-label="covered"])').wait_for()


def test_a_game_without_guesses_is_won_by_proofs(visit: Visit, browser: Browser, url: str) -> None:
    visit.open(SHORT)
    page = visit.page
    is_open(visit, 2, 2)
    visit.ready()
    page.get_by_role("button", name="May I guess?").click()
    page.locator("#told", has_text="No: some cell is proved safe").wait_for()
    is_flagged = False
    while state(visit) == "Playing":
        proved = KnowledgeBase(board_of(visit, 5, 5)).consequences()
        if proved.mines and not is_flagged:
            is_flagged = True
            flag = min(proved.mines)
            visit.cell(*flag).click(button="right")
            assert visit.said()[flag] == "flagged"
            assert visit.text("#mines-left") == "4 left"
            visit.cell(*flag).click()  # a flag protects
            assert visit.said()[flag] == "flagged"
        row, column = min(proved.safe)
        visit.cell(row, column).focus()
        page.keyboard.press("Enter")
        is_open(visit, row, column)
        visit.ready()
    assert state(visit) == "Won"
    page.wait_for_selector("#judged .review-graph")
    assert "No mistakes." in visit.text("#judged")
    assert "No guess was forced." in visit.text("#judged")
    address = visit.address(lambda state: state.get("opened", [])[-1:] == [[row, column]])
    other = Visit(browser, url)
    other.open(address)
    other.page.wait_for_selector("#judged .review-graph")
    assert state(other) == "Won"
    assert other.said() == visit.said()
    other.close()


def test_a_game_that_is_left_before_its_answer_comes_is_there_afterwards(
    browser: Browser, url: str
) -> None:
    visit = Visit(browser, url, script=WITHOUT_WORKERS)
    page = visit.page
    visit.open()
    before = visit.said()
    held = visit.hold("**/api/answer", '"play"')
    page.evaluate(
        """() => {
            const ask = window.fetch;
            window.read = [];
            window.fetch = async (...question) => {
                const answer = await ask(...question);
                answer.clone().text().then((text) => window.read.push(text));
                return answer;
            };
        }"""
    )
    with page.expect_request(lambda request: '"play"' in (request.post_data or "")):
        page.evaluate("location.hash = '#play=9x9&mines=10&seed=1&start=4-4'")
    visit.place("Analyse")
    visit.ready()
    for route in held:
        route.continue_()
    page.wait_for_function("() => read.some((text) => text.includes('logicsweep-played'))")
    visit.settled()
    assert visit.said() == before
    page.unroute("**/api/answer")
    visit.place("Play")
    page.locator('#grid [data-cell="4,4"][aria-label="clue 0"]').wait_for()
    visit.ready()
    visit.close()


def test_a_lost_game_is_judged_and_tried_again(visit: Visit) -> None:
    begin(visit, no_guess=False)
    page = visit.page
    page.locator("#hint").focus()
    page.keyboard.press("Enter")
    page.locator("#told", has_text="Press Hint again").wait_for()
    page.keyboard.press("Enter")
    page.locator("#told", has_text=re.compile("(is|are) safe|are framed")).wait_for()
    while state(visit) == "Playing":
        # The riskiest cell there is.
        chances = KnowledgeBase(board_of(visit)).probabilities()
        row, column = map(int, np.unravel_index(int(np.nanargmax(chances)), chances.shape))
        visit.cell(row, column).click()
        is_open(visit, row, column)
        visit.ready()
    assert state(visit) == "Lost"
    # The last move: what each cell could have been is drawn and said.
    page.wait_for_selector("#judged .review-now")
    visit.ready()
    grade = review_of(visit)
    assert f"{len(grade)} of {len(grade)}" in visit.text("#judged .review-count")
    assert any("proved mine" in said for said in visit.said().values())
    page.get_by_role("button", name="Show the mines").click()
    assert page.locator('.board use[href="#sign-mine"]').count() >= 9
    page.locator("#judged .review-mistakes button").first.click()
    page.get_by_role("button", name="Learn from your mistakes").click()
    visit.ready()
    assert not any("proved" in said for said in visit.said().values())  # nothing gives it away
    board = board_of(visit)
    proved = KnowledgeBase(board).consequences()
    wrong = min(set(board.covered) - proved.safe)
    visit.cell(*wrong).click()
    page.locator("#judged .review-tries li").wait_for()
    right = min(proved.safe) if proved.safe else KnowledgeBase(board).least_risky().cells[0]
    visit.cell(*right).click()
    page.locator("#judged .review-tries li", has_text="right").wait_for()
    assert page.locator("#judged .review-tries li").count() == 2
    page.locator("#judged").get_by_role("button", name="Analyse this position").click()
    visit.ready()
    assert "undecided" in visit.text("#answer")


def review_of(visit: Visit) -> list[str]:
    """All openings as the panel lists them."""
    visit.unfold("#judged details >> nth=0")
    return visit.page.locator("#judged details ol").first.locator("li").all_inner_texts()


def test_flags_open_what_is_around_a_number(visit: Visit) -> None:
    begin(visit, no_guess=True)
    board = board_of(visit)
    proved = KnowledgeBase(board).consequences()
    for cell, clue in board.clues.items():
        near = set(board.neighbours(cell)) & set(board.covered)
        mines = near & proved.mines
        if len(mines) == clue and near - mines:
            break
    else:
        pytest.fail("the game that is dealt now begins without such a number")
    visit.page.get_by_role("button", name="Flag", exact=True).click()
    for mine in mines:
        visit.cell(*mine).click()
    visit.page.get_by_role("button", name="Flag", exact=True).click()
    visit.cell(*cell).click()
    for opened in near - mines:
        is_open(visit, *opened)
    visit.ready()
    said = visit.said()
    assert all(said[opened].startswith("clue") for opened in near - mines)


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 390), pytest.param("dark", 1366, marks=pytest.mark.night)]
)
def test_everybody_can_play(browser: Browser, url: str, scheme: str, width: int) -> None:
    visit = Visit(browser, url, viewport={"width": width, "height": 768}, color_scheme=scheme)
    begin(visit, no_guess=False)
    check_access(visit.page)
    visit.page.get_by_role("button", name="Custom…").click()
    check_access(visit.page)
    visit.close()


def test_a_game_has_rules(visit: Visit, browser: Browser, url: str) -> None:
    visit.open()
    page = visit.page
    visit.place("Play")
    page.get_by_role("button", name="Custom…").click()
    fields = page.locator("#play-form")
    fill(fields, rows=5, columns=6, mines=9)
    fields.get_by_role("button", name="Rules and neighbours by pictures…").click()
    for name in ("1W", "Q"):
        page.get_by_label(f"Choose {name}", exact=True).click()
    page.locator("#catalogue").get_by_role("button", name="Done").click()
    page.wait_for_function("() => document.querySelector('#play-form [name=rules]').value")
    assert fields.locator("[name=rules]").input_value() == "1W Q"
    assert fields.locator("[name=first]").input_value() == "safe"
    fields.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('#grid [data-cell]').length === 30")
    page.locator("#about", has_text="every 2x2 block has a mine").wait_for()
    visit.ready()
    visit.cell(2, 2).click()
    is_open(visit, 2, 2)
    visit.ready()
    said = visit.said()
    assert list(said.values()).count("covered") == 29  # no flood
    visit.cell(2, 2).click()
    page.locator("#told", has_text="open cells one by one").wait_for()
    page.get_by_role("button", name="May I guess?").click()
    page.locator("#told", has_text="prove").wait_for()
    page.locator("#hint").focus()
    page.keyboard.press("Enter")
    page.locator("#told", has_text="Press Hint again").wait_for()
    page.keyboard.press("Enter")
    page.locator("#told", has_text=re.compile("cells are framed:| (is|are) safe")).wait_for()
    address = visit.address(lambda state: state.get("opened"))
    other = Visit(browser, url)
    other.open(address)
    other.page.locator("#about", has_text="every 2x2 block has a mine").wait_for()
    is_open(other, 2, 2)
    assert other.said() == said
    other.close()
    # To the end, and to the judgement.
    for number in range(30):
        if state(visit) != "Playing":
            break
        cell = divmod(number, 6)
        if visit.said()[cell] == "covered":
            visit.cell(*cell).click()
            page.wait_for_function(
                "(cell) => document.querySelector(`[data-cell='${cell}']`)"
                ".getAttribute('aria-label') !== 'covered'",
                arg=f"{cell[0]},{cell[1]}",
            )
            visit.ready()
    assert state(visit) in ("Won", "Lost")
    page.wait_for_selector("#judged .review-graph")
    page.get_by_role("button", name="Custom…").click()
    fields.locator("[name=rules]").fill("1Y")
    fields.get_by_role("button", name="Play", exact=True).click()
    page.locator("#toast", has_text="Unknown rule '1Y'").wait_for()


def test_a_solver_is_watched(visit: Visit) -> None:
    visit.open("#play=9x9&mines=10&seed=1&no_guess=1&start=4-4")
    page = visit.page
    page.locator('[data-cell="4,4"][aria-label="clue 0"]').wait_for()
    visit.ready()
    before = visit.said()
    page.get_by_role("button", name="Watch a solver play").click()
    page.locator("#agent-says", has_text="which it calls certain").wait_for()
    page.wait_for_function(
        "(many) => document.querySelectorAll('#grid [aria-label^=clue]').length > many",
        arg=sum(said.startswith("clue") for said in before.values()) + 2,
        timeout=120_000,
    )
    page.get_by_role("button", name="Stop it").click()
    assert page.locator("#agent-watch").get_attribute("aria-pressed") == "false"
    assert state(visit) in ("Playing", "Won")
    assert not any("known mine" in said for said in visit.said().values())
