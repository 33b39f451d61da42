"""The probability of the evidence: of what clues show, summed over all layouts; exact."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality, between
from logicsweep.constraints.source import Source, SourceKind
from logicsweep.count.engines.elimination import convolution
from logicsweep.eliminate.counts import WeightedCounts
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import counts_of
from logicsweep.system.partition import components
from logicsweep.system.system import Constraint, mines_left

# The likelihood of what a clue shows, by the number of mines next to it; 0 for numbers left out.
Likelihood = Mapping[int, Fraction]


def probability_of_evidence(
    board: Board,
    likelihoods: Mapping[int, Likelihood],
    *,
    budget: Budget,
) -> Fraction:
    """The sum of prior times likelihood over all layouts, given by the cell number of each clue.

    The clues of the board do not count. Under a density the prior of a
    layout is its probability; otherwise it is 1 for all, so that the sum is the probability of the
    evidence up to a factor. 0 when no layout has a positive likelihood. Raises `UncountableError`
    and `LimitError`.
    """
    states = board.grid.ravel()
    covered = set(np.flatnonzero(board.covered_mask).tolist())
    scale = Fraction(1)
    constraints: list[Constraint] = []
    for clue, likelihood in likelihoods.items():
        near = board.adjacency.neighbours(clue)
        known = sum(bool(states[cell] == State.KNOWN_MINE) for cell in near)
        cells = tuple(cell for cell in near if cell in covered)
        by_count = [likelihood.get(known + mines, Fraction(0)) for mines in range(len(cells) + 1)]
        if not any(by_count):
            return Fraction(0)
        row = _constraint(cells, by_count, clue)
        scale *= by_count[row.lower] / (row.weights[0] if row.weights else 1)
        if not row.says_nothing:
            constraints.append(row)
    return scale * weight_of_layouts(board, constraints, budget=budget)


def weight_of_layouts(
    board: Board, constraints: Sequence[Constraint], *, budget: Budget
) -> Fraction:
    """The sum of prior times weight over all layouts, for constraints over the covered cells alone.

    The prior is as for `probability_of_evidence`, which raises the same.
    """
    covered = int(board.covered_mask.sum())
    every = []
    tied = 0
    for component in components(constraints):
        tied += len(component.system.cells)
        counts = counts_of(component, budget)
        if not counts.counts:
            return Fraction(0)
        every.append(counts)
    bounds = mines_left(board.total_mines, len(board.known_mines))
    if bounds is None and board.density is not None:
        return _under_density(every, tied, board.density)
    try:
        joined = convolution(bounds, None, lambda: budget)(every, covered - tied)
    except ValueError:  # no layout has so many mines
        return Fraction(0)
    return joined.mass()


def _constraint(cells: tuple[int, ...], by_count: Sequence[Fraction], clue: int) -> Cardinality:
    common = lcm(*[likelihood.denominator for likelihood in by_count])
    weights = tuple([int(likelihood * common) for likelihood in by_count])
    return between(cells, 0, len(cells), Source(SourceKind.CLUE, clue), weights)


def _under_density(every: Sequence[WeightedCounts], cells: int, density: Fraction) -> Fraction:
    """The weight of components with so many cells together."""
    odds = density / (1 - density)
    weight = (1 - density) ** cells
    for counts in every:
        weight *= sum(
            [count * odds**mines for mines, count in enumerate(counts.counts, counts.lowest)],
            Fraction(0),
        )
    return weight
