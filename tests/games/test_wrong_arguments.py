"""Wrong arguments of games; the words of their errors are in `tests/messages/settings.txt`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from logicsweep import Board, Game, Setting, deal, puzzle
from logicsweep.board import FirstClick
from logicsweep.errors import ArgumentError, ArgumentTypeError
from logicsweep.games import GameRule, View, account, agent_of
from tests.judges.refusals import refused

SETTING = Setting("9x9", mines=10)
BOARD = Board.parse("1?\n??")
ALL: list[Any] = ["x", None, 9, (9, 9), [9, 9], b"x", 1.5]


# What might be the size of a setting, and is none or says too little.
NO_SETTINGS: dict[str, tuple[type[Exception], str]] = {
    "'x'": (ValueError, "size"),
    "(9, 9)": (ArgumentError, "mines"),
    "[9, 9]": (ArgumentError, "mines"),
    "('9', 9)": (ArgumentTypeError, "size"),
    "(9,)": (ArgumentError, "size"),
}
TAKE_SETTINGS: dict[str, Callable[[Any], object]] = {
    "Game": lambda given: Game(given, seed=1),
    "deal": lambda given: deal(given, seed=1),
    "puzzle": lambda given: puzzle(given, seed=1),
}
TAKE_BOARDS: dict[str, Callable[[Any], object]] = {
    "View": View,
    "account": lambda given: account(given, agent_of("pairwise")),
}


def test_what_is_no_setting_is_named(subtests: pytest.Subtests) -> None:
    check_settings(TAKE_SETTINGS, subtests)


def check_settings(calls: dict[str, Callable[[Any], object]], subtests: pytest.Subtests) -> None:
    """Each names a setting that is none."""
    for name, call in calls.items():
        for given in (*(one for one in ALL if one is not None), BOARD, True, ("9", 9), (9,)):
            kind, argument = NO_SETTINGS.get(repr(given), (ArgumentTypeError, "setting"))
            with subtests.test(f"{name}({given!r})"), refused(kind, argument=argument):
                call(given)


def test_what_is_no_board_is_named(subtests: pytest.Subtests) -> None:
    check_boards(TAKE_BOARDS, subtests)


def check_boards(calls: dict[str, Callable[[Any], object]], subtests: pytest.Subtests) -> None:
    """Each names a board that is none."""
    for name, call in calls.items():
        for given in ALL:
            with subtests.test(f"{name}({given!r})"), refused(ArgumentTypeError, argument="board"):
                call(given)


def test_a_size_is_a_text_or_a_pair(subtests: pytest.Subtests) -> None:
    for given in (9, b"9x9", 0, 9.0, (9, "9"), (9.0, 9), {9: 9}):
        with subtests.test(repr(given)), refused(ArgumentTypeError, argument="size"):
            Setting(given, mines=10)  # type: ignore[arg-type]
    for pair in ((), (9,), (9, 9, 9)):
        with subtests.test(repr(pair)), refused(ArgumentError, argument="size"):
            Setting(pair, mines=10)  # type: ignore[arg-type]


def test_a_view_takes_the_names_that_a_setting_takes() -> None:
    view = View(BOARD, rule="continue", first_click="safe")
    assert (view.rule, view.first_click) == (GameRule.CONTINUE, FirstClick.SAFE)
    assert view.needs_flags
    assert not View(BOARD, rule="classic").needs_flags
