"""The cells that constraints decide without the mine count: split into components, decide each.

The mine count is left out on purpose: inside a solver it ties all components together, and single
questions take minutes on boards opened at random (see `tables/total.py` for how it comes in).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce

from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import clues_among
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.components import (
    UndecidedComponent,
    claims_about,
    shown_claims,
    unweighted,
)
from logicsweep.reason.proving import prove
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Backbone
from logicsweep.system.model_counts import TooLargeTablesError
from logicsweep.system.partition import NONE_HIDDEN, Component, components, merged
from logicsweep.system.system import (
    MINE_UNIT,
    CodeArray,
    ConstraintSystem,
    Decided,
    is_mine_by_cell,
)
from logicsweep.tables.component_counts import counts_of, decided_cells, try_counts, without
from logicsweep.tables.total import sums

AnyDecided = Decided[list[int]] | Decided[frozenset[int]]


class ContradictionError(Exception):
    """No layout agrees with the clues; `near` are cell numbers of clues where the conflict shows.

    An empty `near` means that the clues are consistent without the mine count, and not with it.
    """

    def __init__(self, near: tuple[int, ...]) -> None:
        super().__init__(near)
        self.near = near


# Returns the same component as it was found undecided before; None if it was not.
Recall = Callable[[Component], UndecidedComponent | None]


def settle_constraints(
    constraints: Sequence[Constraint],
    codes: CodeArray,
    engine: Engine,
    budget: Budget,
    *,
    hidden_from: int = NONE_HIDDEN,
    recall: Recall = lambda _: None,
) -> Iterator[tuple[int, int, list[UndecidedComponent]]]:
    """Decide every cell that constraints over undecided cells decide, component by component.

    Yields how many components are settled, how many there are, and which are undecided since the
    result before. The `codes` of cells are brought up to date before, also where a limit is
    reached, so that nothing is lost if the caller stops in between. After unit propagation, if the
    engine does that, each component is decided by the engine's reasoner, or by tables if the engine
    tabulates. `recall` is asked first. For `hidden_from` see `Component`.

    Raises `ContradictionError`, and `LimitError` when the budget is spent.
    """
    if engine.propagates:
        constraints, forced = _propagated(constraints)
        _enter(codes, forced)
        constraints = merged(constraints)
    decide = _by_tables if engine.tabulates else _by_reasoner
    waiting = components(constraints, hidden_from=hidden_from, budget=budget)
    for done, component in enumerate(waiting):
        known = recall(component)
        if known is None and engine.propagates and len(component.system.constraints) == 1:
            known = _of_single_clue(component)
        if known is None:
            yield done, len(waiting), []
        undecided = decide(component, codes, engine, budget) if known is None else [known]
        yield done + 1, len(waiting), undecided


def _propagated(
    constraints: Sequence[Constraint],
) -> tuple[list[Constraint], Decided[list[int]]]:
    """Decide the cells that single cardinality constraints force, until nothing changes.

    Returns the constraints on the others too. Gaps between bounds are left to solvers; so is a
    constraint that cannot be satisfied any more.
    """
    left = list(constraints)
    touching: dict[int, list[int]] = {}
    for place, constraint in enumerate(left):
        for cell in constraint.cells:
            touching.setdefault(cell, []).append(place)
    is_mine: dict[int, bool] = {}
    waiting = list(range(len(left)))
    for place in waiting:  # it grows
        known = {cell: is_mine[cell] for cell in left[place].cells if cell in is_mine}
        clue = left[place] = left[place].conditioned(known) if known else left[place]
        if not isinstance(clue, Cardinality) or not clue.cells:
            continue
        forces_mines = clue.lower == len(clue.cells)
        if clue.lower <= clue.upper and (forces_mines or clue.upper == 0):
            is_mine.update(dict.fromkeys(clue.cells, forces_mines))
            waiting += {near for cell in clue.cells for near in touching[cell]}
    mines = [cell for cell, mine in is_mine.items() if mine]
    return left, Decided(mines, [cell for cell, mine in is_mine.items() if not mine])


def _of_single_clue(component: Component) -> UndecidedComponent | None:
    """Return a component of a single clue that forces nothing; None for any other.

    All its cells can change places, so that none is decided: it is the most common component.
    """
    (clue,) = component.system.constraints
    on_board = component.mines(clue.cells)
    if not isinstance(clue, Cardinality) or on_board not in (0, len(clue.cells)):
        return None
    if clue.lower >= len(clue.cells) or not 0 < clue.upper >= clue.lower:
        return None
    return UndecidedComponent(component, *((clue.lower, clue.upper) if on_board else (0, 0)))


def _by_reasoner(
    component: Component, codes: CodeArray, engine: Engine, budget: Budget
) -> list[UndecidedComponent]:
    """Decide a component by the backbone of a reasoner.

    Where tables can propose a backbone, the reasoner only proves it. At a limit, what it has proved
    is kept.
    """
    claims = claims_about(component, budget) if engine.certifies else None
    if claims is not None:
        backbone: Backbone | None = claims.backbone
        if any(claims.backbone.decided) or not claims.backbone.witnesses:
            prove(component.system, claims.backbone.decided, engine, budget)
    else:
        with engine.reasoner(component.system, budget) as reasoner:
            try:
                backbone = reasoner.consequences()
            except LimitError:
                _enter(codes, reasoner.proved_so_far())
                raise
    if backbone is None or not backbone.witnesses:
        raise _contradiction(component.system)
    _enter(codes, backbone.decided)
    undecided = []
    for part in _parts_left(component, backbone.decided):
        models = [model.intersection(part.system.cells) for model in backbone.witnesses]
        counts = [part.mines(model) for model in models]
        undecided.append(UndecidedComponent(part, min(counts), max(counts)))
    return undecided


def _by_tables(
    component: Component, codes: CodeArray, engine: Engine, budget: Budget
) -> list[UndecidedComponent]:
    """Decide a component by exhaustive tables.

    A cell that holds a mine in none of the models is safe, in all of them a mine. A small component
    is counted; the tables of others hold only the possible numbers of mines. Where these would be
    too large, the solver decides.
    """
    budget.check()  # counts of small components are cached, and do not check it
    counts = try_counts(component, budget)
    if counts is not None:
        if not counts.counts:
            raise _contradiction(component.system)
        decided = decided_cells(component, counts, budget)
        _enter(codes, decided)
        if any(decided):
            component, counts = without(component, counts, decided, budget)
        lowest, highest = counts.lowest, counts.lowest + len(counts.counts) - 1
        left = [UndecidedComponent(component, lowest, highest, counts)]
        return left if component.boxes else []
    pieces, free = unweighted(component)
    try:
        tables = [_tabulated(piece, budget) for piece in pieces]
    except TooLargeTablesError:
        return _by_reasoner(component, codes, engine, budget)
    support = reduce(sums, [numbers for numbers, _ in tables], (2 << len(free)) - 1)
    if not support:
        raise _contradiction(component.system)
    decided = Decided[list[int]]([], [])
    for _, (mines, safe) in tables:
        decided.mines.extend(mines)
        decided.safe.extend(safe)
    if not any(decided):
        fewest, most = (support & -support).bit_length() - 1, support.bit_length() - 1
        return [UndecidedComponent(component, fewest, most)]
    _enter(codes, decided)
    parts = _parts_left(component, decided)
    return [left for part in parts for left in _by_tables(part, codes, engine, budget)]


def _tabulated(component: Component, budget: Budget) -> tuple[int, AnyDecided]:
    """Return the numbers of mines in all models, as bits, and the cells alike in all of them.

    What the kernel has no tables of is counted. Raises `TooLargeTablesError` and `LimitError`.
    """
    claims = shown_claims(component, None, budget)
    if claims is not None:
        return claims.support, claims.backbone.decided
    counts = counts_of(component, budget)
    decided = decided_cells(component, counts, budget) if counts.support else Decided([], [])
    return counts.support, decided


def _parts_left(component: Component, decided: AnyDecided) -> list[Component]:
    """Return the components into which one falls apart once some of its cells are decided."""
    if not any(decided):
        return [component]
    known = is_mine_by_cell(*decided)
    rest = merged([constraint.conditioned(known) for constraint in component.system.constraints])
    return components(rest, hidden_from=component.hidden_from)


def _contradiction(system: ConstraintSystem) -> ContradictionError:
    return ContradictionError(clues_among([constraint.source for constraint in system.constraints]))


def _enter(codes: CodeArray, decided: AnyDecided) -> None:
    codes[[*decided.mines]] = MINE_UNIT
    codes[[*decided.safe]] = 0
