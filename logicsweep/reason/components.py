"""Components in which clues and total decide no cell, and what tables claim about components.

The kernel's tables give few models; what these do not show is claimed to be decided. The models are
checked against the constraints, independently of the tables; the claim is for a solver to prove.
"""

from __future__ import annotations

from functools import reduce
from typing import NamedTuple

from logicsweep.constraints.cardinality import Cardinality
from logicsweep.kernel.component import shown_of_signature
from logicsweep.limits import Budget
from logicsweep.reason.proving import UnprovedError
from logicsweep.reason.solvers.protocol import Backbone
from logicsweep.system.model_counts import ShownModels, TooLargeTablesError, WeightedCounts
from logicsweep.system.partition import Component, components, merged
from logicsweep.system.signature import signature_of
from logicsweep.tables.component_counts import are_weighted, counts_of
from logicsweep.tables.total import sums


class ShownClaims(NamedTuple):
    """The proposal of tables about a component: a backbone that is not proved yet.

    `backbone.witnesses` are checked. `numbers` are those of their mines, as bits, and `support`
    those that tables have for all models; both are 0 if the tables have no model.
    """

    backbone: Backbone
    numbers: int
    support: int


def claims_about(component: Component, budget: Budget) -> ShownClaims | None:
    """Return what tables propose for a component; None where a solver alone is faster.

    So it is for likelihoods, which tie cells together that nothing else does, and for relations,
    regions and hidden cells, of which models take long to check. Raises `UnprovedError` for a
    model that does not agree with the constraints, `LimitError` when the budget is spent.
    """
    if are_weighted(component.system.constraints):
        return None
    signature = signature_of(component)
    if signature.hidden or signature.has_relations or signature.has_empty_factor:
        return None
    try:
        return shown_claims(component, None, budget, is_brief=True)
    except TooLargeTablesError:
        return None


def shown_claims(
    component: Component, allowed: int | None, budget: Budget, *, is_brief: bool = False
) -> ShownClaims | None:
    """Return what the kernel proposes for models that have an allowed number of mines.

    `allowed` is a set of numbers as bits, None for any; each of them that some model has is that of
    a witness. None where the kernel has no tables, as for regions. Raises `UnprovedError` for a
    model that does not agree with the constraints, `TooLargeTablesError`, with `is_brief` also for
    tables that are not small, and `LimitError` when the budget is spent.
    """
    shown = _shown(component, allowed, budget, is_brief=is_brief)
    if shown is None:
        return None
    numbers = 0
    witnesses = []
    for model in shown.models:
        budget.check()
        mines = frozenset(
            [
                cell
                for (cells, _), count in zip(component.boxes, model, strict=True)
                for cell in cells[:count]
            ]
        )
        number = component.mines(mines)
        agrees = all(constraint.weight(mines) for constraint in component.system.constraints)
        if not agrees or not (allowed is None or allowed >> number & 1):
            raise UnprovedError("tables have a model that does not agree with the constraints")
        numbers |= 1 << number
        witnesses.append(mines)
    always: set[int] = set()
    never: set[int] = set()
    for place, (cells, _) in enumerate(component.boxes):
        counts = {model[place] for model in shown.models}
        if counts == {0}:
            never.update(cells)
        elif counts == {len(cells)}:
            always.update(cells)
    backbone = Backbone(frozenset(always), frozenset(never), tuple(witnesses))
    return ShownClaims(backbone, numbers, shown.support)


def _shown(
    component: Component, allowed: int | None, budget: Budget, *, is_brief: bool = False
) -> ShownModels | None:
    """Return the kernel's models; none of constraints of which one excludes all."""
    signature = signature_of(component)
    if signature.has_empty_factor:
        return ShownModels(0, [])
    return shown_of_signature(signature, allowed, budget, is_brief=is_brief)


def support_of(component: Component, budget: Budget) -> int:
    """Return the numbers of mines in all models of a component, as bits.

    Raises `TooLargeTablesError` and `LimitError`.
    """
    shown = _shown(component, None, budget)
    return counts_of(component, budget).support if shown is None else shown.support


class UndecidedComponent:
    """A component in which the clues decide no cell, with its counts once they are needed.

    Some known model has `fewest` mines and some known model has `most`; every value of every cell
    occurs in a model between the two. Its counts are `counted` if they were made along the way.
    """

    __slots__ = ("agreed", "checked", "component", "counted", "fewest", "most", "within")

    def __init__(
        self, component: Component, fewest: int, most: int, counted: WeightedCounts | None = None
    ) -> None:
        self.component = component
        self.fewest = fewest
        self.most = most
        self.counted = counted
        # Numbers of mines, as bits, with which the mine count decides no cell.
        self.checked: int | None = None
        # Numbers of mines, as bits, with which no cell is decided according to the model counts.
        self.agreed: int | None = None
        # Numbers of mines, as bits, outside of which it is proved to have no model.
        self.within = _possible(component)

    @property
    def cells(self) -> tuple[int, ...]:
        """The numbers of its cells, ascending."""
        return self.component.system.cells

    @property
    def size(self) -> int:
        """The number of its cells, without hidden ones."""
        return self.component.mines(self.cells)

    def support(self, budget: Budget) -> int:
        """Return the mine counts that the component can hold, as bits."""
        if self.counted is not None:
            return self.counted.support
        pieces, free = unweighted(self.component)
        supports = [support_of(piece, budget) for piece in pieces]
        return reduce(sums, supports, (2 << len(free)) - 1)

    def counts(self, budget: Budget) -> WeightedCounts:
        """Return the models by number of mines, counted if need be.

        Raises `UncountableError` or `LimitError`.
        """
        counts = self.counted  # as another thread may do the same
        if counts is None:
            counts = self.counted = counts_of(self.component, budget)
        return counts

    def __getstate__(self) -> tuple[None, dict[str, object]]:
        """Leave out tables, which are large and quickly made again."""
        state = {name: getattr(self, name) for name in self.__slots__}
        if self.counted is not None and not self.counted.is_small:
            state["counted"] = None
        return None, state


def unweighted(component: Component) -> tuple[list[Component], list[int]]:
    """Split a component that only likelihoods tie together; other ones stay as they are.

    For what is possible, bounds matter. Returns the pieces, which share no clue, and the cells of
    the board that no clue constrains without its weights.
    """
    cells, constraints = component.system
    if not are_weighted(constraints):
        return [component], []
    bare = merged([constraint.unweighted() for constraint in constraints])
    pieces = components(bare, hidden_from=component.hidden_from)
    tied = {cell for piece in pieces for cell in piece.system.cells}
    return pieces, [cell for cell in cells if cell not in tied and cell < component.hidden_from]


def _possible(component: Component) -> int:
    """Return the numbers of mines, as bits, that a component may have at first sight."""
    cells, constraints = component.system
    on_board = component.mines(cells)
    if len(constraints) == 1 and on_board == len(cells):
        (clue,) = constraints
        if isinstance(clue, Cardinality):
            return (2 << clue.upper) - (1 << clue.lower)
    return (2 << on_board) - 1
