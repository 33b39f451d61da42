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
    FLOATS,
    FloatName,
    copied_cells,
    joined,
    narrowed,
    no_positions,
)

SQUARE = Setting("4x4", mines=3, first_click="safe")


def test_the_table_is_of_the_attributes() -> None:
    declared = [field.name for field in fields(Positions)]
    assert declared == ["setting", *COLUMNS]
    assert [name for name, column in COLUMNS.items() if column.find is not None] == [*ANSWERS]
    optional = {field.name for field in fields(Positions) if field.default is None}
    assert optional == {*ANSWERS}


@pytest.mark.parametrize("floats", FLOATS)
@pytest.mark.parametrize(
    "setting", [SQUARE, Setting("3x2", mines=(1, 2), rules="1W", first_click="safe")]
)
def test_arrays_have_the_types_of_the_table(setting: Setting, floats: FloatName) -> None:
    made = positions(setting, n=3, seed=1, answers=ANSWERS, floats=floats)
    said = no_positions(setting, ANSWERS, floats)
    assert len(said) == 0
    assert {name: (array.dtype, array.shape[1:]) for name, array in made.arrays.items()} == {
        name: (array.dtype, array.shape[1:]) for name, array in said.arrays.items()
    }
    assert {len(array) for array in made.arrays.values()} == {3}


def test_other_columns_are_not_joined() -> None:
    made = positions(SQUARE, n=2)
    assert len(joined([made, made[:0], made[1:]])) == 3
    for other, says in [
        (positions(SQUARE, n=1, answers=["chances"]), "the array verdicts is missing"),
        (positions(SQUARE, n=1, answers=ANSWERS), "is one too many"),
        (
            positions(SQUARE, n=1, floats="float32"),
            r"float32 of shape \(1, 4, 4\); expected float64",
        ),
        (
            positions(Setting("beginner"), n=1),
            r"of shape \(1, 9, 9\); expected int8 of shape \(1, 4",
        ),
    ]:
        with pytest.raises(ValueError, match=says):
            joined([made, other])


@pytest.mark.parametrize("symmetries", [False, True])
def test_chances_as_float32(symmetries: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """The nearest ones, in half the room, however many boards are narrowed at once."""
    usual = positions(SQUARE, n=20, seed=1, answers=ANSWERS, symmetries=symmetries)
    monkeypatch.setattr(columns, "_AT_ONCE", 50)
    made = positions(SQUARE, n=20, seed=1, answers=ANSWERS, symmetries=symmetries, floats="float32")
    assert usual.chances is not None
    assert made.chances is not None
    assert 2 * made.chances.nbytes == usual.chances.nbytes
    np.testing.assert_array_equal(made.chances, usual.chances.astype(np.float32))
    for name in COLUMNS.keys() - {"chances"}:
        np.testing.assert_array_equal(made.arrays[name], usual.arrays[name])


def test_no_other_chance_becomes_0_or_1() -> None:
    """Where float32 has no number between the chance and 0 or 1, either."""
    exact = np.array([np.nan, 0.0, 1.0, 1e-60, 1e-46, 0.25, 1 - 1e-9, 1 - 1e-15])
    narrow = narrowed(exact)
    assert narrow.dtype == np.float32
    assert np.isnan(narrow[0])
    assert narrow[[1, 2, 5]].tolist() == [0, 1, 0.25]
    assert ((narrow[3:] > 0) & (narrow[3:] < 1)).all()
    assert (narrow[6:] == np.nextafter(np.float32(1), np.float32(0))).all()


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
