"""What a first version of the page did wrong with games and their reviews: each stays mended.

The numbers are those of `test_mended.py`.
"""

from __future__ import annotations

import json
import re
import socket
import zlib
from base64 import b64encode, urlsafe_b64encode
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import KnowledgeBase, review
from logicsweep.formats.files import example_game
from logicsweep.site import Desk
from tests.conftest import ROOT
from tests.site.asking import asked, request
from tests.site.browser.browsing import WITHOUT_WORKERS, Visit, as_named, fill, name_of, served

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow
REPLAY = ROOT / "tests" / "formats" / "replays" / "game.avf"
EXAMPLE = review(str(example_game("expert")))
# Its first hint takes two steps.
BEGUN = {
    "game": {"rows": 9, "columns": 9, "mines": 10, "seed": "3", "first_click": "opening"},
    "opened": [[4, 4]],
}
DROP = """([data, name]) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const dropped = new DataTransfer();
    dropped.items.add(new File([bytes], name));
    document.body.dispatchEvent(
        new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
}"""


def fragment(state: dict[str, Any]) -> str:
    """The fragment of the address of a game."""
    packer = zlib.compressobj(wbits=-15)
    data = packer.compress(json.dumps(state).encode()) + packer.flush()
    return f"#g={urlsafe_b64encode(data).decode().rstrip('=')}"


def begin(visit: Visit, name: str = "Beginner", cells: int = 81) -> None:
    """Begin a game of a usual size, in the place of games."""
    visit.page.get_by_role("button", name=name).click()
    count_cells(visit, cells)
    visit.ready()


def count_cells(visit: Visit, cells: int) -> None:
    """Wait for a board of so many cells."""
    visit.page.wait_for_function(
        "(many) => document.querySelectorAll('#grid [data-cell]').length === many", arg=cells
    )


def open_cell(visit: Visit, row: int, column: int) -> None:
    """Open a covered cell, and wait for what it shows."""
    visit.cell(row, column).click()
    visit.page.wait_for_function(
        "(cell) => document.querySelector(`#grid [data-cell='${cell}']`)"
        ".getAttribute('aria-label') !== 'covered'",
        arg=f"{row},{column}",
    )
    visit.ready()


def words(visit: Visit, selector: str) -> str:
    """The visible text with ordinary blanks."""
    return visit.text(selector).replace("\u00a0", " ")


@pytest.mark.parametrize("way", ["open", "drop"])
def test_03_a_replay_leads_to_its_review(visit: Visit, way: str) -> None:
    visit.open()
    page = visit.page
    if way == "open":
        page.get_by_role("button", name="Paste a board").click()
        page.set_input_files("#open-file", str(REPLAY))
    else:
        page.evaluate(DROP, [b64encode(REPLAY.read_bytes()).decode(), REPLAY.name])
    page.wait_for_selector(".review-now")
    visit.ready()
    assert page.locator("#place-review").get_attribute("aria-current") == "page"
    assert not page.locator("#toast").is_visible()
    assert not page.locator("#open-dialog").is_visible()
    assert f" of {len(review(REPLAY).grades)}" in visit.text(".review-count")


def test_03_a_file_is_read_as_its_name_ends(visit: Visit) -> None:
    """Nothing else says that these bytes are a board."""
    file = ROOT / "tests" / "formats" / "boards" / "valid" / "avf" / "beginner.avf"
    visit.open()
    visit.page.evaluate(DROP, [b64encode(file.read_bytes()).decode(), file.name])
    visit.page.locator("#tree", has_text=file.name).wait_for()
    count_cells(visit, 64)
    assert not visit.page.locator("#toast").is_visible()


