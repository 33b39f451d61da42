"""Metrics of a played game, as the community defines them (minesweepergame.com, ms_toollib)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import count_near, pieces
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.games.review.played import Clicks, PlayedGame


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics of a played game; None for what the game does not tell.

    Attributes:
        three_bv: The 3BV: the fewest left clicks that open every safe cell.
        solved: The opened part of the 3BV.
        openings: The number of openings, areas that come open with one click.
        seconds: The duration of the game.
        clicks: The counts of clicks.
    """

    three_bv: int | None
    solved: int | None
    openings: int | None
    seconds: float | None
    clicks: Clicks | None

    @property
    def three_bv_per_second(self) -> float | None:
        """The opened part of the 3BV, per second."""
        return _ratio(self.solved, self.seconds)

    @property
    def efficiency(self) -> float | None:
        """The opened part of the 3BV, per click (the community's IOE)."""
        return _ratio(self.solved, self.clicks and self.clicks.total)


def metrics_of(game: PlayedGame) -> Metrics:
    """Compute the metrics of a game; without a layout, those that take one are None."""
    seconds = None if game.milliseconds is None else game.milliseconds / 1000
    layout = game.layout
    if layout is None:
        return Metrics(None, None, None, seconds, game.clicks)
    openings = pieces(_touches_no_mine(layout), layout.adjacency)
    return Metrics(layout.three_bv, _solved(game, layout), openings, seconds, game.clicks)


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
