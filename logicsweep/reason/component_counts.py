"""Counting the models of one component within a budget; an error names it if it is too wide.

The kernel counts, where it can; else Python does (see `eliminate.counts`). Counts of small
components are cached by signature.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, SourceKind
from logicsweep.eliminate.counts import (
    SMALL,
    ModelCounts,
    WeightedCounts,
    model_counts_of,
    weighted_counts_of,
)
from logicsweep.eliminate.signature import signature_of_component
from logicsweep.eliminate.trellis import TooLargeError, TooWideError, megabytes
from logicsweep.errors import LimitError, counted
from logicsweep.kernel.component import counts_of_signature
from logicsweep.limits import Budget
from logicsweep.system.partition import Component

# A component with more clues or table entries is not counted before its verdicts are proved: as its
# decided cells are taken out, it may fall apart, and be counted cheaply.
_MOST_CLUES: Final = 60
_AT_FIRST: Final = 3000
# The same if clues have weights, which make numbers long.
_MOST_WEIGHTED: Final = 20


class UncountableError(LimitError):
    """A component with too many clues open at once to count it within the budget.

    `size` is its size in words, and `ties` the word for its constraints; `memory` is the ceiling of
    memory in words, None if it was the one of table entries that was reached.
    """

    def __init__(self, component: Component, open_clues: int, memory: str | None = None) -> None:
        constraints = [
            constraint
            for constraint in component.system.constraints
            if constraint.source != BACKGROUND
        ]
        cells = component.mines(component.system.cells)
        are_clues = all(constraint.source.kind is SourceKind.CLUE for constraint in constraints)
        self.ties = "clue" if are_clues else "constraint"
        self.size = f"{counted(cells, 'cell')} and {counted(len(constraints), self.ties)}"
        more = "more table entries than are allowed"
        if memory is not None:
            more = f"more than {memory} for its tables"
        super().__init__(f"a component of {self.size} needs {more}")
        self.memory = memory
        self.component = component
        self.open_clues = open_clues


class Tabulating:
    """The block around an elimination, `with Tabulating(component)`, for its `UncountableError`."""

    __slots__ = ("_component",)

    def __init__(self, component: Component) -> None:
        self._component = component

    def __enter__(self) -> None:
        pass

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: object
    ) -> None:
        if isinstance(error, TooWideError):
            raise UncountableError(self._component, error.open_factors) from None
        if isinstance(error, TooLargeError):
            raise UncountableError(self._component, 0, megabytes(error.most)) from None


def counts_of(component: Component, budget: Budget) -> WeightedCounts:
    """Return the models of a component by number of mines.

    Raises `UncountableError` when it would take more than the budget, `LimitError` when the budget
    is spent.
    """
    signature = signature_of_component(component)
    natively = counts_of_signature(signature, budget)
    if natively is not None:
        return natively
    with Tabulating(component):
        return weighted_counts_of(signature, budget=budget)


def models_of(component: Component, budget: Budget) -> ModelCounts:
    """Count the models of a component without their weights; otherwise as `counts_of`."""
    constraints = tuple([constraint.unweighted() for constraint in component.system.constraints])
    signature = signature_of_component(component, constraints)
    natively = counts_of_signature(signature, budget)
    if isinstance(natively, ModelCounts):
        return natively
    with Tabulating(component):
        return model_counts_of(signature, budget=budget)


def try_counts(component: Component, budget: Budget) -> WeightedCounts | None:
    """Count as `counts_of` if the component is small and costs little, else return None."""
    if len(component.system.cells) > SMALL:
        return None
    clues = component.system.constraints
    if len(clues) > _MOST_CLUES or (len(clues) > _MOST_WEIGHTED and are_weighted(clues)):
        return None
    try:
        counts = counts_of(component, budget.with_entries(_AT_FIRST))
    except UncountableError:
        return None
    return counts if counts.is_small else None


def are_weighted(clues: Iterable[Constraint]) -> bool:
    """Tell whether models of some constraints have different weights."""
    return any(clue.is_weighted for clue in clues)
