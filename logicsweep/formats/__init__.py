"""Board files: bytes, texts and links in; positions and layouts out, and back.

Each format has a file of its own. Open `registry.py` first: it lists the formats and detects the
format of a file. To add a format, write a file with a `Format` (see `base.py`) and name it there.
`pasted.py` and `peeling.py` read texts that hold a board among other things. `stored.py` has
`load` and `save`; `replays/` reads the moves of replays.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
