"""`rref`: Gauss-Jordan elimination on the clues, bounds of each row (reference systems A and B).

The clues are a matrix in reduced row echelon form. A row whose right side is 0 and whose
coefficients have one sign makes its cells safe. A row whose right side equals the sum of its
positive (negative) coefficients makes those cells mines and the others safe. The arithmetic is
exact; that of the original was floating-point. The mine count is one more equation; `rref-local`
does without it. Single clues are propagated before the matrix, which finds more than reduced rows
alone; `rref-alone`, without that, is far from the published figures of B. Sound with exact clues;
uncertain clues are taken as exact.

The rules of a row are those of A, "Inference", rules 1 to 3, taken to a fixed point; the equation
of the mine count is that of A, "Global Information". A has no single clues before the matrix. B,
"Improved Algorithm v1", "Inference", has them, with the mine count; "Decisions" reads cells off
reduced rows whose right side is 0 or 1, and leaves open whether rows of several cells count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial

from logicsweep import Cell
from logicsweep.board import Clue
from logicsweep.games import View

from .equations import EquationAgent
from .matrix import RIGHT, Matrix, Row, forced
from .matrix_words import matrix_words, row_words

# The column of all cells together that no clue is about.
_REST = -2


class RrefLocal(EquationAgent):
    """See the module; without the mine count."""

    name = "rref-local"
    uses_total = False

    def begin(self, view: View) -> None:
        """Forget the equations of the game before."""
        super().begin(view)
        self._matrix = Matrix()
        self._has_total = False

    def knowledge(self, view: View) -> list[str]:
        """Return the equations, then the rows of their reduced form."""
        rows = [f"reduced: {row_words(view, row)}" for row in self._matrix.rows.values()]
        return [*super().knowledge(view), *rows]

    def _see(self, view: View, news: Mapping[Cell, int | Clue]) -> None:
        super()._see(view, news)
        for cell in news:
            self._fix(view.number(cell))
        for cell in news:
            equation = self._equations.live.get(view.number(cell))
            if equation is not None:
                self._matrix.add(_row(equation.cells, equation.mines))

    def _decide(
        self,
        view: View,
        *,
        mines: Iterable[int],
        safe: Iterable[int],
        reason: str,
        details: Callable[[], Iterable[str]] = tuple,
    ) -> bool:
        mines, safe = list(mines), list(safe)
        is_new = super()._decide(view, mines=mines, safe=safe, reason=reason, details=details)
        for number in (*mines, *safe):
            self._fix(number)
        return is_new

    def _find(self, view: View) -> bool:
        if self._matrix.contradicts:
            self._again()
        return self._single(view) or self._rows(view) or (self.uses_total and self._by_total(view))

    def _rows(self, view: View) -> bool:
        """Look at the rows that changed until none says more."""
        is_new = False
        matrix = self._matrix
        while matrix.changed:
            pivot = next(iter(matrix.changed))
            del matrix.changed[pivot]
            is_new |= self._take(view, matrix.rows[pivot], {})
        return is_new

    def _take(self, view: View, row: Row, rest: Mapping[int, list[int]]) -> bool:
        """Decide the cells that a row forces; `rest` has those of columns that are not one cell."""
        mines, safe = forced(row, {column: len(cells) for column, cells in rest.items()})
        if not mines and not safe:
            return False
        mines, safe = (
            [cell for column in columns for cell in rest.get(column, [column])]
            for columns in (mines, safe)
        )
        what = " and the mine count" if rest or self._has_total else ""
        reason = f"by a row of the reduced equations{what}"
        details = partial(self._words, view, row, rest)
        return self._decide(view, mines=mines, safe=safe, reason=reason, details=details)

    def _words(self, view: View, row: Row, rest: Mapping[int, list[int]]) -> Iterable[str]:
        """Yield the matrix, its reduced form and the row that decides."""
        left = self._mines_left(view) if rest or self._has_total else None
        total = None
        if left is not None:
            known = self._equations.known
            alone = {number for number in range(len(view.states)) if number not in known}
            columns = _row(alone.difference(*rest.values()), left)
            total = columns | dict.fromkeys(rest, 1), rest
        equations = self._equations.live.values()
        yield from matrix_words(view, equations, self._matrix.rows.values(), row, total)

    def _by_total(self, view: View) -> bool:
        """Use the equation of the total, reduced by the others: it is about all cells at once."""
        left = self._mines_left(view)
        if left is None or self._has_total:
            return False
        known = self._equations.known
        unknown = [number for number in range(len(view.states)) if number not in known]
        rest = [number for number in unknown if number not in self._matrix]
        row = _row([number for number in unknown if number in self._matrix], left)
        if not rest:
            self._has_total = True
            self._matrix.add(row)
            return self._rows(view)
        row[_REST] = 1
        self._matrix.reduce(row)
        return self._take(view, row, {_REST: rest})

    def _fix(self, number: int) -> None:
        """Tell the matrix the value of a known cell."""
        if number in self._matrix:
            self._matrix.fix(number, int(self._equations.known[number]))

    def _again(self) -> None:
        """Start from the current equations, after some that contradict each other."""
        self._matrix = Matrix()
        self._has_total = False
        for clue in sorted(self._equations.live):
            equation = self._equations.live[clue]
            self._matrix.add(_row(equation.cells, equation.mines))


class Rref(RrefLocal):
    """See the module; with the mine count."""

    name = "rref"
    uses_total = True


class RrefAlone(Rref):
    """See the module; without single clues."""

    name = "rref-alone"

    def _single(self, view: View) -> bool:
        del view
        self._equations.changed.clear()
        return False


def _row(cells: Iterable[int], mines: int) -> Row:
    return {RIGHT: mines, **dict.fromkeys(sorted(cells), 1)}
