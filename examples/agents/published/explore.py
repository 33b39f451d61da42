"""`explore`: propagates each clue once, then follows the frontier (reference system D, "AI-1").

It follows "Algorithm B: AI-1", "Description". It looks at the clue of an opened cell once. A 0
makes its neighbours safe. If as many mines are missing as it has covered neighbours, known safe
cells included, these are mines. Otherwise its neighbours are queued to be explored. With an empty
queue it opens a random cell that is known to be neither safe nor a mine; under the rule `search` it
leaves safe cells alone. What it calls certain is sound with exact clues; uncertain clues are taken
as exact.

The section does not say in which order cells are explored: here, first in, first out. The first
cell, which the boards of D name, is drawn at random here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping

from logicsweep import Cell, Move, State
from logicsweep.board import Clue
from logicsweep.errors import counted
from logicsweep.games import View
from logicsweep.games.agents.deducing import DeducingAgent


class Explore(DeducingAgent):
    """See the module."""

    name = "explore"
    plays_rules = False

    def begin(self, view: View) -> None:
        """Forget what was to be explored."""
        super().begin(view)
        self._new: deque[tuple[int, int]] = deque()
        self._explore: dict[Cell, None] = {}

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        for cell, shown in news.items():
            clue = shown.shown if isinstance(shown, Clue) else shown
            if clue is not None and clue >= 0:
                self._new.append((view.number(cell), clue))

    def _find(self, view: View) -> bool:
        has_news = False
        while self._new:
            number, clue = self._new.popleft()
            near = {
                view.cell(neighbour): view.states[neighbour]
                for neighbour in view.adjacency.lists[number]
            }
            decided = self._found
            mines = sum(
                state == State.KNOWN_MINE or decided.get(cell) is True
                for cell, state in near.items()
            )
            covered = [
                cell
                for cell, state in near.items()
                if state == State.COVERED and decided.get(cell) is not True
            ]
            reason = f"by the clue at {view.cell(number)}"
            left = counted(len(covered), "covered cell")
            details = (f"clue {clue}, {mines} of its mines known, {left} besides",)
            if clue == 0:
                has_news |= self._add(view, mines=(), safe=covered, reason=reason, details=details)
            elif clue - mines == len(covered):
                has_news |= self._add(view, mines=covered, safe=(), reason=reason, details=details)
            else:
                self._explore.update(dict.fromkeys(cell for cell in covered if cell not in decided))
        return has_news

    def _guess(self, view: View) -> Move | None:
        while self._explore:
            cell = next(iter(self._explore))
            del self._explore[cell]
            if view.can_open(cell) and cell not in self._found:
                return Move(cell, reason="to be explored, next to a clue")
        return None
