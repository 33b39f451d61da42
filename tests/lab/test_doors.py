"""Whatever of the lab takes a setting takes what makes one, too."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from logicsweep import Setting, compare, dataset, positions
from logicsweep.lab.exams import JudgedAgent, judge_agent
from logicsweep.lab.play import by_moves, survive
from logicsweep.lab.tasks import Episode, tasks
from tests.lab.exams.seated import seated

__all__ = ["seated"]

EXAMS = Path(__file__).parent / "exams"
WIDE = Setting(height=3, width=4, mines=2, first_click="safe")
KEYS: dict[str, Any] = {"mines": 2, "first_click": "safe"}

DOORS: dict[str, Callable[..., object]] = {
    "positions": lambda *given, **keys: positions(*given, n=3, **keys).boards.tolist(),
    "dataset": lambda *given, **keys: [*dataset(*given, n=2, seed=1, **keys)],
    "tasks": lambda *given, **keys: [*tasks("certain", *given, n=2, **keys)],
    "Episode": lambda *given, **keys: Episode(*given, seed=3, **keys).setting,
    "survive": lambda *given, **keys: survive("random", *given, seed=1, **keys),
    "by_moves": lambda *given, **keys: by_moves("random", "logic", *given, seed=1, **keys),
}


@pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)
def test_doors(door: Callable[..., object]) -> None:
    expected = door(WIDE)
    assert door("4x3", **KEYS) == door((3, 4), **KEYS) == expected
    assert door(height=3, width=4, **KEYS) == expected
    assert door(Setting("expert"), height=3, width=4, **KEYS) == expected


@pytest.mark.slow  # for the extra `experiments`
def test_compare() -> None:
    pytest.importorskip("scipy")
    words = compare(["random", "logic"], (3, 4), n=2, **KEYS)
    assert words == compare(["random", "logic"], WIDE, n=2)


@pytest.mark.usefixtures("seated")
def test_an_exam() -> None:
    def judged(*given: Any, **keys: Any) -> JudgedAgent:
        return judge_agent("exam_agents:Anywhere", *given, folder=EXAMS, n=2, seed=1, **keys).answer

    keys = {"first_click": "safe", "mines": 2}
    assert judged((3, 4), **keys).setting == judged(WIDE).setting
    assert judged(mines=5).setting.startswith("2 games on 9x9, 5 mines")
