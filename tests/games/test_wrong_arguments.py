"""Wrong arguments of games; the words of their errors are in `tests/messages/settings.txt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

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
    positions,
    puzzle,
)
from logicsweep.errors import ArgumentTypeError
from logicsweep.games import account, by_moves, survive
from logicsweep.games.tasks import Episode, board_text, canonical_hash, tasks
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


def test_a_view_takes_the_names_that_a_setting_takes() -> None:
    view = View(BOARD, rule="continue", first_click="safe")
    assert (view.rule, view.first_click) == (GameRule.CONTINUE, FirstClick.SAFE)
    assert view.needs_flags
    assert not View(BOARD, rule="classic").needs_flags
