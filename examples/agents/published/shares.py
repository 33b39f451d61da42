"""Model counting by component: the share of all models of the equations in which a cell is a mine.

These are the marginals of the uniform distribution over the models of a component. The reference
systems A and B try all assignments; bucket elimination (`eliminate`) gives the same shares, also
where there are too many assignments to try. The mine count is left out, as it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from logicsweep import LimitError, View
from logicsweep.constraints import Cardinality, Source, SourceKind
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import counted
from logicsweep.games.agents.equations import Equation
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import UncountableError, counts_of
from logicsweep.system import Component, components

# By cell number.
Shares = dict[int, Fraction]


class Counted(NamedTuple):
    """The number of models of a component, and the share of each cell; both empty without any."""

    models: int
    shares: Shares

    def words(self, view: View) -> list[str]:
        """Say how many models there are, and in how many of them each cell is a mine."""
        lines = [
            f"{view.cell(number)} is a mine in {share * self.models} of them"
            for number, share in sorted(self.shares.items())
        ]
        return [f"{counted(self.models, 'model')} of {counted(len(lines), 'cell')}:", *lines]


class Sharing:
    """Shares of mines in components of at most `most` cells; remembers what it has counted.

    `time_limit` is how long one component may take, in seconds; one that takes longer, or more than
    the budget of table entries, has no shares, and nor has one without models.
    """

    def __init__(self, most: int | None, time_limit: float | None) -> None:
        self._most = most
        self._time_limit = time_limit
        self._remembered: dict[tuple[Constraint, ...], Counted] = {}

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
            counts = self._remembered.get(key)
            if counts is None:
                counts = self._counted(component)
            remembered[key] = counts
            all_shares.update(counts.shares)
        self._remembered = remembered
        return all_shares

    def words(self, view: View, numbers: Iterable[int]) -> list[str]:
        """Say what was counted last in the components of these cells."""
        cells = set(numbers)
        told = [
            counts for counts in self._remembered.values() if not cells.isdisjoint(counts.shares)
        ]
        return [line for counts in told for line in counts.words(view)]

    def _counted(self, component: Component) -> Counted:
        budget = Budget(self._time_limit)
        shares: Shares = {}
        try:
            counts = counts_of(component, budget)
            models = sum(counts.counts)
            if not models:
                return Counted(0, {})
            for box, mines in zip(component.boxes, counts.boxes(budget), strict=True):
                share = Fraction(sum(mines), models * len(box.cells))
                shares.update(dict.fromkeys(box.cells, share))
        except (LimitError, UncountableError):
            return Counted(0, {})
        return Counted(models, shares)
