"""Everything that counting the layouts of a settled board needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from logicsweep.system.partition import NONE_HIDDEN, Component

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from logicsweep.eliminate.counts import ModelCounts, WeightedCounts
    from logicsweep.limits import Budget

CellArray = NDArray[np.intp]
FloatArray = NDArray[np.float64]


@dataclass(frozen=True)
class CountedComponents:
    """Everything about the covered cells of a board that bears on its layouts; cells are numbers.

    `counts[i]` belongs to component i, and `boxes[i]` are the cells of its boxes; the undecided
    cells in no component are the `interior`. `bounds` are the least and the most mines in all
    undecided cells together, None when the total is unknown. `known` mines are shown or proved.
    `settled` is a flat array of the board's cells: 1 for mines proved in covered cells, 0 for the
    other covered cells, nan for those not covered. Hidden cells come after them, those from
    `hidden_from` on: they are in boxes, and neither in the interior nor among the mines. `models`
    counts the models of each component, whatever they weigh; it raises `UncountableError` or
    `LimitError`. `component(i)` makes component i with its constraints, and with boxes in the order
    of `boxes[i]`.
    """

    boxes: Sequence[Sequence[Sequence[int]]]
    counts: Sequence[WeightedCounts]
    interior: CellArray
    bounds: tuple[int, int] | None
    known: int
    settled: FloatArray
    models: Callable[[Budget], Sequence[ModelCounts]]
    component: Callable[[int], Component]
    hidden_from: int = NONE_HIDDEN

    @cached_property
    def components(self) -> Sequence[Component]:
        """All components with their constraints."""
        return [self.component(place) for place in range(len(self.counts))]
