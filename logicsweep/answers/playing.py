"""The JSON answer of `best`."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from msgspec import Struct

from logicsweep.answers import base
from logicsweep.answers.asked import Asked
from logicsweep.board.first_click import FirstClick
from logicsweep.limits import DEFAULT_TIME_LIMIT, IN_PLAY
from logicsweep.reasons.explanation import Explanation
from logicsweep.strategy.answer import Best as Found, Candidate, Closed, Fifty

if TYPE_CHECKING:
    from logicsweep.knowledge.base import KnowledgeBase


class Reason(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The reason why a best cell is safe."""

    value: ClassVar = Explanation
    cell: base.Cell
    text: str
    clues: base.Cells
    uses_total: bool


class Best(base.AboutBoard, kw_only=True, frozen=True):
    """The best cells to open, and why.

    Attributes:
        density: The prior probability of a mine in a cell, given by --density or by the board; a
            list of rows where the board gives one for each cell; null if neither does.
        first_click: The guarantee of the game for the first cell (option --first-click).
        solved_layouts: The most layouts of a part that is solved (option --layouts).
        why: The reason why they are the best: they are proved safe (`safe`), no other cell wins
            more often (`solved`), the opening book has it (`first`), they win the most layouts of a
            part if a simple player goes on (`policy`), or they have the best score (`score`). Null
            if no cell is left to open.
        reason: The reason why the one with the easiest proof is safe; null if none of them is
            proved safe.
        risk: The least probability of a mine in the best cells, before the first click protects
            them; null if no cell is left to open.
    """

    value: ClassVar = Found
    liars: base.Liars
    consistent: base.Yes
    density: base.AnyDensity
    first_click: Literal["unprotected", "safe", "opening"]
    solved_layouts: base.Number
    cells: base.Cells
    why: Literal["safe", "solved", "first", "score", "policy"] | None
    reason: Reason | None
    risk: Fraction | None
    win_chance: Fraction | None
    candidates: tuple[Candidate, ...]
    fifties: tuple[Fifty, ...] | None
    closed: tuple[Closed, ...]


def advising(
    asked: Asked,
    kb: KnowledgeBase,
    *,
    first_click: FirstClick,
    layouts: int = IN_PLAY,
    density: Fraction | None = None,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Best | base.Inconsistent | base.Limited:
    """Answer which cells are the best to open, or with what there is instead."""
    from logicsweep.strategy.best import best as choose

    how: dict[str, Any] = {"first_click": first_click, "layouts": layouts, "density": density}

    def answer() -> Best:
        kb.consequences()  # what is proved is said where a limit is reached
        # Some of the choice is worked out when it is read: a limit may be reached then, too.
        return best(asked, choose(kb, **how, time_limit=time_limit))

    return base.answered(asked, kb, answer)


def best(asked: Asked, advice: Found) -> Best:
    """Answer which cells are the best to open."""
    return base.filled(
        Best,
        advice,
        **base.about(asked, advice.board),
        consistent=True,
        density=base.density_entry(advice.density, advice.board),
        reason=None if advice.reason is None else base.filled(Reason, advice.reason),
    )
