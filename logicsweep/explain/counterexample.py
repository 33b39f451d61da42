"""A near pair of models, by local search: two layouts that differ in a cell, and in few others.

It need not be the nearest pair, but no difference other than the cell can be undone alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from random import Random
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import TOTAL
from logicsweep.eliminate.total import allowed_counts, members, some_counts
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner
from logicsweep.system.system import ConstraintSystem

# With a known total no two layouts differ in fewer cells.
_CLOSEST: Final = 2


class PairOfModels(NamedTuple):
    """Two sets of mines, by cell number: one with the cell in question, one without it."""

    mine: frozenset[int]
    safe: frozenset[int]

    @property
    def distance(self) -> int:
        """In how many cells they differ."""
        return len(self.mine ^ self.safe)


def pair_on(ledger: ComponentLedger, cell: int, engine: Engine, budget: Budget) -> PairOfModels:
    """Find two layouts of the undecided cells that differ in the given cell and in few others.

    The search starts in the component of the cell, with as many mines in both. The ledger has to be
    settled and the cell undecided. Raises `LimitError`.
    """
    return _Pairs(ledger, engine, budget).pair(cell)


class _Fill(NamedTuple):
    """What goes with a pair of models of one component so that both meet the total.

    `counts` are the mines of the other components, and `inside` the mines of the interior in both
    layouts: of the one with a mine in the cell, and of the other.
    """

    counts: list[int]
    inside: tuple[int, int]


class _Pairs:
    def __init__(self, ledger: ComponentLedger, engine: Engine, budget: Budget) -> None:
        self._components = ledger.components
        self._interior = ledger.interior().tolist()
        self._bounds = ledger.bounds
        self._engine = engine
        self._budget = budget

    def pair(self, cell: int) -> PairOfModels:
        home = next((one for one in self._components if cell in one.cells), None)
        others = [one for one in self._components if one is not home]
        interior = [one for one in self._interior if one != cell]
        # Those near the cell change first.
        interior.sort(key=lambda one: (abs(one - cell), one))
        system = ConstraintSystem((cell,), ()) if home is None else home.component.system
        found = self._near_pair(system, cell)
        if found is None:
            raise ValueError("the cell is decided")
        models = [self._model(one.component.system) for one in others]
        if self._bounds is None:
            return _with(found, models)
        # Any models of the others will do, as long as the interior has enough slack.
        fill = self._fill(found, [1 << len(model) for model in models], len(interior))
        if fill is None:
            supports = [one.support(self._budget) for one in others]
            fill = self._fill(found, supports, len(interior))
            if fill is None and home is not None:
                as_many = self._with_as_many(home, supports, len(interior), cell)
                found, fill = as_many or (found, None)
            if fill is None:
                # Mines have to move between components.
                return self._anywhere(cell)
            models = [
                model if len(model) == mines else self._model(one.component.system, mines)
                for one, model, mines in zip(others, models, fill.counts, strict=True)
            ]
        changing = interior[: abs(fill.inside[0] - fill.inside[1])]
        if changing or self._bounds[0] < self._bounds[1]:
            found = self._improved(found, fill, system, changing, cell)
        rest = interior[len(changing) :]
        both = frozenset(Random(cell).sample(rest, min(fill.inside)))
        return _with(found, [*models, both])

    def _fill(self, found: PairOfModels, supports: list[int], interior: int) -> _Fill | None:
        """Complete two models of a component, with the same interior in both if possible."""
        if self._bounds is None:
            return None
        lower, upper = self._bounds
        mine, safe = len(found.mine), len(found.safe)
        with suppress(ValueError):
            *counts, inside = some_counts(
                supports, interior, lower - min(mine, safe), upper - max(mine, safe)
            )
            return _Fill(counts, (inside, inside))
        more, most = abs(mine - safe), max(mine, safe)
        if more > interior:
            return None
        with suppress(ValueError):
            *counts, inside = some_counts(supports, interior - more, lower - most, upper - most)
            return _Fill(counts, (inside + most - mine, inside + most - safe))
        return None

    def _with_as_many(
        self, home: UndecidedComponent, supports: list[int], interior: int, cell: int
    ) -> tuple[PairOfModels, _Fill] | None:
        """Find two models of a component with the same number of mines that can be completed."""
        if self._bounds is None:
            return None
        everything = [home.support(self._budget), *supports]
        for mines in members(allowed_counts(everything, interior, *self._bounds).components[0]):
            is_mine, is_safe = home.decided(1 << mines, self._budget)
            if cell not in is_mine and cell not in is_safe:
                system = _with_mines(home.component.system, mines, mines)
                found = self._near_pair(system, cell)
                fill = None if found is None else self._fill(found, supports, interior)
                if found is not None and fill is not None:
                    return found, fill
        return None

    def _improved(
        self,
        found: PairOfModels,
        fill: _Fill,
        system: ConstraintSystem,
        changing: Sequence[int],
        cell: int,
    ) -> PairOfModels:
        """Return a pair brought closer, if fewer changes do, while the rest of the board stays as
        it is.

        It may differ in interior cells, and hold as many mines as the total leaves to it.
        """
        if self._bounds is None:
            return found
        extra = frozenset(changing)
        with_extra = PairOfModels(
            found.mine | extra if fill.inside[0] > fill.inside[1] else found.mine,
            found.safe | extra if fill.inside[1] > fill.inside[0] else found.safe,
        )
        cells = tuple(sorted({*system.cells, *extra}))
        rest = sum(fill.counts) + min(fill.inside)
        lower, upper = (bound - rest for bound in self._bounds)
        wider = _with_mines(system._replace(cells=cells), lower, upper)
        with closing(self._engine.reasoner(wider, self._budget)) as reasoner:
            return near_pair(reasoner, wider, cell, start=with_extra) or with_extra

    def _anywhere(self, cell: int) -> PairOfModels:
        """Return a pair on the board as a whole."""
        systems = [one.component.system for one in self._components]
        cells = sorted([*(near for system in systems for near in system.cells), *self._interior])
        constraints = [one for system in systems for one in system.constraints]
        if self._bounds is not None:
            constraints.append(Cardinality(tuple(cells), *self._bounds, TOTAL))
        found = self._near_pair(ConstraintSystem(tuple(cells), tuple(constraints)), cell)
        if found is None:
            raise ValueError("the cell is decided")
        return found

    def _near_pair(self, system: ConstraintSystem, cell: int) -> PairOfModels | None:
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            return near_pair(reasoner, system, cell)

    def _model(self, system: ConstraintSystem, mines: int | None = None) -> frozenset[int]:
        """Find a model of an undecided component, with so many mines if a number is given."""
        own = system if mines is None else _with_mines(system, mines, mines)
        with closing(self._engine.reasoner(own, self._budget)) as reasoner:
            found = reasoner.model()
        if found is None:
            raise RuntimeError("a component has no model with a number of mines it can hold")
        return found


def _with(found: PairOfModels, models: Iterable[frozenset[int]]) -> PairOfModels:
    """Return a pair with what is alike in both."""
    both = frozenset().union(*models)
    return PairOfModels(found.mine | both, found.safe | both)


def _with_mines(system: ConstraintSystem, lower: int, upper: int) -> ConstraintSystem:
    """Return a system with so many mines in all of its cells."""
    total = Cardinality(system.cells, lower, upper, TOTAL)
    return system._replace(constraints=(*system.constraints, total))


def near_pair(
    reasoner: Reasoner, system: ConstraintSystem, cell: int, *, start: PairOfModels | None = None
) -> PairOfModels | None:
    """Find two models of a system that differ in a cell and in few others; None if there are none.

    `start` is such a pair, if one is known. `reasoner` holds the system, and may know more of it
    than the constraints say. Each of the two models is brought as close to the other as it gets by
    undoing differences, until neither gets any closer. Raises `LimitError`.
    """
    layers = list(_layers(system, cell))
    if start is None:
        mine = reasoner.model({cell: True})
        safe = None if mine is None else _near(reasoner, layers, mine, {cell: False})
        if mine is None or safe is None:
            return None
    else:
        mine = start.mine
        safe = _nearer(reasoner, layers, mine, start.safe, cell)
    found = PairOfModels(mine, safe)
    while found.distance > _CLOSEST:
        again = _nearer(reasoner, layers, found.safe, found.mine, cell)
        back = _nearer(reasoner, layers, again, found.safe, cell)
        closer = PairOfModels(again, back)
        if closer.distance >= found.distance:
            break
        found = closer
    return found


def _near(
    reasoner: Reasoner,
    layers: Sequence[Sequence[int]],
    first: frozenset[int],
    wanted: dict[int, bool],
) -> frozenset[int] | None:
    """Find a model with a wanted value as near to another as possible."""
    for radius in range(1, len(layers) + 1):
        far = {cell: cell in first for layer in layers[radius:] for cell in layer}
        second = reasoner.model({**far, **wanted})
        if second is not None:
            (cell,) = wanted
            return _nearer(reasoner, layers, first, second, cell)
    return None


def _nearer(
    reasoner: Reasoner,
    layers: Sequence[Sequence[int]],
    first: frozenset[int],
    second: frozenset[int],
    cell: int,
) -> frozenset[int]:
    """Return a model near the first, with the cell as in the second and no difference that this has
    not.

    Differences are undone where that can be, the far ones first: none of the cells that differ
    could be as it was together with all that do not.
    """
    cells = [one for layer in reversed(layers) for one in layer]
    for one in cells:
        if one != cell and (one in first) is not (one in second):
            alike = {
                other: other in first
                for other in cells
                if other == one or (other in first) is (other in second)
            }
            closer = reasoner.model({**alike, cell: cell in second})
            if closer is not None:
                second = closer
    return second


def _layers(system: ConstraintSystem, cell: int) -> Iterator[list[int]]:
    """Yield cells by how many constraints lead to them; the total leads everywhere."""
    left = set(system.cells)
    touching: dict[int, list[Constraint]] = {}
    for constraint in system.constraints:
        if constraint.source != TOTAL:
            for one in constraint.cells:
                touching.setdefault(one, []).append(constraint)
    layer = {cell}
    while layer:
        yield sorted(layer)
        left -= layer
        layer = {
            other for one in layer for near in touching.get(one, ()) for other in near.cells
        } & left
    if left:
        yield sorted(left)
