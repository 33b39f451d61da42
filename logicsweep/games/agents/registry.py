"""Every agent, by name."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from logicsweep.errors import UnknownNameError
from logicsweep.games.agents.base import Agent
from logicsweep.games.agents.enumerate import Enumerate
from logicsweep.games.agents.exact import Exact
from logicsweep.games.agents.explore import Explore
from logicsweep.games.agents.logic import Logic, LogicAsp
from logicsweep.games.agents.pairwise import Pairwise
from logicsweep.games.agents.posterior import Posterior
from logicsweep.games.agents.random import Random
from logicsweep.games.agents.risk_gain import RiskGain
from logicsweep.games.agents.rref import Rref, RrefLocal
from logicsweep.games.agents.rref_brute import RrefBrute
from logicsweep.games.agents.rref_enumerate import RrefEnumerate
from logicsweep.games.agents.search_exact import SearchExact
from logicsweep.games.agents.simplex import Simplex
from logicsweep.games.agents.single_point import SinglePoint
from logicsweep.games.agents.subset import Subset
from logicsweep.games.view import View

_PLAIN: Final[tuple[type[Agent], ...]] = (
    Random,
    SinglePoint,
    Pairwise,
    Subset,
    RrefLocal,
    Rref,
    RiskGain,
    Explore,
)
_TIMED: Final[tuple[type[Enumerate | RrefEnumerate | Simplex], ...]] = (
    Enumerate,
    RrefEnumerate,
    RrefBrute,
    Simplex,
)
_PROVING: Final[tuple[type[Logic], ...]] = (Logic, LogicAsp, Exact, SearchExact, Posterior)

AGENTS: Final[Mapping[str, type[Agent]]] = MappingProxyType(
    {kind.name: kind for kind in (*_PLAIN, *_TIMED, *_PROVING)}
)


def agent_of(
    name: str, view: View, seed: int, *, time_limit: float | None = 60, explains: bool = False
) -> Agent:
    """An agent for one game, which starts with what it sees.

    `time_limit` is how long one of its questions may take, in seconds; with `explains` those that
    prove name the clues behind each move. Raises `UnknownNameError`; `MissingLibraryError`
    (`simplex`).
    """
    for plain in _PLAIN:
        if plain.name == name:
            return plain(view, seed)
    for timed in _TIMED:
        if timed.name == name:
            return timed(view, seed, time_limit=time_limit)
    for proving in _PROVING:
        if proving.name == name:
            return proving(view, seed, time_limit=time_limit, explains=explains)
    raise UnknownNameError("agent", name, AGENTS)
