"""`linear`: proves by weighted sums of clues and of the mine count alone, exactly.

What the matrices of `rref` and the bounds of `simplex` aim at: each clue is a row over cells that
may hold parts of a mine, and a cell is decided if some sum of rows, with whole multipliers, rules
out its opposite (the linear relaxation; the exact simplex method finds the multipliers). First come
the components that have changed, then, where nothing follows from these, all of them with the mine
count. Mines that are proved are known from then on. Bounds, rules and clues that may be wrong count
as far as they have rows or small tables; what has neither is left out, so that every verdict holds.

It guesses at random, in the order of `rref`, `simplex` and `logic` with the same seed. Hence two of
them that have proved the same cells go on alike, and games differ by what was proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View
from logicsweep.limits import Budget
from logicsweep.linear.bounds import Deciding
from logicsweep.system.statements import constraints_of


class Linear(DeducingAgent):
    """See the module."""

    name = "linear"

    def begin(self, view: View) -> None:
        """Forget the game before."""
        super().begin(view)
        self._deciding = Deciding()
        self._is_behind = True

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        self._is_behind = True

    def _find(self, view: View) -> bool:
        if not self._is_behind:
            return False
        budget = Budget(self.time_limit)
        known = {view.number(cell): mine for cell, mine in self._found.items()}
        system = constraints_of(view.board)
        constraints = [row.conditioned(known) for row in system.constraints]
        is_new = False
        try:
            for decided in self._deciding.apart(constraints, budget):
                is_new |= self._take(view, decided.mines, decided.safe)
            if not is_new:
                decided = self._deciding.together(constraints, budget)
                is_new = self._take(view, decided.mines, decided.safe)
        except LimitError:
            pass  # to be asked again, once something is seen
        self._is_behind = is_new
        return is_new

    def _take(self, view: View, mines: Iterable[int], safe: Iterable[int]) -> bool:
        """Add decided cells by number; hidden ones are no cells of the board."""
        size = len(view.states)
        mines, safe = (
            [view.cell(number) for number in kind if number < size] for kind in (mines, safe)
        )
        return self._add(view, mines=mines, safe=safe, reason="by a weighted sum")

    def _explained(self, move: Move) -> Move:
        return move
