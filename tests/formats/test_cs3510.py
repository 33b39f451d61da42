"""Boards of the CS 3510 projects: two dialects, told apart by their clues, names and starts."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest

from logicsweep import BoardSyntaxError, Cell, read_layout
from tests.conftest import some
from tests.judges.making import clue

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
@pytest.mark.parametrize("shape", some([(4, 7), (7, 4), (1, 9), (5, 5)], every=2))
def test_both_dialects_are_told_apart(shape: tuple[int, int], rows_first: bool) -> None:
    height, width = shape
    for seed in range(30):
        mask = np.zeros(shape, dtype=np.bool_)
        mask.flat[random.Random(seed).sample(range(height * width), 4)] = True
        # The start is next to a mine, as the projects have it, and its mirror image is a mine.
        for start in np.argwhere(~mask).tolist():
            row, column = start
            mirrored = column < height and row < width and not mask[column, row]
            if clue(mask, (row, column)) == 0 or (height == width and mirrored and row != column):
                continue
            found = read_layout(cs3510(mask, rows_first=rows_first, start=(row, column)))
            assert (found.layout.mask == mask).all() or height != width
            if (found.layout.mask.shape, found.note) == (mask.shape, None):
                assert (found.layout.mask == mask).all()
                assert found.start == Cell(row, column) or height != width


def test_square_boards_go_by_name_then_by_clue_and_else_say_so() -> None:
    mask = mask_of("*____ _____ _____ _____ _____")
    # Both (1,0) and (0,1) are safe and next to the mine: only the name can tell.
    data = cs3510(mask, rows_first=True, start=(1, 0))
    assert read_layout(data, file_name="5rows_5cols_4d_0.json").start == Cell(1, 0)
    assert read_layout(data, file_name="5x_5y_4d_0.json").start == Cell(0, 1)
    unclear = read_layout(data)
    assert unclear.start == Cell(1, 0)
    assert unclear.note == '"safe" may be (1,0) or (0,1); it is read as (1,0), row first'
    # (4,1) shows 0 and (1,4) a clue.
    mask = mask_of("_____ _____ ____* _____ _____")
    assert read_layout(cs3510(mask, rows_first=True, start=(4, 1))).start == Cell(1, 4)
    # (2,4) is the mine.
    assert read_layout(cs3510(mask, rows_first=True, start=(4, 2))).start == Cell(4, 2)
    assert read_layout(cs3510(mask, rows_first=False, start=(4, 2))).start == Cell(4, 2)
    assert read_layout(cs3510(mask, rows_first=True, start=None)).start is None


def test_a_board_as_it_is_in_use_and_the_old_draft() -> None:
    found = read_layout(json.dumps(KNOWN).encode())
    assert int(found.layout.mask.sum()) == 10
    assert found.start == Cell(1, 8)
    data = json.dumps({**KNOWN, "board": "0" * 89 + "1" + "0" * 8 + "19"}).encode()
    with pytest.raises(BoardSyntaxError, match='the clues in "board" do not match its mines'):
        read_layout(data)
    mask = mask_of("*__ ___ __*")
    value = json.loads(cs3510(mask, rows_first=True, start=(1, 1)))
    draft = {"size": value["dim"], "grid": value["board"], "bombs": "2", "safe": "1,1"}
    found = read_layout(json.dumps(draft).encode())
    assert (found.layout.mask == mask).all()
    assert found.start == Cell(1, 1)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"dim": "3"}, 'expected "dim": two numbers in a string'),
        ({"dim": [3, 3]}, 'expected "dim": two numbers in a string'),
        ({"dim": "3,4"}, '"board" has 9 digits; expected 12 for "dim"'),
        ({"dim": "0,0", "board": ""}, '"board" has 0 digits; expected 0'),
        ({"board": "9x0000009"}, 'expected "board": digits'),
        ({"board": 3}, 'expected "board": digits'),
        ({"bombs": "3"}, '"bombs" is \'3\', but "board" has 2 mines'),
        ({"safe": "0,0"}, "\"safe\" is '0,0'; expected a safe cell"),
        ({"safe": "7,7"}, "expected a safe cell"),
        ({"safe": "x"}, 'expected "safe": two numbers'),
    ],
)
def test_broken_boards_of_the_projects(changes: dict[str, object], words: str) -> None:
    value = json.loads(cs3510(mask_of("*__ ___ __*"), rows_first=True, start=(1, 1)))
    with pytest.raises(BoardSyntaxError, match=words):
        read_layout(json.dumps({**value, **changes}).encode())
