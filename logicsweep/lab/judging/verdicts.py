"""Judging verdicts with and without reasons, probabilities, and numbers of layouts."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from dataclasses import replace
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Board, Cell
from logicsweep.board.state import State, cells_in
from logicsweep.board.verdicts import Verdict
from logicsweep.games.told.facts import Facts
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.judging.claims import ChanceClaim, CountClaim, ReasonClaim, VerdictClaim
from logicsweep.lab.judging.judgements import (
    ChanceJudgement,
    CountJudgement,
    ReasonJudgement,
    Truth,
    VerdictJudgement,
    Wanted,
)
from logicsweep.reason.solvers.calls import hitting_sets
from logicsweep.reason.solvers.names import ELIMINATION

_CERTAIN: Final = frozenset((Fraction(0), Fraction(1)))


def judged_verdicts(facts: Facts, claim: VerdictClaim, wanted: Wanted) -> VerdictJudgement:
    """Judge verdicts on covered cells."""
    proved: list[Cell] = []
    refuted: list[Cell] = []
    unproved: list[Cell] = []
    for cell, verdict in claim.verdicts.items():
        exact = facts.verdict(cell)
        if verdict is exact:
            proved.append(cell)
        elif exact is Verdict.UNDETERMINED:
            unproved.append(cell)
        else:
            refuted.append(cell)
    decided = cells_in(facts.safe | facts.mines) if claim.is_all else ()
    missed = tuple(cell for cell in decided if cell not in claim.verdicts)
    shown = [*refuted, *unproved, *missed, *claim.verdicts]
    return VerdictJudgement(
        board=facts.board,
        claim=claim,
        truth=(Truth.WRONG if refuted or missed else Truth.UNDECIDED if unproved else Truth.RIGHT),
        witness=wanted.witness_on(facts, shown[0]) if shown else None,
        proved=tuple(proved),
        refuted=tuple(refuted),
        unproved=tuple(unproved),
        missed=missed,
    )


def judged_chance(facts: Facts, claim: ChanceClaim, wanted: Wanted) -> ChanceJudgement:
    """Judge a probability. Raises `MissingDensityError` if it depends on an unknown density."""
    exact = facts.chance(claim.cell)
    is_right = abs(claim.probability - exact) <= claim.tolerance
    witness = None
    if not is_right and not {claim.probability, exact}.isdisjoint(_CERTAIN):
        witness = wanted.witness_on(facts, claim.cell)
    return ChanceJudgement(
        board=facts.board,
        claim=claim,
        truth=Truth.RIGHT if is_right else Truth.WRONG,
        witness=witness,
        exact=exact,
    )


def judged_count(facts: Facts, claim: CountClaim) -> CountJudgement:
    """Judge a number of layouts, which counts keys as `ModelCount.total` does."""
    exact = facts.kb.count().total
    truth = Truth.RIGHT if claim.layouts == exact else Truth.WRONG
    return CountJudgement(board=facts.board, claim=claim, truth=truth, exact=exact)


def judged_reason(facts: Facts, claim: ReasonClaim, wanted: Wanted) -> ReasonJudgement:
    """Judge a verdict with the sources that are said to prove it."""
    board, cell = facts.board, claim.cell
    exact = facts.verdict(cell)
    if exact is not claim.verdict:
        return ReasonJudgement(
            board=board,
            claim=claim,
            truth=Truth.UNDECIDED if exact is Verdict.UNDETERMINED else Truth.WRONG,
            witness=wanted.witness_on(facts, cell),
        )
    sufficient = _proves(facts, claim)
    fewer = (_proves(facts, without) for without in _without_each(claim))
    smallest = smallest_reason(facts, cell)
    shown = board if sufficient else _board_with(board, claim)
    return ReasonJudgement(
        board=board,
        claim=claim,
        truth=Truth.RIGHT if sufficient else Truth.WRONG,
        witness=wanted.witness_on(facts, cell, board=shown),
        sufficient=sufficient,
        minimal=sufficient and not any(fewer),
        smallest=sufficient and claim.size == smallest.size,
        fewest=smallest.size,
        clues=smallest.clues,
        uses_total=smallest.uses_total,
    )


def _without_each(reason: ReasonClaim) -> Iterator[ReasonClaim]:
    for clue in reason.clues:
        yield replace(reason, clues=tuple(kept for kept in reason.clues if kept != clue))
    if reason.uses_total:
        yield replace(reason, uses_total=False)


def _proves(facts: Facts, reason: ReasonClaim) -> bool:
    """Return whether the sources of a reason prove its verdict, with all else granted."""
    board = _board_with(facts.board, reason)
    kb = KnowledgeBase(board, reasoner=ELIMINATION, time_limit=facts.time_limit)
    return kb.verdict(reason.cell) is reason.verdict


def _board_with(board: Board, reason: ReasonClaim) -> Board:
    """Return a board with named sources alone: other clues are open cells that show none."""
    left_out = set(board.clues) - set(reason.clues)
    board = board.replace(dict.fromkeys(left_out, State.NO_CLUE))
    return board if reason.uses_total else board.without_total()


def smallest_reason(facts: Facts, cell: Cell) -> ReasonClaim:
    """Return the verdict on a decided cell with a smallest set of sources, all else granted."""
    board, verdict = facts.board, facts.verdict(cell)
    if not board.constraints and board.rules.is_standard:
        why = facts.kb.explain(cell, smallest=True)
        return ReasonClaim(cell, verdict, why.clues, uses_total=why.uses_total)
    # Rules and constraints may be used beside the sources. By implicit hitting sets: each maximal
    # set that proves nothing leaves out a source of every set that does. (Alexey Ignatiev et al.,
    # "Smallest MUS extraction with minimal hitting set dualization", CP 2015.)
    clues = dict(enumerate(board.clues, start=1))
    every = [*clues] + [0] * (board.mines is not None)

    def reason(numbers: Collection[int]) -> ReasonClaim:
        named = [clues[number] for number in numbers if number]
        return ReasonClaim(cell, verdict, named, uses_total=0 in numbers)

    def missed(numbers: frozenset[int]) -> list[int] | None:
        if _proves(facts, reason(numbers)):
            return None
        grown = set(numbers)
        for number in every:
            if number not in grown and not _proves(facts, reason(grown | {number})):
                grown.add(number)
        return [number for number in every if number not in grown]

    with closing(hitting_sets((), missed)) as smallest:
        return reason(next(smallest))
