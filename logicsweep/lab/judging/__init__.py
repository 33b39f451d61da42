"""Judging claims about positions: moves, verdicts, probabilities, numbers of layouts, reasons.

Open `claims.py` first, which says what can be claimed; `judge.py` judges, and `judgements.py` has
what it says.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
