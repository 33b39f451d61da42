"""What a game came to, the board of the day, and what the browser keeps of both."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from logicsweep import Cell, KnowledgeBase
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.seeded import seeded
from tests.site.browser.browsing import Visit, check_access
from tests.site.browser.test_games import SHORT, board_of, is_open, state

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
DAY = datetime(2026, 12, 1, 23, 30, tzinfo=UTC)


@pytest.fixture
def player(browser: Browser, address: str) -> Iterator[Visit]:
    """Somebody at the page without a server, where it is tomorrow already."""
    permissions = ["clipboard-read", "clipboard-write"]
    visit = Visit(
        browser, address, is_alone=True, permissions=permissions, timezone_id="Asia/Tokyo"
    )
    yield visit
    visit.close()


def open_cell(visit: Visit, cell: tuple[int, int]) -> None:
    visit.cell(*cell).focus()
    visit.page.keyboard.press("Enter")
    is_open(visit, *cell)
    visit.ready()


def win(visit: Visit, side: int, mines: int) -> int:
    """Win a game by proofs; returns the number of openings."""
    openings = 0
    while state(visit) == "Playing":
        open_cell(visit, min(KnowledgeBase(board_of(visit, side, mines)).consequences().safe))
        openings += 1
    visit.page.locator("#share-result").wait_for()
    return openings


def shared(visit: Visit) -> list[str]:
    """The lines of the result that is copied."""
    visit.page.locator("#share-result").click()
    visit.page.locator("#toast", has_text="copied").wait_for()
    text: str = visit.page.evaluate("navigator.clipboard.readText()")
    return text.split("\n")


def test_the_board_of_the_day_is_the_same_for_everybody(player: Visit) -> None:
    day = seeded("16x16", mines=40, seed=20261201, no_guess=NoGuess(start=(8, 8)))
    mines = day.layout.mines
    player.page.clock.set_fixed_time(DAY)
    player.open()
    player.page.locator("#door-daily").click()
    is_open(player, 8, 8)
    player.ready()
    assert player.text("#today") == "Not played yet."
    shows = {cell: said for cell, said in player.said().items() if said != "covered"}
    assert len(shows) > 1
    for cell, said in shows.items():
        assert said == f"clue {day.layout.around[cell]}"
    proved = KnowledgeBase(board_of(player, 16, 40)).consequences()
    assert proved.safe.isdisjoint(mines)
    open_cell(player, min(proved.safe))
    open_cell(player, min(proved.mines & {Cell(*cell) for cell in mines}))
    player.page.locator("#share-result").wait_for()
    assert "2 of 3 openings proved" in player.text("#result")
    assert player.text("#today").startswith("Lost.")
    title, said, squares, link = shared(player)
    assert title == "logicsweep daily 2026-12-01"
    assert said.startswith("Lost")
    assert squares == "\N{LARGE GREEN SQUARE}" * 2 + "\N{LARGE RED SQUARE}"
    assert link.endswith("#play=2026-12-01")
    # The second try does not count, whatever it comes to; the link leads to the same board.
    player.open(f"#{link.split('#')[1]}")
    assert shows.items() == {each for each in player.said().items() if each[1] != "covered"}
    assert player.text("#today").startswith("Lost.")
    check_access(player.page)


def test_a_win_is_something_and_is_kept(player: Visit) -> None:
    page = player.page
    player.open()
    player.place("Play")
    page.get_by_label("No guess").check()
    page.get_by_role("button", name="Beginner").click()
    player.cell(8, 8).wait_for()
    player.ready()
    open_cell(player, (4, 4))
    openings = 1 + win(player, 9, 10)
    result = player.text("#result")
    time = re.search(r"Won in ((?:\d+:)?\d+\.\d(?: s)?)", result)
    assert time
    assert "Your best time" in result
    assert f"{openings} of {openings} openings proved" in result
    assert "no guess was made" in result
    bv = re.search(r"3BV\s+(\d+), ", result)
    assert bv
    assert 1 <= int(bv[1]) <= openings
    player.unfold("#statistics")
    kept = f"9x9, 10 mines · no guess needed\nbest {time[1]}, won 1 of 1"
    assert player.text("#records") == kept
    title, said, squares, _ = shared(player)
    assert title == "logicsweep 9x9, 10 mines · no guess needed"
    assert said == f"Won in {time[1]}, {openings} of {openings} openings proved"
    assert set(squares) == {"\N{LARGE GREEN SQUARE}"}
    check_access(page)
    # A reload changes nothing; a board that others have played has no best time.
    player.address(lambda state: len(state.get("opened", [])) == openings)
    page.reload()
    page.locator("#share-result").wait_for()
    assert f"Won in {time[1]}" in player.text("#result")
    player.open(SHORT)
    win(player, 5, 5)
    assert "Your best time" not in player.text("#result")
    player.unfold("#statistics")
    assert player.text("#records") == f"{kept}\n5x5, 5 mines · no guess needed\nwon 1 of 1"
    page.get_by_role("button", name="Clear", exact=True).click()
    assert not page.locator("#statistics").is_visible()


@pytest.mark.parametrize("help_by", ["Hint", "reload"])
def test_a_time_counts_if_nothing_helped(player: Visit, help_by: str) -> None:
    page = player.page
    player.open()
    player.place("Play")
    page.get_by_label("No guess").check()
    page.get_by_role("button", name="Custom…").click()
    for name, number in (("rows", "5"), ("columns", "5"), ("mines", "5")):
        page.locator(f"#play-form [name={name}]").fill(number)
    page.locator("#play-form").get_by_role("button", name="Play", exact=True).click()
    page.locator("#game-words", has_text="5x5").wait_for()
    player.ready()
    open_cell(player, (2, 2))
    page.wait_for_function("() => document.getElementById('clock').textContent >= '0.1'")
    before = float(player.text("#clock").split(" ")[0])
    if help_by == "Hint":
        page.get_by_role("button", name="Hint").click()
        page.locator("#told", has_text="framed").wait_for()
    else:
        player.address(lambda state: len(state.get("opened", [])) == 1)
        page.reload()
        is_open(player, 2, 2)
        player.ready()
    assert float(player.text("#clock").split(" ")[0]) >= before
    win(player, 5, 5)
    assert ("Your best time" in player.text("#result")) == (help_by == "reload")


def test_a_message_is_gone_once_something_else_is_chosen(player: Visit) -> None:
    player.open()
    player.place("Play")
    player.page.get_by_role("button", name="Custom…").click()
    player.page.locator("#play-form [name=mines]").fill("many")
    player.page.locator("#play-form").get_by_role("button", name="Play", exact=True).click()
    player.page.locator("#toast", has_text="expected a whole number").wait_for()
    player.page.get_by_role("button", name="Custom…").click()
    assert not player.page.locator("#toast").is_visible()


def test_a_puzzle_begins_with_chances_and_a_clock(visit: Visit) -> None:
    visit.open("#play=6x6&mines=8&seed=3&puzzle=1")
    visit.page.get_by_label("Shown over the board").select_option("mine")
    visit.ready()
    assert any("mine" in said for said in visit.said().values())
    assert visit.text("#clock")
