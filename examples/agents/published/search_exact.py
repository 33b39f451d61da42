"""`search-exact`: finds all mines with few openings (rule `search`), by greedy information gain.

Among the cells that are not proved mines it opens the one whose outcome, a mine or the number of
mines around it, has the largest entropy (Lindley's measure of an experiment, 1956). It estimates
entropies from the marginals of a cell and its neighbours as if these were independent; the few
largest are then computed exactly. So what it calls certain is proved, while its choice is a good
guess. It opens a safe cell only if that tells more than the others.
"""

from __future__ import annotations

from math import log2
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep import Cell, LimitError, Move, State
from logicsweep.games import GameRule, View
from logicsweep.games.agents.logic import Logic
from logicsweep.reasons.wording import chance_words

# So many cells are counted exactly at most.
_MOST: Final = 4
_DIGITS: Final = 9


class SearchExact(Logic):
    """See the module. Under the other rules safe cells are opened as they are proved."""

    name = "search-exact"
    plays_rules = False

    def _guess(self, view: View) -> Move | None:
        try:
            marginals = self._kb.count().probabilities().ravel()
        except LimitError:
            return None
        states = np.asarray(view.states)
        # Known mines around a cell change what it shows, not how much it tells.
        marginals = np.append(np.where(states == State.COVERED, np.nan_to_num(marginals), 0), 0)
        left = np.flatnonzero((states == State.COVERED) & (marginals[:-1] < 1))
        if not left.size or (view.rule is not GameRule.SEARCH and not (marginals[left] > 0).any()):
            return None
        # Rounded, so that what is alike is alike on every machine.
        seems = _entropies(marginals[left], marginals[view.adjacency.table[:, left]]).round(_DIGITS)
        order = np.argsort(-seems, kind="stable")[:_MOST].tolist()
        # A cell that is undecided itself tells something, whatever is around it.
        surest = int(np.abs(marginals[left] - 0.5).round(_DIGITS).argmin())
        most, best = 0.0, surest
        try:
            for place in (*order, surest):
                if seems[place] > most:
                    told = self._entropy(view.cell(int(left[place])))
                    if told > most:
                        most, best = told, place
        except LimitError:
            return None
        number = int(left[best])
        chance = float(marginals[number])
        return Move(
            view.cell(number),
            reason=f"tells the most, {most:.2f} bits; mine probability {chance_words(chance)}",
            is_proved=not chance,
        )

    def _entropy(self, cell: Cell) -> float:
        """The entropy of a cell's outcome, in bits."""
        shows = self._kb.clue_distribution(cell)
        told = -sum(float(p) * log2(p) for p in (shows.mine, *shows.clues) if p)
        return round(told, _DIGITS)


def _entropies(chances: NDArray[np.float64], near: NDArray[np.float64]) -> NDArray[np.float64]:
    """The entropy of each cell's outcome, in bits.

    `chances`, of shape (n,), is the chance of a mine in it; `near`, of shape (degree, n), that in
    each of its neighbours.
    """
    shows = np.zeros((len(near) + 1, len(chances)))
    shows[0] = 1
    for chance in near:
        shows[1:] = shows[1:] * (1 - chance) + shows[:-1] * chance
        shows[0] *= 1 - chance
    outcomes = np.vstack([chances, (1 - chances) * shows])
    logs = np.log2(outcomes, out=np.zeros_like(outcomes), where=outcomes > 0)
    return np.asarray(-(outcomes * logs).sum(axis=0))
