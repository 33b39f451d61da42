"""`rref-enumerate`: `rref`, and where it is stuck all models counted (reference system A).

Each cell's share of the models in which it is a mine is taken for its probability: the lowest is
opened if it is under 0.3, else a random cell that no clue is about (the lowest if there is none).
Sound with exact clues in what it calls certain, shares not being probabilities; it takes uncertain
clues at their word.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from logicsweep.explain.wording import chance_words
from logicsweep.games.agents.base import Move
from logicsweep.games.agents.rref import Rref
from logicsweep.games.agents.shares import Sharing
from logicsweep.games.view import View

_LOW: Final = Fraction(3, 10)


class RrefEnumerate(Rref):
    """See the module. `time_limit` is how long one component may take, in seconds."""

    name = "rref-enumerate"

    def begin(self, view: View) -> None:
        """Forget what was counted."""
        super().begin(view)
        self._sharing = Sharing(None, self.time_limit)

    def _guess(self, view: View) -> Move | None:
        shares = self._sharing.of(self._equations.live.values())
        least = self._lowest(view, shares)
        if least is None:
            return None
        lowest, number = least
        if lowest >= _LOW:
            about = {cell for equation in self._equations.live.values() for cell in equation.cells}
            outside = self._outside(view, about)
            if outside is not None:
                return Move(outside, reason="a random cell outside the clues")
        reason = f"a mine in {chance_words(lowest)} of the models"
        return Move(view.cell(number), reason=reason, is_proved=not lowest)
