"""The JSON answer of `best`."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from msgspec import Meta, Struct

from logicsweep.board.first_click import FirstClick
from logicsweep.explain.explanation import Explanation
from logicsweep.games.playing_out import WinEstimate
from logicsweep.render.asked import Asked
from logicsweep.render.counts import decimal
from logicsweep.render.json.base import (
    AboutBoard,
    AnyDensity,
    Cell,
    Cells,
    Chance,
    Digits,
    Exact,
    Liars,
    Number,
    Yes,
    about,
    density_entry,
    exact,
    pairs,
)
from logicsweep.strategy.best import (
    Best as Found,
    Candidate as FoundCandidate,
    Closed as FoundClosed,
    Fifty as FoundFifty,
)

BestCells = Annotated[Cells, Meta(description="The best cells, in reading order.")]


class Candidate(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A cell that was looked at."""

    cell: Cell
    risk: Annotated[Exact, Meta(description="The probability of a mine.")]
    survival: Annotated[
        Chance | None,
        Meta(
            description="The probability to survive this click and the next; null if that was not "
            "asked. For a cell that was given up early (`cut`), an upper bound."
        ),
    ]
    credit: Annotated[
        Chance,
        Meta(description="An upper bound of the probability that it is a mine of a 50/50."),
    ]
    score: Annotated[
        Annotated[float, Meta(ge=0)] | None,
        Meta(
            description="What candidates are compared by; null if that was not asked. For a cell "
            "that was given up early (`cut`), an upper bound."
        ),
    ]
    behind: Annotated[
        Literal["riskier", "loses", "dominated", "dead", "cut"] | None,
        Meta(
            description="Why it is not among the best cells: its score is lower (`riskier`), it "
            "wins less often (`loses`), a safer cell comes first, which is safe whenever this one "
            "is (`dominated`), it shows the same wherever it is safe (`dead`), or it was given up "
            "early, since it cannot have the best score (`cut`). Null for the best cells."
        ),
    ]


