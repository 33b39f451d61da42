"""Model counting by component: the share of all models of the equations in which a cell is a mine.

These are the marginals of the uniform distribution over the models of a component. The reference
systems A and B try all assignments; bucket elimination (`counts_of`) gives the same shares, also
where there are too many assignments to try. The mine count is left out, as it is there.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from logicsweep import LimitError
from logicsweep.constraints import Cardinality, Source, SourceKind
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import counted
from logicsweep.games import View
from logicsweep.limits import Budget
from logicsweep.system import Component, components
from logicsweep.tables.component_counts import UncountableError, counts_of

from .equations import Equation

# By cell number.
Shares = dict[int, Fraction]


class Counted(NamedTuple):
    """The number of models of a component, and the share of each cell; both empty without any.

    `fewest` is the fewest mines of a model, and `counts[i]` how many have `i` mines more;
    `boxes` has their mines in each set of cells that no clue tells apart.
    """

    models: int
    shares: Shares
    fewest: int = 0
    counts: tuple[int, ...] = ()
    boxes: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()

    def within(self, most: int) -> Shares:
        """Return the shares among the models with at most so many mines; 0 if there is none."""
        end = max(0, most - self.fewest + 1)
        models = sum(self.counts[:end])
        return {
            number: Fraction(sum(mines[:end]), models * len(cells)) if models else Fraction(0)
            for cells, mines in self.boxes
            for number in cells
        }

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
        all_shares: Shares = {}
        for component in self.components_of(equations):
            all_shares.update(component.shares)
        return all_shares

    def components_of(self, equations: Iterable[Equation]) -> list[Counted]:
        """The components that have shares, in the order of the last clue of each."""
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
        for component in components(constraints):
            if self._most is not None and len(component.system.cells) > self._most:
                continue
            key = component.system.constraints
            counts = self._remembered.get(key)
            remembered[key] = self._counted(component) if counts is None else counts
        self._remembered = remembered
        last = {key: max(clue.source.cell or 0 for clue in key) for key in remembered}
        ordered = sorted(remembered, key=last.__getitem__)
        return [remembered[key] for key in ordered if remembered[key].models]

    def words(self, view: View, numbers: Iterable[int]) -> list[str]:
        """Say what was counted last in the components of these cells."""
        cells = set(numbers)
        told = [
            counts for counts in self._remembered.values() if not cells.isdisjoint(counts.shares)
        ]
        return [line for counts in told for line in counts.words(view)]

    def _counted(self, component: Component) -> Counted:
        budget = Budget(self._time_limit)
        try:
            counts = counts_of(component, budget)
            models = sum(counts.counts)
            if not models:
                return Counted(0, {})
            cells = [box.cells for box in component.boxes]
            boxes = tuple(zip(cells, counts.boxes(budget), strict=True))
        except (LimitError, UncountableError):
            return Counted(0, {})
        whole = Counted(models, {}, counts.lowest, tuple(counts.counts), boxes)
        return whole._replace(shares=whole.within(len(component.system.cells)))
