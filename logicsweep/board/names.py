"""The names of topologies and clue models, apart from what they load."""

from __future__ import annotations

from typing import Final

# The eight cells around a cell: the default of a text without neighbours.
SQUARE: Final = "square"
# The form of the name of a grid of any dimensions, for messages.
GRID: Final = "grid 4x4x4"
TOPOLOGY_NAMES: Final = (
    SQUARE,
    "four",
    "hexagon",
    "triangle",
    "torus",
    "cylinder",
    "knight",
    GRID,
    f"{GRID} wrap",
)
"""The names of all topologies; a grid is followed by its dimensions."""
CLUE_MODELS: Final = ("exact", "optimistic", "cautious", "liar", "noisy(P)", "random-reveal(P)")
"""The names of all clue models, as in boards and on the command line; P is a probability such as
0.1 or 1/10."""
