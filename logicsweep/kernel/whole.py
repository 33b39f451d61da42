"""Whole boards, one or many: from positions to the marginals of all cells in one call."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.clue import Clue
from logicsweep.board.state import Grid
from logicsweep.kernel.context import CLASH, OK, Context, address_of, context, release
from logicsweep.limits import Budget

if TYPE_CHECKING:
    from logicsweep.system.system import Position

FloatArray = NDArray[np.float64]

# The library's values for a density and for a mine count that are unknown.
NO_PRIOR: Final = (0.0, 0.0)
UNKNOWN: Final = (-1, -1)
# A board with more cells is sure to take more than some milliseconds.
LONG: Final = 100_000
# The smallest positive weight that is handed over; the kernel leaves a board with it to Python.
_LEAST: Final = float(np.finfo(np.float64).tiny)
# A board with this many cells may leave a large context behind.
_LARGE: Final = 20_000


class Answer(NamedTuple):
    """The kernel's answer about a whole board.

    Attributes:
        status: `Status.OK`, or `Status.CLASH` for a board that no layout agrees with. With anything
            else, the question is open.
        marginals: The probability of a mine in every cell, flat, nan in cells that are not covered;
            none is off by more than 1e-12, and none is 0 or 1 unless that follows. If the mine
            count and the density are unknown, those that depend on them mean nothing. None unless
            the status is OK.
        needs_prior: Whether some marginal depends on a density, and none is known.
        needs_total: Whether some marginal is 0 or 1 because of the mine count only.
        loaded: `Context.loaded`, if the thread's context found it; None otherwise.
    """

    status: int
    marginals: FloatArray | None
    needs_prior: bool
    needs_total: bool
    loaded: object = None


def marginals_of(position: Position, density: Fraction | None, budget: Budget) -> Answer | None:
    """Return the marginals of a position; None without the native library.

    The density counts where the mine count is unknown. The bound on the error is worked out along
    the way. Raises `LimitError`.

    The method is that of `tables/`: bucket elimination (Dechter 1999) of
    each component, and a tree of messages under the mine count.
    """
    kernel = context()
    prior = NO_PRIOR if density is None else prior_of(density)
    if kernel is None or prior is None:
        return None
    marginals = np.empty(position.states.size)
    status = load(kernel, position, prior, budget, marginals)
    answer = answer_of(kernel, position, density, status, marginals, loaded=kernel.loaded)
    tidy(kernel, marginals.size, status)
    return answer


def log2_mass() -> float:
    """Return log2 of the weight of all layouts of the position last given to `marginals_of`.

    As `Hand.log2_mass`; with uncertain clues, up to a factor that their tables have in common.
    """
    kernel = context()
    return 0.0 if kernel is None else float(kernel.library.ls_log2_mass(kernel.address))


def tidy(kernel: Context, size: int, status: int) -> None:
    """Release the memory of a context after a question that may have taken much of it."""
    if size > _LARGE or status not in (OK, CLASH):
        release(kernel)


def answer_of(
    kernel: Context,
    position: Position,
    density: Fraction | None,
    status: int,
    marginals: FloatArray,
    *,
    loaded: object = None,
) -> Answer:
    """Make the answer of a context from its status and the marginals that it wrote."""
    if status != OK:
        return Answer(status, None, needs_prior=True, needs_total=True)
    _, needs_prior, needs_total = kernel.shared
    is_open = position.total is None and density is None
    return Answer(status, marginals, is_open and needs_prior == 1, needs_total == 1, loaded)


def load(
    kernel: Context,
    position: Position,
    prior: tuple[float, float],
    budget: Budget,
    marginals: FloatArray,
) -> int:
    """Load a position into a context, and write its marginals; return the status."""
    board, clues, _alive = arguments_of(position)
    kernel.loaded = object()
    arguments = *board, *prior, *clues, address_of(marginals)
    return kernel.ask(kernel.library.ls_load, budget, *arguments, is_long=board[0] > LONG)


def at_hand(
    position: Position, budget: Budget, answer: Answer | None = None
) -> tuple[Context, Answer] | None:
    """Return this thread's context with a position loaded, and an answer for it.

    An earlier answer spares loading it where the context still has it. Without a prior, marginals
    that depend on one mean nothing. None without the native library. Raises `LimitError`.
    """
    kernel = context()
    if kernel is None:
        return None
    if answer is None or answer.loaded is not kernel.loaded:
        marginals = np.empty(position.states.size)
        status = load(kernel, position, NO_PRIOR, budget, marginals)
        answer = answer_of(kernel, position, None, status, marginals, loaded=kernel.loaded)
    return kernel, answer


def arguments_of(position: Position) -> tuple[tuple[Any, ...], tuple[Any, Any], object]:
    """Return a position as arguments of calls into the library.

    First the size, the neighbours, the states and the mine count; then the uncertain clues and
    their weights; last what has to live as long as these.
    """
    states, uncertain, adjacency, total = position
    lower, upper = (total, total) if isinstance(total, int) else total or UNKNOWN
    degree, size = adjacency.table.shape
    board = size, degree, adjacency.address, states.tobytes(), lower, upper
    if not uncertain:
        return board, (None, None), None
    clues, weights = arrays = _uncertain(uncertain)
    return board, (address_of(clues), address_of(weights) if weights.size else None), arrays


def prior_of(density: Fraction | None) -> tuple[float, float] | None:
    """Return a density and its odds in floats, `NO_PRIOR` for None; None where they do not fit."""
    if density is None:
        return NO_PRIOR
    try:
        # The odds come from the fraction: those of a float near 1 would be far off.
        pair = float(density), float(density / (1 - density))
    except OverflowError:
        return None
    return pair if pair[1] > 0 else None


def scaled(weights: Sequence[int]) -> list[float]:
    """Scale weights to floats, the largest to 1; only a 0, which excludes, becomes 0."""
    largest = max(weights)
    return [max(weight / largest, _LEAST) if weight else 0.0 for weight in weights]


def _uncertain(clues: Mapping[int, Clue]) -> tuple[NDArray[np.int32], FloatArray]:
    """Return uncertain clues in the order of their cells, as rows of bounds and a place in weights.

    The second array has all tables of weights, each table once and scaled; -1 is no table.
    """
    rows = []
    weights: list[float] = []
    known: dict[tuple[int, ...], int] = {}
    for number in sorted(clues):
        clue = clues[number]
        table = clue.weights
        at = -1
        if table is not None:
            if table not in known:
                known[table] = len(weights)
                weights += scaled(table)
            at = known[table]
        rows.append((clue.lower, clue.upper, at))
    return np.array(rows, dtype=np.int32), np.array(weights, dtype=np.float64)


def verdicts_of_many(
    grids: Grid,
    bounds: NDArray[np.int64] | None,
    adjacency: Adjacency,
    verdicts: NDArray[np.int8],
    statuses: NDArray[np.int32],
) -> None:
    """Write the verdicts that tables have of boards, and what each came to.

    As `marginals_of_many`, with `verdicts` of the shape of `grids`: see `QuickVerdicts`. Those of a
    board whose status is not OK mean nothing.
    """
    kernel = context()
    if kernel is None or not len(grids):
        return
    if bounds is None:
        bounds = np.full((len(grids), 2), -1, dtype=np.int64)
    kernel.ask_of_many(
        kernel.library.ls_verdicts_of_many,
        *(adjacency.size, adjacency.degree, adjacency.address, len(grids)),
        *(grids.ctypes.data, bounds.ctypes.data, verdicts.ctypes.data, statuses.ctypes.data),
    )


def marginals_of_many(
    grids: Grid,
    prior: NDArray[np.int64] | Fraction | None,
    adjacency: Adjacency,
    marginals: FloatArray,
    statuses: NDArray[np.int32],
) -> None:
    """Write the marginals of boards, and what each came to; without the library nothing happens.

    `grids` are the states of all boards, C-contiguous of shape (N, height, width), without
    uncertain clues; the prior is the least and the most mines on each, of shape (N, 2), or a
    density. `marginals` are float64 of the shape of `grids`, C-contiguous; those of a board whose
    status is not OK are nan. A board that takes long comes to `Status.STOPPED`.
    """
    kernel = context()
    bounds = np.full((len(grids), 2), -1, dtype=np.int64)
    odds: tuple[float, float] | None = NO_PRIOR
    if isinstance(prior, np.ndarray):
        bounds[:] = prior
    else:
        odds = prior_of(prior)
    if kernel is None or odds is None or not len(grids):
        return
    kernel.ask_of_many(
        kernel.library.ls_batch,
        *(adjacency.size, adjacency.degree, adjacency.address, len(grids)),
        *(grids.ctypes.data, bounds.ctypes.data, *odds),
        *(marginals.ctypes.data, statuses.ctypes.data),
    )
