"""`single-point`: propagates one clue at a time (the baseline of reference systems A, B and C).

A clue whose mines are all found makes its other neighbours safe; one that needs all its covered
neighbours makes them mines: bounds propagation on each cardinality constraint alone, to a fixed
point. Before it guesses, it looks again at every clue around which something changed. Sound with
exact clues; uncertain clues are taken as exact, which costs it games.

It follows B, "Baseline Solver", and C, Theorems 1 and 2 ("Definitions"). B's solver goes over all
clues once more before it guesses, and guesses if that pass finds only mines, which this one uses
first. A describes no rules of its baseline; by "Performance" it does not look at clues again at
all.
"""

from __future__ import annotations

from logicsweep.games import View

from .equations import EquationAgent


class SinglePoint(EquationAgent):
    """See the module."""

    name = "single-point"
    is_positional = True

    def _find(self, view: View) -> bool:
        return self._single(view)
