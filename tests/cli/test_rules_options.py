"""--rules on the commands that play, deal and solve."""

from __future__ import annotations

import json
import re
from itertools import combinations, product
from pathlib import Path
from threading import Event
from types import ModuleType

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, best, load, read_board, save
from logicsweep.board import Rules, load_rules
from logicsweep.cli import dealing, working
from tests.cli.command import names_all
from tests.conftest import Run
from tests.judges import rules as judge


def test_play_under_rules(logicsweep: Run, tmp_path: Path) -> None:
    size = ["--size", "5x5", "--mines", "8", "--rules", "1M Q", "--seed", "3"]
    found = json.loads(logicsweep("play", *size, "--json").stdout)
    assert found["rules"] == "1M Q"
    assert found["first_click"] == "safe"
    assert Board.parse(found["position"]).rules == Rules.of("1M Q")
    again = logicsweep("play", *size, "-o", str(tmp_path / "a.jsonl")).stdout
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
    board = Board([[-1] * 5] * 5, mines=5, rules="1X")
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
        (["play", "--rules", "Z"], 2, "--rules 'Z'"),
        (["play", "--rules", "1M", "--agent", "rref"], 2, "unknown agent for boards with rules"),
        (["play", "--rules", "1L", "--no-guess"], 2, "1L"),
        (["deal", "--rules", "Q", "--size", "5x5", "--mines", "3"], 2, "5x5"),
        (["deal", "--rules", "T", "--size", "6x6", "--mines", "9"], 3, "cannot be dealt"),
        (["deal", "--rules", "1M", "--no-guess", "--mode", "repaired"], 2, "expected uniform"),
        (
            ["deal", "--rules", "1M", "--no-guess", "--level", "2"],
            2,
            "levels, techniques and patterns",
        ),
        (["deal", "--rules", "1M", "--no-guess", "--to", "proofs", "-o", "x"], 2, "proofs --rules"),
    ],
)
@pytest.mark.usefixtures("little_memory")
def test_what_is_refused(logicsweep: Run, arguments: list[str], code: int, words: str) -> None:
    found = logicsweep(*arguments)
    assert found.returncode == code
    assert names_all(found.stderr, words)


def test_rules_of_ones_own_are_dealt_by_and_not_named_in_lines(
    logicsweep: Run, tmp_path: Path
) -> None:
    """No two neighbours in a row are both safe, by the layouts that are drawn, and the solution."""
    path = tmp_path / "own.toml"
    path.write_text(
        "[[layout]]\nname = 'K'\nabout = 'pairs have a mine'\n"
        "windows = [{ cells = ['xx'], at_least = 1 }]\n"
    )
    options = ("--rules", str(path), "--size", "3x3", "--mines", "4", "--seed", "1")
    for command in ("deal", "puzzle"):
        done = logicsweep(command, *options)
        assert (done.returncode, "rules K" in done.stdout) == (0, True), done.stderr
        for lines in (("--json",), ("-o", str(tmp_path / "a.jsonl"))):
            refused = logicsweep(command, *options, *lines)
            assert (refused.returncode, "such as K, are not kept" in refused.stderr) == (2, True)
    drawn = [row.split()[1:] for row in logicsweep("deal", *options).stdout.splitlines()[1:4]]
    assert all("*" in row[:2] and "*" in row[1:] for row in drawn), drawn
    assert logicsweep("deal", *options, "--to", "board", "-o", f"{path}.board").returncode == 0
    text = logicsweep("puzzle", *options, "--to", "board").stdout
    assert KnowledgeBase(read_board(text, rules=load_rules(path))).count().total == 1
    sheet, log = tmp_path / "a.html", tmp_path / "game.jsonl"
    assert logicsweep("puzzle", *options, "-n", "2", "-o", str(sheet)).returncode == 0
    assert sheet.read_text("utf-8").count("rules K") >= 2
    assert logicsweep("play", *options, "--quiet", "-o", str(log)).returncode == 0
    judged = logicsweep("review", str(log), "--rules", str(path))
    assert (judged.returncode, judged.stdout.startswith("exact: ")) == (0, True), judged.stderr
    assert "unknown rule 'K'" in logicsweep("review", str(log)).stderr


