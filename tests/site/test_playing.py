"""Games on the page: what they show, how a referee rules, and how their moves are judged."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, Layout, Setting, State, read_board
from logicsweep.games.dealing.ruled import satisfies
from logicsweep.games.dealing.seeded import seeded
from logicsweep.site import Desk
from tests.conftest import seeds, some
from tests.site.asking import asked as answered

GAME = {"rows": 9, "columns": 9, "mines": 10}


@pytest.fixture
def desk() -> Iterator[Desk]:
    made = Desk()
    yield made
    made.close()


def asked(desk: Desk, **question: Any) -> list[dict[str, Any]]:
    """What a question about a game is answered."""
    return answered(desk, json.dumps(question).encode())


def game_of(seed: int, **rules: Any) -> dict[str, Any]:
    return {**GAME, "seed": str(seed), **rules}


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
    assert (played["event"], played["guesses"], played["forgiven"]) == (None, None, None)
    played_board = board
    first, board = shown(desk, game, opened[:1])
    assert first["mines"] is None
    assert board.grid[4, 4] == 0  # the first click opens an area
    afterwards = Desk()  # of a server that was started again
    assert shown(afterwards, game, opened) == (final, played_board)
    afterwards.close()
    others, _ = shown(desk, game_of(seed + 1000), opened[:1])
    assert others["board"] != first["board"]


@pytest.mark.parametrize("seed", [0, 20261126, 2**64 - 1])
def test_mines_follow_from_the_seed(desk: Desk, seed: int) -> None:
    """As they do for everybody who reads how."""
    layout = seeded(Setting("beginner"), seed=seed, start=(4, 4)).layout
    safe = [cell for cell in np.ndindex(9, 9) if not layout.mask[cell]]
    played, _ = shown(desk, game_of(seed), [(4, 4), *safe])
    assert played["state"] == "won"
    assert played["mines"] == [list(cell) for cell in sorted(layout.mines)]
    again, _ = shown(desk, {**GAME, "seed": f"{seed:020}"}, [(4, 4), *safe])
    assert again == played


def reviewed(desk: Desk, game: dict[str, Any], opened: list[tuple[int, int]]) -> Any:
    """The review of a game."""
    (judged,) = asked(desk, ask="judge", game=game, opened=opened)
    assert judged["format"] == "logicsweep-review/1", judged
    return judged


@pytest.mark.few(4)
@pytest.mark.parametrize("seed", seeds(range(12, 20)))
@pytest.mark.parametrize("carelessly", [True, False])
def test_moves_are_judged_by_what_was_known(desk: Desk, seed: int, carelessly: bool) -> None:
    game = game_of(seed)
    _, opened = play_on(desk, game, carelessly=carelessly)
    judged = reviewed(desk, game, opened)
    assert judged["is_won"] == (shown(desk, game, opened)[0]["state"] == "won")
    assert len(judged["openings"]) == len(opened)
    for number, (opening, cell) in enumerate(zip(judged["openings"], opened, strict=True)):
        assert opening["cells"] == [list(cell)]
        if number == 0:
            assert (opening["kind"], opening["risk"]) == ("proved", "0")
            continue
        kb = KnowledgeBase(shown(desk, game, opened[:number])[1])
        risk = kb.count().probability(cell)
        kinds = {"riskier", "dead"}
        if kb.consequences().safe:
            kinds = {"needless", "blunder"} if risk else {"proved"}
        elif risk == kb.least_risky().probability:
            kinds = {"least-risk", "dead"}
        assert opening["kind"] in kinds
        assert opening["risk"] == str(risk)


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
    judged = reviewed(desk, game, opened)
    assert {opening["kind"] for opening in judged["openings"]} == {"proved"}
    assert judged["note"].startswith("the layout was dealt to need no guess")
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
    assert len(reviewed(desk, game, opened)["openings"]) == len(opened)


@pytest.mark.parametrize("name", ["hexagon", "torus", "grid 3x3x9 wrap 3"])
def test_games_have_topologies(desk: Desk, name: str) -> None:
    for no_guess in (False, True):
        game = game_of(32, topology=name, mines=6, no_guess=no_guess)
        _, board = shown(desk, game, [(4, 4)])
        assert board.adjacency.topology == name
        assert board[4, 4] == 0
        played, opened = play_on(desk, game)
        assert played["state"] == "won" or not no_guess
        assert len(reviewed(desk, game, opened)["openings"]) == len(opened)


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
    assert (board.mines, board.density) == (setting.mines, setting.density)
    assert (board.liars, board.constraints) == (setting.liars, setting.constraints)
    _, opened = play_on(desk, game)
    assert len(reviewed(desk, game, opened)["openings"]) == len(opened)
    hint = asked(desk, ask="hint", game=game, opened=opened[:1])[-1]
    assert hint["format"] == "logicsweep-hint/1", hint


@pytest.mark.parametrize("rules", ["1N", "2D", "1E"])
def test_the_promise_of_the_first_click_is_on_the_board(desk: Desk, rules: str) -> None:
    """Under rules for clues, the first clue need not tell that all around it is safe."""
    for seed in range(3):
        game = game_of(seed, rows=6, columns=6, mines=8, rules=rules)
        opened = [(2, 2)]
        around = [
            (row, column) for row in (1, 2, 3) for column in (1, 2, 3) if (row, column) != (2, 2)
        ]
        _, board = shown(desk, game, opened)
        covered = {cell for cell in around if board.is_covered(cell)}
        assert KnowledgeBase(board).consequences().safe >= covered
        (guessing,) = asked(desk, ask="may-guess", game=game, opened=opened)
        assert not (covered and guessing["needed"])
        _, board = shown(desk, game, opened + around)
        assert not board.constraints


CAREFUL = {"referee": True}
KIND = {"referee": True, "forgives": True}


@pytest.mark.parametrize("seed", seeds(range(50, 60)))
def test_a_needless_guess_hits_a_mine(desk: Desk, seed: int) -> None:
    game = game_of(seed, rows=5, columns=5, mines=6, **CAREFUL)
    opened = [(2, 2)]
    played, board = shown(desk, game, opened)
    while played["state"] == "playing":
        kb = KnowledgeBase(board)
        proved = kb.consequences()
        unproved = sorted(set(board.covered) - proved.safe - proved.mines)
        if proved.safe and unproved:
            for cell in unproved[:2]:
                lost, _ = shown(desk, game, [*opened, tuple(cell)])
                assert (lost["state"], lost["event"]) == ("lost", "punished")
                assert list(cell) in lost["mines"]
                layout = Layout(
                    np.isin(np.arange(25), [r * 5 + c for r, c in lost["mines"]]).reshape(5, 5)
                )
                assert kb.allows(layout)
                judged = reviewed(desk, game, [*opened, tuple(cell)])
                assert judged["openings"][-1]["kind"] == "needless"
                assert not judged["is_won"]
        opened.append(tuple((sorted(proved.safe) or kb.least_risky().cells)[0]))
        played, board = shown(desk, game, opened)
        assert played["event"] is None
        if played["state"] == "playing":
            assert played["mines"] is None


@pytest.mark.few(2)
@pytest.mark.parametrize("seed", seeds(range(60, 72)))
def test_guesses_that_are_needed_are_forgiven(desk: Desk, seed: int) -> None:
    game = game_of(seed, rows=5, columns=5, mines=7, first_click="safe", **KIND)
    strict = {**game, "forgives": False}
    opened = [(2, 2)]
    played, board = shown(desk, game, opened)
    guesses = forgiven = 0
    while played["state"] == "playing":
        kb = KnowledgeBase(board)
        safe = sorted(kb.consequences().safe)
        cell = tuple((safe or kb.least_risky().cells)[0])
        guesses += not safe
        before, _ = shown(desk, strict, [*opened, cell])
        opened.append(cell)
        played, board = shown(desk, game, opened)
        forgiven += played["event"] == "forgiven"
        assert (played["guesses"], played["forgiven"]) == (guesses, forgiven)
        if forgiven == 0:
            assert played["board"] == before["board"]
        elif forgiven == 1 and played["event"]:
            assert (before["state"], before["event"]) == ("lost", None)
    assert played["state"] == "won"
    # Nothing of it depends on what a desk remembers.
    for moves in (len(opened), len(opened) // 2, 1):
        fresh = Desk()
        assert shown(fresh, game, opened[:moves])[0] == shown(desk, game, opened[:moves])[0]
        assert reviewed(fresh, game, opened) == reviewed(desk, game, opened)
        fresh.close()
    hint = asked(desk, ask="hint", game=game, opened=opened[: len(opened) // 2])[-1]
    assert hint["format"] == "logicsweep-hint/1"


def test_the_first_click_is_not_punished(desk: Desk) -> None:
    """Even where constraints prove other cells safe."""
    keys = {"constraints": ["row: 0 of (0,0) (0,1)"], "first_click": "unprotected"}
    states = []
    for seed in range(12):
        game = game_of(seed, rows=4, columns=4, mines=5, **keys, **CAREFUL)
        played, _ = shown(desk, game, [(2, 2)])
        assert (played["event"], played["guesses"]) == (None, 0)
        plain = {key: value for key, value in game.items() if key != "referee"}
        assert shown(desk, plain, [(2, 2)])[0]["board"] == played["board"]
        states.append(played["state"])
    assert {"lost", "playing"} == set(states)


@pytest.mark.parametrize("level", [None, 1, 2, 3])
def test_a_puzzle_is_played_on_its_layout(desk: Desk, level: int | None) -> None:
    game = game_of(80, rows=5, columns=5, mines=7, puzzle=True, level=level)
    played, board = shown(desk, game, [])
    assert played["mines"] is None
    kb = KnowledgeBase(board)
    assert kb.count().total == 1
    assert level in (None, kb.difficulty().level)
    for clue in board.clues:  # none is superfluous
        assert KnowledgeBase(board.replace({clue: State.COVERED})).count().total > 1
    [layout] = kb.layouts(2)
    safe = [tuple(cell) for cell in board.covered if not layout[cell]]
    mines = [tuple(cell) for cell in board.covered if layout[cell]]
    hint = asked(desk, ask="hint", game=game, opened=safe[:1])[-1]
    assert set(map(tuple, hint["step"]["safe"])) <= set(safe)
    lost, _ = shown(desk, game, [safe[0], mines[0]])
    assert lost["state"] == "lost"
    assert lost["mines"] == [list(mine) for mine in mines]
    assert shown(desk, game, safe[:-1])[0]["state"] == "playing"
    fresh = Desk()
    won, _ = shown(fresh, game, safe)
    fresh.close()
    assert won["state"] == "won"
    judged = reviewed(desk, game, safe)
    assert judged["is_won"]
    assert {opening["kind"] for opening in judged["openings"]} == {"proved"}
    kinds = [opening["kind"] for opening in reviewed(desk, game, mines[:1])["openings"]]
    assert kinds == ["blunder"]


def test_puzzles_have_rules(desk: Desk) -> None:
    game = game_of(81, rows=5, columns=5, mines=7, rules="1M", puzzle=True)
    played, board = shown(desk, game, [])
    assert str(board.rules) == "1M"
    assert KnowledgeBase(board).count().total == 1
    assert played["state"] == "playing"


RULED = {
    "1W Q": game_of(33, rows=4, columns=4, mines=6, rules="1W Q", first_click="safe"),
    "2X": game_of(34, rows=5, columns=5, mines=5, rules="2X"),
    "1L": game_of(35, rows=5, columns=5, mines=5, rules="1L", first_click="safe"),
    "LM T": game_of(36, rows=5, columns=5, mines=5, rules="LM T", first_click="safe"),
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
    openings = reviewed(desk, game, opened)["openings"]
    assert len(openings) == len(opened)
    # Hints know what a review knows.
    assert not {"needless", "blunder", "riskier"} & {opening["kind"] for opening in openings}


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


# Questions that are refused, and what is said of each.
IMPOSSIBLE: tuple[tuple[dict[str, Any], str], ...] = (
    ({"ask": "play", "game": game_of(1, topology="tours")}, "did you mean torus"),
    ({"ask": "play", "game": game_of(1, topology="grid 3x3")}, "a board of grid 3x3 has 3"),
    ({"ask": "judge", "opened": [[4, 4]]}, "the game is not over"),
    ({"ask": "play", "opened": [[9, 0]]}, "not on a board|off the board|on the board"),
    ({"ask": "play", "game": game_of(1, mines=100)}, "100 mines do not fit"),
    ({"ask": "play", "game": game_of(1, rows=1000, columns=1000)}, "62,500 cells"),
    ({"ask": "play", "game": game_of(1, clues="sometimes")}, "unknown clue model"),
    ({"ask": "play", "game": {**GAME, "seed": "x"}}, "no request of the page"),
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
    ({"ask": "play", "game": game_of(2**64)}, "a number from 0 to 18446744073709551615"),
    ({"ask": "play", "game": game_of(10**20)}, "no request of the page"),
    ({"ask": "play", "game": game_of(1, level=2)}, "for games without guesses and for puz"),
    ({"ask": "play", "game": game_of(1, forgives=True)}, "only a referee forgives"),
    ({"ask": "play", "game": game_of(1, referee=True, liars=1)}, "a referee needs clues"),
    (
        {"ask": "play", "game": game_of(1, referee=True, clues="noisy(1/10)")},
        "a referee needs exact clues",
    ),
    ({"ask": "play", "game": game_of(1, referee=True, rules="2E")}, "show two values"),
    ({"ask": "play", "game": game_of(1, puzzle=True, no_guess=True)}, "cannot be combined"),
    ({"ask": "play", "game": game_of(1, stored="Q")}, "expected a game with puzzle=true"),
    ({"ask": "play", "game": game_of(1, puzzle=True, stored="no")}, "stored as 'no'"),
    ({"ask": "play", "game": game_of(1, puzzle=True, stored="Q")}, "another size"),
    (
        {
            "ask": "play",
            "game": game_of(1, rows=8, columns=8, puzzle=True, stored="puzzle 1", rules="Q"),
        },
        "mine count or rule",
    ),
    ({"ask": "play", "game": game_of(1, puzzle=True, referee=True)}, "cannot be combined"),
    (
        {"ask": "play", "game": game_of(1, puzzle=True, first_click="safe")},
        "its first cell is one like any other",
    ),
    ({"ask": "play", "game": game_of(1, puzzle=True, liars=1)}, "a puzzle to play needs"),
    ({"ask": "play", "game": game_of(1, puzzle=True, clues="random-reveal(1/2)")}, "exact clues"),
    (
        {
            "ask": "play",
            "game": game_of(1, rows=1, columns=3, mines=1, puzzle=True, level=9),
        },
        "no puzzle of this level among 200; another seed, level or size",
    ),
    ({"ask": "play", "game": game_of(1, rules="1L", no_guess=True)}, "show two values"),
    ({"ask": "play", "game": game_of(1, rules="1M", no_guess=True, level=2)}, "expected none"),
)


def test_impossible_games_are_refused_in_words(desk: Desk, subtests: pytest.Subtests) -> None:
    for question, words in IMPOSSIBLE:
        with subtests.test(words):
            (refused,) = asked(desk, **{"game": game_of(1), **question})
            assert re.search(words, refused["error"]), refused
