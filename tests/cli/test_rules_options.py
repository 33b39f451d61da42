"""--rules on the commands that play, deal and solve."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.board.rules.rules import Rules
from tests.conftest import Run
from tests.judges import rules as judge


def test_play_under_rules(logicsweep: Run, tmp_path: Path) -> None:
    size = ["--size", "5x5", "--mines", "8", "--rules", "1M Q", "--seed", "3"]
    found = json.loads(logicsweep("play", *size, "--json").stdout)
    assert found["rules"] == "1M Q"
    assert found["first_click"] == "safe"
    assert Board.parse(found["position"]).rules == Rules.of("1M Q")
    again = logicsweep("play", *size, "--log", str(tmp_path / "a.jsonl")).stdout
    assert again.startswith("exact plays 5x5, 8 mines; rules 1M Q, ")
    first, *moves, _ = map(json.loads, (tmp_path / "a.jsonl").read_text().splitlines())
    assert first["rules"] == "1M Q"
    assert moves == found["moves"]
    small = ["play", "--size", "4x4", "--mines", "3", "--seed", "1", "--json"]
    runs = json.loads(logicsweep(*small, "--rules", "1W").stdout)
    shown = [one[2] for move in runs["moves"] for one in move["shows"]]
    assert all(isinstance(one, str) for one in shown)
    ordinary = logicsweep(*small).stdout
    assert "rules" not in json.loads(ordinary)


def test_deal_under_rules(logicsweep: Run) -> None:
    size = ["--size", "5x5", "--mines", "8", "--rules", "Q 1M", "--seed", "3", "-n", "3", "--json"]
    for line in logicsweep("deal", *size).stdout.splitlines():
        record = json.loads(line)
        assert record["rules"] == "1M Q"
        mask = Board([[-1] * 5] * 5).covered_mask & False
        for cell in record["mines"]:
            mask[tuple(cell)] = True
        assert judge.satisfies("Q", mask)
    text = logicsweep("deal", *size[:-3], "--to", "board", "--first-click", "unprotected").stdout
    assert "rules: 1M Q" in text


def test_deal_without_guesses(logicsweep: Run) -> None:
    """Proofs under the rules lead from the start to the end."""
    size = ["--size", "5x5", "--mines", "5", "--rules", "1X", "--seed", "3"]
    record = json.loads(logicsweep("deal", *size, "--no-guess", "--json").stdout)
    mines = {tuple(cell) for cell in record["mines"]}
    mask = Board([[-1] * 5] * 5).covered_mask & False
    for cell in mines:
        mask[cell] = True
    board = Board([[-1] * 5] * 5, total_mines=5, rules="1X")
    kb = KnowledgeBase(board)
    safe = {tuple(record["start"])}
    opened = set()
    while safe:
        opened |= safe
        kb.tell_all({cell: judge.shows("1X", mask, cell) for cell in safe})  # type: ignore[misc]
        safe = {tuple(cell) for cell in kb.consequences().safe}
    assert len(opened) == 20


def test_solve_under_rules(logicsweep: Run, tmp_path: Path) -> None:
    (tmp_path / "a.board").write_text("mines: 1\n\n1??\n???\n")
    path = str(tmp_path / "a.board")
    plain = json.loads(logicsweep("solve", path, "--json").stdout)
    ruled = json.loads(logicsweep("solve", path, "--rules", "1X'", "--json").stdout)
    assert (plain["models"], ruled["models"]) == ("3", "2")
    (tmp_path / "b.board").write_text("mines: 1\nrules: 1M\n\n1??\n???\n")
    wrong = logicsweep("solve", str(tmp_path / "b.board"), "--rules", "Q")
    assert wrong.returncode == 2
    assert "has the rules 1M; expected no others in --rules" in wrong.stderr


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["play", "--rules", "Z"], 2, "--rules: unknown rule 'Z'"),
        (["play", "--rules", "1M", "--agent", "rref"], 2, "unknown agent for boards with rules"),
        (["play", "--rules", "1L", "--no-guess"], 2, "two values under the rule 1L"),
        (["deal", "--rules", "Q", "--size", "5x5", "--mines", "3"], 2, "no layout of 5x5, 3 mines"),
        (["deal", "--rules", "T", "--size", "9x9", "--mines", "20"], 3, "cannot be dealt"),
        (["deal", "--rules", "1M", "--no-guess", "--mode", "repaired"], 2, "expected uniform"),
        (["deal", "--rules", "1M", "--no-guess", "--level", "2"], 2, "levels and techniques"),
        (["deal", "--rules", "1M", "--no-guess", "--certify", "x"], 2, "--certify and --rules"),
    ],
)
def test_what_is_refused(logicsweep: Run, arguments: list[str], code: int, words: str) -> None:
    found = logicsweep(*arguments)
    assert found.returncode == code
    assert words in found.stderr


def test_deal_refuses_rules_of_ones_own(logicsweep: Run, tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text(
        "[[layout]]\nname = 'K'\nabout = 'pairs have a mine'\n"
        "windows = [{ cells = ['xx'], at_least = 1 }]\n"
    )
    found = logicsweep(
        "deal", "--rules", str(tmp_path / "own.toml"), "--size", "3x3", "--mines", "2"
    )
    assert found.returncode == 2
    assert "expected no rules of your own, such as K" in found.stderr


def test_advice_under_rules(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text("mines: 3\nrules: 1M\n\n3???\n????\n????\n")
    found = logicsweep("best", str(path))
    assert found.returncode == 2
    assert "has the rules 1M; expected an ordinary board" in found.stderr
    asked = logicsweep(
        *("play", "--human", "--size", "4x4", "--mines", "3", "--rules", "1W", "--seed", "1"),
        stdin="h\nb\np\n0,0\nh\nq\n",
    )
    assert asked.returncode == 0
    assert asked.stdout.count("Least risky:") >= 3
    assert "(0,0): shows " in asked.stdout
