"""Commands under open mine counts, densities, liars and constraints."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from logicsweep import read_board
from logicsweep.board.board import Board
from tests.cli.command import names_all
from tests.conftest import Run


@pytest.fixture
def beside(tmp_path: Path) -> tuple[str, ...]:
    """Options for a range and a constraint."""
    path = tmp_path / "own.txt"
    path.write_text("one: 1 of (0,0) (0,2)\n", encoding="utf-8")
    return "--mines", "3..4", "--constraints", str(path)


def check(mines: list[list[int]]) -> None:
    """A layout is in the range, and satisfies the constraint."""
    assert len(mines) in (3, 4)
    assert ([0, 0] in mines) + ([0, 2] in mines) == 1


def test_play_and_review(beside: tuple[str, ...], logicsweep: Run, tmp_path: Path) -> None:
    size = ("--size", "4x4", "--seed", "5", "--liars", "1")
    done = logicsweep("play", *size, *beside, "--json", "-o", tmp_path / "a.jsonl")
    game = json.loads(done.stdout)
    check(game["mines"])
    assert (game["mine_count"], game["flood"]) == ([3, 4], False)
    start = Board.parse(game["start"])
    assert (start.mines, start.liars, len(start.constraints)) == ((3, 4), 1, 1)
    judged = json.loads(logicsweep("review", tmp_path / "a.jsonl", "--json").stdout)
    assert len(judged["openings"]) == game["outcome"]["openings"]


@pytest.mark.parametrize("options", [(), ("--no-guess",)])
def test_deal_goes_on(
    options: tuple[str, ...], beside: tuple[str, ...], logicsweep: Run, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    words = ("deal", "--size", "4x4", "--seed", "1", "-n", "2", *options, "-o", path)
    assert "2 layouts dealt, 0 recorded before" in logicsweep(*words, *beside).stdout
    assert "0 layouts dealt, 2 recorded before" in logicsweep(*words, *beside).stdout
    for line in path.read_text(encoding="utf-8").splitlines():
        value = json.loads(line)
        check(value["mines"])
        assert value["constraints"] == ["one: 1 of (0,0) (0,2)"]
        assert value["mine_count"] == [3, 4]
    assert logicsweep(*words, "--mines", "3", *beside[2:]).returncode == 2


def check_record(record: dict[str, Any]) -> None:
    """A layout and a position have what was asked for."""
    check(record["layout"])
    board = read_board(json.dumps(record["board"]).encode())
    assert (board.mines, board.liars, len(board.constraints)) == ((3, 4), 1, 1)


def test_puzzles(beside: tuple[str, ...], logicsweep: Run) -> None:
    size = ("--size", "4x3", "--seed", "2", "--liars", "1", "--json")
    puzzle = json.loads(logicsweep("puzzle", *size, *beside).stdout)
    check_record(puzzle)
    told = logicsweep("puzzle", *size[:-1], *beside).stdout
    assert "at most 1 may be wrong; one: 1 of (0,0) (0,2)" in told


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("play", "--mines", "5..3"), "3"),
        (("play", "--mines", "some"), "--mines 'some'"),
        (("play", "--density", "2"), "'2'"),
        (("play", "--liars", "1", "--flood"), "liars and flood cannot be combined"),
        (("play", "--constraints", "none.txt"), "none.txt"),
        (("deal", "--liars", "1"), "--liars"),
        (("play", "--liars", "1", "--no-guess"), "1 clue may be wrong"),
        (("play", "--agent", "subset", "--liars", "1"), "agent for boards with liars"),
    ],
)
def test_what_cannot_be(words: tuple[str, ...], said: str, logicsweep: Run) -> None:
    done = logicsweep(*words)
    assert done.returncode == 2
    assert names_all(done.stderr, said)
