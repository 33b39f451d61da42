"""`exact`: plays what is proved, else the lowest probability of a mine: greedy, one move ahead.

Every certain move is sound, and every probability exact. Among cells with the same probability it
opens one that most probably has no mine around it (an exact clue is a zero then). The first cell is
a corner. Where the first click also opens its neighbours, it is the third cell on a diagonal, or
the fourth if a fifth of the cells or more are mines (the starts of the strongest solvers, PSEQ and
JSMinesweeper). With uncertain clues the posterior weighs every layout by the likelihood of what was
shown.

Under rules, what counts is that no mine is among the cells that a clue would speak of. With layout
rules, which tie all cells together, that takes too long to count: of cells with the same
probability it opens one whose clue speaks of the fewest covered cells, and an unprotected first
cell is one with the lowest probability. Probabilities are shares of layouts: where a clue may show
two values (`1L`), both count as equally likely, whichever a game draws.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from typing import Final

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import COVERED, State
from logicsweep.errors import InconsistentBoardError, LimitError
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.logic import Logic
from logicsweep.games.view import View
from logicsweep.kernel.context import Status
from logicsweep.kernel.hand import Hand
from logicsweep.limits import Budget
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.reasons.wording import chance_words
from logicsweep.strategy.first import first_cell, where_first
from logicsweep.system.system import position_of
from logicsweep.tables.model_count import LeastRisky

# Logarithms of masses that differ by less may be those of equal probabilities.
_CLOSE: Final = 1e-6


class Exact(Logic):
    """See the module. Where the count reaches its limit it guesses at random."""

    name = "exact"
    is_complete = True
    # Probabilities come from tables anyway, and with them the verdicts, whichever the reasoner.
    reasoner = ELIMINATION

    def _guess(self, view: View) -> Move | None:
        is_untouched = view.states.count(COVERED) == len(view.states)
        # Layout rules make some cells safer than others; a first click that may end the game
        # goes by these probabilities.
        has_usual_first = not view.rules.layout or view.first_click is not FirstClick.UNPROTECTED
        if is_untouched and has_usual_first:
            return self._first(view)
        try:
            least = self._least_risky(view)
            chance, cells = least.probability, least.cells
            if not cells:
                return None
            reason = f"least mine probability {chance_words(chance)}"
            if len(cells) == 1:
                return Move(cells[0], reason=reason)
            if view.rules.layout:  # zeros take too long to count
                return Move(self._narrowest(view, cells), reason=reason)
            zero_chance, cell = self._likeliest_zero(view, cells)
        except LimitError:
            return None
        reason += f"; probability of no mine around {chance_words(zero_chance)}"
        return Move(cell, reason=reason)

    def _least_risky(self, view: View) -> LeastRisky:
        """Return the cells least likely to be mines, among those not known yet."""
        count = self._kb.count()
        least_risky = count.least_risky()
        if least_risky.probability or not self._found:
            return replace(least_risky, cells=tuple(filter(view.can_open, least_risky.cells)))
        # Under `search` safe cells are left alone, so that there are cells without any risk.
        unknown = [cell for cell in view.choices if cell not in self._found]
        risks = {cell: count.probability(cell) for cell in unknown}
        least = min(risks.values(), default=Fraction(0))
        return LeastRisky(tuple([cell for cell, risk in risks.items() if risk == least]), least)

    def _first(self, view: View) -> Move:
        cell = view.cell(first_cell(view.board, view.first_click))
        return Move(cell, reason=f"the first cell: {where_first(view.board, view.first_click)}")

    @staticmethod
    def _narrowest(view: View, cells: Iterable[Cell]) -> Cell:
        """Return the first cell whose clue would speak of the fewest covered cells."""

        def covered(cell: Cell) -> int:
            return sum(view.states[near] == COVERED for near in view.scopes[view.number(cell)])

        return min(cells, key=lambda cell: (covered(cell), cell))

    def _likeliest_zero(self, view: View, cells: Iterable[Cell]) -> tuple[Fraction, Cell]:
        """Return the highest chance of no mine around a cell, and the first cell that has it."""
        zeros: dict[Cell, Fraction] = {}
        far: dict[int, Cell] = {}  # cells among nothing but unconstrained cells, by their number
        near, states = view.scopes, view.states
        known = {view.number(cell): mine for cell, mine in self._found.items()}
        mines = {number for number, mine in known.items() if mine}
        if State.KNOWN_MINE in states:
            mines.update(o for o, state in enumerate(states) if state == State.KNOWN_MINE)
        asked = []
        constrained = {o for n, state in enumerate(states) if state >= 0 for o in near[n]}
        for cell in cells:
            number = view.number(cell)
            around = [number, *near[number]]
            if not mines.isdisjoint(around):
                zeros.setdefault(cell, Fraction(0))
                continue
            unknown = [place for place in around if states[place] == COVERED and place not in known]
            if constrained.isdisjoint(unknown):
                far.setdefault(len(unknown), cell)
            else:
                asked.append(cell)
        if far:
            # The fewer cells have to be free of mines, the likelier it is.
            asked.append(far[min(far)])
        for cell in self._promising(view, asked):
            zeros[cell] = self._zero(view, cell)
        best = max(zeros.values())
        return best, min(cell for cell, zero in zeros.items() if zero == best)

    def _zero(self, view: View, cell: Cell) -> Fraction:
        """Return the chance that a cell and all cells its clue would speak of have no mine."""
        if view.rules.clue.is_standard:
            return self._kb.clue_distribution(cell).clues[0]
        near = [view.cell(number) for number in view.scopes[view.number(cell)]]
        free: dict[Cell, int | Clue] = {
            hidden: int(State.NO_CLUE)
            for hidden in (cell, *near)
            if view.states[view.number(hidden)] in (State.COVERED, State.FLAGGED)
        }
        after = self._kb.copy()
        try:
            after.tell_all(free)
        except InconsistentBoardError:
            return Fraction(0)
        return Fraction(after.count().total, self._kb.count().total)

    def _promising(self, view: View, cells: list[Cell]) -> list[Cell]:
        """Choose the cells that may be the likeliest zero, by the kernel in floats."""
        is_known = view.is_ordinary and len(cells) > 1
        hand = Hand.of(position_of(self._kb.board), None) if is_known else None
        if hand is None:
            return cells
        budget = Budget(self.time_limit)
        answers = [hand.what_if({view.number(cell): 0}, budget) for cell in cells]
        if not all(answer.status in (Status.OK, Status.CLASH) for answer in answers):
            return cells
        least = max(answer.log2_mass for answer in answers) - _CLOSE
        return [
            cell for cell, answer in zip(cells, answers, strict=True) if answer.log2_mass >= least
        ]
