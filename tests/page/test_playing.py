"""Games on the page: what they show, and how their moves are judged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, Layout, Setting, State, read_board
from logicsweep.games.dealing.ruled import satisfies
from logicsweep.page import Desk
from tests.conftest import seeds, some
from tests.page.asking import asked as answered

GAME = {"rows": 9, "columns": 9, "mines": 10}


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk(secret=b"a secret of the tests")
    yield made
    made.close()


def asked(desk: Desk, **question: Any) -> list[dict[str, Any]]:
    """What a question about a game is answered."""
    return answered(desk, json.dumps(question).encode())


def game_of(seed: int, **rules: Any) -> dict[str, Any]:
    return {**GAME, "id": f"{seed:032x}", **rules}


def shown(desk: Desk, game: dict[str, Any], opened: list[tuple[int, int]]) -> tuple[Any, Board]:
    """What a game shows, and its board."""
    played = asked(desk, ask="play", game=game, opened=opened)[-1]
    assert played["format"] == "logicsweep-played/1", played
    return played, read_board(json.dumps(played["board"]), name="json")


def play_on(
    desk: Desk, game: dict[str, Any], *, carelessly: bool = False
) -> tuple[Any, list[tuple[int, int]]]:
    """A game to its end: proved cells, else the least risky; or the first cells there are."""
    opened = [(4, 4)]
    played, board = shown(desk, game, opened)
    while played["state"] == "playing":
        assert played["mines"] is None
        kb = KnowledgeBase(board)
        cells = sorted(kb.consequences().safe) or kb.least_risky().cells
        opened.append(tuple(board.covered[0] if carelessly else cells[0]))
        played, board = shown(desk, game, opened)
    return played, opened


@pytest.mark.parametrize("seed", seeds(range(12)))
def test_a_game_shows_its_clues_and_in_the_end_its_mines(desk: Desk, seed: int) -> None:
    game = game_of(seed)
    played, opened = play_on(desk, game)
    final, board = shown(desk, game, opened)
    assert final == played
    mask = np.zeros((9, 9), dtype=np.bool_)
    for row, column in played["mines"]:
        mask[row, column] = True
    layout = Layout(mask)
    assert mask.sum() == 10
    assert not layout.mismatches(board)
    hit = (board.grid == State.KNOWN_MINE).any()
    assert played["state"] == ("lost" if hit else "won")
    assert hit or len(board.covered) == 10
    first, board = shown(desk, game, opened[:1])
    assert first["mines"] is None
    assert board.grid[4, 4] == 0  # the first click opens an area
    other = Desk(secret=b"another")
    others, _ = shown(other, game, opened[:1])
    own = {**game, "mark": first["mark"]}
    assert shown(desk, own, opened[:1])[0] == first
    (refused,) = asked(other, ask="play", game=own, opened=opened[:1])
    assert "an earlier start" in refused["error"]
    other.close()
    assert others["board"] != first["board"]


@pytest.mark.parametrize("seed", seeds(range(12, 20)))
@pytest.mark.parametrize("carelessly", [True, False])
def test_moves_are_judged_by_what_was_known(desk: Desk, seed: int, carelessly: bool) -> None:
    game = game_of(seed)
    _, opened = play_on(desk, game, carelessly=carelessly)
    judged = asked(desk, ask="judge", game=game, opened=opened)
    assert len(judged) == len(opened)
    survival = 1.0
    for number, (one, cell) in enumerate(zip(judged, opened, strict=True)):
        assert (one["move"], tuple(one["cell"])) == (number, cell)
        if number == 0:
            assert (one["kind"], one["survival"]) == ("start", 1.0)
            continue
        kb = KnowledgeBase(shown(desk, game, opened[:number])[1])
        risk = kb.count().probability(cell)
        kind = "least" if risk == kb.least_risky().probability else "riskier"
        if kb.consequences().safe:
            kind = "needless" if risk else "proved"
        survival *= float(1 - risk)
        assert (one["kind"], one["risk"]) == (kind, str(risk))
        assert one["survival"] == pytest.approx(survival)


@pytest.mark.parametrize("seed", seeds(range(20, 26)))
def test_help_says_no_more_than_it_is_asked(desk: Desk, seed: int) -> None:
    game = game_of(seed, mines=12)
    opened = [(4, 4)]
    for _ in range(12):
        played, board = shown(desk, game, opened)
        if played["state"] != "playing":
            break
        kb = KnowledgeBase(board)
        safe = sorted(kb.consequences().safe)
        (guessing,) = asked(desk, ask="may-guess", game=game, opened=opened)
        assert guessing == {"format": "logicsweep-guessing/1", "needed": not safe}
        hint = asked(desk, ask="hint", game=game, opened=opened)[-1]
        if safe:
            assert set(map(tuple, hint["step"]["safe"])) <= set(safe)
        else:
            assert hint["step"] is None
            assert hint["least_risky"]["probability"] == str(kb.least_risky().probability)
        opened.append(tuple((safe or kb.least_risky().cells)[0]))


@pytest.mark.parametrize("level", [None, 1, 2])
def test_games_without_guesses_are_won_by_proofs(desk: Desk, level: int | None) -> None:
    game = game_of(30, no_guess=True, level=level)
    played, opened = play_on(desk, game)
    assert played["state"] == "won"
    judged = asked(desk, ask="judge", game=game, opened=opened)
    assert {one["kind"] for one in judged} == {"start", "proved"}
    if level == 1:  # then single clues are enough all along
        for moves in range(1, len(opened)):
            step = asked(desk, ask="hint", game=game, opened=opened[:moves])[-1]["step"]
            assert {one["level"] for one in (*step["before"], step)} == {1}


@pytest.mark.slow
def test_clues_may_be_uncertain(desk: Desk) -> None:
    game = game_of(31, clues="noisy(1/10)", mines=6, first_click="safe")
    _, board = shown(desk, game, [(4, 4)])
    assert board.uncertain
    played, opened = play_on(desk, game)
    assert played["state"] in ("won", "lost")
    judged = asked(desk, ask="judge", game=game, opened=opened)
    assert len(judged) == len(opened)


@pytest.mark.parametrize("name", ["hexagon", "torus", "grid 3x3x9 wrap 3"])
def test_games_have_topologies(desk: Desk, name: str) -> None:
    for no_guess in (False, True):
        game = game_of(32, topology=name, mines=6, no_guess=no_guess)
        _, board = shown(desk, game, [(4, 4)])
        assert board.adjacency.topology == name
        assert board[4, 4] == 0
        played, opened = play_on(desk, game)
        assert played["state"] == "won" or not no_guess
        assert len(asked(desk, ask="judge", game=game, opened=opened)) == len(opened)


@pytest.mark.parametrize(
    "keys",
    [
        {"mines": [5, 8]},
        {"mines": None, "density": "1/6"},
        {"mines": 6, "liars": 1},
        {"mines": 7, "constraints": ["corner: 1 of (0,0) (0,1)"]},
    ],
)
def test_games_have_what_a_board_can_carry(desk: Desk, keys: dict[str, Any]) -> None:
    game = game_of(39, rows=6, columns=6, first_click="safe", **keys)
    _, board = shown(desk, game, [(3, 3)])
    setting = Setting("6x6", first_click="safe", **keys)
    assert (board.total_mines, board.density) == (setting.mines, setting.density)
    assert (board.liars, board.constraints) == (setting.liars, setting.constraints)
    played, opened = play_on(desk, game)
    if played["state"] == "won":
        assert len(asked(desk, ask="judge", game=game, opened=opened)) == len(opened)


RULED = {
    "1W Q": game_of(33, rows=6, columns=6, mines=11, rules="1W Q", first_click="safe"),
    "2X": game_of(34, rules="2X"),
    "1L": game_of(35, rules="1L", first_click="safe"),
    "LM T": game_of(36, rows=6, columns=6, mines=7, rules="LM T", first_click="safe"),
    "1X on a torus": game_of(37, rules="1X", topology="torus"),
    "2D, no guess": game_of(38, rows=5, columns=5, mines=4, rules="2D", no_guess=True),
}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in ("1L", "2X", "LM T") else [])
        for name in RULED
    ],
)
def test_games_have_rules(desk: Desk, name: str) -> None:
    game = RULED[name]
    opened = [(2, 3)]
    played, board = shown(desk, game, opened)
    assert str(board.rules) == game["rules"]
    while played["state"] == "playing":
        kb = KnowledgeBase(board)
        safe = kb.consequences().safe
        (guessing,) = asked(desk, ask="may-guess", game=game, opened=opened)
        assert guessing["needed"] == (not safe)
        hint = asked(desk, ask="hint", game=game, opened=opened)[-1]
        cells = hint["step"]["safe"] if safe else hint["least_risky"]["cells"]
        opened.append(tuple(cells[0]))
        assert not safe or opened[-1] in safe
        played, board = shown(desk, game, opened)
    assert played["state"] == "won" or not game.get("no_guess")
    mask = np.zeros(board.shape, dtype=np.bool_)
    for cell in played["mines"]:
        mask[tuple(cell)] = True
    assert mask.sum() == game["mines"]
    assert not Layout(mask, adjacency=board.own_adjacency).mismatches(board)
    assert satisfies(board.rules, Layout(mask, adjacency=board.own_adjacency))
    judged = asked(desk, ask="judge", game=game, opened=opened)
    assert len(judged) == len(opened)
    assert judged[0]["kind"] == "start"


@pytest.mark.parametrize("rules", some(["1L", "LM", "1W", "2X", "1L Q", "LM T"], every=2))
def test_a_game_shows_the_same_in_any_order(desk: Desk, rules: str) -> None:
    mines = 11 if "Q" in rules else 6
    game = game_of(39, rows=6, columns=6, mines=mines, rules=rules, first_click="unprotected")
    lost, _ = play_on(desk, game, carelessly=True)
    cells = [(row, column) for row in range(6) for column in range(6)]
    safe = [cell for cell in cells if list(cell) not in lost["mines"]]
    ends = []
    for order in (safe, safe[::-1], safe[1::2] + safe[::2]):
        played, board = shown(desk, game, order)
        assert (played["state"], played["mines"]) == ("won", lost["mines"])
        ends.append(board)
        half, before = shown(desk, game, order[:7])
        assert half["state"] == "playing"
        assert all(before[cell] == board[cell] for cell in order[:7])
    assert ends[0] == ends[1] == ends[2]


def test_what_takes_too_long_to_deal_is_said() -> None:
    hasty = Desk(time_limit=0.01)
    game = game_of(40, rows=12, columns=12, mines=30, rules="Q", first_click="safe")
    for opened in ([], [[4, 4]]):
        (refused,) = asked(hasty, ask="play", game=game, opened=opened)
        assert "under the rule Q cannot be dealt: no complete answer" in refused["error"]
    hasty.close()


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ({"ask": "play", "game": game_of(1, topology="tours")}, "did you mean torus"),
        ({"ask": "play", "game": game_of(1, topology="grid 3x3")}, "a board of grid 3x3 has 3"),
        ({"ask": "judge", "opened": [[4, 4]]}, "the game is not over"),
        (
            {"ask": "play", "opened": [[9, 0]]},
            "not on a board|off the board|on the board",
        ),
        ({"ask": "play", "game": game_of(1, mines=100)}, "100 mines do not fit"),
        ({"ask": "play", "game": game_of(1, rows=1000, columns=1000)}, "62,500 cells"),
        ({"ask": "play", "game": game_of(1, clues="sometimes")}, "unknown clue model"),
        ({"ask": "play", "game": {**GAME, "id": "x"}}, "no request of the page"),
        ({"ask": "play", "game": game_of(1, rules="1Y")}, "unknown rule '1Y'"),
        ({"ask": "play", "game": game_of(1, rules="2E 2L")}, "hide a key each"),
        ({"ask": "play", "game": game_of(1, rules="B")}, "rule B|mine"),
        ({"ask": "play", "game": game_of(1, rules="1E", topology="hexagon")}, "1E"),
        ({"ask": "play", "game": game_of(1, rules="1W", clues="noisy(1/10)")}, "one of them"),
        ({"ask": "play", "game": game_of(1, rules="Q")}, "no layout of 9x9, 10 mines"),
        (
            {
                "ask": "play",
                "game": game_of(1, rules="Q", mines=25, first_click="opening"),
                "opened": [[4, 4]],
            },
            "keeps 9 cells free",
        ),
        ({"ask": "play", "game": game_of(1, rules="1L", no_guess=True)}, "show two values"),
        ({"ask": "play", "game": game_of(1, rules="1M", no_guess=True, level=2)}, "expected none"),
    ],
)
def test_impossible_games_are_refused_in_words(
    desk: Desk, question: dict[str, Any], words: str
) -> None:
    (refused,) = asked(desk, **{"game": game_of(1), **question})
    assert re.search(words, refused["error"]), refused
