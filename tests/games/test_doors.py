"""Whatever takes a setting takes what makes one: a size in each form, and the keys by name."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from logicsweep import Game, Setting, deal, puzzle
from logicsweep.arguments import by_name
from logicsweep.errors import ArgumentTypeError
from logicsweep.games.dealing.seeded import seeded
from logicsweep.games.setting import SettingKeys
from tests.judges.refusals import refused

EXPERT = Setting(height=16, width=30, mines=99)
WIDE = Setting(height=3, width=5, mines=2, first_click="safe")
KEYS: dict[str, Any] = {"mines": 2, "first_click": "safe"}

# Ways to give a setting, as arguments, and what they stand for.
WAYS: list[tuple[tuple[Any, ...], dict[str, Any], Setting]] = [
    ((EXPERT,), {}, EXPERT),
    (("expert",), {}, EXPERT),
    (("30x16",), {"mines": 99}, EXPERT),
    (("16,30",), {"mines": 99}, EXPERT),
    (((16, 30),), {"mines": 99}, EXPERT),
    (([16, 30],), {"mines": 99}, EXPERT),
    ((), {"height": 16, "width": 30, "mines": 99}, EXPERT),
    ((), {"size": (16, 30), "mines": 99}, EXPERT),
    ((), {"size": "expert"}, EXPERT),
    ((), {}, Setting()),
    (((3, 5),), KEYS, WIDE),
    ((EXPERT,), {"height": 3, "width": 5, **KEYS}, WIDE),
    ((), {"topology": "grid 4x4x4", "mines": 9}, Setting(topology="grid 4x4x4", mines=9)),
]


@pytest.mark.parametrize(("given", "keys", "setting"), WAYS)
def test_what_stands_for_a_setting(
    given: tuple[Any, ...], keys: dict[str, Any], setting: Setting
) -> None:
    assert Setting.of(*given, **keys) == setting


def test_a_setting_is_what_it_was() -> None:
    assert Setting.of(EXPERT) is EXPERT


def test_keys_are_the_arguments_of_a_setting() -> None:
    assert list(SettingKeys.__annotations__) == [*inspect.signature(Setting).parameters]


# What each door makes of a setting, and of what stands for one.
DOORS: dict[str, Callable[..., object]] = {
    "Game": lambda *given, **keys: Game(*given, seed=3, **keys).setting,
    "deal": lambda *given, **keys: deal(*given, seed=3, **keys).layout,
    "seeded": lambda *given, **keys: seeded(*given, seed=3, **keys).layout,
}


@pytest.mark.parametrize(("given", "keys", "setting"), WAYS)
@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_doors_of_games(
    door: Callable[..., object], given: tuple[Any, ...], keys: dict[str, Any], setting: Setting
) -> None:
    assert door(*given, **keys) == door(setting)


def test_a_puzzle_of_a_size() -> None:
    made = puzzle("5x4", seed=3, mines=4)
    assert made == puzzle((4, 5), seed=3, mines=4)
    assert made == puzzle(Setting(height=4, width=5, mines=4), seed=3)


@by_name
def told(what: str, also: int = 0, *, n: int, seed: int = 0) -> tuple[object, ...]:
    """Return what was given; a wrong type is an error of its own."""
    return what + "", also, n, seed


def test_a_call_that_fits_is_made() -> None:
    assert told("a", n=1) == ("a", 0, 1, 0)
    assert told("a", 2, seed=4, n=3) == ("a", 2, 3, 4)


@pytest.mark.parametrize(
    ("given", "named", "words"),
    [
        (("a", 1, 2), {}, r"^2 is given without a name; expected told\(what, also, n="),
        (("a",), {"n": 1, "sead": 2}, r"^told has no argument sead \(did you mean seed\?\)"),
    ],
)
def test_a_call_that_does_not_fit(
    given: tuple[Any, ...], named: dict[str, Any], words: str
) -> None:
    with pytest.raises(ArgumentTypeError, match=words):
        told(*given, **named)


def test_other_errors_are_what_they_were() -> None:
    with pytest.raises(
        ArgumentTypeError, match=r"^n is missing; expected told\(\.\.\., n=\.\.\.\)$"
    ):
        told("a")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="multiple values for argument 'what'"):
        told("a", what="b", n=1)  # type: ignore[misc]
    with refused(TypeError):  # from within
        told(3, n=1)  # type: ignore[arg-type]
