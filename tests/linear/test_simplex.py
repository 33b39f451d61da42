"""The exact simplex method: points and conflicts checked by hand, and against HiGHS."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import NamedTuple

import pytest

from logicsweep import Board, KnowledgeBase
from logicsweep.constraints import Relation, Source
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.linear.relaxation import Bounds, Conflict, Simplex
from tests.conftest import seeds

_LARGE = (10**6, 2**31 + 7, 2**40, 2**61, 2**62 + 1, 2**70)


class System(NamedTuple):
    """A random system: its rows, and the bounds of columns and rows."""

    matrix: list[list[int]]
    bounds: list[Bounds]

    @classmethod
    def drawn(cls, rng: Random, large: int) -> System:
        columns = rng.randint(1, 7)
        matrix = [
            [
                rng.choice([0, 0, 1, 1, -1, 2, 3, -2]) * rng.choice([1, large])
                if rng.random() < 0.9
                else rng.randint(-large, large)
                for _ in range(columns)
            ]
            for _ in range(rng.randint(0, 8))
        ]
        point = [rng.randint(0, 2) for _ in range(columns)]
        bounds: list[Bounds] = [(0, rng.randint(0, 2)) for _ in range(columns)]
        for row in matrix:
            value = sum(a * b for a, b in zip(row, point, strict=True)) + rng.choice([0, 0, 1, -1])
            some: list[Bounds] = [
                (value, value),
                (None, value),
                (value, None),
                (value, value + rng.randint(0, 3)),
            ]
            bounds.append(rng.choice(some))
        return cls(matrix, bounds)

    def check(self, simplex: Simplex, conflict: Conflict | None) -> None:
        """Hold a point against all bounds, or add up a conflict."""
        columns = len(self.bounds) - len(self.matrix)
        if conflict is None:
            numerators, denominator = simplex.numerators()
            point = [Fraction(value, denominator) for value in numerators]
            values = point + [
                sum((a * b for a, b in zip(row, point, strict=True)), Fraction(0))
                for row in self.matrix
            ]
            for value, (lower, upper) in zip(values, self.bounds, strict=True):
                assert lower is None or lower <= value
                assert upper is None or value <= upper
            return
        total, left = 0, [0] * columns
        for variable, multiplier in conflict.items():
            assert multiplier
            bound = self.bounds[variable][multiplier > 0]
            assert bound is not None
            total += multiplier * bound
            for column in range(columns):
                is_it = variable == column
                entry = is_it if variable < columns else self.matrix[variable - columns][column]
                left[column] += multiplier * entry
        assert not any(left)
        assert total < 0

    def is_feasible(self) -> bool:
        """Ask HiGHS."""
        from scipy.optimize import linprog

        columns = len(self.bounds) - len(self.matrix)
        above, most = [], []
        for row, (lower, upper) in zip(self.matrix, self.bounds[columns:], strict=True):
            if upper is not None:
                above.append(row)
                most.append(upper)
            if lower is not None:
                above.append([-entry for entry in row])
                most.append(-lower)
        done = linprog(
            [0] * columns, A_ub=above or None, b_ub=most or None, bounds=self.bounds[:columns]
        )
        assert done.status in (0, 2)
        return bool(done.status == 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(1000), fast=100))
def test_it_agrees_with_highs_and_shows_why(seed: int) -> None:
    pytest.importorskip("scipy")
    rng = Random(seed)
    system = System.drawn(rng, rng.choice([1, 2, 5]))
    simplex = Simplex(*system)
    for _ in range(4):
        conflict = simplex.conflict(Budget(10))
        system.check(simplex, conflict)
        assert (conflict is None) == system.is_feasible()
        column = rng.randrange(simplex.columns)
        before = system.bounds[column]
        system.bounds[column] = rng.choice([(0, 0), (1, 1), (0, 1), (0, 2), (1, 2)])
        assert simplex.bound(column, system.bounds[column]) == before


@pytest.mark.parametrize("large", _LARGE)
def test_large_numbers_do_not_overflow(large: int) -> None:
    for number in range(64):
        rng = Random(number)
        system = System.drawn(rng, large)
        simplex = Simplex(*system)
        system.check(simplex, simplex.conflict(Budget(10)))


@pytest.mark.parametrize("large", _LARGE)
def test_sums_of_constraints_with_large_coefficients(large: int) -> None:
    """The first cell decides alone, since the others cannot make up for it."""
    heavy = Relation.weighted_sum([0, 1, 2], [large, 1, 1], [0, 1, 2], Source.named("heavy"))
    pair = Relation.weighted_sum([0, 3], [large, -large], [0], Source.named("pair"))
    kb = KnowledgeBase(Board([[-1] * 4]), constraints=[heavy, pair])
    for cell, sources in (((0, 0), 1), ((0, 3), 2)):
        found = kb.explain(cell, by="sum").sum
        assert found is not None
        found.proof.check()
        assert len(found.proof.sources) == sources
        assert found.fewest


def test_a_spent_budget_is_a_limit() -> None:
    simplex = Simplex([[1, 1]], [(0, 1), (0, 1), (1, 1)])
    with pytest.raises(LimitError):
        simplex.conflict(Budget(1e-9))


def test_a_long_sum_of_large_numbers_is_exact() -> None:
    """Each product fits in 64 bits, and all of them together do not."""
    columns, value = 9000, 1 << 20
    bounds: list[Bounds] = [(value, value)] * columns
    simplex = Simplex([[1 << 30] * columns], [*bounds, (None, 0)])
    assert simplex.conflict(Budget(None)) is not None
