"""Cells as people name them: from 0, from 1 with --cells, and as in spreadsheets; and --left."""

from __future__ import annotations

import json
import re
import string
from itertools import product
from pathlib import Path

import pytest

from logicsweep.board.cell_names import column_of, letters_of
from tests.cli.command import names_all
from tests.conftest import ROOT, Run

BOARDS = ROOT / "examples" / "boards"
SMALL, TOTAL = BOARDS / "small.board", BOARDS / "only-total.board"
# Commands whose answers name cells and draw boards.
NAMING = [
    ("solve", TOTAL),
    ("explain", SMALL, "A1"),
    ("explain", TOTAL, "A1", "--steps"),
    ("explain", TOTAL, "A3"),
    ("explain", BOARDS / "inconsistent.board", "A1"),
    ("hint", TOTAL),
    ("hint", TOTAL, "--rate", "--steps"),
    ("best", SMALL, "--layouts", "0"),
    ("count", TOTAL, "A3", "--components"),
    ("diagnose", BOARDS / "inconsistent.board"),
    ("play", "--size", "4x4", "--mines", "3", "--seed", "3"),
    ("judge", SMALL, "open B1", "B1 is safe because A2 b2 C2", "safe: B1, D1", "A1: 1/2"),
]


def spelled(cell: tuple[int, int], counting: str) -> str:
    """A cell as a person would write it."""
    row, column = cell
    if counting == "1-based":
        return f"({row + 1},{column + 1})"
    return f"{string.ascii_uppercase[column]}{row + 1}"


def translated(text: str, counting: str) -> list[str]:
    """The cells of a text counted otherwise; of lines that a board is drawn in, nothing."""
    lines = [line for line in text.splitlines() if not re.match(r"[ \d]+ ", line)]
    cell = re.compile(r"\((\d+),(\d+)\)")
    return [cell.sub(lambda at: spelled((int(at[1]), int(at[2])), counting), x) for x in lines]


@pytest.mark.few(4)
@pytest.mark.parametrize("words", NAMING, ids=lambda words: str(words[0]))
def test_text_names_cells_as_asked(logicsweep: Run, words: tuple[str, ...]) -> None:
    usual = logicsweep(*words)
    named = len(re.findall(r"\(\d+,\d+\)", usual.stdout + usual.stderr))
    assert named > 0 or words[0] == "solve"
    for counting in ("1-based", "A1"):
        if words[0] == "explain" and "inconsistent" in str(words[1]) and counting == "A1":
            continue  # its board is wider than the alphabet
        done = logicsweep(*words, "--cells", counting)
        assert done.returncode == usual.returncode
        mine = [
            line for line in done.stdout.splitlines() if not re.match(r"[ \d]+ |  +[A-Z]", line)
        ]
        assert mine == translated(usual.stdout, counting)
        assert done.stderr.splitlines() == translated(usual.stderr, counting)


def test_claims_and_games_count_as_asked(logicsweep: Run, tmp_path: Path) -> None:
    """In whichever form a claim names its cells; JSON and logs count from 0."""
    usual = logicsweep("judge", SMALL, "(0,2) is a mine", "--json")
    for text in ("(1,3) is a mine", "1,3 is a mine", "row 1, column 3 is a mine", "C1 is a mine"):
        done = logicsweep("judge", SMALL, text, "--cells", "1-based", "--json")
        assert done.stdout == usual.stdout
    strict = ("--cells", "a1", "--strict", "--json")
    assert logicsweep("judge", SMALL, "C1 is a mine", *strict).stdout == usual.stdout
    json_claim = '{"cell": [0, 2], "verdict": "mine"}'
    done = logicsweep("judge", SMALL, json_claim, "--cells", "1-based")
    assert done.stdout.startswith("(1,3) is a mine: Right.")
    wrong = logicsweep("judge", SMALL, "open (0,2)", "--cells", "1-based")
    assert "expected rows and columns from 1" in wrong.stderr
    for counting, shown in (("1-based", "(9,10)"), ("A1", "J9")):
        wrong = logicsweep("judge", SMALL, "open J9", "--cells", counting)
        assert (
            f"claim 'open {shown}': {shown} is off the board; expected cells from" in wrong.stderr
        )
    log = tmp_path / "game.jsonl"
    game = ("play", "--size", "4x4", "--mines", "3", "--seed", "3", "-o", log)
    logicsweep(*game)
    written = re.findall(r"\[\d+, \d+\]", log.read_text("utf-8"))
    read = logicsweep("review", log, "--details").stdout
    for counting in ("1-based", "A1"):
        logicsweep(*game, "--cells", counting)
        assert re.findall(r"\[\d+, \d+\]", log.read_text("utf-8")) == written
        done = logicsweep("review", log, "--details", "--cells", counting)
        named = [line for line in done.stdout.splitlines() if not re.match(r"[ \d]+ ", line)]
        assert named == translated(read, counting)
    typed = logicsweep(
        *("play", "--agent", "human", "--size", "4x4", "--mines", "3", "--cells", "1-based"),
        stdin="5,1\nq\n",
    )
    assert "(5,1) is off the board; expected cells from (1,1) to (4,4)" in typed.stdout


