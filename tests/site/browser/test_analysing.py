"""The page in a real browser: what it shows is what the library answers."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from logicsweep import Board, KnowledgeBase, Verdict, best, load, read_board
from logicsweep.board.digits import Digits
from logicsweep.board.picture.drawing import percent
from logicsweep.errors import InconsistentBoardError
from logicsweep.formats.link import fragment_of
from logicsweep.render.words import layouts_words
from tests.conftest import some
from tests.judges.making import opened_at_random
from tests.site.addresses import packed
from tests.site.asking import CONSISTENT, EXAMPLES as BOARDS
from tests.site.browser.browsing import EXAMPLES, Visit, as_named, check_access, name_of

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
STUCK = load(EXAMPLES / "expert-stuck.board")
SMALL = Board.parse("mines: 3\n\n????\n?12?\n????\n")
RAISED = str.maketrans("0123456789", "\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079")
NAMES = {"?": "covered", "F": "flagged", "*": "known mine", "_": "open, no clue"}


def words_of(board: Board) -> dict[tuple[int, int], str]:
    """What the page has to say of each cell, from the library's answers."""
    kb = KnowledgeBase(board)
    chances = kb.probabilities()
    stars = set(best(board).cells) if not kb.consequences().safe else set()
    lines = str(board).rstrip("\n").split("\n")[-board.height :]
    rows = [line.split() if " " in line else list(line) for line in lines]
    found = {}
    for row, column in board.cells:
        sign = rows[row][column]
        words = [NAMES.get(sign, f"clue {sign}")]
        if sign in "?F":
            verdict = kb.verdict((row, column))
            if verdict is Verdict.UNDETERMINED:
                words.append(f"mine probability {percent(float(chances[row, column]))}")
            else:
                words.append("proved safe" if verdict is Verdict.SAFE else "proved mine")
        if (row, column) in stars:
            words.append("best cell")
        found[row, column] = ", ".join(words)
    return found


@pytest.mark.parametrize("name", some(CONSISTENT, every=3, first=1))
def test_all_cells_show_what_the_library_answers(visit: Visit, name: str) -> None:
    board = BOARDS[name]
    visit.open(board)
    assert visit.said() == words_of(board)
    total = KnowledgeBase(board).count().total
    expected = layouts_words(Digits(total)).replace(" * ", " \u00d7 ").capitalize()
    expected = re.sub(r"\^(\d+)", lambda power: power[1].translate(RAISED), expected)
    visit.unfold("#more")
    assert expected in visit.text("#numbers")


