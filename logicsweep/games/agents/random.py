"""`random`: uniform among the covered cells, always (reference system E). It claims nothing."""

from __future__ import annotations

from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View


class Random(DeducingAgent):
    """See the module."""

    name = "random"

    def _find(self, view: View) -> bool:
        del view
        return False
