"""`logicsweep play`, as people use it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from logicsweep import Board, Game, Setting
from logicsweep.formats.replays.replay import read_replay
from logicsweep.games.agents.base import Known
from logicsweep.games.agents.registry import AGENTS
from logicsweep.render.games import known_lines
from tests.cli.command import names_all
from tests.conftest import Run, some
from tests.judges.answers import validator

BY_HAND = ("play", "--agent", "human", "--seed", "1")


def without_seconds(text: str) -> str:
    """The text of a log or an answer; what it says may be said again but for the time."""
    return re.sub(r'"seconds": ?[\d.e-]+', "", text)


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


@pytest.mark.parametrize(
    "agent",
    [
        pytest.param(agent, marks=pytest.mark.slow) if agent == "simplex" else agent
        for agent in some(AGENTS, every=2)
    ],
)
def test_every_agent_can_be_watched(agent: str, logicsweep: Run) -> None:
    if agent == "simplex":
        pytest.importorskip("scipy")
    for rule in ("classic", "continue", "search"):
        words = ("--size", "5x4", "--mines", "4", "--seed", "5", "--rule", rule)
        done = logicsweep("play", "--agent", agent, *words, "--json")
        assert (done.returncode, done.stderr) == (0, "")
        value = json.loads(done.stdout)
        assert value["agent"] == agent
        assert [move["move"] for move in value["moves"]] == list(range(1, len(value["moves"]) + 1))
        assert value["outcome"]["moves"] == len(value["moves"])
        assert "board" not in value
        board = Board.parse(value["position"])
        shown = {tuple(c[:2]): c[2] for move in value["moves"] for c in move["shows"]}
        for cell, state in shown.items():
            if isinstance(state, int):
                assert board[cell] == state


def test_a_log_has_every_move(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    words = ("--size", "6x5", "--mines", "4", "--seed", "3", "-o", log)
    answer = json.loads(logicsweep("play", *words, "--json").stdout)
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    for line in lines:
        validator("play-log").validate(line)
    first, *moves, last = lines
    assert first["format"] == "logicsweep-play-log/1"
    assert {**first, **last, "format": answer["format"], "moves": moves} == answer
    assert last["outcome"]["seconds"] >= 0
    before = without_seconds(log.read_text())
    log.unlink()
    done = logicsweep("play", *words)
    assert (done.returncode, without_seconds(log.read_text())) == (0, before)
    assert done.stdout.endswith(f"\n{log}: the log of {len(moves)} moves.\n")
    assert logicsweep("play", *words, "--quiet").stdout.count("\n") == 1
    quiet = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line.get("cell") for line in quiet] == [line.get("cell") for line in lines]
    nowhere = logicsweep("play", *words[:-1], tmp_path / "none" / "x.jsonl")
    assert nowhere.returncode == 2
    assert "cannot write" in nowhere.stderr
    assert "no such file" in nowhere.stderr


def test_the_first_cell_can_be_named(logicsweep: Run, tmp_path: Path) -> None:
    """It is open before the first move, in the log as well, and takes the place of a file's own."""
    words = ("play", "--size", "6x5", "--mines", "4", "--seed", "3", "--start", "4,0", "--json")
    game = Game(Setting("6x5", mines=4), seed=3, start=(4, 0))
    assert json.loads(logicsweep(*words).stdout)["start"] == str(game.board)
    assert ", start (4,0), seed 3\n" in logicsweep(*words[:-1]).stdout
    free = json.loads(logicsweep(*words, "--no-guess").stdout)
    assert Board.parse(free["start"])[4, 0] == 0
    path = tmp_path / "a.json"
    path.write_text('{"dim": "3,3", "bombs": "1", "safe": "2,2", "board": "910110000"}')
    given = ("play", "--board", path, "--rule", "search", "--json", "--start")
    assert Board.parse(json.loads(logicsweep(*given, "0,1").stdout)["start"]).clues == {(0, 1): 1}
    for cell, message in (("3,0", "(3,0) is off the board"), ("0,0", "the start (0,0) is a mine")):
        wrong = logicsweep(*given, cell)
        assert (wrong.returncode, message in wrong.stderr) == (2, True)