def test_all_of_it_works_by_keys(visit: Visit) -> None:
    visit.open(SMALL)
    page = visit.page
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("() => document.activeElement.getAttribute('role')") == "gridcell":
            break
    place = page.evaluate("() => document.activeElement.dataset.cell")
    assert place == "0,0"
    for key in ("ArrowDown", "ArrowRight", "ArrowLeft", "1"):
        page.keyboard.press(key)
    visit.changed()
    assert visit.said()[1, 0] == "clue 1"
    assert visit.said()[0, 2] == "covered, proved safe"
    for key in ("ArrowUp", "ArrowRight", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    page.wait_for_selector("#why .text")
    assert "C1 is safe" in visit.text("#why h2")
    page.locator("#paint").press("Enter")
    page.get_by_role("radio", name="Clue 1").focus()
    page.keyboard.press("ArrowLeft")
    assert page.get_by_role("radio", name="Clue 0").get_attribute("aria-checked") == "true"
    page.keyboard.press("Escape")
    assert not page.locator("#tools").is_visible()
    page.keyboard.press("Control+z")
    visit.changed()
    assert visit.said() == words_of(SMALL)


def test_cells_are_painted_in_every_way(visit: Visit) -> None:
    visit.open(Board.parse("????\n????\n????\n"))
    page = visit.page
    visit.tool("Clue 1")
    visit.cell(0, 0).hover()
    page.mouse.down()
    for place in ((0, 1), (0, 2)):
        visit.cell(*place).hover()
    page.mouse.up()
    visit.changed()
    visit.cell(1, 0).hover()
    for _ in range(3):
        page.mouse.wheel(0, 10)
    visit.cell(1, 1).hover()
    page.keyboard.press("Escape")
    page.mouse.move(0, 0)
    visit.cell(2, 0).focus()
    for key in ("f", "ArrowRight", "m", "ArrowRight", "."):
        page.keyboard.press(key)
    visit.cell(2, 3).click(button="right")
    visit.changed()
    said = visit.said()
    clues = [said[0, column].split(",")[0] for column in range(3)]
    assert clues == ["clue 1", "clue 1", "clue 1"]
    assert said[1, 0].startswith("clue 2")  # covered, 0, 1, 2
    expected = ["flagged", "known mine", "open, no clue", "flagged"]
    assert [said[2, column].startswith(words) for column, words in enumerate(expected)] == [
        True
    ] * 4


def test_positions_are_a_tree(visit: Visit, browser: Browser, url: str) -> None:
    visit.open(SMALL)
    page = visit.page
    visit.cell(0, 0).focus()
    page.keyboard.press("0")
    visit.changed()
    page.keyboard.press("Control+z")
    page.keyboard.press("1")
    visit.changed()
    branches = page.locator("#tree li")
    assert branches.locator("button").all_inner_texts() == ["board", "0 at A1", "1 at A1"]
    branches.nth(1).get_by_role("button").click()
    visit.changed()
    assert visit.said()[0, 0] == "clue 0"
    page.get_by_role("button", name="Undo").click()
    page.get_by_role("button", name="Redo").click()
    visit.changed()
    assert visit.said()[0, 0] == "clue 0"
    address = visit.address(lambda state: state["nodes"][-1].get("cells") == [["0", [0]]])
    visit.cell(2, 2).focus()
    page.keyboard.press("2")
    visit.changed()
    visit.address(lambda state: len(state["nodes"]) == 3)
    page.go_back()
    page.locator('#grid [data-cell="2,2"][aria-label^="covered"]').wait_for()
    assert visit.said()[0, 0] == "clue 0"
    page.go_forward()
    page.locator('#grid [data-cell="2,2"][aria-label="clue 2"]').wait_for()
    visit.changed()
    assert branches.count() == 4  # what the addresses do not hold is still there
    other = Visit(browser, url)
    other.open(address)
    assert other.page.locator("#tree li").count() == 2
    assert other.said()[0, 0] == "clue 0"
    other.close()


def test_a_click_says_why(visit: Visit) -> None:
    visit.open(STUCK)
    kb = KnowledgeBase(STUCK)
    cell = max(kb.consequences().mines, key=lambda one: len(kb.explain(one).clues))
    visit.cell(*cell).click()
    visit.page.wait_for_selector("#why .text")
    found = kb.explain(cell)
    said = visit.text("#why .text")
    assert f"{name_of(cell)} is a mine: {said[0].lower()}{said[1:]}" == as_named(found.text)
    assert visit.grouped() == set(found.clues) | set(found.cells)
    visit.page.get_by_role("button", name="Step by step").click()
    steps = kb.explain(cell, steps=True).steps
    assert steps
    for number, step in enumerate(steps):
        visit.page.get_by_text(f"Step {number + 1} of {len(steps)}").wait_for()
        assert as_named(step.text).lower() in visit.text("#why").lower()
        visit.page.keyboard.press("ArrowRight")


def test_a_verdict_is_shown_as_a_sum(visit: Visit) -> None:
    visit.open(STUCK)
    kb = KnowledgeBase(STUCK)
    cell = max(kb.consequences().mines, key=lambda one: len(kb.explain(one, smallest=True).clues))
    visit.cell(*cell).click()
    visit.page.get_by_role("button", name="As a sum").click()
    visit.page.wait_for_selector("#why .sum")
    shown = kb.explain(cell, by="sum").sum
    assert shown is not None
    assert len(shown.multipliers) > 1
    assert visit.text("#why .sum").split("\n") == [as_named(line) for line in shown.table]
    said = visit.text("#why .text")
    assert f"{name_of(cell)} is a mine: {said[0].lower()}{said[1:]}" == as_named(shown.text)
    for group, sign in ((1, 1), (0, -1)):
        framed = visit.framed(f"group-{group}") & set(shown.multipliers)
        assert framed == {clue for clue, times in shown.multipliers.items() if times == sign}
    visit.page.get_by_role("button", name="As a sum").click()
    visit.page.wait_for_selector("#why .sum", state="detached")


def test_an_undecided_cell_has_two_layouts(visit: Visit) -> None:
    visit.open(SMALL)
    kb = KnowledgeBase(SMALL)
    cell = next(
        place for place in sorted(SMALL.covered) if kb.verdict(place) is Verdict.UNDETERMINED
    )
    visit.cell(*cell).focus()
    visit.page.keyboard.press("Enter")
    visit.page.wait_for_selector("#why .outcomes")
    pair = kb.counterexample(cell)
    assert visit.framed("dashed") == set(pair.differing) - {cell}
    rows = visit.page.locator("#why .outcomes tr").all_inner_texts()
    found = kb.clue_distribution(cell)
    assert len(rows) == sum(map(bool, found.clues)) + bool(found.mine)
    visit.page.get_by_role("button", name="A way with a mine here").click()
    mines = visit.page.locator('.board use[href="#sign-mine"]').count()
    assert mines == 3


def test_a_contradiction_is_shown_where_it_is(visit: Visit) -> None:
    board = load(EXAMPLES / "inconsistent.board")
    visit.open(board)
    with pytest.raises(InconsistentBoardError) as raised:
        KnowledgeBase(board).consequences()
    assert raised.value.core is not None
    assert visit.framed("wrong") == set(raised.value.core)
    sets = KnowledgeBase(board).diagnose().correction_sets
    suspects = visit.page.locator(".suspects li")
    assert suspects.count() == min(len(sets), 12)
    suspects.first.get_by_role("button").click()
    assert visit.framed("wrong") == set(sets[0].clues)


def test_settings_are_asked_with_the_board(visit: Visit) -> None:
    visit.open(Board.parse("????\n?12?\n????\n"))
    assert "Chances need it" in visit.text("#answer")
    mines = visit.page.locator("[data-fact=mines]")
    for written, total in (("3", 3), ("2..4", (2, 4))):
        mines.fill(written)
        mines.press("Tab")
        visit.changed()
        board = Board(SMALL.grid, mines=total)
        assert visit.said() == words_of(board)
    mines.fill("many")
    mines.press("Tab")
    visit.page.locator("#toast", has_text="expected a number such as 99").wait_for()


def test_boards_are_read_and_saved(visit: Visit) -> None:
    visit.open(SMALL)
    page = visit.page
    link = "https://minesweeper.online/game/1"
    for wrong, words in (("?1%\n", "line 1"), (link, "no board in it")):
        page.get_by_role("button", name="Paste a board").click()
        page.get_by_label("Text, a link or a game id").fill(wrong)
        page.locator("#open-dialog").get_by_role("button", name="Open", exact=True).click()
        page.locator("#toast", has_text=words).wait_for()
        assert visit.said() == words_of(SMALL)  # nothing is lost
    page.get_by_role("button", name="Paste a board").click()
    page.get_by_label("Text, a link or a game id").fill(str(STUCK))
    page.locator("#open-dialog").get_by_role("button", name="Open", exact=True).click()
    page.wait_for_function("() => document.querySelectorAll('#grid [data-cell]').length === 480")
    visit.ready()
    assert visit.said() == words_of(STUCK)
    for name in ("board", "json", "svg", "png"):
        visit.menu("Save…")
        page.locator("#save-format").select_option(name)
        with page.expect_download() as saved:
            page.locator("#save-dialog").get_by_role("button", name="Save", exact=True).click()
        data = Path(saved.value.path()).read_bytes()
        if name in ("board", "json"):
            assert read_board(data, name=name) == STUCK
        else:
            assert data[:4] in (b"<svg", b"\x89PNG")


def test_nothing_of_a_link_becomes_markup(visit: Visit) -> None:
    evil = '<img src=x onerror="document.title=1">'
    board = {"format": "logicsweep-board/1", "rows": [evil.replace(" ", "")], "mines": None}
    state = {"nodes": [{"parent": None, "board": board, "name": evil}], "at": 0}
    visit.open(packed(state))
    assert visit.page.locator("img").count() == 0
    assert evil in visit.text("#tree")
    assert "expected" in visit.text("#answer")
    visit.page.goto(f"{visit.url}#s=damaged")
    visit.page.reload()
    visit.page.locator("#toast", has_text="damaged").wait_for()


def test_a_hard_board_does_not_stop_the_brush(visit: Visit) -> None:
    hard = opened_at_random(1, 120, 120, 2970, 0.3)
    visit.page.goto(f"{visit.url}#text={'?' * 9}")
    visit.ready()
    visit.page.goto(f"{visit.url}{fragment_of(hard, 'hard')}")
    visit.page.wait_for_selector("#progress:not([hidden])", timeout=60_000)
    visit.page.get_by_role("button", name="Stop").click()
    visit.page.locator("#toast", has_text="Stopped").wait_for()
    visit.example("small")
    visit.page.wait_for_function(
        "() => document.querySelectorAll('#grid [data-cell]').length < 1000"
    )
    visit.ready()
    assert visit.said() == words_of(load(EXAMPLES / "small.board"))


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1366), pytest.param("dark", 390, marks=pytest.mark.night)]
)
def test_everybody_can_use_it(browser: Browser, url: str, scheme: str, width: int) -> None:
    """The rules of axe-core; and a 30x16 board needs no scrolling beside its panel."""
    visit = Visit(browser, url, color_scheme=scheme, viewport={"width": width, "height": 768})
    visit.open(STUCK)
    visit.cell(5, 24).click()
    visit.page.wait_for_selector("#why .outcomes")
    check_access(visit.page)
    visit.menu("Help")
    check_access(visit.page)
    visit.page.keyboard.press("Escape")
    size = visit.page.evaluate(
        """() => { const board = document.getElementById("board");
            return [board.scrollWidth - board.clientWidth, board.scrollHeight - board.clientHeight,
                document.documentElement.scrollWidth - innerWidth]; }"""
    )
    if width == 1366:
        assert size[:2] == [0, 0]
    assert size[2] <= 0  # the page itself never scrolls sideways
    visit.close()
