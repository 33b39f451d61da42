"""`random`: a random covered cell, always (reference system E). It claims nothing."""

from __future__ import annotations

from logicsweep.games.agents.base import Agent
from logicsweep.games.view import View


class Random(Agent):
    """See the module."""

    name = "random"

    def _find(self, view: View) -> bool:
        del view
        return False
