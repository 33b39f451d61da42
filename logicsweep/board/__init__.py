"""A position as the player sees it, and its forms: value, text and picture.

In: grids, texts, clues. Out: `Board`, `Layout`, `Verdict`, `Consequences`, `Picture`; immutable.
Nothing here proves or counts. A cell is a `Cell` at the rim and its number below this room.
Open `board.py` first, `text.py` and `rows.py` for the native text, `clue.py` for what clues say,
`adjacency.py` and `topologies.py` for which cells are neighbours.
"""

import lazy_loader

__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
