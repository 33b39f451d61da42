"""Reviews that the page asks for: the same answers as the command's."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from pathlib import Path

import pytest

from logicsweep import Board, Layout, read_board, review
from logicsweep.answers.asked import Asked
from logicsweep.answers.base import as_object
from logicsweep.answers.reviews import review as answer_of
from logicsweep.formats import read_layout
from logicsweep.formats.files import GAMES, example_game
from logicsweep.games.review.log import read_log
from logicsweep.games.review.review import load_game
from logicsweep.site import Desk
from tests.conftest import ROOT, Run
from tests.site.asking import Message, asked, formats_of, request

FORMATS = ROOT / "tests" / "formats"
REPLAYS = sorted((FORMATS / "replays").glob("game.*"))


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name)
def test_a_game(path: Path, desk: Desk) -> None:
    data = b64encode(path.read_bytes()).decode()
    start, shapes, found = asked(desk, request("review", data=data, name=path.name))
    assert formats_of([start, shapes, found]) == ["start", "shapes", "review"]
    assert read_board(json.dumps(start["board"]), name="json") == load_game(path).start
    assert found == json.loads(json.dumps(as_object(answer_of(Asked("review"), review(path)))))


def test_what_is_no_game(desk: Desk) -> None:
    for data, said in ((b"?1?", "this is no replay"), (b"", "this is no replay")):
        (message,) = asked(desk, request("review", data=b64encode(data).decode()))
        assert said in message["error"]
        assert message["kind"] == "syntax"


def read(desk: Desk, data: bytes, **more: object) -> Message:
    (said,) = asked(desk, request("read", data=b64encode(data).decode(), **more))
    return said


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.name)
def test_a_replay_is_no_board(path: Path, desk: Desk) -> None:
    """Whatever its name: it leads to its review, unless its board is asked for."""
    data, form = path.read_bytes(), path.suffix[1:]
    for name in (path.name, path.name.upper(), "", "game", "a/b.txt"):
        said = read(desk, data, name=name)
        assert said == {"format": "logicsweep-replayed/1", "form": form, "name": name}
    for name in (path.name, ""):
        start, *_ = asked(desk, request("review", data=b64encode(data).decode(), name=name))
        assert formats_of([start]) == ["start"]
    said = read(desk, data, name=path.name, form=form)
    assert (said["form"], said["holds"]) == (form, "layout")
    assert board_in(said).grid.shape == review(path).game.start.shape


def test_a_log_of_play_leads_to_its_review(desk: Desk, logicsweep: Run, tmp_path: Path) -> None:
    words = ("play", "--size", "6x6", "--mines", "5", "--seed", "3", "--quiet")
    assert logicsweep(*words, "-o", tmp_path / "game.jsonl").returncode in (0, 1)
    log = (tmp_path / "game.jsonl").read_bytes()
    assert read_log(log).openings
    answer = logicsweep(*words, "--json").stdout.encode()
    for data in (log, log.rstrip(), answer):
        for name in ("", "game.jsonl", "game.json", "game.avf"):
            said = read(desk, data, name=name)
            assert said == {"format": "logicsweep-replayed/1", "form": "log", "name": name}
    broken = read(desk, log.replace(b'"open"', b'"jump"'))
    assert (formats_of([broken]), broken["kind"]) == (["serve!"], "syntax")


def test_replays_without_a_move_are_boards(desk: Desk) -> None:
    """Some programs write a layout as a replay, and moves that nobody can read are left out."""
    names = set()
    for path in (FORMATS / "boards" / "valid").glob("*/*.*vf"):
        said = read(desk, path.read_bytes(), name=path.name)
        if formats_of([said]) == ["replayed"]:
            assert review(path).grades
            continue
        names.add(path.name)
        expected = read_layout(Path(f"{path}.canonical").read_bytes()).layout
        assert (said["holds"], expected.mines) == ("layout", Layout.of(board_in(said)).mines)
    assert {"beginner.avf", "small.evf", "small.rawvf"} <= names


def board_in(said: Message) -> Board:
    return read_board(json.dumps(said["board"]))


def test_a_known_ending_decides_the_format(desk: Desk) -> None:
    data = (FORMATS / "boards" / "valid" / "avf" / "beginner.avf").read_bytes()
    assert read(desk, data, name="BEGINNER.AVF")["form"] == "avf"
    assert formats_of([read(desk, data)]) == ["serve!"]  # no other sign says what it is
    assert read(desk, b"1 1", name="a.csv")["error"] == read(desk, b"1 1", form="csv")["error"]


def test_example_games(desk: Desk) -> None:
    """Each is reviewed, and is what is said of it."""
    (greeting,) = asked(desk, request("greet"))
    assert {game["name"]: game["about"] for game in greeting["games"]} == GAMES
    for name, about in GAMES.items():
        *_, found = asked(desk, request("review", example=name))
        kinds = found["kinds"]
        assert (found["player"], found["is_won"]) == ("subset", True)
        assert all(word in about for word in ("agent subset", "won", "two mistakes"))
        assert kinds["needless"] + kinds["riskier"] + kinds["blunder"] == 2
        assert all(kinds[kind] for kind in ("needless", "riskier", "dead", "least-risk"))
    (message,) = asked(desk, request("review", example="exper"))
    assert "did you mean expert?" in message["error"]


@pytest.mark.slow
def test_the_example_game_can_be_played_again(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    chosen = ("--size", "expert", "--agent", "subset", "--seed", "59", "-o", str(log))
    assert logicsweep("play", *chosen, "--quiet").returncode == 0
    played, shipped = (
        re.sub(r'"seconds": [\d.]+', "", path.read_text()) for path in (log, example_game("expert"))
    )
    assert played == shipped
    assert "seed 59" in GAMES["expert"]
