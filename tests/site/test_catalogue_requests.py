"""A board of any rule or topology is analysed, explained and played as any other: what is refused.

Each request is asked of the board of each entry of the catalogue; the table has all refusals.
"""

from __future__ import annotations

import json
from typing import Final

import pytest

from logicsweep import Board, read_board
from logicsweep.board.rules.catalogue import CLUE_RULES, RULE_NAMES
from logicsweep.site import Desk
from logicsweep.site.catalogue import TOPOLOGY_SIZES
from tests.conftest import some
from tests.site.asking import Message, asked, request
from tests.site.test_playing import game_of

NAMES: Final = [*RULE_NAMES, *TOPOLOGY_SIZES]
# The words of each refusal, by the request and the name of the rule; all others are answered.
REFUSED: Final = {
    # Where nothing but the whole board decides on a clue, its values are not counted.
    ("look", "2E'"): "its distribution is made for up to 14",
    **{
        ("no guess", name): "a layout without guesses needs clues that show one"
        for name in ("1L", "2I", "2E", "2E'", "2L", "2L'")
    },
}
# A game of these takes more than a moment.
DEAR: Final = ("1M", "2B", "2H", "2I", "2L'", "2Z", "S")
MARKED = [pytest.param(name, marks=[pytest.mark.slow] * (name in DEAR)) for name in NAMES]


def example_of(name: str, desk: Desk) -> Board:
    (message,) = asked(desk, request("catalogue"))
    entries = {entry["name"]: entry["example"] for entry in message["entries"]}
    return read_board(json.dumps(entries[name]).encode(), name="json")


def check(what: str, name: str, messages: list[Message]) -> bool:
    """Whether a request was answered, or refused as the table says; another answer is an error."""
    said = " ".join([str(message["error"]) for message in messages if "error" in message])
    words = REFUSED.get((what, name))
    if words is None:
        assert not said, f"{what} under {name}"
        assert messages
        return True
    assert words in said, f"{what} under {name}"
    return False


@pytest.mark.few(4)
@pytest.mark.parametrize("name", some(NAMES, every=4, first=3))
def test_its_position_is_analysed_and_explained(name: str, desk: Desk) -> None:
    board = example_of(name, desk)
    messages = asked(desk, request("analyse", board, wants=["counts", "best", "level"]))
    assert check("analyse", name, messages)
    solution, rated = messages[0], messages[-1]
    assert rated["format"] == "logicsweep-hint/1"
    assert check("shape", name, asked(desk, request("shape", board)))
    decided = [*solution["safe"], *solution["mines"]]
    open_question = [list(cell) for cell in board.covered if list(cell) not in decided]
    for cell in (*solution["safe"][:1], *solution["mines"][:1], *open_question[:1]):
        explained = request("explain", board, cell=cell, smallest=True, steps=True)
        assert check("explain", name, asked(desk, explained))
        check("look", name, asked(desk, request("look", board, cell=cell)))
    for to in ("svg", "board", "json"):
        assert check(f"write {to}", name, asked(desk, request("write", board, to=to)))


@pytest.mark.few(4)
@pytest.mark.parametrize("name", some(MARKED, every=4, first=1))
def test_it_is_played_to_the_end_with_hints(name: str, desk: Desk) -> None:
    board = example_of(name, desk)
    kind = "topology" if name in TOPOLOGY_SIZES else "rules"
    size = {"rows": board.height, "columns": board.width, "mines": board.mines}
    game = game_of(3, **size, **{kind: name}, first_click="safe")
    opened: list[list[int]] = [[board.height // 2, board.width // 2]]
    (played,) = asked(desk, request("play", game=game, opened=opened))
    while played["state"] == "playing":
        (guess,) = asked(desk, request("may-guess", game=game, opened=opened))
        (hint,) = asked(desk, request("hint", game=game, opened=opened))
        assert guess["needed"] == (hint["step"] is None)
        cells = hint["step"]["safe"] if hint["step"] else hint["least_risky"]["cells"]
        opened = [*opened, cells[0]]
        (played,) = asked(desk, request("play", game=game, opened=opened))
    judged = asked(desk, request("judge", game=game, opened=opened))
    assert check("judge", name, judged)
    (review,) = judged
    assert len(review["openings"]) == len(opened)


@pytest.mark.parametrize("name", ["V", *[rule for what, rule in REFUSED if what == "no guess"]])
def test_boards_without_guesses_need_clues_that_show_one_value(name: str, desk: Desk) -> None:
    assert name in {rule.name for rule in CLUE_RULES}
    size = {"rows": 6, "columns": 6, "mines": 4}
    rules = {} if name == "V" else {"rules": name}
    game = game_of(5, **size, **rules, no_guess=True)
    check("no guess", name, asked(desk, request("play", game=game, opened=[[3, 3]])))
