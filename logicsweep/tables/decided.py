"""The backbone that a component's counts show, and the component conditioned on it."""

from __future__ import annotations

from logicsweep.constraints.cardinality import Constraint
from logicsweep.limits import Budget
from logicsweep.system.model_counts import WeightedCounts
from logicsweep.system.partition import Box, Component
from logicsweep.system.system import ConstraintSystem, Decided, is_mine_by_cell
from logicsweep.tables.support import check_allowed


def decided_cells(
    component: Component, counts: WeightedCounts, budget: Budget, allowed: int | None = None
) -> Decided[list[int]]:
    """Return the cells that have the same value in every model with an allowed number of mines.

    `allowed` is a set of such numbers as bits, by default all. Raises ValueError when there is no
    such model, `LimitError` when the budget is spent.
    """
    lowest, by_mines, lazy = counts
    mines: list[int] = []
    safe: list[int] = []
    if allowed is not None:
        check_allowed(counts.support, allowed)
    if not isinstance(lazy, tuple):
        values = lazy.decided(counts.support if allowed is None else allowed, budget)
        if values is not None:
            for (cells, _), value in zip(component.boxes, values, strict=True):
                mines += cells if value == 1 else ()
                safe += cells if value == 0 else ()
            return Decided(mines, safe)
    by_box = counts.boxes(budget)
    if allowed is not None:
        places = [place for place in range(len(by_mines)) if allowed >> lowest + place & 1]
        by_mines = tuple([by_mines[place] for place in places])
        by_box = tuple([tuple([inside[place] for place in places]) for inside in by_box])
    models = sum(by_mines)
    for (cells, _), by_count in zip(component.boxes, by_box, strict=True):
        mines_in_models = sum(by_count)
        if not mines_in_models:
            safe += cells
        elif mines_in_models == models * len(cells):
            mines += cells
    return Decided(mines, safe)


def without(
    component: Component, counts: WeightedCounts, decided: Decided[list[int]], budget: Budget
) -> tuple[Component, WeightedCounts]:
    """Return a component and its counts conditioned on decided cells, which are taken out.

    Nothing is counted again: decided cells have one value in all models, so that the models of the
    rest have the same weights; the counts keep their type even without a weighted clue in the rest.
    If the rest falls apart it stays one component here, which changes no count.
    """
    known = is_mine_by_cell(*decided)
    place: dict[tuple[int, int], int] = {}  # of a constraint in the result, by index and cell
    constraints: list[Constraint] = []
    for index, constraint in enumerate(component.system.constraints):
        reduced = constraint.conditioned(known)
        if reduced.cells:
            place |= {(index, cell): len(constraints) for cell in reduced.cells}
            constraints.append(reduced)
    boxes = []
    by_box = []
    for (cells, indices), inside in zip(component.boxes, counts.boxes(budget), strict=True):
        if cells[0] not in known:
            keys = [(index, cells[0]) for index in indices]
            boxes.append(Box(cells, tuple([place[key] for key in keys if key in place])))
            by_box.append(inside)
    rest = tuple([cell for cell in component.system.cells if cell not in known])
    lowest = counts.lowest - component.mines(decided.mines)
    return (
        Component(ConstraintSystem(rest, tuple(constraints)), tuple(boxes), component.hidden_from),
        counts._replace(lowest=lowest, by_box=tuple(by_box)),
    )
