"""The cells that the mine count decides, proposed by tables and proved by a reasoner.

Inside a solver the mine count would tie all components together, and single questions take minutes.
So each component is asked by itself. That it cannot have fewer (or more) mines than tables say is
one proof; adding up the numbers that are left to all components gives those with which each can
meet the mine count; and with these the opposite of its decided cells has no model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Final, NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.factors import TOTAL
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent, shown_claims, unweighted
from logicsweep.reason.proving import UnprovedError, prove
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import Engine
from logicsweep.system.partition import Component
from logicsweep.system.system import ConstraintSystem, Decided
from logicsweep.tables.component_counts import are_weighted, decided_cells
from logicsweep.tables.total import Allowed, allowed_counts

_NOTHING: Final[Decided[frozenset[int]]] = Decided(frozenset(), frozenset())


class Parts(NamedTuple):
    """Components, and cells in none of them, whose mines add up to the mine count.

    Attributes:
        components: The components.
        interior: The numbers of the other cells.
        lower: The fewest mines in all of them together.
        upper: The most.
    """

    components: list[UndecidedComponent]
    interior: list[int]
    lower: int
    upper: int

    def allowed(self, supports: Sequence[int]) -> Allowed:
        """Return the numbers of mines in each of these sets, as bits, that can meet the sum."""
        return allowed_counts(supports, len(self.interior), self.lower, self.upper)


def decided_under_total(parts: Parts, engine: Engine, budget: Budget) -> Decided[list[int]]:
    """Return the cells that the mine count decides, proved if the engine certifies.

    Raises `ContradictionError` if no layout meets it, `UnprovedError`, `TooLargeTablesError`, and
    `LimitError` when the budget is spent.
    """
    # Counts that are there need no models to show them: if the engine tabulates, they do.
    tabulates = engine.tabulates
    parts = _without_weights(parts, keeps_counted=tabulates)
    supports = [part.support(budget) for part in parts.components]
    allowed, in_interior = parts.allowed(supports)
    claimed: dict[int, Decided[frozenset[int]]] = {}
    if in_interior is not None:
        for place, (part, numbers) in enumerate(zip(parts.components, allowed, strict=True)):
            if numbers == part.checked or (tabulates and numbers == supports[place]):
                continue
            decided = _decided(part, numbers, engine, budget)
            if any(decided):
                claimed[place] = decided
            else:
                part.checked = numbers
    count = len(parts.interior)
    is_decided = count > 0 and in_interior in ((0, 0), (count, count))
    if engine.certifies and (in_interior is None or claimed or is_decided):
        _prove(parts, supports, claimed, engine, budget)
    if in_interior is None:
        raise ContradictionError(())
    mines = [cell for decided in claimed.values() for cell in decided.mines]
    safe = [cell for decided in claimed.values() for cell in decided.safe]
    if is_decided:
        (mines if in_interior[0] else safe).extend(parts.interior)
    return Decided(sorted(mines), sorted(safe))


def _decided(
    part: UndecidedComponent, numbers: int, engine: Engine, budget: Budget
) -> Decided[frozenset[int]]:
    """Return the cells with the same value in all models that have one of these numbers."""
    component = part.component
    claims = None
    if part.counted is None or not engine.tabulates:
        claims = shown_claims(component, numbers, budget)
    if claims is not None:
        if claims.numbers != numbers:
            raise UnprovedError("tables have no model with a number of mines that they allow")
        return claims.backbone.decided
    if engine.tabulates:
        decided = decided_cells(component, part.counts(budget), budget, numbers)
        return Decided(*map(frozenset, decided))
    mines = safe = frozenset(component.system.cells)
    for fewest, most in _runs(numbers):
        with closing(engine.reasoner(_bounded(component, fewest, most), budget)) as reasoner:
            backbone = reasoner.consequences()
        if backbone is None:
            raise UnprovedError("tables have a number of mines that no model has")
        mines &= backbone.mines
        safe &= backbone.safe
    return Decided(mines, safe)


def _without_weights(parts: Parts, *, keeps_counted: bool) -> Parts:
    """Split components that only likelihoods tie together, unless they are counted."""
    made: list[UndecidedComponent] = []
    interior = list(parts.interior)
    for part in parts.components:
        is_kept = keeps_counted and part.counted is not None
        if is_kept or not are_weighted(part.component.system.constraints):
            made.append(part)
            continue
        pieces, free = unweighted(part.component)
        made += [UndecidedComponent(piece, 0, 0) for piece in pieces]
        interior += free
    return parts._replace(components=made, interior=sorted(interior))


def _prove(
    parts: Parts,
    supports: Sequence[int],
    claimed: dict[int, Decided[frozenset[int]]],
    engine: Engine,
    budget: Budget,
) -> None:
    """Prove what tables claim of cells under the mine count, or that nothing meets it.

    It takes no more proofs about numbers of mines than it needs: first only that components have
    no fewer than their support, then only no more, then both, then also none in its gaps. Raises
    `UnprovedError` and `LimitError`.
    """
    allowed, in_interior = parts.allowed(supports)
    for within in _bounds(parts, supports):
        left, left_interior = parts.allowed(within)
        if left_interior == in_interior and all(left[at] == allowed[at] for at in claimed):
            break
    for part, numbers in zip(parts.components, within, strict=True):
        for fewest, most in _runs(part.within & ~numbers):
            prove(_bounded(part.component, fewest, most), _NOTHING, engine, budget)
        part.within = numbers
    for at, decided in claimed.items():
        for fewest, most in _runs(allowed[at]):
            system = _bounded(parts.components[at].component, fewest, most)
            prove(system, decided, engine, budget)


def _bounds(parts: Parts, supports: Sequence[int]) -> Iterator[list[int]]:
    """Yield sets of numbers of mines around the supports, ever closer; last the supports."""
    every = [part.within for part in parts.components]
    no_fewer = [-(support & -support) for support in supports]
    no_more = [(1 << support.bit_length()) - 1 for support in supports]
    for sets in ([no_fewer], [no_more], [no_fewer, no_more], [supports]):
        bounds = every
        for numbers in sets:
            bounds = [old & new for old, new in zip(bounds, numbers, strict=True)]
        yield bounds


def _runs(numbers: int) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of the numbers in each row of consecutive ones in a set."""
    while numbers:
        first = (numbers & -numbers).bit_length() - 1
        after = numbers + (1 << first)
        end = (after & -after).bit_length() - 1
        yield first, end - 1
        numbers &= -1 << end


def _bounded(component: Component, fewest: int, most: int) -> ConstraintSystem:
    """Return the constraints of a component, and bounds on its mines."""
    cells, constraints = component.system
    on_board = tuple([cell for cell in cells if cell < component.hidden_from])
    return ConstraintSystem(cells, (*constraints, Cardinality(on_board, fewest, most, TOTAL)))