def test_04_each_try_is_judged_and_the_list_of_moves_stays(visit: Visit) -> None:
    visit.open()
    page = visit.page
    visit.place("Review")
    page.get_by_role("button", name="An example").click()
    page.wait_for_selector(".review-now")
    visit.ready()
    # Every judged move names the cell that was better.
    mistakes = page.locator(".review-mistakes li")
    assert mistakes.count() == len(EXAMPLE.mistakes) == 2
    for number, grade in enumerate(EXAMPLE.mistakes):
        assert name_of(grade.better[0]) in mistakes.nth(number).inner_text()
    # A click on a move shows the position before it.
    page.get_by_text("All openings").click()
    moves = page.locator(".review-panel details ol li button")
    for at in (0, 40, 100):
        moves.nth(at).click()
        visit.ready()
        assert visit.text(".review-count") == f"{at + 1} of {len(EXAMPLE.grades)}"
        covered = {cell for cell, said in visit.said().items() if said.startswith("covered")}
        assert covered == set(EXAMPLE.grades[at].board.covered)
    # The answer to each try is a judgement, and the lists are still there.
    first = EXAMPLE.mistakes[0]
    moves.nth(EXAMPLE.grades.index(first)).click()
    page.get_by_role("button", name="Learn from your mistakes").click()
    visit.ready()
    proved = KnowledgeBase(first.board).consequences()
    wrong = [
        min(set(first.board.covered) - proved.safe - proved.mines - set(first.opening.cells)),
        min(proved.mines),
    ]
    for number, (cell, judged) in enumerate(zip(wrong, ("although", "a proved mine"), strict=True)):
        visit.cell(*cell).click()
        page.locator(".review-tries li").nth(number).get_by_text(judged).wait_for()
        assert name_of(cell) in words(visit, f".review-tries li >> nth={number}")
    visit.cell(*min(proved.safe)).click()
    page.locator(".review-tries li", has_text="right, it is proved safe").wait_for()
    assert page.locator(".review-tries li").count() == 3
    assert mistakes.count() == 2
    assert moves.count() == len(EXAMPLE.grades)


def test_07_a_hint_frames_the_clues_of_all_its_steps(visit: Visit) -> None:
    desk = Desk()
    (hint,) = asked(desk, request("hint", **BEGUN))
    desk.close()
    steps = [*hint["step"]["before"], hint["step"]]
    clues = {tuple(clue) for step in steps for clue in step["clues"]}
    assert len(clues) > len(hint["step"]["clues"])
    visit.open(fragment({**BEGUN, "flags": []}))
    visit.page.get_by_role("button", name="Hint").click()
    visit.page.locator("#told", has_text="Look at the framed area").wait_for()
    assert clues <= visit.framed("dashed")
    visit.page.get_by_role("button", name="Hint").click()
    visit.page.locator("#told", has_text="safe").wait_for()
    assert clues <= visit.grouped()
    assert words(visit, "#told") == " ".join(
        as_named(f"{step['text'][0].upper()}{step['text'][1:]}.") for step in steps
    )


def test_11_again_is_the_same_board(visit: Visit) -> None:
    visit.open()
    page = visit.page
    visit.place("Play")
    begin(visit)
    seed = page.locator("#seed").text_content()
    assert re.fullmatch(r"\d+", seed or "")
    open_cell(visit, 4, 4)
    first = visit.said()
    for cell, said in first.items():
        if said == "covered":
            visit.cell(*cell).click(button="right")
            break
    page.get_by_role("button", name="Same board again").click()
    page.wait_for_function("() => !document.querySelector('#grid [aria-label=flagged]')")
    visit.ready()
    assert page.locator("#seed").text_content() == seed
    assert visit.said() == first
    page.get_by_role("button", name="New game").click()
    page.wait_for_function(
        "(seed) => document.getElementById('seed').textContent !== seed", arg=seed
    )
    visit.ready()
    assert set(visit.said().values()) == {"covered"}


