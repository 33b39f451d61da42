"""Counting the models of one component within a budget; an error names it if it is too wide.

The kernel counts, where it can; else Python does. Counts of small components are cached by
signature.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import Final

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, Factor, SourceKind
from logicsweep.errors import LimitError, counted
from logicsweep.kernel.component import (
    counts_of_signature,
    decided_in_signature,
    marginals_of_signature,
)
from logicsweep.limits import Budget
from logicsweep.system.model_counts import (
    NO_MODEL,
    SMALL,
    ModelCounts,
    WeightedCounts,
    counts_type,
    type_under,
)
from logicsweep.system.partition import Component
from logicsweep.system.signature import Signature, signature_of_component
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.trellis import TooLargeError, TooWideError, megabytes, trellis_of

# A component with more clues or table entries is not counted before its verdicts are proved: as its
# decided cells are taken out, it may fall apart, and be counted cheaply.
_MOST_CLUES: Final = 60
_AT_FIRST: Final = 3000
# The same if clues have weights, which make numbers long.
_MOST_WEIGHTED: Final = 20
# Pairs of rows that a cached count may try; if it takes more, it is limited by the budget of the
# caller instead.
_CHEAP: Final = 3000


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
    natively = counts_of_signature(signature, budget, _KernelBoxes(signature))
    if natively is not None:
        return natively
    with Tabulating(component):
        return weighted_counts_of(signature, budget=budget)


def models_of(component: Component, budget: Budget) -> ModelCounts:
    """Count the models of a component without their weights; otherwise as `counts_of`."""
    constraints = tuple([constraint.unweighted() for constraint in component.system.constraints])
    signature = signature_of_component(component, constraints)
    natively = counts_of_signature(signature, budget, _KernelBoxes(signature))
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


class _KernelBoxes:
    """See `LazyBoxes`: the signature of a component, which the kernel takes once more."""

    def __init__(self, signature: Signature) -> None:
        self._signature = signature
        self._exact: tuple[tuple[int, ...], ...] | None = None

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        if self._exact is None:
            counts = counts_of_signature(self._signature, budget)
            if counts is None:
                counts = weighted_counts_of(self._signature, budget=budget)
            self._exact = counts.boxes(budget)
        return self._exact

    def marginals(
        self, lowest: int, message: Sequence[float], budget: Budget
    ) -> list[float] | None:
        if self._exact is not None:
            return None
        return marginals_of_signature(self._signature, lowest, message, budget)

    def decided(self, allowed: int, budget: Budget) -> list[int] | None:
        if self._exact is not None:
            return None
        return decided_in_signature(self._signature, allowed, budget)


class _Boxes:
    """See `LazyBoxes`: the passes of a component."""

    def __init__(self, counting: CountingPass, lowest: int, count: int) -> None:
        self._counting = counting
        self._lowest = lowest
        self._count = count
        self._exact: tuple[tuple[int, ...], ...] | None = None

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        if self._exact is None:
            self._exact = tuple(self._counting.by_box(self._lowest, self._count, budget))
        return self._exact

    def marginals(self, lowest: int, message: Sequence[float], budget: Budget) -> None:
        """Leave it to exact numbers, which Python has no faster way beside."""

    def decided(self, allowed: int, budget: Budget) -> None:
        """Leave it to exact numbers as well."""


def weighted_counts_of(signature: Signature, *, budget: Budget) -> WeightedCounts:
    """Count the models of a component by number of mines, from its signature, without queries.

    The counts are `ModelCounts` if nothing in the signature has weights. Raises `TooWideError` and
    `TooLargeError` as `trellis_of` does, and `LimitError` when the time of the budget is over.
    """
    if len(signature.factors) == 1 and len(signature.sizes) == 1 and signature.unary is None:
        (factor,) = signature.factors
        if isinstance(factor, Factor) and not signature.hidden:
            return _counts_of_clue(signature.sizes[0], factor)
    if sum(signature.sizes) <= SMALL and budget.entries >= _CHEAP:
        try:
            return _cached_counts(signature)
        except TooWideError:
            if budget.entries == _CHEAP:  # there is no larger budget to try
                raise
    return _counted(signature, budget)


def model_counts_of(signature: Signature, *, budget: Budget) -> ModelCounts:
    """Count the models of a signature in which nothing has weights; TypeError if something has.

    It raises what `weighted_counts_of` raises.
    """
    counts = weighted_counts_of(signature, budget=budget)
    if not isinstance(counts, ModelCounts):
        raise TypeError("the signature has weights: its weighted count is no number of models")
    return counts


def _counts_of_clue(size: int, factor: Factor) -> WeightedCounts:
    """Count the models of a single clue with one box, the most common component."""
    lower, weights = factor
    counts = [weight * comb(size, mines) for mines, weight in enumerate(weights, lower)]
    if not any(counts):
        return NO_MODEL
    by_box = (tuple([mines * count for mines, count in enumerate(counts, lower)]),)
    return type_under([weights])(lower, tuple(counts), by_box)


@lru_cache(maxsize=2048)
def _cached_counts(signature: Signature) -> WeightedCounts:
    """Count the models of a small component, boxes included."""
    counts = _counted(signature, Budget(entries=_CHEAP))
    return counts._replace(by_box=counts.boxes(Budget()))


def _counted(signature: Signature, budget: Budget) -> WeightedCounts:
    """Count the models of a component; the boxes when they are asked."""
    if signature.has_empty_factor:
        return NO_MODEL
    counting = CountingPass(trellis_of(signature, budget), budget)
    lowest, counts = counting.counts()
    if not any(counts):
        return NO_MODEL
    return counts_type(signature)(lowest, tuple(counts), _Boxes(counting, lowest, len(counts)))


def forget() -> None:
    """Forget the small components that were counted, so as to measure without them."""
    _cached_counts.cache_clear()
