"""Wrong arguments of the lab's functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from logicsweep import compare, dataset, positions
from logicsweep.lab.play import by_moves, survive
from logicsweep.lab.tasks import Episode, board_text, canonical_hash, tasks
from tests.games.test_wrong_arguments import check_boards, check_settings

TAKE_SETTINGS: dict[str, Callable[[Any], object]] = {
    "positions": lambda given: positions(given, n=2),
    "dataset": lambda given: list(dataset(given, n=1, seed=1)),
    "compare": lambda given: compare(["random", "pairwise"], given, n=2),
    "survive": lambda given: survive("random", given, seed=1),
    "by_moves": lambda given: by_moves("random", "pairwise", given, seed=1),
    "tasks": lambda given: list(tasks("certain", given, n=1)),
    "Episode": lambda given: Episode(given, seed=1),
}
TAKE_BOARDS: dict[str, Callable[[Any], object]] = {
    "board_text": board_text,
    "canonical_hash": canonical_hash,
}


def test_what_is_no_setting_is_named(subtests: pytest.Subtests) -> None:
    check_settings(TAKE_SETTINGS, subtests)


def test_what_is_no_board_is_named(subtests: pytest.Subtests) -> None:
    check_boards(TAKE_BOARDS, subtests)
