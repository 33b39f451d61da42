"""The JSON answer that lists agents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, filled, head

if TYPE_CHECKING:
    from logicsweep.games.agents.base import Agent


class ListedAgent(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An agent that comes with logicsweep.

    Attributes:
        name: Its name, as `play --agent` takes it.
        about: How it decides, in a line.
        plays_rules: Whether it plays boards with rules.
    """

    name: str
    about: str
    plays_rules: bool


class AgentList(Answer, kw_only=True, frozen=True):
    """The agents that come with logicsweep.

    Attributes:
        agents: The agents, simple ones first.
    """

    agents: tuple[ListedAgent, ...]


def listed_agents(
    asked: Asked, kinds: Iterable[type[Agent]], about: Mapping[str, str]
) -> AgentList:
    """Answer with a list of agents."""
    agents = [filled(ListedAgent, kind, about=about[kind.name]) for kind in kinds]
    return AgentList(**head(asked), agents=tuple(agents))
