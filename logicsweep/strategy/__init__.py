"""Which cell to open: what-if positions, exact endgames, 50/50s, candidates, scores, the best.

In: a board and its counts. Out: decisions with their reasons, and the probability to win. Open
`best.py` first: it says in which order the other files are asked. `whatif.py` is what they all ask,
`winning.py` solves whole games. It knows no game and no truth.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
