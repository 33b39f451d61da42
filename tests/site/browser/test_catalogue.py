"""The catalogue of rules and topologies in a browser: looked at, chosen from, left for a board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.board.rules.catalogue import RULE_NAMES
from logicsweep.site.catalogue import TOPOLOGY_SIZES, stored_games
from tests.conftest import some
from tests.site.browser.browsing import Visit, check_access

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

# The page of the tests: the catalogue alone, with what it calls.
OPEN = """async (options) => {
    const folder = document.querySelector('script[type="module"]').src.replace(/[^/]+$/, "");
    const [{ Catalogue }, { Shaped }] = await Promise.all([
        import(`${folder}catalogue/catalogue.js`), import(`${folder}core/shaped.js`)]);
    const calls = window.calls ??= [];
    const page = {
        shaped: new Shaped(),
        analyse: (position, name) => calls.push(["analyse", name, position.board()]),
        play: (deal) => deal({ ofKind: (kind, name, game) => calls.push(["play", game]) }),
        complain: (text) => calls.push(["complain", text]),
        checkSize: () => {},
    };
    window.catalogue ??= new Catalogue(page);
    const pick = options.picks ? (chosen) => calls.push(["pick", chosen]) : null;
    await window.catalogue.open({ ...options, pick });
}"""


@pytest.fixture
def visit(visit: Visit) -> Visit:
    visit.open()
    return visit


def open_catalogue(visit: Visit, **options: Any) -> None:
    visit.page.evaluate(OPEN, options)
    visit.page.wait_for_selector("#catalogue[open]")


def names_shown(visit: Visit) -> list[str]:
    return visit.page.locator("#catalogue .card:visible h4").all_text_contents()


def calls(visit: Visit) -> list[Any]:
    found: list[Any] = visit.page.evaluate("window.calls")
    return found


# The top of each card in the list; and whether all pictures are drawn, once each was in view.
TOPS = "() => [...document.querySelectorAll('#catalogue .card')].map((card) => card.offsetTop)"
SEE_ALL = """async () => {
    for (const card of document.querySelectorAll("#catalogue .card")) {
        card.scrollIntoView();
        await new Promise((drawn) => requestAnimationFrame(drawn));
    }
}"""
ALL_DRAWN = """() => [...document.querySelectorAll("#catalogue .picture")].every(
    (picture) => picture.querySelector("svg"))"""


@pytest.mark.parametrize("width", some([390, 1366], every=2))
def test_nothing_moves_when_pictures_come(browser: Browser, url: str, width: int) -> None:
    """A button that moves under the pointer is not pressed."""
    visit = Visit(browser, url, viewport={"width": width, "height": 768})
    visit.open()
    open_catalogue(visit, picks=True)
    before = visit.page.evaluate(TOPS)
    assert not visit.page.evaluate(ALL_DRAWN)
    visit.page.evaluate(SEE_ALL)
    visit.page.wait_for_function(ALL_DRAWN)
    assert visit.page.evaluate(TOPS) == before
    assert visit.page.locator("#catalogue .picture").evaluate_all(
        "(boxes) => boxes.every((box) => box.scrollHeight <= box.clientHeight)"
    )
    visit.close()


def test_every_entry_is_found_by_its_words(visit: Visit) -> None:
    open_catalogue(visit)
    assert names_shown(visit) == [*RULE_NAMES, *TOPOLOGY_SIZES]
    visit.page.keyboard.type("knight move")  # the box has the keyboard
    assert names_shown(visit) == ["1K", "A", "knight"]
    assert visit.text("#catalogue [role=status].hint") == "3 shown"
    assert visit.page.locator("#catalogue h3:visible").all_text_contents() == [
        "Rules for clues",
        "Rules for layouts",
        "Neighbours",
    ]
    visit.page.fill("#catalogue input[type=search]", "nothing at all")
    assert names_shown(visit) == []
    visit.page.keyboard.press("Escape")  # which empties the box
    visit.page.keyboard.press("Escape")
    visit.page.wait_for_selector("#catalogue", state="hidden")


def test_pictures_are_drawn_when_they_come_into_view(visit: Visit) -> None:
    open_catalogue(visit)
    page = visit.page
    page.wait_for_selector("#catalogue .card:first-child svg")
    last = page.locator("#catalogue .card").last
    assert last.locator("svg").count() == 0
    last.scroll_into_view_if_needed()
    last.locator("svg.board").wait_for()
    rows, columns, _ = TOPOLOGY_SIZES["grid 3x4x4 wrap"]
    assert last.locator("[data-cell]").count() == rows * columns
    # They are pictures: the keyboard passes them over.
    assert page.locator("#catalogue .picture:not([inert])").count() == 0


def test_rules_and_a_topology_are_chosen(visit: Visit) -> None:
    page = visit.page
    open_catalogue(visit, picks=True)
    assert visit.text("#catalogue .chosen") == "Chosen: ordinary rules and neighbours."
    page.get_by_role("button", name="Cancel").click()
    open_catalogue(visit, picks=True, chosen={"rules": "Q LM"})
    assert page.get_by_role("checkbox", name="Choose Q", exact=True).is_checked()
    assert visit.text("#catalogue .chosen") == "Chosen: Q and LM."
    for name in ("Choose torus", "Choose hexagon", "Choose Q", "Choose C"):
        page.get_by_label(name, exact=True).click()
    assert visit.text("#catalogue .chosen") == "Chosen: C, LM and hexagon."
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("#catalogue", state="hidden")
    assert calls(visit) == [["pick", {"rules": "C LM", "topology": "hexagon"}]]


def test_a_choice_that_no_board_has_is_refused_in_words(visit: Visit) -> None:
    page = visit.page
    open_catalogue(visit, picks=True)
    for name in ("Choose 2E", "Choose 2L"):
        page.get_by_label(name, exact=True).click()
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("#catalogue .chosen.wrong")
    assert "hide a key each" in visit.text("#catalogue .chosen")
    page.get_by_label("Choose 2L", exact=True).click()
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("#catalogue", state="hidden")
    assert calls(visit) == [["pick", {"rules": "2E", "topology": ""}]]


def test_a_grid_takes_its_dimensions(visit: Visit) -> None:
    page = visit.page
    open_catalogue(visit, picks=True, chosen={"topology": "grid 2x3x4"})
    field = page.get_by_label("Dimensions of grid 3x3x3", exact=True)
    assert field.input_value() == "2x3x4"
    field.fill("4x")
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("#catalogue .chosen.wrong")
    field.fill("5x5x5")
    assert visit.text("#catalogue .chosen") == "Chosen: grid 5x5x5."
    page.get_by_role("button", name="Done").click()
    page.wait_for_selector("#catalogue", state="hidden")
    assert calls(visit) == [["pick", {"rules": "", "topology": "grid 5x5x5"}]]


def test_a_board_is_analysed_and_its_rule_played(visit: Visit) -> None:
    page = visit.page
    open_catalogue(visit)
    page.get_by_label("Analyse this board of 1W", exact=True).click()
    page.wait_for_selector("#catalogue", state="hidden")
    ((kind, name, board),) = calls(visit)
    assert (kind, name, board["rules"]) == ("analyse", "1W", "1W")
    open_catalogue(visit)
    page.get_by_label("Play torus", exact=True).click()
    kind, game = calls(visit)[-1]
    rows, columns, mines = TOPOLOGY_SIZES["torus"]
    assert kind == "play"
    assert game == {
        "rows": rows,
        "columns": columns,
        "mines": mines,
        "first_click": "safe",
        "topology": "torus",
    }


@pytest.mark.parametrize(
    ("scheme", "width", "height"),
    [
        *(("light", 390, 844), ("dark", 1366, 768)),
        pytest.param("dark", 390, 844, marks=pytest.mark.night),
        pytest.param("light", 1366, 768, marks=pytest.mark.night),
    ],
)
def test_everybody_can_use_it(
    browser: Browser, url: str, scheme: str, width: int, height: int
) -> None:
    size = {"width": width, "height": height}
    visit = Visit(browser, url, viewport=size, color_scheme=scheme, has_touch=width < 600)
    visit.open()
    open_catalogue(visit, picks=True, chosen={"rules": "1W Q", "topology": "torus"})
    page = visit.page
    page.wait_for_selector("#catalogue .card:first-child svg")
    check_access(page)
    box = page.locator("#catalogue").bounding_box()
    cards = page.locator("#catalogue .card")
    first, second = cards.nth(0).bounding_box(), cards.nth(1).bounding_box()
    assert box is not None
    assert first is not None
    assert second is not None
    if width < 600:
        assert (box["width"], box["height"]) == (width, height)
        assert first["x"] == second["x"]  # one column
    else:
        assert first["y"] == second["y"]
    wide = page.evaluate(
        "() => { const list = document.querySelector('#catalogue .entries');"
        " return list.scrollWidth > list.clientWidth; }"
    )
    assert not wide
    visit.close()


@pytest.mark.parametrize("name", ["2A", "2L'", "Q"])
@pytest.mark.parametrize("where", ["url", "address"])
def test_a_rule_is_played_without_a_guess(
    browser: Browser, request: pytest.FixtureRequest, where: str, name: str
) -> None:
    """In the page of the server and in the one without: every proved cell is safe, to the end."""
    visit = Visit(browser, request.getfixturevalue(where))
    visit.open("#play=9x9&mines=10")
    page = visit.page
    page.locator(".playing [data-catalogue]").click()
    page.get_by_label(f"Play {name}", exact=True).click()
    page.wait_for_function("() => location.hash.includes('stored=')")
    visit.ready()
    address = dict(parse_qsl(page.evaluate("location.hash.slice(1)")))
    signs = stored_games()[name][int(address["seed"])].cells.split()
    while True:
        said = {cell: words for cell, words in visit.said().items() if words.startswith("clue")}
        shown = ["?"] * len(signs)
        for row, column in said:
            shown[5 * row + column] = signs[5 * row + column]
        rows = "\n".join(" ".join(shown[start : start + 5]) for start in range(0, 25, 5))
        board = Board.parse(f"mines: {address['mines']}\nrules: {name}\n\n{rows}\n")
        safe = KnowledgeBase(board).consequences().safe
        if not safe:
            break
        for cell in sorted(safe):
            visit.cell(*cell).click()
            visit.ready()
    assert visit.text("#game-state") == "Won"
    is_served = where == "url"
    assert page.locator("#hint").is_visible() == is_served
    page.get_by_role("button", name="New game").first.click()
    page.wait_for_function(
        "seed => location.hash.includes('stored=') && !location.hash.includes(`seed=${seed}&`)",
        arg=address["seed"],
    )
    visit.close()
