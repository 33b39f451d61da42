"""Components and interior seen together: which mine counts of each agree with the total.

Sets of counts are integers: bit n stands for n mines.
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


def allowed_counts(possible: Sequence[int], interior: int, lower: int, upper: int) -> Allowed:
    """Which of each component's possible counts agree with the total and all other components.

    `possible` holds each component's counts, `interior` is the number of cells in no constraint,
    `lower..upper` the mines that all of them hold together. A count is allowed exactly when the
    others have counts that bring the sum into these bounds.
    """
    ahead = _ahead(possible, interior, lower, upper)
    before = ahead[0] & 1
    allowed = []
    for counts, goals in zip(possible, ahead[1:], strict=True):
        after = fitting = 0
        for count in members(counts):
            sums = (before << count) & goals
            if sums:
                after |= sums
                fitting |= 1 << count
        allowed.append(fitting)
        before = after
    if not before:
        return Allowed(allowed, None)
    smallest = (before & -before).bit_length() - 1
    largest = before.bit_length() - 1
    return Allowed(allowed, (max(0, lower - largest), min(interior, upper - smallest)))


def some_counts(possible: Sequence[int], interior: int, lower: int, upper: int) -> list[int]:
    """A count for each component, and one for the interior, that meet the total together.

    Arguments are those of `allowed_counts`. Raises ValueError when there are none.
    """
    ahead = _ahead(possible, interior, lower, upper)
    if not ahead[0] & 1:
        raise ValueError("the total cannot be met")
    found = []
    held = 0
    for counts, goals in zip(possible, ahead[1:], strict=True):
        found.append(next(count for count in members(counts) if goals >> held + count & 1))
        held += found[-1]
    return [*found, max(0, lower - held)]


def _ahead(possible: Sequence[int], interior: int, lower: int, upper: int) -> list[int]:
    """From which sums, before each component, the bounds can still be reached; and at the end."""
    ahead = [_spread_down(_span(lower, upper), interior)]
    for counts in reversed(possible):
        reach = 0
        for count in members(counts):
            reach |= ahead[-1] >> count
        ahead.append(reach)
    ahead.reverse()
    return ahead


def sums(first: int, second: int) -> int:
    """All sums of a count from each of two sets."""
    if first.bit_count() < second.bit_count():
        first, second = second, first
    found = 0
    for count in members(second):
        found |= first << count
    return found


def members(counts: int) -> Iterator[int]:
    """The counts in a set, ascending."""
    while counts:
        lowest = counts & -counts
        yield lowest.bit_length() - 1
        counts ^= lowest


def _span(lower: int, upper: int) -> int:
    lower = max(lower, 0)
    return ((1 << (upper - lower + 1)) - 1) << lower if upper >= lower else 0


def _spread_down(counts: int, cells: int) -> int:
    """All counts to which 0 to `cells` can be added to reach one of `counts`."""
    reach = 0
    while reach < cells:
        # Each turn doubles how far down every count has been copied.
        more = min(reach + 1, cells - reach)
        counts |= counts >> more
        reach += more
    return counts
