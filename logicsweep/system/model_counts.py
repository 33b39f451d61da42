"""Model counts of a component by number of mines, as values, and models that show its boxes."""

from __future__ import annotations

from collections.abc import Sequence
from operator import mul
from typing import Final, NamedTuple, Protocol

from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature

# The counts of components of at most this many cells are cached as long as the process lives: in
# play the same signatures come up again and again.
SMALL: Final = 100
# Binary exponents that floats may have that weigh numbers of mines.
_WIDEST: Final = 400
_NARROWEST: Final = 2.0**-_WIDEST


class TooLargeTablesError(LimitError):
    """The tables of a component would need more than is allowed."""


class LazyBoxes(Protocol):
    """The mines in each box of a component that was not cached, worked out when they are asked."""

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        """See `WeightedCounts.boxes`."""
        ...

    def marginals(
        self, lowest: int, message: Sequence[float], budget: Budget
    ) -> list[float] | None:
        """See `WeightedCounts.marginals`."""
        ...

    def decided(self, allowed: int, budget: Budget) -> list[int] | None:
        """Tell for each box whether all models have it safe (0), or full of mines (1), or not (2).

        Models are those with an allowed number of mines, a set as bits, of which there has to be
        one. None where this is no faster than to count.
        """
        ...


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
        """True if the counts by box are worked out already."""
        return isinstance(self.by_box, tuple)

    def boxes(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        """Return the exact mines in each box, summed over models as weighted as in `counts`.

        `boxes(budget)[b][i]` is the sum for box `b` over the models with `lowest + i` mines.

        Raises:
            LimitError: The budget is spent.
        """
        if isinstance(self.by_box, tuple):
            return self.by_box
        return self.by_box.exact(budget)  # works them out at the first call

    def marginals(self, weights: Sequence[int], budget: Budget) -> list[float] | None:
        """Compute the probability of a mine in the cells of each box, in floats, within 1e-12.

        A model with `lowest + i` mines counts `weights[i]` times more. None where floats are too
        narrow, and where this is no faster than `boxes`.

        Raises:
            LimitError: The budget is spent.
        """
        if isinstance(self.by_box, tuple):
            return None
        products = list(map(mul, self.counts, weights))
        peak = weights[products.index(max(products))]
        if max(weights).bit_length() - peak.bit_length() > _WIDEST:
            return None
        message = [weight / peak for weight in weights]
        if any(
            weight and share < _NARROWEST for weight, share in zip(weights, message, strict=True)
        ):
            return None
        return self.by_box.marginals(self.lowest, message, budget)


class ModelCounts(WeightedCounts):
    """The number of models of a component, by number of mines: each model has the weight 1.

    It is a type of its own so that no weighted count can be taken for a number of layouts.
    """

    __slots__ = ()


NO_MODEL: Final = ModelCounts(0, (), ())


def counts_type(signature: Signature) -> type[WeightedCounts]:
    """Return the type of the counts of a signature: `ModelCounts` if nothing in it has weights."""
    tables = [*[factor.weights for factor in signature.factors], *(signature.unary or ())]
    is_plain = all(table is None or max(table) <= 1 for table in tables)  # 0 and 1 only exclude
    return ModelCounts if is_plain else WeightedCounts


class ShownModels(NamedTuple):
    """Models that show a box with a mine, and with a safe cell, wherever any model does.

    Attributes:
        support: The numbers of mines in all models, as bits.
        models: The mines of each box in each of the models; none if there is no model.
    """

    support: int
    models: list[tuple[int, ...]]
