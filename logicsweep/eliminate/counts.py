"""Exact model counts of a component by number of mines, and the mines in each of its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import comb
from typing import Final, NamedTuple

from logicsweep.constraints.factors import Factor
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.polynomial import unpack
from logicsweep.eliminate.signature import Signature
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget

# The counts of components of at most this many cells are cached as long as the process lives: in
# play the same signatures come up again and again.
SMALL: Final = 100
# Table entries that such a count may take; if it takes more, it is not cached, and limited by the
# budget of the caller instead.
_CHEAP: Final = 3000
# With more bits in its tables a component is not cached, so as not to work out its boxes unasked.
_HEAVY: Final = 400_000


class LazyBoxes:
    """The tables of a component that was not cached, to work out its boxes when they are asked."""

    def __init__(self, tables: Tables, lowest: int, count: int) -> None:
        self._tables = tables
        self._lowest = lowest
        self._count = count
        self._exact: tuple[tuple[int, ...], ...] | None = None

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        if self._exact is None:
            slot = self._tables.slot
            self._exact = tuple(
                [
                    tuple(unpack(packed >> self._lowest * slot, slot, self._count))
                    for packed in self._tables.by_box(budget)
                ]
            )
        return self._exact

    def marginals(self, weights: Sequence[int], budget: Budget) -> list[float] | None:
        tables = self._tables
        if self._exact is not None or not tables.is_weighted or tables.has_moves:
            return None  # with relations each state has transitions of its own
        from logicsweep.eliminate.marginals import box_marginals

        return box_marginals(self._tables, weights, self._lowest, budget=budget)


class WeightedCounts(NamedTuple):
    """Weighted model counts of a component by number of mines: its generating polynomial.

    The weights of all counts of a component may share a factor. So they serve for marginals, not
    for the number of models; for that there is `ModelCounts`. `boxes` says where the mines are.

    Attributes:
        lowest: The fewest mines that a model has.
        counts: `counts[i]` is the weight of all models with `lowest + i` mines; empty when there is
            no model.
    """

    lowest: int
    counts: tuple[int, ...]
    by_box: tuple[tuple[int, ...], ...] | LazyBoxes

    @property
    def support(self) -> int:
        """The numbers of mines that models have, as bits; bit n stands for n mines."""
        return sum([1 << self.lowest + place for place, count in enumerate(self.counts) if count])

    @property
    def is_small(self) -> bool:
        """Whether the boxes are worked out already."""
        return not isinstance(self.by_box, LazyBoxes)

    def boxes(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        """Return the exact mines in each box, summed over models as weighted as in `counts`.

        `boxes(budget)[b][i]` is the sum for box `b` over the models with `lowest + i` mines.

        Raises:
            LimitError: The budget is spent.
        """
        if isinstance(self.by_box, LazyBoxes):
            return self.by_box.exact(budget)  # works them out at the first call
        return self.by_box

    def marginals(self, weights: Sequence[int], budget: Budget) -> list[float] | None:
        """Compute the probability of a mine in the cells of each box, in floats.

        The models of `counts[i]` count `weights[i]` times. None unless this is faster than `boxes`,
        as it is with weighted clues, and precise: no value is off by more than 1e-13.

        Raises:
            LimitError: The budget is spent.
        """
        if isinstance(self.by_box, LazyBoxes):
            return self.by_box.marginals(weights, budget)
        return None


class ModelCounts(WeightedCounts):
    """The number of models of a component, by number of mines: each model has the weight 1.

    It is a type of its own so that no weighted count can be taken for a number of layouts. In a
    component that is not small, models with more mines than a given limit may be missing.
    """

    __slots__ = ()


_NONE: Final = ModelCounts(0, (), ())


def weighted_counts_of(
    signature: Signature, *, budget: Budget, most: int | None = None
) -> WeightedCounts:
    """Count the models of a component by number of mines, from its signature, without queries.

    The counts are `ModelCounts` if nothing in the signature has weights. Models with more than
    `most` mines may be left out, if the component is not small. Raises `TooWideError` when the
    tables would take more entries than the budget has, `LimitError` when its time is over.
    """
    if len(signature.factors) == 1 and len(signature.sizes) == 1 and signature.unary is None:
        (factor,) = signature.factors
        if isinstance(factor, Factor) and not signature.hidden:
            return _counts_of_clue(signature.sizes[0], factor)
    if sum(signature.sizes) <= SMALL and budget.entries >= _CHEAP:
        try:
            return _cached_counts(signature)
        except _HeavyError as heavy:
            return _counts_in(signature, heavy.tables)
        except TooWideError:
            if budget.entries == _CHEAP:  # there is no larger budget to try
                raise
    if signature.has_empty_factor:
        return _NONE
    return _counts_in(signature, Tables(signature, budget=budget, most=most))


def model_counts_of(
    signature: Signature, *, budget: Budget, most: int | None = None
) -> ModelCounts:
    """Count the models of a signature in which nothing has weights; TypeError if something has.

    `most` is as for `weighted_counts_of`, and so is what is raised.
    """
    counts = weighted_counts_of(signature, budget=budget, most=most)
    if not isinstance(counts, ModelCounts):
        raise TypeError("the signature has weights: its weighted count is no number of models")
    return counts


def counts_type(signature: Signature) -> type[WeightedCounts]:
    """Return the type of the counts of a signature: `ModelCounts` if nothing in it has weights."""
    return _type_under(
        [*[factor.weights for factor in signature.factors], *(signature.unary or ())]
    )


def _type_under(weights: Iterable[Sequence[int] | None]) -> type[WeightedCounts]:
    """Choose the type of counts under the weights of factors; weights of 0 and 1 only exclude."""
    is_plain = all(table is None or max(table) <= 1 for table in weights)
    return ModelCounts if is_plain else WeightedCounts


def _counts_of_clue(size: int, factor: Factor) -> WeightedCounts:
    """Count the models of a single clue with one box, the most common component."""
    lower, weights = factor
    counts = [weight * comb(size, mines) for mines, weight in enumerate(weights, lower)]
    if not any(counts):
        return _NONE
    by_box = (tuple([mines * count for mines, count in enumerate(counts, lower)]),)
    return _type_under([weights])(lower, tuple(counts), by_box)


class _HeavyError(Exception):
    """Refusal to cache a component with heavy tables, which come along to be used."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables


@lru_cache(maxsize=2048)
def _cached_counts(signature: Signature) -> WeightedCounts:
    """Count the models of a small component, boxes included; raises `_HeavyError`."""
    if signature.has_empty_factor:
        return _NONE
    tables = Tables(signature, budget=Budget(entries=_CHEAP))
    if tables.is_weighted:
        bits = sum(map(int.bit_length, chain(*map(dict.values, tables.forward))))
        if bits > _HEAVY:
            raise _HeavyError(tables)
    counts = _counts_in(signature, tables)
    return counts._replace(by_box=counts.boxes(Budget()))


def _counts_in(signature: Signature, tables: Tables) -> WeightedCounts:
    """Read the counts off the tables: the coefficients of the packed generating polynomial."""
    polynomial = tables.total()
    if not polynomial:
        return _NONE
    slot = tables.slot
    lowest = ((polynomial & -polynomial).bit_length() - 1) // slot
    size = (polynomial.bit_length() - 1) // slot - lowest + 1
    counts = tuple(unpack(polynomial >> lowest * slot, slot, size))
    return counts_type(signature)(lowest, counts, LazyBoxes(tables, lowest, size))


def forget() -> None:
    """Forget the small components that were counted, so as to measure without them."""
    _cached_counts.cache_clear()
