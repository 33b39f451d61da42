"""Games: dealing, what a player sees, agents, the loop between them, reviews.

In: a `Setting`, a seed, an agent. Out: moves and an `Outcome`. `game.py` holds the truth; only the
loop and those who deal the mines import it. Open `loop.py` first; `agents/` has one file for each
agent, listed in `agents/registry.py`, and `dealing/` makes layouts.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
