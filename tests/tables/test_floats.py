"""Marginals in floats, against exact ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, Clue, KnowledgeBase, LimitError, State
from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.tables import elimination, floats as in_floats
from tests.conftest import some
from tests.judges.making import opened_at_random


@pytest.mark.usefixtures("python_kernel")
@pytest.mark.parametrize("total", ["least", "most", "range"])
def test_floats_at_the_edges_of_the_total(total: str, monkeypatch: pytest.MonkeyPatch) -> None:
    board = opened_at_random(3, 30, 30, 185, 0.45)
    free = KnowledgeBase(Board(board.grid)).count(density=Fraction(1, 2))
    counted = free._queries._counted  # noqa: SLF001
    least = counted.known + sum(one.lowest for one in counted.counts)
    most = (
        counted.known
        + len(counted.interior)
        + sum(one.lowest + len(one.counts) - 1 for one in counted.counts)
    )
    bounds = {"least": least + 3, "most": most - 3, "range": (least + 9, least + 60)}[total]
    count = KnowledgeBase(Board(board.grid, total_mines=bounds)).count()
    exact = count.probabilities()
    monkeypatch.setattr(elimination, "_FEW", 0)
    # In floats alone: the exact way would be taken without a word, were they not precise enough.
    monkeypatch.setattr(count._queries._prior, "message", None)  # noqa: SLF001
    np.testing.assert_allclose(count.probabilities(), exact, rtol=0, atol=1e-12)


def test_counts_that_leave_the_range_of_floats_are_joined_exactly() -> None:
    # Every count is a thousand times the one before, and the least is the only one that is left.
    counts = tuple(2 ** (10 * mines) for mines in range(2000))
    steep = WeightedCounts(0, counts, ((0,) * 2000,))
    never = Budget(None)
    assert in_floats.float_marginals([steep], [[1]], 0, (1, 1), never) is None
    assert in_floats.float_marginals([], [], 5, (1, 1), never) is None
    flat = WeightedCounts(0, (1, 1), ((0, 1),))
    assert in_floats.float_marginals([flat], [[1]], 1, (1, 1), never) == ([[0.5]], 0.5)
    with pytest.raises(LimitError):
        in_floats.float_marginals([flat, flat], [[1], [1]], 1, (1, 1), Budget(1e-9))
    if np.finfo(np.longdouble).maxexp < 10_000:
        return  # this machine has no wider floats
    # Two counts further apart than doubles reach.
    apart = WeightedCounts(0, (1, 2**3000), ((0, 2**3000),))
    assert in_floats.float_marginals([apart], [[1]], 0, (0, 0), never) == ([[0.0]], 0.0)
    assert in_floats.float_marginals([apart], [[1]], 0, (1, 1), never) == ([[1.0]], 0.0)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("total", some([1, 2, 3], every=2))
def test_fewer_mines_than_one_likelihood_speaks_of(total: int) -> None:
    """Every second cell in every second row has a clue that weighs 0 to 8 mines around it."""
    odds = Clue(0, 8, tuple(Fraction(tenths, 10) for tenths in (1, 2, 3, 2, 1, 2, 1, 3, 1)))
    uncertain = {(row, column): odds for row in range(1, 9, 2) for column in range(1, 9, 2)}
    count = KnowledgeBase(
        Board(np.full((9, 9), State.COVERED), total_mines=total, uncertain=uncertain)
    ).count()
    floats = count.probabilities()
    exact = count.fractions()
    assert sum(exact.values()) == total
    for cell, chance in exact.items():
        assert abs(floats[cell] - chance) <= in_floats.TOLERANCE
