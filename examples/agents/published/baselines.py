"""`single-pass` and `small-numbers`: the baseline of reference system A, and a wish of it.

`single-pass` goes over all clues once after each opening. What it concludes on the way is not used
before the next pass, and it guesses although another look would find more: A, "Performance", says
that its basic algorithm "does not reevaluate cells based on the current inferences until the next
iteration". `single-point` looks again.

`small-numbers` proves as `rref` does, and guesses as the authors of A say that they would: "a cell
that is surrounded by smaller numbers such as 1's". Here it is the cell next to a clue around which
the mean of the clues is the smallest, among equals the first; without any, a random cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from logicsweep import Cell, Move
from logicsweep.board import Clue
from logicsweep.games import View

from .equations import Equation, EquationAgent
from .rref import Rref


class SinglePass(EquationAgent):
    """See the module."""

    name = "single-pass"

    def begin(self, view: View) -> None:
        """Forget the clues of the game before."""
        super().begin(view)
        self._has_news = False

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        super()._see(view, news)
        self._has_news = True

    def _find(self, view: View) -> bool:
        if not self._has_news:
            return False
        self._has_news = False
        equations = [
            Equation(equation.clue, set(equation.cells), equation.mines)
            for _, equation in sorted(self._equations.live.items())
        ]
        decided = [self._look(view, equation) for equation in equations]
        return any(decided)


class SmallNumbers(Rref):
    """See the module."""

    name = "small-numbers"

    def _guess(self, view: View) -> Move | None:
        clues = view.states
        means: dict[int, Fraction] = {}
        for number, near in enumerate(view.adjacency.lists):
            around = [clues[cell] for cell in near if clues[cell] >= 0]
            if around and number not in self._equations.known:
                means[number] = Fraction(sum(around), len(around))
        lowest = self._lowest(view, means)
        if lowest is None:
            return None
        mean, number = lowest
        return Move(view.cell(number), reason=f"the mean of the clues around it is {mean}")
