"""A simple player on all layouts of a set, whose wins bound the best play from below.

A set of at most 64 layouts it plays best. In a larger one it opens a living cell, one that may show
several values, if that is safe in all layouts. Else it looks at two clicks: of the 8 safest living
cells it opens the one with the largest sum, over all that it may show, of the layouts in which the
safest living cell is safe then, blended with those in which the second safest is. A sample of a
few hundred layouts of the set is enough to choose the cell by.

The value of a cell is the number of layouts that are won if it is opened first and the simple
player goes on. To open the cell with the largest value is a step of policy improvement (Tesauro and
Galperin 1996), here over the complete list of layouts: a sample of it would promise what no player
knows. Only the kernel plays them (`policy.c`): Python would take seconds for a decision, which is
then one by score.
"""

from __future__ import annotations

from collections.abc import Iterable

from logicsweep.kernel.winning import won_by_policy
from logicsweep.limits import Budget
from logicsweep.strategy.endgame import even_values
from logicsweep.strategy.parts import Part
from logicsweep.strategy.situation import Situation


def best_of_parts(
    situation: Situation, parts: Iterable[Part], limit: int, budget: Budget
) -> int | None:
    """Choose the number of the best cell by the policy, of the smallest part.

    Of several equal cells it is the first. Only even parts of ordinary boards count, whose layouts
    weigh the same, with at most `limit` layouts. None if there is no such part, if no cell tells
    its layouts apart, and without the kernel. Raises `LimitError`.
    """
    small = [part for part in parts if part.layouts <= limit]
    for part in sorted(small, key=lambda part: part.layouts):
        values = even_values(situation, part, limit, budget)
        won = None if values is None else won_by_policy(values, each=False, budget=budget)
        if won is not None and max(won) >= 0:
            return part.cells[won.index(max(won))]
    return None
