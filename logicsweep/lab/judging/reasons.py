"""Judging reasons: whether the named sources prove a verdict, and whether fewer would."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from typing import Final, NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State
from logicsweep.board.verdicts import Verdict
from logicsweep.games.told.facts import Facts
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.judging.claims import ReasonClaim
from logicsweep.lab.judging.judgements import ReasonJudgement, Truth
from logicsweep.lab.judging.wanted import Wanted
from logicsweep.reason.solvers.calls import hitting_sets
from logicsweep.reason.solvers.names import ELIMINATION


class Sources(NamedTuple):
    """Some of the sources of a board.

    Attributes:
        clues: The cells of clues, in reading order.
        uses_total: Whether the mine count is among them.
    """

    clues: tuple[Cell, ...]
    uses_total: bool

    @property
    def size(self) -> int:
        """The number of sources."""
        return len(self.clues) + self.uses_total


def smallest_sources(facts: Facts, cell: Cell, verdict: Verdict) -> Sources:
    """Return a smallest set of sources for a verdict that follows, with all else granted."""
    return _Proofs(facts, cell, verdict).smallest()


def judged_reason(facts: Facts, claim: ReasonClaim, wanted: Wanted) -> ReasonJudgement:
    """Judge a verdict with the sources that are said to prove it."""
    board, cell, verdict = facts.board, claim.cell, claim.verdict
    exact = facts.verdict(cell)
    if exact is not verdict:
        return ReasonJudgement(
            board=board,
            claim=claim,
            truth=Truth.UNDECIDED if exact is Verdict.UNDETERMINED else Truth.WRONG,
            witness=wanted.witness_on(board, cell, time_limit=facts.time_limit),
            is_sufficient=False,
            is_minimal=False,
            is_smallest=False,
        )
    proofs = _Proofs(facts, cell, verdict)
    named = Sources(claim.clues, claim.uses_total)
    is_sufficient = proofs.proves(named)
    is_minimal = is_sufficient and not any(map(proofs.proves, _without_each(named)))
    smallest = proofs.smallest()
    shown = board if is_sufficient else proofs.board_with(named)
    return ReasonJudgement(
        board=board,
        claim=claim,
        truth=Truth.RIGHT if is_sufficient else Truth.WRONG,
        witness=wanted.witness_on(shown, cell, time_limit=facts.time_limit),
        is_sufficient=is_sufficient,
        is_minimal=is_minimal,
        is_smallest=is_sufficient and named.size == smallest.size,
        fewest=smallest.size,
        smallest=smallest.clues,
        smallest_uses_total=smallest.uses_total,
    )


def _without_each(sources: Sources) -> Iterable[Sources]:
    for clue in sources.clues:
        yield Sources(tuple(kept for kept in sources.clues if kept != clue), sources.uses_total)
    if sources.uses_total:
        yield Sources(sources.clues, uses_total=False)


_TOTAL: Final = 0


class _Proofs:
    """The sets of sources that prove a verdict on a cell; all else on the board is granted."""

    def __init__(self, facts: Facts, cell: Cell, verdict: Verdict) -> None:
        self._facts = facts
        self._cell = cell
        self._verdict = verdict
        self._clues = tuple(facts.board.clues)

    def board_with(self, sources: Sources) -> Board:
        """Return the board with these sources alone: other clues are open cells that show none."""
        left_out = set(self._clues) - set(sources.clues)
        board = self._facts.board.replace(dict.fromkeys(left_out, State.NO_CLUE))
        return board if sources.uses_total else board.without_total()

    def proves(self, sources: Sources) -> bool:
        """Return whether sources prove the verdict."""
        kb = KnowledgeBase(
            self.board_with(sources), reasoner=ELIMINATION, time_limit=self._facts.time_limit
        )
        return kb.verdict(self._cell) is self._verdict

    def smallest(self) -> Sources:
        """Return a smallest set of sources that proves the verdict, which the whole board does."""
        board = self._facts.board
        if board.constraints or not board.rules.is_standard:
            return self._smallest_beside_rules()
        why = self._facts.kb.explain(self._cell, smallest=True)
        return Sources(why.clues, why.uses_total)

    def _smallest_beside_rules(self) -> Sources:
        """Find a smallest set where rules and constraints may be used beside the sources.

        By implicit hitting sets: each maximal set that proves nothing leaves out a source of every
        set that does. (Alexey Ignatiev et al., "Smallest MUS extraction with minimal hitting set
        dualization", CP 2015.)
        """
        names = dict(enumerate(self._clues, start=1))
        every = [*names] + ([_TOTAL] if self._facts.board.total_mines is not None else [])

        def sources(numbers: Iterable[int]) -> Sources:
            chosen = set(numbers)
            clues = tuple(names[number] for number in sorted(chosen - {_TOTAL}))
            return Sources(clues, _TOTAL in chosen)

        def missed(numbers: frozenset[int]) -> list[int] | None:
            if self.proves(sources(numbers)):
                return None
            grown = set(numbers)
            for number in every:
                if number not in grown and not self.proves(sources({*grown, number})):
                    grown.add(number)
            return [number for number in every if number not in grown]

        with closing(hitting_sets((), missed)) as smallest:
            return sources(next(smallest))
