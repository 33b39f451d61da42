"""A data set: positions of games with all that can be proved and computed about them.

Open `drawn.py` first, which draws a position from a seed. Then there are two ways: `records.py`
makes lines of JSON; `bulk.py` makes arrays, which `columns.py`
declares, and `shards.py` writes into files and reads again.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
