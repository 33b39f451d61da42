"""Many boards of one size in one call, each as in `whole.py`."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.state import Grid
from logicsweep.kernel.context import context, release
from logicsweep.kernel.whole import NO_PRIOR, FloatArray, prior_of
from logicsweep.limits import MAX_ENTRIES


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
    kernel.be_brief(MAX_ENTRIES)
    kernel.loaded = object()
    kernel.library.ls_verdicts_of_many(
        *(kernel.address, adjacency.size, adjacency.degree, adjacency.address, len(grids)),
        *(grids.ctypes.data, bounds.ctypes.data, verdicts.ctypes.data, statuses.ctypes.data),
    )
    release(kernel)


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
    size = adjacency.size
    kernel.be_brief(MAX_ENTRIES)
    kernel.loaded = object()  # the board that an answer was found for is gone
    kernel.library.ls_batch(
        *(kernel.address, size, adjacency.degree, adjacency.address, len(grids)),
        *(grids.ctypes.data, bounds.ctypes.data, *odds),
        *(marginals.ctypes.data, statuses.ctypes.data),
    )
    release(kernel)
