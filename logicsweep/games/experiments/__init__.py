"""Experiments: a specification in, a folder of played games and reports out.

Open `declared.py` first, which lists the keys of an experiment file, then `runner.py`; `summary.py`
and `report.py` say what was found.
"""
