"""A near pair of models, by local search: two layouts that differ in a cell, and in few others.

It need not be the nearest pair, but no single difference besides the cell can be undone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, suppress
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State, covered_mask
from logicsweep.board.total import bounds_of
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.kernel.context import OK
from logicsweep.kernel.proposal import ShownLayouts, nearest_layouts
from logicsweep.limits import Budget
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Reasoner
from logicsweep.system.statements import ORDINARY
from logicsweep.system.system import ConstraintSystem, Position, clue_rows
from logicsweep.tables.total import some_counts

# With a known total no two layouts differ in fewer cells.
_CLOSEST: Final = 2


class PairOfModels(NamedTuple):
    """Two sets of mines, by cell number: one with the cell in question, one without it."""

    mine: frozenset[int]
    safe: frozenset[int]

    @property
    def distance(self) -> int:
        """The number of cells in which they differ."""
        return len(self.mine ^ self.safe)


class NearPairs:
    """The search for near pairs on the undecided cells of a settled ledger.

    It starts in the component of a cell. Raises `LimitError` when the budget is spent.
    """

    def __init__(self, ledger: ComponentLedger, engine: Engine, budget: Budget) -> None:
        self._components = ledger.components(budget)
        self._interior = ledger.interior(self._components).tolist()
        self._bounds = ledger.bounds
        self._engine = engine
        self._budget = budget

    def pair(self, cell: int) -> PairOfModels:
        """Find a pair for an undecided cell: in its component if the rest can be alike in both."""
        home = next((component for component in self._components if cell in component.cells), None)
        others = [component for component in self._components if component is not home]
        interior = [number for number in self._interior if number != cell]
        # Cells near the given one are changed first.
        interior.sort(key=lambda number: (abs(number - cell), number))
        system = ConstraintSystem((cell,), ()) if home is None else home.component.system
        nearest = self._near_pair(system, cell)
        models = [self._model(component.component.system) for component in others]
        if self._bounds is None:
            return _with(nearest, models)
        # Any models of the others will do, as long as the interior has enough slack.
        supports = [1 << len(model) for model in models]
        filled = _filled(nearest, interior, supports, *self._bounds)
        if filled is None:
            supports = [component.support(self._budget) for component in others]
            filled = _filled(nearest, interior, supports, *self._bounds)
            if filled is None:
                return self._anywhere(cell)  # other models of the component, or of several
            models = [
                model if len(model) == mines else self._model(component.component.system, mines)
                for component, model, mines in zip(others, models, filled.counts, strict=False)
            ]
        pair, changing, (*_, inside) = filled
        lower, upper = (bound - sum(filled.counts) for bound in self._bounds)
        if changing or lower < upper:
            # Now with interior cells that differ as well; the rest of the board stays as it is.
            cells = tuple(sorted({*system.cells, *interior[:changing]}))
            wider = _with_mines(system._replace(cells=cells), lower, upper)
            pair = self._near_pair(wider, cell, start=pair)
        both = frozenset(Random(cell).sample(interior[changing:], inside))
        return _with(pair, [*models, both])

    def _anywhere(self, cell: int) -> PairOfModels:
        """Find a pair in a system of all components and the interior."""
        systems = [component.component.system for component in self._components]
        cells = sorted([*(near for system in systems for near in system.cells), *self._interior])
        constraints = [constraint for system in systems for constraint in system.constraints]
        system = ConstraintSystem(tuple(cells), tuple(constraints))
        limited = system if self._bounds is None else _with_mines(system, *self._bounds)
        return self._near_pair(limited, cell)

    def _near_pair(
        self, system: ConstraintSystem, cell: int, *, start: PairOfModels | None = None
    ) -> PairOfModels:
        with closing(self._engine.reasoner(system, self._budget)) as reasoner:
            pair = near_pair(reasoner, system, cell, start=start)
        if pair is None:
            raise ValueError("the cell is decided")
        return pair

    def _model(self, system: ConstraintSystem, mines: int | None = None) -> frozenset[int]:
        """Find a model of an undecided component, with `mines` mines if that is not None."""
        limited = system if mines is None else _with_mines(system, mines, mines)
        with closing(self._engine.reasoner(limited, self._budget)) as reasoner:
            model = reasoner.model()
        if model is None:
            raise RuntimeError("a component has no model with a number of mines it can hold")
        return model


class _Filled(NamedTuple):
    """A pair, and numbers of mines elsewhere with which both models meet the total.

    The first `changing` cells of the interior are in the pair. `counts` are the mines of the other
    components, and of the rest of the interior.
    """

    pair: PairOfModels
    changing: int
    counts: list[int]


def _filled(
    pair: PairOfModels, interior: Sequence[int], supports: Sequence[int], lower: int, upper: int
) -> _Filled | None:
    """Complete a pair: by the same mines elsewhere or, so that both have as many, by others."""
    mine, safe = pair
    apart = abs(len(mine) - len(safe))
    for changing in (0, apart) if apart <= len(interior) else (0,):
        extra = frozenset(interior[:changing])
        with_extra = (mine | extra, safe) if len(mine) < len(safe) else (mine, safe | extra)
        fewest, most = sorted(map(len, with_extra))
        with suppress(ValueError):
            room = len(interior) - changing
            counts = some_counts(supports, room, lower - fewest, upper - most)
            return _Filled(PairOfModels(*with_extra), changing, counts)
    return None


def _with(pair: PairOfModels, models: Iterable[frozenset[int]]) -> PairOfModels:
    """Add the mines of other components to both models of a pair."""
    both = frozenset().union(*models)
    return PairOfModels(pair.mine | both, pair.safe | both)


def _with_mines(system: ConstraintSystem, lower: int, upper: int) -> ConstraintSystem:
    """Return a system with `lower` to `upper` mines in all of its cells."""
    total = Cardinality(system.cells, lower, upper, TOTAL)
    return system._replace(constraints=(*system.constraints, total))


def near_pair(
    reasoner: Reasoner, system: ConstraintSystem, cell: int, *, start: PairOfModels | None = None
) -> PairOfModels | None:
    """Find two models of a system that differ in a cell and in few others; None if there are none.

    They are compared in `system.cells` alone, and have no others: constraints may speak of hidden
    cells beside them. `start` is such a pair, if one is known. `reasoner` holds the system, and
    perhaps further constraints. In turn, differences of each model from the other are undone as far
    as possible, until that brings them no closer. Raises `LimitError`.
    """
    layers = list(_layers(system, cell))
    if start is None:
        mine = reasoner.model({cell: True})
        safe = None if mine is None else _near(reasoner, layers, mine, {cell: False})
        if mine is None or safe is None:
            return None
        mine = mine.intersection(system.cells)
    else:
        mine = start.mine
        safe = _nearer(reasoner, layers, mine, start.safe, cell)
    pair = PairOfModels(mine, safe)
    while pair.distance > _CLOSEST:
        closer_mine = _nearer(reasoner, layers, pair.safe, pair.mine, cell)
        closer_safe = _nearer(reasoner, layers, closer_mine, pair.safe, cell)
        closer = PairOfModels(closer_mine, closer_safe)
        if closer.distance >= pair.distance:
            break
        pair = closer
    return pair


def _near(
    reasoner: Reasoner,
    layers: Sequence[Sequence[int]],
    first: frozenset[int],
    wanted: dict[int, bool],
) -> frozenset[int] | None:
    """Find a model with a wanted value that differs from the first one in a small radius only."""
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
    """Undo the differences of the second model from the first, one by one, except in the cell.

    Far cells come first. A difference is undone if that takes no new one. In the end none can be
    undone any more while all cells that are equal stay so. Only cells in layers count.
    """
    cells = [number for layer in reversed(layers) for number in layer]
    for changed in cells:
        if changed != cell and (changed in first) is not (changed in second):
            as_in_first = {
                number: number in first
                for number in cells
                if number == changed or (number in first) is (number in second)
            }
            closer = reasoner.model({**as_in_first, cell: cell in second})
            if closer is not None:
                second = closer
    return second.intersection(cells)


def _layers(system: ConstraintSystem, cell: int) -> Iterator[list[int]]:
    """Yield the cells by their distance from a cell, in constraints other than the total.

    Cells that are not connected to it come last.
    """
    unseen = set(system.cells)
    touching: dict[int, list[Constraint]] = {}
    for constraint in system.constraints:
        if constraint.source != TOTAL:
            for number in constraint.cells:
                touching.setdefault(number, []).append(constraint)
    layer = {cell}
    while layer:
        yield sorted(layer)
        unseen -= layer
        layer = {
            neighbour
            for member in layer
            for near in touching.get(member, ())
            for neighbour in near.cells
        } & unseen
    if unseen:
        yield sorted(unseen)


# As numbers: comparing with members of an enum takes several times as long.
_KNOWN_MINE: Final = int(State.KNOWN_MINE)
_NO_CLUE: Final = int(State.NO_CLUE)


def proposed_pair(
    position: Position, cell: int, engine: Engine, budget: Budget
) -> PairOfModels | None:
    """Return two layouts, with their known mines, that differ in an undetermined cell.

    They differ in few cells: no single difference besides the cell can be undone. None without the
    kernel, and where it leaves the question open. Raises ValueError where kernel and solver
    disagree, `LimitError` when the budget is spent.
    """
    proposed = nearest_layouts(position, cell, budget)
    if proposed is None:
        return None
    status, layouts = proposed
    if status != OK:
        raise ValueError(f"the kernel has no two layouts for cell {cell}")
    if not (layouts.mine[cell] and not layouts.safe[cell] and _agree(position, layouts)):
        raise ValueError(f"the kernel has layouts for cell {cell} that do not agree with the board")
    differing = (layouts.mine != layouts.safe).nonzero()[0]
    pair = PairOfModels(*[frozenset(differing[mask[differing] > 0].tolist()) for mask in layouts])
    system = _system_of(position, differing, layouts.mine)
    with closing(engine.reasoner(system, budget)) as reasoner:
        if near_pair(reasoner, system, cell, start=pair) != pair:
            raise ValueError(f"the kernel has layouts for cell {cell} that can be nearer")
    return PairOfModels(*[frozenset(mask.nonzero()[0].tolist()) for mask in layouts])


def _agree(position: Position, layouts: ShownLayouts) -> bool:
    """Add up the clues and the mines of two layouts."""
    states, rows = position.states, clue_rows(position, position.clues)
    lower, upper = bounds_of(position.total) or (0, states.size)
    padded = np.zeros((2, states.size + 1), dtype=np.uint8)
    padded[:, :-1] = layouts
    shown = ~covered_mask(states)
    mines = np.count_nonzero(padded, axis=1)
    return bool(
        (padded[:, :-1][:, shown] == (states[shown] == _KNOWN_MINE)).all()
        and (padded[:, rows.members].sum(axis=1, dtype=np.int16) == rows.lower).all()
        and (lower <= mines).all()
        and (mines <= upper).all()
    )


def _system_of(
    position: Position, cells: NDArray[np.intp], layout: NDArray[np.uint8]
) -> ConstraintSystem:
    """Return what clues and mine count say of some cells, when all others are as in a layout."""
    clues = [*{clue for cell in cells.tolist() for clue in position.clues_around(cell)}]
    states = np.where(layout > 0, np.int8(_KNOWN_MINE), np.int8(_NO_CLUE))
    states[clues] = position.states[clues]
    states[cells] = State.COVERED
    return ORDINARY.system(position._replace(states=states))
