"""Games: dealing, what a player sees, agents, the loop between them, experiments.

In: a `Setting`, a seed, an agent. Out: moves and a result. `game.py` holds the truth, and only the
loop may import it. Open `loop.py` first; `agents/` has one file an agent, listed in its
`registry.py`; `experiments/` plays thousands and compares.
"""
