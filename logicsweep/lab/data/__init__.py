"""A data set: positions of games with all that can be proved and computed about them.

Open `drawn.py` first, which draws a position from a seed, then `bulk.py`, which makes arrays of
them; `records.py` declares a line of JSON, `shards.py` writes files, and `reading.py` reads them.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
