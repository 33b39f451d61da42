"""Frontier elimination: components with constraints on the regions of a graph, cell by cell.

A region may reach across the whole board, so that no factor is closed before the last cell. But
little matters of the cells that are summed out: how their regions meet the frontier, the cells
among them that are joined to cells still to come (see `machine`). This state stands in the key of a
table row beside the needs of the clues, so that clues rule out states, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from logicsweep.constraints.factors import RegionFactor
from logicsweep.eliminate.frontier_order import Item, frontier_order
from logicsweep.eliminate.machine import Product, Reading, Reads, States, machine_of
from logicsweep.eliminate.plan import Planner, Turn
from logicsweep.eliminate.rewriting import with_diagrams
from logicsweep.eliminate.signature import Signature
from logicsweep.eliminate.step import Move
from logicsweep.limits import Budget

# Bytes that a state of all regions takes, and a move from one.
_STATE: Final = 350
_MOVE: Final = 200
# Bits for the number of any state.
_LOW: Final = (1 << 48) - 1


class _Reads(NamedTuple):
    """The readings of an item by all machines, if it is safe and if it is a mine.

    None if it cannot be.
    """

    safe: Reads | None
    mine: Reads | None


class FrontierPlanner(Planner):
    """See `Planner`."""

    def __init__(self, signature: Signature) -> None:
        # A step closes any number of factors here, and none of them is its pivot.
        super().__init__(with_diagrams(signature, lambda given, _: given.weights != (1,)))
        self._regions = [
            factor for factor in self.signature.factors if isinstance(factor, RegionFactor)
        ]
        self._product = Product([machine_of(factor.says) for factor in self._regions])
        # By step, its box and the known vertices after it; at first those before the first box.
        self._due: list[list[_Reads]] = [[]]
        self._states: list[States] = []  # before the next step, by their numbers
        self._at = self._place = 0

    def turns(self, budget: Budget) -> list[Turn]:
        order = frontier_order(self.signature, self._regions, budget)
        turns = []
        for item, reads in zip(order, _reads_of_items(self._regions, order), strict=True):
            if item.box is None:
                self._due[-1].append(reads)
            else:
                turns.append(Turn(None, [item.box], is_last=False))
                self._due.append([reads])
        return turns

    def closed(self, turn: Turn) -> int:
        [box] = turn.boxes
        return sum([not self.left[factor] for factor in self.signature.touching[box]])

    def above(self, at: int) -> int:
        """See `Planner.above`: the number of the state of the regions, at first 0."""
        self._at = at
        start: States | None = self._product.start
        for reads in self._due[0]:
            start = _read(self._product, start, reads, mine=True)
        self._states = [] if start is None else [start]
        return 0

    def moves(self, boxes: Sequence[int]) -> list[Move]:
        self._place += 1
        is_last = self._place + 1 == len(self._due)
        move = RegionMove(
            self._at, self._product, self._states, self._due[self._place], is_last=is_last
        )
        self._states = move.after
        return [move, *super().moves(boxes)]


class RegionMove:
    """The `Move` to the next state of all regions; states are numbered as they come up.

    `after` are the states after the step, in the order of their numbers.
    """

    low: Final = _LOW

    def __init__(
        self,
        at: int,
        product: Product,
        before: Sequence[States],
        reads: Sequence[_Reads],
        *,
        is_last: bool,
    ) -> None:
        self.at = at
        self.after: list[States] = []
        self._product = product
        self._before = before
        self._reads = reads
        self._is_last = is_last
        self._numbers: dict[States, int] = {}
        self._moves: dict[tuple[int, int], tuple[int, int]] = {}

    @property
    def size(self) -> int:
        return _STATE * len(self.after) + _MOVE * len(self._moves)

    def move(self, key: int, mines: int) -> tuple[int, int]:
        number = key >> self.at
        known = self._moves.get((number, mines))
        if known is None:
            known = self._moves[number, mines] = self._move(number, mines)
        return known

    def _move(self, number: int, mines: int) -> tuple[int, int]:
        """Read the value of an item in every region factor; see `move`."""
        state: States | None = self._before[number] if number < len(self._before) else None
        for reads in self._reads:
            state = _read(self._product, state, reads, mine=bool(mines))
        if state is None or (self._is_last and not self._product.finish(state)):
            return 0, 0
        if self._is_last:
            state = ()
        after = self._numbers.setdefault(state, len(self._numbers))
        if after == len(self.after):
            self.after.append(state)
        return number - after << self.at, 1


def _read(product: Product, state: States | None, reads: _Reads, *, mine: bool) -> States | None:
    """Return the state after an item; `mine` has no effect on an item that is known."""
    read = (reads.mine or reads.safe) if mine else (reads.safe or reads.mine)
    return None if state is None or read is None else product.step(state, read)


def _reads_of_items(regions: Sequence[RegionFactor], order: Sequence[Item]) -> list[_Reads]:
    """Prepare, for each item, its readings by the machines of all factors on regions."""
    by_factor = [_readings(factor, place, order) for place, factor in enumerate(regions)]
    of_items = []
    for item, *readings in zip(order, *by_factor, strict=True):
        safe, mine = [
            tuple(
                [
                    None if reading is None else (reading, factor.says.mines is is_mine)
                    for reading, factor in zip(readings, regions, strict=True)
                ]
            )
            for is_mine in (False, True)
        ]
        if item.box is not None:
            of_items.append(_Reads(safe, mine))
        elif regions[item.factor].says.mines:  # a known member of a region of mines
            of_items.append(_Reads(None, mine))
        else:
            of_items.append(_Reads(safe, None))
    return of_items


def _readings(factor: RegionFactor, place: int, order: Sequence[Item]) -> list[Reading | None]:
    """Prepare the readings of all items by the machine of one factor.

    None for items outside the factor, which is the one at this place among those on regions.
    """
    vertex_of = {box: vertex for vertex, box in enumerate(factor.boxes) if box >= 0}
    vertices = [
        (item.vertex if item.factor == place else None)
        if item.box is None
        else vertex_of.get(item.box)
        for item in order
    ]
    turn = {vertex: number for number, vertex in enumerate(vertices) if vertex is not None}
    # A vertex leaves the frontier when the last vertex is read that it is joined to.
    leaves = {
        vertex: max([turn[near] for near in factor.links[vertex]], default=-1) for vertex in turn
    }
    last_at_rim = max([turn[vertex] for vertex in turn if factor.rim[vertex]], default=-1)
    frontier: list[int] = []
    readings: list[Reading | None] = []
    for now, vertex in enumerate(vertices):
        if vertex is None:
            readings.append(None)
            continue
        near = [at for at, past in enumerate(frontier) if past in factor.links[vertex]]
        kept = [at for at, past in enumerate(frontier) if leaves[past] > now]
        frontier = [frontier[at] for at in kept]
        if leaves[vertex] > now:
            kept.append(-1)
            frontier.append(vertex)
        rim_ahead = last_at_rim > now
        readings.append(Reading(tuple(near), tuple(kept), factor.rim[vertex], rim_ahead))
    return readings
