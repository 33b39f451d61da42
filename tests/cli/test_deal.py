"""`logicsweep deal`, `play --no-guess` and `hint --rate --game`."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from logicsweep import Cell, Game, Layout, load, read_board
from logicsweep.board import FirstClick
from logicsweep.formats import BOARD_FORMATS, load_layout, read_layout
from logicsweep.games import NoGuess, deal
from tests.cli.command import names_all
from tests.conftest import Run
from tests.games.making import bare
from tests.judges.no_guess import is_won_by_proofs

BEGINNER = bare(height=9, width=9, mines=10, first_click=FirstClick.OPENING)


def layout_in(line: dict[str, object]) -> Layout:
    """The layout of a JSON line."""
    board = [[0] * int(str(line["width"])) for _ in range(int(str(line["height"])))]
    mines = line["mines"]
    assert isinstance(mines, list)
    for row, column in mines:
        board[row][column] = 1
    return Layout([[bool(cell) for cell in row] for row in board])


def test_a_plain_layout_is_drawn(logicsweep: Run) -> None:
    done = logicsweep("deal", "--seed", "7")
    assert done.stdout.endswith("seed 7: 9x9, 10 mines, start (4,4); 3BV 10.\n")
    assert done.stdout.count("*") == 10
    game = Game(BEGINNER, seed=7)
    game.open((4, 4))
    line = json.loads(logicsweep("deal", "--seed", "7", "--json").stdout)
    layout = layout_in(line)
    assert all(not layout.mask[cell] for cell in game.board.clues)
    assert layout == deal(BEGINNER, seed=7).layout
    assert (line["mode"], line["uses_total"], line["needs_total"]) == ("plain", None, None)
    corner = json.loads(logicsweep("deal", "--seed", "7", "--start", "0,0", "--json").stdout)
    assert layout_in(corner) == deal(BEGINNER, seed=7, start=(0, 0)).layout
    free = logicsweep("deal", "--seed", "7", "--first-click", "unprotected", "--json").stdout
    assert json.loads(free)["start"] is None


@pytest.mark.parametrize("mode", ["uniform", "repaired"])
@pytest.mark.parametrize("total", [True, False])
def test_json_has_a_line_for_each_layout(logicsweep: Run, mode: str, total: bool) -> None:
    words = ["deal", "--no-guess", "--seed", "3", "-n", "5", "--mode", mode, "--rate", "--json"]
    done = logicsweep(*words, *([] if total else ["--without", "total"]))
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["seed"] for line in lines] == [3, 4, 5, 6, 7]
    definition = NoGuess(total=total)
    for line in lines:
        layout = layout_in(line)
        assert layout == deal(BEGINNER, seed=line["seed"], no_guess=definition, mode=mode).layout
        assert is_won_by_proofs(layout, tuple(line["start"]), total=total)
        solution = definition.check(layout)
        assert line["level"] == solution.level
        assert sum(line["steps"].values()) == len(solution.steps)
        assert line["3bv"] == layout.three_bv
        assert line["needs_total"] == (solution.needs_total if total else None)
        assert line["uses_total"] == total
        assert line["mode"] == mode


def test_levels_and_techniques_can_be_chosen(logicsweep: Run) -> None:
    done = logicsweep("deal", "--no-guess", "--level", "2..3", "-n", "4", "--seed", "1", "--json")
    assert {json.loads(line)["level"] for line in done.stdout.splitlines()} <= {2, 3}
    done = logicsweep(
        *("deal", "--no-guess", "--without", "subset", "--without", "difference"),
        *("--seed", "1", "-n", "4", "--json"),
    )
    for line in map(json.loads, done.stdout.splitlines()):
        assert not {"subset", "difference"} & set(line["steps"])
        assert line["without"] == ["subset", "difference"]


def test_a_technique_or_pattern_can_be_asked_for(logicsweep: Run, tmp_path: Path) -> None:
    words = ["deal", "--no-guess", "--seed", "1", "--technique", "1-2C", "--technique", "B2"]
    path = tmp_path / "a.jsonl"
    logicsweep(*words, "-n", "1", "-o", path)
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert [line["needs"] for line in lines] == [["1-2C", "B2"]]
    for line in lines:
        assert {"1-2C", "1-2CR"} & {*NoGuess().check(layout_in(line)).difficulty.patterns}
    # The same command goes on; another order does not.
    assert logicsweep(*words, "-n", "2", "-o", path).returncode == 0
    assert logicsweep("deal", "--no-guess", "--seed", "1", "-o", path).returncode == 2
    plain = logicsweep("deal", "--no-guess", "--seed", "1", "--json")
    assert "needs" not in json.loads(plain.stdout)
    done = logicsweep("deal", "--no-guess", "--seed", "1", "--technique", "2-2-2", "--tries", "2")
    assert done.returncode == 3
    assert "Steps of 2-2-2 may be rare there: try " in done.stderr


@pytest.mark.parametrize("form", BOARD_FORMATS, ids=lambda form: form.name)
def test_every_format_is_written(logicsweep: Run, tmp_path: Path, form: object) -> None:
    name = getattr(form, "name")  # noqa: B009
    words = ["deal", "--no-guess", "--seed", "2", "--size", "8x8", "--mines", "8", "--to", name]
    path = tmp_path / "one"
    done = logicsweep(*words, "-o", path)
    if done.returncode:
        assert "cannot write this" in done.stderr, name
        return
    setting = bare(height=8, width=8, mines=8)
    dealt = deal(setting, seed=2, no_guess=NoGuess())
    assert dealt.start is not None
    if getattr(form, "write_layout") is None:  # noqa: B009
        position = load(path, name=name)
        expected = dealt.layout.opened([dealt.start])
        assert position.grid.tolist() == expected.grid.tolist(), name
    else:
        assert load_layout(path, name=name).layout == dealt.layout, name


def test_several_layouts_go_to_a_folder_or_one_after_the_other(
    logicsweep: Run, tmp_path: Path
) -> None:
    words = ["deal", "--no-guess", "--seed", "2", "-n", "3"]
    done = logicsweep(*words, "--to", "tatham-id")
    ids = done.stdout.split()
    assert len(ids) == 3
    folder = tmp_path / "boards"
    assert logicsweep(*words, "--to", "mbf", "-o", folder).returncode == 0
    assert sorted(path.name for path in folder.iterdir()) == ["2.mbf", "3.mbf", "4.mbf"]
    one = folder / "one"
    done = logicsweep("deal", "--seed", "2", "--to", "mbf", "-o", one)
    assert done.stdout == f"{one}: 9x9 layout, 10 mines, start (4,4), as mbf.\n"
    done = logicsweep("deal", "--seed", "2", "--to", "mbf", "-o", one, "--json")
    assert done.stdout.startswith("{")
    for seed, text in zip((2, 3, 4), ids, strict=True):
        assert load_layout(folder / f"{seed}.mbf").layout == load_layout(text).layout
    done = logicsweep(*words, "--to", "mbf")
    assert (done.returncode, done.stdout) == (2, "")
    assert "mbf is a binary format; expected -o OUT" in done.stderr


def test_a_start_is_kept_in_every_board_of_cs3510(logicsweep: Run, tmp_path: Path) -> None:
    words = ("deal", "--size", "10x10", "--mines", "10", "--start", "2,7", "-n", "40")
    done = logicsweep(*words, "--seed", "1", "--to", "cs3510", "-o", tmp_path)
    assert done.returncode == 0
    starts = [read_layout(path.read_bytes()).start for path in tmp_path.glob("*.json")]
    assert starts == [Cell(2, 7)] * 40


@pytest.mark.usefixtures("threads")
def test_a_run_is_continued(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "layouts.jsonl"
    words = ["deal", "--no-guess", "--seed", "10", "-o", path]
    done = logicsweep(*words, "-n", "3")
    assert done.stdout == f"3 layouts dealt, 0 recorded before: {path}\n"
    whole = path.read_text()
    path.write_text(whole[:-20])  # killed while it wrote the last line
    done = logicsweep(*words, "-n", "6", "--workers", "2")
    assert done.stdout == f"4 layouts dealt, 2 recorded before: {path}\n"
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["seed"] for line in lines) == list(range(10, 16))
    for line in lines:
        assert layout_in(line) == deal(BEGINNER, seed=line["seed"], no_guess=NoGuess()).layout
    done = logicsweep(*words, "-n", "6", "--mode", "repaired")
    assert done.returncode == 2
    assert "holds layouts that were dealt otherwise, such as seed 10" in done.stderr
    path.write_text('{"format": 3}\n')
    done = logicsweep(*words)
    assert done.returncode == 2
    assert "line 1 is not one of a dealt layout" in done.stderr


@pytest.mark.parametrize("text", ['{"precious": 1}', '{"precious": 1}\nand more', "x" * 100])
def test_a_file_of_something_else_stays_as_it_is(
    logicsweep: Run, tmp_path: Path, text: str
) -> None:
    path = tmp_path / "mine.jsonl"
    path.write_text(text)
    done = logicsweep("deal", "--seed", "1", "-o", path)
    assert (done.returncode, done.stdout) == (2, "")
    assert str(path) in done.stderr
    assert path.read_text() == text


@pytest.mark.skipif(sys.platform == "win32", reason="there are no named pipes")
def test_a_pipe_is_no_file_to_continue(logicsweep: Run, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.jsonl")
    done = logicsweep("deal", "-o", tmp_path / "pipe.jsonl")
    assert done.returncode == 2
    assert "is no regular file" in done.stderr


def test_what_is_not_found_is_tried_again(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "layouts.jsonl"
    words = ["deal", "--size", "expert", "--no-guess", "--seed", "0", "-n", "3", "-o", path]
    for _ in range(2):
        done = logicsweep(*words, "--tries", "1")
        assert done.returncode == 3
        assert done.stderr.endswith(" drawn). Try --mode repaired.\n")
    done = logicsweep(*words)
    assert done.returncode == 0
    found = [json.loads(line) for line in path.read_text().splitlines()]
    assert sorted(line["seed"] for line in found if "mines" in line) == [0, 1, 2]


def test_a_rating_that_takes_too_long_spares_the_others(logicsweep: Run) -> None:
    words = ["deal", "--size", "expert", "--no-guess", "--mode", "repaired", "--seed", "1"]
    done = logicsweep(*words, "-n", "3", "--rate", "--time-limit", "0.0001", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    assert [line["seed"] for line in lines] == [1, 2, 3]
    assert all("limit reached: " in line["error"] for line in lines)
    assert done.returncode == 3


def test_what_is_not_found_is_said(logicsweep: Run) -> None:
    words = ["deal", "--size", "30x16", "--mines", "170", "--no-guess", "--seed", "1"]
    done = logicsweep(*words, "--tries", "5")
    assert (done.returncode, done.stdout) == (3, "")
    before, after = done.stderr.splitlines()
    assert before == (
        "logicsweep: 170 mines in 480 cells are so many that hardly any layout needs no guess; "
        "--mode repaired makes one"
    )
    assert after.startswith(
        "logicsweep: no layout without guesses found: limit reached: no tries left; 5 layouts "
        "drawn, and in the best one"
    )
    done = logicsweep(*words, "--time-limit", "0.01")
    assert (
        "no layout without guesses found: limit reached: no complete answer within 0.01 s; "
        in done.stderr
    )
    assert logicsweep(*words, "--mode", "repaired").stderr == ""
    done = logicsweep(*words, "--tries", "5", "--json")
    answer = json.loads(done.stdout)
    assert (done.returncode, answer["tries"], answer["safe_cells"]) == (3, 5, 310)
    assert 9 <= answer["opened"] < 310
    assert answer["kind"] == "limit"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--rate"], "--rate --no-guess"),
        (["--level", "2"], "--level --no-guess"),
        (["--no-guess", "--level", "3..2"], "3..2"),
        (["--no-guess", "--level", "x"], "--level 'x' 2..3"),
        (["--no-guess", "--mode", "x"], "--mode 'x'"),
        (["--no-guess", "--technique", "x"], "--technique 'x'"),
        (["--no-guess", "--technique", "rule"], "'rule'"),
        (["--technique", "1-2"], "--technique --no-guess"),
        (["--no-guess", "--without", "x"], "--without 'x'"),
        (["--no-guess", "--start", "9,9"], "(9,9) 9x9"),
        (["--start", "9,9"], "(9,9) 9x9"),
        (["--start", "9"], "--start '9'"),
        (["--mines", "73"], "73 mines do not fit on 81 cells"),
        (["--mines", "73", "--no-guess"], "(4,4) 73 81"),
        (["--no-guess", "--mines", "78", "--start", "0,0"], "keeps 4 of them free"),
        (["--no-guess", "--first-click", "unprotected"], "first_click is unprotected"),
        (["-o", "x.txt"], "--to .jsonl"),
        (["-o", "no/where.jsonl"], "no/where.jsonl"),
        (["--to", "x"], "'x'"),
        (["--to", "mbf", "--json"], "--to -o --json"),
        (["--to", "csv", "--seed", "1"], "--lossy"),
        (["--to", "board", "-n", "2"], "-o"),
        (["--no-guess", "--to", "proofs"], "--to proofs -o"),
        (["--to", "proofs", "-o", "proofs"], "--to proofs --no-guess"),
        (["--size", "5x"], "--size '5x'"),
        (["--workers", "2", "--cluster", "local:2"], "--workers --cluster"),
    ],
)
def test_wrong_options_are_refused(
    logicsweep: Run, tmp_path: Path, words: list[str], said: str
) -> None:
    done = logicsweep("deal", *words, folder=tmp_path)
    assert done.returncode == 2
    assert names_all(done.stderr, said)
    assert "--json" in words or not done.stdout


def test_games_are_certified_and_checked(logicsweep: Run, tmp_path: Path) -> None:
    folder = tmp_path / "proofs"
    words = ["deal", "--no-guess", "--seed", "4", "--to", "proofs", "-o", folder]
    done = logicsweep(*words)
    steps = int(done.stdout.splitlines()[-1].split()[0])
    board = folder / "board.board"
    said = f"No guess is needed for {board} from (4,4), with the mine count:\n"
    said += f"{steps} steps proved, which open every safe cell.\n"
    assert logicsweep("check", folder).stdout == said
    found = json.loads(logicsweep("check", folder, "--json").stdout)
    assert (found["valid"], len(found["verdicts"])) == (True, steps)
    assert found["game"] == {"start": [4, 4], "uses_total": True}
    assert logicsweep("check", folder, "--board", board).returncode == 0
    other = logicsweep("deal", "--no-guess", "--seed", "5", "--to", "tatham-id").stdout.strip()
    done = logicsweep("check", folder, "--board", other)
    assert (done.returncode, done.stdout) == (1, "")
    assert "this is another board: it differs in cells" in done.stderr
    done = logicsweep(*words)
    assert (done.returncode, "exists already" in done.stderr) == (2, True)
    many = tmp_path / "many"
    logicsweep(
        "deal", "--no-guess", "--seed", "4", "-n", "2", "--to", "proofs", "-o", many, "--json"
    )
    assert sorted(path.name for path in many.iterdir()) == ["4", "5"]
    assert logicsweep("check", many / "5").returncode == 0


def test_play_deals_without_guesses(logicsweep: Run) -> None:
    words = ["play", "--no-guess", "--size", "beginner", "--seed", "3", "--agent", "logic"]
    done = logicsweep(*words, "--json")
    game = json.loads(done.stdout)
    assert game["no_guess"]
    assert game["outcome"]["is_won"]
    assert game["outcome"]["certain"] == game["outcome"]["openings"]
    first = logicsweep(*words).stdout.splitlines()[0]
    assert first == (
        "logic plays 9x9, 10 mines; rule classic, no guess needed, flood opening, seed 3"
    )
    done = logicsweep("play", "--no-guess", "--clues", "optimistic")
    assert (done.returncode, "needs exact clues" in done.stderr) == (2, True)
    done = logicsweep("play", "--no-guess", "--board", "example:small")
    assert done.returncode == 2
    assert "--board and --no-guess cannot be combined" in done.stderr


def test_rate_rates_a_whole_game(logicsweep: Run, tmp_path: Path) -> None:
    text = "9x9:4,4,md9173d3d2130fcbee3ce8"
    dealt = load_layout(text)
    done = logicsweep("hint", "--rate", text, "--game")
    assert done.stdout.startswith("Level 1: the hardest step uses 1 source.\n")
    assert done.stdout.endswith("No guess is needed from (4,4).\n")
    found = json.loads(logicsweep("hint", "--rate", text, "--game", "--json").stdout)
    solution = NoGuess(start=(4, 4)).check(dealt.layout)
    assert (found["level"], len(found["steps"])) == (solution.level, len(solution.steps))
    assert (found["needs_guess"], found["stuck"]) == (False, None)
    path = tmp_path / "a.board"
    path.write_text(str(Layout([[False] * 4 + [True, False], [False] * 5 + [True]]).revealed()))
    done = logicsweep("hint", "--rate", path, "--game", "--open", "0,0")
    assert done.stdout.endswith("A guess is needed once 8 of 10 safe cells are open.\n")
    found = json.loads(
        logicsweep("hint", "--rate", path, "--game", "--open", "0,0", "--json").stdout
    )
    assert found["needs_guess"]
    assert read_board(found["stuck"].encode()).covered
    for words, said in (
        (["hint", "--rate", path, "--game"], "--game needs one --open ROW,COLUMN"),
        (["hint", "--rate", path, "--game", "--open", "0,4"], "--open: the start (0,4) is a mine"),
        (
            ["hint", "--rate", path, "--game", "--open", "7,4"],
            "--open: the start (7,4) is not on a board",
        ),
        (["hint", "--rate", "example:small", "--game", "--open", "0,0"], "expected a whole layout"),
    ):
        done = logicsweep(*words)
        assert (done.returncode, said in done.stderr) == (2, True), done.stderr


@pytest.mark.night
@pytest.mark.skipif(sys.platform == "win32", reason="there is no distributed there in CI")
def test_a_cluster_deals_the_same(logicsweep: Run, tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    path = tmp_path / "layouts.jsonl"
    done = logicsweep(
        *("deal", "--no-guess", "--seed", "10", "-n", "3", "-o", path, "--cluster", "local:2")
    )
    assert done.returncode == 0, done.stderr
    lines = map(json.loads, path.read_text().splitlines())
    assert sorted(line["seed"] for line in lines) == [10, 11, 12]


def test_a_name_that_would_be_read_otherwise_is_refused(logicsweep: Run, tmp_path: Path) -> None:
    words = ("deal", "--size", "6x6", "--mines", "5", "--start", "1,4", "--seed", "1")
    done = logicsweep(*words, "--to", "cs3510", "-o", str(tmp_path / "6x_6y.json"))
    assert (done.returncode, done.stdout) == (2, "")
    assert "would read a file called 6x_6y.json differently; choose another name" in done.stderr
    assert not [*tmp_path.iterdir()]
    assert logicsweep(*words, "--to", "cs3510", "-o", str(tmp_path / "a.json")).returncode == 0
