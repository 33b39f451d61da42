"""An order in which to read the boxes of a component one by one: with a narrow frontier.

With regions it is found from their graph. On a board of squares, reading along the shorter side is
best, and what clues have opened changes that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import log2
from typing import Final, NamedTuple

from logicsweep.constraints.factors import Factor, RegionFactor
from logicsweep.limits import Budget
from logicsweep.system.signature import Signature

# Bits that a cell in the frontier adds to the number of states: one that may belong to a region,
# and one that is known to; and a relation that is open.
_OPEN: Final = 1.3
_KNOWN: Final = 0.4
_RELATION: Final = 0.5
# The number of sweeps that are tried.
_STARTS: Final = 8


class Item(NamedTuple):
    """A box, or a vertex of a factor on regions that is known to belong to one.

    Attributes:
        box: The box, or None.
        factor: The place of the factor among those on regions, for a vertex that is known.
        vertex: The number of its vertex.
    """

    box: int | None
    factor: int = -1
    vertex: int = -1


class _Graph(NamedTuple):
    """The items by number, the neighbours of each, and the scopes of factors among them."""

    items: list[Item]
    near: list[list[int]]
    scopes: list[tuple[list[int], float]]  # with the bits that a factor takes while it is open


def frontier_order(
    signature: Signature, regions: Sequence[RegionFactor], budget: Budget
) -> list[Item]:
    """List all boxes and known vertices, in the best order that was tried.

    These are the order of the cells' numbers and some sweeps that widen the frontier least in each
    step. The best one promises the fewest states. Raises `LimitError` when the budget is spent.
    """
    graph = _graph(signature, regions)
    size = len(graph.items)
    best = list(range(size))
    least = _width(graph, best)
    by_degree = sorted(range(size), key=lambda item: len(graph.near[item]))
    for start in by_degree[: _STARTS // 2] + by_degree[:: max(1, 2 * size // _STARTS)]:
        budget.check()
        order = _sweep(graph, start)
        width = _width(graph, order)
        if width < least:
            best, least = order, width
    return [graph.items[number] for number in best]


def line_order(signature: Signature, budget: Budget) -> list[int]:
    """List all boxes of a signature without regions, in the better one of two orders.

    These are the order of the cells' numbers and a greedy one: next comes the box that leaves the
    fewest factors open (after King 1970). Raises `LimitError` when the budget is spent.
    """
    graph = _graph(signature, ())
    orders = list(range(len(graph.items))), _greedy(signature, budget)
    return min(orders, key=partial(_width, graph))


def _greedy(signature: Signature, budget: Budget) -> list[int]:
    """Return an order of all boxes, each chosen for what it opens and closes."""
    boxes_of = _boxes_of(signature)
    left = list(map(len, boxes_of))
    is_open = [False] * len(left)
    waiting: set[int] = set()  # boxes of open factors
    chosen: dict[int, None] = {}

    def growth(box: int) -> tuple[int, int]:
        opened = closed = 0
        for factor in signature.touching[box]:
            opened += not is_open[factor]
            closed += left[factor] == 1
        return opened - closed, box

    for first in range(len(signature.sizes)):
        if first not in chosen:
            waiting.add(first)
        while waiting:
            budget.check()
            box = min(waiting, key=growth)
            chosen[box] = None
            for factor in signature.touching[box]:
                left[factor] -= 1
                if not is_open[factor]:
                    is_open[factor] = True
                    waiting.update([also for also in boxes_of[factor] if also not in chosen])
            waiting.discard(box)
    return list(chosen)


def _boxes_of(signature: Signature) -> list[list[int]]:
    """List the boxes in the scope of each factor."""
    boxes: list[list[int]] = [[] for _ in signature.factors]
    for box, around in enumerate(signature.touching):
        for factor in around:
            boxes[factor].append(box)
    return boxes


def _graph(signature: Signature, regions: Sequence[RegionFactor]) -> _Graph:
    """Make the graph of items to order, and the scopes of the other factors."""
    items = _items(len(signature.sizes), regions)
    place = {item: number for number, item in enumerate(items)}
    near: list[set[int]] = [set() for _ in items]
    for number, factor in enumerate(regions):
        item_of = [
            place[Item(box) if box >= 0 else Item(None, number, vertex)]
            for vertex, box in enumerate(factor.boxes)
        ]
        for vertex, links in enumerate(factor.links):
            near[item_of[vertex]].update([item_of[linked] for linked in links])
    scopes: list[tuple[list[int], float]] = []
    for boxes, constraint in zip(_boxes_of(signature), signature.factors, strict=True):
        if isinstance(constraint, RegionFactor):
            continue
        bits = _RELATION
        if isinstance(constraint, Factor):
            bits = log2(1 + min(len(boxes), constraint.lower + len(constraint.weights)))
        scopes.append(([place[Item(box)] for box in boxes], bits))
    return _Graph(items, list(map(sorted, near)), scopes)


def _items(boxes: int, regions: Sequence[RegionFactor]) -> list[Item]:
    """List all items in the order of their cells' numbers, which is that of the boxes."""
    after: dict[int, list[Item]] = {}  # what is known comes after the box before it
    for number, factor in enumerate(regions):
        before = -1
        for vertex, box in enumerate(factor.boxes):
            if box < 0:
                after.setdefault(before, []).append(Item(None, number, vertex))
            else:
                before = box
    items = after.get(-1, [])
    for box in range(boxes):
        items += [Item(box), *after.get(box, [])]
    return items


def _width(graph: _Graph, order: Sequence[int]) -> float:
    """Estimate the number of states of all tables together."""
    turn = {item: number for number, item in enumerate(order)}
    bits = [0.0] * (len(order) + 1)

    def during(first: int, last: int, more: float) -> None:
        """Add `more` bits to the tables after `first` and before `last`."""
        bits[first] += more
        bits[last] -= more

    for item, near in enumerate(graph.near):
        last = max([turn[neighbour] for neighbour in near], default=-1)
        if last > turn[item]:
            during(turn[item], last, _KNOWN if graph.items[item].box is None else _OPEN)
    for scope, scope_bits in graph.scopes:
        turns = [turn[item] for item in scope]
        if turns:
            during(min(turns), max(turns), scope_bits)
    total = so_far = 0.0
    for change in bits:
        so_far += change
        total += 2**so_far
    return total


def _sweep(graph: _Graph, start: int) -> list[int]:
    """Return a greedy order from an item on.

    An item waits from the moment it is met as a neighbour of another. Next comes the one that makes
    the fewest others wait; of several, the one that has waited longest.
    """
    near = graph.near
    met: set[int] = set()
    waiting: list[int] = []  # first met, first listed
    order: list[int] = []

    def meet(item: int) -> None:
        if item not in met:
            met.add(item)
            waiting.append(item)

    def growth(item: int) -> int:
        return sum([neighbour not in met for neighbour in near[item]])

    # Items that no path joins to those before are begun with in the order of their numbers.
    for first in (start, *range(len(near))):
        meet(first)
        while waiting:
            item = min(waiting, key=growth)  # the first of several
            waiting.remove(item)
            order.append(item)
            for neighbour in near[item]:
                meet(neighbour)
    return order
