"""Experiments: a specification in, a folder of played games and reports out.

Open `declared.py` first, which lists the keys of an experiment file, then `game_run.py`;
`summary.py` and `reporting.py` say what came out.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
