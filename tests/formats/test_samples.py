"""Files and words of other programs, read as those programs mean them."""

from __future__ import annotations

import numpy as np
import pytest

from logicsweep import Board, Cell, read_board
from logicsweep.formats import ms_toollib, read_layout
from logicsweep.formats.registry import by_name
from tests.judges.corpus import CORPUS

# The same board of 35 mines in all of the ways in which it is known.
BOARD = (CORPUS / "valid" / "zini" / "preset.txt.canonical").read_text()
KNOWN = {
    "tatham-id": (b"9x9:4,4,m00b7d48a3e0231c419200", b"9x9:4,4,ufcfa08b4483c12b0703c0"),
    "zini": (b"https://llamasweeper.com/#/game/zini-explorer?b=1&m=vjt0hd287g9b0s1s0",),
    "mbf": (bytes([9, 9, 0, 35]),),
}


def test_known_samples() -> None:
    layout = read_layout(BOARD).layout
    assert int(layout.mask.sum()) == 35
    assert not layout.mask[3:6, 3:6].any()
    for name in ("tatham-id", "zini"):
        for data in KNOWN[name]:
            found = read_layout(data)
            assert found.layout == layout
            assert found.start == (Cell(4, 4) if name == "tatham-id" else None)
    assert by_name("mbf").write(layout).startswith(KNOWN["mbf"][0] + bytes([0, 0, 1, 0, 2, 0]))
    written = by_name("tatham-id").write(read_layout(KNOWN["tatham-id"][0]))
    assert written == KNOWN["tatham-id"][0] + b"\n"
    assert b"?b=1&m=vjt0hd287g9b0s1s0\n" in by_name("zini").write(layout)


def test_a_large_game_id() -> None:
    path = CORPUS / "valid" / "tatham-id" / "large.txt"
    found = read_layout(path.read_bytes())
    assert found.layout.mask.shape == (22, 49)
    assert int(found.layout.mask.sum()) == 220
    assert found.start == Cell(12, 9)
    assert not found.layout.mask[11:14, 8:11].any()
    assert by_name("tatham-id").write(found) == path.read_bytes()


def test_a_position_as_it_was_reported() -> None:
    """The first three rows of a position of 16 rows: only that the rows are too few is wrong."""
    rows = ["001HHHHHH21001H10001H2H1111000", "223332HHHH200112110223111F1000"]
    rows.append("HF2F11HHHH212222F211F100111000")
    board = read_board("\n".join(["30x3x99".replace("99", "40"), *rows]))
    assert (board.width, board.height, board.mines) == (30, 3, 40)
    assert int((board.grid == -2).sum()) == 5
    assert (
        "".join(
            "F" if state == -2 else "H" if state == -1 else str(state)
            for state in board.grid[2].tolist()
        )
        == rows[2]
    )


@pytest.mark.parametrize("kind", ["int8", "int64", "float64"])
def test_arrays_as_numpy_prints_them(kind: str) -> None:
    """All of its states and clues, as `str` and as `repr`, in lines that are broken as well."""
    rng = np.random.default_rng(17)
    for shape in ((1, 1), (3, 5), (2, 70)):
        grid = rng.integers(-4, 9, shape)
        grid.flat[-1] = -2
        for text in (str(grid.astype(kind)), repr(grid.astype(kind))):
            assert read_board(text) == Board(grid)
        if shape[1] < 70:  # where numpy breaks no lines
            assert by_name("numpy").write(Board(grid)).decode() == f"{grid}\n"


def test_matrices_of_ms_toollib() -> None:
    board = ms_toollib.board_of([[10, 1, 0], [11, 12, -1]])
    assert str(board) == "?10\nF?*"
    assert ms_toollib.matrix_of(board) == [[10, 1, 0], [11, 10, -1]]
    for matrix in ([[9]], [[17]], [[-2]], [], [[]], [[1.5]], [[10], [1, 1]]):
        with pytest.raises(ValueError, match=r"expected|a matrix is|inhomogeneous"):
            ms_toollib.board_of(matrix)


@pytest.mark.parametrize("text", ["?12\n", "x.1\n111\n", "9x9:4,4,m00b7d48a3e0231c419200"])
def test_text_may_be_given_as_it_is(text: str) -> None:
    assert read_board(text) == read_board(text.encode())


@pytest.mark.slow("ms_toollib")
def test_a_replay_of_the_program_itself() -> None:
    """ms_toollib plays a game and writes it down as Metasweeper does; the board in it is ours."""
    ms_toollib_itself = pytest.importorskip("ms_toollib")
    layout = read_layout(KNOWN["tatham-id"][0]).layout
    shown = layout.revealed().grid.astype(int)
    matrix = np.where(layout.mask, -1, shown).tolist()
    size = 16
    video = ms_toollib_itself.BaseVideo(matrix, size)
    for row, column in np.argwhere(~layout.mask).tolist():
        if video.game_board[row][column] == 10:
            for event in ("lc", "lr"):
                video.step(event, (size * row + 1, size * column + 1))
    video.generate_evf_v3_raw_data()
    theirs = bytes(video.raw_data)
    assert read_layout(theirs).layout == layout
    own = by_name("evf").write(layout)
    # Version, size, mines and 3BV: all of the header that is about the board.
    for start, end in ((0, 1), (3, 7), (10, 12)):
        assert own[start:end] == theirs[start:end]
