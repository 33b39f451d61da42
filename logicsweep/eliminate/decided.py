"""What a component's counts decide: cells that are alike in all of its models."""

from __future__ import annotations

from collections.abc import Iterable

from logicsweep.constraints.partition import Box, Component
from logicsweep.constraints.system import Cardinality, ConstraintSystem, between
from logicsweep.eliminate.counts import Ways
from logicsweep.eliminate.support import check_allowed
from logicsweep.limits import Budget


def decided_cells(
    component: Component, ways: Ways, budget: Budget, allowed: int | None = None
) -> tuple[list[int], list[int]]:
    """The cells (mines, safe) that are alike in every model with an allowed number of mines.

    `allowed` is a set of such numbers as bits, by default all. Raises ValueError when there is no
    such model, `LimitError` when the budget is spent.
    """
    lowest, counts, _ = ways
    in_box = ways.boxes(budget)
    mines: list[int] = []
    safe: list[int] = []
    if allowed is not None:
        check_allowed(ways.possible, allowed)
        places = [place for place in range(len(counts)) if allowed >> lowest + place & 1]
        counts = tuple([counts[place] for place in places])
        in_box = tuple([tuple([held[place] for place in places]) for held in in_box])
    models = sum(counts)
    for (cells, _), by_count in zip(component.boxes, in_box, strict=True):
        held = sum(by_count)
        if not held:
            safe += cells
        elif held == models * len(cells):
            mines += cells
    return mines, safe


def without(
    component: Component,
    ways: Ways,
    mines: Iterable[int],
    safe: Iterable[int],
    budget: Budget,
) -> tuple[Component, Ways]:
    """What is left of a component and of its ways once decided cells are taken out.

    Nothing has to be counted again: the models of what is left are those of the whole, and weigh
    what they weighed, also where all that had weights was decided. So the ways keep their type.
    What is left may fall apart; it stays together here, which makes no difference to any count.
    """
    known = dict.fromkeys(safe, 0) | dict.fromkeys(mines, 1)
    place = {}
    constraints: list[Cardinality] = []
    for index, constraint in enumerate(component.system.constraints):
        reduced = reduce(constraint, known)
        if reduced.cells:
            place[index] = len(constraints)
            constraints.append(reduced)
    boxes = []
    in_box = []
    for (cells, indices), held in zip(component.boxes, ways.boxes(budget), strict=True):
        if cells[0] not in known:
            boxes.append(Box(cells, tuple([place[index] for index in indices])))
            in_box.append(held)
    left = tuple([cell for cell in component.system.cells if cell not in known])
    lowest = ways.lowest - sum(known.values())
    return (
        Component(ConstraintSystem(left, tuple(constraints)), tuple(boxes)),
        ways._replace(lowest=lowest, in_box=tuple(in_box)),
    )


def reduce(constraint: Cardinality, known: dict[int, int]) -> Cardinality:
    """A constraint over the cells that are not known, 1 being a mine; the bounds go down."""
    cells = []
    held = 0
    for cell in constraint.cells:
        if cell in known:
            held += known[cell]
        else:
            cells.append(cell)
    if len(cells) == len(constraint.cells):
        return constraint
    _, lower, upper, source, weights = constraint
    return between(tuple(cells), lower - held, upper - held, source, weights)
