"""Pictures and pages of boards from `logicsweep show`."""

from __future__ import annotations

import json
import re
from io import BytesIO, TextIOWrapper
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from logicsweep import KnowledgeBase, load, read_board
from logicsweep.board.picture.themes import THEMES
from logicsweep.games import agent_of
from logicsweep.games.accounts import account
from tests.cli.command import names_all
from tests.conftest import ROOT, Run, call_main

BOARDS = ROOT / "examples" / "boards"
TOTAL = BOARDS / "only-total.board"
LINK = "?b=1&m=vjt0hd287g9b0s1s0"


def cells(text: str) -> int:
    return len(re.findall('data-cell="', text))


@pytest.mark.parametrize("theme", THEMES)
def test_pictures(logicsweep: Run, tmp_path: Path, theme: str) -> None:
    path = tmp_path / "a.svg"
    done = logicsweep("show", TOTAL, "-o", path, "--probabilities", "--theme", theme)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{path}: 9x9, 10 mines; ")
    text = path.read_text(encoding="utf-8")
    assert ET.fromstring(text).tag.endswith("svg")
    assert cells(text) == 81
    assert THEMES[theme].page in text
    assert "proved safe" in text
    assert "mine probability" in text
    assert (
        logicsweep("show", TOTAL, "--to", "svg", "--probabilities", "--theme", theme).stdout == text
    )


def test_reasons_are_drawn_and_written(logicsweep: Run, tmp_path: Path) -> None:
    kb = KnowledgeBase(read_board(TOTAL.read_bytes()))
    path = tmp_path / "a.svg"
    assert logicsweep("show", TOTAL, "-o", path, "--explain", "0,0").returncode == 0
    root = ET.fromstring(path.read_text(encoding="utf-8"))
    words = " ".join(one.text for one in root.iter() if one.tag.endswith("text") and one.text)
    assert kb.explain((0, 0)).text in words
    assert "clue used" in words
    assert logicsweep("show", TOTAL, "-o", path, "--explain", "2,0").returncode == 0
    text = path.read_text(encoding="utf-8")
    assert "cell that differs" in text
    assert "is undetermined" in text


