"""Files that hold a whole layout: native text, JSON of the CS 3510 projects, Minesweeper X."""

from __future__ import annotations

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicsweep import BoardSyntaxError, Cell, Layout, UnknownNameError
from logicsweep.formats import mbf
from logicsweep.formats.layouts import LAYOUT_FORMATS, read_layout
from tests.making import clue

# 35 mines on 9x9, in all of the ways.
TEXT = """\
******__*
****_*___
__*___*_*
*_*___*__
*_____***
*_____*__
*_*_**___
__***____
__****___
"""
MBF_STARTS = bytes([9, 9, 0, 35, 0, 0, 1, 0, 2, 0])
# A CS 3510 board of 10x10 with 10 mines, as it is in use.
KNOWN = {
    "dim": "10,10",
    "bombs": "10",
    "safe": "1,8",
    "board": "00000000292001110039411291002939193210112111291000"
    "0000111000001110000000191011100022201910001910111000",
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


def test_the_native_text_may_have_clues() -> None:
    layout = read_layout(TEXT.encode()).layout
    assert (layout.mask == mask_of(TEXT)).all()
    assert read_layout(f"{layout}\n".encode()).layout == layout
    assert read_layout(b"mines: 1\n\n*1\n_1\n").layout == Layout(mask_of("*_ __"))
    for data, words in (
        (b"*1\n?1\n", "row 1, column 0 is covered; expected a whole layout"),
        (b"*2\n11\n", r"the clue at \(0,1\) is 2, but the mines make it 1"),
        (b"mines: 2\n\n*1\n11\n", "the total is 2, but the mines make it 1"),
    ):
        with pytest.raises(BoardSyntaxError, match=words):
            read_layout(data)


def test_minesweeper_x_files() -> None:
    layout = Layout(mask_of(TEXT))
    data = mbf.write(layout)
    assert data.startswith(MBF_STARTS)
    assert read_layout(data, file_name="x.MBF").layout == layout
    assert read_layout(data, name="mbf").layout == layout
    with pytest.raises(ValueError, match="a board of 256x1 is too large"):
        mbf.write(Layout(np.zeros((1, 256), dtype=np.bool_)))


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "line 1, column 1: 0 bytes; expected width, height"),
        (b"\x00\x03\x00\x00", "a board of 0x3 has no cell"),
        (b"\x02\x02\x00\x05", "5 mines do not fit on 4 cells"),
        (b"\x02\x02\x00\x01\x00", "the file has 5 bytes; expected 6 for 1 mines"),
        (b"\x02\x02\x00\x01\x02\x00", "column 5: a mine in row 0, column 2 is off the board"),
        (b"\x02\x02\x00\x02\x00\x00\x00\x00", "a second mine in row 0, column 0"),
    ],
)
def test_broken_minesweeper_x_files(data: bytes, words: str) -> None:
    with pytest.raises(BoardSyntaxError, match=words):
        read_layout(data, name="mbf")


@pytest.mark.parametrize("rows_first", [True, False])
@pytest.mark.parametrize("shape", [(4, 7), (7, 4), (1, 9), (5, 5)])
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
    assert unclear.note == '"safe" may be (1,0) or (0,1); it is taken as (1,0), row first'
    # (4,1) shows 0 and (1,4) a clue.
    mask = mask_of("_____ _____ ____* _____ _____")
    assert read_layout(cs3510(mask, rows_first=True, start=(4, 1))).start == Cell(1, 4)
    # (2,4) is the mine.
    assert read_layout(cs3510(mask, rows_first=True, start=(4, 2))).start == Cell(4, 2)
    assert read_layout(cs3510(mask, rows_first=False, start=(4, 2))).start == Cell(4, 2)
    assert read_layout(cs3510(mask, rows_first=True, start=None)).start is None


def test_a_board_as_it_is_in_use_and_the_old_draft() -> None:
    board = KNOWN["board"][:100]
    data = json.dumps({**KNOWN, "board": "0" * 89 + "1" + "0" * 8 + "19"}).encode()
    with pytest.raises(BoardSyntaxError, match='the clues in "board" are not those of its mines'):
        read_layout(data)
    assert len(board) == 100
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
        ({"dim": "3,4"}, '"board" has 9 digits; expected 12, as "dim" says'),
        ({"dim": "0,0", "board": ""}, '"board" has 0 digits; expected 0'),
        ({"board": "9x0000009"}, 'expected "board": digits'),
        ({"board": 3}, 'expected "board": digits'),
        ({"bombs": "3"}, '"bombs" is \'3\', but "board" has 2 mines'),
        ({"safe": "0,0"}, "\"safe\" is '0,0', which is no safe cell"),
        ({"safe": "7,7"}, "which is no safe cell"),
        ({"safe": "x"}, 'expected "safe": two numbers'),
    ],
)
def test_broken_boards_of_the_projects(changes: dict[str, object], words: str) -> None:
    value = json.loads(cs3510(mask_of("*__ ___ __*"), rows_first=True, start=(1, 1)))
    with pytest.raises(BoardSyntaxError, match=words):
        read_layout(json.dumps({**value, **changes}).encode())


@given(st.binary(max_size=60), st.sampled_from([None, *(form.name for form in LAYOUT_FORMATS)]))
def test_whatever_is_in_a_file_is_a_layout_or_a_syntax_error(data: bytes, name: str | None) -> None:
    try:
        found = read_layout(data, name=name)
    except BoardSyntaxError:
        return
    assert found.layout.mask.size


def test_unknown_formats_are_named() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown layout format 'avf'; known: layout, cs3510"
    ):
        read_layout(b"", name="avf")
