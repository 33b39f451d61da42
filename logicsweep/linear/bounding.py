"""First lines of a sum that bound a cell, or the sum or the difference of two, and round the bound.

Clues that allow numbers with gaps between them, or that may be wrong, have half mines in their
convex hulls. If the hulls together rule out that two cells add up to 2 they may allow 3/2: then the
bound 1 holds for whole numbers, and the next line may use it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, pairwise, product
from math import comb, floor
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.limits import Budget
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.sums import Addend, Line, Row, Sum

# The divisors that are tried, and the most vectors of multipliers that are, for each or in all.
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


# The row that a question is about, which is no source.
_ASKED: Final = Source(SourceKind.STEP)
# The most cells of which bounds are asked for.
_MOST: Final = 16

Terms = tuple[tuple[int, int], ...]


def bounding_lines(
    constraints: Sequence[Constraint], relaxation: Relaxation, budget: Budget
) -> Iterator[Line]:
    """Yield lines that bound one or two cells and that the last point of a relaxation violates.

    Cells that can change places count once or twice. Raises `LimitError`.
    """
    values, denominator = relaxation.values()
    point = {  # a few cells of each box, with their parts of a mine
        cell: Fraction(value, denominator * len(box))
        for value, box in zip(values, relaxation.boxes, strict=True)
        for cell in box[:2]
    }
    if len(point) > _MOST:
        return
    for terms in _forms(sorted(point)):
        total = sum([sign * point[cell] for cell, sign in terms], Fraction(0))
        if total.denominator > 1:
            line = _line(constraints, terms, floor(total), budget)
            if line is not None:
                yield line


def _forms(cells: Sequence[int]) -> Iterator[Terms]:
    """Yield single cells and pairs, with both signs of each."""
    for cell in cells:
        yield from [((cell, 1),), ((cell, -1),)]
    for first, second in combinations(cells, 2):
        for signs in ((1, 1), (-1, -1), (1, -1), (-1, 1)):
            yield tuple(zip((first, second), signs, strict=True))


def _line(
    constraints: Sequence[Constraint], terms: Terms, bound: int, budget: Budget
) -> Line | None:
    """Make the line that ends in a bound on a form; None if the hulls do not rule out more."""
    asked = Row(_ASKED, terms, bound + 1, None)
    parts = Relaxation(constraints, earlier=[asked], hulls=True).contradiction(budget)
    weight = -sum([part.multiplier for part in parts or () if part.row is asked])
    if parts is None or weight <= 0:
        return None
    kept = tuple([part for part in parts if part.row is not asked])
    wanted = {cell: weight * sign for cell, sign in terms}
    added = Line(kept).added.coefficients
    bounds = [
        (cell, wanted.get(cell, 0) - added.get(cell, 0)) for cell in sorted({*added, *wanted})
    ]
    line = Line(kept, tuple([pair for pair in bounds if pair[1]]), weight)
    return line if line.result.bound <= bound else None


# Sums of so many multiples of larger numbers may not fit in 64 bits: then none is tried.
_LARGE: Final = 1 << 30


def closed(before: Sequence[Line], parts: Sequence[Addend], cell: int, *, mine: bool) -> Sum:
    """Make the sum of some lines and a last one from these parts, which ends in a verdict.

    Raises ValueError where it does not add up to that.
    """
    left = Line(tuple(parts)).added.coefficients
    bounds = tuple([(near, -value) for near, value in sorted(left.items()) if near != cell])
    proved = Sum(cell, mine, (*before, Line(tuple(parts), bounds, abs(left.get(cell, 0)))))
    proved.check()
    return proved


def smallest_multipliers(
    parts: Sequence[Addend], boxes: Sequence[Collection[int]], cell: int, *, mine: bool
) -> tuple[list[Addend], bool]:
    """Return parts of the same rows with the least sum of multipliers, all of which are needed.

    Among these the largest multiplier is least, then the number of cells left in the sum.

    Returns:
        The parts, and whether it is proved that no whole multipliers, none of them 0, have a
        smaller sum. Vectors of multipliers are tried one after the other, so that this is known
        only for few rows.
    """
    rows = [part.row for part in parts]
    size = len(rows)
    given = sum([abs(part.multiplier) for part in parts])
    if any(abs(value) > _LARGE for row in rows for value in _numbers(row)):
        return list(parts), given == size
    matrix = _matrix(rows, boxes)
    sizes = np.array([len(box) for box in boxes])
    target = next(place for place, box in enumerate(boxes) if cell in box)
    tried = 0
    for total in range(size, given + 1):
        tried += comb(total - 1, size - 1) << size
        if tried > _TRIED:
            return list(parts), total == given  # then every smaller sum was tried
        vectors = _vectors(size, total)
        bounds, is_allowed = _bounds(rows, vectors)
        sums = vectors @ matrix
        most = bounds + np.maximum(-sums, 0) @ sizes
        weights = -sums[:, target] if mine else sums[:, target]
        (places,) = (is_allowed & (weights > 0) & (most < weights)).nonzero()
        if places.size:
            left = (sums[places] != 0) @ sizes
            largest = np.abs(vectors[places]).max(axis=1)
            best = places[np.lexsort((left, largest))[0]]
            multipliers = vectors[best].tolist()
            return list(map(Addend, multipliers, rows)), True
    raise ValueError("the parts given do not prove the verdict")


def _numbers(row: Row) -> Iterator[int]:
    """Yield the coefficients and bounds of a row."""
    yield from [coefficient for _, coefficient in row.terms]
    yield from [bound for bound in (row.lower, row.upper) if bound is not None]


def _matrix(rows: Sequence[Row], boxes: Sequence[Collection[int]]) -> NDArray[np.int64]:
    """Return the coefficient of each row for each box."""
    terms = [dict(row.terms) for row in rows]
    return np.array(
        [[of_row.get(min(box), 0) for box in boxes] for of_row in terms], dtype=np.int64
    )


def _bounds(
    rows: Sequence[Row], vectors: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the bound of each sum, and whether the rows have the bounds that it takes."""
    upper = np.array([row.upper or 0 for row in rows])
    lower = np.array([row.lower or 0 for row in rows])
    has_upper = np.array([row.upper is not None for row in rows])
    has_lower = np.array([row.lower is not None for row in rows])
    is_above = vectors > 0
    bounds = np.where(is_above, vectors * upper, vectors * lower).sum(axis=1)
    return bounds, np.asarray(np.where(is_above, has_upper, has_lower).all(axis=1))


@lru_cache(maxsize=64)
def _vectors(size: int, total: int) -> NDArray[np.int64]:
    """List the vectors of whole numbers, none of them 0, whose absolute values add up to a total.

    Those with positive numbers in front come first.
    """
    signs = 1 - 2 * (np.arange(1 << size)[:, None] >> np.arange(size)[::-1] & 1)
    sizes = np.array(list(_compositions(size, total)), dtype=np.int64)
    return (signs[:, None, :] * sizes[None, :, :]).reshape(-1, size)


def _compositions(size: int, total: int) -> Iterator[list[int]]:
    """Yield the ways to write a total as a sum of positive whole numbers, in order."""
    for cuts in combinations(range(1, total), size - 1):
        ends = (0, *cuts, total)
        yield [after - before for before, after in pairwise(ends)]
