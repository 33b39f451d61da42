"""The example boards and scripts do what their notes say."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pytest

from logicsweep import (
    Board,
    InconsistentBoardError,
    KnowledgeBase,
    read_board,
)
from tests.conftest import ROOT, run_script

EXAMPLES = ROOT / "examples"
STUDIES = EXAMPLES / "studies"
STUDY = STUDIES / "no_guess_study.py"
PUZZLES = STUDIES / "puzzle_study.py"
BOARDS = sorted((EXAMPLES / "boards").iterdir())

# How many cells are proved safe, proved mines and left open, and whether the total is needed.
ANSWERS = {
    "beginner.board": (0, 6, 31, False),
    "expert-stuck.board": (0, 27, 319, False),
    "expert-total.board": (3, 85, 30, True),
    "expert.board": (19, 50, 221, False),
    "hearsay.board": (0, 0, 14, False),
    "intermediate.mine": (0, 29, 76, False),
    "large.board": (152, 1223, 3863, False),
    "only-total.board": (26, 7, 6, True),
    "opened-at-random.board": (69, 6, 310, False),
    "small.board": (2, 2, 0, False),
}


def load(name: str) -> Board:
    return read_board((EXAMPLES / "boards" / name).read_bytes())


def test_every_board_has_a_note() -> None:
    assert {path.name for path in BOARDS} == {*ANSWERS, "inconsistent.board"}
    for path in BOARDS:
        text = path.read_text()
        assert text.startswith("# ") or "\nMSG:" in text


@pytest.mark.parametrize("name", ANSWERS)
def test_answers(name: str) -> None:
    board = load(name)
    kb = KnowledgeBase(board)
    found = kb.consequences()
    safe, mines = len(found.safe), len(found.mines)
    rest = len(board.covered) - safe - mines
    assert (safe, mines, rest, kb.needs_total()) == ANSWERS[name]


def test_only_the_total_decides() -> None:
    board = load("only-total.board")
    assert not KnowledgeBase(Board(board.grid)).consequences().safe


def test_the_misread_clue_conflicts() -> None:
    with pytest.raises(InconsistentBoardError) as caught:
        KnowledgeBase(load("inconsistent.board")).consequences()
    assert caught.value.core == ((6, 12), (7, 12))
    right, wrong = load("expert.board"), load("inconsistent.board")
    assert [cell for cell in right.cells if right[cell] != wrong[cell]] == [(7, 12)]


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("next_moves.py", "newly proved: 1 safe, 0 mines; safe: (11,0)\n"),
        ("necklace.py", "mines: (0,1) (0,2) (0,5)\nsafe: (0,3)\n"),
        ("from_a_link.py", "so it cannot be a mine.\ndrawn in from_a_link.svg\n"),
    ],
)
def test_scripts(script: str, words: str, tmp_path: Path) -> None:
    done = run_script(EXAMPLES / script, tmp_path)
    assert done.returncode == 0
    assert done.stdout.endswith(words)
    assert done.stderr == ""


THERE = {**os.environ, "PYTHONPATH": str(EXAMPLES.parent)}


def test_every_script_is_run() -> None:
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    # This is in `tests/examples/test_instances.py`.
    scripts -= {"instances.py"}
    # This is in `tests/lab/experiments/test_report.py`.
    scripts -= {"draw_games.py"}
    # This is in `tests/lab/gym/test_gym.py`.
    scripts -= {"train_agent.py"}
    # These are in `tests/lab/data/test_training.py`; the first is a part of the others.
    scripts -= {"small_network.py", "train_on_shards.py", "train_with_torch.py"}
    # These are in `tests/lab/tasks`.
    scripts -= {"ask_a_model.py", "openenv_server.py"}
    assert scripts == {"next_moves.py", "necklace.py", "from_a_link.py"}


def test_the_list_of_studies_has_each_of_them() -> None:
    named = re.findall(r"`([\w-]+\.(?:py|toml))`", (STUDIES / "README.md").read_text("utf-8"))
    assert {*named} == {path.name for kind in ("py", "toml") for path in STUDIES.glob(f"*.{kind}")}


def test_pictures_of_topologies_are_those_of_the_script(tmp_path: Path) -> None:
    done = run_script(STUDIES / "topology_pictures.py", ROOT, str(tmp_path))
    assert done.returncode == 0
    published = ROOT / "docs" / "pictures" / "topologies"
    made = {path.name: path.read_text(encoding="utf-8") for path in tmp_path.iterdir()}
    assert sorted(made) == sorted(done.stdout.split())
    assert made == {path.name: path.read_text(encoding="utf-8") for path in published.iterdir()}


TINY = """
title = "A tiny study"
repaired = 3
rated = 2
others = 2

