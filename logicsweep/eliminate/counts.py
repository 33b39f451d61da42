"""Exact model counts of a component by number of mines, and the mines in each of its boxes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from logicsweep.constraints.factors import Factor
from logicsweep.eliminate.passes import CountingPass
from logicsweep.eliminate.signature import Signature
from logicsweep.eliminate.trellis import TooWideError, trellis_of
from logicsweep.limits import Budget

# The counts of components of at most this many cells are cached as long as the process lives: in
# play the same signatures come up again and again.
SMALL: Final = 100
# Pairs of rows that such a count may try; if it takes more, it is not cached, and limited by the
# budget of the caller instead.
_CHEAP: Final = 3000


class LazyBoxes:
    """The passes of a component that was not cached, to work out its boxes when they are asked."""

    def __init__(self, counting: CountingPass, lowest: int, count: int) -> None:
        self._counting = counting
        self._lowest = lowest
        self._count = count
        self._exact: tuple[tuple[int, ...], ...] | None = None

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        if self._exact is None:
            self._exact = tuple(self._counting.by_box(self._lowest, self._count, budget))
        return self._exact


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


class ModelCounts(WeightedCounts):
    """The number of models of a component, by number of mines: each model has the weight 1.

    It is a type of its own so that no weighted count can be taken for a number of layouts.
    """

    __slots__ = ()


_NONE: Final = ModelCounts(0, (), ())


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


@lru_cache(maxsize=2048)
def _cached_counts(signature: Signature) -> WeightedCounts:
    """Count the models of a small component, boxes included."""
    counts = _counted(signature, Budget(entries=_CHEAP))
    return counts._replace(by_box=counts.boxes(Budget()))


def _counted(signature: Signature, budget: Budget) -> WeightedCounts:
    """Count the models of a component; the boxes when they are asked."""
    if signature.has_empty_factor:
        return _NONE
    counting = CountingPass(trellis_of(signature, budget), budget)
    lowest, counts = counting.counts()
    if not any(counts):
        return _NONE
    return counts_type(signature)(lowest, tuple(counts), LazyBoxes(counting, lowest, len(counts)))


def forget() -> None:
    """Forget the small components that were counted, so as to measure without them."""
    _cached_counts.cache_clear()
