"""The page without a server: a static site below some path, on a wide and on a narrow window.

Every request goes to the path of the site. After one visit the network is off for all tasks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from logicsweep import Board, KnowledgeBase, Setting, load
from logicsweep.errors import InconsistentBoardError
from logicsweep.games.dealing.no_guess import NoGuess
from logicsweep.games.dealing.seeded import seeded
from logicsweep.site import files
from logicsweep.site.site import site_files, write_site
from tests.conftest import some
from tests.formats.test_pastes import FOLDER
from tests.site.addresses import packed
from tests.site.browser import test_tasks as tasks
from tests.site.browser.browsing import EXAMPLES, Visit, check_access
from tests.site.browser.conftest import PATH
from tests.site.browser.test_analysing import words_of
from tests.site.browser.test_games import SHORT
from tests.site.browser.test_input import given
from tests.site.browser.user import User, named
from tests.site.sites import files_of, hosted, kernel_for_browsers
from tests.site.test_reading import KINDS, by_library

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.slow

SMALL = load(EXAMPLES / "small.board")
STUCK = load(EXAMPLES / "expert-stuck.board")
IMPOSSIBLE = load(EXAMPLES / "inconsistent.board")
HEXAGONS = Board.parse("topology: hexagon\nmines: 4\n\n?????\n?1?2?\n?????\n")
SIZES = {1366: (1366, 768), 390: (390, 844)}
START = (4, 4)
STYLED = "() => [...document.querySelectorAll('link[rel=stylesheet]')].every(({ sheet }) => sheet)"


def watched(visit: Visit) -> list[str]:
    """The requests of a visit that do not go to the path of the site."""
    elsewhere: list[str] = []

    def sort(request: Any) -> None:
        if not request.url.startswith((visit.url, "blob:")):
            elsewhere.append(request.url)

    visit.context.on("request", sort)
    return elsewhere


def offline(visit: Visit) -> None:
    """Wait until all is kept for a time without a network, and begin that time."""
    visit.page.evaluate("navigator.serviceWorker.ready")
    visit.page.wait_for_function("() => navigator.serviceWorker.controller")
    visit.context.set_offline(True)
    visit.page.reload()
    visit.ready()


def analyse_a_position(user: User) -> None:
    user.paste(str(STUCK), 480)
    expected = words_of(STUCK)
    for cell, words in user.visit.said().items():
        # The library looks further ahead: its best guess may be another one.
        assert words.removesuffix(", best cell") == expected[cell].removesuffix(", best cell")


def find_the_clues_of_a_contradiction(user: User) -> None:
    user.paste(str(IMPOSSIBLE), 480)
    user.waits("#answer", "This board is impossible")
    names = named(user.visit.text("#answer"))
    clues = {cell for cell in names if cell in IMPOSSIBLE.clues}
    assert clues
    shown = IMPOSSIBLE.replace({cell: -4 for cell in IMPOSSIBLE.clues if cell not in clues})
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(shown).consequences()


def see_two_layouts(user: User) -> None:
    user.paste(str(tasks.END), 12)
    user.click((0, 0))
    user.waits("#why", "could be either")
    user.press("A way with a mine here")
    assert user.page.locator("#why [aria-pressed=true]").count() == 1
    assert user.page.locator(".outcomes tbody tr").count() > 1


def paste_what_chats_have(user: User) -> None:
    user.paste("mines: 1\n\n🟦🟦\n1️⃣🟦", 4)
    assert user.visit.said()[1, 0] == "clue 1"
    user.paste("?1?\n???", 6)
    assert user.visit.said()[0, 1] == "clue 1"


def paste_what_takes_python(user: User) -> None:
    given(user.visit, "paste", "3x3:1,1,mab")
    user.waits("#toast", "the game id is damaged")
    given(user.visit, "paste", "rules: 1W\nmines: 2\n\n???\n???")
    user.waits("#toast", "the line “rules: 1W”")


def analyse_hexagons(user: User) -> None:
    user.paste(str(HEXAGONS), 15)
    chances = KnowledgeBase(HEXAGONS).probabilities()
    for cell, words in user.visit.said().items():
        told = re.search(r"mine probability ([\d.]+)", words)
        if told:
            assert float(told[1]) == pytest.approx(100 * float(chances[cell]), abs=0.51)


def lose_a_game_and_see_what_the_moves_were(user: User) -> None:
    user.open(START)
    setting = Setting("beginner")
    layout = seeded(setting, seed=44, start=START).layout
    user.click(min(cell for cell in layout.mines))
    user.waits("#game-state", "Lost")
    user.waits(".review-now")
    assert "2 of 2" in user.visit.text(".review-count")


def win_a_game_without_guesses(user: User) -> None:
    """The mines are those that the library deals."""
    seed, start = int(user.page.locator("#seed").text_content() or ""), (2, 2)
    setting = Setting(height=5, width=5, mines=5)
    layout = seeded(setting, seed=seed, no_guess=NoGuess(start=start), start=start).layout
    user.waits("#grid [data-cell='2,2']:not([aria-label^=covered])")
    while user.visit.text("#game-state") == "Playing":
        safe = KnowledgeBase(user.board(5)).consequences().safe
        assert not safe & layout.mines
        user.open(min(safe))
    assert user.visit.text("#game-state") == "Won"


TASKS: tuple[tuple[Callable[[User], None], str], ...] = (
    (analyse_a_position, ""),
    (analyse_hexagons, ""),
    (find_the_clues_of_a_contradiction, ""),
    (paste_what_chats_have, ""),
    (paste_what_takes_python, ""),
    (see_two_layouts, ""),
    (lose_a_game_and_see_what_the_moves_were, tasks.GAME),
    (win_a_game_without_guesses, SHORT),
    (tasks.begin_a_beginner_game, ""),
    (tasks.begin_an_expert_game_without_guesses, ""),
    (tasks.compare_the_guesses, ""),
    (tasks.watch_a_solver, ""),
    (tasks.play_the_same_board_again, tasks.GAME),
    (tasks.see_probabilities_in_a_game, tasks.GAME),
    (tasks.see_what_if_a_cell_shows_a_value, ""),
    (tasks.see_why_a_cell_is_safe, ""),
    (tasks.take_a_guess_back, tasks.GAME),
    (tasks.take_a_hint, tasks.GAME),
)


# A pointer that rests on a cell takes a wide window, and so do all doors.
_WIDE = (
    tasks.see_what_if_a_cell_shows_a_value,
    tasks.begin_an_expert_game_without_guesses,
    tasks.watch_a_solver,
)
# CI does each at one of the widths.
_BOTH = [(task, 1366 if task[0] in _WIDE else width) for task, width in product(TASKS, SIZES)]
_IN_TURN = [pair for number, pair in enumerate(_BOTH) if number % 4 in (0, 3)]
_OTHERS = [pair for number, pair in enumerate(_BOTH) if number % 4 in (1, 2)]


# At night: those that differ from the same tasks where a server answers by their worker alone,
# which `test_site_answers.py` holds against the library.
_AT_NIGHT = (
    *(tasks.play_the_same_board_again, tasks.see_probabilities_in_a_game),
    tasks.compare_the_guesses,
    *(tasks.see_why_a_cell_is_safe, tasks.take_a_guess_back),
    tasks.begin_an_expert_game_without_guesses,
)


@pytest.mark.parametrize(
    ("task", "width"),
    some(
        _OTHERS,
        every=len(_OTHERS),
        besides=[
            pytest.param(*pair, marks=[pytest.mark.night] * (pair[0][0] in _AT_NIGHT))
            for pair in _IN_TURN
        ],
    ),
)
def test_every_task(
    offline_users: Mapping[int, tuple[User, list[str]]],
    task: tuple[Callable[[User], None], str],
    width: int,
) -> None:
    do, start = task
    user, elsewhere = offline_users[width]
    user.visit.forget("local_storage")
    user.visit.open(start)
    do(user)
    assert user.visit.complaints == []
    assert elsewhere == []


@pytest.fixture(scope="module")
def offline_users(browser: Browser, address: str) -> Iterator[Mapping[int, tuple[User, list[str]]]]:
    """Somebody with a wide window and somebody with a narrow one, each with what is asked for."""
    made = {width: _offline_user(browser, address, width) for width in SIZES}
    yield made
    for user, _ in made.values():
        user.visit.close()


def _offline_user(browser: Browser, address: str, width: int) -> tuple[User, list[str]]:
    across, down = SIZES[width]
    user = User(browser, address, is_alone=True, viewport={"width": across, "height": down})
    elsewhere = watched(user.visit)
    offline(user.visit)
    return user, elsewhere


@pytest.fixture(params=[390, pytest.param(1366, marks=pytest.mark.night)])
def alone(request: pytest.FixtureRequest, browser: Browser, address: str) -> Iterator[Visit]:
    width, height = SIZES[request.param]
    visit = Visit(browser, address, is_alone=True, viewport={"width": width, "height": height})
    yield visit
    visit.close()


def test_everybody_can_use_it(alone: Visit) -> None:
    for start in (SMALL, IMPOSSIBLE, tasks.GAME):
        alone.open(start)
        alone.page.wait_for_function("() => document.getAnimations().length === 0")
        check_access(alone.page)


def spoiled(browser: Browser, address: str, pattern: str, **answer: Any) -> str:
    """What the page says where a file of the site is not what it was."""
    visit = Visit(browser, address, is_alone=True, service_workers="block")
    visit.page.route(pattern, lambda route: route.fulfill(**answer))
    visit.page.goto(address)
    visit.page.wait_for_selector("#answer .wrong")
    text = visit.text("#answer .wrong")
    visit.context.close()  # the browser complains on its own
    return text


def test_a_kernel_that_is_missing_or_another_one(
    browser: Browser, host: Path, address: str
) -> None:
    missing = spoiled(browser, address, "**/kernel.wasm", status=404, body="")
    assert "the kernel" in missing.lower()
    assert "load the page again" in missing
    (module,) = files_of(host / PATH).glob("kernel.wasm")
    data = bytearray(module.read_bytes())
    data[-1] ^= 1
    other = spoiled(browser, address, "**/kernel.wasm", body=bytes(data))
    assert "is not the one that belongs to it" in other


def test_a_browser_without_webassembly(browser: Browser, host: Path, address: str) -> None:
    script = (files_of(host / PATH) / "worker" / "worker.js").read_text("utf-8")
    said = spoiled(
        browser,
        address,
        "**/worker/worker.js",
        body=f"delete globalThis.WebAssembly;\n{script}",
        content_type="text/javascript",
    )
    assert "this browser has no webassembly" in said.lower()


def test_a_worker_that_is_missing(browser: Browser, address: str) -> None:
    said = spoiled(browser, address, "**/worker/worker.js", status=404, body="")
    assert "load the page again" in said


def test_a_page_that_cannot_run_says_so(
    browser: Browser, host: Path, address: str, url: str
) -> None:
    """As a file and without JavaScript; elsewhere nothing of that is seen, not even at first."""
    file = (host / PATH / "index.html").as_uri()
    none = "needs JavaScript"
    said = {(address, True): "", (url, True): "", (file, True): "cannot run from a file"}
    said |= {(at, False): none for at in (file, address, url)}
    for (at, is_scripted), words in said.items():
        page = browser.new_page(java_script_enabled=is_scripted)
        page.route("**/app.js", lambda _: None)  # it never comes
        page.goto(at, wait_until="commit")
        page.wait_for_selector("footer", state="attached")
        if is_scripted:  # nothing is drawn before its style is there
            page.wait_for_function(STYLED)
        assert page.locator("#unhosted").is_visible() == (at != url and bool(words))
        if words:
            box = page.locator("#unhosted, noscript p", has_text=words).bounding_box()
            assert box == {"x": 0, "y": 0, "width": 1280, "height": 720}
        page.close()


def test_what_people_bring(browser: Browser, address: str) -> None:
    """Pasted, and in the address, where words stand around it; all in one page."""
    user = User(browser, address, is_alone=True)
    user.visit.open()
    go = "(text) => { location.hash = `text=${encodeURIComponent(text)}` }"
    for kind, event in product(KINDS, ("paste", "address")):
        text = (FOLDER / f"{kind}.txt").read_text("utf-8")
        expected = by_library(text.encode())
        assert expected is not None
        user.paste("?" * 37, 37)  # which no kind has
        if event == "paste":
            given(user.visit, "paste", text)
        else:
            user.page.evaluate(go, text)
        user.has_cells(expected.grid.size)
        said = user.visit.said()
        for cell, clue in expected.clues.items():
            assert said[cell].startswith(f"clue {clue}"), (kind, event)
    given(user.visit, "paste", "a picture", "board.png")
    user.visit.page.locator("#toast", has_text="Pictures are not read yet").wait_for()
    user.visit.close()


def test_boards_and_links_that_are_not_for_it(browser: Browser, address: str) -> None:
    visit = Visit(browser, address, is_alone=True)
    visit.open()
    given(visit, "paste", "\n".join(["?" * 300] * 300))
    visit.page.locator("#toast", has_text="at most 62,500").wait_for()
    rows = {"format": "logicsweep-board/2", "rows": ["?1"]}
    link = packed({"nodes": [{"parent": None, "board": rows}], "at": 0})
    given(visit, "paste", f"https://example.org/{link}")
    visit.page.locator("#toast", has_text="another version of logicsweep").wait_for()
    visit.close()


def test_a_new_release_replaces_an_old_one(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    kernel = kernel_for_browsers(tmp_path)
    write_site(tmp_path / "page", site_files(kernel))
    with hosted(tmp_path) as url:
        visit = Visit(browser, f"{url}page/", is_alone=True)
        visit.open()
        visit.page.evaluate("navigator.serviceWorker.ready")
        visit.page.wait_for_function("() => navigator.serviceWorker.controller")
        (older,) = [path.name for path in (tmp_path / "page" / "f").iterdir()]
        monkeypatch.setattr(files, "__version__", "9.9.9")
        monkeypatch.setattr(files, "colours_css", lambda: "/* of another release */")
        write_site(tmp_path / "page", site_files(kernel))
        (newer,) = [path.name for path in (tmp_path / "page" / "f").iterdir()]
        assert newer != older
        visit.page.reload()
        visit.ready()
        assert "9.9.9" in visit.text("footer")
        # The next one that begins after all others were closed has only the files of the new one.
        visit.page.evaluate("navigator.serviceWorker.getRegistration().then((one) => one.update())")
        visit.page.wait_for_function(
            "async () => (await navigator.serviceWorker.getRegistration()).waiting"
        )
        visit.page.close()
        visit.page = visit.context.new_page()
        visit.open()
        visit.page.wait_for_function("async () => (await caches.keys()).length === 1")
        assert newer in visit.page.evaluate("caches.keys().then((names) => names.join())")
        visit.close()