@pytest.mark.parametrize(
    "words",
    [
        *(["explain", SMALL, "J9"], ["encode", SMALL, "J9"], ["explain", SMALL, "B2", "--json"]),
        *(["count", SMALL, "J9"], ["show", SMALL, "--open", "A1"]),
    ],
    ids=lambda words: str(words[0]),
)
def test_messages_name_cells_as_asked(logicsweep: Run, words: list[str]) -> None:
    """Also where the answer counts from 0: formulas and JSON."""
    usual = logicsweep(*words)
    assert usual.returncode == 2
    assert re.search(r"\(\d+,\d+\)", usual.stderr)
    for counting in ("1-based", "A1"):
        done = logicsweep(*words, "--cells", counting)
        assert done.stderr.splitlines() == translated(usual.stderr, counting)
        assert done.stdout == usual.stdout


def test_boards_are_drawn_with_these_margins(logicsweep: Run) -> None:
    usual = logicsweep("show", SMALL).stdout.splitlines()
    assert usual[:2] == ["   0 1 2 3", "0  ? ? ? ?"]
    ones = logicsweep("show", SMALL, "--cells", "1-based").stdout.splitlines()
    assert ones[:2] == ["   1 2 3 4", "1  ? ? ? ?"]
    letters = logicsweep("show", SMALL, "--cells", "A1").stdout.splitlines()
    assert letters[:2] == ["   A B C D", "1  ? ? ? ?"]
    assert usual[3:] == [line.replace("3  ", "2  ", 1) for line in ones[3:]]
    wide = logicsweep("show", "-", "--cells", "A1", stdin="?" * 28 + "\n").stdout.splitlines()
    assert wide[0].split() == ["A", "A"]
    assert wide[1].split() == [*string.ascii_uppercase, "A", "B"]
    ten = logicsweep("show", "-", "--cells", "1-based", stdin="?\n" * 10).stdout.splitlines()
    assert (ten[1], ten[10]) == (" 1  ?", "10  ?")


@pytest.mark.parametrize("cell", [(0, 2), (0, 0)])
def test_a_cell_is_read_in_each_way_and_json_counts_from_0(
    logicsweep: Run, cell: tuple[int, int]
) -> None:
    usual = logicsweep("explain", SMALL, "{},{}".format(*cell), "--json")
    assert usual.returncode == 0
    assert json.loads(usual.stdout)["cell"] == list(cell)
    for text, counting in product([spelled(cell, "A1"), spelled(cell, "A1").lower()], [None, "A1"]):
        more = () if counting is None else ("--cells", counting)
        assert logicsweep("explain", SMALL, text, "--json", *more).stdout == usual.stdout
    ones = spelled(cell, "1-based")
    for text in (ones, ones[1:-1]):
        done = logicsweep("explain", SMALL, text, "--json", "--cells", "1-based")
        assert done.stdout == usual.stdout


def test_columns_have_letters() -> None:
    names = ["".join(word) for n in (1, 2, 3) for word in product(string.ascii_uppercase, repeat=n)]
    assert [letters_of(column) for column in range(800)] == names[:800]
    assert [column_of(name) for name in names[:800]] == [*range(800)]


def test_what_is_no_cell(logicsweep: Run) -> None:
    done = logicsweep("explain", SMALL, "0,1", "--cells", "1-based")
    assert (done.returncode, names_all(done.stderr, "'0,1' 1")) == (2, True)
    for text in ("A0", "1A", "A1B"):
        done = logicsweep("explain", SMALL, text)
        assert (done.returncode, names_all(done.stderr, f"{text} ROW,COLUMN A1")) == (2, True)
    assert names_all(logicsweep("explain", SMALL, "Z9", "--cells", "A1").stderr, "Z9")
    assert logicsweep("explain", SMALL, "0,1", "--cells", "A2").returncode == 2


def test_formulas_count_from_0(logicsweep: Run) -> None:
    usual = logicsweep("encode", SMALL, "0,1", "--to", "lp").stdout
    assert logicsweep("encode", SMALL, "B1", "--to", "lp", "--cells", "A1").stdout == usual


@pytest.mark.parametrize(("text", "left", "mines"), [("F1?\n1??\n", 2, 3), ("*1F\n2??\n", 1, 3)])
def test_the_counter_of_a_game(logicsweep: Run, text: str, left: int, mines: int) -> None:
    """The counter is the mine count less what is flagged, or known, whether it is right or not."""
    total = logicsweep("solve", "-", "--mines", str(mines), "--json", stdin=text)
    done = logicsweep("solve", "-", "--left", str(left), "--json", stdin=text)
    assert (done.returncode, done.stdout) == (total.returncode, total.stdout)
    assert json.loads(done.stdout)["mine_count"] == mines


def test_where_there_is_no_counter(logicsweep: Run) -> None:
    both = logicsweep("solve", SMALL, "--left", "1", "--mines", "2")
    assert (both.returncode, names_all(both.stderr, "--left --mines")) == (2, True)
    whole = logicsweep("show", "?b=0301&m=g", "--left", "1")
    assert (whole.returncode, "--left is for positions" in whole.stderr) == (2, True)
    many = logicsweep("solve", SMALL, "--left", "99")
    assert (many.returncode, "--left" in many.stderr) == (2, True)
