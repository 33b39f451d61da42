"""`enumerate-as-printed` and `rref-brute-as-printed`: models as reference system B prints them.

They follow `probability_method` in B, "Improved Algorithm v1.5", in the four points in which
`enumerate` differs. Models of a component that need more mines than are left are dropped, each
other component having its fewest; a component without a model left has shares of 0. The lowest
share is compared with the most mines that the other cells can hold, divided by all unknown cells
less the number of components. It only chooses a cell to open: mines are flagged by single clues,
or by rows, alone. Among equals the last cell is opened, in the order of the components: that of the
last clue of each. If no other cell is left, it is the lowest share all the same.
`rref-brute-as-printed` does so where `rref-as-printed` is stuck.

B's figures with half of the cells mines are not those of this line: if all unknown cells less those
of the components are counted, as was surely meant, they agree (`counts_cells`).
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from logicsweep import Move, State
from logicsweep.games import View

from .enumerate import Enumerate
from .rref_as_printed import RrefAsPrinted


class EnumerateAsPrinted(Enumerate):
    """See the module. `time_limit` is how long one component may take, in seconds."""

    name = "enumerate-as-printed"
    counts_cells: ClassVar[bool] = False

    def _find(self, view: View) -> bool:
        return self._single(view)

    def _guess(self, view: View) -> Move | None:
        components = self._sharing.components_of(self._equations.live.values())
        left = self._mines_left(view)
        if not components or left is None:
            return None
        fewest = sum(component.fewest for component in components)
        shares = [
            (share, -place, -number)
            for place, component in enumerate(components)
            for number, share in component.within(left - fewest + component.fewest).items()
            if view.states[number] == State.COVERED
        ]
        if not shares:
            return None
        share, _, number = min(shares)
        unknown = len(view.states) - len(self._equations.known)
        others = unknown - len(shares if self.counts_cells else components)
        most = Fraction(left - fewest, others) if others else Fraction(1)
        if share >= most:
            outside = self._outside(view, {-number for _, _, number in shares})
            if outside is not None:
                return Move(outside, reason="a random cell outside the components")
        return Move(view.cell(-number), reason=f"lowest share {share}")


class RrefBruteAsPrinted(EnumerateAsPrinted, RrefAsPrinted):
    """See the module."""

    name = "rref-brute-as-printed"

    def _find(self, view: View) -> bool:
        return super(Enumerate, self)._find(view)
