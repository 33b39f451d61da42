"""In which order to eliminate the boxes of a component: with few constraints open at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.limits import Deadline
from logicsweep.partition import Box

# Another sweep costs about as much as this many table rows a box; an order that promises fewer is
# good enough.
_CHEAP: Final = 40
_STARTS: Final = 24


def elimination_order(boxes: Sequence[Box], deadline: Deadline) -> list[int]:
    """Places in `boxes`, each once, so that a sweep in that order keeps few constraints open.

    A constraint is open between its first box and its last. Greedy from several starts: next comes
    the box, among those that touch an open constraint, that leaves the fewest open; the start whose
    sweep promises the smallest tables (2 to the number of open constraints, summed) wins. The boxes
    have to form one component. Raises `LimitError` when the deadline passes.
    """
    touching: dict[int, list[int]] = {}
    for place, box in enumerate(boxes):
        for constraint in box.constraints:
            touching.setdefault(constraint, []).append(place)
    sizes = {constraint: len(places) for constraint, places in touching.items()}
    # A box with few constraints sits at the rim of the component: the best place to begin.
    starts = sorted(range(len(boxes)), key=lambda place: len(boxes[place].constraints))
    best, least = _sweep(starts[0], boxes, touching, dict(sizes), give_up=None, deadline=deadline)
    step = max(1, len(starts) // _STARTS)
    for start in starts[step::step]:
        if least <= _CHEAP * len(boxes):
            break
        order, cost = _sweep(start, boxes, touching, dict(sizes), give_up=least, deadline=deadline)
        if cost < least:
            best, least = order, cost
    return best


def _sweep(
    start: int,
    boxes: Sequence[Box],
    touching: dict[int, list[int]],
    left: dict[int, int],
    *,
    give_up: int | None,
    deadline: Deadline,
) -> tuple[list[int], int]:
    """The greedy order from one start and its estimated rows; may stop once these are `give_up`."""
    order: list[int] = []
    waiting = {start}
    placed = set()
    open_now: set[int] = set()
    cost = 0
    while waiting:
        deadline.check()
        place = min(waiting, key=lambda other: _growth(boxes[other], open_now, left))
        waiting.discard(place)
        placed.add(place)
        order.append(place)
        for constraint in boxes[place].constraints:
            left[constraint] -= 1
            if not left[constraint]:
                open_now.discard(constraint)
            elif constraint not in open_now:
                open_now.add(constraint)
                waiting.update(touching[constraint])
        waiting -= placed
        cost += 1 << len(open_now)
        if give_up is not None and cost >= give_up:
            break
    return order, cost


def _growth(box: Box, open_now: set[int], left: dict[int, int]) -> tuple[int, int, int]:
    """How many more constraints are open after this box; ties by what is nearly finished."""
    growth = 0
    nearest = 1 << 30
    for constraint in box.constraints:
        remaining = left[constraint]
        nearest = min(nearest, remaining)
        if constraint in open_now:
            growth -= remaining == 1
        else:
            growth += remaining > 1
    return growth, nearest, box.cells[0]
