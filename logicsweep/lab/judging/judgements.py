"""`Judgement`: what a claim about a position is worth, by proof and by exact chances."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from math import inf, log
from typing import Final, NamedTuple, TypeAlias

from logicsweep.board.board import Board, Cell
from logicsweep.board.digits import Digits
from logicsweep.board.verdicts import Verdict
from logicsweep.errors import capitalized, counted, listed
from logicsweep.games.told.facts import Facts
from logicsweep.games.told.opening import Kind
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.judging.claims import (
    ChanceClaim,
    Claim,
    CountClaim,
    MoveClaim,
    ReasonClaim,
    VerdictClaim,
    source_words,
)
from logicsweep.reasons.explanation import Counterexample, Explanation
from logicsweep.reasons.wording import chance_words, listed_cells, verdict_words

Witness: TypeAlias = Explanation | Counterexample

_WORST: Final = Fraction(0)
_PERFECT: Final = Fraction(1)
# Counts of more bits are not written out in sentences.
_LONG: Final = 300


class Wanted(NamedTuple):
    """The parts of judgements that are wanted beside the truth.

    Attributes:
        witness: Whether the truth is to be shown.
        win: Whether chances to win are wanted.
    """

    witness: bool
    win: bool

    def witness_on(self, facts: Facts, cell: Cell, board: Board | None = None) -> Witness | None:
        """Return the witness of the verdict on a covered cell, if that is wanted.

        It is about another board than that of the facts if one is given, and comes from a knowledge
        base of its own, whose verdicts SAT solvers prove.
        """
        if not self.witness:
            return None
        shown = facts.board if board is None else board
        return KnowledgeBase(shown, time_limit=facts.time_limit).witness(cell)


class Truth(Enum):
    """The truth of a claim."""

    RIGHT = "right"
    """It follows from the board."""
    WRONG = "wrong"
    """Its contrary follows, or what it names as a reason does not suffice."""
    UNDECIDED = "undecided"
    """Neither follows, since it holds in some layouts that agree with the board, and not in all."""


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Judgement:
    """A claim and its truth; made by `judge`. A claim that was judged has a class of its own.

    Luck plays no part: a judgement depends on the position and the claim alone, never on where the
    mines of a game are.

    Attributes:
        board: The position.
        answer: The text that the claim was read from; None if it was given as a value.
        claim: The claim; None if none could be read.
        error: The reason why nothing was judged: no claim can be read, or it speaks of what the
            board does not have; None if it was judged.
        truth: The truth of the claim; None if it was not judged.
        witness: The proof of the truth: sources that force a verdict, or two layouts that differ
            in a cell; None if it was not asked for, and where there is nothing to show. Of sources
            that do not suffice, it is about a board with them alone.
    """

    board: Board
    answer: str | None = None
    claim: Claim | None = None
    error: str | None = None
    truth: Truth | None = None
    witness: Witness | None = None

    @property
    def score(self) -> Fraction | None:
        """The worth of the claim from 0 to 1, for rewards; None if it depends on unknown chances.

        1 for a claim that is right, else 0, unless the class says more. What cannot be read or is
        not allowed is worth nothing.
        """
        return _PERFECT if self.truth is Truth.RIGHT else _WORST

    @property
    def text(self) -> str:
        """The judgement in a sentence or two."""
        return f"Not judged: {self.error}."

    def __repr__(self) -> str:
        claim = "no claim" if self.claim is None else str(self.claim)
        return f"<{type(self).__name__}: {claim}, {self.truth.value if self.truth else self.error}>"


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class MoveJudgement(Judgement):
    """A move: proved, a needless guess, a guess, or a blunder.

    It is right if what it says follows: that the cells it opens are safe, or that the flagged cell
    is a mine.

    Attributes:
        kind: The kind of an opening or a chord; None for a flag, and for a guess whose chances
            depend on an unknown density.
        risk: The probability that the move opens a mine, or flags a safe cell; None if it depends
            on an unknown density.
        best: The least probability of a mine in any covered cell; None as for `risk`.
        better: The cells to open instead, nearest first: those proved safe, else those with the
            least risk; empty if none is better, and for flags.
        win_before: The exact chance to win with the best play; None if it was not asked for or is
            not known.
        win_after: The exact chance to win if this opening is made and the best play follows, before
            it is known what it shows; None as for `win_before`.
    """

    claim: MoveClaim
    truth: Truth
    kind: Kind | None = None
    risk: Fraction | None = None
    best: Fraction | None = None
    better: tuple[Cell, ...] = ()
    win_before: Fraction | None = None
    win_after: Fraction | None = None

    @property
    def regret(self) -> Fraction | None:
        """The chance of survival lost against the best cell, from 0 to 1; None as for `risk`.

        None as well for a flag, which opens nothing.
        """
        if self.kind is None or self.risk is None or self.best is None:
            return None
        return self.risk - self.best

    @property
    def win_regret(self) -> Fraction | None:
        """The chance to win lost against the best play; None if it is not known."""
        if self.win_before is None or self.win_after is None:
            return None
        return self.win_before - self.win_after

    @property
    def score(self) -> Fraction | None:
        """The share of the chance of survival that was kept; of a flag 1 if it is proved, else 0.

        A proved opening scores 1, a proved mine 0; where nothing is proved safe, the least risky
        cell scores 1. None for a guess whose chances depend on an unknown density.
        """
        if self.truth is Truth.RIGHT:
            return _PERFECT
        if self.truth is Truth.WRONG or self.claim.is_flag:
            return _WORST
        if self.risk is None or self.best is None:
            return None
        return (1 - self.risk) / (1 - self.best)

    @property
    def text(self) -> str:
        """See `Judgement`."""
        said = _flag_says(self) if self.claim.is_flag else _opening_says(self)
        if self.win_before is not None and self.win_after is not None:
            before, after = chance_words(self.win_before), chance_words(self.win_after)
            said += f" The chance to win is {before} with the best play, {after} with this move."
        return said


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class VerdictJudgement(Judgement):
    """Verdicts on cells; all cells are in reading order.

    The claim is undecided if nothing of it is refuted or missed, but some of it does not follow.

    Attributes:
        proved: The cells whose claimed verdict is theirs.
        refuted: The cells whose contrary is proved, and decided cells that are called undetermined.
        unproved: The undetermined cells that are called safe or mines.
        missed: The decided cells that are not claimed, where all were to be named.
    """

    claim: VerdictClaim
    truth: Truth
    proved: tuple[Cell, ...]
    refuted: tuple[Cell, ...]
    unproved: tuple[Cell, ...]
    missed: tuple[Cell, ...] = ()

    @property
    def score(self) -> Fraction:
        """The number of right cells over that of all claimed or missed ones; 1 if there are none.

        For a claim of all certain cells, this is Jaccard's index of the claimed and the true ones.
        """
        every = sum(map(len, (self.proved, self.refuted, self.unproved, self.missed)))
        return Fraction(len(self.proved), every) if every else _PERFECT

    @property
    def text(self) -> str:
        """See `Judgement`."""
        parts = []
        if self.refuted:
            parts.append(f"refuted for {listed_cells(self.refuted)}")
        if self.unproved:
            parts.append(f"does not follow for {listed_cells(self.unproved)}")
        if self.missed:
            parts.append(f"misses {listed_cells(self.missed)}")
        return f"{capitalized('; '.join(parts))}." if parts else "Right."


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ChanceJudgement(Judgement):
    """A forecast of a mine, scored against the exact probability and not against what happened.

    Attributes:
        exact: The exact probability of a mine.
    """

    claim: ChanceClaim
    truth: Truth
    exact: Fraction

    @property
    def difference(self) -> Fraction:
        """The claimed probability less the exact one."""
        return self.claim.probability - self.exact

    @property
    def brier(self) -> Fraction:
        """The expected Brier score, p (1 - q)^2 + (1 - p) q^2 for the claim q where p is exact.

        It is `brier_regret` above the least possible, p (1 - p).

        By Glenn W. Brier, "Verification of forecasts expressed in terms of probability" (Monthly
        Weather Review, 1950), in its form for a single event.
        """
        return self.exact * (1 - self.exact) + self.brier_regret

    @property
    def brier_regret(self) -> Fraction:
        """The square of the difference, which is the expected Brier score above the least one."""
        return self.difference**2

    @property
    def log_loss(self) -> float:
        """The expected logarithmic loss in nats, which is -p ln q - (1 - p) ln(1 - q).

        Infinite if 0 or 1 is claimed of an undetermined cell, or of the wrong cell.
        """
        claimed = self.claim.probability
        return _surprise(self.exact, claimed) + _surprise(1 - self.exact, 1 - claimed)

    @property
    def log_regret(self) -> float:
        """The logarithmic loss above the least one, the Kullback-Leibler divergence, in nats."""
        if not self.difference:
            return 0.0
        least = _surprise(self.exact, self.exact) + _surprise(1 - self.exact, 1 - self.exact)
        return max(0.0, self.log_loss - least)

    @property
    def score(self) -> Fraction:
        """1 for the exact probability, falling evenly to 0 for the farthest possible claim."""
        return 1 - abs(self.difference) / max(self.exact, 1 - self.exact)

    @property
    def text(self) -> str:
        """See `Judgement`."""
        exact = f"the exact probability is {self.exact} = {chance_words(self.exact)}"
        if self.truth is Truth.WRONG:
            return f"Wrong: {exact}."
        return f"Right, as it is rounded: {exact}." if self.difference else f"Right: {exact}."


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class CountJudgement(Judgement):
    """A number of layouts.

    Attributes:
        exact: The exact number of layouts that agree with the board, as `ModelCount.total`.
    """

    claim: CountClaim
    truth: Truth
    exact: Digits

    @property
    def text(self) -> str:
        """See `Judgement`."""
        if self.truth is Truth.RIGHT:
            return "Right."
        is_long = self.exact.bit_length() > _LONG
        number = "another number of layouts" if is_long else counted(self.exact, "layout")
        return f"Wrong: {number} agree{'s' if is_long or self.exact == 1 else ''} with the board."


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class ReasonJudgement(Judgement):
    """A verdict with its reason; right if the named sources alone prove it.

    Beside them, everything that is no clue and no mine count may be used: which cells are open,
    known mines, rules, and constraints of the board.

    Attributes:
        sufficient: Whether the named sources prove the verdict.
        minimal: Whether they do, and none of them can be left out.
        smallest: Whether they do, and no fewer sources prove it.
        fewest: The least number of sources that prove the verdict; None if it does not follow.
        clues: Cells of clues of such a set of sources, in reading order.
        uses_total: Whether the mine count is in that set.
    """

    claim: ReasonClaim
    truth: Truth
    sufficient: bool = False
    minimal: bool = False
    smallest: bool = False
    fewest: int | None = None
    clues: tuple[Cell, ...] = ()
    uses_total: bool = False

    @property
    def score(self) -> Fraction:
        """The least number of sources over that of the named ones, if these prove the verdict.

        0 if they do not, 1 where none is needed and none is named.
        """
        if not self.sufficient or self.fewest is None:
            return _WORST
        return Fraction(self.fewest, self.claim.size) if self.claim.size else _PERFECT

    @property
    def text(self) -> str:
        """See `Judgement`."""
        if self.fewest is None:
            if self.truth is Truth.UNDECIDED:
                return f"Not decided: {self.claim.cell} is undetermined."
            contrary = Verdict.SAFE if self.claim.verdict is Verdict.MINE else Verdict.MINE
            return f"Wrong: {self.claim.cell} {verdict_words(contrary)}."
        sources = source_words(self.clues, uses_total=self.uses_total)
        suffice = f"{listed(sources)} suffice{'s' * (self.fewest == 1)}" if sources else ""
        if not self.sufficient:
            return f"Wrong: these sources do not prove it; {suffice or 'none is needed'}."
        if self.smallest:
            return "Right, and no fewer sources prove it."
        minimal = "none of them can be left out" if self.minimal else "some can be left out"
        return f"Right, and {minimal}, but {suffice or 'none is needed'}."


def _flag_says(flag: MoveJudgement) -> str:
    if flag.truth is Truth.RIGHT:
        return "Proved: a mine."
    if flag.truth is Truth.WRONG:
        return "Wrong: the cell is proved safe."
    chance = "" if flag.risk is None else f", with probability {chance_words(1 - flag.risk)}"
    return f"Does not follow: the cell may be a mine{chance}."


def _opening_says(opening: MoveJudgement) -> str:
    risk = "an unknown risk" if opening.risk is None else f"a risk of {chance_words(opening.risk)}"
    instead = ""
    if opening.better:
        worth = f"has only {chance_words(opening.best)}" if opening.best else "is proved safe"
        instead = f"; {opening.better[0]} {worth}"
    texts = {
        Kind.PROVED: "Proved.",
        Kind.NEEDLESS: f"A needless guess with {risk}{instead}.",
        Kind.BLUNDER: f"Wrong: it is certain to hit a mine{instead}.",
        Kind.RISKIER: f"A guess with {risk}{instead}.",
        Kind.LEAST_RISK: f"A guess that is needed, with {risk}; no cell has less.",
    }
    return f"A guess with {risk}." if opening.kind is None else texts[opening.kind]


def _surprise(weight: Fraction, chance: Fraction) -> float:
    """Return -weight ln(chance), 0 for a weight of 0."""
    if not weight:
        return 0.0
    if not chance:
        return inf
    return -float(weight) * (log(chance.numerator) - log(chance.denominator)) + 0.0
