"""What is settled about an ordinary board: proved from clues and total, and counted."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

import numpy as np

from logicsweep.board.board import Board
from logicsweep.constraints.partition import Component
from logicsweep.count.counted import CountedComponents
from logicsweep.count.layouts import CountedLayouts, Layouts
from logicsweep.eliminate.counts import ModelCounts, WeightedCounts
from logicsweep.limits import Budget
from logicsweep.reason.components import ComponentCounter
from logicsweep.reason.ledger import Ledger


class PlainLedger(Ledger):
    """Verdicts, and the layouts of the components still undecided."""

    def counted_components(self, budget: Budget) -> CountedComponents:
        """Count every undecided component. The ledger has to be settled.

        Raises `UncountableError` for a component that would take more than the budget of table
        entries, `LimitError` when the budget is spent.
        """
        parts = list(self._parts)
        bounds = self.bounds
        most = None if bounds is None else bounds[1]
        components = [part.component for part in parts]
        every = []
        for done, part in enumerate(parts):
            self.counted = done, len(parts)
            every.append(part.ways(self._counter, budget, most))
        # Proved mines weigh 256, safe cells nothing, undecided cells 1; they are overwritten.
        settled = np.where(self._covered, self._weights[:-1] >> 8, np.nan)
        self.counted = len(parts), len(parts)
        return CountedComponents(
            components=components,
            counts=every,
            interior=self.interior(),
            bounds=bounds,
            known=self._mines,
            settled=settled,
            models=partial(_models, self._counter, components, every, most),
        )

    def layouts(
        self,
        board: Board,
        density: Fraction | None,
        budget: Budget,
    ) -> Layouts:
        """The layouts of the board, which is the ledger's, to be asked about.

        The ledger has to be settled. Raises `UncountableError` or `LimitError`.
        """
        return CountedLayouts(
            board,
            self.counted_components(budget),
            density,
            budget=budget,
        )


def _models(
    counter: ComponentCounter,
    components: Sequence[Component],
    every: Sequence[WeightedCounts],
    most: int | None,
    budget: Budget,
) -> list[ModelCounts]:
    """The models of components with up to `most` mines: as counted, or again without weights."""
    return [
        counts if isinstance(counts, ModelCounts) else counter.models(component, budget, most)
        for component, counts in zip(components, every, strict=True)
    ]
