"""Metrics of a played game, as the community defines them (minesweepergame.com, ms_toollib)."""

from __future__ import annotations

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from logicsweep.board.adjacency import count_near, pieces
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.games.records import Number
from logicsweep.games.review.played import PlayedGame


class Metrics(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Metrics of a played game, as the community measures; unknown where the game does not tell.

    Attributes:
        three_bv: The 3BV: the fewest left clicks that open every safe cell.
        solved: The opened part of the 3BV.
        per_second: That, per second.
        openings: The number of openings, areas that come open with one click.
        seconds: The duration of the game.
        clicks: All clicks.
        left: Clicks with the left button.
        right: Clicks with the right button.
        chords: Clicks with both, or with the middle button.
        efficiency: The opened part of the 3BV, per click (the community's IOE).
    """

    three_bv: Number | None = field(name="3bv")
    solved: Number | None = field(name="3bv_solved")
    per_second: float | None = field(name="3bv_per_second")
    openings: Number | None
    seconds: float | None
    clicks: Number | None
    left: Number | None
    right: Number | None
    chords: Number | None
    efficiency: float | None


def metrics_of(game: PlayedGame) -> Metrics:
    """Compute the metrics of a game; without a layout, those that take one are None."""
    seconds = None if game.milliseconds is None else game.milliseconds / 1000
    layout, clicks = game.layout, game.clicks
    total = None if clicks is None else clicks.total
    solved = None if layout is None else _solved(game, layout)
    return Metrics(
        three_bv=None if layout is None else layout.three_bv,
        solved=solved,
        per_second=_ratio(solved, seconds),
        openings=None if layout is None else pieces(_touches_no_mine(layout), layout.adjacency),
        seconds=seconds,
        clicks=total,
        left=None if clicks is None else clicks.left,
        right=None if clicks is None else clicks.right,
        chords=None if clicks is None else clicks.chords,
        efficiency=_ratio(solved, total),
    )


def _touches_no_mine(layout: Layout) -> NDArray[np.bool_]:
    """Mark the cells whose areas, with the cells beside them, are the openings."""
    touches_none: NDArray[np.bool_] = layout.around == 0
    return touches_none & ~layout.mask


def _solved(game: PlayedGame, layout: Layout) -> int:
    """Return the part of the 3BV that is open at the end: whole openings, and cells in none."""
    is_open = np.array(game.start.grid >= 0)
    for opening in game.openings:
        for cell, state in opening.shown.items():
            is_open[cell] = state != State.KNOWN_MINE
    zero = _touches_no_mine(layout)
    # From a covered cell that touches no mine, all of its opening counts as covered.
    whole = zero & is_open
    while (near := whole & (count_near(zero & ~whole, layout.own_adjacency) > 0)).any():
        whole &= ~near
    alone = ~zero & (count_near(zero, layout.own_adjacency) == 0)
    return pieces(whole, layout.adjacency) + int((alone & is_open).sum())


def _ratio(dividend: float | None, divisor: float | None) -> float | None:
    """Divide; None where a number is missing or the divisor is 0."""
    return None if dividend is None or not divisor else dividend / divisor
