"""The clues that force a cell: of all minimal sets the preferred one, clues near the cell first.

A clue that forces the cell alone comes before all others. Else the order is by rings: the clues
around the cell, then those that share a covered cell with one of these, and so on, by number within
a ring. The preferred set (Junker, AAAI 2004) has the last clue of the shortest prefix of that order
that forces the cell, then, given this one, the last of the next shortest, until these suffice. So
the answer is the same whichever solver there is.

The kernel proposes a set, which is judged here: a solver shows that the clues force the cell, and
for each clue there is a layout in which the others do not.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from itertools import islice

import numpy as np

from logicsweep.board.state import State
from logicsweep.constraints.source import Source, clues_among, sources_of
from logicsweep.kernel.minimal import Forcing, forcing
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import cells_of, rings_around
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner
from logicsweep.system.position import Position
from logicsweep.system.system import ConstraintSystem, cardinalities, cell_codes, clue_rows


def preferred_clues(
    position: Position, cell: int, *, mine: bool, engine: Engine, budget: Budget
) -> tuple[int, ...] | None:
    """Return the preferred minimal set of clues that force a covered cell, ascending, or None.

    Raises `LimitError` when the budget is spent, ValueError where kernel and solver disagree.
    """
    around = position.clues_around(cell)
    alone = _alone(position, around, mine=mine)
    if alone is not None:
        return (alone,)
    native = forcing(position, cell, mine=mine, budget=budget)
    if native is None:
        return _by_reasoner(position, around, {cell: not mine}, engine, budget)
    if not native.clues:
        return None
    _judge(position, native, {cell: not mine}, engine, budget)
    return tuple(sorted(native.clues))


def _alone(position: Position, clues: Sequence[int], *, mine: bool) -> int | None:
    """Return the first clue that decides all covered cells around it in this way, if any does."""
    states, uncertain, adjacency, _ = position
    for clue in clues:
        values = states[list(adjacency.neighbours(clue))].tolist()
        given = uncertain.get(clue)
        if mine:
            needed = int(states[clue]) if given is None else given.lower
            most = values.count(State.COVERED) + values.count(State.FLAGGED)
        else:
            needed, most = (int(states[clue]) if given is None else given.upper), 0
        if needed - values.count(State.KNOWN_MINE) == most:
            return clue
    return None


def _judge(
    position: Position,
    native: Forcing,
    opposite: dict[int, bool],
    engine: Engine,
    budget: Budget,
) -> None:
    """Check that clues force a cell, and that none of them can be left out.

    Raises ValueError if not, `LimitError` when the budget is spent.
    """
    rows = clue_rows(position, np.array(native.clues, dtype=np.int32))
    constraints = cardinalities(rows, cell_codes(position.states))
    ((cell, value),) = opposite.items()
    for left_out, mines in enumerate(map(frozenset, native.layouts)):
        others = [row for place, row in enumerate(constraints) if place != left_out]
        if (cell in mines) is not value or not all([row.weight(mines) for row in others]):
            raise ValueError(f"the kernel has a layout that does not meet the clues {native}")
    system = ConstraintSystem(cells_of(constraints), tuple(constraints))
    with closing(engine.reasoner(system, budget)) as reasoner:
        if reasoner.model(opposite) is not None:
            raise ValueError(f"the kernel has clues that do not force cell {cell}: {native}")


def _by_reasoner(
    position: Position,
    around: Sequence[int],
    opposite: dict[int, bool],
    engine: Engine,
    budget: Budget,
) -> tuple[int, ...] | None:
    """Find the preferred set with a reasoner, among the clues of ever more rings."""
    codes = cell_codes(position.states)
    rings = rings_around(position, codes, np.array(around, dtype=np.int32))
    clues: list[int] = []
    width = 1
    while more := list(islice(rings, width)):
        budget.check()
        clues += np.concatenate(more).tolist()
        width *= 2
        constraints = cardinalities(clue_rows(position, np.array(clues, dtype=np.int32)), codes)
        system = ConstraintSystem(cells_of(constraints), tuple(constraints))
        with closing(engine.reasoner(system, budget)) as reasoner:
            mus = reasoner.mus(opposite)
            if mus is not None:
                return clues_among(_preferred(reasoner, sources_of(constraints), opposite, mus))
    return None


def _preferred(
    reasoner: Reasoner,
    order: Sequence[Source],
    opposite: dict[int, bool],
    mus: Sequence[Source],
) -> list[Source]:
    """Return the preferred minimal set, given any."""
    places = {source: place for place, source in enumerate(order)}
    needed: list[Source] = []
    while left := [places[source] for source in mus if source not in needed]:
        last = max(left)
        shorter = reasoner.mus(opposite, [*order[:last], *needed])
        if shorter is None:
            needed.append(order[last])
        else:
            mus = shorter
    return needed
