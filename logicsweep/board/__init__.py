"""A position as the player sees it, and its forms: value, text and picture.

In: grids, texts, clues. Out: `Board`, `Layout`, `Verdict`, `Consequences`, `Picture`, all
immutable. Nothing here proves or counts. Public functions take and return `Cell` tuples; the rooms
below use cell numbers. Open `board.py` first, then `text.py` and `rows.py` for the native text,
`clue.py` for clues, `adjacency.py` and `topology_text.py` for neighbours.
"""

from logicsweep.stubs import names_of

__getattr__, __dir__ = names_of(__name__, __file__)
