"""The boards to play that come with the page: none needs a guess, and both pages show the same."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from logicsweep import Board, KnowledgeBase, read_board
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
from logicsweep.site import Desk
from logicsweep.site.catalogue import stored_games
from tests.site.asking import asked
from tests.site.sites import answers_in_node, kernel_for_browsers, modules_of_worker

RULES = [rule.name for rule in (*CLUE_RULES, *LAYOUT_RULES)]
PUZZLES = [f"puzzle {level}" for level in range(1, 5)]
QUICK = ("1X", "2M", "U", "2G'", "puzzle 2")


def side_of(name: str) -> int:
    return 5 if name in RULES else 8


def game_of(name: str, number: int) -> dict[str, Any]:
    """The game on a stored board; its number may be one of a later round."""
    boards = stored_games()[name]
    side, mines = side_of(name), boards[number % len(boards)].cells.split().count("*")
    rules = {"rules": name} if name in RULES else {}
    size = {"rows": side, "columns": side, "mines": mines}
    return {**size, **rules, "seed": str(number), "puzzle": True, "stored": name}


def text_of(game: dict[str, Any], signs: list[str]) -> str:
    """A position in native text."""
    side = game["rows"]
    rows = [" ".join(signs[start : start + side]) for start in range(0, len(signs), side)]
    rules = [f"rules: {game['rules']}"] if "rules" in game else []
    head = [f"mines: {game['mines']}", *rules]
    return "\n".join([*head, "", *rows, ""])


def proved_open(name: str, number: int) -> tuple[dict[str, Any], list[int], list[str]]:
    """Open what is proved: the game, the cells in order, and what is shown in the end."""
    game, stored = game_of(name, number), stored_games()[name][number]
    signs = stored.cells.split()
    shown, order, new = ["?"] * len(signs), [], list(stored.open)
    while new:
        for cell in new:
            shown[cell] = signs[cell]
        order += new
        safe = KnowledgeBase(Board.parse(text_of(game, shown))).consequences().safe
        new = [row * game["rows"] + column for row, column in safe]
    return game, order[len(stored.open) :], shown


def question_of(ask: str, game: dict[str, Any], opened: list[int]) -> dict[str, Any]:
    """A question of the page to its worker, which brings the board along."""
    cells = [divmod(cell, game["rows"]) for cell in opened]
    stored = msgspec.to_builtins(stored_games()[game["stored"]][3])
    return {"ask": ask, "game": game, "opened": cells, "stored": stored}


def shown_by(desk: Desk, game: dict[str, Any], opened: list[int]) -> tuple[str, Board]:
    """The state of the game, and its board, as Python shows them."""
    cells = [divmod(cell, game["rows"]) for cell in opened]
    question = {"ask": "play", "game": game, "opened": cells}
    (played,) = asked(desk, json.dumps(question).encode())
    return played["state"], read_board(json.dumps(played["board"]), name="json")


def test_each_rule_has_ten_boards_and_each_level_its_puzzles() -> None:
    sizes = {name: len(boards) for name, boards in stored_games().items()}
    assert sizes == dict.fromkeys(RULES, 10) | dict.fromkeys(PUZZLES, 25)
    assert all(len(set(boards)) == len(boards) for boards in stored_games().values())


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[] if name in QUICK else pytest.mark.slow("0.4 s"))
        for name in (*RULES, *PUZZLES)
    ],
)
def test_proofs_open_a_stored_board_which_the_page_shows(name: str) -> None:
    """Every clue is one that the rule allows: Python's games show the same from the mines alone."""
    desk = Desk()
    for number, stored in enumerate(stored_games()[name][: 2 if name in QUICK else None]):
        game, order, shown = proved_open(name, number)
        assert shown == ["?" if sign == "*" else sign for sign in stored.cells.split()]
        for moves in (order[:0], order[:1], order):
            state, board = shown_by(desk, game, moves)
            left = [*stored.open, *moves]
            signs = [sign if cell in left else "?" for cell, sign in enumerate(shown)]
            assert board == Board.parse(text_of(game, signs))
        assert state == "won"
        mine = stored.cells.split().index("*")
        assert shown_by(desk, game, [mine])[0] == "lost"
    assert shown_by(desk, game_of(name, 100), []) == shown_by(desk, game_of(name, 0), [])


@pytest.mark.slow("compiles the kernel for browsers")
def test_the_worker_plays_stored_boards(tmp_path: Path) -> None:
    """It gets the board from the page, and shows what Python shows."""
    modules = modules_of_worker(tmp_path / "worker", kernel_for_browsers(tmp_path))
    desk, games = Desk(), []
    for name in (*RULES, *PUZZLES):
        game, order, _ = proved_open(name, 3)
        mine = stored_games()[name][3].cells.split().index("*")
        games += [(game, opened) for opened in ([], order[:2], order, [mine])]
    questions = [question_of("play", game, opened) for game, opened in games]
    for (game, opened), (played,) in zip(games, answers_in_node(modules, questions), strict=True):
        board = read_board(json.dumps(played["board"]), name="json")
        assert (played["state"], board) == shown_by(desk, game, opened), game
    # No first cell of a puzzle is free: a guess is a guess.
    game, opened = games[-1]
    judging = question_of("judge", game, opened)
    (judged,) = answers_in_node(modules, [judging])[0]
    del judging["stored"]
    review = asked(desk, json.dumps(judging).encode())[-1]
    assert [each["kind"] for each in judged["openings"]] == ["blunder"]
    assert judged["kinds"].items() <= review["kinds"].items()


@pytest.mark.slow("compiles the kernel for browsers")
def test_the_worker_refuses_boards_that_are_not_stored(tmp_path: Path) -> None:
    modules = modules_of_worker(tmp_path / "worker", kernel_for_browsers(tmp_path))
    game = question_of("play", game_of("Q", 3), [])
    others = [{"rules": "2A"}, {"mines": 1}, {"rows": 6}, {"puzzle": False}, {"stored": "no"}]
    questions = [{**game, "game": {**game["game"], **other}} for other in others]
    del game["stored"]
    for (refused,) in answers_in_node(modules, [*questions, game]):
        assert refused["kind"] == "usage", refused
