"""`lin-opt`: the linear program of reference system B for uncertain clues, else its rows.

It follows B, "Flawed Knowledge-Base", "Strategy adaptation", twice. Where clues are cautious, the
matrix of `rref-as-printed` is the program "maximise the sum of all cells, each row at most its
right side", solved by the simplex method; `simplexCautious` then keeps as many columns as the
matrix has rows, and these rows are read as solved equations. As B prints it, the sum is that of all
columns, those of known cells included, which are 0 in every row: nothing bounds them, so that the
program is unbounded as soon as one cell is known, and the method fails, as in both games that B
logs. Where clues are optimistic, rows are at least their right sides, and no cell is bounded: it
fails as well. Where it fails it plays as `rref-brute-as-printed` does. B does not print how it
chooses the entering and the departing variable: here the most negative entry of the last row, and
the least quotient.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from logicsweep.games import View

from .enumerate_as_printed import RrefBruteAsPrinted
from .rref_as_printed import Matrix

# B gives up after so many steps.
_MOST_STEPS = 20_000


def simplex_cautious(matrix: Matrix) -> Matrix | None:
    """Return the rows that B reads after its program for cautious clues; None if it fails."""
    rows = len(matrix)
    tableau = np.column_stack((matrix[:, :-1], np.identity(rows), matrix[:, -1]))
    goal = np.concatenate((-np.ones(matrix.shape[1] - 1), np.zeros(rows + 1)))
    tableau = np.vstack((tableau, goal))
    for _ in range(_MOST_STEPS):
        entering = int(tableau[-1, :-1].argmin())
        if tableau[-1, entering] >= 0:
            return np.column_stack((tableau[:, :rows], tableau[:, -1]))[:-1]
        column = tableau[:-1, entering]
        if not (column > 0).any():
            return None
        quotients = np.full(rows, np.inf)
        np.divide(tableau[:-1, -1], column, out=quotients, where=column > 0)
        departing = int(quotients.argmin())
        tableau[departing] /= tableau[departing, entering]
        factors = tableau[:, entering].copy()
        factors[departing] = 0
        tableau -= np.outer(factors, tableau[departing])
    return None


class LinOpt(RrefBruteAsPrinted):
    """See the module."""

    name = "lin-opt"

    def _solved(self, view: View, matrix: Matrix) -> Iterable[NDArray[np.float64]]:
        if len(matrix) and any(clue.model == "cautious" for clue in view.uncertain.values()):
            rows = simplex_cautious(matrix)
            if rows is not None:
                return rows
        return super()._solved(view, matrix)
