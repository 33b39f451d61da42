"""Experiments: a specification in, a folder of played games and reports out.

Open `specification.py` first, then `runner.py`; `summary.py` and `report.py` say what came of it.
"""
