"""An agent of your own: logicsweep play --agent examples.agents.middle:Middle"""

from logicsweep import Agent, KnowledgeBase, Move
from logicsweep.games import View


class Middle(Agent):
    """Opens a cell that is proved safe, else the middle one of the cells that can be opened."""

    def choose(self, view: View) -> Move:
        """See `Agent`."""
        safe = KnowledgeBase(view.board).consequences().safe
        for cell in view.choices:
            if cell in safe:
                return Move(cell, reason="proved safe", is_proved=True)
        return Move(view.choices[len(view.choices) // 2], reason="the middle")
