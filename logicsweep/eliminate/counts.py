"""In how many ways a component can hold its mines, by their number, and box by box; exact."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain
from math import comb
from typing import Final, NamedTuple

from logicsweep.eliminate.marginals import box_means
from logicsweep.eliminate.plan import TooWideError
from logicsweep.eliminate.polynomial import unpack
from logicsweep.eliminate.signature import Factor, Shape
from logicsweep.eliminate.tables import Tables
from logicsweep.limits import Budget

# Components with so few cells are remembered as long as the process lives: in play the same shapes
# come up again and again.
SMALL: Final = 100
# They are cheap; should one not be, it is counted with whatever budget is given instead.
_CHEAP: Final = 3000
# Tables with more bits than this are not taken apart before it is asked for what is in the boxes.
_HEAVY: Final = 400_000


class Held:
    """The tables of a component that is not small, from which its boxes can be worked out."""

    def __init__(self, tables: Tables, lowest: int, count: int) -> None:
        self._tables = tables
        self._lowest = lowest
        self._count = count
        self._exact: tuple[tuple[int, ...], ...] | None = None

    def exact(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        """See `Ways.boxes`."""
        if self._exact is None:
            slot = self._tables.slot
            self._exact = tuple(
                [
                    tuple(unpack(packed >> self._lowest * slot, slot, self._count))
                    for packed in self._tables.in_boxes(budget)
                ]
            )
        return self._exact

    def means(self, weights: Sequence[int], budget: Budget) -> list[float] | None:
        """See `Ways.means`."""
        if self._exact is not None or not self._tables.is_weighted:
            return None
        return box_means(self._tables, weights, self._lowest, budget=budget)


class Ways(NamedTuple):
    """What the models of a component weigh, by their number of mines.

    Models with `lowest + i` mines weigh `counts[i]` together, up to a factor that all counts of the
    component share: good for chances, not for the number of models, which only `ModelCounts` tell.
    `boxes` says where the mines are. No model at all: `counts` is empty.
    """

    lowest: int
    counts: tuple[int, ...]
    in_box: tuple[tuple[int, ...], ...] | Held

    @property
    def possible(self) -> int:
        """The numbers of mines that some model has, as bits."""
        return sum([1 << self.lowest + place for place, count in enumerate(self.counts) if count])

    @property
    def is_small(self) -> bool:
        """Whether nothing is left to be worked out."""
        return not isinstance(self.in_box, Held)

    def boxes(self, budget: Budget) -> tuple[tuple[int, ...], ...]:
        """`boxes()[b][i]` is the number of mines in box `b`, summed over the models of `counts[i]`.

        Raises `LimitError` when the budget is spent.
        """
        return self.in_box.exact(budget) if isinstance(self.in_box, Held) else self.in_box

    def means(self, weights: Sequence[int], budget: Budget) -> list[float] | None:
        """For each box the share of its cells to expect as mines, when `counts[i]` weighs so much.

        Only where that is faster than `boxes`, which it is with weights, and precise (see
        `box_means`), else None. Raises `LimitError`.
        """
        return self.in_box.means(weights, budget) if isinstance(self.in_box, Held) else None


class ModelCounts(Ways):
    """The number of models of a component, by their number of mines: each model weighs 1.

    Of components that are not small those above a limit may have been left out (see `ways_of`). A
    type of its own, so that nothing that weighs can be taken for a number of layouts.
    """

    __slots__ = ()


_NONE: Final = ModelCounts(0, (), ())


def ways_of(
    shape: Shape,
    *,
    budget: Budget,
    most: int | None = None,
) -> Ways:
    """Weigh the models of a shape without labels; `ModelCounts` where nothing in it has weights.

    Models with more than `most` mines may be left out, if the component is not small.
    Raises `TooWideError` when the tables would take more entries than the budget has, `LimitError`
    when its time is over.
    """
    if len(shape.factors) == 1 and len(shape.sizes) == 1 and shape.own is None:
        return _one_box(shape.sizes[0], shape.factors[0])
    if sum(shape.sizes) <= SMALL and budget.entries >= _CHEAP:
        try:
            return _small_ways(shape)
        except _HeavyError as heavy:
            return _counted(shape, heavy.tables)
        except TooWideError:
            if budget.entries == _CHEAP:
                raise
    return _ways(shape, budget, most)


def model_counts_of(shape: Shape, *, budget: Budget, most: int | None = None) -> ModelCounts:
    """Count the models of a shape in which nothing has weights; TypeError if something has.

    `most` is as for `ways_of`, and so is what is raised.
    """
    ways = ways_of(shape, budget=budget, most=most)
    if not isinstance(ways, ModelCounts):
        raise TypeError("the shape has weights: what its models weigh is not how many they are")
    return ways


def _kind(weights: Iterable[Sequence[int] | None]) -> type[Ways]:
    """The type of ways under such weights: those that only allow and forbid leave models at 1."""
    return ModelCounts if all(own is None or max(own) <= 1 for own in weights) else Ways


def _one_box(size: int, factor: Factor) -> Ways:
    """A clue on its own, the most common component."""
    lower, weights = factor
    spread = [(mines, weight * comb(size, mines)) for mines, weight in enumerate(weights, lower)]
    counts = tuple([count for _, count in spread])
    if not any(counts):
        return _NONE
    in_box = (tuple([mines * count for mines, count in spread]),)
    return _kind([weights])(lower, counts, in_box)


class _HeavyError(Exception):
    """Not to be remembered: its tables are kept for what is in the boxes."""

    def __init__(self, tables: Tables) -> None:
        super().__init__()
        self.tables = tables


@lru_cache(maxsize=2048)
def _small_ways(shape: Shape) -> Ways:
    if not all(factor.weights for factor in shape.factors):
        return _NONE
    tables = Tables(shape, budget=Budget(entries=_CHEAP))
    if tables.is_weighted:
        bits = sum(map(int.bit_length, chain(*map(dict.values, tables.before))))
        if bits > _HEAVY:
            raise _HeavyError(tables)
    ways = _counted(shape, tables)
    return ways._replace(in_box=ways.boxes(Budget()))


def _ways(shape: Shape, budget: Budget, most: int | None) -> Ways:
    if not all(factor.weights for factor in shape.factors):
        return _NONE
    tables = Tables(shape, budget=budget, most=most)
    return _counted(shape, tables)


def _counted(shape: Shape, tables: Tables) -> Ways:
    total = tables.total()
    if not total:
        return _NONE
    slot = tables.slot
    lowest = ((total & -total).bit_length() - 1) // slot
    count = (total.bit_length() - 1) // slot - lowest + 1
    counts = tuple(unpack(total >> lowest * slot, slot, count))
    kind = _kind([*[factor.weights for factor in shape.factors], *(shape.own or ())])
    return kind(lowest, counts, Held(tables, lowest, count))


def forget() -> None:
    """Forget the small components that were counted, so as to measure without them."""
    _small_ways.cache_clear()
