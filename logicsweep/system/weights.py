"""A prior for each cell as weights: constraints that rule nothing out.

They weigh layouts and never decide a cell, so that proofs go without them. Cells of the same prior
in the same constraints stay one box: its weights are those of the number of mines in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import gcd, prod

from logicsweep.board.board import Board
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.source import BACKGROUND
from logicsweep.system.partition import Component, boxes, components
from logicsweep.system.system import ConstraintSystem

# The weights of a safe cell and of a mine, whole numbers.
Odds = tuple[int, int]


def odds_of(board: Board) -> tuple[Odds, ...]:
    """Return each cell's weights of safe and mine, by number; empty unless cells differ."""
    return tuple(
        [(p.denominator - p.numerator, p.numerator) for row in board.priors or () for p in row]
    )


def weight_in(odds: Sequence[Odds], mines: frozenset[int]) -> int:
    """Weigh a layout with these mines by the odds of all cells."""
    return prod([mine if cell in mines else safe for cell, (safe, mine) in enumerate(odds)])


def weighing(odds: Sequence[Odds], cells: Iterable[int]) -> Iterator[Cardinality]:
    """Weigh some cells of the board: one constraint for all of equal odds, none for 1 to 1."""
    by_odds: dict[Odds, list[int]] = {}
    for cell in cells:
        if cell < len(odds):  # hidden cells come after those of the board
            by_odds.setdefault(odds[cell], []).append(cell)
    for odds_here, members in by_odds.items():
        weights = _weights(odds_here, len(members))
        if weights is not None:
            yield Cardinality(tuple(members), 0, len(members), BACKGROUND, weights)


def weighed(component: Component, odds: Sequence[Odds]) -> Component:
    """Add the weights of its cells to a component; a box is split where these differ.

    The cells stay one component even if its constraints do not tie them together.
    """
    weights = [weight for box in component.boxes for weight in weighing(odds, box.cells)]
    cells, constraints = component.system
    system = ConstraintSystem(cells, (*constraints, *weights))
    hidden_from = component.hidden_from
    return Component(system, tuple(boxes(system, hidden_from=hidden_from)), hidden_from)


def weighed_alone(cells: Iterable[int], odds: Sequence[Odds]) -> list[Component]:
    """Make components of cells that nothing else constrains, by equal odds."""
    return components(list(weighing(odds, cells)))


@lru_cache(maxsize=512)
def _weights(odds: Odds, size: int) -> tuple[int, ...] | None:
    """Weigh 0, 1, ... mines in `size` cells, in lowest terms; None if all are equal."""
    safe, mine = odds
    if safe == mine:
        return None
    shared = gcd(safe, mine)
    safe, mine = safe // shared, mine // shared
    return tuple([safe ** (size - number) * mine**number for number in range(size + 1)])
