"""The example boards and scripts do what their notes say."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase, read_board
from tests.conftest import ROOT

EXAMPLES = ROOT / "examples"
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
    done = subprocess.run(
        [sys.executable, EXAMPLES / script],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(EXAMPLES.parent)},
        check=True,
        timeout=60,
    )
    assert done.stdout.endswith(words)
    assert done.stderr == ""


def test_every_script_is_run() -> None:
    scripts = {path.name for path in EXAMPLES.glob("*.py")}
    assert scripts == {"next_moves.py", "necklace.py", "from_a_link.py"}


def test_the_link_is_that_of_a_board() -> None:
    text = (EXAMPLES / "from_a_link.py").read_text(encoding="utf-8")
    link = text.partition('LINK = "')[2].partition('"')[0]
    assert read_board(link) == load("only-total.board")
