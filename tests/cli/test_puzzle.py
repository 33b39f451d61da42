"""`logicsweep puzzle`."""

from __future__ import annotations

import json
import re
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
    found = puzzle(SETTING, seed=3, rates=True)
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
        assert board == puzzle(SETTING, seed=line["seed"]).board
        assert {tuple(cell) for cell in KnowledgeBase(board).consequences().mines} == set(
            map(tuple, line["layout"])
        )


def test_puzzles_in_other_formats(logicsweep: Run, tmp_path: Path) -> None:
    board = puzzle(SETTING, seed=3).board
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
    drawn = [logicsweep(*SMALL[:5], "-n", "2", "-o", tmp_path / "a.jsonl") for _ in range(2)]
    assert drawn[1].stdout.startswith("0 puzzles made, 2 recorded before")  # with its first seed


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
        (["--mines", "17"], "--mines is given more than once"),
        (["--rules", "2G"], "4x4 2G"),
        (["-o", "a.txt"], "--output 'a.txt' --to .jsonl"),
        (["--to", "board", "--json"], "--to -o --json"),
        (["--to", "board", "-n", "2"], "-o"),
        (["--time-limit", "0"], "--time-limit"),
    ],
)
def test_options_that_do_not_go_together(logicsweep: Run, words: list[str], message: str) -> None:
    done = logicsweep(*SMALL, *words)
    assert done.returncode == 2
    assert names_all(done.stderr, message)


WORDS = ("--size", "5x5", "--mines", 3, "--seed", 4)


def test_a_sheet(logicsweep: Run, tmp_path: Path) -> None:
    """Each puzzle with its mine count and every clue, 0 too; then the mines of its layout."""
    path = tmp_path / "book.html"
    done = logicsweep("puzzle", *WORDS, "-n", 3, "-o", path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{path}: 3 puzzles, and the solutions at the end.\n"
    text = path.read_text(encoding="utf-8")
    main = ET.fromstring(text[text.index("<main>") : text.index("</main>") + len("</main>")])
    made = [puzzle(bare(height=5, width=5, mines=3), seed=4 + k) for k in range(3)]
    assert any(0 in one.board.clues.values() for one in made)
    assert [section.findtext("h1") for section in main] == ["Puzzles", "Solutions"]
    for section in main:
        figures = section.findall("div/figure")
        seeds = [f"Seed {4 + k}, 3 mines" for k in range(3)]
        assert [one.findtext("figcaption") for one in figures] == seeds
        for drawn, one in zip(figures, made, strict=True):
            texts = ["".join(each.itertext()) for each in drawn.iter() if _is_text(each)]
            labels = [*"01234"] * 2
            clues = map(str, one.board.clues.values())
            assert Counter(filter(str.isdecimal, texts)) == Counter([*labels, *clues])
            covered = one.board.covered
            is_solved = section.findtext("h1") == "Solutions"
            assert texts.count("·") == is_solved * (len(covered) - len(one.layout.mines))
    again = logicsweep("puzzle", *WORDS, "-n", 3, "-o", path, "--json")
    assert len(again.stdout.splitlines()) == 3
    assert path.read_text(encoding="utf-8") == text


def test_a_sheet_says_what_the_solver_of_a_puzzle_may_know(logicsweep: Run, tmp_path: Path) -> None:
    (tmp_path / "more.txt").write_text("row 1: runs 2 of row 1\n")
    words = ("--size", "5x5", "--mines", "4..8", "--constraints", tmp_path / "more.txt")
    logicsweep("puzzle", *words, "--seed", 1, "-o", tmp_path / "a.html")
    page = (tmp_path / "a.html").read_text("utf-8")
    assert page.count("Seed 1, 4 to 8 mines") == 2
    assert page.count("Constraints: row 1: runs 2 of row 1.") == 2


def test_a_sheet_says_what_its_rules_mean(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "book.html"
    words = ("--rules", "C", "--liars", 1, "--topology", "hexagon")
    done = logicsweep("puzzle", *WORDS, *words, "-n", 2, "-o", path)
    assert (done.returncode, done.stderr) == (0, "")
    text = path.read_text(encoding="utf-8")
    for said in ("all of them are connected", "Up to 1 clue may be wrong", "share a side"):
        # Once above the puzzles, and once above the solutions.
        assert len(re.findall(rf"<p>[^<]*{said}", text)) == 2
    assert text.count(", rules C</figcaption>") == 4


def _is_text(element: ET.Element) -> bool:
    return element.tag.endswith("}text")


def test_what_no_sheet_can_be(logicsweep: Run, tmp_path: Path) -> None:
    for words, says in [
        (["-o", "book.txt"], "a name that ends in .jsonl or .html"),
        (["-o", "book.svg"], "a name that ends in .jsonl or .html"),
        (["-o", "book.html", "-n", "1001"], "at most 1,000 puzzles"),
        (["-o", str(tmp_path / "no" / "book.html")], "cannot write"),
    ]:
        done = logicsweep("puzzle", *WORDS, *words)
        assert done.returncode == 2
        assert says in done.stderr


def test_the_picture_of_a_puzzle_says_the_mine_count() -> None:
    found = puzzle(bare(height=5, width=5, mines=3), seed=4)
    assert "5x5, 3 mines." in svg(found.picture())
    assert found._repr_svg_() == svg(found.picture())
