"""`posterior`: plays what is proved, else the Bayes decision for 0-1 loss. Flags may be wrong.

The decision is to open the cell least likely to be a mine, or to flag the cell most likely to be
one: whichever is less likely to be wrong by the exact marginals of the posterior. So its flags can
be wrong, unlike those of `logic`. With uncertain clues the posterior weighs every layout by the
likelihood of what was shown.
"""

from __future__ import annotations

from typing import Final

from logicsweep import LimitError, Move
from logicsweep.games import View
from logicsweep.games.agents.logic import Logic
from logicsweep.reasons.wording import chance_words

_DIGITS: Final = 9


class Posterior(Logic):
    """See the module."""

    name = "posterior"

    def _guess(self, view: View) -> Move | None:
        left = [cell for cell in reversed(self._order) if view.can_open(cell)]
        left = [cell for cell in left if cell not in self._found]
        try:
            marginals = self._kb.count().probabilities()
        except LimitError:
            return None
        if not left:
            return None
        # Rounded, so that what is alike is alike on every machine.
        risks = {cell: round(float(marginals[cell]), _DIGITS) for cell in left}
        safest, surest = min(left, key=risks.__getitem__), max(left, key=risks.__getitem__)
        if view.needs_flags and 1 - risks[surest] < risks[safest]:
            return Move(
                surest, flags=True, reason=f"mine probability {chance_words(risks[surest])}"
            )
        return Move(safest, reason=f"mine probability {chance_words(risks[safest])}")
