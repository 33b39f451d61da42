"""Plans: in which order the boxes of a component are joined, along a tree or along a line.

The graph of the clues of a board is much narrower as a tree than as a line: after the verdicts a
tree decomposition has a width of 4 to 8 where every line has 6 to 18 open clues. The tree comes
from an order in which factors are taken out of the graph, always one whose neighbours lack the
fewest edges among them (min-fill; see Bodlaender and Koster 2010): the tables that have it are
joined, the smallest first. A line joins one box after another. It is what regions need, and it
tries fewer pairs of rows where a tree would join two large tables, as on a grid of windows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush
from math import log2
from typing import Final, NamedTuple

from logicsweep.constraints.factors import Factor
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature
from logicsweep.tables.total import members

# More pairs of rows count like so many, in bits.
_MOST_BITS: Final = 500.0


class Plan(NamedTuple):
    """Binary joins of tables, by number.

    Tables 0 to `boxes - 1` are those of the boxes, table `boxes` is of no box, and join i makes
    table `boxes + 1 + i`. Each of these tables but the last is used once; that of no box where it
    is needed. `cells[table]` says how many cells of each open factor are in the boxes of a table:
    open are the factors of these boxes that have others as well, and query variables. The factors
    of a single box are still open in its own table. `pairs` is the number of pairs of rows that the
    joins may try, at most.
    """

    joins: list[tuple[int, int]]
    cells: list[dict[int, int]]
    pairs: float

    @property
    def boxes(self) -> int:
        """The number of boxes."""
        return len(self.cells) - len(self.joins) - 1

    @property
    def open_factors(self) -> int:
        """The most factors that are open at once."""
        return max(map(len, self.cells))

    def around(self, place: int) -> tuple[dict[int, int], dict[int, int]]:
        """Return `cells` of both tables of a join together, and of the table that it makes."""
        left, right = self.joins[place]
        return {**self.cells[left], **self.cells[right]}, self.cells[self.boxes + 1 + place]


class _PlanMaker:
    """A plan that is made join by join."""

    def __init__(self, signature: Signature) -> None:
        sizes, touching, factors, queries, *_ = signature
        self.total = [0] * len(factors)  # cells of each factor
        for size, around in zip(sizes, touching, strict=True):
            for factor in around:
                self.total[factor] += size
        self.joins: list[tuple[int, int]] = []
        self.cells = [
            dict.fromkeys(around, size) for size, around in zip(sizes, touching, strict=True)
        ]
        self.cells.append({})
        self.rows = [log2(size + 1) for size in sizes]  # at most, as logarithms
        self.rows.append(0.0)
        self.pairs = 0.0
        self._weighing = len(factors) - queries
        self._most = [
            factor.lower + len(factor.weights) - 1 if isinstance(factor, Factor) else cells
            for factor, cells in zip(factors, self.total, strict=True)
        ]

    def join(self, left: int, right: int) -> int:
        """Join two tables; return the number of the table that this makes."""
        cells = self.cells[left].copy()
        for factor, more in self.cells[right].items():
            cells[factor] = cells.get(factor, 0) + more
        total, weighing = self.total, self._weighing
        for factor in [
            factor for factor in cells if cells[factor] == total[factor] and factor < weighing
        ]:
            del cells[factor]
        rows = sum([log2(1 + min(inside, self._most[at])) for at, inside in cells.items()])
        self.joins.append((left, right))
        self.pairs += 2.0 ** min(self.rows[left] + self.rows[right], _MOST_BITS)
        self.cells.append(cells)
        self.rows.append(min(rows, self.rows[left] + self.rows[right]))
        return len(self.cells) - 1

    def join_all(self, tables: Sequence[int]) -> int:
        """Join tables, the two smallest first; return the last one."""
        heap = [(self.rows[table], table) for table in tables]
        heapify(heap)
        while len(heap) > 1:
            joined = self.join(heappop(heap)[1], heappop(heap)[1])
            heappush(heap, (self.rows[joined], joined))
        return heap[0][1]

    def plan(self) -> Plan:
        """Return the plan; a box on its own is joined with the table of no box."""
        if len(self.cells) == 2:
            self.join(1, 0)
        return Plan(self.joins, self.cells, self.pairs)


def tree_plan(signature: Signature, budget: Budget) -> Plan:
    """Plan joins along a tree. Raises `LimitError` when the budget is spent."""
    joining = _PlanMaker(signature)
    graph = _FactorGraph(signature)
    left = set(range(len(signature.sizes)))  # tables that are not joined yet
    for factor, beside in graph.taken_out(budget):
        tables = graph.holders[factor]
        if len(tables) > 1:  # else it is closed, or one table has all of its boxes
            table = joining.join_all(sorted(tables))
            for neighbour in beside:
                graph.holders[neighbour] -= tables
                if neighbour in joining.cells[table]:
                    graph.holders[neighbour].add(table)
            left -= tables
            left.add(table)
    if left:
        joining.join_all(sorted(left))
    return joining.plan()


class _FactorGraph:
    """The graph of the factors that are not query variables: an edge joins two with a common box.

    `holders[factor]` are the tables in which a factor is open; at first these are boxes.
    """

    def __init__(self, signature: Signature) -> None:
        weighing = len(signature.factors) - signature.queries
        self.holders: list[set[int]] = [set() for _ in range(weighing)]
        self._near = [0] * weighing  # neighbours as bits
        for box, around in enumerate(signature.touching):
            factors = [factor for factor in around if factor < weighing]
            together = sum([1 << factor for factor in factors])
            for factor in factors:
                self.holders[factor].add(box)
                self._near[factor] |= together & ~(1 << factor)

    def taken_out(self, budget: Budget) -> Iterator[tuple[int, list[int]]]:
        """Take out the factors by min-fill; yield each with its neighbours, which are joined then.

        Raises `LimitError` when the budget is spent.
        """
        near = self._near
        heap = [(self._fill(factor), factor) for factor in range(len(near))]
        heapify(heap)
        is_out = [False] * len(near)
        while heap:
            fill, factor = heappop(heap)
            if is_out[factor]:
                continue
            budget.check()
            fill_by_now = self._fill(factor)
            if fill_by_now > fill:
                heappush(heap, (fill_by_now, factor))
                continue
            is_out[factor] = True
            beside = list(members(near[factor]))
            for at in beside:
                near[at] = (near[at] | near[factor]) & ~(1 << at | 1 << factor)
            for at in beside:
                heappush(heap, (self._fill(at), at))
            yield factor, beside

    def _fill(self, factor: int) -> int:
        """Count the edges that the neighbours of a factor lack among them, twice."""
        near, beside = self._near, self._near[factor]
        return sum([(beside & ~near[at]).bit_count() - 1 for at in members(beside)])


def line_plan(signature: Signature, order: Sequence[int]) -> Plan:
    """Plan to join the boxes one by one in this order."""
    joining = _PlanMaker(signature)
    table = len(signature.sizes)
    for box in order:
        table = joining.join(table, box)
    return joining.plan()
