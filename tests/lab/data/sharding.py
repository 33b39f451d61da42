"""Folders of shards for tests: orders, what a folder holds, and equal positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.games.setting import Setting
from logicsweep.lab.data import Positions
from logicsweep.lab.data.columns import QUICK, Answer, FloatName
from logicsweep.lab.data.manifest import FilesOrder, Form
from logicsweep.lab.data.shards import files_at
from tests.games.making import bare

SMALL = bare(height=4, width=5, mines=4, first_click=FirstClick.SAFE)
RULED = bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, rules=Rules.of("1M Q"))
OPEN = bare(height=4, width=4, mines=(2, 4), first_click=FirstClick.SAFE)


def order(
    form: Form = "npz",
    answers: tuple[Answer, ...] = QUICK,
    setting: Setting = SMALL,
    *,
    floats: FloatName = "float64",
    time_limit: float | None = None,
) -> FilesOrder:
    return FilesOrder(form, setting, answers, False, floats, time_limit)


def make(folder: Path, wanted: FilesOrder, number: int, size: int = 2, seed: int = 1) -> None:
    """Make a folder, or continue it."""
    with files_at(folder, wanted, range(seed, seed + number), size) as shards:
        list(shards.fill(map(wanted.piece, shards.parts())))


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def check_same(found: Positions, expected: Positions) -> None:
    """The same values of the same types."""
    assert found.setting == expected.setting
    assert [*found.arrays] == [*expected.arrays]
    for name, array in found.arrays.items():
        assert array.dtype == expected.arrays[name].dtype, name
        np.testing.assert_array_equal(array, expected.arrays[name], err_msg=name)
