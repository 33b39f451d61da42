"""An order in which to read the boxes of a component one by one: with a narrow frontier.

Boxes are joined by the factors that they share, and by the graphs of regions. On a board of
squares, reading along the shorter side is best, and what clues have opened changes that.
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
# The number of greedy orders that are tried.
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

    Raises `LimitError` when the budget is spent.
    """
    graph = _graph(signature, regions)
    return [graph.items[number] for number in _best(graph, budget)]


def line_order(signature: Signature, budget: Budget) -> list[int]:
    """List all boxes of a signature without regions; otherwise as `frontier_order`."""
    return _best(_graph(signature, ()), budget)


def _best(graph: _Graph, budget: Budget) -> list[int]:
    """Return the order that promises the fewest states.

    Tried are the order of the cells' numbers and some greedy ones.
    """
    size = len(graph.items)
    orders = [list(range(size))]
    by_degree = sorted(range(size), key=lambda item: len(graph.near[item]))
    for start in by_degree[: _STARTS // 2] + by_degree[:: max(1, 2 * size // _STARTS)]:
        budget.check()
        orders.append(_greedy(graph, start))
    return min(orders, key=partial(_width, graph))


def _greedy(graph: _Graph, start: int) -> list[int]:
    """Return an order from an item on, each chosen for what it opens and closes (after King 1970).

    Next comes, of the items in open scopes, the one that leaves the fewest open; of several, the
    one that has waited longest. The neighbourhood of an item counts as a scope.
    """
    scopes = [scope for scope, _ in graph.scopes]
    scopes += [[item, *near] for item, near in enumerate(graph.near) if near]
    touching: list[list[int]] = [[] for _ in graph.items]
    for number, scope in enumerate(scopes):
        for item in scope:
            touching[item].append(number)
    left = list(map(len, scopes))
    waiting: dict[int, None] = {}
    order: dict[int, None] = {}

    def growth(item: int) -> int:
        opened = closed = 0
        for scope in touching[item]:
            opened += left[scope] == len(scopes[scope])
            closed += left[scope] == 1
        return opened - closed

    # Items that no scope joins to those before are begun with in the order of their numbers.
    for first in (start, *range(len(graph.items))):
        if first not in order:
            waiting[first] = None
        while waiting:
            item = min(waiting, key=growth)  # the first of several
            order[item] = None
            for number in touching[item]:
                if left[number] == len(scopes[number]):
                    waiting |= {also: None for also in scopes[number] if also not in order}
                left[number] -= 1
            del waiting[item]
    return list(order)


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
    boxes_of: list[list[int]] = [[] for _ in signature.factors]
    for box, around in enumerate(signature.touching):
        for number in around:
            boxes_of[number].append(box)
    scopes: list[tuple[list[int], float]] = []
    for boxes, constraint in zip(boxes_of, signature.factors, strict=True):
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
