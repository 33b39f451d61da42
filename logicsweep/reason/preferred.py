"""The clues that force a cell: of all minimal sets the preferred one, clues near the cell first.

A clue that forces the cell alone comes before all others. Else the order is by rings: the clues
around the cell, then those that share a covered cell with one of these, and so on, by number within
a ring. The preferred set (Junker, AAAI 2004) has the last clue of the shortest prefix of that order
that forces the cell, then, given this one, the last of the next shortest, until these suffice. So
the answer is the same whichever solver there is.

The kernel proposes a set, which is judged here: single clues or a solver lead the opposite verdict
to a contradiction, and for each clue there is a layout for the others and the opposite.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from itertools import islice
from typing import Final

import numpy as np

from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import Source, clues_among, sources_of
from logicsweep.kernel.proposal import Forcing, forcing
from logicsweep.limits import Budget
from logicsweep.reason.inconsistency import cells_of, rings_around
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner
from logicsweep.system.system import (
    ConstraintSystem,
    Position,
    cardinalities,
    cell_codes,
    clue_rows,
    constraints_of_clues,
)

_COVERED: Final = int(State.COVERED)
_FLAGGED: Final = int(State.FLAGGED)
_KNOWN_MINE: Final = int(State.KNOWN_MINE)


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
    _judge(position, native, cell, mine=mine, engine=engine, budget=budget)
    return tuple(sorted(native.clues))


def _alone(position: Position, clues: Iterable[int], *, mine: bool) -> int | None:
    """Return the first clue that decides all covered cells around it in this way, if any does."""
    if position.uncertain:
        for cells, lower, upper, source, _ in constraints_of_clues(position, clues):
            if (lower == len(cells)) if mine else not upper:
                return source.cell
        return None
    # The same without making constraints, which would take most of the time.
    state_of = position.states.item
    for clue in clues:
        values = [state_of(near) for near in position.adjacency.neighbours(clue)]
        most = values.count(_COVERED) + values.count(_FLAGGED) if mine else 0
        if state_of(clue) - values.count(_KNOWN_MINE) == most:
            return clue
    return None


def _judge(
    position: Position, native: Forcing, cell: int, *, mine: bool, engine: Engine, budget: Budget
) -> None:
    """Check that clues force a cell, and that none of them can be left out.

    Raises ValueError if not, `LimitError` when the budget is spent.
    """
    constraints = list(constraints_of_clues(position, native.clues))
    for left_out, mines in enumerate(native.layouts):
        layout = frozenset(mines)
        is_met = [
            bool(row.weight(layout)) for place, row in enumerate(constraints) if place != left_out
        ]
        if (cell in layout) is mine or not all(is_met):
            raise ValueError(f"the kernel has a layout that does not meet the clues: {native}")
    if not _conflict(constraints, cell, mine=not mine):
        cells = tuple(sorted({cell, *cells_of(constraints)}))
        system = ConstraintSystem(cells, tuple(constraints))
        with closing(engine.reasoner(system, budget)) as reasoner:
            if reasoner.model({cell: not mine}) is not None:
                raise ValueError(f"the kernel has clues that do not force cell {cell}: {native}")


def _conflict(constraints: Sequence[Cardinality], cell: int, *, mine: bool) -> bool:
    """Tell whether an assumption leads to a contradiction by single clues; False leaves it open."""
    mines, safe = ({cell}, set[int]()) if mine else (set[int](), {cell})
    before = 0
    while before < len(mines) + len(safe):
        before = len(mines) + len(safe)
        for cells, lower, upper, _, _ in constraints:
            rest = [number for number in cells if number not in mines and number not in safe]
            held = len(mines.intersection(cells))
            if held > upper or held + len(rest) < lower:
                return True
            if held == upper:
                safe.update(rest)
            elif held + len(rest) == lower:
                mines.update(rest)
    return False


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
    left = sorted([places[source] for source in mus])
    needed: list[Source] = []
    while left:
        last = left.pop()
        sources = [*order[:last], *needed]
        if reasoner.model(opposite, sources) is not None:
            needed.append(order[last])
            continue
        shorter = reasoner.mus(opposite, sources)
        if shorter is None:
            raise RuntimeError("a reasoner finds no model, and no conflict either")
        left = sorted([places[source] for source in shorter if places[source] < last])
    return needed
