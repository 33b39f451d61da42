"""The answer about agents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated

from msgspec import Meta, Struct

from logicsweep.games.agents.base import Agent
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, head


class ListedAgent(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An agent that comes with logicsweep."""

    name: Annotated[str, Meta(description="Its name, as `play --agent` takes it.")]
    about: Annotated[str, Meta(description="How it decides, in a line.")]
    plays_rules: Annotated[bool, Meta(description="Whether it plays boards with rules.")]


class AgentList(Answer, kw_only=True, frozen=True):
    """The agents that come with logicsweep."""

    agents: Annotated[tuple[ListedAgent, ...], Meta(description="The agents, simple ones first.")]


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
