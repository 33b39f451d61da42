"""The steps of a game without guesses, always one of the easiest next.

More knowledge never raises the level of a step, so that no other order gets by with easier ones.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np

from logicsweep.board.state import State
from logicsweep.games.dealing.walk import open_around_zeros, open_cells, proved, safe_left
from logicsweep.kernel.play import Walk
from logicsweep.limits import Budget
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import SAT
from logicsweep.reasons.deduction import Deduced, Deductions
from logicsweep.system.system import Position

# Up to this level steps are found by technique; only beyond it the verdicts have to be known.
_BY_TECHNIQUE: Final = 2


def chain(walk: Walk, *, level: int | None, budget: Budget) -> Iterator[Deduced]:
    """Yield the steps from a position on, each taken before the next is looked for.

    Cells that a step proves safe are opened in the walk, with the neighbours of zeros; mines become
    known mines. It ends when all safe cells are open, or where no step is left that leads to one;
    with a `level`, none that takes as few sources together. Raises `LimitError`.
    """
    open_around_zeros(walk)
    left = safe_left(walk)
    position = Position(walk.states, {}, walk.adjacency, walk.total)
    deductions = Deductions(
        position,
        verdicts={},
        level=level,
        engine=engine_of(SAT),
        budget=budget,
    )
    while left:
        step = deductions.by_technique()
        if step is None:
            if level is not None and level <= _BY_TECHNIQUE:
                return
            verdicts = _verdicts(walk, budget)
            if False not in verdicts.values():
                return
            deductions.expect(verdicts)
            step = deductions.easiest()
            if step is None:
                return
        deductions.know(step.decided)
        safe = [cell for cell, mine in step.decided.items() if not mine]
        walk.states[[cell for cell, mine in step.decided.items() if mine]] = State.KNOWN_MINE
        opened = open_cells(walk, safe)
        left -= len(opened)
        deductions.show({cell: int(walk.truth[cell]) for cell in opened})
        yield step


def _verdicts(walk: Walk, budget: Budget) -> dict[int, bool]:
    """Return the proved verdicts on the covered cells; the walk stays as it is."""
    states = walk.states.copy()
    safe = proved(walk._replace(states=states), budget)
    mines = np.flatnonzero((states == State.KNOWN_MINE) & (walk.states != State.KNOWN_MINE))
    return dict.fromkeys(mines.tolist(), True) | dict.fromkeys(safe, False)
