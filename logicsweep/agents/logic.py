"""`logic`: opens and flags what is proved, and guesses at random when nothing is. Sound."""

from __future__ import annotations

from logicsweep.agents.base import Agent, View
from logicsweep.board import Board, Cell
from logicsweep.clues import Clue
from logicsweep.errors import LimitError
from logicsweep.knowledge import KnowledgeBase
from logicsweep.verdicts import Consequences


class Logic(Agent):
    """See the module. `time_limit` is how long one move may take to prove, in seconds."""

    name = "logic"

    def __init__(self, board: Board, seed: int, *, time_limit: float | None = 60) -> None:
        super().__init__(board, seed)
        self._kb = KnowledgeBase(board, time_limit=time_limit)
        self._untold: dict[Cell, int | Clue] = {}

    def _see(self, view: View) -> None:
        self._untold.update(view.news)
        if not self._untold:
            return
        try:
            self._kb.tell_all(self._untold)
        except LimitError:
            # It may or may not have been entered; telling again what is known changes nothing.
            return
        self._untold.clear()

    def _find(self, view: View) -> bool:
        proved = self._proved()
        return self._add(view, mines=proved.mines, safe=proved.safe, reason="proved")

    def _proved(self) -> Consequences:
        try:
            return self._kb.consequences()
        except LimitError:
            return self._kb.proved_so_far()