def test_pages(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    done = logicsweep("show", TOTAL, "-o", path, "--explain", "0,0", "--json")
    assert json.loads(done.stdout)["output"] == str(path)
    text = path.read_text(encoding="utf-8")
    data = json.loads(re.search(r'id="details">(.*?)</script>', text)[1])
    assert len(data) == 81
    asked = logicsweep("count", TOTAL, "2,0", "--distribution", "--json")
    said = json.loads(asked.stdout)["cells"][0]
    assert f"Mine probability {said['probability']} = " in data["2,0"]["lines"][-1]
    assert 'data-first="0,0"' in text
    assert "26 cells are proved safe" in text
    plain = logicsweep("show", TOTAL, "-o", path, "--plain")
    assert plain.returncode == 0
    assert '<script type="application/json" id="details">{}</script>' in path.read_text("utf-8")


def test_a_page_follows_its_reader_unless_a_theme_is_forced(
    logicsweep: Run, tmp_path: Path
) -> None:
    path = tmp_path / "a.html"
    for options, theme in (([], None), (["--theme", "dark"], "dark")):
        done = logicsweep("show", TOTAL, "-o", path, "--json", *options)
        assert json.loads(done.stdout)["theme"] == theme
        text = path.read_text(encoding="utf-8")
        assert ("@media (prefers-color-scheme" in text) == (theme is None)
        assert (THEMES["light"].page in text) == (theme is None)
        assert THEMES["dark"].page in text
    done = logicsweep("show", TOTAL, "-o", tmp_path / "a.svg", "--json")
    assert json.loads(done.stdout)["theme"] == "light"


def test_the_least_risky_cell_is_marked(logicsweep: Run, tmp_path: Path) -> None:
    stuck, path = "mines: 2\n\n?1????\n", tmp_path / "a.html"
    words = ("show", "-", "--to", "svg", "--probabilities")
    assert ">least risky<" in logicsweep(*words, stdin=stuck).stdout
    assert ">least risky<" not in logicsweep(*words, stdin="mines: 1\n\n?1????\n").stdout
    assert logicsweep("show", "-", "-o", path, stdin=stuck).returncode == 0
    assert ">least risky<" in path.read_text(encoding="utf-8")


def test_a_page_says_why_a_cell_is_undetermined(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    assert logicsweep("show", TOTAL, "-o", path, "--explain", "3,7").returncode == 0
    data = json.loads(re.search(r'id="details">(.*?)</script>', path.read_text("utf-8"))[1])
    assert data["3,7"]["lines"][-1].endswith("and they differ only there and in (4,7).")
    assert data["3,7"]["around"] == [[4, 7]]


def test_png_files(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.PNG"
    assert logicsweep("show", TOTAL, "-o", path).returncode == 0
    assert path.read_bytes().startswith(b"\x89PNG")


def test_whole_layouts_are_drawn_whole(logicsweep: Run) -> None:
    whole = logicsweep("show", LINK, "--to", "svg").stdout
    assert cells(whole) == 81
    assert whole.count('stroke-width="2.5"') == 35  # the mines
    opened = logicsweep("show", LINK, "--to", "svg", "--open", "4,4", "--plain").stdout
    assert 'stroke-width="2.5"' not in opened


def test_uncertain_clues_and_unknown_totals(logicsweep: Run, tmp_path: Path) -> None:
    for name in ("a.svg", "a.html"):
        done = logicsweep("show", BOARDS / "hearsay.board", "-o", tmp_path / name)
        assert (done.returncode, done.stderr) == (0, "")
        done = logicsweep("show", "-", "-o", tmp_path / name, stdin="???\n1??\n")
        assert (done.returncode, done.stderr) == (0, "")
    asked = logicsweep("show", "-", "--to", "svg", "--probabilities", stdin="???\n1??\n")
    assert asked.returncode == 2
    assert "--density 1/2" in asked.stderr
    given = logicsweep(
        *("show", "-", "--to", "svg", "--probabilities", "--density", "0.2"), stdin="???\n1??\n"
    )
    assert "20%" in given.stdout


def test_an_inconsistent_board_has_no_answer_but_a_picture(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    done = logicsweep("show", BOARDS / "inconsistent.board", "-o", path)
    assert done.returncode == 1
    assert "the board is inconsistent" in done.stderr
    assert not path.exists()
    assert logicsweep("show", BOARDS / "inconsistent.board", "-o", path, "--plain").returncode == 0
    assert path.exists()


def test_limits_of_time_and_size(logicsweep: Run, tmp_path: Path) -> None:
    text = "mines: 500\n\n" + ("?" * 200 + "\n") * 200
    for name, options, words in (
        ("a.html", ["--time-limit", "0.05"], "no complete answer within 0.05 s"),
        ("a.png", [], "the board has 40,200 cells; such a picture has at most 40,000"),
    ):
        board = text if name == "a.html" else text + "?" * 200
        done = logicsweep("show", "-", "-o", tmp_path / name, *options, stdin=board)
        assert done.returncode == 3
        assert words in done.stderr
    assert not list(tmp_path.iterdir())


def test_links_that_lead_to_themselves(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.svg"
    path.symlink_to(path)
    done = logicsweep("show", TOTAL, "-o", path)
    assert done.returncode == 2
    assert f"cannot write {path}: too many levels of symbolic links" in done.stderr


def test_pictures_are_utf_8_whatever_the_terminal_is() -> None:
    streams = [
        TextIOWrapper(BytesIO(data), encoding="latin-1")
        for data in (b"mines: 1\n\n?1_\n", b"", b"")
    ]
    assert call_main(["show", "-", "--to", "svg"], streams) == 0
    streams[1].flush()
    drawn = streams[1].buffer.getvalue()
    assert ET.fromstring(drawn).tag.endswith("svg")
    assert "·".encode() in drawn


def test_boards_that_are_too_large(logicsweep: Run, tmp_path: Path) -> None:
    text = "mines: 1\n\n" + ("?" * 600 + "\n") * 500
    done = logicsweep("show", "-", "-o", tmp_path / "a.svg", "--plain", stdin=text)
    assert done.returncode == 3
    assert "limit reached: the board has 300,000 cells; such a picture has" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([TOTAL, "--probabilities"], "--probabilities .svg"),
        ([TOTAL, "--time-limit", "5"], "--time-limit .svg"),
        ([TOTAL, "--to", "board", "--plain"], "--plain .svg"),
        ([TOTAL, TOTAL, "-o", "a.svg"], "--output BOARD 2"),
        ([TOTAL, "-o", "a.svg", "--to", "png"], "--output 'a.svg' .png"),
        ([TOTAL, "-o", "a.svg", "--lossy"], "--lossy"),
        ([TOTAL, "-o", "a.gif"], "--output 'a.gif' .svg .png .html"),
        ([TOTAL, "-o", "a.svg", "--theme", "blue"], "--theme 'blue'"),
        ([TOTAL, "-o", "a.svg", "--explain", "6,8"], "--explain (6,8)"),
        ([TOTAL, "-o", "a.svg", "--explain", "99,0"], "--explain (99,0)"),
        ([TOTAL, "-o", "a.svg", "--plain", "--probabilities"], "--plain"),
        ([TOTAL, "-o", "/no/such/a.svg"], "such/a.svg"),
        ([TOTAL, "-o", "a.svg", "--time-limit", "0"], "--time-limit"),
    ],
)
def test_what_cannot_be(logicsweep: Run, arguments: list, words: str) -> None:
    done = logicsweep("show", *arguments)
    assert done.returncode == 2
    assert names_all(done.stderr, words)
    assert not list(ROOT.glob("a.*"))


@pytest.mark.parametrize("ending", ["svg", "html"])
def test_the_equations_of_an_agent_are_drawn(logicsweep: Run, tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    options = ["--explain", "3,4", "--by", "rref"]
    done = logicsweep("show", BOARDS / "expert.board", "-o", path, *options)
    assert (done.returncode, done.stderr) == (0, "")
    text = path.read_text(encoding="utf-8").replace("\N{NO-BREAK SPACE}", " ")
    given = account(load(BOARDS / "expert.board"), agent_of("rref", explains=True), (3, 4))
    assert all(line in text for line in given.move.details)
    if ending == "svg":
        drawn = [
            node for node in ET.fromstring(text).iter() if "Mono" in node.get("font-family", "")
        ]
        assert [node.text for node in drawn] == list(given.move.details)


def test_an_agent_needs_a_cell_to_be_drawn(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("show", TOTAL, "-o", tmp_path / "a.svg", "--by", "rref")
    assert done.returncode == 2
    assert "--by needs --explain ROW,COLUMN" in done.stderr
