"""Every agent, by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from logicsweep.agents.base import Agent
from logicsweep.agents.logic import Logic
from logicsweep.agents.posterior import Posterior
from logicsweep.agents.rref import Rref
from logicsweep.agents.simplex import Simplex
from logicsweep.agents.single_point import SinglePoint
from logicsweep.board import Board
from logicsweep.errors import UnknownNameError

AGENTS: Final[dict[str, Callable[[Board, int], Agent]]] = {
    kind.name: kind for kind in (SinglePoint, Rref, Simplex, Logic, Posterior)
}


def agent_of(name: str, board: Board, seed: int) -> Agent:
    """An agent for one game. Raises `UnknownNameError`; `MissingLibraryError` (`simplex`)."""
    if name not in AGENTS:
        raise UnknownNameError("agent", name, AGENTS)
    return AGENTS[name](board, seed)
