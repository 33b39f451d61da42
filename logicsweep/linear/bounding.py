"""First lines of a sum that bound a cell, or the sum or the difference of two, and round the bound.

Clues that allow numbers with gaps between them, or that may be wrong, have half mines in their
convex hulls. If the hulls together rule out that two cells add up to 2 they may allow 3/2: then the
bound 1 holds for whole numbers, and the next line may use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import floor
from typing import Final

from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import Source, SourceKind
from logicsweep.limits import Budget
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.rows import Row
from logicsweep.linear.sums import Line

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
