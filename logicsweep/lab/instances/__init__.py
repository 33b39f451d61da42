"""Families of instances for solvers, counters and grounders, with answers that are known exactly.

Open `families.py` first, which lists them; `instance.py` makes one of them a formula with its
answer, `folder.py` writes many with a manifest.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
