"""Reviews that the page asks for: the same answers as the command's."""

from __future__ import annotations

import json
from base64 import b64encode
from pathlib import Path

import pytest

from logicsweep import review
from logicsweep.page import Desk
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import as_object
from logicsweep.render.json.reviews import review as answer_of
from tests.conftest import ROOT
from tests.page.asking import asked, formats_of, request

GAMES = sorted((ROOT / "tests" / "formats" / "replays").glob("game.*"))


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
def test_a_game(path: Path, desk: Desk) -> None:
    data = b64encode(path.read_bytes()).decode()
    shapes, found = asked(desk, request("review", data=data, name=path.name))
    assert formats_of([shapes, found]) == ["shapes", "review"]
    assert found == json.loads(json.dumps(as_object(answer_of(Asked("review"), review(path)))))


def test_what_is_no_game(desk: Desk) -> None:
    for data, said in ((b"?1?", "this is no replay"), (b"", "this is no replay")):
        (message,) = asked(desk, request("review", data=b64encode(data).decode()))
        assert said in message["error"]
        assert message["kind"] == "syntax"
