"""Positions from seeds: the kernel against its Python twin, which plays the games itself."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from logicsweep import Setting
from logicsweep.board import FirstClick
from logicsweep.games.dealing.seeded import MOST
from logicsweep.kernel.context import Context, Status
from logicsweep.kernel.play import Games, make_positions
from logicsweep.lab.data import drawn
from logicsweep.lab.data.drawn import made, position
from logicsweep.limits import Budget
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.kernel.test_deal import BOARDS, LARGE

pytestmark = needs_kernel

NEVER = Budget(None)
NAMES = [name for name in BOARDS if name != "all mines but those kept free"]


def check(setting: Setting, numbers: list[int]) -> None:
    """The kernel makes these positions, and they are those of the twin."""
    asked = np.array(numbers, dtype=np.uint64)
    boards = np.empty((len(asked), setting.height, setting.width), dtype=np.int8)
    layouts = np.empty(boards.shape, dtype=np.bool_)
    statuses = np.full(len(asked), Status.WIDE, dtype=np.int32)
    assert isinstance(setting.mines, int)
    games = Games(setting.adjacency, setting.mines, setting.first_click, setting.flood)
    make_positions(games, asked, boards, layouts, statuses)
    assert not statuses.any(), (setting, statuses)
    for place, number in enumerate(numbers):
        layout, board = position(setting, number)
        assert (layout.mask == layouts[place]).all(), (setting, number)
        assert (board.grid == boards[place]).all(), (setting, number)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.slow] * (name in LARGE)) for name in NAMES]
)
def test_any_board(name: str) -> None:
    for first_click in FirstClick:
        options: dict[str, Any] = {"first_click": first_click, **BOARDS[name]}
        check(Setting(**options), [0, MOST])
        check(Setting(**options, flood=False), [2])


@pytest.mark.parametrize("block", seeds(range(160), fast=4))
def test_random_boards(block: int) -> None:
    rng = Random(f"positions {block}")
    for _ in range(6):
        height, width = rng.randint(1, 10), rng.randint(1, 10)
        first_click = rng.choice([*FirstClick])
        kept = {FirstClick.UNPROTECTED: 0, FirstClick.SAFE: 1, FirstClick.OPENING: 9}[first_click]
        room = height * width - min(kept, min(height, 3) * min(width, 3))
        most = min(room, height * width - 1)
        setting = Setting(
            height=height,
            width=width,
            mines=rng.randint(0, most) if rng.random() < 0.3 else min(most, height * width // 5),
            first_click=first_click,
            flood=rng.random() < 0.8,
        )
        check(setting, [rng.randint(0, MOST), rng.randint(0, MOST), rng.randint(0, MOST)])


@pytest.mark.slow
@pytest.mark.parametrize("size", ["beginner", "expert"])
def test_usual_boards(size: str) -> None:
    check(Setting(size), [*range(1000, 1010)])


def test_what_the_kernel_leaves_open_is_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    setting = Setting("beginner")
    asked = np.arange(4, dtype=np.uint64)
    natively = made(setting, asked, NEVER)
    brief = Context.be_brief
    monkeypatch.setattr(Context, "be_brief", lambda own, _: brief(own, 1))
    played: list[int] = []

    def counted(setting: Setting, seed: int, *, time_limit: float | None) -> Any:
        played.append(seed)
        return position(setting, seed, time_limit=time_limit)

    monkeypatch.setattr(drawn, "position", counted)
    limited = made(setting, asked, NEVER)
    assert played
    with without_kernel():
        in_python = made(setting, asked, NEVER)
    for other in (limited, in_python):
        for array, expected in zip(other, natively, strict=True):
            assert (array == expected).all()


def test_a_board_without_a_safe_cell_is_left_open() -> None:
    setting = Setting("2x2", mines=4, first_click="unprotected")
    games = Games(setting.adjacency, 4, setting.first_click, setting.flood)
    boards = np.zeros((1, 2, 2), dtype=np.int8)
    statuses = np.full(1, Status.WIDE, dtype=np.int32)
    make_positions(
        games, np.zeros(1, dtype=np.uint64), boards, np.zeros((1, 2, 2), dtype=np.bool_), statuses
    )
    assert statuses[0] == Status.WIDE
