"""Wrong arguments of games: each error says what was given, and what was expected."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from logicsweep import (
    Board,
    FirstClick,
    Game,
    GameRule,
    Setting,
    View,
    agent_of,
    compare,
    dataset,
    deal,
    play,
    positions,
    puzzle,
)
from logicsweep.errors import ArgumentTypeError
from logicsweep.games import account, by_moves, survive, view_of
from logicsweep.games.tasks import Episode, board_text, canonical_hash, split_of, tasks
from tests.judges.refusals import refused

SETTING = Setting("9x9", mines=10)
BOARD = Board.parse("1?\n??")
ALL: list[Any] = ["x", None, 9, (9, 9), [9, 9], b"x", 1.5]


TAKE_SETTINGS: dict[str, Callable[[Any], object]] = {
    "Game": lambda given: Game(given, 1),
    "deal": lambda given: deal(given, 1),
    "positions": lambda given: positions(2, given),
    "dataset": lambda given: list(dataset(given, [1])),
    "compare": lambda given: compare(["random", "pairwise"], given, games=2),
    "puzzle": lambda given: puzzle(given, 1),
    "survive": lambda given: survive(given, 1, "random"),
    "by_moves": lambda given: by_moves(given, 1, "random", "pairwise"),
    "tasks": lambda given: list(tasks("certain", 1, setting=given)),
    "Episode": lambda given: Episode(given, 1),
}
TAKE_BOARDS: dict[str, Callable[[Any], object]] = {
    "View": View,
    "account": lambda given: account(given, agent_of("pairwise")),
    "board_text": board_text,
    "canonical_hash": canonical_hash,
}


def test_what_is_no_setting_is_named(subtests: pytest.Subtests) -> None:
    for name, call in TAKE_SETTINGS.items():
        for given in ALL:
            with (
                subtests.test(f"{name}({given!r})"),
                refused(ArgumentTypeError, argument="setting"),
            ):
                call(given)


def test_what_is_no_board_is_named(subtests: pytest.Subtests) -> None:
    for name, call in TAKE_BOARDS.items():
        for given in ALL:
            with subtests.test(f"{name}({given!r})"), refused(ArgumentTypeError, argument="board"):
                call(given)


def test_a_size_is_a_text(subtests: pytest.Subtests) -> None:
    for given in (9, (9, 9), [9, 9], b"9x9", 0, 9.0, ()):
        with subtests.test(repr(given)), refused(ArgumentTypeError, argument="size"):
            Setting(given, mines=10)  # type: ignore[arg-type]


FAULTS = {
    "an empty size": (lambda: Setting("", mines=10), "'' is not a size; expected WIDTHxHEIGHT"),
    "no mines": (lambda: Setting(mines=[]), r"mines is \[\]; expected a whole number, or a range"),
    "one end": (lambda: Setting(mines=(1,)), r"mines is \(1,\); expected a whole number, or a ra"),
    "three": (lambda: Setting(mines=(1, 2, 3)), r"mines is \(1, 2, 3\); expected a whole number"),
    "rules": (lambda: Setting(rules=1), "rules is an int; expected names of rules"),  # type: ignore[arg-type]
    "no rules": (lambda: Setting(rules=0), "rules is an int; expected names of rules"),  # type: ignore[arg-type]
    "board's rules": (lambda: Board([[-1]], rules=1), "rules is an int; expected names of rules"),  # type: ignore[arg-type]
    "rule": (lambda: Setting(rule=1), "rule is an int; expected a GameRule or its name"),  # type: ignore[arg-type]
    "view's rule": (lambda: View(BOARD, rule=1), "rule is an int; expected a GameRule"),  # type: ignore[arg-type]
    "topology": (lambda: Setting(topology=0), "topology is an int; expected an Adjacency"),  # type: ignore[arg-type]
    "clues": (lambda: Setting(clues=0), "clues is an int; expected a ClueModel"),  # type: ignore[arg-type]
    "constraints": (lambda: Setting(constraints=1), "constraints is an int; expected a list"),  # type: ignore[arg-type]
    "layout": (lambda: Game(SETTING, 1, layout="x"), "layout is a str; expected a Layout"),  # type: ignore[arg-type]
    "a layout's array": (
        lambda: Game(SETTING, 1, layout=np.zeros((9, 9), dtype=bool)),  # type: ignore[arg-type]
        "layout is an ndarray; expected a Layout",
    ),
    "agent": (lambda: agent_of(9), "agent is an int; expected the name of an agent"),  # type: ignore[arg-type]
    "player": (lambda: play(Game(SETTING, 1), 9), "agent is an int; expected"),  # type: ignore[arg-type]
    "agent to account": (lambda: account(BOARD, "pairwise"), "agent is a str; expected an Agent"),  # type: ignore[arg-type]
    "game": (lambda: view_of(SETTING), "game is a Setting; expected a Game"),  # type: ignore[arg-type]
    "budget": (
        lambda: play(Game(SETTING, 1), "random", budget=9),  # type: ignore[arg-type]
        "budget is an int; expected a Budget",
    ),
    "mode": (lambda: deal(SETTING, 1, mode=9), "unknown mode 9; known: "),  # type: ignore[arg-type]
    "metric": (
        lambda: compare(["random", "pairwise"], SETTING, games=2, metric=9),  # type: ignore[arg-type]
        "unknown metric 9; known: ",
    ),
    "hash": (lambda: split_of(9), "position_hash is an int; expected a str"),  # type: ignore[arg-type]
}


def test_other_faults_are_in_words(subtests: pytest.Subtests) -> None:
    for name, (call, words) in FAULTS.items():
        with subtests.test(name), pytest.raises((TypeError, ValueError), match=f"^{words}"):
            call()


def test_a_view_takes_the_names_that_a_setting_takes() -> None:
    view = View(BOARD, rule="continue", first_click="safe")
    assert (view.rule, view.first_click) == (GameRule.CONTINUE, FirstClick.SAFE)
    assert view.needs_flags
    assert not View(BOARD, rule="classic").needs_flags
