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
    "positions": lambda given: positions(2, given),
    "dataset": lambda given: list(dataset(given, [1])),
    "compare": lambda given: compare(["random", "pairwise"], given, games=2),
    "survive": lambda given: survive(given, 1, "random"),
    "by_moves": lambda given: by_moves(given, 1, "random", "pairwise"),
    "tasks": lambda given: list(tasks("certain", 1, setting=given)),
    "Episode": lambda given: Episode(given, 1),
}
TAKE_BOARDS: dict[str, Callable[[Any], object]] = {
    "board_text": board_text,
    "canonical_hash": canonical_hash,
}


def test_what_is_no_setting_is_named(subtests: pytest.Subtests) -> None:
    check_settings(TAKE_SETTINGS, subtests)


def test_what_is_no_board_is_named(subtests: pytest.Subtests) -> None:
    check_boards(TAKE_BOARDS, subtests)
