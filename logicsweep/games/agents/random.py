"""`random`: always a random covered cell, uniformly. It proves nothing.

It follows reference system E, "4.5 Comparison with Baseline".
"""

from __future__ import annotations

from logicsweep.games.agents.deducing import DeducingAgent
from logicsweep.games.view import View


class Random(DeducingAgent):
    """See the module."""

    name = "random"
    is_positional = True

    def _find(self, view: View) -> bool:
        del view
        return False
