"""The last line of a sum, and smaller multipliers for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.linear.rows import Row
from logicsweep.linear.sums import Addend, Line

# The most vectors of multipliers that are tried.
_TRIED: Final = 20_000
# Sums of so many multiples of larger numbers may not fit in 64 bits: then none is tried.
_LARGE: Final = 1 << 30


def closing_line(parts: Sequence[Addend], cell: int, *, mine: bool) -> Line | None:
    """Make the line that ends in a verdict; None if the sum of the parts does not prove it."""
    added = Line(tuple(parts)).added
    sign = -1 if mine else 1
    weight = sign * added.coefficients.get(cell, 0)
    if weight <= 0:
        return None
    bounds = tuple(
        [(near, -value) for near, value in sorted(added.coefficients.items()) if near != cell]
    )
    line = Line(tuple(parts), bounds, weight)
    return line if line.result.bound == -mine else None


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
