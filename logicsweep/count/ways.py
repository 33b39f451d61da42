"""In how many ways a component can hold its mines, by their number, and box by box; exact."""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Final, NamedTuple

from logicsweep.count.elimination import TooWideError
from logicsweep.count.polynomial import unpack
from logicsweep.count.shape import Factor, Shape
from logicsweep.count.tables import MAX_ENTRIES, Tables
from logicsweep.limits import Deadline

# Components with so few cells are remembered as long as the process lives: in play the same shapes
# come up again and again.
SMALL: Final = 100
# They are cheap; should one not be, it is counted with whatever budget is given instead.
_CHEAP: Final = 3000


class Ways(NamedTuple):
    """The (weighted) numbers of models of a component.

    `counts[i]` have `lowest + i` mines. `in_box[b][i]` is the number of mines in box `b`, summed
    over these models. No model at all: `counts` is empty.
    """

    lowest: int
    counts: tuple[int, ...]
    in_box: tuple[tuple[int, ...], ...]


_NONE: Final = Ways(0, (), ())


def ways_of(shape: Shape, *, deadline: Deadline, max_entries: int = MAX_ENTRIES) -> Ways:
    """Count the models of a shape without labels.

    Raises `TooWideError` when the tables would take more than `max_entries`, `LimitError` when the
    deadline passes.
    """
    if len(shape.factors) == 1 and len(shape.sizes) == 1:
        return _one_box(shape.sizes[0], shape.factors[0])
    if sum(shape.sizes) <= SMALL and max_entries >= _CHEAP:
        try:
            return _small_ways(shape)
        except TooWideError:
            if max_entries == _CHEAP:
                raise
    return _ways(shape, deadline, max_entries)


def _one_box(size: int, factor: Factor) -> Ways:
    """A clue on its own, the most common component."""
    lower, weights = factor
    spread = [(mines, weight * comb(size, mines)) for mines, weight in enumerate(weights, lower)]
    counts = tuple([count for _, count in spread])
    if not any(counts):
        return _NONE
    return Ways(lower, counts, (tuple([mines * count for mines, count in spread]),))


@lru_cache(maxsize=2048)
def _small_ways(shape: Shape) -> Ways:
    return _ways(shape, Deadline(None), _CHEAP)


def _ways(shape: Shape, deadline: Deadline, max_entries: int) -> Ways:
    if not all(factor.weights for factor in shape.factors):
        return _NONE
    tables = Tables(shape, deadline=deadline, max_entries=max_entries)
    total, in_box = tables.count()
    if not total:
        return _NONE
    slot = tables.slot
    lowest = ((total & -total).bit_length() - 1) // slot
    count = (total.bit_length() - 1) // slot - lowest + 1
    shift = lowest * slot
    return Ways(
        lowest,
        tuple(unpack(total >> shift, slot, count)),
        tuple([tuple(unpack(packed >> shift, slot, count)) for packed in in_box]),
    )


def forget() -> None:
    """Forget the small components that were counted, so as to measure without them."""
    _small_ways.cache_clear()
