"""Every solution of the equations counted, component by component: each cell's share of mines.

The reference systems A and B try all assignments; counting by elimination gives the same shares,
and does not end where there are too many. The total is left out, as it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from logicsweep.constraints.partition import components
from logicsweep.constraints.system import Cardinality, Source, SourceKind
from logicsweep.errors import LimitError
from logicsweep.games.agents.equations import Equation
from logicsweep.limits import Budget
from logicsweep.reason.components import ComponentCounter, UncountableError

# By cell number.
Shares = dict[int, Fraction]


class Sharing:
    """Shares of mines in components of at most `most` cells; remembers what it has counted.

    `time_limit` is how long one component may take, in seconds; one that takes longer, or more than
    the budget of table entries, has no shares, and nor has one without solutions.
    """

    def __init__(self, most: int | None, time_limit: float | None) -> None:
        self._most = most
        self._time_limit = time_limit
        self._counter = ComponentCounter()
        self._remembered: dict[tuple[Cardinality, ...], Shares] = {}

    def of(self, equations: Iterable[Equation]) -> Shares:
        """The shares in all components that have any."""
        constraints = [
            Cardinality(
                tuple(sorted(equation.cells)),
                equation.mines,
                equation.mines,
                Source(SourceKind.CLUE, equation.clue),
            )
            for equation in equations
        ]
        remembered = {}
        found: Shares = {}
        for component in components(constraints):
            if self._most is not None and len(component.system.cells) > self._most:
                continue
            key = component.system.constraints
            shares = self._remembered.get(key)
            if shares is None:
                shares = {}
                budget = Budget(self._time_limit)
                try:
                    counts = self._counter.counts(component, budget)
                    solutions = sum(counts.counts)
                    if solutions:
                        for box, mines in zip(component.boxes, counts.boxes(budget), strict=True):
                            share = Fraction(sum(mines), solutions * len(box.cells))
                            shares.update(dict.fromkeys(box.cells, share))
                except (LimitError, UncountableError):
                    shares = {}
            remembered[key] = shares
            found.update(shares)
        self._remembered = remembered
        return found
