"""The mine counts of components and interior that agree with each other under the total.

The mine count of the board is one more factor, over the mine counts of the components and of the
interior; along the chain of their sums, messages over sets say which counts have support. Such a
set is an integer: bit n stands for n mines, so that a shift adds n to all of its members.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    messages = [_lowered(_span(lower, upper), interior)]
    for support in reversed(supports):
        reach = 0
        for count in members(support):
            reach |= messages[-1] >> count
        messages.append(reach)
    messages.reverse()
    return messages


def sums(first: int, second: int) -> int:
    """List all sums of a count from each of two sets (their Minkowski sum)."""
    if first.bit_count() < second.bit_count():
        first, second = second, first
    total = 0
    for count, size in _runs(second):
        total |= _raised(first << count, size)
    return total


def lowered(goals: int, counts: int) -> int:
    """List the numbers to which one of `counts` can be added to reach one of `goals`."""
    reach = 0
    for count, size in _runs(counts):
        reach |= _lowered(goals >> count, size)
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


def _span(lower: int, upper: int) -> int:
    lower = max(lower, 0)
    return ((1 << (upper - lower + 1)) - 1) << lower if upper >= lower else 0


def _raised(counts: int, cells: int) -> int:
    """List all counts that one of `counts` and 0 to `cells` come to."""
    reach = 0
    while reach < cells:
        step = min(reach + 1, cells - reach)
        counts |= counts << step
        reach += step
    return counts


def _lowered(counts: int, cells: int) -> int:
    """List all counts to which 0 to `cells` can be added to reach one of `counts`."""
    reach = 0
    while reach < cells:
        # Each turn doubles the distance to which every count has been copied down.
        step = min(reach + 1, cells - reach)
        counts |= counts >> step
        reach += step
    return counts
