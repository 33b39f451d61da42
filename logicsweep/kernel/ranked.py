"""Models of the components of a board by their ranks, so that random ranks are random models."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from logicsweep.kernel.binding import OK, address_of
from logicsweep.kernel.context import release
from logicsweep.kernel.exact import CountedBoard
from logicsweep.kernel.whole import at_hand
from logicsweep.limits import Budget
from logicsweep.system.position import Position


class RankedModels:
    """The models of a counted board: with each number of mines they are numbered from 0.

    `are_ranked[i]` tells whether those of component i are: their number has to fit into a double.
    """

    def __init__(self, position: Position, counted: CountedBoard) -> None:
        self.are_ranked = [component.is_ranked for component in counted.components]
        self._position = position
        self._answer = counted.answer

    def layouts(
        self, places: Sequence[Sequence[int]], ranks: Sequence[Sequence[int]], budget: Budget
    ) -> NDArray[np.bool_] | None:
        """Return the models of some draws as layouts of shape (draws, size); None without kernel.

        By draw and component, `places` are places in the component's counts, and `ranks` are below
        the counts there. Components that are not ranked have no mines. Raises `LimitError`.
        """
        loaded = at_hand(self._position, budget, self._answer)
        if loaded is None:
            return None
        kernel, self._answer = loaded
        layouts = np.zeros((len(places), self._position.states.size), dtype=np.bool_)
        flat_places = array("i", [place for of_draw in places for place in of_draw])
        flat_ranks = array("q", [rank for of_draw in ranks for rank in of_draw])
        ask = partial(
            kernel.library.ls_draw,
            *(kernel.address, len(places), flat_places.buffer_info()[0]),
            *(flat_ranks.buffer_info()[0], address_of(layouts)),
        )
        status = kernel.ask(ask, budget)
        release(kernel)
        return layouts if status == OK else None
