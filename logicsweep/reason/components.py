"""A component in which neither the clues nor the total decide any cell."""

from __future__ import annotations

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.limits import Budget
from logicsweep.reason.settle import Undecided
from logicsweep.reason.unweighted import SummedCounts, mine_counts_of
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.partition import Component
from logicsweep.system.system import Decided
from logicsweep.tables.component_counts import are_weighted, counts_of, decided_cells
from logicsweep.tables.support import SupportTables


class UndecidedComponent:
    """An undecided component, with its counts once they are needed."""

    __slots__ = (
        "_counted",
        "_mine_counts",
        "agreed",
        "checked",
        "component",
        "fewest",
        "is_weighted",
        "most",
        "within",
    )

    def __init__(self, undecided: Undecided) -> None:
        self.component, self.fewest, self.most, counts = undecided
        self._counted = counts
        # Whether its models have different weights.
        self.is_weighted = are_weighted(self.component.system.constraints)
        # Numbers of mines, as bits, with which no cell is decided according to `decided`.
        self.checked: int | None = None
        # Numbers of mines, as bits, with which no cell is decided according to the model counts.
        self.agreed: int | None = None
        self._mine_counts: SupportTables | SummedCounts | None = None
        # Numbers of mines, as bits, outside of which it is proved to have no model.
        self.within = _possible(self.component)

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers of its cells, ascending."""
        return self.component.system.cells

    @property
    def size(self) -> int:
        """The number of its cells, without hidden ones."""
        return self.component.mines(self.cells)

    def support(self, budget: Budget) -> int:
        """Return the mine counts that the component can hold, as bits."""
        return (self._counted or self._made_mine_counts(budget)).support

    def decided(self, allowed: int, budget: Budget) -> Decided[list[int]]:
        """Return the cells with the same value in all models with an allowed count of mines."""
        if self._counted is None:
            return self._made_mine_counts(budget).decided(allowed, budget=budget)
        return decided_cells(self.component, self._counted, budget, allowed)

    def counts(self, budget: Budget) -> WeightedCounts:
        """Return the models by number of mines, counted if need be.

        Raises `UncountableError` or `LimitError`.
        """
        counts = self._counted  # as another thread may do the same
        if counts is None:
            counts = self._counted = counts_of(self.component, budget)
        return counts

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Leave out tables, which are large and quickly made again."""
        state = {name: getattr(self, name) for name in self.__slots__}
        state["_mine_counts"] = None
        if self._counted is not None and not self._counted.is_small:
            state["_counted"] = None
        return None, state

    def _made_mine_counts(self, budget: Budget) -> SupportTables | SummedCounts:
        if self._mine_counts is None:
            self._mine_counts = mine_counts_of(self.component, budget)
        return self._mine_counts


def _possible(component: Component) -> int:
    """Return the numbers of mines, as bits, that a component may have at first sight."""
    cells, constraints = component.system
    on_board = component.mines(cells)
    if len(constraints) == 1 and on_board == len(cells):
        (clue,) = constraints
        if isinstance(clue, Cardinality):
            return (2 << clue.upper) - (1 << clue.lower)
    return (2 << on_board) - 1
