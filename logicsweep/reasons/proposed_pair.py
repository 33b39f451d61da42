"""A near pair of layouts that the kernel proposes, and a solver judges."""

from __future__ import annotations

from contextlib import closing
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State
from logicsweep.board.total import bounds_of
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import TOTAL
from logicsweep.kernel.binding import OK
from logicsweep.kernel.sources import Layouts, nearest_layouts
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.counterexample import PairOfModels, near_pair
from logicsweep.system.position import Position
from logicsweep.system.system import (
    COVERED_UNIT,
    MINE_UNIT,
    ConstraintSystem,
    cardinalities,
    clue_rows,
)

# As numbers: comparing with members of an enum takes several times as long.
_KNOWN_MINE: Final = int(State.KNOWN_MINE)
_NO_CLUE: Final = int(State.NO_CLUE)


def proposed_pair(
    position: Position, cell: int, engine: Engine, budget: Budget
) -> PairOfModels | None:
    """Return two layouts, with their known mines, that differ in an undetermined cell.

    They differ in few cells: no single difference besides the cell can be undone. None without the
    kernel, and where it leaves the question open. Raises ValueError where kernel and solver
    disagree, `LimitError` when the budget is spent.
    """
    proposed = nearest_layouts(position, cell, budget)
    if proposed is None:
        return None
    status, layouts = proposed
    if status != OK:
        raise ValueError(f"the kernel has no two layouts for cell {cell}")
    if not (layouts.mine[cell] and not layouts.safe[cell] and _agree(position, layouts)):
        raise ValueError(f"the kernel has layouts for cell {cell} that do not agree with the board")
    differing = (layouts.mine != layouts.safe).nonzero()[0]
    pair = PairOfModels(*[frozenset(differing[mask[differing] > 0].tolist()) for mask in layouts])
    system = _system_of(position, differing, layouts.mine)
    with closing(engine.reasoner(system, budget)) as reasoner:
        if near_pair(reasoner, system, cell, start=pair) != pair:
            raise ValueError(f"the kernel has layouts for cell {cell} that can be nearer")
    return PairOfModels(*[frozenset(mask.nonzero()[0].tolist()) for mask in layouts])


def _agree(position: Position, layouts: Layouts) -> bool:
    """Add up the clues and the mines of two layouts."""
    states = position.states
    rows = clue_rows(position, position.clues)
    lower, upper = bounds_of(position.total) or (0, states.size)
    padded = np.zeros((2, states.size + 1), dtype=np.uint8)
    padded[:, :-1] = layouts
    is_open = (states >= 0) | (states == _NO_CLUE)
    mines = np.count_nonzero(padded, axis=1)
    return bool(
        padded[:, :-1][:, states == _KNOWN_MINE].all()
        and not padded[:, :-1][:, is_open].any()
        and (padded[:, rows.members].sum(axis=1, dtype=np.int16) == rows.lower).all()
        and (lower <= mines).all()
        and (mines <= upper).all()
    )


def _system_of(
    position: Position, cells: NDArray[np.intp], layout: NDArray[np.uint8]
) -> ConstraintSystem:
    """Return what clues and mine count say of some cells, when all others are as in a layout."""
    codes = np.zeros(position.states.size + 1, dtype=np.int16)
    codes[:-1] = MINE_UNIT * (layout > 0)
    codes[cells] = COVERED_UNIT
    clues = {clue for cell in cells.tolist() for clue in position.clues_around(cell)}
    rows = clue_rows(position, np.array(sorted(clues), dtype=np.int32))
    constraints: list[Constraint] = [*cardinalities(rows, codes)]
    bounds = bounds_of(position.total)
    numbers = tuple(cells.tolist())
    if bounds is not None:
        elsewhere = int(np.count_nonzero(codes == MINE_UNIT))
        constraints.append(
            Cardinality(numbers, bounds[0] - elsewhere, bounds[1] - elsewhere, TOTAL)
        )
    return ConstraintSystem(numbers, tuple(constraints))
