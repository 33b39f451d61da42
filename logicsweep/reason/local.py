"""What the clues say by themselves: propagate, part into components, ask a reasoner about each.

The total is left out on purpose: inside a solver it ties all components together and single
questions take minutes on boards opened at random (see count/total.py for how it comes in).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from logicsweep.constraints import (
    MINE_UNIT,
    Cardinality,
    ClueRows,
    ConstraintSystem,
    WeightArray,
    cardinalities,
)
from logicsweep.errors import LimitError
from logicsweep.partition import components
from logicsweep.reason.propagate import propagate
from logicsweep.reason.protocol import Backbone, Reasoner


class Undecided(NamedTuple):
    """A component in which the clues decide no cell.

    Its models hold between `fewest` and `most` mines at least: every value of every cell occurs in
    some model within these two, and models with exactly so many are known.
    """

    system: ConstraintSystem
    fewest: int
    most: int


class Settled(NamedTuple):
    """Cells that were just decided, and components that were found undecided."""

    mines: list[int]
    safe: list[int]
    undecided: list[Undecided]


class ContradictionError(Exception):
    """No layout agrees with the clues; `near` are cell numbers of clues where the clash shows.

    An empty `near` means that the clues agree with one another and the total does not with them.
    """

    def __init__(self, near: tuple[int, ...]) -> None:
        super().__init__(near)
        self.near = near


def settle(
    rows: ClueRows, weights: WeightArray, reasoner: Callable[[ConstraintSystem], Reasoner]
) -> Iterator[Settled]:
    """Decide every cell that the given clues decide.

    The rows have to be closed: no clue outside them touches their undecided cells. `weights` say
    what is known of each cell and are brought up to date before each result, so that whoever stops
    in between loses nothing that was reported. Raises `ContradictionError`; raises `LimitError`
    from the reasoner, after a last result with what it had proved of its component.
    """
    found = propagate(rows, weights)
    if found.mines.size or found.safe.size:
        yield Settled(found.mines.tolist(), found.safe.tolist(), [])
    if found.clash is not None:
        raise ContradictionError((found.clash,))
    for system in components(cardinalities(found.rows, weights)):
        if len(system.constraints) == 1:
            # A clue on its own that propagation left open: each cell can be either, as all are
            # alike. It is the most common component, and needs no solver.
            (clue,) = system.constraints
            yield Settled([], [], [Undecided(system, clue.lower, clue.upper)])
        else:
            yield from _component(system, weights, reasoner)


def _component(
    system: ConstraintSystem,
    weights: WeightArray,
    reasoner: Callable[[ConstraintSystem], Reasoner],
) -> Iterator[Settled]:
    asked = reasoner(system)
    try:
        backbone = asked.consequences()
    except LimitError:
        mines, safe = asked.proved_so_far()
        _enter(weights, mines, safe)
        yield Settled(sorted(mines), sorted(safe), [])
        raise
    finally:
        asked.close()
    if backbone is None:
        clues = [constraint.source.cell for constraint in system.constraints]
        raise ContradictionError(tuple(clue for clue in clues if clue is not None))
    _enter(weights, backbone.mines, backbone.safe)
    yield Settled(sorted(backbone.mines), sorted(backbone.safe), _rest(system, backbone))


def _enter(weights: WeightArray, mines: frozenset[int], safe: frozenset[int]) -> None:
    weights[np.fromiter(mines, dtype=np.intp, count=len(mines))] = MINE_UNIT
    weights[np.fromiter(safe, dtype=np.intp, count=len(safe))] = 0


def _rest(system: ConstraintSystem, backbone: Backbone) -> list[Undecided]:
    """The components that remain once the backbone is taken out, with the counts witnessed."""
    mines, safe, witnesses = backbone
    if not mines and not safe:
        counts = [len(model) for model in witnesses]
        return [Undecided(system, min(counts), max(counts))]
    remaining = []
    for constraint in system.constraints:
        cells = tuple([c for c in constraint.cells if c not in mines and c not in safe])
        if cells:
            known = len(mines.intersection(constraint.cells))
            remaining.append(
                Cardinality(
                    cells, constraint.lower - known, constraint.upper - known, constraint.source
                )
            )
    rest = []
    for part in components(remaining):
        counts = [len(model.intersection(part.cells)) for model in witnesses]
        rest.append(Undecided(part, min(counts), max(counts)))
    return rest