[[boards]]
size = "9x9"
mines = 10
plain = 20
uniform = 3
"""


@pytest.mark.slow
def test_a_study_of_boards_without_guesses(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "tiny.toml").write_text(TINY)
    words = [sys.executable, STUDY, "tiny.toml", "--out", "out"]
    run = partial(subprocess.run, capture_output=True, text=True, cwd=tmp_path, env=THERE)
    done = run(words, check=True)
    assert done.stdout.endswith("wrote out/report.md\n")
    layouts = (tmp_path / "out" / "layouts.jsonl").read_text().splitlines()
    for row in map(json.loads, layouts):
        if row["kind"] == "plain":
            assert "level" not in row
        elif "no mine count" in row["kind"]:
            assert row["without"]
        assert row["with the mine count"] or row["kind"] not in ("uniform", "repaired")
    report = (tmp_path / "out" / "report.md").read_text()
    assert "| 9x9/10 | 20 | " in report
    names = {path.name for path in (tmp_path / "out").iterdir()}
    plots = {f"{name}{ending}" for name in ("three-bv", "levels") for ending in (".svg", ".png")}
    assert names == {"layouts.jsonl", "report.md", *plots}
    run(words, check=True)
    assert (tmp_path / "out" / "layouts.jsonl").read_text().splitlines() == layouts
    assert (tmp_path / "out" / "report.md").read_text() == report
    (tmp_path / "tiny.toml").write_text("boards = 3")
    done = run(words, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("tiny.toml is no study: ")


PUZZLE_STUDY = """
title = "Few puzzles"
puzzles = 2
size = "4x4"
time_limit = 30

[[kinds]]
mines = 5
rules = ["V", "1X C"]
"""


@pytest.mark.slow
def test_a_study_of_puzzles(tmp_path: Path) -> None:
    (tmp_path / "few.toml").write_text(PUZZLE_STUDY)
    words = [sys.executable, PUZZLES, "few.toml", "--out", "out"]
    run = partial(subprocess.run, capture_output=True, text=True, cwd=tmp_path, env=THERE)
    done = run(words, check=True)
    assert done.stdout.endswith("wrote out/report.md\n")
    path = tmp_path / "out" / "puzzles.jsonl"
    lines = path.read_text().splitlines()
    rows = [json.loads(line) for line in lines]
    assert [(row["rules"], row["seed"]) for row in rows] == [
        *[("V", 0), ("V", 1)],
        *[("1X C", 0), ("1X C", 1)],
    ]
    assert all(row["agree"] and row["level"] >= 1 for row in rows)
    report = (tmp_path / "out" / "report.md").read_text()
    assert report.startswith("# Few puzzles\n")
    assert "| `1X C` | 4x4/5 | 2 | " in report
    path.write_text("\n".join(lines[:3]) + "\n" + lines[3][:20])
    run(words, check=True)
    again = [json.loads(line) for line in path.read_text().splitlines()]
    assert [row["clues"] for row in again] == [row["clues"] for row in rows]
    path.unlink()
    done = run([*words, "--judge", sys.executable], check=False)
    assert done.returncode == 1
    assert "does not judge: ModuleNotFoundError" in done.stderr
    (tmp_path / "few.toml").write_text("kinds = 3")
    done = run(words, check=False)
    assert done.returncode == 1
    assert done.stderr.startswith("few.toml is no study: ")


def test_the_link_is_that_of_a_board() -> None:
    text = (EXAMPLES / "from_a_link.py").read_text(encoding="utf-8")
    link = text.partition('LINK = "')[2].partition('"')[0]
    assert read_board(link) == load("only-total.board")
