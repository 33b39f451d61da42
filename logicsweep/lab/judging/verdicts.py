"""Judging verdicts, probabilities and numbers of layouts."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.state import cells_in
from logicsweep.board.verdicts import Verdict
from logicsweep.games.told.facts import Facts
from logicsweep.lab.judging.claims import ChanceClaim, CountClaim, VerdictClaim
from logicsweep.lab.judging.judgements import (
    ChanceJudgement,
    CountJudgement,
    Truth,
    VerdictJudgement,
)
from logicsweep.lab.judging.wanted import Wanted

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
    missed = _missed(facts, claim) if claim.is_all else ()
    shown = (*refuted, *unproved, *missed, *claim.verdicts)[:1]
    witness = wanted.witness_on(facts.board, *shown, time_limit=facts.time_limit) if shown else None
    return VerdictJudgement(
        board=facts.board,
        claim=claim,
        truth=(Truth.WRONG if refuted or missed else Truth.UNDECIDED if unproved else Truth.RIGHT),
        witness=witness,
        proved=tuple(proved),
        refuted=tuple(refuted),
        unproved=tuple(unproved),
        missed=missed,
    )


def _missed(facts: Facts, claim: VerdictClaim) -> tuple[Cell, ...]:
    """Return the decided cells that are not claimed to be so."""
    decided = cells_in(facts.safe | facts.mines)
    return tuple(cell for cell in decided if cell not in claim.verdicts)


def judged_chance(facts: Facts, claim: ChanceClaim, wanted: Wanted) -> ChanceJudgement:
    """Judge a probability. Raises `MissingDensityError` if it depends on an unknown density."""
    exact = facts.chance(claim.cell)
    is_right = abs(claim.probability - exact) <= claim.tolerance
    witness = None
    if not is_right and not {claim.probability, exact}.isdisjoint(_CERTAIN):
        witness = wanted.witness_on(facts.board, claim.cell, time_limit=facts.time_limit)
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
