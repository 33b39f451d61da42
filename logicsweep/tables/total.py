"""The mine counts of components and interior that agree with each other under the total.

The mine count of the board is one more factor, over the mine counts of the components and of the
interior; along the chain of their sums, messages over sets say which counts have support. Such a
set is an integer: bit n stands for n mines, so that a shift adds n to all of its members.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import lshift, rshift
from typing import NamedTuple


class Allowed(NamedTuple):
    """The counts with which the total can be met.

    `components` holds a set for each component; `interior` is the least and the most mines that
    the interior can hold, or None when the total cannot be met at all.
    """

    components: list[int]
    interior: tuple[int, int] | None


def allowed_counts(supports: Sequence[int], interior: int, lower: int, upper: int) -> Allowed:
    """Find the counts in each support that agree with the total and all other components.

    `interior` is the number of cells in no constraint, `lower..upper` the mines that all of them
    hold together. A count is allowed exactly when the others have counts that bring the sum into
    these bounds (generalised arc consistency of the sum, exact since a chain has no cycle).
    """
    messages = backward(supports, interior, lower, upper)
    forward = messages[0] & 1
    allowed = []
    for support, goals in zip(supports, messages[1:], strict=True):
        after = fitting = 0
        for count in members(support):
            reached = (forward << count) & goals
            if reached:
                after |= reached
                fitting |= 1 << count
        allowed.append(fitting)
        forward = after
    if not forward:
        return Allowed(allowed, None)
    smallest = (forward & -forward).bit_length() - 1
    largest = forward.bit_length() - 1
    return Allowed(allowed, (max(0, lower - largest), min(interior, upper - smallest)))


def some_counts(supports: Sequence[int], interior: int, lower: int, upper: int) -> list[int]:
    """Return a count for each component, and one for the interior, that meet the total together.

    Arguments are those of `allowed_counts`. Raises ValueError when there are none.
    """
    messages = backward(supports, interior, lower, upper)
    if not messages[0] & 1:
        raise ValueError("the total cannot be met")
    chosen = []
    so_far = 0
    for support, goals in zip(supports, messages[1:], strict=True):
        chosen.append(next(count for count in members(support) if goals >> so_far + count & 1))
        so_far += chosen[-1]
    return [*chosen, max(0, lower - so_far)]


def backward(supports: Sequence[int], interior: int, lower: int, upper: int) -> list[int]:
    """List, before each component and at the end, the sums from which the bounds can be reached.

    Arguments are those of `allowed_counts`.
    """
    lower = max(lower, 0)
    bounds = (1 << max(upper - lower + 1, 0)) - 1 << lower
    messages = [_filled(bounds, interior, rshift)]
    for support in reversed(supports):
        messages.append(lowered(messages[-1], support))
    return messages[::-1]


def sums(first: int, second: int) -> int:
    """List all sums of a count from each of two sets (their Minkowski sum)."""
    if first.bit_count() < second.bit_count():
        first, second = second, first
    total = 0
    for count, size in _runs(second):
        total |= _filled(first << count, size, lshift)
    return total


def lowered(goals: int, counts: int) -> int:
    """List the numbers to which one of `counts` can be added to reach one of `goals`."""
    reach = 0
    for count, size in _runs(counts):
        reach |= _filled(goals >> count, size, rshift)
    return reach


def _runs(counts: int) -> Iterator[tuple[int, int]]:
    """Yield the first of each run of numbers in a set, and how many more are in it."""
    while counts:
        lowest = counts & -counts
        first = lowest.bit_length() - 1
        size = ((counts + lowest ^ counts) >> first).bit_length() - 1
        yield first, size - 1
        counts &= counts + lowest


def members(counts: int) -> Iterator[int]:
    """Yield the counts in a set, ascending."""
    while counts:
        lowest = counts & -counts
        yield lowest.bit_length() - 1
        counts ^= lowest


def _filled(counts: int, cells: int, shift: Callable[[int, int], int]) -> int:
    """List all that counts come to when they are shifted by 0 to `cells`, up or down."""
    reach = 0
    while reach < cells:
        # Each turn doubles the distance to which every count has been copied.
        step = min(reach + 1, cells - reach)
        counts |= shift(counts, step)
        reach += step
    return counts
