"""`logicsweep play` and `logicsweep experiment`, as people use them."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from logicsweep import Board
from logicsweep.games.agents.registry import AGENTS
from logicsweep.games.experiments.game_run import play_game
from logicsweep.games.experiments.records import key_of
from logicsweep.games.experiments.store import GAMES, read_games
from logicsweep.games.experiments.toml import read_specification
from tests.cli.command import COMMAND
from tests.conftest import ROOT, Run

SPEC = """
title = "Small"
agents = ["random", "single-point", "exact"]
game_rules = ["continue"]
games = 40
boards = [{ height = 12, width = 12, mines = 25 }]
metrics = ["flag_rate"]
"""


def test_a_game_is_told_move_by_move(logicsweep: Run) -> None:
    done = logicsweep("play", "--size", "6x5", "--mines", "4", "--seed", "3")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[0] == (
        "exact plays 6x5, 4 mines; rule classic, first click opening, flood opening, seed 3"
    )
    assert lines[1].startswith("Move 1: opens (2,2): the first cell: near a corner; shows 0, and ")
    assert "; known: " in lines[1]
    assert lines[-1].startswith(("Won in ", "Lost in "))
    again = logicsweep("play", "--size", "6x5", "--mines", "4", "--seed", "3")
    assert again.stdout == done.stdout
    quiet = logicsweep("play", "--size", "6x5", "--mines", "4", "--seed", "3", "--quiet")
    assert quiet.stdout == lines[-1] + "\n"


def test_without_a_seed_one_is_said(logicsweep: Run) -> None:
    done = logicsweep("play", "--agent", "random")
    seed = done.stdout.splitlines()[0].rsplit("seed ", 1)[1]
    assert logicsweep("play", "--agent", "random", "--seed", seed).stdout == done.stdout


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_can_be_watched(agent: str, logicsweep: Run) -> None:
    for rule in ("classic", "continue", "search"):
        words = ("--size", "5x4", "--mines", "4", "--seed", "5", "--rule", rule)
        done = logicsweep("play", "--agent", agent, *words, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        value = json.loads(done.stdout)
        assert value["agent"] == agent
        assert [move["move"] for move in value["moves"]] == list(range(1, len(value["moves"]) + 1))
        assert value["outcome"]["moves"] == len(value["moves"])
        board = Board.parse(value["board"])
        shown = {tuple(c[:2]): c[2] for move in value["moves"] for c in move["shows"]}
        for cell, state in shown.items():
            if isinstance(state, int):
                assert board[cell] == state


def test_a_log_has_every_move(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    words = ("--size", "6x5", "--mines", "4", "--seed", "3", "--log", log)
    done = logicsweep("play", *words)
    told = [
        line
        for line in done.stdout.splitlines()
        if line.startswith(("exact", "Move", "Won", "Lost"))
    ]
    assert log.read_text().splitlines() == told
    quiet = logicsweep("play", *words, "--quiet")
    assert len(quiet.stdout.splitlines()) == 1
    assert log.read_text().splitlines()[0] == told[0]
    nowhere = logicsweep("play", *words[:-1], tmp_path / "none" / "x.log")
    assert nowhere.returncode == 2
    assert "cannot write" in nowhere.stderr
    assert "no such file" in nowhere.stderr


def test_layouts_come_from_files(logicsweep: Run, tmp_path: Path) -> None:
    path = tmp_path / "a.board"
    path.write_text("*___\n____\n___*\n")
    done = logicsweep("play", "--board", path, "--agent", "logic", "--rule", "continue")
    assert done.returncode == 0
    assert done.stdout.startswith("logic plays 4x3, 2 mines; rule continue, a given layout")
    mirror = '{"dim": "3,3", "bombs": "1", "safe": "0,1", "board": "910110000"}'
    piped = logicsweep("play", "--board", "-", "--rule", "search", "--quiet", stdin=mirror)
    assert piped.returncode == 0
    assert "may be (0,1) or (1,0)" in piped.stderr
    for words, message in (
        (("--mines", "3"), "--board and --mines exclude each other"),
        (("--size", "3x3"), "--board and --size exclude each other"),
        (("--first-click", "safe"), "--board has the mines where they are"),
    ):
        wrong = logicsweep("play", "--board", path, *words)
        assert wrong.returncode == 2
        assert message in wrong.stderr
    path.write_text("*?__\n")
    broken = logicsweep("play", "--board", path)
    assert broken.returncode == 2
    assert f"{path}: row 0, column 1 is covered" in broken.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--agent", "psychic"), "--agent: unknown agent 'psychic'; known: random, single-point"),
        (("--size", "big"), "--size: 'big' is no size; expected WIDTHxHEIGHT such as 30x16, or"),
        (("--width", "5", "--mines", "3"), "--height is missing; expected --width and --height"),
        (("--height", "5", "--mines", "3"), "--width is missing; expected --width and --height"),
        (("--size", "5x5", "--width", "5"), "--size and --width exclude each other"),
        (("--size", "5x5", "--height", "5"), "--size and --height exclude each other"),
        (("--board", "x", "--width", "5"), "--board and --width exclude each other"),
        (("--width", "9" * 12), "less than or equal to 10000000"),
        (("--mines", "9" * 12), "less than or equal to 10000000"),
        (("--seed", "9" * 30), "less than or equal to 1000000000000000"),
        (("--size", "999999999x999999999", "--mines", "1"), "expected at most 10,000,000"),
        (("--size", "5x5"), "--mines is missing; expected how many a board of this size has"),
        (("--size", "0x5", "--mines", "0"), "a board of 0x5 has no cell"),
        (("--size", "3x3", "--mines", "10"), "10 mines do not fit on 9 cells"),
        (("--size", "3x3", "--mines", "1"), "which the first click (opening) keeps 9 free"),
        (("--clues", "gossip"), "unknown clue model 'gossip'"),
        (("--board", "none.board"), "cannot read none.board: no such file"),
        (("--human", "--log", "x"), "--human and --log exclude each other"),
        (("--human", "--agent", "exact"), "--human and --agent exclude each other"),
        (("--time-limit", "0"), "--time-limit is 0.0; expected a positive number"),
    ],
)
def test_wishes_that_cannot_be_met(words: tuple[str, ...], message: str, logicsweep: Run) -> None:
    done = logicsweep("play", *words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_a_person_can_play(logicsweep: Run) -> None:
    words = (
        "play",
        "--human",
        "--size",
        "5x4",
        "--mines",
        "2",
        "--seed",
        "1",
        "--first-click",
        "safe",
    )
    done = logicsweep(
        *words,
        "--no-flood",
        stdin="?\n0,0\nh\np\nf 3,4\nf3,4\n(0, 0)\nup\n3 4\n9999999999,0\n99999,0\nq\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "A move is a cell, ROW,COLUMN such as 3,4; ? says what else there is." in text
    assert "  h        a hint" in text
    assert "> 0,0\n(0,0): shows" in text
    assert "Least risky: " in text
    assert "\nChance of a mine in % (. is not covered):\n   0   1   2   3   4\n" in text
    assert text.count("F") == 1
    assert "The 0 at (0,0) has no mine around it: (0,1), (1,0) and (1,1) are safe." in text
    assert "(0,0): the cell is open" in text
    assert "'up' is no move; expected ROW,COLUMN such as 3,4" in text
    assert "the move is '9999999999,0'; expected ROW,COLUMN" in text
    assert "(99999,0) is off the board" in text
    assert text.endswith("Given up.\n")
    # Every cell that a person may open, and then some.
    all_cells = "".join(f"{row},{column}\n" for row in range(4) for column in range(5))
    over = logicsweep(*words, stdin=all_cells)
    assert over.stdout.splitlines()[-1].startswith(("Won in ", "Lost in "))
    assert "*" in over.stdout
    assert "certain" not in over.stdout
    nothing = logicsweep(*words, stdin="")
    assert nothing.stdout.endswith("Given up.\n")


def test_odd_input_and_output(logicsweep: Run) -> None:
    words = ("play", "--size", "5x4", "--mines", "2", "--seed", "1", "--first-click", "safe")
    done = logicsweep(*words, "--human", stdin=b"\xff\n")
    assert (done.returncode, done.stderr) == (
        2,
        "logicsweep: standard input is no text; expected moves, a line each\n",
    )
    endless = logicsweep(*words, "--human", stdin=b"\0" * 2_000)
    assert (endless.returncode, "has a very long line" in endless.stderr) == (2, True)
    both = json.loads(logicsweep(*words, "--json", "--quiet").stdout)
    assert len(both["moves"]) == both["outcome"]["moves"]
    if Path("/dev/full").exists():
        full = logicsweep(*words, "--log", "/dev/full")
        assert full.returncode == 2
        assert "cannot write /dev/full: no space left on device" in full.stderr


def test_a_person_may_flag_everything(logicsweep: Run) -> None:
    words = ("play", "--human", "--size", "2x1", "--mines", "1", "--seed", "1")
    moves = "f 0,0\nf 0,1\nf 0,1\nf 0,0\n0,0\n0,1\n"
    done = logicsweep(*words, "--first-click", "unprotected", stdin=moves)
    assert done.stdout.splitlines()[-1].startswith(
        ("Won in 5 moves", "Lost in 5 moves", "Lost in 6")
    )


def test_an_experiment_is_run_reported_and_listed(logicsweep: Run, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC.replace("games = 40", "games = 3"))
    out = tmp_path / "out" / "small"
    done = logicsweep("experiment", "run", spec, "--out", out, "--workers", "2", "--games", "1")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0] == f"3 games played, 0 were there: {out / GAMES}"
    done = logicsweep("experiment", "run", spec, "--out", out, "--workers", "1", "--json")
    value = json.loads(done.stdout)
    assert (value["games"], value["played"], value["unfinished"]) == (9, 6, 0)
    assert all(Path(path).exists() for path in value["files"])
    report = (out / "report.md").read_text()
    again = logicsweep("experiment", "report", out)
    assert again.stdout.splitlines() == [f"wrote {path}" for path in value["files"]]
    assert (out / "report.md").read_text() == report
    listed = logicsweep("experiment", "list", tmp_path, "--results", tmp_path / "out")
    assert listed.stdout == f"{spec}: Small; 9 of 9 games played\n"
    listed = logicsweep("experiment", "list", tmp_path, "--results", tmp_path / "out", "--json")
    assert json.loads(listed.stdout)["experiments"][0]["played"] == 9
    nothing = logicsweep("experiment", "list", tmp_path / "out")
    assert "There are no specifications" in nothing.stdout


@pytest.mark.parametrize("library", ["scipy", "matplotlib"])
def test_what_a_report_needs_is_asked_for_before_any_game(
    library: str, logicsweep: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    spec, out = tmp_path / "small.toml", tmp_path / "out"
    spec.write_text(SPEC.replace("games = 40", "games = 1"))
    for name in [name for name in sys.modules if name.split(".")[0] == library]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, library, None)
    done = logicsweep("experiment", "run", spec, "-o", out)
    assert done.returncode == 2
    assert f"needs {library}, which is not installed: pip install" in done.stderr
    assert not out.exists()
    done = logicsweep("experiment", "run", spec, "-o", out, "--no-report", "--workers", "1")
    assert done.stdout == f"3 games played, 0 were there: {out / GAMES}\n"


def test_experiments_that_cannot_be_run(logicsweep: Run, tmp_path: Path) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text("agents = [")
    other = tmp_path / "other.toml"
    other.write_text(SPEC)
    (tmp_path / "held").mkdir()
    (tmp_path / "held" / "notes.txt").write_text("")
    for words, message in (
        (("run", tmp_path / "none.toml"), "none.toml: no such file"),
        (("run", spec), f"{spec}:1: not TOML: "),
        (("run", other, "-o", tmp_path / "held"), "holds something else"),
        (
            ("run", other, "-o", tmp_path / "x", "--cluster", "here"),
            "--cluster: 'here' is no cluster",
        ),
        (
            ("run", other, "-o", tmp_path / "y", "--cluster", "local:2", "--workers", "3"),
            "--workers and --cluster exclude each other",
        ),
        (("report", tmp_path / "nowhere"), "games.jsonl: no such file"),
        (("list", tmp_path / "nowhere"), "is no folder; expected one with specifications"),
    ):
        done = logicsweep("experiment", *words)
        assert done.returncode == 2, words
        assert message in done.stderr
        assert "Traceback" not in done.stderr


def test_other_files_are_passed_over_in_a_list(logicsweep: Run, tmp_path: Path) -> None:
    listed = logicsweep("experiment", "list", ".")
    assert (listed.returncode, listed.stdout, listed.stderr) == (
        0,
        "There are no specifications, SPEC.toml, in ..\n",
        "",
    )
    (tmp_path / "good.toml").write_text(SPEC)
    (tmp_path / "other.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / "torn.toml").write_text("[project\n")
    (tmp_path / "bytes.toml").write_bytes(b"\xff")
    words = ("experiment", "list", tmp_path)
    assert logicsweep(*words).stdout == f"{tmp_path / 'good.toml'}: Small; 0 of 120 games played\n"
    broken = {"agent.toml": SPEC.replace('"exact"', '"psychic"'), "brackets.toml": "agents = [\n"}
    for name, text in broken.items():
        (tmp_path / name).write_text(text)
    listed = logicsweep(*words)
    assert listed.returncode == 2
    assert listed.stdout == f"{tmp_path / 'good.toml'}: Small; 0 of 120 games played\n"
    first, second = listed.stderr.splitlines()
    assert first.startswith(f"logicsweep: {tmp_path / 'agent.toml'}:3: agents: unknown 'psychic'")
    assert second.startswith(f"logicsweep: {tmp_path / 'brackets.toml'}:")
    value = json.loads(logicsweep(*words, "--json").stdout)
    assert [entry["title"] for entry in value["experiments"]] == ["Small"]
    assert len(value["faults"]) == 2


@pytest.mark.parametrize(
    ("option", "most"), [("--games", "1000000"), ("--workers", "1000"), ("--cluster", "local:1000")]
)
def test_options_of_an_experiment_have_their_limits(
    option: str, most: str, logicsweep: Run, tmp_path: Path
) -> None:
    spec = tmp_path / "small.toml"
    spec.write_text(SPEC)
    value = "local:9999999" if option == "--cluster" else "9" * 12
    done = logicsweep("experiment", "run", spec, "-o", tmp_path / "out", option, value)
    assert done.returncode == 2
    assert done.stderr.rstrip().endswith(most)


def test_width_and_height_are_a_size(logicsweep: Run) -> None:
    words = ("play", "--mines", "6", "--seed", "9")
    done = logicsweep(*words, "--width", "7", "--height", "4")
    assert done.stdout.startswith("exact plays 7x4, 6 mines; ")
    assert done.stdout == logicsweep(*words, "--size", "7x4").stdout


def start(spec: Path, out: Path) -> subprocess.Popen[str]:
    """Run an experiment in a process group of its own."""
    return subprocess.Popen(
        [
            sys.executable,
            "-c",
            COMMAND,
            "experiment",
            "run",
            spec,
            "-o",
            out,
            "--workers",
            "2",
        ],
        cwd=ROOT,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_for(path: Path, lines: int) -> None:
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") >= lines:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not get {lines} lines")


def workers_of(pid: int) -> list[int]:
    """The processes that play for a run: its children that are no tracker of resources."""
    children = [
        int(child)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for child in (task / "children").read_text().split()
    ]
    return [
        child for child in children if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes()
    ]


def is_running(pid: int) -> bool:
    try:
        return " Z " not in Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False


def check_all_games(spec: Path, out: Path) -> None:
    """Every game once, and as it is when it is played here."""
    records = sorted(read_games(out), key=key_of)
    expected = [play_game(task) for task in read_specification(spec).tasks()]
    for record in (*records, *expected):
        record.pop("seconds")
    assert records == sorted(expected, key=key_of)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc")
@pytest.mark.usefixtures("hears_sigint")
@pytest.mark.parametrize("how", ["the run", "a worker", "interrupt"])
def test_a_run_that_is_killed_goes_on(how: str, tmp_path: Path) -> None:
    spec, out = tmp_path / "small.toml", tmp_path / "out"
    spec.write_text(SPEC)
    run = start(spec, out)
    wait_for(out / GAMES, 10)
    workers = workers_of(run.pid)
    assert workers
    if how == "a worker":
        os.kill(workers[0], signal.SIGKILL)
        said, errors = run.communicate(timeout=120)
        assert (run.returncode, errors) == (0, "")
        assert said.startswith("120 games played, 0 were there")
        check_all_games(spec, out)
        return
    if how == "the run":
        os.kill(run.pid, signal.SIGKILL)
        run.communicate(timeout=60)
    else:
        os.killpg(run.pid, signal.SIGINT)
        _, errors = run.communicate(timeout=60)
        assert (run.returncode, errors) == (130, "logicsweep: interrupted\n")
    for _ in range(200):
        if not any(map(is_running, workers)):
            break
        time.sleep(0.05)
    assert not any(map(is_running, workers))
    kept = (out / GAMES).read_bytes().count(b"\n")
    assert 10 <= kept < 120
    said, errors = start(spec, out).communicate(timeout=120)
    assert errors == ""
    assert said.startswith(f"{120 - kept} games played, {kept} were there")
    check_all_games(spec, out)
