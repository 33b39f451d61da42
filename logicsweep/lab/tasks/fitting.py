"""Judgements of answers, as the kind of their task wants them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from logicsweep.board.verdicts import Verdict
from logicsweep.lab.judging.claims import Action, Claim, MoveClaim, VerdictClaim
from logicsweep.lab.judging.judgements import Judgement
from logicsweep.lab.tasks.kinds import CERTAIN, MOVE, Kind


def fitted(kind: Kind, judgement: Judgement, again: Callable[[Claim], Judgement]) -> Judgement:
    """Return the judgement of an answer to a task of a kind.

    A flag or a chord is no answer where a cell is to be opened. Where all certain cells are asked
    for, those that are called undetermined add nothing, and those that are missing are missed.

    Args:
        kind: The kind of the task.
        judgement: The judgement of the claim as it is.
        again: Judges another claim about the same position.
    """
    claim, answer = judgement.claim, judgement.answer
    if kind is MOVE and isinstance(claim, MoveClaim) and claim.action is not Action.OPEN:
        error = f"the answer is to {claim.action.value} {claim.cell}; expected a cell to open"
        return Judgement(board=judgement.board, answer=answer, claim=claim, error=error)
    if kind is CERTAIN and isinstance(claim, VerdictClaim) and judgement.error is None:
        certain = {
            cell: verdict
            for cell, verdict in claim.verdicts.items()
            if verdict is not Verdict.UNDETERMINED
        }
        whole = VerdictClaim(certain, is_all=True)
        if whole != claim:
            return replace(again(whole), answer=answer)
    return judgement
