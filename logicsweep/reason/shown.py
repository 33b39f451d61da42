"""Verdicts on a component that tables propose.

The tables give few models; what these do not show is claimed to be decided. The models are checked
against the constraints, independently of the tables; the claim is for a solver to prove.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from logicsweep.kernel.component import shown_of_signature
from logicsweep.limits import Budget
from logicsweep.reason.proving import UnprovedError
from logicsweep.reason.solvers.protocol import Backbone
from logicsweep.system.model_counts import ShownModels, TooLargeTablesError
from logicsweep.system.partition import Component
from logicsweep.system.signature import signature_of
from logicsweep.tables.component_counts import are_weighted
from logicsweep.tables.support import SupportTables
from logicsweep.tables.trellis import MOST_BYTES

# The bytes of Python's tables up to which it pays to ask them for a proposal.
_MOST_BYTES: Final = 4 << 20


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
        return ShownTables(component, budget, is_brief=True).claims(None, budget)
    except TooLargeTablesError:
        return None


class ShownTables:
    """The tables of a component: those of the kernel, or Python's if it has none for it.

    Raises `TooLargeTablesError`, with `is_brief` also for tables that are not small; and
    `LimitError` when the budget is spent.
    """

    def __init__(self, component: Component, budget: Budget, *, is_brief: bool = False) -> None:
        self._component = component
        self._is_brief = is_brief
        self._signature = signature_of(component)
        # Models without a limit on their mines, where they are at hand.
        self._any: ShownModels | None = (
            ShownModels(0, []) if self._signature.has_empty_factor else None
        )
        self._python: SupportTables | None = None
        if self._any is None:
            self._any = self._natively(None, budget)
        if self._any is None:
            most = _MOST_BYTES if is_brief else MOST_BYTES
            self._python = SupportTables(component, budget=budget, max_bytes=most)

    def _natively(self, allowed: int | None, budget: Budget) -> ShownModels | None:
        return shown_of_signature(self._signature, allowed, budget, is_brief=self._is_brief)

    @property
    def support(self) -> int:
        """The numbers of mines in all models, as bits."""
        if self._python is not None:
            return self._python.support
        return 0 if self._any is None else self._any.support

    def _shown(self, allowed: int | None, budget: Budget) -> ShownModels:
        """Return models, with an allowed number of mines."""
        if self._python is not None:
            return self._python.shown(allowed, budget=budget)
        if self._any is not None and (allowed is None or not self._any.support):
            return self._any
        shown = self._natively(allowed, budget)
        if shown is None:
            raise RuntimeError("the kernel has no tables of a component that it had tables of")
        return shown

    def claims(self, allowed: int | None, budget: Budget) -> ShownClaims:
        """Return what tables propose for models that have an allowed number of mines.

        `allowed` is a set of numbers as bits, None for any; each of them that some model has is
        that of a witness. Raises `UnprovedError` for a model that does not agree with the
        constraints, and `LimitError` when the budget is spent.
        """
        component = self._component
        support, models = self._shown(allowed, budget)
        numbers = 0
        witnesses = []
        for model in models:
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
            counts = {model[place] for model in models}
            if counts == {0}:
                never.update(cells)
            elif counts == {len(cells)}:
                always.update(cells)
        backbone = Backbone(frozenset(always), frozenset(never), tuple(witnesses))
        return ShownClaims(backbone, numbers, support)
