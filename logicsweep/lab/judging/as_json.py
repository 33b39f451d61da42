"""The JSON answer of `judge`: claims about a position, each with its judgement."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from logicsweep.board.board import Board
from logicsweep.lab.judging import judgements as judging
from logicsweep.reasons import explanation as explain
from logicsweep.render.asked import Asked
from logicsweep.render.json import base
from logicsweep.render.json.reasons import Clues, Layouts, Text, UsesTotal
from logicsweep.render.numerals import decimal

OrUnknown = Annotated[
    base.Exact | None, Meta(description="Null if it depends on a density that is unknown.")
]
Loss = Annotated[float | None, Meta(description="In nats; null where it is infinite.")]


class JudgedMove(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of a move.

    Attributes:
        kind: The kind of the opening; null for a flag, and where that depends on a density that
            is unknown.
        risk: The probability that it opens a mine, or flags a safe cell.
        best: The least probability of a mine in any covered cell.
        regret: The chance of survival lost against the best cell.
        better: The cells to open instead, the nearest first; empty if none is better.
        win_before: The exact chance to win with the best play; null if it was not asked for or is
            not known.
        win_after: The exact chance to win with this opening and the best play after it; null as
            before.
    """

    kind: Literal["proved", "needless", "blunder", "least-risk", "riskier"] | None
    risk: OrUnknown
    best: OrUnknown
    regret: OrUnknown
    better: base.Cells
    win_before: base.Exact | None
    win_after: base.Exact | None


class JudgedVerdicts(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The right and the wrong ones of some verdicts.

    Attributes:
        proved: The cells whose verdict is right.
        refuted: The cells whose contrary is proved, and decided ones that are called undetermined.
        unproved: The undetermined cells that are called safe or mines.
        missed: The decided cells that are not named, where all were to be.
    """

    proved: base.Cells
    refuted: base.Cells
    unproved: base.Cells
    missed: base.Cells


class JudgedChance(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of a forecast of a mine.

    Attributes:
        exact: The exact probability.
        brier: The expected Brier score.
        brier_regret: The difference to the least possible one.
        log_loss: The expected logarithmic loss.
        log_regret: The difference to the least possible one, the Kullback-Leibler divergence.
    """

    exact: base.Exact
    brier: base.Exact
    brier_regret: base.Exact
    log_loss: Loss
    log_regret: Loss


class JudgedCount(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The number of layouts.

    Attributes:
        exact: The exact number of layouts that agree with the board.
    """

    exact: base.Digits


class JudgedReason(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of a reason.

    Attributes:
        sufficient: Whether the named sources prove the verdict.
        minimal: Whether they do, and none of them can be left out.
        smallest: Whether they do, and no fewer sources prove it.
        fewest: The least number of sources that prove it; null if it does not follow.
        clues: The clues of such a set of sources.
        uses_total: Whether the mine count is in that set.
    """

    sufficient: bool
    minimal: bool
    smallest: bool
    fewest: base.Number | None
    clues: Clues
    uses_total: UsesTotal


class Shown(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A witness of a truth: a set of sources that forces a verdict, or two layouts.

    Attributes:
        cell: The cell that it is about.
        verdict: The verdict on the cell.
        clues: The clues that force the verdict; empty with layouts.
        uses_total: Whether the mine count is needed as well.
        layouts: Two layouts, one with a mine in the cell and one without; null for a decided cell.
    """

    cell: base.Cell
    verdict: Literal["safe", "mine", "undetermined"]
    clues: base.Cells
    uses_total: bool
    layouts: Layouts | None
    text: Text


class Judged(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A claim with its judgement.

    Attributes:
        answer: The text that was judged; null if the claim was given as a value.
        claim: The claim that was read, in the strict form; null if none could be read.
        error: The reason why nothing was judged; else null.
        truth: Whether it follows, its contrary follows, or neither; null if it was not judged.
        score: Its worth, from 0 to 1; luck plays no part.
        move: More about a move; else null, as are the next four for other claims.
        verdicts: More about verdicts.
        chance: More about a probability.
        count: More about a number of layouts.
        reason: More about a reason.
        shown: The witness of the truth; null if there is nothing to show.
    """

    answer: str | None
    claim: str | None
    error: str | None
    truth: Literal["right", "wrong", "undecided"] | None
    score: OrUnknown
    text: Text
    move: JudgedMove | None
    verdicts: JudgedVerdicts | None
    chance: JudgedChance | None
    count: JudgedCount | None
    reason: JudgedReason | None
    shown: Shown | None


class Judgements(base.AboutBoard, kw_only=True, frozen=True):
    """Claims about a position, each with its judgement.

    Attributes:
        judgements: The claims, in the order given.
    """

    consistent: base.Yes
    judgements: tuple[Judged, ...]


def judgements(asked: Asked, board: Board, judged: Sequence[judging.Judgement]) -> Judgements:
    """Answer with the judgements of claims about a board."""
    return Judgements(
        **base.about(asked, board), consistent=True, judgements=tuple(map(judgement, judged))
    )


def judgement(judged: judging.Judgement) -> Judged:
    """Turn a judgement into its form in answers."""
    more: dict[str, Any] = dict.fromkeys(("move", "verdicts", "chance", "count", "reason"))
    match judged:
        case judging.MoveJudgement():
            more["move"] = base.filled(JudgedMove, judged)
        case judging.VerdictJudgement():
            more["verdicts"] = base.filled(JudgedVerdicts, judged)
        case judging.ChanceJudgement():
            losses = {
                "log_loss": _finite(judged.log_loss),
                "log_regret": _finite(judged.log_regret),
            }
            more["chance"] = base.filled(JudgedChance, judged, **losses)
        case judging.CountJudgement():
            more["count"] = JudgedCount(exact=decimal(judged.exact))
        case judging.ReasonJudgement():
            more["reason"] = JudgedReason(
                sufficient=judged.is_sufficient,
                minimal=judged.is_minimal,
                smallest=judged.is_smallest,
                fewest=judged.fewest,
                clues=base.pairs(judged.smallest),
                uses_total=judged.smallest_uses_total,
            )
    claim = None if judged.claim is None else str(judged.claim)
    return base.filled(Judged, judged, claim=claim, shown=_shown(judged.witness), **more)


def _shown(witness: judging.Witness | None) -> Shown | None:
    if isinstance(witness, explain.Explanation):
        return base.filled(Shown, witness, layouts=None)
    if witness is None:
        return None
    mine, safe = (base.pairs(sorted(layout.mines)) for layout in (witness.mine, witness.safe))
    return Shown(
        cell=witness.cell,
        verdict="undetermined",
        clues=(),
        uses_total=False,
        layouts=Layouts(mine=mine, safe=safe),
        text=witness.text,
    )


def _finite(loss: float) -> float | None:
    return loss if isfinite(loss) else None
