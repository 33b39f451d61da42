"""Reviews that the page asks for: the same answers as the command's."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest

from logicsweep import read_board, review
from logicsweep.games.review.source import load_game
from logicsweep.page import Desk
from logicsweep.render.asked import Asked
from logicsweep.render.examples import GAMES, example_game
from logicsweep.render.json.base import as_object
from logicsweep.render.json.reviews import review as answer_of
from tests.conftest import ROOT, Run
from tests.page.asking import asked, formats_of, request

REPLAYS = sorted((ROOT / "tests" / "formats" / "replays").glob("game.*"))


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


def test_the_example_game_can_be_played_again(logicsweep: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.jsonl"
    chosen = ("--size", "expert", "--agent", "subset", "--seed", "59", "--log", str(log))
    assert logicsweep("play", *chosen, "--quiet").returncode == 0
    assert log.read_bytes() == example_game("expert").read_bytes()
    assert "seed 59" in GAMES["expert"]
