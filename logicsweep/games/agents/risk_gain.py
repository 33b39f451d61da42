"""`risk-gain`: greedy by a heuristic, the sum of the clues around (AI-0 of reference system D).

The risk of a covered cell is the sum of the clues around it, each minus the mines found around that
clue. Its gain is the number of covered cells among it and its neighbours. While some clue has mines
left, it opens the cell with the highest risk, and among equals the highest gain. Otherwise it
probes: first cells two apart, in reading order, that gain all nine, then random ones among those
that gain the most. It proves nothing: it finds mines by opening them, as the rule `search` allows.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View


class RiskGain(DeducingAgent):
    """See the module."""

    name = "risk-gain"
    plays_rules = False

    def begin(self, view: View) -> None:
        """Forget the maps of the game before."""
        super().begin(view)
        size = len(view.states)
        self._near = view.adjacency.table
        # Both have a place more, for the padding of the table.
        self._covered = np.ones(size + 1, dtype=np.bool_)
        self._covered[size] = False
        self._offset = np.zeros(size + 1, dtype=np.int64)
        self._probes = [
            row * view.width + column
            for row in range(1, view.height - 1, 2)
            for column in range(1, view.width - 1, 2)
        ][::-1]
        # The shuffled order as ranks, to choose at random.
        self._rank = np.zeros(size, dtype=np.int64)
        for rank, cell in enumerate(self._order):
            self._rank[view.number(cell)] = rank

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        near = view.adjacency.lists
        for cell, shown in news.items():
            number = view.number(cell)
            self._covered[number] = False
            clue = shown.shown if isinstance(shown, Clue) else shown
            if clue == State.KNOWN_MINE:
                self._offset[list(near[number])] -= 1
            elif clue is not None and clue >= 0:
                self._offset[number] += clue
            else:  # it shows nothing, and never will
                self._offset[number] = -len(near)

    def _find(self, view: View) -> bool:
        del view
        return False

    def _guess(self, view: View) -> Move | None:
        left = np.flatnonzero(np.asarray(view.states) == int(State.COVERED))
        near = self._near[:, left]
        gain = 1 + self._covered[near].sum(axis=0)
        # A clue is one of an open cell; what was found around a covered one does not count yet.
        shown = np.where(self._covered, 0, np.maximum(self._offset, 0))
        risk = shown[near].sum(axis=0)
        if risk.any():
            place = _best(left, risk, gain)
            reason = f"highest risk {risk[place]}, gain {gain[place]}"
        else:
            place, reason = self._probe(left, gain)
        return Move(view.cell(int(left[place])), reason=reason)

    def _probe(self, left: NDArray[np.intp], gain: NDArray[np.int64]) -> tuple[int, str]:
        places = {number: place for place, number in enumerate(left.tolist())}
        while self._probes:
            place = places.get(self._probes.pop())
            if place is not None and gain[place] == 9:
                return place, "a probe that gains 9 cells"
        most = np.flatnonzero(gain == gain.max())
        place = int(most[self._rank[left[most]].argmin()])
        return place, f"a random probe that gains {gain[place]} cells"


def _best(left: NDArray[np.intp], risk: NDArray[np.int64], gain: NDArray[np.int64]) -> int:
    """The place with the highest risk, of these with the highest gain, of these the first."""
    return int(np.lexsort((left, -gain, -risk))[0])
