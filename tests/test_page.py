"""Pages: what they say of each cell is what the knowledge base and the oracle say."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase, read_board, svg
from logicsweep.pictures.themes import THEMES
from logicsweep.render.details import details
from logicsweep.render.page import Detail, page
from logicsweep.render.svg import answer_picture
from tests import oracle
from tests.conftest import seeds
from tests.making import clue, random_board

BOARDS = Path(__file__).parent.parent / "examples" / "boards"
HOSTILE = "</script><script>alert('&')</script>\u2028"
CHROMIUM = next(
    filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), ""
)


class Scripts(HTMLParser):
    """The scripts of a page, and everything else that could fetch or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.links: list[str] = []
        self._inside = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._inside = tag == "script"
        if self._inside:
            self.scripts.append("")
        for name, value in attrs:
            if name in ("src", "href") or name.startswith("on"):
                self.links.append(f"{name}={value}")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._inside &= tag != "script"


def data_of(text: str) -> dict:
    found = Scripts()
    found.feed(text)
    assert len(found.scripts) == 2
    assert not found.links
    return json.loads(found.scripts[0])


def test_hostile_words_stay_words() -> None:
    board = Board.parse("?1\n11\n")
    detail = Detail((HOSTILE,), ((HOSTILE, 0.5, HOSTILE),))
    text = page(
        board.picture(title=HOSTILE, caption=HOSTILE),
        {Cell(0, 0): detail},
        theme="light",
        summary=[HOSTILE],
    )
    assert "<script>alert" not in text
    assert data_of(text) == {"0,0": {"lines": [HOSTILE], "outcomes": [[HOSTILE, 0.5, HOSTILE]]}}
    assert "default-src 'none'" in text


@pytest.mark.parametrize("seed", seeds(range(24)))
def test_what_is_said_of_cells_is_what_all_layouts_say(seed: int) -> None:
    board = random_board(seed, covered=9, lie=0)
    layouts = oracle.layouts(board)
    if not len(layouts) or not isinstance(board.total_mines, int):
        pytest.skip("not every layout is as likely, or there is none")
    said = dict(details(KnowledgeBase(board), None))
    for cell in board.cells:
        lines, outcomes = said[cell]
        shown = [
            "mine" if one[cell] else str(clue(one, cell))
            for one in layouts
            if cell in board.covered
        ]
        chances = {word: Fraction(shown.count(word), len(layouts)) for word in shown}
        if chances.get("mine") == 1:
            assert "is a mine: " in lines[-1]
            chances = {}
        elif chances:
            mine = chances.get("mine", 0)
            assert (f"A mine with {mine} = " if mine else "is safe: ") in lines[-1]
        assert {word: chance for word, chance, _ in outcomes} == pytest.approx(
            {word: float(chance) for word, chance in chances.items()}
        )
        for word, _, words in outcomes:
            assert words.startswith("100 %" if chances[word] == 1 else f"{chances[word]} = ")


def test_without_a_density_nothing_is_said_of_chances() -> None:
    board = Board.parse("???\n1??\n")
    said = dict(details(KnowledgeBase(board), None))
    assert said[Cell(0, 2)] == Detail(("Undetermined.",))
    told = dict(details(KnowledgeBase(board), Fraction(1, 5)))[Cell(0, 2)]
    assert told.lines == ("Undetermined.", "A mine with 1/5 = 20.00 %.")
    assert told.outcomes


def test_open_cells_have_words() -> None:
    said = dict(details(KnowledgeBase(Board.parse("mines: 2\n\n*2_\n?F?\n")), None))
    assert said[Cell(0, 0)].lines == ("A known mine.",)
    assert said[Cell(0, 2)].lines == ("Open, and shows no clue.",)
    assert said[Cell(0, 1)].lines[0].startswith("The 2 at (0,1)")
    assert said[Cell(1, 1)].lines[0] == "Flagged, which proves nothing."


def in_browser(*arguments: str, folder: Path) -> bytes:
    """What headless Chromium prints."""
    options = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    options += ["--disable-component-update", "--disable-sync", f"--user-data-dir={folder}"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [CHROMIUM, *options, *arguments], capture_output=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
def test_a_page_in_a_browser(tmp_path: Path) -> None:
    board = read_board((BOARDS / "only-total.board").read_bytes())
    kb = KnowledgeBase(board)
    cell = min(kb.consequences().safe)
    picture = answer_picture(board, kb.consequences(), None, kb.explain(cell))
    text = page(picture, dict(details(kb, None)), theme="dark", first=cell)
    (tmp_path / "a.html").write_text(text, encoding="utf-8")
    shown = in_browser(
        "--dump-dom", f"file://{tmp_path}/a.html", folder=tmp_path / "profile"
    ).decode()
    panel = re.search(r'<div id="detail".*?</div>', shown, re.DOTALL)[0]
    assert f"<strong>({cell.row},{cell.column})</strong>" in panel
    assert kb.explain(cell).text in panel
    assert panel.count('class="bar"') == len(dict(details(kb, None))[cell].outcomes)
    assert shown.count("data-cell=") >= board.grid.size


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
@pytest.mark.parametrize("theme", THEMES)
def test_a_picture_in_a_browser(tmp_path: Path, theme: str) -> None:
    """The ground of every cell has the colour that it should have."""
    from matplotlib.image import imread

    board = read_board((BOARDS / "only-total.board").read_bytes())
    proved = KnowledgeBase(board).consequences()
    picture = answer_picture(board, proved)
    (tmp_path / "a.svg").write_text(svg(picture, theme), encoding="utf-8")
    shot = tmp_path / "a.png"
    in_browser(
        *(f"--screenshot={shot}", "--window-size=600,700", f"file://{tmp_path}/a.svg"),
        folder=tmp_path / "profile",
    )
    pixels = np.round(imread(shot)[:, :, :3] * 255).astype(int)
    colours = THEMES[theme]
    left, top = picture.origin
    for cell in board.cells:
        expected = colours.open
        if cell in board.covered:
            expected = colours.covered
        expected = colours.safe if cell in proved.safe else expected
        expected = colours.mine if cell in proved.mines else expected
        seen = pixels[top + 32 * cell.row + 26, left + 32 * cell.column + 6]
        assert "#" + "".join(f"{part:02x}" for part in seen) == expected, cell
