"""Verdicts that the kernel proposes for a whole board in one call.

With the reasoner `elimination` they are proved by the rows of its tables, which are exhaustive.
With `sat` they are not believed: what single clues do not decide is refuted by the solver, and for
what is undecided there are layouts, added up.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.kernel.context import CLASH
from logicsweep.kernel.proposal import (
    NOT_COVERED,
    UNDECIDED,
    Proposal,
    VerdictArray,
    proposal_of,
)
from logicsweep.knowledge.plain import PlainLedger
from logicsweep.limits import Budget
from logicsweep.reason.refute import proved_proposal
from logicsweep.reason.settle import ContradictionError
from logicsweep.reasons.counterexample import PairOfModels, proposed_pair
from logicsweep.system.system import Decided, Position
from logicsweep.tables.counted import CountedComponents

# On larger boards, solving the components around a change again beats counting the whole board.
_SMALL: Final = 3_000


class ProposedLedger(PlainLedger):
    """See `Ledger`. What the kernel leaves open is settled in Python, as are deeper questions."""

    # The verdicts on the position as in `Proposal`; None while Python has them.
    _verdicts: VerdictArray | None = None
    # The cells that they decide, once these are listed.
    _listed: Decided[NDArray[np.intp]] | None = None
    _needed_total = False
    KEPT = (*PlainLedger.KEPT, "_needed_total")

    @property
    def is_settled(self) -> bool:
        return self._verdicts is not None or super().is_settled

    def settle(self, budget: Budget) -> None:
        if self.is_settled:
            return
        proposal = self._proved_at(self.position, budget)
        if proposal is None:
            super().settle(budget)
            return
        if proposal.status == CLASH:
            raise ContradictionError(())
        self._needed_total |= proposal.needs_total
        self._listed = None
        self._verdicts = proposal.verdicts

    def tell(self, changes: Mapping[int, int | Clue], budget: Budget) -> Decided[list[int]]:
        if self.position.states.size <= _SMALL and self.is_settled:
            known, after = self.proved(), self.position.changed(changes)
            proposal = self._proved_at(_with_known(after, known, changes), budget)
            if proposal is not None and proposal.status == CLASH:
                raise ContradictionError(_near(after, changes))
            if proposal is not None:
                return self._told(after, changes, known, proposal)
        self._deepen(budget)  # the kernel did not decide: the components do
        self._verdicts = None
        return super().tell(changes, budget)

    def _told(
        self,
        after: Position,
        changes: Mapping[int, int | Clue],
        known: Decided[NDArray[np.intp]],
        proposal: Proposal,
    ) -> Decided[list[int]]:
        """Take verdicts on a position in which known ones are evidence; return the new."""
        verdicts = proposal.verdicts
        new = _decided_by(verdicts)
        needed_total = self._needed_total or self._total_decided or proposal.needs_total
        verdicts[known.mines] = 1
        verdicts[known.safe] = 0
        verdicts[list(changes)] = NOT_COVERED
        self._start_over(after)
        self._explained = {}
        self._needed_total = needed_total
        self._verdicts = verdicts
        return Decided(new.mines.tolist(), new.safe.tolist())

    def needs_total(self, budget: Budget) -> bool:
        self.settle(budget)
        return self._needed_total or self._total_decided

    def is_undecided(self, number: int) -> bool:
        if self._verdicts is None:
            return super().is_undecided(number)
        return bool(self._verdicts[number] == UNDECIDED)

    def is_mine(self, number: int) -> bool:
        if self._verdicts is None:
            return super().is_mine(number)
        is_known = self.position.states[number] == State.KNOWN_MINE
        return bool(is_known or self._verdicts[number] == 1)

    def proved(self) -> Decided[NDArray[np.intp]]:
        if self._verdicts is None:
            return super().proved()
        if self._listed is None:
            self._listed = _decided_by(self._verdicts)
        return self._listed

    def pair(self, number: int, budget: Budget) -> PairOfModels:
        pair = proposed_pair(self.position, number, self._engine, budget)
        if pair is not None:
            return pair
        self._deepen(budget)
        return super().pair(number, budget)

    def counted_components(self, budget: Budget) -> CountedComponents:
        self._deepen(budget)
        return super().counted_components(budget)

    def _proved_at(self, position: Position, budget: Budget) -> Proposal | None:
        """Return the kernel's verdicts on a position, proved; None if Python has to find them.

        A status of CLASH says that no layout agrees with the position. Raises `UnprovedError`.
        """
        if self._engine.tabulates:
            return proposal_of(position, budget, shown=False)
        return proved_proposal(position, self._engine, budget)

    def _deepen(self, budget: Budget) -> None:
        """Settle the components in Python, for questions about them."""
        verdicts, self._verdicts = self._verdicts, None
        try:
            super().settle(budget)
        finally:
            self._verdicts = verdicts


def _decided_by(verdicts: VerdictArray) -> Decided[NDArray[np.intp]]:
    """List the mines and the safe cells among verdicts."""
    return Decided((verdicts == 1).nonzero()[0], (verdicts == 0).nonzero()[0])


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