def test_advice_under_rules(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text("mines: 3\nrules: 1M\n\n3???\n????\n????\n")
    found = json.loads(logicsweep("best", str(path), "--json").stdout)
    chosen = best(Board.parse(path.read_text()))
    assert tuple(map(tuple, found["cells"])) == chosen.cells
    assert found["win_chance"] == str(chosen.win_chance)
    words = ("play", "--agent", "human", "--size", "4x4", "--mines", "3", "--rules", "1W")
    asked = logicsweep(*words, "--seed", "1", stdin="h\nb\np\n0,0\nh\nq\n")
    assert (asked.returncode, asked.stdout.count("The best play wins with probability")) == (0, 2)
    assert "Least risky:" in asked.stdout
    assert "(0,0): shows " in asked.stdout


_OWN = """
[[clue]]
name = "G"
about = "the number of mines diagonally next to it"
region = ["x.x",
          ".o.",
          "x.x"]

[[layout]]
name = "K"
about = "every 3x3 cells have a mine"
windows = [{ cells = ["xxx", "xxx", "xxx"], at_least = 1 }]
"""
_ROWS = "????\n?2??\n???1\n????\n"


def test_a_header_names_rules_of_ones_own(logicsweep: Run, tmp_path: Path) -> None:
    """The same board and rules in four ways; the layouts are counted one by one as well."""
    files = {
        "own.toml": _OWN,
        "named.board": f"mines: 3\nrules: G K\n\n{_ROWS}",
        "plain.board": f"mines: 3\n\n{_ROWS}",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    own = str(tmp_path / "own.toml")
    rules = load_rules(own)
    board = load(tmp_path / "named.board", rules=rules)
    assert board.rules == Rules.of("G K", known=rules)
    save(board, tmp_path / "named.json")
    assert load(tmp_path / "named.json", rules=rules) == board
    answers = [
        json.loads(logicsweep("count", str(tmp_path / name), "--rules", given, "--json").stdout)
        for name, given in (
            ("named.board", own),
            ("named.json", own),
            ("named.board", f"{own} K G"),
            ("plain.board", own),
        )
    ]
    assert {answer["models"] for answer in answers} == {str(_layouts())}
    fewer = logicsweep("count", str(tmp_path / "plain.board"), "--rules", f"{own} G", "--json")
    assert json.loads(fewer.stdout)["models"] == str(_layouts(windows=False))
    other = logicsweep("count", str(tmp_path / "named.board"), "--rules", f"{own} G")
    assert other.returncode == 2
    assert "has the rules G K; expected no others in --rules" in other.stderr
    unknown = logicsweep("count", str(tmp_path / "named.board"))
    assert unknown.returncode == 2
    assert "named.board:2:8: unknown rule 'G'" in unknown.stderr


def _layouts(*, windows: bool = True) -> int:
    """The layouts of the rows above with three mines, by the definitions of the rules in words."""
    found = 0
    covered = [cell for cell in product(range(4), repeat=2) if cell not in {(1, 1), (2, 3)}]
    for mines in map(set, combinations(covered, 3)):
        diagonal = len(mines & {(0, 0), (0, 2), (2, 0), (2, 2)}), len(mines & {(1, 2), (3, 2)})
        squares = product(range(2), repeat=2)
        has_mines = all(
            any((top + row, left + column) in mines for row, column in product(range(3), repeat=2))
            for top, left in squares
        )
        found += diagonal == (2, 1) and (has_mines or not windows)
    return found


def test_two_files_with_a_rule_of_one_name(logicsweep: Run, tmp_path: Path) -> None:
    for name in ("a.toml", "b c.toml"):
        (tmp_path / name).write_text(_OWN)
    (tmp_path / "plain.board").write_text(f"mines: 3\n\n{_ROWS}")
    board = str(tmp_path / "plain.board")
    twice = logicsweep("count", board, "--rules", f"{tmp_path}/a.toml {tmp_path}/a.toml")
    assert twice.returncode == 2
    assert "has a rule G, as another file has" in twice.stderr
    blank = logicsweep("count", board, "--rules", f"{tmp_path}/b c.toml", "--json")
    assert json.loads(blank.stdout)["models"] == str(_layouts())


def test_tokens_need_no_header(logicsweep: Run, tmp_path: Path) -> None:
    """Runs in any order are read with the rule that --rules names, in text and in JSON."""
    (tmp_path / "runs.board").write_text("mines: 4\n\n? ? ? ?\n? 2+1 ? ?\n? ? ? ?\n")
    path = str(tmp_path / "runs.board")
    found = json.loads(logicsweep("count", path, "--rules", "1W", "--json").stdout)
    assert found["models"] == str(_runs_layouts())
    assert "unknown token '2+1'" in logicsweep("count", path).stderr
    rows = {"format": "logicsweep-board/1", "mines": 4, "rows": ["????", "? 2+1 ? ?", "????"]}
    (tmp_path / "runs.json").write_text(json.dumps(rows))
    again = logicsweep("count", str(tmp_path / "runs.json"), "--rules", "1W", "--json").stdout
    assert json.loads(again)["models"] == found["models"]
    wrong = logicsweep("count", path, "--rules", "B")
    assert wrong.returncode == 2
    assert "runs.board:3:3: '2+1'" in wrong.stderr or "expected" in wrong.stderr


def _runs_layouts() -> int:
    """The layouts of four mines in 3x4 cells that show runs of one and two mines at (1,1)."""
    covered = [cell for cell in product(range(3), range(4)) if cell != (1, 1)]
    found = 0
    for mines in combinations(covered, 4):
        mask = np.zeros((3, 4), dtype=bool)
        mask[tuple(zip(*mines, strict=True))] = True
        found += judge.shows("1W", mask, (1, 1)) == (1, 2)
    return found


def test_a_whole_layout_brings_its_rules(logicsweep: Run, tmp_path: Path) -> None:
    """A board without covered cells is played by the rules that its header names."""
    (tmp_path / "runs.board").write_text("rules: 1W\n\n1 1 0\n* 1 0\n1 1 0\n")
    path = str(tmp_path / "runs.board")
    assert json.loads(logicsweep("play", "--board", path, "--json").stdout)["rules"] == "1W"
    (tmp_path / "wrong.board").write_text("rules: 1W\n\n1 2 0\n* 1 0\n1 1 0\n")
    wrong = logicsweep("play", "--board", str(tmp_path / "wrong.board"))
    assert wrong.returncode == 2
    assert "the clue at (0,1) is 2, but by the rule 1W it shows 1" in wrong.stderr
    (tmp_path / "liar.board").write_text("rules: 1L\n\n1 1\n* 1\n")
    liar = logicsweep("play", "--board", str(tmp_path / "liar.board"))
    assert "the clue at (0,0) is 1, but by the rule 1L it shows 0 or 2" in liar.stderr


@pytest.mark.parametrize(
    "command", ["best", "count", "diagnose", "encode", "explain", "hint", "show", "solve"]
)
def test_every_command_takes_rules(command: str, logicsweep: Run, tmp_path: Path) -> None:
    """What it says of a plain board under --rules is what it says of one with a header."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "x.board").write_text("mines: 3\nrules: 1X Q\n\n1???\n????\n????\n")
    (tmp_path / "b" / "x.board").write_text("mines: 3\n\n1???\n????\n????\n")
    rest = ["1,1"] if command == "explain" else []
    header = logicsweep(command, "x.board", *rest, folder=tmp_path / "a")
    option = logicsweep(command, "x.board", *rest, "--rules", "Q 1X", folder=tmp_path / "b")
    assert (option.returncode, option.stdout) == (header.returncode, header.stdout)
    assert header.returncode == 0 or command in ("diagnose", "explain")
    other = logicsweep(command, "x.board", *rest, "--rules", "Z", folder=tmp_path / "b")
    assert other.returncode == 2
    assert "--rules: unknown rule 'Z'" in other.stderr


@pytest.mark.parametrize("command", ["deal", "play", "puzzle", "dataset"])
def test_the_time_limit_is_that_of_a_look_at_the_rules(
    command: str, logicsweep: Run, tmp_path: Path
) -> None:
    size = ["--size", "7x5", "--mines", "13", "--rules", "C"]
    done = logicsweep(command, *size, "--time-limit", "0.000001", folder=tmp_path)
    assert done.returncode == 3
    assert "cannot be dealt: no complete answer within 1e-06 s" in done.stderr
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["deal", "play", "puzzle"])
def test_a_look_at_the_rules_is_told(
    command: str, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_a_look_is_told(command, dealing, "check_dealt", logicsweep, monkeypatch)


def check_a_look_is_told(
    command: str, module: ModuleType, check: str, logicsweep: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The check of a module goes on until the command has said so."""
    monkeypatch.setattr(working, "NOW_AND_THEN", 0.01)
    said = Event()

    def say(text: str) -> None:
        if re.fullmatch(r"looking whether the rules leave a layout for \d+ s", text):
            said.set()

    def looking(*_: object) -> None:
        assert said.wait(60)

    monkeypatch.setattr(working, "say", say)
    monkeypatch.setattr(module, check, looking)
    size = ["--size", "5x5", "--mines", "8", "--rules", "Q", "--seed", "3"]
    assert logicsweep(*command.split(), *size).returncode == 0
