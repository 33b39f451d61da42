"""Whatever takes a setting takes what makes one: a size in each form, and the keys by name."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from logicsweep import Setting
from logicsweep.games.setting import SettingKeys

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
