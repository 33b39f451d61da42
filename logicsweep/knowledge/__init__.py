"""One door to every question about a board, with verdicts kept up to date.

In: a `Board`, then clues that are told. Out: verdicts, counts, explanations. Open `base.py` first:
`KnowledgeBase` has the questions. A ledger holds the verdicts: `proposed.py` and `plain.py` for
ordinary boards, `constrained.py` for rules, constraints, keys and liars, `program.py` for a user's
logic program. `agreement.py` holds verdicts against counts.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
