"""Judging claims about positions: moves, verdicts, probabilities, numbers of layouts, reasons.

Open `claims.py` first, which says what can be claimed; `judge.py` judges, and `judgements.py` has
what it says.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
