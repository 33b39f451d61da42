"""Very many components under a mine count: the error must not grow with their number."""

from __future__ import annotations

from fractions import Fraction
from itertools import accumulate
from math import comb

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State
from logicsweep.kernel.context import Status
from logicsweep.kernel.whole import marginals_of
from logicsweep.limits import Budget
from logicsweep.system.model_counts import ModelCounts
from logicsweep.system.system import position_of
from logicsweep.tables.model_count import TOLERANCE
from logicsweep.tables.polynomial import ProductTree
from logicsweep.tables.prior import KnownTotal
from tests.conftest import needs_kernel, without_kernel
from tests.judges.making import opened_at_random

NEVER = Budget(None)


def many(count: int, interior: int, mines: int | tuple[int, int]) -> Board:
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
    return Board(grid.astype(np.int8), mines=mines)


def binomials(size: int) -> list[int]:
    """C(size, n) for each n, one from the other."""
    values = [1]
    for chosen in range(size):
        values.append(values[-1] * (size - chosen) // (chosen + 1))
    return values


def exactly(
    count: int, interior: int, lower: int, upper: int
) -> tuple[int, Fraction, Fraction, Fraction]:
    """The layouts; the probability of a mine in a shared cell, beside it, and in the interior."""
    choices = binomials(interior)
    ways_up_to = [0, *accumulate(choices)]
    mines_up_to = [0, *accumulate(mines * ways for mines, ways in enumerate(choices))]
    # k pieces have two mines, the others one.
    layouts = shared = inside = 0
    for pairs, ways in enumerate(binomials(count)):
        low = min(max(lower - count - pairs, 0), interior + 1)
        high = min(max(upper - count - pairs + 1, low), interior + 1)
        outside = ways_up_to[high] - ways_up_to[low]
        layouts += ways * outside
        shared += ways * outside * (count - pairs)
        inside += ways * (mines_up_to[high] - mines_up_to[low])
    middle = Fraction(shared, layouts * count)
    return layouts, middle, 1 - middle, Fraction(inside, layouts * interior)


@needs_kernel
@pytest.mark.parametrize(
    ("count", "interior", "mines"),
    [
        (70, 300, 150),
        (1500, 3000, 2500),
        (4000, 60, 6100),
        # A range: no bound binds, each of them, none much, and far away.
        (20, 300, (100, 200)),
        (20, 300, (0, 60)),
        (20, 300, (250, 320)),
        (1500, 3000, (3600, 3900)),
        (1500, 3000, (0, 2500)),
        (1500, 3000, (4500, 6000)),
        (1500, 3000, (2499, 2501)),
        (1500, 3000, (0, 6000)),
        (1500, 3000, (0, 1502)),
        (1500, 3000, (5990, 5999)),
        pytest.param(4000, 9000, 7300, marks=pytest.mark.slow),
        pytest.param(8000, 20000, 14500, marks=pytest.mark.night),
        pytest.param(8000, 20000, (14000, 14500), marks=pytest.mark.night),
    ],
)
def test_floats_are_within_the_bound(
    count: int, interior: int, mines: int | tuple[int, int]
) -> None:
    board = many(count, interior, mines)
    found = marginals_of(position_of(board), None, NEVER)
    lower, upper = (mines, mines) if isinstance(mines, int) else mines
    _, shared, beside, inside = exactly(count, interior, lower, upper)
    assert found is not None
    assert found.status == Status.OK
    assert found.marginals is not None
    values = found.marginals.reshape(board.grid.shape)
    rows = 2 * -(-count // 100)
    middle = values[:rows:2, 2::6].ravel()[:count]
    ends = values[:rows:2, ::6].ravel()[:count]
    assert np.abs(middle - float(shared)).max() <= TOLERANCE
    assert np.abs(ends - float(beside)).max() <= TOLERANCE
    assert np.abs(values[rows + 1 :].ravel()[:interior] - float(inside)).max() <= TOLERANCE


@needs_kernel
@pytest.mark.parametrize(
    ("count", "interior", "mines"),
    [(70, 300, 150), (500, 900, 800), pytest.param(4000, 9000, 7300, marks=pytest.mark.night)],
)
def test_the_total_of_many_components(count: int, interior: int, mines: int) -> None:
    found = KnowledgeBase(many(count, interior, mines)).count().total
    assert found == exactly(count, interior, mines, mines)[0]


@needs_kernel
@pytest.mark.parametrize("side", [150, pytest.param(230, marks=pytest.mark.night)])
def test_components_with_rounded_counts(side: int) -> None:
    """Opened cell by cell: the roundings of all components together are too many for doubles."""
    board = opened_at_random(1, side, side, side * side // 5, 0.18)
    found = marginals_of(position_of(board), None, NEVER)
    assert found is not None
    assert found.status == Status.OK
    assert found.marginals is not None
    proved = KnowledgeBase(board).consequences()
    assert np.count_nonzero(found.marginals == 0) == len(proved.safe)
    assert np.count_nonzero(found.marginals == 1) == len(proved.mines)
    if side > 200:
        with without_kernel():
            python = KnowledgeBase(board).probabilities()
        np.testing.assert_allclose(found.marginals, python.ravel(), rtol=0, atol=2 * TOLERANCE)


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
    assert ProductTree([model.counts for model in models], NEVER).whole == powers
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
    assert ProductTree([first, second], NEVER).whole == expected
