"""`linear`: proves by weighted sums of clues and of the mine count alone, exactly.

What the matrices of `rref` and the bounds of `simplex` aim at: each clue is a row over cells that
may hold parts of a mine, and a cell is decided if some sum of rows, with whole multipliers, rules
out its opposite (the linear relaxation; an exact simplex method finds the multipliers). Components
that have changed come first, then, where nothing follows from these, all of them with the mine
count. What is proved is known from then on. Bounds, rules and clues that may be wrong count as far
as they have rows or small tables; what has neither is left out. So every verdict holds.

It guesses at random, in the order of `rref`, `simplex` and `logic` with the same seed. So two of
them that have proved the same cells go on alike, and games differ by what was proved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.state import State, is_covered
from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.factors import TOTAL
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View
from logicsweep.knowledge.certifying import in_words
from logicsweep.limits import Budget
from logicsweep.linear.bounds import Deciding, proof_of
from logicsweep.reasons.weighted_sum import WeightedSum
from logicsweep.system.partition import components
from logicsweep.system.statements import Statements, statements_of
from logicsweep.system.system import Position, position_of


class Linear(DeducingAgent):
    """See the module.

    The limit is for one look at a position, and for one explanation.
    """

    name = "linear"

    def begin(self, view: View) -> None:
        """Forget the game before."""
        super().begin(view)
        self._board = view.board
        self._statements: Statements | None = None
        self._deciding = Deciding()
        self._is_behind = True  # something may follow that was not looked for

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        del view, news
        self._is_behind = True

    def _find(self, view: View) -> bool:
        if not self._is_behind:
            return False
        self._is_behind = False
        self._board = view.board
        known: dict[int, int | Clue] = {
            view.number(cell): int(State.KNOWN_MINE if mine else State.NO_CLUE)
            for cell, mine in self._found.items()
            if is_covered(view.states[view.number(cell)])
        }
        budget = Budget(self.time_limit)
        is_new = False
        try:
            constraints = self._constraints(position_of(self._board).changed(known), budget)
            for decided in self._deciding.apart(constraints, budget):
                is_new |= self._take(view, decided.mines, decided.safe)
            if not is_new:
                decided = self._deciding.together(constraints, budget)
                is_new = self._take(view, decided.mines, decided.safe)
        except LimitError:
            pass  # the rest is looked for when there is something new
        self._is_behind = is_new
        return is_new

    def _constraints(self, position: Position, budget: Budget) -> tuple[Constraint, ...]:
        """Return the constraints in a position. Raises `LimitError`."""
        if self._statements is None:
            self._statements = statements_of(self._board, budget)
        return self._statements.system(position).constraints

    def _take(self, view: View, mines: Iterable[int], safe: Iterable[int]) -> bool:
        """Add decided cells by number; hidden ones are no cells of the board."""
        size = len(view.states)
        mine_cells, safe_cells = (
            [view.cell(number) for number in numbers if number < size] for numbers in (mines, safe)
        )
        return self._add(view, mines=mine_cells, safe=safe_cells, reason="by a weighted sum")

    def _explained(self, move: Move) -> Move:
        if not self.explains or move.cell not in self._found:
            return move
        try:
            summed = self._sum(move.cell, mine=self._found[move.cell])
        except LimitError:
            return move
        return move if summed is None else move._replace(details=(summed.text, *summed.table))

    def _sum(self, cell: Cell, *, mine: bool) -> WeightedSum | None:
        """Return a sum that proves a verdict from the clues as they are, with few of them.

        None if it takes mines that are proved but not shown, which the linear relaxation need not.
        """
        budget = Budget(self.time_limit)
        every = self._constraints(position_of(self._board), budget)
        number = self._board.number(cell)
        clues = [row for row in every if row.source != TOTAL]
        near = [
            component.system.constraints
            for component in components(clues)
            if number in component.system.cells
        ]
        for rows in (*near, every):
            proof = proof_of((), partial(tuple, rows), number, mine=mine, budget=budget)
            if proof is not None:
                return in_words(self._board, proof, rows)
        return None
