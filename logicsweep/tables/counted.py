"""The counted components of a settled board, which all questions about layouts start from."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from logicsweep.system.partition import NONE_HIDDEN, Component

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from logicsweep.kernel.exact import RankedModels
    from logicsweep.limits import Budget
    from logicsweep.system.model_counts import ModelCounts, WeightedCounts

    Listing = Callable[[int, Sequence[bool], int, Budget], NDArray[np.bool_] | None]

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
        models: Counts the models of each component without weights. Raises `UncountableError` or
            `LimitError`.
        component: Makes component i with its constraints, and with boxes in the order of
            `boxes[i]`.
        listed: Lists the models of component i with an allowed number of mines, as
            `models_of_signature` in `kernel/component.py`; None where nothing else does.
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
    models: Callable[[Budget], Sequence[ModelCounts]]
    component: Callable[[int], Component]
    listed: Listing | None = None
    ranked: RankedModels | None = None
    hidden_from: int = NONE_HIDDEN

    @cached_property
    def components(self) -> Sequence[Component]:
        """All components with their constraints."""
        return [self.component(place) for place in range(len(self.counts))]
