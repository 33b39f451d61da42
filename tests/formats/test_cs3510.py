"""Boards of the CS 3510 projects: two dialects, told apart by their clues, names and starts."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from logicsweep import BoardSyntaxError, Cell, Layout
from logicsweep.formats import read_layout
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.registry import by_name
from tests.conftest import some
from tests.judges.making import clue
from tests.judges.refusals import refused

# A CS 3510 board of 10x10 with 10 mines, as it is in use.
KNOWN = {
    "dim": "10,10",
    "bombs": "10",
    "safe": "1,8",
    "board": "00000029200111003941129100293919321011211129100000"
    "00111000001110000000191011100022201910001910111000",
}


def mask_of(text: str) -> np.ndarray:
    return np.array([[symbol == "*" for symbol in row] for row in text.split()])


def cs3510(mask: np.ndarray, *, rows_first: bool, start: tuple[int, int] | None) -> bytes:
    """A file in one of the two dialects, with clues worked out here."""
    height, width = mask.shape
    digits = "".join(
        "9" if mask[row, column] else str(clue(mask, (row, column)))
        for row in range(height)
        for column in range(width)
    )
    pairs = [(height, width), *([start] if start else [])]
    names = [f"{a},{b}" if rows_first else f"{b},{a}" for a, b in pairs]
    value = {"dim": names[0], "bombs": str(int(mask.sum())), "board": digits}
    if start:
        value["safe"] = names[1]
    return json.dumps(value).encode()


@pytest.mark.parametrize("rows_first", [True, False])
@pytest.mark.parametrize("shape", some([(4, 7), (7, 4), (5, 5), (1, 9)], every=2))
def test_a_file_is_read_as_it_was_written_or_with_a_note(
    shape: tuple[int, int], rows_first: bool
) -> None:
    """With its name as it was written; without it as well, or rows first and with a note."""
    height, width = shape
    name = f"{height}rows_{width}cols_0.json" if rows_first else f"{width}x_{height}y_0.json"
    form = by_name("cs3510")
    for seed in range(2):
        mask = np.zeros(shape, dtype=np.bool_)
        mask.flat[random.Random(seed).sample(range(height * width), 4)] = True
        for start in [None, *map(tuple, np.argwhere(~mask).tolist())]:
            written = Layout(mask), start
            data = cs3510(mask, rows_first=rows_first, start=start)
            assert read_layout(data, file_name=name)[:3] == (*written, None)
            found = read_layout(data)
            if rows_first or found.note is None:
                assert found[:2] == written
            assert read_layout(form.write(DealtGame(*written)))[:2] == written


def test_rows_come_first_unless_the_name_says_otherwise() -> None:
    """On the board of a report about these files, whose program opens row 19, column 15."""
    mask = np.zeros((30, 30), dtype=np.bool_)
    mask[16, 20] = True
    note = '"safe" may be (19,15) or (15,19); it is read as (19,15), row first'
    for each in (mask, mask.T):
        data = cs3510(each, rows_first=True, start=(19, 15))
        assert read_layout(data)[1:3] == (Cell(19, 15), note)
        assert read_layout(data, file_name="30rows_30cols.json")[1:3] == (Cell(19, 15), None)
        assert read_layout(data, file_name="30x_30y.json")[1:3] == (Cell(15, 19), None)


def test_a_start_that_is_a_mine_in_one_dialect_is_read_in_the_other() -> None:
    mask = mask_of("_____ _____ ____* _____ _____")
    for name in ("", "5rows_5cols.json", "5x_5y.json"):
        for rows_first in (True, False):
            found = read_layout(cs3510(mask, rows_first=rows_first, start=(4, 2)), file_name=name)
            assert found[1:3] == (Cell(4, 2), None)


def test_the_start_decides_between_sizes_that_both_fit() -> None:
    """The clues are right in two rows of four and in four rows of two."""
    mask = mask_of("_*_* *_*_")
    for rows_first in (True, False):  # the other reading has a mine there
        found = read_layout(cs3510(mask, rows_first=rows_first, start=(0, 2)))
        assert found[:3] == (Layout(mask), Cell(0, 2), None)
    unclear = read_layout(cs3510(mask, rows_first=True, start=None))
    note = '"dim" may have rows or columns first; it is read as rows first'
    assert unclear[:3] == (Layout(mask), None, note)


def test_a_board_as_it_is_in_use_and_the_old_draft() -> None:
    found = read_layout(json.dumps(KNOWN).encode())
    assert int(found.layout.mask.sum()) == 10
    assert found.start == Cell(1, 8)
    data = json.dumps({**KNOWN, "board": "0" * 89 + "1" + "0" * 8 + "19"}).encode()
    with refused(BoardSyntaxError, line=1, column=48):
        read_layout(data)
    mask = mask_of("*__ ___ __*")
    value = json.loads(cs3510(mask, rows_first=True, start=(1, 1)))
    draft = {"size": value["dim"], "grid": value["board"], "bombs": "2", "safe": "1,1"}
    found = read_layout(json.dumps(draft).encode())
    assert (found.layout.mask == mask).all()
    assert found.start == Cell(1, 1)


CHANGES: list[tuple[dict[str, object], str]] = [
    ({"dim": "3"}, 'expected "dim": two numbers in a string'),
    ({"dim": [3, 3]}, '"dim": expected str, got array'),
    ({"dim": "3,4"}, '"board" has 9 signs; expected 12 digits, 9 for a mine'),
    ({"dim": "0,0", "board": ""}, '"board" has 0 signs; expected 0'),
    ({"board": "9x0000009"}, '"board" has 9 signs; expected 9 digits'),
    ({"board": 3}, '"board": expected str, got int'),
    ({"bombs": "3"}, '"bombs" is \'3\', but "board" has 2 mines'),
    ({"safe": "0,0"}, "\"safe\" is '0,0'; expected a safe cell"),
    ({"safe": "7,7"}, "expected a safe cell"),
    ({"safe": "x"}, 'expected "safe": two numbers'),
]


def test_broken_boards_of_the_projects(subtests: pytest.Subtests) -> None:
    value = json.loads(cs3510(mask_of("*__ ___ __*"), rows_first=True, start=(1, 1)))
    for changes, words in CHANGES:
        with subtests.test(words), pytest.raises(BoardSyntaxError, match=words):
            read_layout(json.dumps({**value, **changes}).encode())
