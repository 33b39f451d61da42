"""Pages: what they say of each cell is what the knowledge base and the oracle say."""

from __future__ import annotations

import json
import os
import re
import subprocess
from fractions import Fraction
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, KnowledgeBase, html, read_board, svg
from logicsweep.board.picture.themes import THEMES
from logicsweep.games.puzzles.records import PuzzleOrder
from logicsweep.render.drawn import answer_picture
from logicsweep.render.page import Detail, details, page
from logicsweep.render.sheet import sheet
from tests.conftest import ROOT, seeds
from tests.games.making import bare
from tests.judges import oracle
from tests.judges.making import clue, first_board, random_board
from tests.judges.refusals import refused
from tests.site.browser.browsing import chromium

BOARDS = ROOT / "examples" / "boards"
HOSTILE = "</script><script>alert('&')</script>\u2028"
CHROMIUM = chromium() or ""


class Scripts(HTMLParser):
    """The scripts of a page, and everything else that could fetch or run something."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts: list[str] = []
        self.links: list[str] = []
        self._inside = False

    @classmethod
    def of(cls, text: str) -> Scripts:
        """Those of a page."""
        found = cls()
        found.feed(text)
        return found

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
    found = Scripts.of(text)
    assert len(found.scripts) == 3
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
    assert data_of(text) == {
        "0,0": {
            "lines": [HOSTILE],
            "outcomes": [[HOSTILE, 0.5, HOSTILE]],
            "clues": [],
            "around": [],
        }
    }
    assert "default-src 'none'" in text


def test_only_other_shapes_than_squares_are_sent() -> None:
    board = Board.parse("?1?\n11?\n")
    data = [
        json.loads(Scripts.of(html(Board(board.grid, adjacency=adjacency))).scripts[1])
        for adjacency in (None, Adjacency.four(2, 3), Adjacency.hexagon(2, 3))
    ]
    assert data[0] == data[1]
    shapes = data[2].pop("shapes")
    assert data[2] == data[0]
    assert len(shapes["corners"]) == 6
    assert [len(outline["corners"]) for outline in shapes["outlines"]] == [6]
    assert "<p>Neighbours share a side.</p>" in html(
        Board(board.grid, adjacency=Adjacency.four(2, 3))
    )


@pytest.mark.parametrize("seed", seeds(range(24)))
def test_what_is_said_of_cells_is_what_all_layouts_say(seed: int) -> None:
    # Every layout is as likely.
    board = first_board(
        seed,
        lambda number: random_board(number, covered=9, lie=0),
        lambda board: isinstance(board.mines, int) and oracle.is_consistent(board),
    )
    layouts = oracle.layouts(board)
    said = dict(details(KnowledgeBase(board), None))
    for cell in board.cells:
        lines, outcomes = said[cell][:2]
        shown = [
            "mine" if one[cell] else str(clue(one, cell))
            for one in layouts
            if cell in board.covered
        ]
        chances = {word: Fraction(shown.count(word), len(layouts)) for word in shown}
        if chances.get("mine") == 1:
            assert "Proved to be a mine." in lines
            assert lines[-1].endswith(", so it cannot be safe.")
            chances = {}
        elif chances:
            mine = chances.get("mine", 0)
            verdict = "Undetermined." if mine else "Proved safe."
            assert verdict in lines
            said_next = lines[lines.index(verdict) + 1]
            assert said_next.startswith(f"Mine probability {mine} = " if mine else "The ")
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
    assert told.lines[:2] == ("Undetermined.", "Mine probability 1/5 = 20.00 %.")
    assert told.outcomes


def test_open_cells_have_words() -> None:
    said = dict(details(KnowledgeBase(Board.parse("mines: 2\n\n*2_\n?F?\n")), None))
    assert said[Cell(0, 0)].lines == ("A known mine.",)
    assert said[Cell(0, 2)].lines == ("Open, without a clue.",)
    assert said[Cell(0, 1)].lines[0].startswith("The 2 at (0,1)")
    assert said[Cell(1, 1)].lines[0] == "Flagged: a claim, not a proof."


def in_browser(*arguments: str, folder: Path) -> bytes:
    """What headless Chromium prints."""
    options = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    options += ["--disable-component-update", "--disable-sync", f"--user-data-dir={folder}"]
    options += ["--no-sandbox"] if os.geteuid() == 0 else []
    done = subprocess.run(
        [CHROMIUM, *options, *arguments], capture_output=True, timeout=300, check=False
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
    assert kb.explain(cell).sentence in panel
    assert panel.count('class="bar"') == len(dict(details(kb, None))[cell].outcomes)
    assert shown.count("data-cell=") >= board.grid.size


def least_of(kb: KnowledgeBase) -> set[tuple[int, int]]:
    chances = {cell: kb.count().probability(cell) for cell in kb.board.covered}
    return {tuple(cell) for cell, chance in chances.items() if chance == min(chances.values())}


@pytest.mark.parametrize(
    "name", ["hearsay", "only-total", pytest.param("expert-stuck", marks=pytest.mark.slow)]
)
def test_what_is_said_of_a_cell_is_shown_on_the_board(name: str) -> None:
    board = read_board((BOARDS / f"{name}.board").read_bytes())
    kb = KnowledgeBase(board)
    proved = kb.consequences()
    best = set()
    for cell, detail in details(kb, None):
        if cell in proved.safe or cell in proved.mines:
            found = kb.explain(cell)
            assert (detail.clues, detail.around) == (found.clues, found.cells)
            assert all(f"{board.clue(one)} at {one}" in detail.lines[-1] for one in found.clues)
            named = set(re.findall(r"\(\d+,\d+\)", detail.lines[-1]))
            assert named == set(map(str, found.clues))  # no lists of cells
        elif board.clue(cell) is not None:
            near = set(board.neighbours(cell)) & set(board.covered)
            assert set(detail.around) == near
            assert f" {len(near)} covered cells" in detail.lines[0] or len(near) < 2
        if "No cell is proved safe, and none is less risky." in detail.lines:
            best.add(tuple(cell))
    assert best == (set() if proved.safe else least_of(kb))


def test_a_page_is_light_or_dark_as_its_reader_prefers() -> None:
    picture = Board.parse("?1\n11\n").picture()
    free = page(picture, {})
    light, dark = free.split("@media (prefers-color-scheme: dark)")
    for theme, text in (("light", light), ("dark", dark)):
        colours = THEMES[theme]
        assert f"color-scheme: {theme}; --page: {colours.page};" in text
        assert f"--clue-1: {colours.clues[1]};" in text
        assert f"--heat-50: {colours.heat[50]};" in text
    drawn = free[free.index("<svg") : free.index("</svg>")]
    assert set(re.findall(r'(?:fill|stroke)="(.*?)"', drawn)) >= {"var(--covered)", "var(--clue-1)"}
    assert not re.search(r'"#[0-9a-f]{6}"', drawn)
    for theme, other in (("light", "dark"), ("dark", "light")):
        forced = page(picture, {}, theme=theme)
        assert "@media (prefers-color-scheme" not in forced
        assert THEMES[theme].page in forced
        assert THEMES[other].page not in forced.replace(THEMES[theme].page, "")
    with refused(ValueError):
        page(picture, {}, theme="blue")


POINTING = """
<script>
const said = [];
const framed = () => [...document.querySelectorAll(".frames rect")];
const word = () => document.querySelector("#detail strong").textContent;
const send = (cell, type) => document.querySelector(`#board [data-cell="${cell}"]`)
  .dispatchEvent(new PointerEvent(type, { bubbles: true }));
