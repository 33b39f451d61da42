"""One door to every question about a board, also after further clues.

In: a `Board`, then further clues. Out: verdicts, counts, explanations. Open `base.py` first:
`KnowledgeBase` has the questions. A ledger has the verdicts and the layouts: `board_ledger.py`, or
`program.py` with a user's logic program. `agreement.py` holds verdicts against counts.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
