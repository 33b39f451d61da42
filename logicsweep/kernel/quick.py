"""The shortest way from an array to an array: one ordinary board, and no objects for it.

Everything else, wrong arguments included, takes the way through `KnowledgeBase`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.board.state import Grid
from logicsweep.kernel import headers
from logicsweep.kernel.context import LESS_BRIEF, OK, Context, address_of, context
from logicsweep.kernel.proposal import ALL_SHOWN, DecidedClaim, VerdictArray, claims_of
from logicsweep.kernel.whole import NO_PRIOR, UNKNOWN, FloatArray, tidy
from logicsweep.limits import MAX_ENTRIES

# A covered cell and the clues, as bytes.
_CODES: Final = bytes([255, *range(9)])
# A board with more cells may take so long that limits and Ctrl-C have to be heard.
_MOST_CELLS: Final = 100_000
_INT8: Final = np.dtype(np.int8)


class QuickVerdicts(NamedTuple):
    """Verdicts on a board, and what is left to prove.

    Attributes:
        verdicts: As in `Proposal`, of shape (height, width).
        claims: The claims about the cells that tables decided, for a solver.
    """

    verdicts: VerdictArray
    claims: Sequence[DecidedClaim]


def marginals_of(boards: object, total: object) -> FloatArray | None:
    """Return the probabilities of mines on a board given as an array; None if this way is closed.

    `boards` may be of any type, as may `total`: the way is open for an array of shape (height,
    width) of clues and -1, and a mine count.
    """
    given = _plain(boards, total)
    if given is None or total is None:
        return None
    return _counted(*given)


def marginals_on(states: Grid, adjacency: Adjacency, bounds: tuple[int, int]) -> FloatArray | None:
    """Return the probabilities on a board of states without uncertain clues, as `marginals_of`."""
    kernel = context()
    if kernel is None or states.size > _MOST_CELLS or states.dtype != _INT8:
        return None
    arguments = _arguments(kernel, states.tobytes(), adjacency, *bounds)
    return _counted(kernel, states.shape, arguments)


def _counted(
    kernel: Context, shape: tuple[int, ...], arguments: tuple[Any, ...]
) -> FloatArray | None:
    marginals = np.empty(shape)
    kernel.be_brief(MAX_ENTRIES, LESS_BRIEF)
    kernel.loaded = object()
    status = kernel.library.ls_load(*arguments, *NO_PRIOR, None, None, address_of(marginals))
    tidy(kernel, marginals.size, status)
    return marginals if status == OK else None


def verdicts_of(boards: object, total: object, *, certify: bool) -> QuickVerdicts | None:
    """Return the verdicts on a board given as an array; None if this way is closed.

    The way is open as for `marginals_of`, also without a mine count (None). With `certify` what is
    undetermined is shown by layouts, else tables are believed.
    """
    given = _plain(boards, total)
    if given is None:
        return None
    kernel, shape, arguments = given
    return _asked(kernel, shape, arguments, certify=certify)


def certified(
    states: NDArray[np.int8], adjacency: Adjacency, bounds: tuple[int, int] | None
) -> QuickVerdicts | None:
    """Return the verdicts on a board of states without uncertain clues, as `verdicts_of`."""
    kernel = context()
    if kernel is None or states.size > _MOST_CELLS:
        return None
    arguments = _arguments(kernel, states.tobytes(), adjacency, *(bounds or UNKNOWN))
    return _asked(kernel, states.shape, arguments, certify=True)


def _asked(
    kernel: Context, shape: tuple[int, ...], arguments: tuple[Any, ...], *, certify: bool
) -> QuickVerdicts | None:
    verdicts: VerdictArray = np.empty(shape, dtype=np.int8)
    kernel.be_brief(MAX_ENTRIES, LESS_BRIEF)
    kernel.loaded = object()
    shown = headers.ls_certified() if certify else None
    status = kernel.library.ls_verdicts(*arguments, None, None, address_of(verdicts), shown)
    tidy(kernel, verdicts.size, status)
    if shown is None:
        return QuickVerdicts(verdicts, ()) if status == OK else None
    if status != OK or shown.unproved != ALL_SHOWN:
        return None
    return QuickVerdicts(verdicts, claims_of(shown))


def _plain(
    boards: object, total: object
) -> tuple[Context, tuple[int, ...], tuple[Any, ...]] | None:
    """Return the context, the shape and the first arguments of a call about a board."""
    states = _states(boards) if type(boards) is np.ndarray else None
    kernel = None if states is None else context()
    if states is None or kernel is None or not (total is None or type(total) is int):
        return None
    lower, upper = UNKNOWN if total is None else (total, total)
    if upper > len(states) or (total is not None and lower < 0):
        return None
    shape = boards.shape  # type: ignore[attr-defined]  # an array: it has states
    return kernel, shape, _arguments(kernel, states, eight(*shape), lower, upper)


def _states(array: NDArray[Any]) -> bytes | None:
    """Return an array of clues and -1 as bytes; None for anything else."""
    if array.ndim != 2 or array.dtype.kind not in "iu" or not 0 < array.size <= _MOST_CELLS:
        return None
    cells = array
    if array.dtype != _INT8:
        cells = array.astype(_INT8)
        if not (cells == array).all():
            return None
    states = cells.tobytes()
    return None if states.translate(None, _CODES) else states


def _arguments(
    kernel: Context, states: bytes, near: Adjacency, lower: int, upper: int
) -> tuple[Any, ...]:
    degree, size = near.table.shape
    return (kernel.address, size, degree, near.address, states, lower, upper)
