"""Metrics of a played game, as the community defines them (minesweepergame.com, ms_toollib)."""

from __future__ import annotations

from dataclasses import dataclass
from math import log, sqrt
from typing import Final

import numpy as np

from logicsweep.board.adjacency import pieces
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.games.review.played import Clicks, PlayedGame
from logicsweep.games.review.zini import lonely, openings_of, zini

# STNB compares games of different boards by a factor for each: height, width and mines.
_FACTORS: Final = {(8, 8, 10): 36.0, (16, 16, 40): 162.0, (16, 30, 99): 435.0}
_POWER: Final = 1.7


@dataclass(frozen=True, slots=True)
class Metrics:
    """Metrics of a played game; None for what the game does not tell.

    Attributes:
        three_bv: The 3BV: the fewest left clicks that open every safe cell.
        solved: The opened part of the 3BV.
        openings: The number of openings, areas that come open with one click.
        islands: The number of areas of cells that are in no opening.
        zini: The greedy ZiNi: a small number of clicks that open the board, with flags and chords.
        hzini: The human ZiNi, for which all openings come first.
        seconds: The duration of the game.
        clicks: The counts of clicks.
        size: Height, width and mine count of the board, -1 for a count that is unknown.
    """

    three_bv: int | None
    solved: int | None
    openings: int | None
    islands: int | None
    zini: int | None
    hzini: int | None
    seconds: float | None
    clicks: Clicks | None
    size: tuple[int, int, int]

    @property
    def three_bv_per_second(self) -> float | None:
        """The opened part of the 3BV, per second."""
        return _ratio(self.solved, self.seconds)

    @property
    def ioe(self) -> float | None:
        """The index of efficiency, which is what was opened of the 3BV per click."""
        return _ratio(self.solved, self.clicks and self.clicks.total)

    @property
    def correctness(self) -> float | None:
        """The share of clicks that were effective."""
        return self.clicks and _ratio(self.clicks.effective, self.clicks.total)

    @property
    def throughput(self) -> float | None:
        """The opened part of the 3BV, per effective click."""
        return _ratio(self.solved, self.clicks and self.clicks.effective)

    @property
    def rqp(self) -> float | None:
        """The rapport qualité prix, which is the seconds divided by the 3BV per second."""
        return None if self.seconds is None else _ratio(self.seconds**2, self.solved)

    @property
    def ios(self) -> float | None:
        """The index of speed, which is the logarithm of the seconds divided by that of the 3BV."""
        if not self.seconds or self.solved is None or self.solved < 2:
            return None
        return log(self.seconds) / log(self.solved)

    @property
    def qg(self) -> float | None:
        """The seconds to the power of 1.7, divided by the 3BV."""
        return None if self.seconds is None else _ratio(self.seconds**_POWER, self.solved)

    @property
    def stnb(self) -> float | None:
        """A factor of the board, divided by QG, times the root of the share that was opened.

        Only boards of the three usual sizes have a factor.
        """
        factor = _FACTORS.get(self.size)
        if factor is None or not self.qg or not self.solved or not self.three_bv:
            return None
        return factor / self.qg * sqrt(self.solved / self.three_bv)


def metrics_of(game: PlayedGame) -> Metrics:
    """Compute the metrics of a game; without a layout, those that take one are None."""
    height, width = game.start.shape
    mines = game.start.total_mines
    size = height, width, mines if isinstance(mines, int) else -1
    seconds = None if game.milliseconds is None else game.milliseconds / 1000
    layout = game.layout
    if layout is None:
        return Metrics(None, None, None, None, None, None, seconds, game.clicks, size)
    alone = lonely(layout)
    return Metrics(
        layout.three_bv,
        _solved(game, layout),
        len(openings_of(layout)),
        pieces(alone, layout.adjacency),
        zini(layout),
        zini(layout, openings_first=True),
        seconds,
        game.clicks,
        size,
    )


def _solved(game: PlayedGame, layout: Layout) -> int:
    """Return the part of the 3BV that is open at the end: whole openings, and cells in none."""
    is_open = (np.asarray(game.start.grid) >= 0).ravel()
    for opening in game.openings:
        for cell, state in opening.shown.items():
            is_open[game.start.number(cell)] = state != State.KNOWN_MINE
    whole = sum(bool(is_open[inside].all()) for inside, _ in openings_of(layout))
    return whole + int((is_open & lonely(layout).ravel()).sum())


def _ratio(dividend: float | None, divisor: float | None) -> float | None:
    """Divide; None where a number is missing or the divisor is 0."""
    return None if dividend is None or not divisor else dividend / divisor
