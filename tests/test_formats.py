"""Board files: two corpora, round trips, detection."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from logicsweep import (
    Adjacency,
    Board,
    BoardSyntaxError,
    LogicSweepError,
    State,
    UnknownNameError,
    read_board,
)
from logicsweep.formats.registry import FORMATS, by_name, detect
from tests.test_board import boards

CORPUS = Path(__file__).parent / "boards"
VALID = sorted(path for path in (CORPUS / "valid").iterdir() if path.suffix != ".canonical")
INVALID = json.loads((CORPUS / "invalid" / "expected.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", VALID, ids=lambda path: path.name)
def test_valid_files(path: Path) -> None:
    canonical = path.with_name(path.name + ".canonical").read_text()
    board = read_board(path.read_bytes(), suffix=path.suffix)
    assert str(board) + "\n" == canonical
    # The content alone is enough to tell the format, but for the ending of a native file.
    assert read_board(path.read_bytes()) == board


@pytest.mark.parametrize("case", INVALID, ids=lambda case: case["file"])
def test_invalid_files(case: dict) -> None:
    path = CORPUS / "invalid" / case["file"]
    with pytest.raises(BoardSyntaxError) as caught:
        read_board(path.read_bytes(), suffix=path.suffix)
    error = caught.value
    assert (error.line, error.column, error.text) == (case["line"], case["column"], case["words"])
    assert isinstance(error, ValueError)
    assert str(error) == f"line {error.line}, column {error.column}: {error.text}"


def test_every_invalid_file_has_its_expectation() -> None:
    files = {path.name for path in (CORPUS / "invalid").iterdir()} - {"expected.json"}
    assert files == {case["file"] for case in INVALID}


@given(boards())
def test_native_and_json_hold_every_board(board: Board) -> None:
    for name in ("board", "json"):
        form = by_name(name)
        assert form.read(form.write(board)) == board
        assert detect(form.write(board)) == form


@given(boards())
def test_mine_holds_what_it_can(board: Board) -> None:
    form = by_name("mine")
    fits = (
        isinstance(board.total_mines, int)
        and board.density is None
        and not (board.grid == State.NO_CLUE).any()
    )
    if fits:
        assert form.read(form.write(board)) == board
        assert detect(form.write(board)) == form
    else:
        with pytest.raises(ValueError, match=r"\.mine file"):
            form.write(board)


@given(st.binary(max_size=200), st.sampled_from([form.name for form in FORMATS]))
def test_noise_is_a_board_or_a_syntax_error(data: bytes, name: str) -> None:
    try:
        board = read_board(data, name=name)
    except LogicSweepError as error:
        assert isinstance(error, BoardSyntaxError)
        assert error.line >= 1
        assert error.column >= 1
    else:
        assert board.grid.size > 0


@given(st.text(alphabet="?012 F*_#\n\r\tm:ines.9", max_size=60))
def test_near_misses_are_boards_or_syntax_errors(text: str) -> None:
    try:
        board = Board.parse(text)
    except BoardSyntaxError as error:
        assert 1 <= error.line <= text.count("\n") + 1
    else:
        assert Board.parse(str(board)) == board


def test_ten_megabytes_of_noise() -> None:
    noise = np.random.default_rng(20261121).integers(0, 256, 10_000_000, dtype=np.uint8).tobytes()
    with pytest.raises(BoardSyntaxError):
        read_board(noise)
    with pytest.raises(BoardSyntaxError):
        read_board(b"x" * 10_000_000)


def test_a_million_cells() -> None:
    grid = np.random.default_rng(20261121).integers(-4, 9, (1000, 1000))
    board = Board(grid, total_mines=206_250)
    assert Board.parse(str(board)) == board


@pytest.mark.parametrize("name", ["board", "json", "mine"])
def test_files_have_no_other_neighbours(name: str) -> None:
    ring = Adjacency.of([[1, 2], [0, 2], [0, 1]])
    board = Board(np.full((1, 3), State.COVERED), total_mines=1, adjacency=ring)
    with pytest.raises(ValueError, match="no place for other neighbours"):
        by_name(name).write(board)


@pytest.mark.parametrize("text", ["0.206", ".5", "33/160", "1e-7", "2.5E-3"])
def test_densities(text: str) -> None:
    assert Board.parse(f"density: {text}\n\n?").density == Fraction(text)


def test_unknown_names_list_the_known_ones() -> None:
    with pytest.raises(
        UnknownNameError, match="unknown board format 'abc'; known: json, mine, boa"
    ):
        by_name("abc")
