"""Undecided components with what is counted about them, each thing once.

Counts are remembered by the shape of a component, so that whatever is met again is not counted
again.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from logicsweep.constraints.partition import Component
from logicsweep.constraints.system import Cardinality
from logicsweep.eliminate.counts import (
    SMALL,
    ModelCounts,
    WeightedCounts,
    model_counts_of,
    weighted_counts_of,
)
from logicsweep.eliminate.decided import decided_cells
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.signature import Signature, signature_of
from logicsweep.errors import LimitError, counted
from logicsweep.limits import Budget
from logicsweep.reason.settle import Undecided
from logicsweep.reason.solvers.engine import Engine, MineCounts
from logicsweep.reason.unweighted import mine_counts_of, unweighted

# A component with more clues than this, or that takes more table entries, is first given to the
# reasoner, which takes out what is decided in it: it falls apart, and is counted cheaply.
_MOST_CLUES: Final = 60
_AT_FIRST: Final = 3000
# Weights make numbers long: with more clues than this that have some, proving is faster.
_MOST_WEIGHTED: Final = 20
# How many shapes a counter remembers.
_REMEMBERED: Final = 20_000


class UncountableError(LimitError):
    """A component that would take more than the budget; so many clues hang together in it."""

    def __init__(self, component: Component, open_clues: int) -> None:
        cells, clues = component.system
        size = f"{counted(len(cells), 'cell')} and {counted(len(clues), 'clue')}"
        super().__init__(f"a component of {size} needs more table entries than are allowed")
        self.component = component
        self.open_clues = open_clues


class Part:
    """An undecided component, with what is counted about it once that is needed."""

    __slots__ = (
        "_counts",
        "_engine",
        "_found",
        "checked",
        "component",
        "fewest",
        "is_weighted",
        "most",
    )

    def __init__(self, found: Undecided, engine: Engine) -> None:
        self.component, self.fewest, self.most, ways = found
        # The ways, and the number of mines up to which they were counted (None for all). One value,
        # as ledgers in several threads may have a part in common.
        self._found: tuple[WeightedCounts, int | None] | None = (
            None if ways is None else (ways, None)
        )
        # Whether its models are not all alike.
        self.is_weighted = _are_weighted(self.component.system.constraints)
        self._engine = engine
        self.checked = -1  # the allowed counts that are known to decide no cell
        self._counts: MineCounts | None = None

    @property
    def cells(self) -> tuple[int, ...]:
        return self.component.system.cells

    def possible(self, budget: Budget) -> int:
        """The mine counts that the component can hold, as bits."""
        ways = self._complete_ways()
        if ways is None:
            return self._mine_counts(budget).support
        return ways.support

    def decided(self, allowed: int, budget: Budget) -> tuple[list[int], list[int]]:
        """The cells (mines, safe) that are alike in all models with an allowed count of mines."""
        ways = self._complete_ways()
        if ways is None:
            return self._mine_counts(budget).decided(allowed, budget=budget)
        return decided_cells(self.component, ways, budget, allowed)

    def ways(self, counter: ComponentCounter, budget: Budget, most: int | None) -> WeightedCounts:
        """The ways, counted if need be; those with more than `most` mines may be left out.

        Raises `UncountableError` or `LimitError`.
        """
        # Only weights make numbers so long that leaving some out pays.
        limit = most if self.is_weighted else None
        if self._found is not None:
            ways, known = self._found
            if known is None or (limit is not None and limit <= known):
                return ways
        ways = counter.ways(self.component, budget, limit)
        self._found = ways, None if ways.is_small else limit
        return ways

    def _complete_ways(self) -> WeightedCounts | None:
        """The ways if they may decide, and none was left out for having too many mines."""
        if self._found is None or not self._engine.is_native:
            return None
        ways, _ = self._found
        return ways if ways.is_small or not self.is_weighted else None

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Without what is quickly made again and takes much room: tables."""
        state = {name: getattr(self, name) for name in self.__slots__}
        state["_counts"] = None
        if self._found is not None and not self._found[0].is_small:
            state["_found"] = None
        return None, state

    def _mine_counts(self, budget: Budget) -> MineCounts:
        if self._counts is None:
            self._counts = mine_counts_of(self.component, self._engine, budget)
        return self._counts


class ComponentCounter:
    """Counts components within a budget of table entries, and remembers the results."""

    def __init__(self) -> None:
        self._remembered: dict[Signature, WeightedCounts] = {}

    def __getstate__(self) -> dict[str, object]:
        return {"_remembered": {}}

    def ways(self, component: Component, budget: Budget, most: int | None = None) -> WeightedCounts:
        """The ways of a component; those with more than `most` mines may be left out.

        Raises `UncountableError` when it would take more than the budget, `LimitError` when the
        budget is spent.
        """
        return self._ways(component, budget, most)

    def models(self, component: Component, budget: Budget, most: int | None = None) -> ModelCounts:
        """The number of models of a component, whatever they weigh; otherwise as `ways`."""
        constraints = tuple(map(unweighted, component.system.constraints))
        shape = signature_of(component.boxes, constraints)
        try:
            return model_counts_of(shape, budget=budget, most=most)
        except TooWideError as error:
            raise UncountableError(component, error.open_factors) from None

    def try_ways(self, component: Component, budget: Budget) -> WeightedCounts | None:
        """The ways of a component, or None unless they are counted at little cost."""
        clues = component.system.constraints
        if len(clues) > _MOST_CLUES or (len(clues) > _MOST_WEIGHTED and _are_weighted(clues)):
            return None
        try:
            ways = self._ways(component, budget.with_entries(_AT_FIRST))
        except UncountableError:
            return None
        return ways if ways.is_small else None

    def _ways(
        self, component: Component, budget: Budget, most: int | None = None
    ) -> WeightedCounts:
        shape = signature_of(component.boxes, component.system.constraints)
        try:
            if len(component.system.cells) <= SMALL:
                return weighted_counts_of(shape, budget=budget, most=most)
            ways = self._remembered.get(shape)
            if ways is None:
                ways = weighted_counts_of(shape, budget=budget, most=most)
                if ways.is_small:
                    if len(self._remembered) >= _REMEMBERED:
                        self._remembered.clear()
                    self._remembered[shape] = ways
        except TooWideError as error:
            raise UncountableError(component, error.open_factors) from None
        return ways


def _are_weighted(clues: Iterable[Cardinality]) -> bool:
    return any(clue.weights is not None for clue in clues)
