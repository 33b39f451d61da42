"""An order in which to eliminate the factors of a component: with few of them open at once.

The tables are eliminated along a line, not a tree, so that the vertex separation of the order
counts; its least value over all orders is the pathwidth of the graph (Kinnersley 1992). The graph
has a vertex for each factor and an edge between two that share a box; it is kept as one integer for
each factor, with a bit for every factor it meets.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.eliminate.total import members
from logicsweep.limits import Budget

# For at most this many factors every order is good enough.
_FEW: Final = 3
# A sweep takes about as long as this number of table rows for each factor; an order that promises
# fewer is good enough.
_CHEAP: Final = 20
_STARTS: Final = 24
# If every open factor opens more than this many, others are considered, too.
_MANY: Final = 2


def elimination_order(touching: Sequence[Sequence[int]], factors: int, budget: Budget) -> list[int]:
    """Return an elimination order of the first `factors` factors that keeps few of them open.

    `touching[i]` are the factors with box `i` in their scope; those numbered `factors` and up are
    never eliminated. To eliminate a factor is to sum out all boxes in its scope; the other factors
    of these boxes are open from then on.

    Greedy, by the growth of the front (King 1970): next comes the factor that opens the fewest
    others. It is tried from several starts of low degree; the start whose sweep promises the
    smallest tables (2 to the number of open factors, summed) wins. Raises `LimitError` when the
    budget is spent.
    """
    if factors <= _FEW:
        return list(range(factors))
    meets = [1 << factor for factor in range(factors)]
    every = (1 << factors) - 1
    for around in touching:
        together = 0
        for factor in around:
            together |= 1 << factor
        for factor in around:
            if factor < factors:
                meets[factor] |= together & every
    # A factor that meets few others sits at the rim of the component: the best place to begin.
    starts = sorted(range(factors), key=lambda factor: meets[factor].bit_count())
    best, least = _sweep(starts, meets, None, budget)
    step = max(1, factors // _STARTS)
    for shift in range(step, factors, step):
        if least <= _CHEAP * factors:
            break
        order, cost = _sweep(starts[shift:] + starts[:shift], meets, least, budget)
        if cost < least:
            best, least = order, cost
    return best


def _next(is_open: Sequence[int], meets: Sequence[int], seen: int) -> int:
    """Choose the factor that opens the fewest others, an open one if it opens few."""
    factor = is_open[0]
    fewest = (meets[factor] & ~seen).bit_count()
    if fewest:
        for candidate in is_open:
            growth = (meets[candidate] & ~seen).bit_count()
            if growth < fewest:
                factor, fewest = candidate, growth
    if fewest > _MANY:
        # A factor that an open one meets may do better: it is opened and closed at once.
        reached = 0
        for candidate in is_open:
            reached |= meets[candidate]
        for candidate in members(reached & ~seen):
            growth = (meets[candidate] & ~seen).bit_count()
            if growth < fewest:
                factor, fewest = candidate, growth
    return factor


def _sweep(
    starts: Sequence[int], meets: Sequence[int], give_up: int | None, budget: Budget
) -> tuple[list[int], int]:
    """Return a greedy order, and the number of table rows that it promises.

    It is cut short once these are `give_up` or more. `starts` lists all factors: the first one
    that is left begins whenever none is open.
    """
    order: list[int] = []
    seen = 0  # a bit for each factor that is open or closed
    rows = 0
    for start in starts:
        if seen >> start & 1:
            continue
        seen |= 1 << start
        open_factors = [start]
        while open_factors:
            budget.check()  # all factors may be reached from one start
            factor = _next(open_factors, meets, seen)
            order.append(factor)
            # The next factor may be one that is not open yet.
            opened = (meets[factor] | 1 << factor) & ~seen
            seen |= opened
            open_factors += members(opened)
            open_factors.remove(factor)
            rows += 1 << len(open_factors)
            if give_up is not None and rows >= give_up:
                return order, rows
    return order, rows