def test_a_guess_comes_with_what_was_known(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    words = ("--agent", "single-point", "--size", "6x5", "--mines", "5", "--rule", "continue")
    words = ("play", *words, "--seed", "3", "-o", log)
    done = logicsweep(*words, "--details")
    known, mines, guesses = {"safe": 0, "mines": 0, "constraints": 0}, [], 0
    for move in [json.loads(line) for line in log.read_text().splitlines()][1:-1]:
        details = move.get("details", [])
        assert all(f"\n    {line}\n" in done.stdout for line in details)
        told = "\n".join(details).partition("it knows: ")[2].split("\n")
        if move["proved"]:
            assert told == [""]
        else:
            guesses += 1
            numbers = [int(word) for word in told[0].split() if word.isdecimal()]
            equations = [line for line in told if "the clue at" in line]
            assert numbers == [known["safe"], len(mines), len(equations)]
            listed = ", ".join(f"({row},{column})" for row, column in sorted(mines))
            assert told[1:] == [*([f"  mines: {listed}"] if mines else []), *equations]
        known = move["known"]
        mines += [cell[:2] for cell in move["shows"] if cell[2] in ("flagged", "known mine")]
    assert guesses > 1
    assert "it knows" not in logicsweep(*words).stdout + log.read_text()


def test_much_that_is_known_is_cut() -> None:
    known = known_lines(Known(1, 2, 3), ["x" * 3_000, *["y"] * 149])
    assert known[0] == "it knows: 2 safe cells, 1 mine, 3 constraints"
    assert (len(known[1]), known[2:101], known[101:]) == (2_006, ["  y"] * 99, ["  50 more lines"])


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
        (("--mines", "3"), "--board and --mines cannot be combined"),
        (("--size", "3x3"), "--board and --size cannot be combined"),
        (("--first-click", "safe"), "--board fixes where the mines are"),
    ):
        wrong = logicsweep("play", "--board", path, *words)
        assert wrong.returncode == 2
        assert message in wrong.stderr
    path.write_text("*?__\n")
    broken = logicsweep("play", "--board", path)
    assert broken.returncode == 2
    assert f"{path}: (0,1) is covered" in broken.stderr


def test_wishes_that_cannot_be_met(subtests: pytest.Subtests, logicsweep: Run) -> None:
    for words, message in [
        (("--agent", "psychic"), "--agent 'psychic'"),
        (("--size", "big"), "--size 'big' 30x16"),
        (("--board", "x", "--size", "5x5"), "--board --size"),
        (("--delay", "soon"), "--delay 'soon' key"),
        (("--mines", "9" * 12), "expected a whole number from 0 to 10,000,000"),
        (("--seed", "9" * 30), "to 1,000,000,000,000,000"),
        (("--size", "999999999x999999999", "--mines", "1"), "expected at most 10,000,000"),
        (("--size", "5x5"), "--mines"),
        (("--size", "0x5", "--mines", "0"), "--size 0x5"),
        (("--size", "3x3", "--mines", "10"), "--mines 10"),
        (("--size", "3x3", "--mines", "1"), "the first click (opening) keeps 9 of them free"),
        (("--clues", "gossip"), "'gossip'"),
        (("--board", "none.board"), "none.board"),
        (("--agent", "human", "-o", "x.jsonl"), "--output a .rawvf file"),
        (("--agent", "human", "-o", "x.svg"), "--output a .rawvf file"),
        (("--time-limit", "0"), "--time-limit"),
    ]:
        with subtests.test(words=words):
            done = logicsweep("play", *words)
            assert done.returncode == 2
            assert names_all(done.stderr, message)
            assert "Traceback" not in done.stderr


