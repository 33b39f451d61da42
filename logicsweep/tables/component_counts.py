"""Counting the models of one component within a budget; an error names it if it is too wide.

The kernel counts, where it can; else Python does. Counts of small components are cached by
signature. They show the backbone of the component, and serve for what is left without it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import Final

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import BACKGROUND, SourceKind
from logicsweep.errors import counted
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
    TooLargeTablesError,
    WeightedCounts,
    counts_type,
)
from logicsweep.system.partition import Box, Component
from logicsweep.system.signature import Signature, signature_of
from logicsweep.system.system import ConstraintSystem, Decided, is_mine_by_cell
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.remainders import merged
from logicsweep.tables.trellis import TooLargeError, trellis_of

# A component with more table entries is not counted before its verdicts are proved: as its decided
# cells are taken out, it may fall apart, and be counted cheaply.
_AT_FIRST: Final = 3_000
# Entries that a cached count may take in the kernel, and pairs of rows that Python may try for one.
_CHEAP: Final = 100_000
_CHEAP_IN_PYTHON: Final = 3_000


class UncountableError(TooLargeTablesError):
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


@contextmanager
def tabulating(component: Component) -> Iterator[None]:
    """Give the `UncountableError` of a component if its tables grow too large in the block."""
    try:
        yield
    except TooLargeError as error:
        raise UncountableError(component, error.open_factors, error.memory) from None


def pass_of(component: Component, budget: Budget) -> CountingPass:
    """Make the counting pass of a component. Raises `UncountableError` and `LimitError`."""
    with tabulating(component):
        return CountingPass(trellis_of(signature_of(component), budget), budget)


def counts_of(component: Component, budget: Budget) -> WeightedCounts:
    """Return the models of a component by number of mines.

    Raises `UncountableError` when it would take more than the budget, `LimitError` when the budget
    is spent.
    """
    return _counts(component, signature_of(component), budget)


def models_of(component: Component, budget: Budget) -> ModelCounts:
    """Count the models of a component without their weights; otherwise as `counts_of`."""
    constraints = tuple([constraint.unweighted() for constraint in component.system.constraints])
    system = component.system._replace(constraints=constraints)
    counts = _counts(component, signature_of(component._replace(system=system)), budget)
    if not isinstance(counts, ModelCounts):
        raise TypeError("a component without weights has a weighted count")
    return counts


def _counts(component: Component, signature: Signature, budget: Budget) -> WeightedCounts:
    """Count the models of a signature of a component."""
    if sum(signature.sizes) <= SMALL:
        counts = _cheap_counts(signature, min(budget.entries, _CHEAP))
        if counts is not None:
            return counts
    signature = merged(signature)
    natively = counts_of_signature(signature, budget, by_box=False)
    if natively is not None:
        return natively._replace(by_box=_KernelBoxes(component, signature))
    with tabulating(component):
        return weighted_counts_of(signature, budget=budget)


@lru_cache(maxsize=2048)
def _cheap_counts(signature: Signature, entries: int) -> WeightedCounts | None:
    """Count the models of a small component, boxes included; None where it takes more entries."""
    signature = merged(signature)
    counts = counts_of_signature(signature, Budget(entries=entries))
    if counts is not None:
        return counts
    budget = Budget(entries=min(entries, _CHEAP_IN_PYTHON))
    try:
        counts = weighted_counts_of(signature, budget=budget)
    except TooLargeError:
        return None
    return counts._replace(by_box=counts.boxes(budget))


def forget() -> None:
    """Forget the small components that were counted, so as to measure without them."""
    _cheap_counts.cache_clear()


def try_counts(component: Component, budget: Budget) -> WeightedCounts | None:
    """Count as `counts_of` if the component is small and costs little, else return None."""
    if len(component.system.cells) > SMALL:
        return None
    return _cheap_counts(signature_of(component), min(budget.entries, _AT_FIRST))


def are_weighted(clues: Iterable[Constraint]) -> bool:
    """Tell whether models of some constraints have different weights."""
    return any(clue.is_weighted for clue in clues)


class _KernelBoxes:
    """See `LazyBoxes`: the signature of a component, which the kernel takes once more."""

    def __init__(self, component: Component, signature: Signature) -> None:
        self._component = component
        self._signature = signature
        self._exact: tuple[tuple[int, ...], ...] | None = None

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        if self._exact is None:
            counts = counts_of_signature(self._signature, budget)
            if counts is None:
                with tabulating(self._component):
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
        self._counting: CountingPass | None = counting
        self._lowest = lowest
        self._count = count
        self._exact: tuple[tuple[int, ...], ...] = ()

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        counting = self._counting
        if counting is not None:
            self._exact = tuple(counting.by_box(self._lowest, self._count, budget))
            self._counting = None  # it is large
        return self._exact

    def marginals(self, lowest: int, message: Sequence[float], budget: Budget) -> None:
        """Leave it to exact numbers, which Python has no faster way beside."""

    def decided(self, allowed: int, budget: Budget) -> None:
        """Leave it to exact numbers as well."""


def weighted_counts_of(signature: Signature, *, budget: Budget) -> WeightedCounts:
    """Count the models of a component in Python, from its signature, without queries.

    The counts are `ModelCounts` if nothing in the signature has weights; the boxes are worked out
    when they are asked. Raises `TooLargeError` as `trellis_of` does, and `LimitError` when the time
    of the budget is over.
    """
    if signature.has_empty_factor:
        return NO_MODEL
    counting = CountingPass(trellis_of(signature, budget), budget)
    lowest, counts = counting.counts()
    if not any(counts):
        return NO_MODEL
    return counts_type(signature)(lowest, tuple(counts), _Boxes(counting, lowest, len(counts)))


def decided_cells(
    component: Component, counts: WeightedCounts, budget: Budget, allowed: int | None = None
) -> Decided[list[int]]:
    """Return the cells that have the same value in every model with an allowed number of mines.

    `allowed` is a set of such numbers as bits, by default all. Raises ValueError when there is no
    such model, `LimitError` when the budget is spent.
    """
    lowest, by_mines, lazy = counts
    mines: list[int] = []
    safe: list[int] = []
    if allowed is not None and not counts.support & allowed:
        raise ValueError("no model has an allowed number of mines; expected a count that one has")
    if not isinstance(lazy, tuple):
        values = lazy.decided(counts.support if allowed is None else allowed, budget)
        if values is not None:
            for (cells, _), value in zip(component.boxes, values, strict=True):
                mines += cells if value == 1 else ()
                safe += cells if value == 0 else ()
            return Decided(mines, safe)
    by_box = counts.boxes(budget)
    if allowed is not None:
        places = [place for place in range(len(by_mines)) if allowed >> lowest + place & 1]
        by_mines = tuple([by_mines[place] for place in places])
        by_box = tuple([tuple([inside[place] for place in places]) for inside in by_box])
    models = sum(by_mines)
    for (cells, _), by_count in zip(component.boxes, by_box, strict=True):
        mines_in_models = sum(by_count)
        if not mines_in_models:
            safe += cells
        elif mines_in_models == models * len(cells):
            mines += cells
    return Decided(mines, safe)


def without(
    component: Component, counts: WeightedCounts, decided: Decided[list[int]], budget: Budget
) -> tuple[Component, WeightedCounts]:
    """Return a component and its counts conditioned on decided cells, which are taken out.

    Nothing is counted again: decided cells have one value in all models, so that the models of the
    rest have the same weights; the counts keep their type even without a weighted clue in the rest.
    If the rest falls apart it stays one component here, which changes no count.
    """
    known = is_mine_by_cell(*decided)
    place: dict[tuple[int, int], int] = {}  # of a constraint in the result, by index and cell
    constraints: list[Constraint] = []
    for index, constraint in enumerate(component.system.constraints):
        reduced = constraint.conditioned(known)
        if reduced.cells:
            place |= {(index, cell): len(constraints) for cell in reduced.cells}
            constraints.append(reduced)
    boxes = []
    by_box = []
    for (cells, indices), inside in zip(component.boxes, counts.boxes(budget), strict=True):
        if cells[0] not in known:
            keys = [(index, cells[0]) for index in indices]
            boxes.append(Box(cells, tuple([place[key] for key in keys if key in place])))
            by_box.append(inside)
    rest = tuple([cell for cell in component.system.cells if cell not in known])
    lowest = counts.lowest - component.mines(decided.mines)
    return (
        Component(ConstraintSystem(rest, tuple(constraints)), tuple(boxes), component.hidden_from),
        counts._replace(lowest=lowest, by_box=tuple(by_box)),
    )
