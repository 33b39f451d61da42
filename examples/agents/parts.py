"""The agent `strategist` with one part of its recipe off, to see what that part is worth.

The experiment parts.toml plays them, such as examples.agents.parts:WithoutThird.
"""

from logicsweep.games.agents.strategist import Strategist
from logicsweep.strategy.recipe import STANDARD


class WithoutEndgames(Strategist):
    """Solves nothing to the end."""

    recipe = STANDARD._replace(layouts=0)


class SmallEndgames(Strategist):
    """Solves parts with at most 1,000 layouts, not 10,000."""

    recipe = STANDARD._replace(layouts=1_000)


class WithoutPolicy(Strategist):
    """Follows no policy through parts that are too large to be solved."""

    recipe = STANDARD._replace(policy=0)


class AnyEdge(Strategist):
    """Compares any far cells on an edge, not those two steps from a clue alone."""

    recipe = STANDARD._replace(two_steps=False)


class WithoutThird(Strategist):
    """Compares no cells by three clicks."""

    recipe = STANDARD._replace(contenders=0)


class Earlier(Strategist):
    """Plays as `strategist` once did: without the policy, two steps and the third click."""

    recipe = STANDARD._replace(contenders=0, policy=0, two_steps=False)


class WithoutSurvival(Strategist):
    """Does not look at the click after the next."""

    recipe = STANDARD._replace(survival=False)


class WithoutSecond(Strategist):
    """Looks at the safest next cell alone, not at the second safest."""

    recipe = STANDARD._replace(second=0.0)


class FewCandidates(Strategist):
    """Compares 14 cells within 10 %, not 24 within 15 %."""

    recipe = STANDARD._replace(tolerance=0.9, candidates=14, far=12)