class Fifty(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A 50/50: one half holds all the mines, and nothing that can still be seen tells which."""

    halves: Annotated[
        tuple[Cells, Cells],
        Meta(
            description="The cells of the two halves. Swapping their mines maps layouts to "
            "layouts, and changes no clue that can still be seen."
        ),
    ]
    open_ends: Annotated[
        Cells,
        Meta(description="Cells that have to be mines for it, and are not proved to be."),
    ]
    probability: Annotated[Exact, Meta(description="The probability that all of that is so.")]
    unavoidable: Annotated[bool, Meta(description="Whether it is so in every layout.")]
    now: Annotated[
        Cells,
        Meta(
            description="Its cells that are mines only if it is so (a pseudo 50/50): open one of "
            "them now, since that risk would come anyway."
        ),
    ]


class Closed(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A part of the board that can be played by itself, and was solved exactly."""

    cells: Annotated[Cells, Meta(description="Its cells that can be opened, in reading order.")]
    layouts: Annotated[
        Digits,
        Meta(description="How many layouts it has. A string, since it may exceed 2^53."),
    ]
    win_chance: Annotated[
        Exact, Meta(description="The probability to open all its safe cells, by the best play.")
    ]
    best: BestCells


class Estimate(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An estimate of the probability to win, from games that were played out; not exact."""

    chance: Annotated[Chance, Meta(description="The mean over the games.")]
    low: Annotated[Chance, Meta(description="The lower end of its 95 % interval.")]
    high: Annotated[Chance, Meta(description="The upper end of the interval.")]
    games: Annotated[Number, Meta(description="The number of games (option --games).")]
    seed: Annotated[int, Meta(description="The seed of the games (option --seed).")]


class Reason(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Why a best cell is safe."""

    cell: Cell
    text: Annotated[str, Meta(description="In a sentence.")]
    clues: Annotated[Cells, Meta(description="The clues that prove it, in reading order.")]
    uses_total: Annotated[bool, Meta(description="Whether that takes the mine count as well.")]


class Best(AboutBoard, kw_only=True, frozen=True):
    """The best cells to open, and why."""

    liars: Liars
    consistent: Yes
    density: Annotated[
        AnyDensity,
        Meta(
            description="The prior probability of a mine in a cell, given by --density or by the "
            "board; a list of rows where the board gives one for each cell; null if neither does."
        ),
    ]
    first_click: Annotated[
        Literal["unprotected", "safe", "opening"],
        Meta(description="What the game guarantees of the first cell (option --first-click)."),
    ]
    solved_layouts: Annotated[
        Number,
        Meta(description="The most layouts of a part that is solved (option --layouts)."),
    ]
    cells: BestCells
    why: Annotated[
        Literal["safe", "solved", "first", "pseudo", "score"] | None,
        Meta(
            description="Why they are the best: they are proved safe (`safe`), no other cell wins "
            "more often (`solved`), the opening book has it (`first`), they are mines only in a "
            "50/50 whose risk would come anyway (`pseudo`), or they have the best score "
            "(`score`). Null if no cell is left to open."
        ),
    ]
    reason: Annotated[
        Reason | None,
        Meta(
            description="Why the one with the easiest proof is safe; null if none of them is "
            "proved safe."
        ),
    ]
    risk: Annotated[
        Exact | None,
        Meta(
            description="The least probability of a mine in the best cells, before the first "
            "click protects them; null if no cell is left to open."
        ),
    ]
    win_chance: Annotated[
        Exact | None,
        Meta(
            description="The probability to win with the best play; null if the board was not "
            "solved as a whole."
        ),
    ]
    estimate: Annotated[
        Estimate | None,
        Meta(
            description="An estimate of the probability to win; null without --games, and where "
            "the probability is known exactly."
        ),
    ]
    candidates: Annotated[
        tuple[Candidate, ...],
        Meta(
            description="The cells that were looked at, the best first; none where cells are "
            "proved safe."
        ),
    ]
    fifties: Annotated[
        tuple[Fifty, ...] | None,
        Meta(
            description="The 50/50s, the likeliest first; null where they are not looked for: with "
            "more than ordinary clues, on boards with more than 20,000 cells, and where the "
            "probabilities are not known."
        ),
    ]
    closed: Annotated[
        tuple[Closed, ...],
        Meta(description="The parts of the board that were solved by themselves."),
    ]


def best(
    asked: Asked,
    found: Found,
    *,
    first_click: FirstClick,
    layouts: int,
    density: Fraction | None,
    estimate: WinEstimate | None,
) -> Best:
    """The answer of `best`, with what was asked for."""
    return Best(
        **about(asked, found.board),
        liars=found.liars,
        consistent=True,
        density=density_entry(density, found.board),
        first_click=first_click.value,
        solved_layouts=layouts,
        cells=pairs(found.cells),
        why=None if found.why is None else found.why.value,
        reason=None if found.reason is None else _reason(found.reason),
        risk=_exact(found.risk),
        win_chance=_exact(found.win_chance),
        estimate=None if estimate is None else Estimate(**estimate._asdict()),
        candidates=tuple(map(_candidate, found.candidates)),
        fifties=None if found.fifties is None else tuple(map(_fifty, found.fifties)),
        closed=tuple(map(_closed, found.closed)),
    )


def _reason(found: Explanation) -> Reason:
    return Reason(
        cell=found.cell,
        text=found.text,
        clues=pairs(found.clues),
        uses_total=found.uses_total,
    )


def _candidate(one: FoundCandidate) -> Candidate:
    return Candidate(
        cell=one.cell,
        risk=exact(one.risk),
        survival=None if one.survival is None else _chance(one.survival),
        credit=_chance(one.credit),
        score=one.score,
        behind=None if one.behind is None else one.behind.value,
    )


def _fifty(one: FoundFifty) -> Fifty:
    first, second = one.halves
    return Fifty(
        halves=(pairs(first), pairs(second)),
        open_ends=pairs(one.open_ends),
        probability=exact(one.probability),
        unavoidable=one.is_unavoidable,
        now=pairs(one.now),
    )


def _closed(one: FoundClosed) -> Closed:
    return Closed(
        cells=pairs(one.cells),
        layouts=decimal(one.layouts),
        win_chance=exact(one.win_chance),
        best=pairs(one.best),
    )


def _chance(number: float) -> float:
    """A probability from logarithms, which are right to about nine digits, is never above 1."""
    return min(number, 1.0)


def _exact(number: Fraction | None) -> str | None:
    return None if number is None else exact(number)
