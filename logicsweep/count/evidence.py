"""What all layouts of a board weigh together: the sum of their likelihoods, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.constraints.partition import Component, components
from logicsweep.constraints.system import Cardinality, Source, SourceKind, between, mines_left
from logicsweep.count.engines.elimination import mixing
from logicsweep.eliminate.counts import Ways, ways_of
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.signature import shape_of
from logicsweep.limits import Budget
from logicsweep.reason.components import UncountableError

# The likelihood of what a clue shows, by the number of mines next to it; 0 for numbers left out.
Likelihood = Mapping[int, Fraction]


def weight_of_board(
    board: Board,
    likelihoods: Mapping[int, Likelihood],
    *,
    budget: Budget,
) -> Fraction:
    """The sum over all layouts of the product of likelihoods, of clues by cell number.

    What the board's own clues say does not count. Under a density each layout weighs as likely as
    that makes it, too; without one, and under a total, all are alike before the clues. 0 when none
    has a chance. Raises `UncountableError` and `LimitError`.
    """
    states = board.grid.ravel()
    covered = set(np.flatnonzero(board.covered_mask).tolist())
    scale = Fraction(1)
    constraints = []
    for clue, likelihood in likelihoods.items():
        near = board.adjacency.neighbours(clue)
        known = sum(bool(states[cell] == State.KNOWN_MINE) for cell in near)
        cells = tuple(cell for cell in near if cell in covered)
        chances = [likelihood.get(known + held, Fraction(0)) for held in range(len(cells) + 1)]
        if not any(chances):
            return Fraction(0)
        row = _constraint(cells, chances, clue)
        scale *= chances[row.lower] / (row.weights[0] if row.weights else 1)
        if not row.says_nothing:
            constraints.append(row)
    parts = []
    tied = 0
    for component in components(constraints):
        tied += len(component.system.cells)
        ways = _ways(component, budget)
        if not ways.counts:
            return Fraction(0)
        parts.append(ways)
    bounds = mines_left(board.total_mines, len(board.known_mines))
    if bounds is None and board.density is not None:
        return scale * _under_density(parts, tied, board.density)
    try:
        mixture = mixing(bounds, None, lambda: budget)(parts, len(covered) - tied)
    except ValueError:  # no layout has so many mines
        return Fraction(0)
    return scale * mixture.mass()


def _constraint(cells: tuple[int, ...], chances: Sequence[Fraction], clue: int) -> Cardinality:
    common = lcm(*[chance.denominator for chance in chances])
    weights = tuple([int(chance * common) for chance in chances])
    return between(cells, 0, len(cells), Source(SourceKind.CLUE, clue), weights)


def _ways(component: Component, budget: Budget) -> Ways:
    try:
        return ways_of(
            shape_of(component.boxes, component.system.constraints),
            budget=budget,
        )
    except TooWideError as error:
        raise UncountableError(component, error.open_factors) from None


def _under_density(parts: Sequence[Ways], cells: int, density: Fraction) -> Fraction:
    """The weight of parts with so many cells together."""
    odds = density / (1 - density)
    weight = (1 - density) ** cells
    for part in parts:
        weight *= sum(
            [count * odds**held for held, count in enumerate(part.counts, part.lowest)],
            Fraction(0),
        )
    return weight
