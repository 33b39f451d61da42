"""The JSON answers that list agents, and families of instances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Number, filled, head

if TYPE_CHECKING:
    from logicsweep.games.agents.base import Agent
    from logicsweep.games.instances.families import Family


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


class ListedFamily(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One family.

    Attributes:
        name: Its name.
        about: What its boards are.
        scale: The number of rows and columns by default; null if it is fixed.
        formats: The formula formats in which it has a question.
    """

    name: str
    about: str
    scale: Number | None
    formats: tuple[str, ...]


class Families(Answer, kw_only=True, frozen=True):
    """The families of instances.

    Attributes:
        families: All families.
    """

    families: tuple[ListedFamily, ...]


def listed_agents(
    asked: Asked, kinds: Iterable[type[Agent]], about: Mapping[str, str]
) -> AgentList:
    """Answer with a list of agents."""
    agents = [filled(ListedAgent, kind, about=about[kind.name]) for kind in kinds]
    return AgentList(**head(asked), agents=tuple(agents))


def families(asked: Asked, every: Iterable[Family]) -> Families:
    """Answer with a list of families."""
    return Families(**head(asked), families=tuple([filled(ListedFamily, kind) for kind in every]))
