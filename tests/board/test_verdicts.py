"""Consequences: sets of cells, masks and numbers that say the same."""

from __future__ import annotations

import pickle
import random

import numpy as np
import pytest

from logicsweep import Board, Cell
from logicsweep.board import Consequences
from logicsweep.errors import ArgumentTypeError
from tests.conftest import seeds
from tests.judges.refusals import refused


@pytest.mark.parametrize("seed", seeds(range(30)))
def test_every_form_says_the_same(seed: int) -> None:
    rng = random.Random(seed)
    height, width = rng.randint(1, 6), rng.randint(1, 6)
    board = Board(np.full((height, width), -1))
    numbers = rng.sample(range(height * width), rng.randint(0, height * width))
    mines, safe = numbers[::2], numbers[1::2]
    found = Consequences(board, mines=mines, safe=np.array(safe, dtype=np.int32))
    assert found.mines == {Cell(number // width, number % width) for number in mines}
    assert found.safe == {Cell(number // width, number % width) for number in safe}
    for mask, cells in ((found.mine_mask, found.mines), (found.safe_mask, found.safe)):
        assert mask.shape == board.shape
        assert {Cell(*place) for place in np.argwhere(mask).tolist()} == cells
        with pytest.raises(ValueError, match="read-only"):
            mask[0, 0] = True
    assert bool(found) == bool(numbers)
    same = Consequences(board, mines=sorted(mines), safe=sorted(safe))
    assert found == same
    assert hash(found) == hash(same)
    assert pickle.loads(pickle.dumps(found)) == found  # noqa: S301
    verdicts = np.full(height * width, -1, dtype=np.int8)
    verdicts[mines], verdicts[safe] = 1, 0
    read = Consequences.read_off(board, verdicts, None)
    assert pickle.loads(pickle.dumps(read)) == read == found  # noqa: S301
    assert (read.mines, hash(read), repr(read)) == (found.mines, hash(found), repr(found))
    if mines:
        assert found != Consequences(board, mines=mines[1:], safe=safe)
    assert found != Consequences(Board(np.full((height, width + 1), -1)), mines=mines, safe=safe)


def test_the_board_they_follow_from_is_made_when_it_is_wanted() -> None:
    start, told = Board.parse("???\n"), Board.parse("?1?\n")
    asked = []

    def tell() -> Board:
        asked.append(told)
        return told

    found = Consequences(start, mines=[0], safe=[], told=tell)
    assert found.mines == {(0, 0)}
    assert not asked
    assert found.board == found.board == told
    assert len(asked) == 1


def test_cells_are_given_by_whole_numbers() -> None:
    board = Board.parse("???\n")
    with pytest.raises(TypeError, match="the cell numbers are float64; expected whole numbers"):
        Consequences(board, mines=[0.5], safe=[])
    with refused(ArgumentTypeError, argument="board"):
        Consequences("???", mines=[], safe=[])  # type: ignore[arg-type]
