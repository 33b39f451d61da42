"""The answer about agents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from logicsweep.games.agents.base import Agent
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, head


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
    """The answer that lists agents."""
    return AgentList(
        **head(asked),
        agents=tuple(
            [
                ListedAgent(name=kind.name, about=about[kind.name], plays_rules=kind.plays_rules)
                for kind in kinds
            ]
        ),
    )
