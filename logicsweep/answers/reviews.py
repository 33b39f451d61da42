"""The JSON answer of `review`: what each opening of a game was, and what that cost."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.answers.games import Pictures, ShownCell, shown_cells
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.games.review.metrics import Metrics
from logicsweep.games.review.review import Review as Reviewed
from logicsweep.games.told import opening
from logicsweep.games.told.grades import Because, Grade

Kind = Literal["proved", "needless", "blunder", "least-risk", "riskier", "dead"]
_Positive = Annotated[float, Meta(ge=0)]


class Opening(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One click that opened cells, and what it was.

    Attributes:
        cells: The cells that it was to open: one, or with a chord all covered cells around a number
            that are not flagged.
        chord: The number that was clicked; null if the cell itself was.
        seconds: The time of it, from the first opening on; null if that is unknown.
        kind: The kind of opening: every cell was proved safe (`proved`); a guess although some cell
            was proved safe (`needless`); a cell was a proved mine (`blunder`); a guess that was
            needed, with the least risk (`least-risk`) or with more (`riskier`); a guess that had to
            be made at some time, whatever is still learned (`dead`).
        because: The reason why it was that.
        shows: Every cell that came open with it, and what it shows.
    """

    value: ClassVar = Grade
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


class Review(base.Answer, kw_only=True, frozen=True):
    """A game that was played, judged opening by opening.

    Attributes:
        replay: The file as it was named on the command line; absent if none was.
        player: The player, and the program; empty if unknown.
        note: The unclear parts of the file, and their reading; or empty.
        before: The cells that were open before the first click.
        openings: All openings in order.
        wasted_bits: The luck that the least risky cells would not have needed, in bits, mines that
            were hit included; null for infinitely much, which a blunder costs.
        pictures: The pictures of the game; absent without a file for them.
    """

    value: ClassVar = Reviewed
    replay: str | UnsetType = UNSET
    height: base.Height
    width: base.Width
    mine_count: base.Total
    player: str
    note: str
    is_won: bool
    before: tuple[ShownCell, ...]
    openings: tuple[Opening, ...]
    kinds: dict[opening.Kind, base.Number]
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
        pictures=UNSET,
    )


def _opening(grade: Grade, ruled: PlacedRules | None) -> Opening:
    time = grade.opening.milliseconds
    return base.filled(
        Opening,
        grade,
        cells=grade.opening.cells,
        chord=grade.opening.chord,
        seconds=None if time is None else max(time, 0) / 1000,
        shows=shown_cells(grade.opening.shown, ruled),
    )
