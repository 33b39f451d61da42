"""What commands that read a BOARD have in common: several of them, --mines, examples, cells."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from logicsweep import Cell, KnowledgeBase, read_board
from logicsweep.cli.boards import boards_and_cells
from logicsweep.cli.common import Failure
from tests.cli.command import ANSWERING, names_all
from tests.conftest import ROOT, Run

BOARDS = ROOT / "examples" / "boards"
SMALL = BOARDS / "small.board"
TOTAL = BOARDS / "only-total.board"
WRONG = BOARDS / "inconsistent.board"
MANY = ("solve", "count", "hint", "hint --rate", "show")


def lines_of(text: str) -> list[dict]:
    return [json.loads(line) for line in text.splitlines()]


# Several boards.


@pytest.mark.parametrize("name", MANY)
def test_several_boards_are_answered_as_each_alone(logicsweep: Run, name: str) -> None:
    alone = [logicsweep(*name.split(), path).stdout for path in (SMALL, TOTAL)]
    both = logicsweep(*name.split(), SMALL, TOTAL)
    assert (both.returncode, both.stderr) == (0, "")
    assert both.stdout == f"{SMALL}:\n{alone[0]}\n{TOTAL}:\n{alone[1]}"
    answers = lines_of(logicsweep(*name.split(), SMALL, TOTAL, "--json").stdout)
    assert [answer["board"] for answer in answers] == [str(SMALL), str(TOTAL)]
    for path, answer in zip((SMALL, TOTAL), answers, strict=True):
        single = json.loads(logicsweep(*name.split(), path, "--json").stdout)
        assert single == answer
        kind = "board" if name == "show" else name.split(maxsplit=1)[0]
        assert answer["format"] == f"logicsweep-{kind}/1"


def test_each_line_of_show_is_a_board(logicsweep: Run) -> None:
    both = logicsweep("show", SMALL, TOTAL, "--json").stdout
    for path, line in zip((SMALL, TOTAL), both.splitlines(), strict=True):
        assert read_board(line) == read_board(path.read_bytes())
        assert logicsweep("show", path, "--json").stdout == f"{line}\n"
        solved = logicsweep("solve", "-", stdin=f"{line}\n")
        assert solved.stdout == logicsweep("solve", path).stdout


@pytest.mark.parametrize("name", MANY)
def test_a_bad_board_does_not_stop_the_others(logicsweep: Run, name: str, tmp_path: Path) -> None:
    broken = tmp_path / "broken.board"
    broken.write_text("???\n?x?\n")
    paths = [tmp_path / "nowhere", broken, WRONG, SMALL]
    done = logicsweep(*name.split(), *paths, "--json")
    assert done.returncode == 2
    answers = lines_of(done.stdout)
    assert [answer["board"] for answer in answers] == list(map(str, paths))
    conflict = None if name == "show" else "inconsistent"
    assert [answer.get("kind") for answer in answers] == ["usage", "syntax", conflict, None]
    assert answers[1]["place"] == {"file": str(broken), "line": 2, "column": 2}
    told = logicsweep(*name.split(), *paths)
    assert told.stderr == done.stderr
    assert (told.returncode, told.stdout.count("small.board:\n")) == (2, 1)
    first, second = told.stderr.splitlines()[:2]
    assert first.startswith(f"logicsweep: cannot read {paths[0]}: ")
    assert second.startswith(f"logicsweep: {broken}:2:2: ")


def test_the_exit_code_is_the_highest(logicsweep: Run) -> None:
    assert logicsweep("solve", SMALL, WRONG).returncode == 1
    assert logicsweep("solve", WRONG, "nowhere", SMALL).returncode == 2
    hard = BOARDS / "expert-stuck.board"
    done = logicsweep("count", "nowhere", hard, "--max-entries", "5", "--json")
    assert done.returncode == 3
    assert [answer.get("kind") for answer in lines_of(done.stdout)] == ["usage", "limit"]
    assert lines_of(done.stdout)[1]["limit"]


def test_a_conflict_among_several_names_its_board(logicsweep: Run) -> None:
    done = logicsweep("solve", SMALL, WRONG)
    assert done.stderr.startswith(f"logicsweep: {WRONG}: ")
    assert "cannot both be right" in done.stderr


def test_standard_input_is_one_board(logicsweep: Run) -> None:
    done = logicsweep("show", "-", SMALL, stdin="?1\n")
    assert done.stdout.startswith("standard input:\n   0 1\n0  ? 1\n")
    twice = logicsweep("show", "-", "-", stdin="?1\n")
    assert (twice.returncode, twice.stdout) == (2, "")
    assert "standard input can be only one of the boards" in twice.stderr


def test_words_that_are_cells() -> None:
    assert boards_and_cells(["a.board", "b.board"]) == (["a.board", "b.board"], [])
    assert boards_and_cells(["a.board", "0,3", "(1, 2)"]) == (["a.board"], ["0,3", "(1, 2)"])
    assert boards_and_cells(["0,3", "0,3"]) == (["0,3"], ["0,3"])
    assert boards_and_cells(["a", "./0,3"]) == (["a", "./0,3"], [])
    assert boards_and_cells(["a", "9999999999,0"]) == (["a"], ["9999999999,0"])
    with pytest.raises(Failure) as stopped:
        boards_and_cells(["a", "b", "0,3"])
    assert stopped.value.exit_code == 2


def test_cells_follow_their_board(logicsweep: Run) -> None:
    board = read_board(TOTAL.read_bytes())
    count = KnowledgeBase(board).count()
    done = logicsweep("count", TOTAL, "2,0", "(3, 7)", "--json")
    found = {Cell(*one["cell"]): one["probability"] for one in json.loads(done.stdout)["cells"]}
    assert found == {cell: str(count.probability(cell)) for cell in (Cell(2, 0), Cell(3, 7))}


# The total.


@pytest.mark.parametrize("name", ANSWERING)
def test_mines_of_a_board_without_a_total(logicsweep: Run, name: str) -> None:
    text = "????\n1211\n"
    said = logicsweep(*name.split(), "-", *ANSWERING[name], stdin=f"mines: 2\n\n{text}")
    asked = logicsweep(*name.split(), "-", *ANSWERING[name], "--mines", "2", stdin=text)
    assert said.returncode == 0
    assert (asked.returncode, asked.stdout, asked.stderr) == (0, said.stdout, "")


@pytest.mark.parametrize("name", ANSWERING)
def test_mines_win_over_the_board(logicsweep: Run, name: str) -> None:
    text = "?????\n?21??\n?????\n"
    said = logicsweep(*name.split(), "-", *ANSWERING[name], stdin=f"mines: 3..5\n\n{text}")
    asked = logicsweep(
        *name.split(), "-", *ANSWERING[name], "--mines", "3..5", stdin=f"mines: 4\n\n{text}"
    )
    assert (asked.returncode, asked.stdout) == (said.returncode, said.stdout)
    assert (
        asked.stderr
        == "logicsweep: standard input has 4 mines; --mines replaces this with 3 to 5 mines\n"
    )


def test_mines_where_a_board_is_an_option(logicsweep: Run, tmp_path: Path) -> None:
    board = tmp_path / "a.board"
    board.write_text("????\n1211\n")
    proofs = tmp_path / "proofs"
    assert logicsweep("certify", board, "-o", proofs, "--mines", "2").returncode == 0
    assert logicsweep("check", proofs, "--board", board).returncode == 1
    assert logicsweep("check", proofs, "--board", board, "--mines", "2").returncode == 0
    missing = logicsweep("check", proofs, "--mines", "2")
    assert (missing.returncode, "--mines needs --board BOARD" in missing.stderr) == (2, True)
    layout = "v 1 -2 3 -4 0\n"
    for mines, code in (("2", 0), ("3", 1)):
        done = logicsweep("decode", "-", "--board", board, "--mines", mines, stdin=layout)
        assert done.returncode == code


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["-", "--mines", "some"], "--mines 'some' 90..99"),
        (["-", "--mines", "3..2"], "--mines 3..2"),
        (["-", "--mines", "99"], "--mines 99"),
        (["?b=0301&m=g", "--mines", "1"], "--mines"),
    ],
)
def test_mines_that_cannot_be(logicsweep: Run, words: list[str], message: str) -> None:
    done = logicsweep("show", *words, stdin="?1?\n")
    assert (done.returncode, done.stdout) == (2, "")
    assert names_all(done.stderr, message)


def test_a_density_may_be_written_down(logicsweep: Run) -> None:
    words = ("show", "-", "--to", "board", "--density")
    done = logicsweep(*words, "0.25", stdin="?1?\n")
    assert done.stdout == "density: 1/4\n\n?1?\n"
    for text in ("2", "some"):
        assert "--density is" in logicsweep(*words, text, stdin="?1?\n").stderr
    whole = logicsweep("show", "?b=0301&m=g", "--to", "board", "--density", "0.2")
    assert (whole.returncode, "--density is for positions" in whole.stderr) == (2, True)


# Examples.


def test_examples_are_listed_and_printed(logicsweep: Run, tmp_path: Path) -> None:
    names = sorted(path.stem for path in BOARDS.iterdir())
    lines = logicsweep("list", "boards", folder=tmp_path).stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == names
    listed = json.loads(logicsweep("list", "boards", "--json").stdout)["rows"]
    assert [entry["name"] for entry in listed] == names
    about = {entry["name"]: entry["about"] for entry in listed}
    assert all(about.values())
    for path in BOARDS.iterdir():
        done = logicsweep("list", "boards", path.stem, folder=tmp_path)
        assert done.stdout == path.read_text()
        assert json.loads(logicsweep("list", "boards", path.stem, "--json").stdout) == {
            "format": "logicsweep-list/1",
            "listed": "boards",
            "rows": [
                {
                    "name": path.stem,
                    "about": about[path.stem],
                    "file": path.name,
                    "text": path.read_text(),
                }
            ],
        }


@pytest.mark.parametrize("name", ANSWERING)
def test_an_example_is_a_board(logicsweep: Run, name: str, tmp_path: Path) -> None:
    example = logicsweep(*name.split(), "example:beginner", *ANSWERING[name], folder=tmp_path)
    by_path = logicsweep(*name.split(), BOARDS / "beginner.board", *ANSWERING[name])
    assert example.returncode == 0
    assert (example.stdout, example.stderr) == (by_path.stdout, by_path.stderr)


def test_an_example_that_is_none(logicsweep: Run, tmp_path: Path) -> None:
    done = logicsweep("show", "example:nothing")
    assert (done.returncode, done.stdout) == (2, "")
    assert "unknown example 'nothing'; known: beginner, " in done.stderr
    (tmp_path / "example:nothing").write_text("?1\n")  # a file of that name goes first
    assert logicsweep("show", "example:nothing", folder=tmp_path).returncode == 0


@pytest.mark.parametrize(
    "words",
    [
        ("check", ".", "--open", "1,1"),
        ("check", ".", "--from", "board"),
        ("check", ".", "--covered", "#"),
        ("play", "--seed", "1", "--quiet", "--from", "board"),
        ("play", "--seed", "1", "--quiet", "--covered", "#"),
    ],
)
def test_options_about_a_board_need_one(words: tuple[str, ...], logicsweep: Run) -> None:
    done = logicsweep(*words)
    assert (done.returncode, done.stdout) == (2, "")
    expected = f"{words[-2]} needs --board BOARD"
    assert done.stderr == f"logicsweep: {expected}\n"


def test_a_file_is_named_whole_and_a_link_by_its_beginning(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / f"{'long' * 30}.board"
    path.write_bytes(WRONG.read_bytes())
    done = logicsweep("solve", SMALL, path)
    assert done.stderr.startswith(f"logicsweep: {path}: the board is inconsistent")
    link = f"https://davidnhill.github.io/JSMinesweeper/?b=9&m={'z' * 300}"
    done = logicsweep("solve", SMALL, link)
    assert done.returncode == 2
    assert link not in done.stderr
    assert f"logicsweep: {link[:60]}...:" in done.stderr
