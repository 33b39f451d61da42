"""The JSON answer of `review`: what each opening of a game was, and what that cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.answers.games import Pictures, ShownCell, shown_cells
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.games.review.metrics import Metrics as Found
from logicsweep.games.review.played import Clicks
from logicsweep.games.review.review import Review as Reviewed
from logicsweep.games.told.grades import Grade

Kind = Literal["proved", "needless", "blunder", "least-risk", "riskier", "dead"]
_Positive = Annotated[float, Meta(ge=0)]


class Because(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Why an opening was what it was.

    Attributes:
        text: In words.
        proof: The proof in these words, of the cells, of the first of `better` or of a mine; null
            for other guesses, and where there is none.
        clues: The clues that prove the cells safe, the first of `better` safe, or a cell a mine;
            none for other guesses.
        uses_total: Whether that takes the mine count as well.
        pattern: The name that players have for a proof that was missed, such as `1-2-1`; null for
            one that has none, and where none was missed.
    """

    text: str
    proof: str | None
    clues: base.Cells
    uses_total: bool
    pattern: str | None


class Opening(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One click that opened cells, and what it was.

    Attributes:
        cells: The cells that it was to open: one, or with a chord all covered cells around a number
            that are not flagged.
        chord: The number that was clicked; null if the cell itself was.
        seconds: When it was, from the first opening on; null if that is unknown.
        kind: What it was: every cell was proved safe (`proved`); a guess although some cell was
            proved safe (`needless`); a cell was a proved mine (`blunder`); a guess that was needed,
            with the least risk (`least-risk`) or with more (`riskier`); a guess that had to be made
            at some time, whatever is still learned (`dead`).
        risk: The probability that a mine is among `cells`.
        best: The least probability of a mine in any covered cell.
        better: The cells to open instead of a needless guess, a blunder or a riskier one: all that
            are proved safe, or all with the least risk, the nearest first; of those proved safe,
            the nearest that single clues prove, else of an easiest step, comes before all others.
        fifty: The cells of the 50/50 that it belongs to, and that nothing settles.
        level: How many sources the hardest step of the proof takes together; 0 for a first cell
            that the rules of the game keep free, null for guesses.
        claim_follows: Whether the cells were proved safe, where the log says that its player called
            them so; null where it does not.
        because: Why it was that.
        win_before: For a guess, the probability to win before it, by the best play; null without
            --search, and where it is not known exactly.
        win_after: The same after it.
        shows: Every cell that came open with it, and what it shows.
    """

    cells: base.Cells
    chord: base.Cell | None
    seconds: _Positive | None
    kind: Kind
    risk: Fraction
    best: Fraction
    better: base.Cells
    fifty: base.Cells
    level: base.Number | None
    claim_follows: bool | None
    because: Because
    win_before: Fraction | None
    win_after: Fraction | None
    shows: tuple[ShownCell, ...]


class Kinds(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """How many openings of each kind there were.

    Attributes:
        proved: Proved safe.
        needless: Needless guesses.
        blunder: Blunders.
        least_risk: Guesses with the least risk.
        riskier: Guesses riskier than needed.
        dead: Guesses at 50/50s that nothing settles.
    """

    proved: base.Number
    needless: base.Number
    blunder: base.Number
    least_risk: base.Number
    riskier: base.Number
    dead: base.Number


_Count = base.Number | None
_Measure = float | None


class Metrics(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """How the game was played, as the community measures it; null for what is unknown.

    Attributes:
        three_bv: The 3BV: the fewest left clicks that open the board.
        solved: How much of the 3BV was opened.
        per_second: That, per second.
        openings: Areas of the board that come open with one click.
        seconds: How long the game took.
        clicks: All clicks.
        left: Clicks with the left button.
        right: Clicks with the right button.
        chords: Clicks with both, or with the middle button.
        efficiency: What was opened of the 3BV, per click.
    """

    three_bv: _Count = field(name="3bv")
    solved: _Count = field(name="3bv_solved")
    per_second: _Measure = field(name="3bv_per_second")
    openings: _Count
    seconds: _Measure
    clicks: _Count
    left: _Count
    right: _Count
    chords: _Count
    efficiency: _Measure


class Review(base.Answer, kw_only=True, frozen=True):
    """A game that was played, judged opening by opening.

    Attributes:
        replay: The file as it was named on the command line; absent if none was.
        player: Who played, and with what; empty if unknown.
        note: What was unclear, and how it was read; or empty.
        is_won: Whether all safe cells were opened, and no mine.
        before: What was open before the first click.
        openings: All openings in order.
        kinds: How many of each kind there were.
        luck_bits: The luck that it took, in bits: the sum of -log2 of the probability to survive,
            over all openings that were survived.
        wasted_bits: How many of them the least risky cells would not have needed, mines that were
            hit included; null for infinitely many, which a blunder costs.
        kept: The share of the chance to survive that was kept.
        level: The level of the hardest proof; 0 for none.
        metrics: How the game was played, in numbers.
        pictures: The pictures of the game; absent without --pictures.
    """

    replay: str | UnsetType = UNSET
    height: base.Height
    width: base.Width
    mine_count: base.Total
    player: str
    note: str
    is_won: bool
    before: tuple[ShownCell, ...]
    openings: tuple[Opening, ...]
    kinds: Kinds
    luck_bits: _Positive
    wasted_bits: _Positive | None
    kept: base.Chance
    level: base.Number
    metrics: Metrics
    pictures: Pictures | UnsetType = UNSET


def review(asked: Asked, reviewed: Reviewed) -> Review:
    """Answer about a game."""
    start = reviewed.game.start
    ruled = start.placed_rules
    return base.filled(
        Review,
        reviewed,
        format=base.format_of(asked.command),
        replay=UNSET if asked.board is None else asked.board,
        height=start.height,
        width=start.width,
        mine_count=start.mines,
        player=reviewed.game.player,
        note=reviewed.game.note,
        before=shown_cells(start.shown, ruled),
        openings=tuple([_opening(grade, ruled) for grade in reviewed.grades]),
        kinds=Kinds(**{kind.name.lower(): times for kind, times in reviewed.kinds.items()}),
        metrics=metrics_of(reviewed.metrics),
        pictures=UNSET,
    )


def _opening(grade: Grade, ruled: PlacedRules | None) -> Opening:
    opening = grade.opening
    time = opening.milliseconds
    return base.filled(
        Opening,
        grade,
        cells=opening.cells,
        chord=opening.chord,
        seconds=None if time is None else max(time, 0) / 1000,
        because=because_of(grade),
        shows=shown_cells(opening.shown, ruled),
    )


def because_of(grade: Grade) -> Because:
    """Answer why an opening was what it was."""
    reason = grade.reason
    return Because(
        text=grade.text,
        proof=None if reason is None else reason.text,
        clues=() if reason is None else reason.clues,
        uses_total=reason is not None and reason.uses_total,
        pattern=grade.pattern,
    )


def metrics_of(metrics: Found) -> Metrics:
    """Answer how a game was played."""
    clicks = metrics.clicks
    counts = clicks._asdict() if clicks else dict.fromkeys(Clicks._fields)
    total = None if clicks is None else clicks.total
    return base.filled(
        Metrics, metrics, clicks=total, per_second=metrics.three_bv_per_second, **counts
    )
