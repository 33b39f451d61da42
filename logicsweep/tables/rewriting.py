"""Signatures with decision diagrams in place of factors that weigh the number of mines.

A factor has a state for each number of mines so far; a diagram has only those between which later
cells make a difference: for a test of six items with two results two states, not seven.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from logicsweep.constraints.diagram import Diagram, diagram_of
from logicsweep.constraints.factors import Factor, RelationFactor
from logicsweep.system.signature import Signature

# A join looks up what diagrams come to, instead of adding: a diagram is only worth it if it is
# narrower by this factor.
_NARROWER: Final = 3


def merged(signature: Signature) -> Signature:
    """Replace by diagrams the factors that rule no number out and have few different weights.

    The diagram is narrow if the weights come in few runs, such as one of all numbers but the least.
    Query variables stay.
    """
    if all(len(factor.weights) < _NARROWER for factor in signature.factors):
        return signature
    cells: list[list[int]] = [[] for _ in signature.factors]  # by factor, the box of each cell
    for box, around in enumerate(signature.touching):
        for number in around:
            cells[number] += [box] * signature.sizes[box]
    weighing = len(signature.factors) - signature.queries
    factors = [
        RelationFactor(_diagram(factor, len(scope)), tuple(scope))
        if number < weighing and isinstance(factor, Factor) and _is_narrow(factor, len(scope))
        else factor
        for number, (factor, scope) in enumerate(zip(signature.factors, cells, strict=True))
    ]
    return signature._replace(factors=tuple(factors))


def _is_narrow(factor: Factor, cells: int) -> bool:
    """Tell whether a factor rules no number of its cells out, and has a narrow diagram."""
    lower, weights = factor
    if lower or len(weights) != cells + 1 or not all(weights):
        return False
    return _width(weights) * _NARROWER <= len(weights)


@lru_cache(maxsize=1024)
def _width(weights: Sequence[int]) -> int:
    """Bound the width of the diagram of a factor with these weights of 0, 1, ... mines.

    With m mines so far and n cells left, m to m + n mines can be reached. Partial assignments for
    which these have the same weights lead to one state.
    """
    cells = len(weights) - 1
    return max(
        [
            len({weights[mines : mines + left + 1] for mines in range(cells - left + 1)})
            for left in range(cells + 1)
        ]
    )


@lru_cache(maxsize=1024)
def _diagram(factor: Factor, cells: int) -> Diagram:
    """Return the weights of a factor as a diagram over its cells."""
    weights = dict(enumerate(factor.weights, factor.lower))
    return diagram_of(
        cells, 0, lambda _, so_far, mine: so_far + mine, lambda mines: weights.get(mines, 0)
    )
