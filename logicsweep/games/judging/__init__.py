"""Judging claims about positions: moves, verdicts, probabilities, numbers of layouts, reasons.

Open `claims.py` first, which says what can be claimed; `judge.py` judges, and `judgements.py` has
what it says.
"""
