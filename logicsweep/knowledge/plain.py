"""The verdicts on an ordinary board, proved from clues and mine count, and its layouts, counted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import closing, suppress
from fractions import Fraction
from functools import partial
from math import prod
from types import MappingProxyType
from typing import Final, cast

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.layout import Layout
from logicsweep.errors import LimitError
from logicsweep.kernel import whole
from logicsweep.kernel.hand import Hand
from logicsweep.knowledge.agreement import check_counts
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.components import UndecidedComponent
from logicsweep.reason.inconsistency import Mus, find_mus
from logicsweep.reason.ledger import ComponentLedger
from logicsweep.reason.solvers.engine import Engine
from logicsweep.reasons.counterexample import PairOfModels, pair_on
from logicsweep.system.model_counts import ModelCounts, WeightedCounts
from logicsweep.system.partition import NONE_HIDDEN, Component
from logicsweep.system.statements import ORDINARY, Statements
from logicsweep.system.system import MINE_UNIT, Decided, position_of, weight_of
from logicsweep.tables.component_counts import counts_of, models_of
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.layouts import CountedLayouts, Layouts

# On boards with at most this many cells, the kernel counts everything anew in less time than it
# takes to hand over the components that are kept.
_SMALL: Final = 1_000
# By cell, the chance that it shows its clue, given the mines and marks of a layout.
Shares = Mapping[int, Callable[[frozenset[int]], Fraction]]
NO_SHARES: Final[Shares] = MappingProxyType({})


class PlainLedger(ComponentLedger):
    """The `Ledger` of an ordinary board."""

    # The kernel's hand on a large board, from the first question on; it hears of every change.
    _hand: Hand | None = None
    _statements: Statements = ORDINARY
    # The chances of some clues, whose constraints have them only up to a factor.
    shares: Shares = NO_SHARES

    def __getstate__(self) -> dict[str, object]:
        # Copies, too, are made from this: a hand stays with one ledger.
        return {**super().__getstate__(), "_hand": None}

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        hand, self._hand = self._hand, None
        new = super().tell(changes, budget)
        if hand is not None and not any(isinstance(clue, Clue) for clue in changes.values()):
            with suppress(LimitError):  # verdicts are proved; it may do without a hand
                hand.tell(cast("Mapping[int, int]", changes), budget)
                self._hand = hand
        return new

    def counted_components(self, budget: Budget) -> CountedComponents:
        """Count every undecided component. The ledger has to be settled.

        Raises `UncountableError` for a component that would take more than the budget of table
        entries, `LimitError` when the budget is spent.
        """
        undecided, interior = self._to_count()
        components = [part.component for part in undecided]
        counts = []
        for done, part in enumerate(undecided):
            self.counted = done, len(undecided)
            counts.append(part.counts(budget))
        self.counted = len(undecided), len(undecided)
        return CountedComponents(
            boxes=[[box.cells for box in component.boxes] for component in components],
            counts=counts,
            interior=interior,
            bounds=self.bounds,
            known=self._cells.mines,
            settled=self._cells.verdicts(),
            models=partial(_models, components, counts),
            component=components.__getitem__,
            hidden_from=self._hidden_from,
        )

    def _to_count(self) -> tuple[list[UndecidedComponent], NDArray[np.intp]]:
        """Return the components to count, and the undecided cells in none of them."""
        return self.components, self.interior()

    @property
    def _hidden_from(self) -> int:
        """The number of the first hidden cell (see `HiddenCells`)."""
        return NONE_HIDDEN

    def checked_counts(self, board: Board, budget: Budget) -> CountedComponents:
        """Count as `counted_components`, and compare the verdicts with the counts."""
        counted = self.counted_components(budget)
        check_counts(lambda: board, self.proved(), self._to_count()[0], counted, budget)
        return counted

    def layouts(self, board: Board, density: Fraction | None, budget: Budget) -> Layouts:
        counted = self.checked_counts(board, budget)
        return CountedLayouts(board, counted, density, budget=budget)

    def mass(self, board: Board, density: Fraction | None, budget: Budget) -> Fraction:
        return self.layouts(board, density, budget).mass() * self.scale(budget)

    def scale(self, budget: Budget) -> Fraction:
        """Return the ratio of a layout's weight to its weight in the counts, the same for all.

        Cells that are known take factors out of constraints. These matter only when the layouts of
        several ledgers are weighed together.
        """
        statements, position, shares = self._statements, self.position, self.shares
        if not statements.weighs(position) and not shares:
            return Fraction(1)
        marked = set((self._cells.codes[:-1] == MINE_UNIT).nonzero()[0].tolist())
        for component in self.components:
            with closing(self._engine.reasoner(component.component.system, budget)) as reasoner:
                model = reasoner.model()
            if model is None:
                raise RuntimeError("an undecided component has no model")
            marked |= model
        layout = frozenset(marked)
        counted_weight = Fraction(1)
        for component in self._to_count()[0]:
            # Counts that were made before cells were decided still have the weights of these.
            kept = component.counts(budget)
            exact = counts_of(component.component, budget)
            counted_weight *= Fraction(kept.counts[0], exact.counts[0])
            counted_weight *= weight_of(component.component.system.constraints, layout)
        weight = statements.weight(position, layout, shares)
        return weight * prod([share(layout) for share in shares.values()]) / counted_weight

    def native(self, density: Fraction | None, budget: Budget) -> whole.Answer | None:
        position = self.position
        if position.states.size <= _SMALL or position.uncertain:
            return whole.marginals_of(position, density, budget)
        if self._hand is None or self._hand.density != density:
            self._hand = Hand.of(position, density)
        return None if self._hand is None else self._hand.marginals(budget)

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        budget.check()
        return not layout.mismatches(board)

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        position, near = contradiction
        return find_mus(position, near, engine=self._engine, budget=budget)

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        mines = frozenset(self.proved().mines.tolist())
        models = pair_on(self, number, self._engine, budget)
        return PairOfModels(models.mine | mines, models.safe | mines)


def counted_by_proof(board: Board, budget: Budget, *, engine: Engine) -> CountedComponents:
    """Prove all verdicts on a consistent board, and count the rest.

    Raises `UncountableError` and `LimitError`.
    """
    ledger = PlainLedger(position_of(board), engine)
    ledger.settle(budget)
    return ledger.checked_counts(board, budget)


def _models(
    components: Sequence[Component], all_counts: Sequence[WeightedCounts], budget: Budget
) -> list[ModelCounts]:
    """Return the numbers of models: the counts, or new ones if they have weights."""
    return [
        counts if isinstance(counts, ModelCounts) else models_of(component, budget)
        for component, counts in zip(components, all_counts, strict=True)
    ]
