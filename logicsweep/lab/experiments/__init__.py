"""Experiments: a specification in, a folder of played games and reports out.

Open `declared.py` first, which lists the keys of an experiment file, then `game_run.py`;
`summary.py` and `reporting.py` say what came out.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
