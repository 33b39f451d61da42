"""Two layouts that differ in a cell, and in few others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from random import Random
from typing import Final, NamedTuple

from logicsweep.constraints import TOTAL, Cardinality, ConstraintSystem
from logicsweep.count.total import allowed_counts, members, some_counts
from logicsweep.ledger import Ledger
from logicsweep.limits import Deadline
from logicsweep.parts import Part
from logicsweep.reason.engine import Engine
from logicsweep.reason.protocol import Reasoner

# How many cells beside no clue may make up for mines that come or go elsewhere.
_SPARE: Final = 8
# For how many numbers of mines a component is tried, once there is a pair at all.
_TRIES: Final = 6


class PairOfModels(NamedTuple):
    """Two sets of mines, by cell number: one with the cell in question, one without it."""

    mine: frozenset[int]
    safe: frozenset[int]

    @property
    def distance(self) -> int:
        """In how many cells they differ."""
        return len(self.mine ^ self.safe)


def pair_on(ledger: Ledger, cell: int, engine: Engine, deadline: Deadline) -> PairOfModels:
    """Two layouts of the undecided cells, alike but for few cells, one of them the given one.

    They are looked for in the component of the cell first, with as many mines in both. The ledger
    has to be settled and the cell undecided. Raises `LimitError`.
    """
    return _Pairs(ledger, engine, deadline).pair(cell)


class _Local(NamedTuple):
    """The surroundings of a cell: its component, if it has one, and some cells beside no clue."""

    system: ConstraintSystem
    others: list[Part]
    rest: list[int]


class _Pairs:
    def __init__(self, ledger: Ledger, engine: Engine, deadline: Deadline) -> None:
        self._parts = ledger.parts
        self._interior = ledger.interior().tolist()
        self._bounds = ledger.bounds
        self._engine = engine
        self._deadline = deadline

    def pair(self, cell: int) -> PairOfModels:
        local = self._local(cell)
        found = self._within(local, cell)
        if found is not None:
            return found
        # Mines have to move between components.
        cells = sorted([*(one for part in self._parts for one in part.cells), *self._interior])
        constraints = [one for part in self._parts for one in part.component.system.constraints]
        if self._bounds is not None:
            constraints.append(Cardinality(tuple(cells), *self._bounds, TOTAL))
        everything = ConstraintSystem(tuple(cells), tuple(constraints))
        found = self._close(everything, cell)
        if found is None:
            raise ValueError("the cell is decided")
        return found

    def _close(self, system: ConstraintSystem, cell: int) -> PairOfModels | None:
        with closing(self._engine.reasoner(system, self._deadline)) as reasoner:
            return close_pair(reasoner, system, cell)

    def _local(self, cell: int) -> _Local:
        home = [part for part in self._parts if cell in part.cells]
        spare = sorted(self._interior, key=lambda one: (abs(one - cell), one))[:_SPARE]
        cells = sorted([*spare, *(one for part in home for one in part.cells)])
        constraints = [one for part in home for one in part.component.system.constraints]
        return _Local(
            ConstraintSystem(tuple(cells), tuple(constraints)),
            [part for part in self._parts if part not in home],
            sorted(set(self._interior).difference(spare)),
        )

    def _within(self, local: _Local, cell: int) -> PairOfModels | None:
        """The closest pair found that differs only here; None if there may be none."""
        system, others, rest = local
        if self._bounds is None:
            found = self._close(system, cell)
            return None if found is None else self._completed(found, others, None, rest, 0)
        possible = [part.possible(self._deadline) for part in others]
        free = (2 << len(system.cells)) - 1
        own = allowed_counts([free, *possible], len(rest), *self._bounds).components[0]
        best: PairOfModels | None = None
        tries = 0
        for mines in members(own):
            found = self._close(_with_mines(system, mines, mines), cell)
            if found is not None and (best is None or found.distance < best.distance):
                best = found
            tries += best is not None
            if tries == _TRIES or (best is not None and best.distance == 2):
                break
        if best is None:
            return None
        lower, upper = self._bounds
        held = len(best.mine)
        *counts, inside = some_counts(possible, len(rest), lower - held, upper - held)
        if lower < upper:
            # With the rest as it is now, the numbers of mines here need not be the same.
            others_hold = sum(counts) + inside
            wide = _with_mines(system, lower - others_hold, upper - others_hold)
            best = self._close(wide, cell) or best
        return self._completed(best, others, counts, rest, inside)

    def _completed(
        self,
        found: PairOfModels,
        others: Sequence[Part],
        counts: Sequence[int] | None,
        rest: Sequence[int],
        inside: int,
    ) -> PairOfModels:
        """The same pair with the other components, and the rest of the interior, filled in."""
        more = set(Random(inside).sample(rest, inside))
        for place, part in enumerate(others):
            system = part.component.system
            if counts is not None:
                system = _with_mines(system, counts[place], counts[place])
            with closing(self._engine.reasoner(system, self._deadline)) as reasoner:
                more |= reasoner.model() or frozenset()
        return PairOfModels(found.mine | more, found.safe | more)


def _with_mines(system: ConstraintSystem, lower: int, upper: int) -> ConstraintSystem:
    """A system with so many mines in all of its cells."""
    number = Cardinality(system.cells, lower, upper, TOTAL)
    return system._replace(constraints=(*system.constraints, number))


def close_pair(reasoner: Reasoner, system: ConstraintSystem, cell: int) -> PairOfModels | None:
    """Two models of a system that differ in a cell, and in few others; None if there are none.

    `reasoner` holds the system, and may know more of it than the constraints say. Each of the two
    models is brought as close to the other as it gets by changing fewer cells, until neither gets
    any closer. Raises `LimitError`.
    """
    mine = reasoner.model({cell: True})
    if mine is None:
        return None
    layers = list(_layers(system, cell))
    safe = _near(reasoner, layers, mine, {cell: False})
    if safe is None:
        return None
    found = PairOfModels(mine, safe)
    while True:
        again = _near(reasoner, layers, found.safe, {cell: True})
        back = None if again is None else _near(reasoner, layers, again, {cell: False})
        if again is None or back is None:
            raise RuntimeError("the solver lost a model that it had found")
        closer = PairOfModels(again, back)
        if closer.distance >= found.distance:
            return found
        found = closer


def _near(
    reasoner: Reasoner,
    layers: Sequence[Sequence[int]],
    first: frozenset[int],
    wanted: dict[int, bool],
) -> frozenset[int] | None:
    """A model with something wanted that differs from another in as few cells as it gets.

    First as far away as it takes, then cell by cell, the far ones first: none of the cells in which
    it differs could be as it was with all that do not.
    """
    second = None
    for radius in range(1, len(layers) + 1):
        far = {cell: cell in first for layer in layers[radius:] for cell in layer}
        second = reasoner.model({**far, **wanted})
        if second is not None:
            break
    if second is None:
        return None
    cells = [cell for layer in reversed(layers) for cell in layer]
    for cell in cells:
        if cell not in wanted and (cell in first) is not (cell in second):
            alike = {
                other: other in first
                for other in cells
                if other == cell or (other in first) is (other in second)
            }
            closer = reasoner.model({**alike, **wanted})
            if closer is not None:
                second = closer
    return second


def _layers(system: ConstraintSystem, cell: int) -> Iterator[list[int]]:
    """The cells of a system by how many constraints lead to them; the total leads everywhere."""
    left = set(system.cells)
    touching: dict[int, list[Cardinality]] = {}
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
