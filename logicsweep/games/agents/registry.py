"""Every agent by name. To add one, write a subclass of `Agent` and name it in `_KINDS`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Final

from logicsweep.arguments import by_name
from logicsweep.errors import AgentError, UnknownNameError, expect
from logicsweep.games.agents.base import Agent
from logicsweep.games.agents.own import (
    import_agent,
    is_command,
    is_file,
    is_own,
    misnamed,
    saying_who,
)
from logicsweep.games.setting import Setting
from logicsweep.games.view import View

# The class of each, as `module:Class` of this folder; simple agents first.
_KINDS: Final[Mapping[str, str]] = {
    "random": "random:Random",
    "single-point": "published.single_point:SinglePoint",
    "single-pass": "published.baselines:SinglePass",
    "pairwise": "published.pairwise:Pairwise",
    "subset": "published.subset:Subset",
    "subset-as-printed": "published.subset_as_printed:SubsetAsPrinted",
    "rref-local": "published.rref:RrefLocal",
    "rref": "published.rref:Rref",
    "rref-alone": "published.rref:RrefAlone",
    "rref-as-printed": "published.rref_as_printed:RrefAsPrinted",
    "small-numbers": "published.baselines:SmallNumbers",
    "risk-gain": "published.risk_gain:RiskGain",
    "risk-gain-random": "published.risk_gain:RiskGainRandom",
    "explore": "published.explore:Explore",
    "enumerate": "published.enumerate:Enumerate",
    "enumerate-alone": "published.enumerate:EnumerateAlone",
    "enumerate-unlimited": "published.enumerate:EnumerateUnlimited",
    "enumerate-as-printed": "published.enumerate_as_printed:EnumerateAsPrinted",
    "rref-enumerate": "published.rref_enumerate:RrefEnumerate",
    "rref-brute": "published.rref_brute:RrefBrute",
    "rref-brute-as-printed": "published.enumerate_as_printed:RrefBruteAsPrinted",
    "lin-opt": "published.lin_opt:LinOpt",
    "simplex": "published.simplex:Simplex",
    "linear": "linear:Linear",
    "logic": "logic:Logic",
    "logic-asp": "logic:LogicAsp",
    "exact": "exact:Exact",
    "strategist": "strategist:Strategist",
    "search-exact": "published.search_exact:SearchExact",
    "posterior": "published.posterior:Posterior",
}


class _Agents(Mapping[str, type[Agent]]):
    """The classes by name; each module is imported when its class is looked up."""

    def __getitem__(self, name: str) -> type[Agent]:
        module, class_name = _KINDS[name].split(":")
        kind: type[Agent] = getattr(import_module(f"logicsweep.games.agents.{module}"), class_name)
        return kind

    def __iter__(self) -> Iterator[str]:
        return iter(_KINDS)

    def __len__(self) -> int:
        return len(_KINDS)


AGENTS: Final[Mapping[str, type[Agent]]] = _Agents()
"""The class of every agent that logicsweep brings, by name."""

ABOUT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "random": "opens a random covered cell",
        "single-point": "propagates one clue at a time",
        "single-pass": "goes over all clues once after each opening",
        "pairwise": "also propagates the sum and the difference of every two clues",
        "subset": "subtracts constraints from larger ones that contain them, until nothing changes",
        "subset-as-printed": "`subset` by the code that is printed, which does not subtract known "
        "mines",
        "rref-local": "brings the clues into reduced row echelon form and uses the bounds of each "
        "row",
        "rref": "the same, with the mine count as one more equation",
        "rref-alone": "`rref` without single clues",
        "rref-as-printed": "`rref` in floats, by rows with 0 or 1 on the right side alone",
        "small-numbers": "`rref`, then the cell with the smallest clues around it",
        "enumerate": "counts the models of each component of up to 20 cells",
        "enumerate-alone": "`enumerate` without single clues",
        "enumerate-unlimited": "`enumerate` without a largest component",
        "enumerate-as-printed": "`enumerate` by the code that is printed, which flags no mine by "
        "models",
        "rref-brute": "`rref`, then `enumerate` if it is stuck",
        "rref-brute-as-printed": "`rref-as-printed`, then `enumerate-as-printed` if it is stuck",
        "lin-opt": "the linear program that is printed for uncertain clues, which fails; then "
        "`rref-brute-as-printed`",
        "rref-enumerate": "`rref`, then counts all models if it is stuck",
        "risk-gain": "opens an unknown cell with the largest sum of clues around it, to find "
        "mines; if no clue touches an unknown cell, probes every third cell",
        "risk-gain-random": "the same, with random probes alone",
        "explore": "propagates each clue once, then follows the frontier",
        "simplex": "proves by the linear relaxation of the clues, with exact bounds (extra "
        "`simplex`)",
        "linear": "proves by weighted sums of clues and the mine count alone; otherwise a random "
        "cell",
        "logic": "proves by SAT; otherwise a random cell",
        "logic-asp": "proves by answer sets; otherwise a random cell",
        "exact": "proves; otherwise a cell with the lowest mine probability, among equals the "
        "likeliest to show 0",
        "strategist": "proves; solves small positions exactly; otherwise the guess with the best "
        "chance to survive two clicks, among nearly equal ones three",
        "search-exact": "opens the cell whose outcome has the largest entropy, unless it is a "
        "proved mine (for the rule `search`)",
        "posterior": "proves; otherwise opens or flags, whichever is less likely to be wrong",
    }
)
"""The method of each agent, in a line."""


def check_rules(agent: Agent | type[Agent], setting: Setting | View) -> None:
    """See that an agent plays with the rules, liars and constraints of a setting or a position.

    Raises:
        UnknownNameError: It takes every clue for the number of mines among the neighbours.
    """
    if not setting.is_ordinary and not agent.plays_rules:
        known = [name for name, kind in AGENTS.items() if kind.plays_rules]
        what = "rules" if not setting.rules.is_standard else "liars or constraints"
        raise UnknownNameError(f"agent for boards with {what}", agent.name, known)


def player(agent: Agent | str, setting: Setting) -> Agent:
    """Return the agent that plays games of a setting; it may be given by its name.

    Raises TypeError for anything else, and as `check_rules` and `agent_of`.
    """
    if isinstance(agent, str):
        agent = agent_of(agent)
    expect("agent", agent, Agent, "an Agent, such as agent_of('exact'), or the name of one")
    check_rules(agent, setting)
    return agent


@by_name
def agent_of(
    name: str,
    *,
    seed: int = 0,
    time_limit: float | None = 60,
    explains: bool = False,
    imports: str | Path | None = None,
) -> Agent:
    """Make an agent by its name: one of `AGENTS`, or an agent of your own.

    Args:
        name: The name. An agent of your own is `module:Class`, which is imported, or a program
            `| COMMAND`, which is started; both run its code.
        seed: Any whole number; see `Agent`.
        time_limit: The seconds that one question of the agent may take; None for no limit.
        explains: Whether agents that prove their moves name the clues behind each.
        imports: The folder in which to look for the modules of your own agents, as `python -m` does
            in the current one, and in which programs run. Without it no agent is imported, and
            none started.

    Raises:
        UnknownNameError: No agent has this name.
        AgentError: Your own agent cannot be imported or made, or `imports` is missing.
        MissingLibraryError: The agent needs a library that is not installed (`simplex`).
        TypeError: The seed is not a whole number.
    """
    kind = agent_class(name, imports=imports)
    if name in AGENTS:
        return kind(seed, time_limit=time_limit, explains=explains)
    with saying_who(name, f"be made as {kind.__name__}({seed}, time_limit=..., explains=...)"):
        return kind(seed, time_limit=time_limit, explains=explains)


def agent_class(name: str, *, imports: str | Path | None = None) -> type[Agent]:
    """Return the class of an agent; see `agent_of`. Your own agent is imported, but not made."""
    expect("agent", name, str, "the name of an agent")
    if name in AGENTS:
        return AGENTS[name]
    if is_command(name):
        if imports is None:
            raise AgentError(f"agent {name} is a program to be started; that is not allowed")
        from logicsweep.games.agents.program import program_class

        return program_class(name, str(Path(imports).resolve()))
    if ":" not in name and not is_file(name):
        raise UnknownNameError("agent", name, AGENTS)
    if not is_own(name):
        raise misnamed(name)
    if imports is None:
        allowing = "runs its code; agent_of(name, imports=folder) allows that"
        raise AgentError(f"agent {name} has to be imported, which {allowing}")
    return import_agent(name, imports)
