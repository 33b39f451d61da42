"""Model counting by component: the share of all models of the equations in which a cell is a mine.

These are the marginals of the uniform distribution over the models of a component. The reference
systems A and B try all assignments; bucket elimination (`eliminate`) gives the same shares, also
where there are too many assignments to try. The mine count is left out, as it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from logicsweep import LimitError
from logicsweep.constraints import Cardinality, Source, SourceKind
from logicsweep.constraints.constraint import Constraint
from logicsweep.games.agents.equations import Equation
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import UncountableError, counts_of
from logicsweep.system import Component, components

# By cell number.
Shares = dict[int, Fraction]


class Sharing:
    """Shares of mines in components of at most `most` cells; remembers what it has counted.

    `time_limit` is how long one component may take, in seconds; one that takes longer, or more than
    the budget of table entries, has no shares, and nor has one without models.
    """

    def __init__(self, most: int | None, time_limit: float | None) -> None:
        self._most = most
        self._time_limit = time_limit
        self._remembered: dict[tuple[Constraint, ...], Shares] = {}

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
        all_shares: Shares = {}
        for component in components(constraints):
            if self._most is not None and len(component.system.cells) > self._most:
                continue
            key = component.system.constraints
            shares = self._remembered.get(key)
            if shares is None:
                shares = self._counted(component)
            remembered[key] = shares
            all_shares.update(shares)
        self._remembered = remembered
        return all_shares

    def _counted(self, component: Component) -> Shares:
        budget = Budget(self._time_limit)
        shares: Shares = {}
        try:
            counted = counts_of(component, budget)
            models = sum(counted.counts)
            if not models:
                return {}
            for box, mines in zip(component.boxes, counted.boxes(budget), strict=True):
                share = Fraction(sum(mines), models * len(box.cells))
                shares.update(dict.fromkeys(box.cells, share))
        except (LimitError, UncountableError):
            return {}
        return shares
