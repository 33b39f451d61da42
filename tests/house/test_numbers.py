"""Numbers from outside: time limits, seeds and sizes, as whatever type they come."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase
from logicsweep.errors import ArgumentTypeError
from logicsweep.games.agents.registry import agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import view_of
from logicsweep.games.setting import STANDARD, Setting, size_of, size_words
from logicsweep.limits import Budget, timeout_of
from tests.judges.refusals import refused


@pytest.mark.parametrize(
    ("given", "seconds"),
    [
        *((None, None), (3, 3.0), (0.5, 0.5), (inf, inf), (10**400, inf)),
        *((Fraction(1, 3), 1 / 3), (Fraction(1, 10**400), 0.0), (Decimal("2.5"), 2.5)),
        *((np.float32(0.5), 0.5), (np.int64(7), 7.0)),
    ],
)
def test_a_time_limit_is_any_positive_number(given: Any, seconds: float | None) -> None:
    assert Budget(given).seconds == seconds
    if seconds != 0:
        Budget(given).check()
    assert timeout_of(given) == (None if seconds == inf else seconds)


@pytest.mark.parametrize(
    "given", [0, -1, nan, -inf, -(10**400), Fraction(-1, 10**400), Decimal("nan"), np.float64(0)]
)
def test_a_time_limit_is_positive(given: Any) -> None:
    with pytest.raises(ValueError, match="a time limit is a positive number of seconds, not "):
        Budget(given)


@pytest.mark.parametrize("given", ["3", b"3", [3], 3j])
def test_a_time_limit_is_a_number(given: Any) -> None:
    with refused(ArgumentTypeError, argument="a time limit"):
        Budget(given)


def test_no_practical_limit_is_a_limit_like_others() -> None:
    kb = KnowledgeBase(Board.parse("1?\n"), time_limit=10**400)
    assert kb.consequences().mines == {(0, 1)}
    assert kb.count().total == 1


def test_seeds_are_whole_numbers_of_any_type() -> None:
    kb = KnowledgeBase(Board.parse("1?\n??\n"))
    three, count = np.int64(3), np.uint8(4)
    assert (kb.sample(n=count, seed=three) == kb.sample(n=4, seed=3)).all()
    setting = Setting(height=np.int64(9), width=np.int8(9), mines=np.uint16(10))
    assert setting == Setting(height=9, width=9, mines=10)
    assert repr(setting) == repr(Setting(height=9, width=9, mines=10))
    assert shown(setting, three) == shown(setting, 3)
    wrong: Any = 3.0
    for name, question in (
        ("seed", lambda: kb.sample(n=4, seed=wrong)),
        ("n", lambda: kb.sample(n=wrong, seed=4)),
    ):
        with refused(ArgumentTypeError, argument=name):
            question()
    for ask in (
        lambda: Game(setting, seed=wrong),
        lambda: Setting(height=wrong, width=9, mines=1),
        lambda: agent_of("random", seed=wrong),
    ):
        with refused(ArgumentTypeError):
            ask()


def shown(setting: Setting, seed: int) -> str:
    """What a game shows when its first cell is opened, and what an agent does then."""
    game = Game(setting, seed=seed)
    game.open(Cell(0, 0))
    agent = agent_of("random", seed=seed)
    agent.begin(view := view_of(game))
    return f"{game.board}{agent.choose(view)}"


def test_sizes_are_width_and_height() -> None:
    assert size_of("30x16") == (16, 30, None)
    assert size_words(16, 30) == Setting(height=16, width=30, mines=1).size == "30x16"
    assert size_of("expert") == STANDARD["expert"] == (16, 30, 99)
    assert size_of((16, 30)) == size_of([np.int64(16), 30]) == size_of("16,30") == (16, 30, None)
    for pair in ((16,), (16, 30, 1), ()):
        with pytest.raises(
            ValueError, match=r"^size is .*; expected WIDTHxHEIGHT such as 30x16, \(h"
        ):
            size_of(pair)
    for other in (9, None, ("9", 9), (9.0, 9), (True, 9), b"9x9", {9, 8}):
        with pytest.raises(TypeError, match=r"^size is .*; expected"):
            size_of(other)
    assert repr(Board(np.full((16, 30), -1))).startswith("<Board 30x16")
    for text in (
        *("", "30", "30x", "30X16", "30x16x99", "-1x5", "٣x٣", "9,", "9, 9", "9,9,1", "Expert"),
        "1" * 10 + "x1",
    ):
        with pytest.raises(
            ValueError,
            match=r"is not a size( \(did .*\))?; expected WIDTHxHEIGHT such as 30x16, \(h",
        ):
            size_of(text)
