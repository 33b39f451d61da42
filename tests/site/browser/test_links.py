"""Links that the page copies: where they lead, and what is said of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from numpy import ndindex

from logicsweep import Board, State, read_board
from logicsweep.formats.link import fragment_of
from tests.judges.making import opened_at_random
from tests.site.addresses import state_of
from tests.site.browser.browsing import Visit, served
from tests.site.browser.test_input import given

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

PUBLIC = "https://example.org/logicsweep/"
GAME = "#play=9x9&mines=10&seed=20261126&start=4-4"
BOARD = Board.parse("mines: 2\n\n????\n1211\n0000\n")


@pytest.fixture(scope="module")
def public_url() -> Iterator[str]:
    """The address of a page that knows a public one."""
    with served("--public-url", PUBLIC) as address:
        yield address


@pytest.fixture(params=["url", "public_url"])
def visited(request: pytest.FixtureRequest, browser: Browser) -> Iterator[tuple[Visit, str]]:
    """A page, and where links that it copies begin."""
    address = request.getfixturevalue(request.param)
    visit = Visit(browser, address, permissions=["clipboard-read", "clipboard-write"])
    yield visit, PUBLIC if request.param == "public_url" else address
    visit.close()


def copied(visit: Visit, button: str | re.Pattern[str], content: str) -> tuple[str, str]:
    """The link that a button copies, and the sentence about who can open it."""
    visit.page.get_by_role("button", name=button, exact=True).click()
    toast = visit.page.locator("#toast", has_text=content)
    toast.wait_for()
    said = toast.inner_text().split("It opens ")[1].split("\n")[0]
    return visit.page.evaluate("navigator.clipboard.readText()"), said


def said_of(base: str) -> str:
    host = base.split("/")[2]
    if base == PUBLIC:
        return f"for everybody, at {host}."
    return f"only on a computer that serves this page, at {host}."


def test_links_of_positions_and_games(visited: tuple[Visit, str]) -> None:
    visit, base = visited
    visit.open(BOARD)
    visit.tool("Flag")
    visit.cell(0, 1).click()
    visit.ready()
    link, said = copied(visit, "Share", "it holds the position")
    assert link.startswith(f"{base}#s=")
    assert said.startswith(said_of(base))
    assert read_board(link) == Board.parse(str(BOARD).replace("????", "?F??"))
    visit.open(GAME)
    visit.cell(4, 4).wait_for()
    visit.unfold("#share-board")
    for button, content, begin in (
        ("Share", "it leads to this game, with what is open", "#g="),
        ("Challenge", "it leads to the same mines", "#play=9x9&start=4-4"),
    ):
        link, said = copied(visit, button, content)
        assert link.startswith(f"{base}{begin}")
        assert said.startswith(said_of(base))


@pytest.mark.parametrize("share", [0.3, 0.6, 1])
def test_a_link_has_one_position(share: float, browser: Browser, url: str) -> None:
    """What was opened before is in no link, unless somebody asks for it."""
    board = opened_at_random(72, 16, 30, 99, share)
    visit = Visit(browser, url, permissions=["clipboard-read", "clipboard-write"])
    visit.open()
    for name in ("small", "beginner"):
        visit.example(name)
        visit.ready()
    given(visit, "paste", str(board))
    visit.page.locator("#tree li").nth(2).wait_for()
    flagged = [min(board.covered), max(board.covered)]
    for cell in flagged:
        visit.cell(*cell).click(button="right")
        visit.ready()
    link, _ = copied(visit, "Share", "it holds the position")
    assert len(link) <= 400
    assert read_board(link) == board.replace(dict.fromkeys(flagged, State.FLAGGED))
    whole, _ = copied(visit, re.compile("^With all 5 positions"), "it holds all positions")
    assert len(state_of(whole)["nodes"]) == 5
    # Changes that a short link holds can be undone where it is opened, beside what was there.
    other = Visit(browser, url)
    other.open(fragment_of(BOARD))
    other.page.goto(link)
    other.page.wait_for_selector('#grid [data-cell="15,29"]')
    other.ready()
    assert other.said() == visit.said()
    assert other.page.locator("#tree li").count() == 1 + len(state_of(link)["nodes"])
    other.close()
    visit.close()


def test_a_link_that_cannot_be_copied_is_shown(visited: tuple[Visit, str]) -> None:
    visit, base = visited
    visit.open(BOARD)
    visit.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(); }")
    visit.page.get_by_role("button", name="Share").click()
    visit.page.wait_for_selector("#link-dialog[open]")
    assert visit.page.locator("#link-text").input_value().startswith(f"{base}#s=")
    assert visit.page.locator("#link-opens").inner_text() == f"It opens {said_of(base)}"


@pytest.mark.parametrize(
    ("fragment", "cells"),
    [("#text=mines%3A+1%0A%0A%3F1", {(0, 0), (0, 1)}), (fragment_of(BOARD), {*ndindex(3, 4)})],
)
def test_a_link_to_a_copy_is_followed_here(
    fragment: str, cells: set[tuple[int, int]], browser: Browser, url: str
) -> None:
    visit = Visit(browser, url)
    visit.open()
    visit.page.locator("#open").click()
    visit.page.locator("#open-text").fill(f"{PUBLIC}index.html{fragment}")
    visit.page.locator("#open-form").get_by_role("button", name="Open").click()
    # The first sight of the page has a board as well.
    visit.page.wait_for_function(
        "(count) => document.querySelectorAll('#grid [data-cell]').length === count", arg=len(cells)
    )
    visit.ready()
    assert visit.page.url.startswith(url)
    assert set(visit.said()) == cells
    visit.close()
