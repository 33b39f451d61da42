"""The verdicts on a board with further constraints, and its layouts, counted."""

from __future__ import annotations

from contextlib import closing
from fractions import Fraction

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.knowledge.protocol import Contradiction
from logicsweep.limits import Budget
from logicsweep.reason.constrained import ConstrainedComponents
from logicsweep.reason.inconsistency import Mus
from logicsweep.reason.mus import mus_of


class ConstrainedLedger(ConstrainedComponents, PlainLedger):
    """See `Ledger`: verdicts and counts under the other `statements` of a board as well."""

    def native(self, density: Fraction | None, budget: Budget) -> None:
        """See `Ledger.native`: the kernel knows clues and mine count alone."""
        del density, budget

    def allows(self, layout: Layout, board: Board, budget: Budget) -> bool:
        """See `Ledger.allows`."""
        mines = frozenset(layout.mask.ravel().nonzero()[0].tolist())
        agrees = all(one.weight(mines) for one in self._statements.others)
        return agrees and super().allows(layout, board, budget)

    def find_mus(self, contradiction: Contradiction, budget: Budget) -> Mus:
        """See `Ledger.find_mus`; the mine count is blamed only when everything else agrees."""
        system = self._statements.system(contradiction.position)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            return mus_of(reasoner, system)

    def explain(self, number: int, *, mine: bool, smallest: bool, budget: Budget) -> Mus:
        """See `Ledger.explain`."""
        system = self._statements.system(self.position)
        with closing(self._engine.reasoner(system, budget)) as reasoner:
            assuming = {number: not mine}
            return mus_of(reasoner, system, assuming=assuming, smallest=smallest, budget=budget)
