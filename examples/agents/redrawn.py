"""The agent `single-point` with uncertain clues that are drawn anew whenever they are looked at.

Reference system B draws an uncertain clue in the function that its baseline calls for a clue
("Bonus - Dealing with Uncertainty"), from the mines known and the cells covered at that time. The
baseline looks at all clues again before each guess, so that a clue may be drawn many times. These
agents do so: they play with exact clues and hide the truth from themselves. The experiment
b-redrawn.toml plays them, such as examples.agents.redrawn:Optimistic.
"""

from abc import abstractmethod
from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING

from logicsweep import Cell
from logicsweep.board import Clue
from logicsweep.games import View

if TYPE_CHECKING:  # mypy knows the folder by its own name
    from published.single_point import SinglePoint
else:
    from logicsweep.games.agents.published.single_point import SinglePoint


class _Redrawn(SinglePoint):
    """Looks at a new clue once, and at all clues once more before each guess, as B does."""

    def begin(self, view: View) -> None:
        """Forget the clues of the game before."""
        super().begin(view)
        self._draws = Random(f"clues of agent {self.seed}")
        self._counts: dict[int, int] = {}
        self._has_looked = False

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        super()._see(view, news)
        self._equations.live.clear()
        self._equations.changed.clear()
        self._has_looked = False
        for cell, shown in news.items():
            if isinstance(shown, int) and shown >= 0:
                self._counts[view.number(cell)] = shown
                self._draw(view, view.number(cell))

    def _find(self, view: View) -> bool:
        if self._has_looked:
            return False
        self._has_looked = True
        decided = [self._draw(view, number) for number in self._counts]
        return any(decided)

    def _draw(self, view: View, number: int) -> bool:
        """Draw the clue in a cell, and decide its covered neighbours if it says all of them."""
        known = self._equations.known
        near = view.adjacency.lists[number]
        covered = [cell for cell in near if cell not in known]
        if not covered:
            return False
        mines = sum([known[cell] for cell in near if cell in known])
        drawn = self.shown(self._counts[number], mines, mines + len(covered))
        if drawn is None or mines < drawn < mines + len(covered):
            return False
        reason = f"by the clue drawn at {view.cell(number)}"
        if drawn <= mines:
            return self._decide(view, mines=(), safe=covered, reason=reason)
        return self._decide(view, mines=covered, safe=(), reason=reason)

    @abstractmethod
    def shown(self, count: int, least: int, most: int) -> int | None:
        """Draw what a clue shows; None for nothing. The agent holds `least` to `most` possible."""


class Reveal(_Redrawn):
    """Is shown the clue with probability 0.02 at each look."""

    share = 0.02

    def shown(self, count: int, least: int, most: int) -> int | None:
        del least, most
        return count if self._draws.random() < self.share else None


class Reveal30(Reveal):
    """Is shown the clue with probability 0.3 at each look."""

    share = 0.3


class Reveal50(Reveal):
    """Is shown the clue with probability 0.5 at each look."""

    share = 0.5


class Reveal70(Reveal):
    """Is shown the clue with probability 0.7 at each look."""

    share = 0.7


class Optimistic(_Redrawn):
    """Is shown a number from the known mines to the true count; nothing, if that is fewer."""

    def shown(self, count: int, least: int, most: int) -> int | None:
        del most
        return self._draws.randint(least, count) if least <= count else None


class Cautious(_Redrawn):
    """Is shown a number from the true count to the most mines; nothing, if that is fewer."""

    def shown(self, count: int, least: int, most: int) -> int | None:
        del least
        return self._draws.randint(count, most) if count <= most else None
