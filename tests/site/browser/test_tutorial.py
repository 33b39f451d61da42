"""The lesson about the page, step by step; it draws its pictures.

    PICTURES=docs/pictures/page pytest -m slow tests/site/browser/test_tutorial.py

draws them anew; else the tests only compare their sizes, since fonts differ between systems.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, KnowledgeBase, Setting, best, load, review
from logicsweep.formats.files import example_game
from logicsweep.games.dealing.seeded import seeded
from tests.site.browser.browsing import EXAMPLES, Visit, name_of
from tests.site.browser.lesson import (
    CHALLENGE,
    GUESS,
    LESSON,
    draw,
    lit,
    opened,
    rows,
    shown,
)
from tests.site.browser.test_input import given

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow


@pytest.fixture
def visit(browser: Browser, url: str) -> Iterator[Visit]:
    made = Visit(browser, url, viewport={"width": 1200, "height": 640})
    yield made
    made.close()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(os.environ.get("PICTURES", tmp_path))


def test_first_sight(visit: Visit, folder: Path) -> None:
    visit.open()
    page = visit.page
    page.wait_for_selector("#why .text")
    draw(visit, "first", folder)
    assert "G8 is safe" in shown(visit, "#why")
    assert "elsewhere 11.1 %" in shown(visit, "#answer")
    assert len(visit.page.locator(".frames .group").all()) > 2
    for kind in ("safe", "mine"):
        assert any(kind in said for said in visit.said().values())
    page.locator("#why .text").get_by_text("H7").first.hover()
    assert lit(visit) == {(6, 7)}
    for door in ("Paste or drop", "Play", "Play without guessing", "Watch a solver play"):
        assert page.locator("#doors").get_by_role("button", name=door).count() >= 1
    page.locator("#door-review").click()
    assert page.locator("#place-review").get_attribute("aria-current") == "page"


def test_guesses_are_compared_and_tried(visit: Visit, folder: Path) -> None:
    board = Board.parse(GUESS)
    visit.open()
    page = visit.page
    given(visit, "paste", GUESS)
    page.locator("#answer", has_text="No cell is safe").wait_for()
    visit.ready()
    draw(visit, "guesses", folder)
    answer = best(board)
    table = rows(visit)
    assert len(table) == len(answer.candidates) == 8
    assert {name_of(cell) for cell in answer.cells} == {"C2", "B3"}
    for candidate in answer.candidates:
        risk, wins = table[name_of(candidate.cell)][:2]
        assert candidate.win_chance is not None
        assert float(risk.rstrip(" %")) == pytest.approx(float(100 * candidate.risk), abs=0.06)
        assert float(wins.rstrip(" %")) == pytest.approx(
            float(100 * candidate.win_chance), abs=0.06
        )
    assert [table["A1"][:2], table["C2"][:2]] == [["25.0 %", "31.3 %"], ["50.0 %", "37.5 %"]]
    page.locator("table.guesses tbody tr", has_text="A1").hover()
    assert lit(visit) == {(0, 0)}
    visit.cell(0, 0).hover()
    assert page.locator("table.guesses tr.pointed th .cell-name").inner_text() == "A1"


def test_two_values_are_tried(visit: Visit) -> None:
    visit.open(Board.parse(GUESS))
    page = visit.page
    for value in "34":
        visit.cell(1, 2).click()
        page.locator("#why", has_text="C2 could be either").wait_for()
        page.locator("#why").get_by_role("button", name="A way with a mine here").wait_for()
        page.locator("#why").get_by_role("button", name="A way without").wait_for()
        page.get_by_role("button", name=f"What if C2 is {value}?").click()
        visit.changed()
        assert visit.said()[1, 2] == f"clue {value}"
        after = Board.parse(opened(GUESS, (1, 2), value))
        many = len(KnowledgeBase(after).consequences().safe)
        assert (value, many, best(after).win_chance) in (("3", 3, 1), ("4", 0, Fraction(1, 2)))
        heading = "3 cells are safe" if many else "No cell is safe"
        assert heading in shown(visit, "#answer h2")
        if value == "3":
            page.keyboard.press("Control+z")
            visit.changed()
    lines = page.locator("#tree li").all_inner_texts()
    assert [line.split() for line in lines][1:] == [["1", "3", "at", "C2"], ["1a", "4", "at", "C2"]]
    visit.open()
    page.get_by_role("button", name="Continue: board").click()
    visit.ready()
    assert page.locator("#tree li").count() == 3
    page.get_by_role("button", name="Close all").click()
    assert page.locator("#doors").is_visible()


def test_why_steps_overlays_and_a_contradiction(visit: Visit, folder: Path) -> None:
    visit.open()
    page = visit.page
    visit.example("expert-stuck")
    visit.ready()
    assert next(iter(rows(visit).values()))[1].endswith("%")
    assert "Next" in shown(visit, "table.guesses thead")
    visit.cell(3, 11).click()
    page.wait_for_selector("#why .text")
    stuck = KnowledgeBase(load(EXAMPLES / "expert-stuck.board"))
    assert len(stuck.explain((3, 11)).clues) == 3
    draw(visit, "why", folder)
    page.get_by_role("button", name="Step by step").click()
    page.locator(".steps", has_text="Step 1 of 2").wait_for()
    page.keyboard.press("ArrowRight")
    page.locator(".steps", has_text="Step 2 of 2").wait_for()
    draw(visit, "steps", folder)
    page.keyboard.press("Escape")
    assert "Click a cell" in shown(visit, "#why")
    for overlay in re.findall(r"\*(\w+ %)\*", " ".join(LESSON.split())):
        page.get_by_label("Shown over the board").select_option(label=overlay)
        visit.ready()
    page.get_by_label("Shown over the board").select_option("mine")
    visit.example("inconsistent")
    page.wait_for_selector(".suspects")
    visit.ready()
    draw(visit, "conflict", folder)
    assert "2 at M8 (could be 3)" in shown(visit, ".suspects li >> nth=0")
    page.locator(".suspects button").first.click()
    assert visit.framed("wrong") == {(7, 12)}
    visit.cell(0, 0).click()
    for key, said in (("7", "clue 7"), ("f", "flagged"), ("m", "known mine"), ("h", "covered")):
        page.keyboard.press(key)
        visit.changed()
        assert visit.said()[0, 0].startswith(said)


def test_a_game_with_a_hint_is_lost_and_taught(visit: Visit, folder: Path) -> None:
    mines = seeded(Setting("beginner"), seed=20261126, start=(4, 4)).layout.mines
    assert (0, 2) in mines
    visit.open(CHALLENGE)
    page = visit.page
    visit.cell(4, 4).wait_for()
    visit.ready()
    position = {cell: said for cell, said in visit.said().items() if said != "covered"}
    page.get_by_role("button", name="May I guess?").click()
    page.locator("#told", has_text="No: some cell is proved safe.").wait_for()
    for told in ("Press Hint again", "D1 is safe"):
        page.get_by_role("button", name="Hint", exact=True).click()
        page.locator("#told", has_text=told).wait_for()
    draw(visit, "hint", folder)
    visit.cell(0, 2).click()
    page.wait_for_selector("#judged .review-now")
    visit.ready()
    draw(visit, "loss", folder)
    assert shown(visit, "#game-state") == "Lost"
    assert "C1: a needless guess. It was a mine." in shown(visit, ".review-now")
    assert "D1 is safe" in shown(visit, ".review-now")
    said = visit.said()
    proved = {cell for cell in mines if "was a proved mine" in said[cell]}
    assert len(proved) == 7
    assert all("known mine" in said[cell] for cell in mines)
    page.get_by_role("button", name="Show the mines").click()
    page.get_by_role("button", name="Learn from your mistakes").click()
    tries = page.locator(".review-tries li")
    for cell, judgement in (((0, 0), "A1: a guess"), ((0, 3), "D1: right, it is proved safe.")):
        visit.cell(*cell).click()
        tries.filter(has_text=judgement).wait_for()
    assert tries.count() == 2
    page.get_by_role("button", name="Same board again").click()
    visit.ready()
    page.locator('[data-cell="4,4"][aria-label="clue 0"]').wait_for()
    assert {cell: said for cell, said in visit.said().items() if said != "covered"} == position
    page.get_by_label("Shown over the board").select_option("mine")
    visit.ready()
    assert "proved safe" in visit.said()[0, 3]
    page.get_by_role("button", name="Analyse it").click()
    visit.ready()
    assert "safe" in shown(visit, "#answer h2")


def test_a_game_is_reviewed(visit: Visit, folder: Path) -> None:
    example = review(str(example_game("expert")))
    riskier = example.grades[155]
    assert name_of(riskier.opening.cells[0]) == "X1"
    assert {name_of(cell) for cell in riskier.better} == {"Q14"}
    assert (len(example.grades), float(riskier.risk)) == (172, pytest.approx(0.33, abs=0.005))
    assert float(riskier.best) == pytest.approx(0.15, abs=0.005)
    visit.open()
    page = visit.page
    visit.place("Review")
    page.get_by_role("button", name="An example").click()
    page.wait_for_selector("#reviewed .review-graph")
    page.get_by_role("button", name="Next mistake").click()
    visit.ready()
    assert shown(visit, ".review-count") == "156 of 172"
    draw(visit, "review", folder)
    page.keyboard.press("ArrowLeft")
    assert shown(visit, ".review-count") == "155 of 172"
    page.keyboard.press("ArrowRight")
    page.get_by_role("button", name="Analyse this position").click()
    visit.ready()
    assert "Win" in shown(visit, "table.guesses thead")


def test_a_phone(browser: Browser, url: str, folder: Path) -> None:
    visit = Visit(
        browser,
        url,
        viewport={"width": 390, "height": 700},
        has_touch=True,
        is_mobile=True,
    )
    visit.open(CHALLENGE)
    visit.cell(4, 4).wait_for()
    visit.ready()
    draw(visit, "phone", folder)
    visit.page.get_by_role("button", name="Flag", exact=True).tap()
    visit.cell(0, 2).tap()
    assert visit.said()[0, 2] == "flagged"
    visit.close()


def test_a_referee_and_a_puzzle(visit: Visit) -> None:
    visit.open(f"{CHALLENGE}&referee=1")
    page = visit.page
    visit.cell(4, 4).wait_for()
    visit.ready()
    visit.cell(0, 0).click()
    page.locator("#told", has_text="Punished: you guessed where a proof was possible.").wait_for()
    assert shown(visit, "#game-state") == "Lost"
    page.get_by_role("button", name=re.compile("^Today.*puzzle")).click()
    page.locator("#game-words", has_text="Puzzle").wait_for()
    visit.ready()
    kb = KnowledgeBase(
        Board.parse(
            "mines: 10\n\n"
            + "".join(
                ("\n" if column == 0 and row else "") + ("?" if said == "covered" else said[-1])
                for (row, column), said in visit.said().items()
            )
            + "\n"
        )
    )
    assert kb.count().total == 1


def test_links(visit: Visit) -> None:
    visit.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visit.open(CHALLENGE)
    page = visit.page
    visit.cell(4, 4).wait_for()
    visit.ready()
    visit.unfold("#share-board")
    for button, words in (("Challenge", "the same mines"), ("Share", "with what is open")):
        page.get_by_role("button", name=button, exact=True).click()
        page.locator("#toast", has_text=words).wait_for()
        link = page.evaluate("navigator.clipboard.readText()")
        assert ("seed=20261126" in link) == (button == "Challenge")
    visit.place("Analyse")
    page.locator("#doors").wait_for()
    given(visit, "paste", link)
    page.locator("#game-state", has_text="Playing").wait_for()
    visit.place("Analyse")
    visit.ready()
    assert shown(visit, "#why h2") == "G8 is safe"
    visit.menu("Rules…")
    page.locator("#catalogue .cards li").first.wait_for()
