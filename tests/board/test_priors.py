"""A density for each cell: given, carried, written and read."""

from __future__ import annotations

import json
import pickle
from decimal import Decimal
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, BoardSyntaxError, State
from logicsweep.formats import read_board, write_board
from tests.judges.refusals import refused

TABLE = [[Fraction(1, 2), 0.25, Decimal("0.1")], [Fraction(1, 3), 0.5, np.float64(0.75)]]
EXACT = (
    (Fraction(1, 2), Fraction(1, 4), Fraction(1, 10)),
    (Fraction(1, 3), Fraction(1, 2), Fraction(3, 4)),
)


def board(density: Any = TABLE, **more: Any) -> Board:
    return Board(np.array([[-1, 1, -1], [-1, -1, -1]]), density=density, **more)


def test_a_table_is_exact() -> None:
    assert board().priors == EXACT
    assert board().density is None
    assert not board().is_ordinary


@pytest.mark.parametrize("kind", [list, tuple, np.array])
def test_equal_entries_are_one_density(kind: Any) -> None:
    made = board(kind([[0.25] * 3] * 2))
    assert (made.density, made.priors) == (Fraction(1, 4), None)
    assert made == board(Fraction(1, 4))
    assert made.is_ordinary


def test_a_board_carries_it() -> None:
    made = board(mines=2)
    assert made.with_total(3).priors == EXACT
    assert made.replace({(0, 0): 1}).priors == EXACT
    assert made.with_states({3: State.NO_CLUE}).priors == EXACT
    assert made.with_grid(made.grid).priors == EXACT
    assert pickle.loads(pickle.dumps(made)) == made  # noqa: S301
    assert made.altered(density=None) == board(None, mines=2)
    assert made.altered(density=Fraction(1, 5)).priors is None
    assert Board.from_array(made.grid, density=made.priors).priors == EXACT


def test_boards_of_different_priors_differ() -> None:
    other = [row[::-1] for row in TABLE]
    assert board() == board()
    assert hash(board()) == hash(board())
    assert board() != board(other)
    assert board() != board(None)


def test_text_has_a_line_for_each_row() -> None:
    lines = str(board(mines=2)).splitlines()
    assert lines[:3] == ["mines: 2", "density: 1/2 1/4 1/10", "density: 1/3 1/2 3/4"]


@pytest.mark.parametrize("to", ["board", "json"])
def test_every_table_is_read_back(to: str) -> None:
    rng = Random(1)
    for _ in range(50):
        shape = rng.randint(1, 4), rng.randint(1, 4)
        table = [[Fraction(rng.randint(1, 6), 7) for _ in range(shape[1])] for _ in range(shape[0])]
        made = Board(np.full(shape, int(State.COVERED)), density=table)
        assert read_board(write_board(made, to)) == made


def test_json_takes_numbers_and_strings() -> None:
    given = {"format": "logicsweep-board/1", "density": [["0.5", 0.25], ["1/3", "0.5"]]}
    made = read_board(json.dumps({**given, "rows": ["??", "??"]}).encode())
    assert made.priors == ((Fraction(1, 2), Fraction(1, 4)), (Fraction(1, 3), Fraction(1, 2)))


@pytest.mark.parametrize(
    "density",
    [[["0.5"]], [["0.5", "2"], ["0.5", "0.5"]], ["0.5", "0.25"], [[], []], [[None] * 2] * 2],
)
def test_json_that_is_no_table(density: object) -> None:
    given = {"format": "logicsweep-board/1", "density": density, "rows": ["??", "??"]}
    with refused(BoardSyntaxError, line=1, column=34):
        read_board(json.dumps(given).encode())


def test_other_formats_refuse_it() -> None:
    with pytest.raises(ValueError, match="csv cannot hold a density"):
        write_board(board(), "csv")
    assert read_board(write_board(board(), "csv", lossy=True), name="csv").priors is None


def test_a_picture_says_it() -> None:
    assert board().picture().note == "Each cell has its own density."
