"""The JSON answer of `judge`: claims about a position, each with its judgement."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Final, Literal

from msgspec import Meta, Struct

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.answers.reasons import Clues, Text, UsesTotal
from logicsweep.board.board import Board
from logicsweep.board.digits import Digits
from logicsweep.lab.judging import judgements as judging
from logicsweep.reasons.explanation import Counterexample, MinesOfBoth

OrUnknown = Annotated[
    Fraction | None, Meta(description="Null if it depends on a density that is unknown.")
]
Loss = Annotated[float | None, Meta(description="In nats; null where it is infinite.")]


class JudgedMove(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of a move."""

    value: ClassVar = judging.MoveJudgement
    kind: Literal["proved", "needless", "blunder", "least-risk", "riskier"] | None
    risk: OrUnknown
    best: OrUnknown
    regret: OrUnknown
    better: base.Cells
    win_before: Fraction | None
    win_after: Fraction | None


class JudgedVerdicts(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The right and the wrong ones of some verdicts."""

    value: ClassVar = judging.VerdictJudgement
    proved: base.Cells
    refuted: base.Cells
    unproved: base.Cells
    missed: base.Cells


class JudgedChance(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of a forecast of a mine."""

    value: ClassVar = judging.ChanceJudgement
    exact: Fraction
    brier: Fraction
    brier_regret: Fraction
    log_loss: Loss
    log_regret: Loss


class JudgedCount(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The number of layouts."""

    value: ClassVar = judging.CountJudgement
    exact: Digits


class JudgedReason(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The worth of a reason."""

    value: ClassVar = judging.ReasonJudgement
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
    layouts: MinesOfBoth | None
    text: Text


class Judged(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A claim with its judgement.

    Attributes:
        claim: The claim that was read, in the strict form; null if none could be read.
        truth: Whether it follows, its contrary follows, or neither; null if it was not judged.
        move: More about a move; else null, as are the next four for other claims.
        verdicts: More about verdicts.
        chance: More about a probability.
        count: More about a number of layouts.
        reason: More about a reason.
        shown: The witness of the truth; null if there is nothing to show.
    """

    value: ClassVar = judging.Judgement
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


_PARTS: Final[dict[str, Any]] = {
    "move": JudgedMove,
    "verdicts": JudgedVerdicts,
    "chance": JudgedChance,
    "count": JudgedCount,
    "reason": JudgedReason,
}


def judgements(asked: Asked, board: Board, judged: Sequence[judging.Judgement]) -> Judgements:
    """Answer with the judgements of claims about a board."""
    return Judgements(
        **base.about(asked, board), consistent=True, judgements=tuple(map(judgement, judged))
    )


def judgement(judged: judging.Judgement) -> Judged:
    """Turn a judgement into its form in answers."""
    parts: dict[str, Struct | None] = dict.fromkeys(_PARTS)
    for name, kind in _PARTS.items():
        if isinstance(judged, kind.value):
            parts[name] = base.filled(kind, judged)
    claim = None if judged.claim is None else str(judged.claim)
    return base.filled(Judged, judged, claim=claim, shown=_shown(judged), **parts)


def _shown(judged: judging.Judgement) -> Shown | None:
    witness = judged.witness
    if witness is None:
        return None
    more: dict[str, Any] = {"layouts": None, "text": witness.text}
    if isinstance(witness, Counterexample):
        more = {"verdict": "undetermined", "clues": (), "uses_total": False, "text": witness.text}
    if isinstance(judged, judging.ReasonJudgement) and judged.fewest and not judged.sufficient:
        more["text"] = f"From these sources alone, {witness.text}"
    return base.filled(Shown, witness, **more)
