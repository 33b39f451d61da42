"""`logicsweep puzzle`."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from logicsweep import KnowledgeBase, load, read_board, svg
from logicsweep.board.rules.rules import Rules
from logicsweep.games import puzzle
from tests.cli.command import names_all
from tests.conftest import Run
from tests.games.making import bare

SMALL = ("puzzle", "--size", "4x4", "--mines", "5", "--seed", "3")
SETTING = bare(height=4, width=4, mines=5, rules=Rules.of("C"))


def test_a_puzzle_is_drawn_without_its_answer(logicsweep: Run) -> None:
    done = logicsweep(*SMALL, "--rules", "C", "--rate")
    lines = done.stdout.splitlines()
    found = puzzle(SETTING, 3, rates=True)
    assert found.difficulty is not None
    drawn = [line.split()[1:] for line in lines[1:5]]
    assert drawn == [
        [str(found.board.sign((row, column)) or "?") for column in range(4)] for row in range(4)
    ]
    assert "Rules: C." in lines
    assert lines[-1] == (
        f"seed 3: {len(found.board.clues)} clues; level {found.difficulty.level}, "
        f"{len(found.difficulty.steps)} steps."
    )
    assert "level" not in logicsweep(*SMALL, "--rules", "C").stdout
    asked = logicsweep(*SMALL, "--rules", "C", "--level", "1..9").stdout
    assert asked.endswith("; 1 layout drawn.\n")


def test_json_has_a_line_for_each_puzzle(logicsweep: Run) -> None:
    done = logicsweep(*SMALL, "--rules", "C", "-n", "3", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["seed"] for line in lines] == [3, 4, 5]
    for line in lines:
        board = read_board(json.dumps(line["board"]).encode())
        assert board == puzzle(SETTING, line["seed"]).board
        assert {tuple(cell) for cell in KnowledgeBase(board).consequences().mines} == set(
            map(tuple, line["layout"])
        )


def test_puzzles_in_other_formats(logicsweep: Run, tmp_path: Path) -> None:
    board = puzzle(SETTING, 3).board
    done = logicsweep(*SMALL, "--rules", "C", "--to", "variants")
    assert read_board(done.stdout.encode()) == board
    logicsweep(*SMALL, "--rules", "C", "--to", "json", "-o", tmp_path / "one.json")
    assert load(tmp_path / "one.json") == board
    words = ("--rules", "C", "--to", "board", "-o", tmp_path / "many", "-n", "2")
    assert logicsweep(*SMALL, *words).returncode == 0
    assert {path.name for path in (tmp_path / "many").iterdir()} == {"3.board", "4.board"}
    assert load(tmp_path / "many" / "3.board") == board


@pytest.mark.usefixtures("threads")
def test_a_file_of_lines_is_continued(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    done = logicsweep(*SMALL, "-n", "2", "-o", path)
    assert done.stdout == f"2 puzzles made, 0 recorded before: {path}\n"
    before = path.read_bytes()
    done = logicsweep(*SMALL, "-n", "4", "-o", path, "--workers", "2")
    assert done.stdout == f"2 puzzles made, 2 recorded before: {path}\n"
    assert path.read_bytes().startswith(before)
    seeds = [json.loads(line)["seed"] for line in path.read_bytes().splitlines()]
    assert sorted(seeds) == [3, 4, 5, 6]
    other = logicsweep(*SMALL, "--rules", "Q", "-n", "4", "-o", path)
    assert other.returncode == 2
    assert "holds puzzles that were made otherwise, such as seed 3" in other.stderr


def test_no_puzzle_of_a_level(logicsweep: Run) -> None:
    done = logicsweep(*SMALL, "--level", "99", "--tries", "2")
    assert (done.returncode, done.stdout) == (3, "")
    assert done.stderr == ("logicsweep: seed 3: limit reached: no puzzle of this level among 2\n")
    done = logicsweep(*SMALL, "--level", "99", "--tries", "2", "--json")
    assert (done.returncode, done.stderr) == (3, "")
    assert json.loads(done.stdout)["kind"] == "limit"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--tries", "2"], "--tries --level"),
        (["--level", "2..x"], "--level '2..x' 2..3"),
        (["--level", "3..2"], "3..2"),
        (["--mines", "17"], "17 mines do not fit on 16 cells"),
        (["--rules", "2G"], "4x4 2G"),
        (["--out", "a.txt"], "--out 'a.txt' --to .jsonl"),
        (["--to", "board", "--json"], "--to --out --json"),
        (["--to", "board", "-n", "2"], "--out"),
        (["--time-limit", "0"], "--time-limit"),
    ],
)
def test_options_that_do_not_go_together(logicsweep: Run, words: list[str], message: str) -> None:
    done = logicsweep(*SMALL, *words)
    assert done.returncode == 2
    assert names_all(done.stderr, message)


WORDS = ("--size", "5x5", "--mines", 3, "--seed", 4)


def test_a_sheet_as_svg(logicsweep: Run, tmp_path: Path) -> None:
    """Each puzzle with its mine count and every clue, 0 too; then the mines of its layout."""
    path = tmp_path / "book.svg"
    done = logicsweep("puzzle", *WORDS, "-n", 8, "--sheet", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{path}: 8 puzzles, and the solutions at the end.\n"
    root = ET.parse(path).getroot()
    assert (root.get("width"), root.get("height")) == ("210mm", "891mm")
    pages = [one for one in root if one.tag.endswith("}g")]
    made = [puzzle(bare(height=5, width=5, mines=3), 4 + k) for k in range(8)]
    heads, shown = [], []
    for page in pages:
        texts = ["".join(one.itertext()) for one in page.iter() if one.tag.endswith("}text")]
        heads.append([one for one in texts if not one.isdecimal() and one != "·"])
        shown.append(Counter(one for one in texts if one.isdecimal()))
    seeds = [f"Seed {4 + k}, 3 mines" for k in range(8)]
    assert heads == [["Puzzles", *seeds[:6]], ["Puzzles", *seeds[6:]], ["Solutions", *seeds]]
    labels = Counter([*"01234"] * 2)
    clues = [Counter(map(str, one.board.clues.values())) for one in made]
    assert any("0" in one for one in clues)
    wanted = [sum((one + labels for one in some), Counter()) for some in (clues[:6], clues[6:])]
    assert shown == [*wanted, wanted[0] + wanted[1]]


@pytest.mark.slow
def test_a_sheet_as_pdf(logicsweep: Run, tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    path = tmp_path / "book.pdf"
    done = logicsweep("puzzle", *WORDS, "-n", 7, "--sheet", path, "--paper", "letter", "--json")
    assert done.returncode == 0
    assert len(done.stdout.splitlines()) == 7
    data = path.read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") == 3
    assert b"612.00 792.00" in data


def test_what_no_sheet_can_be(logicsweep: Run, tmp_path: Path) -> None:
    for words, says in [
        (["--sheet", "book.txt"], "expected a file in .svg or .pdf"),
        (["--sheet", "book.svg", "--paper", "a5"], "unknown paper 'a5'"),
        (["--sheet", "book.svg", "-o", "a.jsonl"], "cannot be combined with --to or --out"),
        (["--sheet", "book.svg", "-n", "1001"], "at most 1,000 puzzles"),
        (["--sheet", str(tmp_path / "no" / "book.svg")], "cannot write"),
    ]:
        done = logicsweep("puzzle", *WORDS, *words)
        assert done.returncode == 2
        assert says in done.stderr


def test_without_the_extra(
    logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    done = logicsweep("puzzle", *WORDS, "--sheet", tmp_path / "book.pdf")
    assert done.returncode == 2
    assert "pip install 'logicsweep[pdf]'" in done.stderr


def test_the_picture_of_a_puzzle_says_the_mine_count() -> None:
    found = puzzle(bare(height=5, width=5, mines=3), 4)
    assert "5x5, 3 mines." in svg(found.picture())
    assert found._repr_svg_() == svg(found.picture())
