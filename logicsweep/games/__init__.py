"""Games: dealing, what a player sees, agents, the loop between them, reviews.

In: a `Setting`, a seed, an agent. Out: moves and an `Outcome`. `game.py` holds the truth; only the
loop and those who deal the mines import it. Open `loop.py` first; `agents/` has one file for each
agent, listed in `agents/registry.py`, and `dealing/` makes layouts.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
