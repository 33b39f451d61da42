"""Folders of shards for tests: orders, what a folder holds, and equal positions."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.games.setting import Setting
from logicsweep.lab.data import Positions
from logicsweep.lab.data.bulk import ANSWERS, Answer
from logicsweep.lab.data.manifest import Form
from logicsweep.lab.data.pieces import OF_LINES, QUICK, FilesOrder, piece_of
from logicsweep.lab.data.shards import ShardFolder
from tests.games.making import bare

SMALL = bare(height=4, width=5, mines=4, first_click=FirstClick.SAFE)
RULED = bare(height=4, width=4, mines=4, first_click=FirstClick.SAFE, rules=Rules.of("1M Q"))
OPEN = bare(height=4, width=4, mines=(2, 4), first_click=FirstClick.SAFE)
PLAIN = ("seeds", "boards", "layouts", "total_mines")
OF_REASONS = ("positions", "cells", "mines", "offsets", "sources")


def order(
    form: Form = "npz",
    answers: tuple[Answer, ...] = QUICK,
    setting: Setting = SMALL,
    *,
    time_limit: float | None = None,
) -> FilesOrder:
    asked = OF_LINES if form == "jsonl" else answers
    return FilesOrder(setting, form, asked, symmetries=False, time_limit=time_limit)


def make(folder: Path, wanted: FilesOrder, number: int, size: int = 2, seed: int = 1) -> None:
    """Make a folder, or continue it."""
    with ShardFolder(folder, wanted, range(seed, seed + number), size) as shards:
        list(shards.fill(map(piece_of, shards.tasks())))


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def check_same(found: Positions, expected: Positions, answers: tuple[Answer, ...]) -> None:
    """The same values of the same types; chances may differ in their last digit."""
    assert found.setting == expected.setting
    for name in (*PLAIN, *answers):
        if name == "reasons":
            assert found.reasons is not None
            assert expected.reasons is not None
            assert found.reasons.rules == expected.reasons.rules
            pairs = [
                (getattr(found.reasons, key), getattr(expected.reasons, key)) for key in OF_REASONS
            ]
        else:
            pairs = [(getattr(found, name), getattr(expected, name))]
        for array, wanted in pairs:
            assert array.dtype == wanted.dtype, name
            np.testing.assert_allclose(array, wanted, rtol=1e-13, err_msg=name)
    for name in set(ANSWERS) - {*answers}:
        assert getattr(found, name) is None
