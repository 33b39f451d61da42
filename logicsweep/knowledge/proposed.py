"""Verdicts that the kernel proposes for a whole board in one call.

With the reasoner `elimination` they are proved by the rows of its tables, which are exhaustive.
With `sat` they are not believed: what single clues do not decide is refuted by the solver, and for
what is undecided there are layouts, added up.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.count.counted import CountedComponents
from logicsweep.explain.counterexample import PairOfModels
from logicsweep.kernel import whole
from logicsweep.kernel.binding import CLASH, OK
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.limits import Budget
from logicsweep.reason.refute import proved_answer
from logicsweep.reason.settle import ContradictionError
from logicsweep.system.position import Decided, Position

# On larger boards, solving the components around a change again beats counting the whole board.
_SMALL: Final = 3_000


class ProposedLedger(PlainLedger):
    """See `Ledger`. What the kernel leaves open is settled in Python, as are deeper questions."""

    # The kernel's answer for the position, at least its verdicts; None while Python has them.
    _answer: whole.Answer | None = None
    _needed_total = False
    # The cells that it decides, once they are listed, and the answer that they belong to.
    _proved: Decided[NDArray[np.intp]]
    _proved_by: whole.Answer | None = None
    KEPT = (*PlainLedger.KEPT, "_needed_total")

    @property
    def is_settled(self) -> bool:
        return self._answer is not None or super().is_settled

    def settle(self, budget: Budget) -> None:
        if self.is_settled:
            return
        answer = self._proved_at(self.position, budget)
        if answer is None:
            super().settle(budget)
            return
        if answer.marginals is None:
            raise ContradictionError(())
        self._needed_total |= answer.needs_total
        self._answer = answer

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        if self.position.states.size <= _SMALL and self.is_settled:
            known, after = self.proved(), self.position.changed(changes)
            answer = self._proved_at(_with_known(after, known, changes), budget)
            if answer is not None and answer.marginals is None:
                raise ContradictionError(_near(after, changes))
            if answer is not None and answer.marginals is not None:
                return self._told(after, changes, known, answer, answer.marginals)
        self._deepen(budget)  # the kernel did not decide: the components do
        self._answer = None
        return super().tell(changes, budget)

    def _told(
        self,
        after: Position,
        changes: Mapping[int, int | Clue],
        known: Decided[NDArray[np.intp]],
        answer: whole.Answer,
        marginals: whole.FloatArray,
    ) -> Decided[list[int]]:
        """Take the answer about a position in which known verdicts are evidence; return the new."""
        mines, safe = (marginals == 1).nonzero()[0], (marginals == 0).nonzero()[0]
        needed_total = self._needed_total or self._total_decided or answer.needs_total
        marginals[known.mines] = 1
        marginals[known.safe] = 0
        marginals[list(changes)] = np.nan
        self._start_over(after)
        self._explained = {}
        self._needed_total = needed_total
        # The kernel has cells as evidence that are covered here.
        self._answer = whole.Answer(
            answer.status, marginals, answer.needs_prior, answer.needs_total
        )
        return Decided(mines.tolist(), safe.tolist())

    def native(self, density: Fraction | None, budget: Budget) -> whole.Answer | None:
        answer = self._answer
        if answer is not None and answer.status == OK and self.position.total is not None:
            return answer
        return super().native(density, budget)

    def needs_total(self, budget: Budget) -> bool:
        self.settle(budget)
        return self._needed_total or self._total_decided

    def is_undecided(self, number: int) -> bool:
        if self._answer is None or self._answer.marginals is None:
            return super().is_undecided(number)
        return bool(0 < self._answer.marginals[number] < 1)

    def is_mine(self, number: int) -> bool:
        if self._answer is None or self._answer.marginals is None:
            return super().is_mine(number)
        is_known = self.position.states[number] == State.KNOWN_MINE
        return bool(is_known or self._answer.marginals[number] == 1)

    def proved(self) -> Decided[NDArray[np.intp]]:
        answer = self._answer
        if answer is None or answer.marginals is None:
            return super().proved()
        if self._proved_by is not answer:
            marginals = answer.marginals
            self._proved = Decided((marginals == 1).nonzero()[0], (marginals == 0).nonzero()[0])
            self._proved_by = answer
        return self._proved

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        self._deepen(budget)
        return super().pair(number, budget)

    def counted_components(self, budget: Budget) -> CountedComponents:
        self._deepen(budget)
        return super().counted_components(budget)

    def _proved_at(self, position: Position, budget: Budget) -> whole.Answer | None:
        """Return the kernel's answer about a position, proved; None if Python has to find it.

        Without marginals no layout agrees with the position. Raises `UnprovedError`.
        """
        if not self._engine.tabulates:
            return proved_answer(position, self._engine, budget)
        answer = whole.verdicts_of(position, budget)
        if answer is None or (answer.marginals is None and answer.status != CLASH):
            return None
        return answer

    def _deepen(self, budget: Budget) -> None:
        """Settle the components in Python, for questions about them."""
        answer, self._answer = self._answer, None
        try:
            super().settle(budget)
        finally:
            self._answer = answer


def _near(position: Position, changes: Mapping[int, int | Clue]) -> tuple[int, ...]:
    """Return the clues next to the changed cells, and those of these cells that are clues."""
    near = {clue for number in changes for clue in position.clues_around(number)}
    near.update(number for number in changes if position.states[number] >= 0)
    return tuple(sorted(near))


def _with_known(
    position: Position, known: Decided[NDArray[np.intp]], changes: Mapping[int, int | Clue]
) -> Position:
    """Return a position with verdicts that are proved as evidence, but for changed cells.

    It has the same layouts: as many cells less are covered.
    """
    states = position.states.copy()
    states[known.mines] = State.KNOWN_MINE
    states[known.safe] = State.NO_CLUE
    for number in changes:
        states[number] = position.states[number]
    return Position(states, position.uncertain, position.adjacency, position.total)
