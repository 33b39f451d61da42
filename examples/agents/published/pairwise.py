"""`pairwise`: bounds propagation on pairs of clues (the improved agent of reference system C).

It does what `single-point` does. Besides, the sum and the difference of every two equations that
share a cell are constraints, too: it takes every cell that their bounds force to be safe or a mine.
Sound with exact clues; uncertain clues are taken as exact.

It follows C, "(A) Apply Theorem 1 and 2" and "(B) CSP/ Equation Strategy". C compares two equations
at a time and takes the variables that become 0 or 1; it does not say how it compares them.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from logicsweep.games import View

from .equations import (
    Equation,
    EquationAgent,
    equation_words,
    sum_words,
)


class Pairwise(EquationAgent):
    """See the module."""

    name = "pairwise"

    def begin(self, view: View) -> None:
        """Forget which equations are to be compared."""
        super().begin(view)
        self._due: dict[int, None] = {}

    def _changed(self, clue: int) -> None:
        self._due[clue] = None

    def _find(self, view: View) -> bool:
        equations = self._equations
        is_new = self._single(view)
        while self._due and not is_new:
            clue = next(iter(self._due))
            del self._due[clue]
            equation = equations.live.get(clue)
            if equation is None:
                continue
            for second in equations.others(equation):
                mines, safe = compared(equation, second)
                if mines or safe:
                    where = f"{view.cell(clue)} and {view.cell(second.clue)}"
                    reason = f"by the clues at {where} together"
                    is_new |= self._decide(
                        view,
                        mines=mines,
                        safe=safe,
                        reason=reason,
                        details=partial(_details, view, equation, second),
                    )
                    self._due[clue] = None
                    break
        return is_new


def _details(view: View, first: Equation, second: Equation) -> Iterable[str]:
    """Yield both equations, their difference and their sum; one of these decides."""
    yield equation_words(view, first)
    yield equation_words(view, second)
    for name, sign in (("difference", -1), ("sum", 1)):
        terms = dict.fromkeys(sorted(first.cells | second.cells), 0)
        for equation, factor in ((first, 1), (second, sign)):
            for cell in equation.cells:
                terms[cell] += factor
        words = sum_words(view, {cell: factor for cell, factor in terms.items() if factor})
        yield f"{name}: {words} = {first.mines + sign * second.mines}"


def compared(first: Equation, second: Equation) -> tuple[set[int], set[int]]:
    """The cells (mines, safe) that the sum or the difference of two equations forces."""
    both = first.cells & second.cells
    only, rest = first.cells - both, second.cells - both
    mines: set[int] = set()
    safe: set[int] = set()
    for groups, right in (
        (((only, 1), (rest, -1)), first.mines - second.mines),
        (((only, 1), (rest, 1), (both, 2)), first.mines + second.mines),
    ):
        highest = sum(factor * len(cells) for cells, factor in groups if factor > 0)
        lowest = sum(factor * len(cells) for cells, factor in groups if factor < 0)
        for cells, factor in groups:
            # One cell that is not as the bound has it takes so much away from it.
            if highest - abs(factor) < right <= highest:
                (mines if factor > 0 else safe).update(cells)
            elif lowest <= right < lowest + abs(factor):
                (safe if factor > 0 else mines).update(cells)
    return mines, safe
