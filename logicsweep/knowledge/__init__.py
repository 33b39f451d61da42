"""One door to every question about a board, also after further clues.

In: a `Board`, then further clues. Out: verdicts, counts, explanations. Open `base.py` first:
`KnowledgeBase` has the questions. A ledger has the verdicts and the layouts: `board_ledger.py`, or
`program.py` with a user's logic program. `agreement.py` holds verdicts against counts.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
