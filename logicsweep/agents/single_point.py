"""`single-point`: one clue at a time (the baseline of reference systems A, B and C).

A clue whose mines are all found makes its other neighbours safe; one that needs all its covered
neighbours makes them mines. Before a guess all clues are looked at again. Sound with exact clues;
it takes uncertain ones at their word, and pays for that.
"""

from __future__ import annotations

from logicsweep.agents.base import Agent, View
from logicsweep.agents.equations import equations


class SinglePoint(Agent):
    """See the module."""

    name = "single-point"

    def _find(self, view: View) -> bool:
        found = False
        for clue, cells, mines in equations(view.board):
            if mines <= 0:
                found = self._add(view, mines=(), safe=cells, reason=f"by the clue at {clue}")
            elif mines >= len(cells):
                found = self._add(view, mines=cells, safe=(), reason=f"by the clue at {clue}")
        return found