const box = (one) => document.querySelector(one).getBoundingClientRect();
said.push(word(), framed().length);
for (const [cell, type] of STEPS) {
  if (type === "Escape") document.dispatchEvent(new KeyboardEvent("keydown", { key: type }));
  else send(cell, type);
  said.push(word(), framed().length);
}
said.push(Math.max(box("#board svg").bottom, box("#detail").bottom) <= innerHeight);
said.push(Math.max(box("#board svg").right, box("#detail").right) <= innerWidth);
said.push(innerWidth, getComputedStyle(document.body).backgroundColor);
document.title = JSON.stringify(said);
</script>
"""


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
@pytest.mark.parametrize("scheme", [0, 1])  # Chromium's numbers for dark and light
def test_pointing_and_the_room_there_is(tmp_path: Path, scheme: int) -> None:
    kb = KnowledgeBase(read_board((BOARDS / "expert.board").read_bytes()))
    first, other, chance = Cell(3, 4), Cell(12, 1), Cell(0, 0)
    picture = answer_picture(kb.board, kb.consequences(), None, kb.explain(first))
    said = dict(details(kb, None))
    steps = [(other, "pointerover"), (chance, "click"), (other, "pointerover"), (other, "click")]
    steps += [(other, "click"), (first, "pointerover"), (chance, "click"), (chance, "Escape")]
    steps += [(other, "pointerover")]
    shown = [first, other, chance, chance, other, other, first, chance, chance, other]
    text = page(picture, said, first=first)
    script = POINTING.replace(
        "STEPS", json.dumps([[f"{cell.row},{cell.column}", what] for cell, what in steps])
    )
    (tmp_path / "a.html").write_text(text.replace("</body>", f"{script}</body>"), encoding="utf-8")
    options = ["--window-size=1366,768", f"--blink-settings=preferredColorScheme={scheme}"]
    dom = in_browser(
        *options, "--dump-dom", f"file://{tmp_path}/a.html", folder=tmp_path / "profile"
    ).decode()
    found = json.loads(unescape(re.search(r"<title>(.*?)</title>", dom, re.DOTALL)[1]))
    *moves, fits_below, fits_beside, width, ground = found
    for cell, word, frames in zip(shown, moves[::2], moves[1::2], strict=True):
        detail = said[cell]
        assert word == f"({cell.row},{cell.column})"
        # Each frame is drawn twice, that of the cell itself is two.
        assert frames == 2 * (len(detail.clues) + len(set(detail.around) - {cell}) + 2)
    assert (fits_below, fits_beside, width) == (True, True, 1366)
    colour = THEMES["light" if scheme else "dark"].page
    assert ground == f"rgb({', '.join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))})"


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


@pytest.mark.slow
@pytest.mark.skipif(not CHROMIUM, reason="no Chromium is installed")
@pytest.mark.parametrize(("number", "pages"), [(1, 2), (6, 2), (7, 3)])
def test_a_sheet_on_paper(tmp_path: Path, number: int, pages: int) -> None:
    """Solutions begin a page, and six puzzles fit on one."""
    order = PuzzleOrder(bare(height=5, width=5, mines=3), None, False, None)
    written = sheet([order.work.do(seed) for seed in range(number)])
    (tmp_path / "a.html").write_text(written, encoding="utf-8")
    path = tmp_path / "a.pdf"
    in_browser(f"--print-to-pdf={path}", f"file://{tmp_path}/a.html", folder=tmp_path / "profile")
    assert path.read_bytes().count(b"/Type /Page\n") == pages


def test_clues_under_rules_are_drawn_as_in_pictures_and_cells_show_their_signs() -> None:
    board = Board.parse("mines: 6\nrules: 1W Q\n\n? ? 1+2 ?\n? ? ? ?\n? ? ? ?\n2 ? ? ?\n")
    text = html(KnowledgeBase(board))
    assert "<p>1W: a clue shows the lengths of the runs" in text
    scripts = Scripts.of(text).scripts
    said, drawn = json.loads(scripts[0]), json.loads(scripts[1])
    assert drawn["tokens"][2] == "1+2"
    assert drawn["signs"]["1+2"]["words"] == "1+2: runs of 1 and 2 mines"
    assert {word for word, *_ in said["2,0"]["outcomes"]} <= {"mine", "1+1", "1", "2", "3", "1+2"}
    for cell, detail in said.items():
        if detail["outcomes"]:
            assert sum(chance for _, chance, _ in detail["outcomes"]) == pytest.approx(1), cell


def test_nothing_is_said_of_what_a_cell_shows_where_clues_see_far() -> None:
    rows = "\n".join(["? " * 12] * 8)
    board = Board.parse(f"mines: 8\nrules: 1E'\n\n{rows}\n").replace({(0, 0): 3})
    found = dict(details(KnowledgeBase(board), None))
    assert not any(detail.outcomes for detail in found.values())
    assert any("probability" in line for detail in found.values() for line in detail.lines)
