"""`simplex`: the linear relaxation of the clues, used soundly (after reference system B).

Each clue bounds a sum of variables between 0 and 1, and so does the mine count. A cell whose
maximum is below 1 is safe, and one whose minimum is above 0 is a mine, since a cell is 0 or 1.
HiGHS (through scipy, extra `simplex`) finds the extremes in floats. The conclusions rest on its
dual values alone, from which exact arithmetic works out a bound (weak duality: any non-negative
multipliers give a true bound). Uncertain clues count by their bounds.

A relaxation decides nothing that does not follow from the constraints themselves. So only cells
that the knowledge base has proved are tried, which saves most of the work and changes no answer
(unless the knowledge base ran out of time); verdicts that the relaxation does not confirm are not
used.

B, "Flawed Knowledge-Base: Optimistic clue", "Strategy adaptation", and the same of "Cautious clue",
has the inequalities, but maximises the number of mines by a two-phase simplex, which failed, and
then falls back to its `rref`. This agent shares the inequalities alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, Final, NamedTuple

from logicsweep import Move
from logicsweep.constraints import Cardinality, Source, SourceKind
from logicsweep.errors import MissingLibraryError
from logicsweep.games import View
from logicsweep.games.agents.logic import Logic
from logicsweep.system import ConstraintSystem, boxes, constraints_of
from logicsweep.system.partition import merged

# Of what the solver says, so much is put down to rounding; the exact bound decides.
_CLOSE: Final = 1e-6
# Multipliers become fractions with denominators up to this.
_FINE: Final = 1_000_000


class _Row(NamedTuple):
    """A bound that a source gives: `sum(sign * x[box] for box in places) <= bound`."""

    places: tuple[int, ...]
    sign: int
    bound: int
    source: Source

    def words(self, view: View) -> str:
        """Name the source and its bound."""
        by_clue = self.source.kind is SourceKind.CLUE and self.source.cell is not None
        what = f"the clue at {view.cell(self.source.cell or 0)}" if by_clue else "the mine count"
        return f"{what}: {f'at most {self.bound}' if self.sign > 0 else f'at least {-self.bound}'}"


class _Decided(NamedTuple):
    """Cells by number with a bound below 1 on their mines, or on the safe cells among them.

    The rows times their multipliers add up to the bound.
    """

    cells: list[int]
    bound: Fraction
    multipliers: list[tuple[Fraction, _Row]]

    def words(self, view: View, what: str) -> Iterator[str]:
        """Write the rows with their multipliers, and the bound on mines or safe cells."""
        for multiplier, row in self.multipliers:
            yield f"{multiplier} times {row.words(view)}"
        cells = ", ".join(str(view.cell(number)) for number in self.cells)
        yield f"with 0 to 1 mines in each cell: at most {self.bound} {what} among {cells}, so none"


class Simplex(Logic):
    """See the module. Raises `MissingLibraryError` without scipy."""

    name = "simplex"
    plays_rules = False

    def __init__(
        self, seed: int = 0, *, time_limit: float | None = 60, explains: bool = False
    ) -> None:
        super().__init__(seed, time_limit=time_limit, explains=explains)
        try:
            import scipy.optimize
        except ImportError:
            raise MissingLibraryError(
                "scipy", extra="simplex", purpose="the agent simplex"
            ) from None
        self._linprog: Any = scipy.optimize.linprog

    def _find(self, view: View) -> bool:
        if not self._untold and not self._is_behind:
            return False
        self._tell()
        proved = self._proved()
        mines, safe = (
            {view.number(cell) for cell in cells if view.can_open(cell)}
            for cells in (proved.mines, proved.safe)
        )
        if not mines and not safe:
            return False
        relaxation = _Relaxation(constraints_of(view.board), self._linprog)
        is_new = False
        for decided in relaxation.decided(mines, sign=-1):
            is_new |= self._take(view, decided, mine=True)
        for decided in relaxation.decided(safe, sign=1):
            is_new |= self._take(view, decided, mine=False)
        return is_new

    def _take(self, view: View, decided: _Decided, *, mine: bool) -> bool:
        cells = list(map(view.cell, decided.cells))
        details = decided.words(view, "safe cells" if mine else "mines") if self.explains else ()
        return self._add(
            view,
            mines=cells if mine else (),
            safe=() if mine else cells,
            reason="by the linear relaxation",
            details=details,
        )

    def _explained(self, move: Move) -> Move:
        """Leave the reason alone: the clues that prove a cell are not how this agent found it."""
        return move


class _Relaxation:
    """The constraints over boxes: a variable for each, between 0 and the number of its cells.

    Boxes are alike in every constraint, so that a cell can be 1 exactly if its box can be.
    """

    def __init__(self, system: ConstraintSystem, linprog: Any) -> None:
        import numpy as np

        tied = merged(system.constraints)
        self._boxes = [cells for cells, _ in boxes(ConstraintSystem(system.cells, tuple(tied)))]
        self._sizes = [len(cells) for cells in self._boxes]
        home = {cell: place for place, cells in enumerate(self._boxes) for cell in cells}
        self._rows: list[_Row] = []
        for constraint in tied:
            if not isinstance(constraint, Cardinality):
                continue  # it relaxes linear constraints; of a relation it knows nothing
            places = tuple(sorted({home[cell] for cell in constraint.cells}))
            self._rows.append(_Row(places, 1, constraint.upper, constraint.source))
            self._rows.append(_Row(places, -1, -constraint.lower, constraint.source))
        self._matrix = np.zeros((len(self._rows), len(self._sizes)))
        for number, row in enumerate(self._rows):
            self._matrix[number, list(row.places)] = row.sign
        self._bounds = [row.bound for row in self._rows]
        self._linprog = linprog

    def decided(self, asked: set[int], *, sign: int) -> Iterator[_Decided]:
        """Yield the boxes of the cells asked about that are safe (sign 1) or mines (sign -1)."""
        # The boxes that no solution so far has shown to hold a mine (or a safe cell).
        unseen = {place for place, box in enumerate(self._boxes) if not asked.isdisjoint(box)}
        while unseen:
            place = min(unseen)
            unseen.remove(place)
            extreme = self._extreme(place, sign)
            if extreme is None:
                continue
            solution, multipliers = extreme
            unseen = {box for box in unseen if self._value(solution, box, sign) < 1 - _CLOSE}
            if self._value(solution, place, sign) < 1 - _CLOSE:
                used = [
                    (Fraction(max(-given, 0.0)).limit_denominator(_FINE), row)
                    for row, given in zip(self._rows, multipliers, strict=True)
                ]
                used = [(multiplier, row) for multiplier, row in used if multiplier]
                bound = self._bound(place, sign, used)
                if bound < 1:
                    yield _Decided(list(self._boxes[place]), bound, used)

    def _value(self, solution: Sequence[float], place: int, sign: int) -> float:
        """The number of mines (or safe cells, with sign -1) of a box in a solution."""
        return solution[place] if sign > 0 else self._sizes[place] - solution[place]

    def _extreme(self, place: int, sign: int) -> tuple[list[float], list[float]] | None:
        """The solution with the most mines (or safe cells) in a box, and its multipliers."""
        costs = [0.0] * len(self._sizes)
        costs[place] = -float(sign)
        result = self._linprog(
            costs,
            A_ub=self._matrix if self._rows else None,
            b_ub=self._bounds if self._rows else None,
            bounds=[(0, size) for size in self._sizes],
            method="highs",
        )
        if result.status != 0:
            return None
        return result.x.tolist(), result.ineqlin.marginals.tolist() if self._rows else []

    def _bound(
        self, place: int, sign: int, multipliers: Sequence[tuple[Fraction, _Row]]
    ) -> Fraction:
        """A true upper bound on the mines (or safe cells) of a box, whatever the multipliers."""
        left = [Fraction(0)] * len(self._sizes)
        left[place] = Fraction(sign)
        bound = Fraction(0 if sign > 0 else self._sizes[place])
        for multiplier, row in multipliers:
            bound += multiplier * row.bound
            for box in row.places:
                left[box] -= multiplier * row.sign
        return bound + sum(
            value * size for value, size in zip(left, self._sizes, strict=True) if value > 0
        )