def test_12_a_level_is_of_boards_that_need_no_guess(visit: Visit) -> None:
    visit.open()
    visit.place("Play")
    visit.ready()
    page = visit.page
    assert not page.get_by_label("No guess").is_checked()
    page.get_by_role("button", name="Custom…").click()
    fields = page.locator("#play-form")
    fill(fields, rows=9, columns=9, mines=10)
    fields.locator("[name=level]").select_option("2")
    fields.get_by_role("button", name="Play", exact=True).click()
    page.locator("#game-words", has_text="no guess needed · level 2").wait_for()
    count_cells(visit, 81)
    visit.ready()
    open_cell(visit, 4, 4)
    assert not page.locator("#toast").is_visible()


def test_12_a_preset_is_a_game_at_once(visit: Visit) -> None:
    visit.open()
    visit.place("Play")
    for name, cells in (("Beginner", 81), ("Intermediate", 256), ("Expert", 480)):
        begin(visit, name, cells)
        assert visit.page.locator("dialog[open]").count() == 0
    visit.place("Analyse")
    visit.menu("New…")
    visit.page.get_by_role("button", name="16x16, 40").click()
    count_cells(visit, 256)
    assert visit.page.locator("dialog[open]").count() == 0


def test_12_rules_and_topologies_are_chosen_by_pictures(visit: Visit) -> None:
    visit.open()
    page = visit.page
    visit.menu("New…")
    page.locator("#new-form").get_by_role(
        "button", name="Rules and neighbours by pictures…"
    ).click()
    page.wait_for_selector("#catalogue[open] .card svg")
    for name in ("Choose Q", "Choose torus"):
        page.get_by_label(name, exact=True).click()
    page.locator("#catalogue").get_by_role("button", name="Done").click()
    page.wait_for_function("() => document.querySelector('#new-form [name=rules]').value === 'Q'")
    assert page.locator("#new-form [name=topology]").input_value() == "torus"
    assert page.locator("#new-dialog").is_visible()


@pytest.mark.parametrize("script", ["", WITHOUT_WORKERS], ids=["worker", "no worker"])
def test_13_a_game_outlives_its_server(browser: Browser, script: str) -> None:
    """Where a worker answers, a cell can be opened meanwhile."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])
    with served(port=port) as address:
        visit = Visit(browser, address, is_alone=True, script=script)
        visit.open(fragment({**BEGUN, "flags": []}))
        before = visit.said()
    # One of the cells that the hint proves.
    safe = (2, 2)
    assert before[safe] == "covered"
    kept = visit.page.evaluate("location.hash")
    if script:
        visit.cell(*safe).click()
        visit.page.locator("#toast", has_text="is logicsweep serve still running?").wait_for()
        assert visit.said() == before
        visit.page.get_by_role("button", name="Close the message").click()
    else:
        open_cell(visit, *safe)
    with served(port=port) as again:
        assert again == address
        if script:
            open_cell(visit, *safe)
        after = visit.said()
        assert all(after[cell] == said for cell, said in before.items() if said != "covered")
        assert visit.text("#game-state") == "Playing"
        # Nothing else was refused but what was asked while nobody answered, or with an old token.
        assert all("403" in said or "ERR_" in said for said in visit.complaints)
        visit.complaints.clear()
        visit.page.wait_for_function("(kept) => location.hash !== kept", arg=kept)
        visit.page.reload()
        visit.page.wait_for_function("() => document.querySelector('#grid [aria-label^=clue]')")
        visit.ready()
        assert visit.said() == after
        visit.close()


def test_19_a_review_begins_with_its_result(visit: Visit) -> None:
    visit.open()
    visit.place("Review")
    visit.page.get_by_role("button", name="An example").click()
    visit.page.wait_for_selector(".review-now")
    visit.ready()
    assert visit.text("#reviewed h2") == "subset: won"
    assert "2 mistakes" in visit.text("#reviewed")
    assert "bits" not in visit.text("#panel")
    visit.page.get_by_text("Luck and metrics").click()
    assert "bits of luck" in visit.text("#panel")
