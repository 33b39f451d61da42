"""Whole boards: from a position to the marginals of all cells in one call."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.total import bounds_of
from logicsweep.constraints.position import Position
from logicsweep.kernel.binding import Status
from logicsweep.kernel.context import Context, context, release
from logicsweep.limits import Budget

FloatArray = NDArray[np.float64]

# The mine count is unknown, for the library.
_UNKNOWN: Final = (-1, -1)
# A board with so many cells may leave a large context behind.
_LARGE: Final = 20_000


class Answer(NamedTuple):
    """What the kernel found for a whole board.

    Attributes:
        status: Whether it is an answer: `Status.OK`, or `Status.CLASH` for a board that no layout
            agrees with. With anything else, the question is open.
        marginals: The probability of a mine in every cell, flat, nan in cells that are not covered;
            none is off by more than 1e-12, and none is 0 or 1 unless that follows. Without a mine
            count and without odds, those that depend on a density mean nothing. None unless OK.
        needs_prior: Whether some marginal depends on the mine count or on a density.
    """

    status: int
    marginals: FloatArray | None
    needs_prior: bool


def marginals_of(position: Position, odds: float, budget: Budget) -> Answer | None:
    """The marginals of a position; None without the native library.

    `odds` are those of a mine in a cell, where the mine count is unknown; 0 if they are unknown,
    too. The bound on the error is worked out along the way. Raises `LimitError`.

    The method is that of `eliminate/` and `count/floats.py`: bucket elimination (Dechter 1999) of
    each component, and a tree of messages under the mine count.
    """
    own = context()
    if own is None:
        return None
    marginals = np.empty(position.states.size)
    status = load(own, position, odds, budget, marginals)
    if status != Status.OK:
        answer = Answer(status, None, needs_prior=True)
    elif position.total is None and not odds:
        answer = Answer(status, marginals, bool(own.library.ls_needs_prior(own.address)))
    else:
        answer = Answer(status, marginals, needs_prior=False)
    if marginals.size > _LARGE or status not in _ANSWERS:
        release(own)
    return answer


_ANSWERS: Final = (0, 1)


def load(
    own: Context, position: Position, odds: float, budget: Budget, marginals: FloatArray
) -> int:
    """Load a position into a context and write its marginals; the status."""
    states, uncertain, adjacency, total = position
    lower, upper = bounds_of(total) or _UNKNOWN
    table = adjacency.table
    clues = weights = None
    if uncertain:
        clues, weights = _uncertain(uncertain)
    degree, size = table.shape
    arguments = (
        *(own.address, size, degree, adjacency.address, states.tobytes(), lower, upper, odds),
        None if clues is None else clues.ctypes.data,
        None if weights is None else weights.ctypes.data,
        marginals.ctypes.data,
    )
    ls_load = own.library.ls_load
    return own.ask(lambda: ls_load(*arguments), budget)


def _uncertain(clues: Mapping[int, Clue]) -> tuple[NDArray[np.int32], FloatArray]:
    """Uncertain clues in the order of their cells, and their weights, each table near 1."""
    rows = []
    weights: list[float] = []
    known: dict[tuple[int, ...], int] = {}
    for number in sorted(clues):
        clue = clues[number]
        own = clue.weights
        at = -1
        if own is not None:
            if own not in known:
                known[own] = len(weights)
                largest = max(own)
                weights += [weight / largest for weight in own]
            at = known[own]
        rows.append((clue.lower, clue.upper, at))
    return np.array(rows, dtype=np.int32), np.array(weights, dtype=np.float64)
