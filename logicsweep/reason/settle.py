"""The cells that constraints decide without the mine count: split into components, decide each.

The mine count is left out on purpose: inside a solver it ties all components together, and single
questions take minutes on boards opened at random (see `tables/total.py` for how it comes in).
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.factors import clues_among
from logicsweep.errors import LimitError
from logicsweep.limits import Budget
from logicsweep.reason.shown import claims_about, claims_under, proved
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reason.solvers.protocol import Backbone
from logicsweep.reason.unweighted import mine_counts_of
from logicsweep.system.model_counts import TooLargeTablesError, WeightedCounts
from logicsweep.system.partition import NONE_HIDDEN, Component, components, merged
from logicsweep.system.system import (
    MINE_UNIT,
    CodeArray,
    ConstraintSystem,
    Decided,
    is_mine_by_cell,
)
from logicsweep.tables.component_counts import are_weighted, decided_cells, try_counts, without


class Undecided(NamedTuple):
    """A component in which the clues decide no cell.

    Some known model has `fewest` mines and some known model has `most`; every value of every cell
    occurs in a model between the two. Its `counts` are there if they were made along the way.
    """

    component: Component
    fewest: int
    most: int
    counts: WeightedCounts | None = None


class Settled(NamedTuple):
    """A result on the way: cells that were just decided, and components that are undecided.

    With `progress` both are empty: it says how many components are settled, and how many there are.
    """

    decided: Decided[list[int]]
    undecided: list[Undecided]
    progress: tuple[int, int] | None = None


class ContradictionError(Exception):
    """No layout agrees with the clues; `near` are cell numbers of clues where the conflict shows.

    An empty `near` means that the clues are consistent without the mine count, and not with it.
    """

    def __init__(self, near: tuple[int, ...]) -> None:
        super().__init__(near)
        self.near = near


_NONE: Final[Decided[list[int]]] = Decided([], [])
_Decide = Callable[[Component, CodeArray], Iterator[Settled]]
# Returns the same component as it was found undecided before; None if it was not.
Recall = Callable[[Component], "Undecided | None"]


def settle_constraints(
    constraints: Sequence[Constraint],
    codes: CodeArray,
    engine: Engine,
    budget: Budget,
    *,
    hidden_from: int = NONE_HIDDEN,
    recall: Recall = lambda _: None,
) -> Iterator[Settled]:
    """Decide every cell that constraints over undecided cells decide; yield results one by one.

    The `codes` of cells are brought up to date before each result, so that nothing is lost if the
    caller stops in between. After unit propagation, if the engine does that, each component is
    decided by the engine's reasoner, or by tables if the engine tabulates. `recall` is asked first.
    For `hidden_from` see `Component`.

    Raises `ContradictionError`, and `LimitError` when the budget is spent, after a last result with
    the verdicts that were proved in the component at hand.
    """
    if engine.propagates:
        constraints, forced = _propagated(constraints)
        if any(forced):
            _enter(codes, forced)
            yield Settled(forced, [])
        constraints = merged(constraints)
    decide = (_by_tables if engine.tabulates else _by_reasoner)(engine, budget)
    waiting = components(constraints, hidden_from=hidden_from, budget=budget)
    for done, component in enumerate(waiting):
        known = recall(component)
        if known is None and engine.propagates and len(component.system.constraints) == 1:
            known = _of_single_clue(component)
        if known is not None:
            yield _undecided(known)
            continue
        yield Settled(_NONE, [], (done, len(waiting)))
        yield from decide(component, codes)


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


def _of_single_clue(component: Component) -> Undecided | None:
    """Return a component of a single clue that forces nothing; None for any other.

    All its cells can change places, so that none is decided: it is the most common component.
    """
    (clue,) = component.system.constraints
    if isinstance(clue, Cardinality) and _forces_nothing(clue):
        on_board = component.mines(clue.cells)
        if on_board in (0, len(clue.cells)):
            bounds = (clue.lower, clue.upper) if on_board else (0, 0)
            return Undecided(component, *bounds)
    return None


def _forces_nothing(clue: Cardinality) -> bool:
    return clue.lower < len(clue.cells) and 0 < clue.upper >= clue.lower


def _by_reasoner(engine: Engine, budget: Budget) -> _Decide:
    """Decide components by the backbones of a reasoner.

    Where tables can propose a backbone, the reasoner only proves it.
    """

    def decide(component: Component, codes: CodeArray) -> Iterator[Settled]:
        claims = claims_about(component, budget) if engine.certifies else None
        if claims is not None:
            backbone = proved(claims, component, engine, budget)
        else:
            backbone = yield from _searched(component, codes, engine, budget)
        if backbone is None:
            raise _contradiction(component.system)
        if not any(backbone.decided):
            counts = [component.mines(model) for model in backbone.witnesses]
            yield _undecided(Undecided(component, min(counts), max(counts)))
            return
        decided = Decided(*map(sorted, backbone.decided))
        _enter(codes, decided)
        undecided = []
        for part in _parts_left(component, decided):
            cells = part.system.cells
            counts = [part.mines(model.intersection(cells)) for model in backbone.witnesses]
            undecided.append(Undecided(part, min(counts), max(counts)))
        yield Settled(decided, undecided)

    return decide


def _searched(
    component: Component, codes: CodeArray, engine: Engine, budget: Budget
) -> Generator[Settled, None, Backbone | None]:
    """Return the backbone that a reasoner finds alone; at a limit, yield what it has proved."""
    reasoner = engine.reasoner(component.system, budget)
    try:
        return reasoner.consequences()
    except LimitError:
        decided = Decided(*map(sorted, reasoner.proved_so_far()))
        _enter(codes, decided)
        yield Settled(decided, [])
        raise
    finally:
        reasoner.close()


def _by_tables(engine: Engine, budget: Budget) -> _Decide:
    """Decide components by exhaustive tables.

    A cell that holds a mine in none of the models is safe, in all of them a mine. Small components
    are counted; the tables of others hold only the possible numbers of mines. Where these would be
    too large, the solver decides.
    """
    decide_by_reasoner = _by_reasoner(engine, budget)

    def decide(component: Component, codes: CodeArray) -> Iterator[Settled]:
        budget.check()  # counts of small components are cached, and do not check it
        counts = try_counts(component, budget)
        if counts is not None:
            yield _by_counts(component, counts, codes, budget)
            return
        try:
            support, decided = _tabulated(component, budget)
        except TooLargeTablesError:
            yield from decide_by_reasoner(component, codes)
            return
        if not support:
            raise _contradiction(component.system)
        if not any(decided):
            fewest, most = (support & -support).bit_length() - 1, support.bit_length() - 1
            yield _undecided(Undecided(component, fewest, most))
            return
        _enter(codes, decided)
        yield Settled(decided, [])
        for part in _parts_left(component, decided):
            yield from decide(part, codes)

    return decide


def _tabulated(component: Component, budget: Budget) -> tuple[int, Decided[list[int]]]:
    """Return the numbers of mines of a component, as bits, and the cells that tables decide.

    Raises `TooLargeTablesError` and `LimitError`.
    """
    if are_weighted(component.system.constraints):
        tables = mine_counts_of(component, budget)
        support = tables.support
        return support, tables.decided(support, budget=budget) if support else _NONE
    claims = claims_under(component, budget)
    return claims.support, Decided(*map(sorted, claims.backbone.decided))


def _by_counts(
    component: Component, counts: WeightedCounts, codes: CodeArray, budget: Budget
) -> Settled:
    """Decide cells by the counts of all models of a component."""
    if not counts.counts:
        raise _contradiction(component.system)
    decided = decided_cells(component, counts, budget)
    if not any(decided):
        return _undecided(_counted(component, counts))
    _enter(codes, decided)
    rest, rest_counts = without(component, counts, decided, budget)
    return Settled(decided, [_counted(rest, rest_counts)] if rest.boxes else [])


def _parts_left(component: Component, decided: Decided[list[int]]) -> list[Component]:
    """Return the components into which one falls apart once some of its cells are decided."""
    known = is_mine_by_cell(*decided)
    rest = merged([constraint.conditioned(known) for constraint in component.system.constraints])
    return components(rest, hidden_from=component.hidden_from)


def _undecided(undecided: Undecided) -> Settled:
    return Settled(Decided([], []), [undecided])


def _counted(component: Component, counts: WeightedCounts) -> Undecided:
    return Undecided(component, counts.lowest, counts.lowest + len(counts.counts) - 1, counts)


def _contradiction(system: ConstraintSystem) -> ContradictionError:
    return ContradictionError(clues_among([constraint.source for constraint in system.constraints]))


def _enter(codes: CodeArray, decided: Decided[list[int]]) -> None:
    codes[decided.mines] = MINE_UNIT
    codes[decided.safe] = 0
