"""The game tree over sets of layouts, searched by the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref
from functools import partial
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.binding import OK, address_of
from logicsweep.kernel.context import context, release
from logicsweep.kernel.structures import Hidden
from logicsweep.limits import Budget

HIT: Final = 255
"""The value of a cell with a mine."""
# Weights below this are summed without overflow.
_MOST_WEIGHT: Final = 1 << 62


def won_after(
    values: NDArray[np.uint8 | np.uint16],
    weights: Sequence[int] | None,
    tried: Sequence[int],
    *,
    alpha: int,
    each: bool = False,
    budget: Budget,
) -> list[int] | None:
    """Compute the weight that the best player wins after opening each cell; see `strategy.tree`.

    All layouts have the same number of mines; `values` have the shape (layouts, cells). With `each`
    all weights above alpha are exact. None where the kernel cannot: without the library, for values
    that are not uint8, for very large weights and for sets that would take too much memory. Raises
    `LimitError` when the time is over.
    """
    if values.dtype != np.uint8:
        return None
    kernel = context()
    if kernel is None or (weights is not None and sum(weights) >= _MOST_WEIGHT):
        return None
    layouts, cells = values.shape
    shown = np.ascontiguousarray(values)
    weight_array = None if weights is None else np.array(weights, dtype=np.int64)
    weights_at = None if weight_array is None else address_of(weight_array)
    hidden = Hidden(layouts, cells, address_of(shown), weights_at)
    numbers = np.array([*tried, 0], dtype=np.int32)
    won = np.zeros(len(tried) + 1, dtype=np.int64)
    arguments = (
        *(kernel.address, byref(hidden), address_of(numbers), len(tried), alpha),
        *(each, address_of(won)),
    )
    status = kernel.ask(partial(kernel.library.ls_endgame, *arguments), budget)
    release(kernel)
    return won[:-1].tolist() if status == OK else None


def won_by_policy(
    values: NDArray[np.uint8 | np.uint16], *, each: bool, budget: Budget
) -> list[int] | None:
    """Count the layouts that a policy wins after opening each cell; see `strategy.policy`.

    -1 for a cell that was not worked out. None where the kernel cannot, as for `won_after`. Raises
    `LimitError` when the time is over.
    """
    kernel = context() if values.dtype == np.uint8 else None
    if kernel is None:
        return None
    layouts, cells = values.shape
    shown = np.ascontiguousarray(values)
    hidden = Hidden(layouts, cells, address_of(shown), None)
    won = np.zeros(cells, dtype=np.int64)
    arguments = (kernel.address, byref(hidden), each, address_of(won))
    status = kernel.ask(partial(kernel.library.ls_policy, *arguments), budget)
    release(kernel)
    return won.tolist() if status == OK else None
