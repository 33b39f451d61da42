"""Chvatal-Gomory cuts: a first line of a sum whose bound is rounded.

A few rows are added with multipliers from 0 to the divisor less 1, coefficients are made divisible
by bounds of cells, and the bound is rounded down. With the divisor 2 these are zero-half cuts
(Caprara and Fischetti 1996); an odd circle of clues takes one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from logicsweep.limits import Budget
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.rows import Row
from logicsweep.linear.sums import Addend, Line

# The divisors that are tried, and the most vectors of multipliers for each.
_DIVISORS: Final = (2, 3)
_TRIED: Final = 20_000


def cuts(relaxation: Relaxation, budget: Budget) -> Iterator[Line]:
    """Yield rounded lines that the last point of a relaxation violates, each with few rows.

    Raises `LimitError`.
    """
    values, denominator = relaxation.values()
    point = {
        cell: (value, denominator * len(box))
        for value, box in zip(values, relaxation.boxes, strict=True)
        for cell in box
    }
    rows = relaxation.rows
    for divisor in _DIVISORS:
        if divisor ** len(rows) > _TRIED:
            continue
        vectors = [vector for vector in product(range(divisor), repeat=len(rows)) if any(vector)]
        for vector in sorted(vectors, key=lambda vector: (sum(map(bool, vector)), sum(vector))):
            budget.check()
            for parts in _signed(rows, vector):
                line = _rounded(parts, divisor, point)
                if _is_violated(line, point):
                    yield line


def _signed(rows: Sequence[Row], vector: Sequence[int]) -> Iterator[tuple[Addend, ...]]:
    """Yield the parts with these multipliers, once each way if a row has two unequal bounds."""
    ways: list[list[Addend]] = []
    for row, multiplier in zip(rows, vector, strict=True):
        if multiplier:
            signs = [sign for sign, bound in ((1, row.upper), (-1, row.lower)) if bound is not None]
            if row.lower == row.upper:
                del signs[1]  # the other sum differs by a multiple of the divisor
            ways.append([Addend(sign * multiplier, row) for sign in signs])
    yield from product(*ways)


def _rounded(parts: tuple[Addend, ...], divisor: int, point: dict[int, tuple[int, int]]) -> Line:
    """Make all coefficients divisible at the least cost at a point, and divide."""
    bounds: list[tuple[int, int]] = []
    for cell, coefficient in sorted(Line(parts).added.coefficients.items()):
        rest = coefficient % divisor
        if rest:
            value, scale = point[cell]
            # Less of a cell costs its value, more of it the rest of its value up to 1.
            less, more = rest * value, (divisor - rest) * (scale - value)
            bounds.append((cell, -rest if less <= more else divisor - rest))
    return Line(parts, tuple(bounds), divisor)


def _is_violated(line: Line, point: dict[int, tuple[int, int]]) -> bool:
    """Tell whether a point does not satisfy the result of a line."""
    coefficients, bound = line.result
    total = sum([value * point[cell][0] / point[cell][1] for cell, value in coefficients.items()])
    return total > bound + 1e-9  # a filter: whoever takes the line proves with it exactly
