"""`logic`: opens and flags the backbone of the constraints; guesses at random when it is empty.

Every verdict is a proof by SAT (`reason`), sound with any clues. `logic-asp` takes every verdict
from the cautious and brave consequences of a logic program instead. One knowledge base is kept
through the game and told what is new.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from logicsweep.board.board import Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.verdicts import Consequences
from logicsweep.errors import LimitError, plural
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.reason.solvers.names import ASP, SAT, ReasonerName
from logicsweep.reasons.explanation import Explanation


class Logic(DeducingAgent):
    """See the module.

    With `explains` the reason of every proved move names the clues behind it, which takes longer.

    Attributes:
        time_limit: The seconds that the proofs for one move may take.
    """

    name = "logic"
    is_complete = True
    reasoner: ClassVar[ReasonerName] = SAT

    def begin(self, view: View) -> None:
        """Make the knowledge base of the game from what is seen of it."""
        super().begin(view)
        self._kb = KnowledgeBase(view.board, reasoner=self.reasoner, time_limit=self.time_limit)
        self._untold: dict[Cell, int | Clue] = {}
        self._is_first = not view.news
        self._is_behind = True  # something may be proved that was never new

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        if self._is_first:
            self._see_first(view, news)
        self._untold.update(news)

    def _see_first(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        """Open what the first click keeps free, if no clue says that it is."""
        self._is_first = False
        first, shown = next(iter(news.items()), (None, 0))
        # Under a rule for clues a 0 need not speak of all neighbours.
        is_plain = view.rules.clue.is_standard and not view.may_lie
        says_it = is_plain and (len(news) > 1 or shown == 0)
        if view.first_click is FirstClick.OPENING and first and not says_it:
            for number in view.adjacency.lists[view.number(first)]:
                reason = "next to the first click"
                self._certain.append(Move(view.cell(number), reason=reason, is_proved=True))

    def _find(self, view: View) -> bool:
        if not self._untold and not self._is_behind:
            return False
        new = self._tell()
        proved = self._proved() if self._is_behind else new
        return self._add(view, mines=proved.mines, safe=proved.safe, reason="proved")

    def _tell(self) -> Consequences:
        """Tell the knowledge base what was seen; returns the verdicts that are new."""
        try:
            new = self._kb.tell_all(self._untold)
        except LimitError:
            # It may have been entered or not; to tell it again changes nothing.
            self._is_behind = True
            return self._kb.proved_so_far()
        self._untold.clear()
        return new

    def _proved(self) -> Consequences:
        """Prove every verdict on a covered cell; at a limit, return those proved by then."""
        try:
            proved = self._kb.consequences()
        except LimitError:
            return self._kb.proved_so_far()
        self._is_behind = bool(self._untold)
        return proved

    def _explained(self, move: Move) -> Move:
        if not self.explains or move.cell not in self._found:
            return move
        try:
            why = self._kb.explain(move.cell)
        except LimitError:
            return move
        return move._replace(reason=f"proved {why.verdict.value} by {_sources(why)}")


class LogicAsp(Logic):
    """See the module."""

    name = "logic-asp"
    is_complete = True
    reasoner = ASP


def _sources(why: Explanation) -> str:
    clues = f"the {plural('clue', len(why.clues))} at {', '.join(map(str, why.clues))}"
    return " and ".join([clues] * bool(why.clues) + ["the mine count"] * why.uses_total)
