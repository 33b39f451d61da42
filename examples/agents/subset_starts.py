"""The agent `subset` with a first cell of its own, to see whether corners are safer.

The experiment e-corner.toml plays them, such as examples.agents.subset_starts:Corner.
"""

from abc import abstractmethod
from typing import TYPE_CHECKING

from logicsweep import Cell, Move, State
from logicsweep.games import View

if TYPE_CHECKING:  # mypy knows the folder by its own name
    from published.subset import Subset
else:
    from logicsweep.games.agents.published.subset import Subset


class _Start(Subset):
    """Opens a cell of its own first, and goes on as `subset`."""

    def choose(self, view: View) -> Move:
        """See `Agent`."""
        if all(state == State.COVERED for state in view.states):
            return Move(self._first(view), reason="the first cell")
        return super().choose(view)

    @abstractmethod
    def _first(self, view: View) -> Cell:
        """Return the first cell."""


class Corner(_Start):
    """Starts in a corner."""

    def _first(self, view: View) -> Cell:
        del view
        return Cell(0, 0)


class Edge(_Start):
    """Starts in the middle of the upper edge."""

    def _first(self, view: View) -> Cell:
        return Cell(0, view.width // 2)


class Middle(_Start):
    """Starts in the middle."""

    def _first(self, view: View) -> Cell:
        return Cell(view.height // 2, view.width // 2)
