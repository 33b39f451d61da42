"""`enumerate`: model counting in small components (reference system B).

Single clues are propagated first; without that, the published figures of B cannot be reproduced. A
component is a set of cells that clues tie together. In a component of up to 20 cells all models are
counted, and the backbone is certain. If it is empty, the agent opens the cell that is a mine in the
smallest share of models, or a random cell in no such component if mines are less dense there.
Larger components are skipped. Sound with exact clues; uncertain clues are taken as exact. Shares of
models are not probabilities, since a model with more mines does not count less; the mine count
serves only for the density of the other cells.

It follows the functions in B, "Improved Algorithm v1.5", "Implementation", and "Efficiency". Those
differ in four ways. They drop the models of a component that need more mines than are left. They
compare the lowest share with the most mines that the other cells can hold (each component has its
fewest), divided by all covered cells less the number of components; here with the mines expected
there, divided by those cells. They only choose a cell to open: mines are flagged by single clues or
rows alone. Among equals they open the last cell, here the first. `enumerate-as-printed` does all
four as they do. `enumerate-unlimited` counts components of any size, and `enumerate-alone` does
without the single clues.
"""

from __future__ import annotations

from typing import ClassVar

from logicsweep import Move
from logicsweep.errors import counted
from logicsweep.games import View
from logicsweep.reasons.wording import chance_words

from .equations import EquationAgent
from .shares import Shares, Sharing


class Enumerate(EquationAgent):
    """See the module. `time_limit` is how long one component may take, in seconds."""

    name = "enumerate"
    largest: ClassVar[int | None] = 20

    def begin(self, view: View) -> None:
        """Forget the counts of the game before."""
        super().begin(view)
        self._sharing = Sharing(self.largest, self.time_limit)
        self._shares: Shares = {}

    def _find(self, view: View) -> bool:
        return self._single(view) or self._by_counting(view)

    def _by_counting(self, view: View) -> bool:
        """Decide the cells that are alike in all models of a small component."""
        self._shares = self._sharing.of(self._equations.live.values())
        mines = [number for number, share in self._shares.items() if share == 1]
        safe = [number for number, share in self._shares.items() if share == 0]
        return self._decide(
            view,
            mines=mines,
            safe=safe,
            reason="the same in all models",
            details=lambda: self._sharing.words(view, [*mines, *safe]),
        )

    def _guess(self, view: View) -> Move | None:
        shares = self._shares
        least = self._lowest(view, shares)
        if least is None:
            return None
        lowest, number = least
        mines = self._mines_left(view)
        rest = len(view.states) - len(self._equations.known) - len(shares)
        if mines is not None and rest and (mines - sum(shares.values())) / rest < lowest:
            outside = self._outside(view, shares)
            if outside is not None:
                density = chance_words((mines - sum(shares.values())) / rest)
                details = (f"{density} outside, where {counted(rest, 'cell')} are left",)
                reason = "mines are less dense outside the clues"
                return Move(outside, reason=reason, details=details if self.explains else ())
        words = tuple(self._sharing.words(view, [number])) if self.explains else ()
        reason = f"lowest share {chance_words(lowest)}"
        return Move(view.cell(number), reason=reason, details=words)


class EnumerateUnlimited(Enumerate):
    """See the module; without the limit of 20 cells."""

    name = "enumerate-unlimited"
    largest = None


class EnumerateAlone(Enumerate):
    """See the module; without single clues."""

    name = "enumerate-alone"

    def _find(self, view: View) -> bool:
        return self._by_counting(view)
