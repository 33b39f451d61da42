"""`subset`: exactly-k constraints closed under differences of nested sets (reference system E).

A constraint says how many of some cells are mines: if none, all are safe; if all, all are mines.
The difference of two constraints with nested sets is a constraint about the remaining cells; such
differences are added until a fixed point is reached. When nothing is certain, each cell has the
largest share of mines to cells among its constraints, and the agent opens the cell where that is
smallest; without constraints, a random cell. Sound with exact clues; uncertain clues are taken as
exact. It does not use the mine count. (System E calls the constraints sentences of a knowledge
base.)

It follows E, "2.2 Inference Mechanisms" to "2.4 Probabilistic Reasoning". The code in "3.1.2 AI
Agent" adds differences only once after each opening, and concludes from them after the next; here
they go to the fixed point that "2.3 Decision-Making Algorithm" asks for. E leaves open what the
share of a cell without constraints is, and which of equal cells it opens: here a cell without
constraints comes last, and the first of equals is opened.
"""

from __future__ import annotations

from collections.abc import Mapping

from logicsweep import Cell, Clue, Move, View
from logicsweep.errors import counted
from logicsweep.explain.wording import chance_words
from logicsweep.games import Known
from logicsweep.games.agents.equations import EquationAgent

# The cells of a constraint, by number.
Cells = frozenset[int]


class Subset(EquationAgent):
    """See the module."""

    name = "subset"

    def begin(self, view: View) -> None:
        """Forget the constraints of the game before."""
        super().begin(view)
        self._counts: dict[Cells, int] = {}
        self._about: dict[int, set[Cells]] = {}
        self._new: dict[Cells, None] = {}

    def known(self, view: View) -> Known:
        """The known cells by now; derived constraints count, too."""
        return super().known(view)._replace(constraints=len(self._counts))

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        before = len(self._equations.known)
        super()._see(view, news)
        if len(self._equations.known) != before:
            for cell in news:
                self._known(view.number(cell))
        for clue in self._equations.changed:
            equation = self._equations.live[clue]
            self._say(frozenset(equation.cells), equation.mines)
        self._equations.changed.clear()

    def _find(self, view: View) -> bool:
        is_new = False
        while self._new:
            cells = next(iter(self._new))
            del self._new[cells]
            count = self._counts.get(cells)
            if count is None:
                continue
            if 0 < count < len(cells):
                self._compare(cells, count)
                continue
            known = {"mines": cells, "safe": ()} if count > 0 else {"mines": (), "safe": cells}
            names = ", ".join(str(view.cell(number)) for number in sorted(cells))
            reason = f"by the constraint that {{{names}}} has {counted(max(count, 0), 'mine')}"
            is_new |= self._decide(view, **known, reason=reason)
            for number in cells:
                self._known(number)
        return is_new

    def _guess(self, view: View) -> Move | None:
        shares: dict[int, float] = {}
        for cells, count in self._counts.items():
            share = count / len(cells)
            for number in cells:
                shares[number] = max(share, shares.get(number, 0.0))
        lowest = self._lowest(view, shares)
        if lowest is None:
            return None
        share, number = lowest
        return Move(view.cell(number), reason=f"largest share of mines {chance_words(share)}")

    def _say(self, cells: Cells, count: int) -> None:
        """Take in a constraint, if it is a new one."""
        if not cells or cells in self._counts:
            return
        self._counts[cells] = count
        self._new[cells] = None
        for number in cells:
            self._about.setdefault(number, set()).add(cells)

    def _known(self, number: int) -> None:
        """Take a cell that is known out of every constraint."""
        mine = self._equations.known[number]
        for cells in self._about.pop(number, ()):
            count = self._counts.pop(cells)
            for cell in cells:
                if cell != number:
                    self._about[cell].discard(cells)
            self._say(cells - {number}, count - mine)

    def _compare(self, cells: Cells, count: int) -> None:
        """Take in the differences of this constraint and those nested with it."""
        near = {constraint for number in cells for constraint in self._about[number]}
        for constraint in near:
            if constraint < cells:
                self._say(cells - constraint, count - self._counts[constraint])
            elif cells < constraint:
                self._say(constraint - cells, self._counts[constraint] - count)
