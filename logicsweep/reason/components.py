"""A component in which neither the clues nor the total decide any cell."""

from __future__ import annotations

from functools import reduce

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.limits import Budget
from logicsweep.reason.shown import ShownTables
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.partition import Component, components, merged
from logicsweep.tables.component_counts import are_weighted, counts_of
from logicsweep.tables.total import sums


class UndecidedComponent:
    """A component in which the clues decide no cell, with its counts once they are needed.

    Some known model has `fewest` mines and some known model has `most`; every value of every cell
    occurs in a model between the two. Its counts are `counted` if they were made along the way.
    """

    __slots__ = ("agreed", "checked", "component", "counted", "fewest", "most", "within")

    def __init__(
        self, component: Component, fewest: int, most: int, counted: WeightedCounts | None = None
    ) -> None:
        self.component = component
        self.fewest = fewest
        self.most = most
        self.counted = counted
        # Numbers of mines, as bits, with which the mine count decides no cell.
        self.checked: int | None = None
        # Numbers of mines, as bits, with which no cell is decided according to the model counts.
        self.agreed: int | None = None
        # Numbers of mines, as bits, outside of which it is proved to have no model.
        self.within = _possible(component)

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
        if self.counted is not None:
            return self.counted.support
        pieces, free = unweighted(self.component)
        supports = [ShownTables(piece, budget).support for piece in pieces]
        return reduce(sums, supports, (2 << len(free)) - 1)

    def counts(self, budget: Budget) -> WeightedCounts:
        """Return the models by number of mines, counted if need be.

        Raises `UncountableError` or `LimitError`.
        """
        counts = self.counted  # as another thread may do the same
        if counts is None:
            counts = self.counted = counts_of(self.component, budget)
        return counts

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Leave out tables, which are large and quickly made again."""
        state = {name: getattr(self, name) for name in self.__slots__}
        if self.counted is not None and not self.counted.is_small:
            state["counted"] = None
        return None, state


def unweighted(component: Component) -> tuple[list[Component], list[int]]:
    """Split a component that only likelihoods tie together; other ones stay as they are.

    For what is possible, bounds matter. Returns the pieces, which share no clue, and the cells of
    the board that no clue constrains without its weights.
    """
    cells, constraints = component.system
    if not are_weighted(constraints):
        return [component], []
    bare = merged([constraint.unweighted() for constraint in constraints])
    pieces = components(bare, hidden_from=component.hidden_from)
    tied = {cell for piece in pieces for cell in piece.system.cells}
    return pieces, [cell for cell in cells if cell not in tied and cell < component.hidden_from]


def _possible(component: Component) -> int:
    """Return the numbers of mines, as bits, that a component may have at first sight."""
    cells, constraints = component.system
    on_board = component.mines(cells)
    if len(constraints) == 1 and on_board == len(cells):
        (clue,) = constraints
        if isinstance(clue, Cardinality):
            return (2 << clue.upper) - (1 << clue.lower)
    return (2 << on_board) - 1
