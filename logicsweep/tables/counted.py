"""The counted components of a settled board, which all questions about layouts start from.

They come from the ledger that has proved all verdicts, or at once from the kernel.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import KNOWN_MINE
from logicsweep.board.total import bounds_of
from logicsweep.kernel.exact import RankedModels, component_of, counted_board
from logicsweep.system.model_counts import ModelCounts, WeightedCounts
from logicsweep.system.partition import NONE_HIDDEN, Component
from logicsweep.system.system import position_of
from logicsweep.tables.component_counts import models_of

if TYPE_CHECKING:
    from logicsweep.board.board import Board
    from logicsweep.kernel.whole import Answer
    from logicsweep.limits import Budget

CellArray = NDArray[np.intp]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class CountedComponents:
    """The components of a board with their counts, and its interior; cells are numbers.

    Attributes:
        boxes: `boxes[i]` are the cells of each box of component i.
        counts: `counts[i]` are the weighted model counts of component i.
        interior: The undecided cells in no component.
        bounds: The least and the most mines in all undecided cells together; None when the total is
            unknown.
        known: The number of mines that are shown or proved.
        settled: By cell, 1 for mines proved in covered cells, 0 for the other covered cells, nan
            for those not covered.
        component: Makes component i with its constraints, and with boxes in the order of
            `boxes[i]`.
        ranked: Finds models by their ranks, of the components that are `are_ranked`; None where
            nothing does.
        hidden_from: The first hidden cell. Hidden cells are in boxes, and neither in the interior
            nor among the mines.
    """

    boxes: Sequence[Sequence[Sequence[int]]]
    counts: Sequence[WeightedCounts]
    interior: CellArray
    bounds: tuple[int, int] | None
    known: int
    settled: FloatArray
    component: Callable[[int], Component]
    ranked: RankedModels | None = None
    hidden_from: int = NONE_HIDDEN

    def models(self, budget: Budget) -> list[ModelCounts]:
        """Return the numbers of models: the counts, or new ones of components with weights.

        Raises `UncountableError` or `LimitError`.
        """
        return [
            counts if isinstance(counts, ModelCounts) else models_of(self.component(place), budget)
            for place, counts in enumerate(self.counts)
        ]


def native_counts(
    board: Board, budget: Budget, answer: Answer | None = None
) -> CountedComponents | None:
    """Count the components of a board exactly by the kernel; None where it cannot.

    With an earlier answer for the board it need not be loaded again. Raises `LimitError`.
    """
    position = position_of(board)
    listed = counted_board(position, budget, answer)
    if listed is None:
        return None
    marginals = listed.marginals
    tied = [cell for part in listed.components for cells in part.boxes for cell in cells]
    settled = np.floor(marginals)  # nan stays what it is
    is_interior = marginals > settled
    settled[tied] = 0
    is_interior[tied] = False
    # In Python's own numbers, which have no largest one.
    shown = int(np.count_nonzero(position.states == KNOWN_MINE))
    known = int(np.count_nonzero(settled == 1)) + shown
    bounds = bounds_of(position.total)
    exact = position._replace(uncertain={})  # as it is; but this can be pickled
    return CountedComponents(
        boxes=[component.boxes for component in listed.components],
        counts=[component.counts for component in listed.components],
        interior=is_interior.nonzero()[0],
        bounds=None if bounds is None else (bounds[0] - known, bounds[1] - known),
        known=known,
        settled=settled,
        component=partial(component_of, exact, listed),
        ranked=RankedModels(exact, listed),
    )
