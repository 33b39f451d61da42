"""Board files: bytes, texts and links in; positions and layouts out, and back.

Open `registry.py` first: it lists the formats and detects the format of a file. Each has a file of
its own, with a `Format` (see `base.py`), or a row in the table of `dialects.py`.
`loose.py` reads texts that hold a board among other things. `stored.py` has
`load` and `save`; `replays/` reads the moves of replays.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
