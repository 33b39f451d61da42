"""Very many components under a mine count: the error must not grow with their number."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State
from logicsweep.constraints.position import position_of
from logicsweep.count.floats import TOLERANCE
from logicsweep.count.prior import KnownTotal
from logicsweep.eliminate.counts import ModelCounts
from logicsweep.eliminate.polynomial import product_of
from logicsweep.kernel.binding import Status
from logicsweep.kernel.whole import marginals_of
from logicsweep.limits import Budget
from tests.conftest import needs_kernel

NEVER = Budget(None)


def many(count: int, interior: int, mines: int) -> Board:
    """So many pieces, apart, and cells next to no clue.

    A piece is two clues that share a covered cell and have one more each: either the shared cell is
    a mine, or both others are.
    """
    wide = 100
    piece = [State.COVERED, 1, State.COVERED, 1, State.COVERED]
    rows = -(-count // wide)
    grid = np.full((2 * rows + 1 + -(-interior // (6 * wide)), 6 * wide), State.NO_CLUE)
    for number in range(count):
        row, column = divmod(number, wide)
        grid[2 * row, 6 * column : 6 * column + 5] = piece
    grid[2 * rows + 1 :].flat[:interior] = State.COVERED
    return Board(grid.astype(np.int8), total_mines=mines)


def exactly(count: int, interior: int, mines: int) -> tuple[int, Fraction, Fraction]:
    """The layouts, and the probability of a mine in a shared cell and in the interior."""
    # k pieces have two mines, the others one.
    layouts = shared = inside = 0
    for pairs in range(count + 1):
        left = mines - count - pairs
        if 0 <= left <= interior:
            ways = comb(count, pairs) * comb(interior, left)
            layouts += ways
            shared += ways * (count - pairs)
            inside += ways * left
    return layouts, Fraction(shared, layouts * count), Fraction(inside, layouts * interior)


@needs_kernel
@pytest.mark.parametrize(
    ("count", "interior", "mines"),
    [
        (70, 300, 150),
        (1500, 3000, 2500),
        (4000, 9000, 7300),
        (4000, 60, 6100),
        (8000, 20000, 14500),
    ],
)
def test_floats_are_within_the_bound(count: int, interior: int, mines: int) -> None:
    board = many(count, interior, mines)
    found = marginals_of(position_of(board), None, NEVER)
    layouts, shared, inside = exactly(count, interior, mines)
    assert found is not None
    assert found.status == Status.OK
    assert found.marginals is not None
    values = found.marginals.reshape(board.grid.shape)
    rows = 2 * -(-count // 100)
    pieces = values[:rows:2, 2::6].ravel()[:count]
    assert np.abs(pieces - float(shared)).max() <= TOLERANCE
    assert np.abs(values[rows + 1 :].ravel()[:interior] - float(inside)).max() <= TOLERANCE
    assert KnowledgeBase(board).count().total == layouts


@pytest.mark.parametrize(
    ("interior", "mines"), [(500, 300), (90, 190), (50, 330), (0, 240), (3, 100)]
)
def test_the_mass_of_many_components(interior: int, mines: int) -> None:
    """100 components of each kind; the sum written out, with one coefficient after the other."""
    kinds = [(1, 2), (3, 0, 5), (2, 7)]
    models = [ModelCounts(0, kind, ()) for kind in kinds] * 100
    powers: list[int] = [1]
    for model in models:
        longer = [0] * (len(powers) + len(model.counts) - 1)
        for place, value in enumerate(powers):
            for more, count in enumerate(model.counts):
                longer[place + more] += value * count
        powers = longer
    assert product_of([model.counts for model in models], NEVER) == powers
    expected = sum(
        value * comb(interior, mines - place)
        for place, value in enumerate(powers)
        if 0 <= mines - place <= interior
    )
    prior = KnownTotal(models, interior, (mines, mines), lambda: NEVER)
    assert prior.mass() == expected


def test_large_products_are_those_of_integers() -> None:
    """Large enough for `decimal`, with coefficients of very different sizes, and gaps."""
    first = [3**4000, 0, 1, 7**2500] * 12
    second = [1, 5**3000, 0, 2] * 9
    expected = [0] * (len(first) + len(second) - 1)
    for place, one in enumerate(first):
        for more, other in enumerate(second):
            expected[place + more] += one * other
    assert product_of([first, second], NEVER) == expected
