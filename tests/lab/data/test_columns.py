"""The table of columns: what it says of arrays, and what goes through it."""

from __future__ import annotations

from dataclasses import fields

import numpy as np
import pytest

from logicsweep import Setting, positions
from logicsweep.lab.data import Positions, columns
from logicsweep.lab.data.columns import (
    ANSWERS,
    COLUMNS,
    joined,
    no_positions,
)
from logicsweep.lab.data.symmetries import copied_cells

SQUARE = Setting("4x4", mines=3, first_click="safe")


def test_the_table_is_of_the_attributes() -> None:
    declared = [field.name for field in fields(Positions)]
    assert declared == ["setting", *COLUMNS]
    assert [name for name, column in COLUMNS.items() if column.find is not None] == [*ANSWERS]
    optional = {field.name for field in fields(Positions) if field.default is None}
    assert optional == {*ANSWERS}


@pytest.mark.parametrize(
    "setting", [SQUARE, Setting("3x2", mines=(1, 2), rules="1W", first_click="safe")]
)
def test_arrays_have_the_types_of_the_table(setting: Setting) -> None:
    made = positions(3, setting, 1, answers=ANSWERS)
    said = no_positions(setting, ANSWERS)
    assert len(said) == 0
    assert {name: (array.dtype, array.shape[1:]) for name, array in made.arrays.items()} == {
        name: (array.dtype, array.shape[1:]) for name, array in said.arrays.items()
    }
    assert {len(array) for array in made.arrays.values()} == {3}


def test_other_columns_are_not_joined() -> None:
    made = positions(2, SQUARE)
    assert len(joined([made, made[:0], made[1:]])) == 3
    for other, says in [
        (positions(1, SQUARE, answers=["chances"]), "the array verdicts is missing"),
        (positions(1, SQUARE, answers=ANSWERS), "is one too many"),
        (positions(1, Setting("beginner")), r"of shape \(1, 9, 9\); expected int8 of shape \(1, 4"),
    ]:
        with pytest.raises(ValueError, match=says):
            joined([made, other])


@pytest.mark.parametrize("size", ["4x4", "5x3", "6x1", "1x1"])
def test_copies_of_cells(size: str) -> None:
    """Each cell goes where a grid that is marked there has the mark; none stays none."""
    setting = Setting(size, mines=0)
    cells = [(row, column) for row in range(setting.height) for column in range(setting.width)]
    marked = np.zeros((len(cells), setting.height, setting.width), dtype=np.int8)
    for index, cell in enumerate(cells):
        marked[(index, *cell)] = 1
    images = copied_cells(np.array(cells, dtype=np.int16), setting)
    copies = columns.GRID.copied(marked, setting)
    assert images.dtype == np.int16
    assert [tuple(cell) for cell in images.tolist()] == [
        tuple(np.argwhere(copy)[0].tolist()) for copy in copies
    ]
    nowhere = copied_cells(np.full((2, 2), -1, dtype=np.int16), setting)
    assert nowhere.tolist() == [[-1, -1]] * (2 * len(copies) // len(cells))
