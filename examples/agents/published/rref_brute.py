"""`rref-brute`: `rref` first, and `enumerate` where that is stuck (reference system B).

It follows B, "Improved Algorithm v1.5: Linear Algebra + Brute Force Probability Approach"; `rref`
and `enumerate` say where they differ. Sound with exact clues; uncertain clues are taken as exact.
"""

from __future__ import annotations

from logicsweep.games import View

from .enumerate import Enumerate
from .rref import Rref


class RrefBrute(Enumerate, Rref):
    """See the module; `time_limit` is that of `Enumerate`."""

    name = "rref-brute"

    def _find(self, view: View) -> bool:
        return super(Enumerate, self)._find(view) or self._by_counting(view)
