"""The agent `strategist` with another first cell, to see what the first cell is worth.

The experiment first-cell.toml plays them, such as examples.agents.starts:Middle.
"""

from logicsweep import Cell, Move, State
from logicsweep.games import View
from logicsweep.games.agents.strategist import Strategist


class _Start(Strategist):
    """Opens a cell of its own first, and goes on as `strategist`."""

    row: int
    column: int

    def choose(self, view: View) -> Move:
        """See `Agent`."""
        if all(state == State.COVERED for state in view.states):
            self.chance = None
            return Move(Cell(self.row % view.height, self.column % view.width))
        return super().choose(view)


class Corner(_Start):
    """Starts in a corner."""

    row, column = 0, 0


class Edge(_Start):
    """Starts in the middle of the upper edge of an expert board."""

    row, column = 0, 15


class Second(_Start):
    """Starts on the second cell of the diagonal."""

    row, column = 1, 1


class Third(_Start):
    """Starts on the third cell of the diagonal."""

    row, column = 2, 2


class Fourth(_Start):
    """Starts on the fourth cell of the diagonal."""

    row, column = 3, 3


class Middle(_Start):
    """Starts in the middle of an expert board."""

    row, column = 8, 15
