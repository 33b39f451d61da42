"""`rref-as-printed`: linear algebra by the letter of reference system B, in floating-point numbers.

B, "Improved Algorithm v1", makes a matrix of all clues around which a cell is unknown and of the
mine count, each time that no safe cell is left, and reduces it. By "Decisions" the cells of a row
with 0 on the right side are safe, and that of a row with 1 is a mine; "unreduced" rows are
disregarded. Here a row with 0 decides if its entries have one sign, and a row with 1 if it has one
entry. `rref` takes every row whose right side its cells can just reach, such as two mines in two
cells; that flags up to 3 points more where half of the cells are mines. B does not print its
elimination: this is the textbook one, in `reduced`, in which the first row with an entry in a
column becomes its pivot row, and entries are compared as they are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logicsweep.errors import counted
from logicsweep.games import View

from .equations import EquationAgent, equation_words, sum_words

Matrix = NDArray[np.float64]
Entries = NDArray[np.float64]


def reduced(matrix: Matrix) -> Matrix:
    """Return the reduced row echelon form; the last column is the right side."""
    rows = matrix.copy()
    top = 0
    for column in range(rows.shape[1] - 1):
        entries = np.flatnonzero(rows[top:, column])
        if not entries.size:
            continue
        rows[[top, top + entries[0]]] = rows[[top + entries[0], top]]
        rows[top] /= rows[top, column]
        factors = rows[:, column].copy()
        factors[top] = 0
        others = np.flatnonzero(factors)
        entries = np.flatnonzero(rows[top])  # most rows have few
        rows[np.ix_(others, entries)] -= np.outer(factors[others], rows[top, entries])
        top += 1
        if top == len(rows):
            break
    return rows


class RrefAsPrinted(EquationAgent):
    """See the module."""

    name = "rref-as-printed"

    def begin(self, view: View) -> None:
        """Forget the matrix of the game before."""
        super().begin(view)
        self._known_before = -1

    def _find(self, view: View) -> bool:
        return self._single(view) or self._by_rows(view)

    def _by_rows(self, view: View) -> bool:
        """Decide the cells that rows of the solved matrix force, as they come."""
        known = self._equations.known
        if len(known) == self._known_before:
            return False  # nothing is new: the rows would be the same
        self._known_before = len(known)
        unknown = [number for number in range(len(view.states)) if number not in known]
        matrix = self._matrix(view, unknown)
        is_new = False
        for row in self._solved(view, matrix):
            mines, safe = self._decided(row[:-1], row[-1])
            is_new |= self._decide(
                view,
                mines=mines,
                safe=safe,
                reason="by a row of the solved matrix",
                details=partial(self._row_words, view, row),
            )
        return is_new

    def _decided(self, entries: Entries, right: float) -> tuple[list[int], list[int]]:
        """Return the cells (mines, safe) that a row decides."""
        cells: list[int] = np.flatnonzero(entries).tolist()
        if right == 0 and not entries.max(initial=0) > 0 > entries.min(initial=0):
            return [], cells
        return (cells, []) if right == 1 and len(cells) == 1 else ([], [])

    def _matrix(self, view: View, unknown: list[int]) -> Matrix:
        """Make the matrix: a column for each cell of the board, a row for each clue."""
        live = self._equations.live
        left = self._mines_left(view)
        rows = [(sorted(live[clue].cells), live[clue].mines) for clue in sorted(live)]
        rows += [(unknown, left)] if left is not None and unknown else []
        matrix = np.zeros((len(rows), len(view.states) + 1))
        for place, (cells, mines) in enumerate(rows):
            matrix[place, cells] = 1
            matrix[place, -1] = mines
        return matrix

    def _solved(self, view: View, matrix: Matrix) -> Iterable[Entries]:
        """Return the rows of the solved matrix."""
        del view
        if not len(matrix):
            return []
        # Cells that no row tells apart have equal columns, whatever is done to the rows; a second
        # one is never a pivot. So one column stands for all of them.
        alike: dict[bytes, int] = {}
        columns = np.packbits(matrix[:, :-1].T != 0, axis=1)
        place = [alike.setdefault(column.tobytes(), len(alike)) for column in columns]
        _, first = np.unique(place, return_index=True)
        rows = reduced(matrix[:, [*first, -1]])
        return np.column_stack((rows[:, :-1][:, place], rows[:, -1]))

    def _row_words(self, view: View, row: Entries) -> Iterator[str]:
        """Yield the equations, and the row of their solved matrix that decides."""
        for equation in self._equations.live.values():
            yield equation_words(view, equation)
        left = self._mines_left(view)
        if left is not None:
            unknown = len(view.states) - len(self._equations.known)
            yield f"{counted(unknown, 'unknown cell')} = {left}: the mine count"
        entries: dict[int, Any] = {n: float(row[n]) for n in np.flatnonzero(row[:-1]).tolist()}
        yield f"row {sum_words(view, entries)} = {float(row[-1])}"