def test_a_person_can_ask_what_to_open(logicsweep: Run) -> None:
    words = (*BY_HAND, "--size", "4x4", "--mines", "3", "--first-click", "safe")
    done = logicsweep(*words, stdin="b\nh\nq\n")
    assert (done.returncode, done.stderr) == (0, "")
    said = (
        "Open (0,0), (0,3), (3,0) or (3,3): the rest of the game was searched, and no cell wins "
        "more often.\nEach has mine probability 3/16 = 18.75 % as the board stands, but the game "
        "keeps the first click safe.\nThe best play wins with probability 80/91 = 87.91 % (exact)."
    )
    assert done.stdout.count(said) == 2  # also as a hint, since nothing is proved
    # Where a mine does not end the game, the least risky cells.
    done = logicsweep(*words, "--rule", "search", stdin="b\nq\n")
    assert "Least risky: " in done.stdout
    assert "Open " not in done.stdout


def test_a_person_can_play(logicsweep: Run) -> None:
    words = (*BY_HAND, "--size", "5x4", "--mines", "2", "--first-click", "safe")
    done = logicsweep(
        *words,
        "--no-flood",
        stdin="?\n0,0\nh\np\nf 3,4\nf3,4\n(0, 0)\nup\n0 0\nhelp\n9999999999,0\n99999,0\nq\n",
    )
    assert (done.returncode, done.stderr) == (0, "")
    text = done.stdout
    assert "Type ROW,COLUMN such as 3,4 to open a cell, or ? for help." in text
    assert "  h        a hint" in text
    assert "> 0,0\n(0,0): shows" in text
    assert "\nMine probabilities in % (. is not covered):\n   0   1   2   3   4\n" in text
    assert text.count("F") == 1
    assert "The 0 at (0,0) has no mine around it: (0,1), (1,0) and (1,1) are safe." in text
    assert "(0,0): the cell is open" in text
    assert "'up' is not a move; expected ROW,COLUMN such as 3,4" in text
    assert "'9999999999,0' is not a cell; expected ROW,COLUMN" in text
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


def test_the_game_of_a_person_is_a_replay(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "mine.rawvf"
    words = (*BY_HAND, "--size", "4x2", "--mines", "1", "-o", log)
    left = logicsweep(*words, stdin="0,0\nq\n")
    assert left.stdout.endswith(f"{log} is not written: only a game that is over has a replay.\n")
    assert not log.exists()
    # A flag is set, and removed again; then every cell is opened until the game is over.
    cells = "".join(f"{row},{column}\n" for row in range(2) for column in range(4))
    logicsweep(*words, "--first-click", "unprotected", stdin=f"f 1,3\nf 1,3\n{cells}")
    replay = read_replay(log.read_bytes(), file_name=log.name)
    clicks = [event.action for event in replay.events if event.action != "mv"]
    assert clicks[:6] == ["rc", "rr", "rc", "rr", "lc", "lr"]
    assert replay.player == "human"
    reviewed = logicsweep("review", log)
    assert (reviewed.returncode, reviewed.stdout.startswith("human with logicsweep")) == (0, True)


def test_odd_input_and_output(logicsweep: Run, tmp_path: Path) -> None:
    words = ("play", "--size", "5x4", "--mines", "2", "--seed", "1", "--first-click", "safe")
    done = logicsweep(*words, "--agent", "human", stdin=b"\xff\n")
    assert (done.returncode, done.stderr) == (
        2,
        "logicsweep: standard input is not text; expected moves, one on each line\n",
    )
    endless = logicsweep(*words, "--agent", "human", stdin=b"\0" * 2_000)
    assert (endless.returncode, "has a very long line" in endless.stderr) == (2, True)
    both = json.loads(logicsweep(*words, "--json", "--quiet").stdout)
    assert len(both["moves"]) == both["outcome"]["moves"]
    if Path("/dev/full").exists():
        log = tmp_path / "full.jsonl"
        log.symlink_to("/dev/full")
        full = logicsweep(*words, "-o", log)
        assert full.returncode == 2
        assert f"cannot write {log}: no space left on device" in full.stderr


def test_a_person_may_flag_everything(logicsweep: Run) -> None:
    words = (*BY_HAND, "--size", "2x1", "--mines", "1")
    moves = "f 0,0\nf 0,1\nf 0,1\nf 0,0\n0,0\n0,1\n"
    done = logicsweep(*words, "--first-click", "unprotected", stdin=moves)
    assert done.stdout.splitlines()[-1].startswith(
        ("Won in 5 moves", "Lost in 5 moves", "Lost in 6")
    )
