"""`logicsweep agents`: the agents, with a line about each."""

from __future__ import annotations

from logicsweep.cli.common import command, print_json


@command
def agents(*, json: bool = False) -> None:
    """List the agents, each with how it decides.

    Name one in `play --agent`, `compare` and experiment files; or module:Class, an agent of your
    own.

    Example: logicsweep agents
    """
    from logicsweep.games.agents.registry import ABOUT, AGENTS

    if json:
        from logicsweep.render.asked import Asked
        from logicsweep.render.json.lists import listed_agents

        print_json(listed_agents(Asked("agents"), AGENTS.values(), ABOUT))
        return
    from logicsweep.cli.terminal import print_table

    print_table(("name", "how it decides"), [(name, ABOUT[name]) for name in AGENTS])
