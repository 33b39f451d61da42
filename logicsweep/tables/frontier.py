"""Frontier elimination: components with constraints on the regions of a graph, cell by cell.

A region may reach across the whole board, so that no factor is closed before the last cell. But
little matters of the cells that are summed out: how their regions meet the frontier, the cells
among them that are joined to cells still to come (see `machine`). This state stands in the key of a
table row beside the needs of the clues, so that clues rule out states, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from logicsweep.constraints.factors import RegionFactor
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature
from logicsweep.tables.frontier_order import Item, frontier_order
from logicsweep.tables.machine import Product, Reading, Reads, States, machine_of


class _Reads(NamedTuple):
    """The readings of an item by all machines, if it is safe and if it is a mine.

    None if it cannot be.
    """

    safe: Reads | None
    mine: Reads | None


class RegionLine:
    """The line along which the regions of a signature are followed, and its joins.

    Attributes:
        boxes: The boxes in their order.
        moves: For each box the join of its table with that of the boxes before it.
        are_met: Whether known vertices alone meet all conditions, where there is no box.
    """

    def __init__(self, signature: Signature, budget: Budget) -> None:
        """Order the boxes. Raises `LimitError` when the budget is spent."""
        regions = [factor for factor in signature.factors if isinstance(factor, RegionFactor)]
        product = Product([machine_of(factor.says) for factor in regions])
        order = frontier_order(signature, regions, budget)
        self.boxes: list[int] = []
        # By box, its reading and those of the known vertices after it; at first those before all.
        due: list[list[_Reads]] = [[]]
        for item, reads in zip(order, _reads_of_items(regions, order), strict=True):
            if item.box is None:
                due[-1].append(reads)
            else:
                self.boxes.append(item.box)
                due.append([reads])
        start: States | None = product.start
        for reads in due[0]:
            start = _read(product, start, reads, mine=True)
        self.are_met = start is not None and product.finish(start)
        self.moves: list[RegionMove] = []
        states = [] if start is None else [start]
        for place, reads_here in enumerate(due[1:], 1):
            move = RegionMove(product, states, reads_here, is_last=place == len(self.boxes))
            states = move.after
            self.moves.append(move)


class RegionMove:
    """The join with the table of one box: from the states of all regions to those after it.

    States are numbered as they come up; `after` are those after the box, in that order.
    """

    def __init__(
        self,
        product: Product,
        before: Sequence[States],
        reads: Sequence[_Reads],
        *,
        is_last: bool,
    ) -> None:
        self.after: list[States] = []
        self._product = product
        self._before = before
        self._reads = reads
        self._is_last = is_last
        self._numbers: dict[States, int] = {}

    def __call__(self, number: int, mines: int) -> tuple[int, int] | None:
        """Return the number of the state after a box with so many mines; see `row_keys.Combine`."""
        state: States | None = self._before[number] if number < len(self._before) else None
        for reads in self._reads:
            state = _read(self._product, state, reads, mine=bool(mines))
        if state is None or (self._is_last and not self._product.finish(state)):
            return None
        if self._is_last:
            state = ()
        after = self._numbers.setdefault(state, len(self._numbers))
        if after == len(self.after):
            self.after.append(state)
        return after, 1


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
