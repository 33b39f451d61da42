"""The search for a sum that proves a verdict: few sources first, then small multipliers.

A sum refutes its sources together with the opposite of the verdict, so it has no fewer sources than
a smallest set that is unsatisfiable. Where such a set has a sum, that has the fewest sources.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from logicsweep.constraints.constraint import Constraint
from logicsweep.constraints.source import BACKGROUND, TOTAL
from logicsweep.limits import Budget
from logicsweep.linear.bounding import bounding_lines
from logicsweep.linear.closing import closing_line, smallest_multipliers
from logicsweep.linear.relaxation import Relaxation
from logicsweep.linear.rounding import cuts
from logicsweep.linear.rows import Row
from logicsweep.linear.statements import row_of
from logicsweep.linear.sums import Addend, Line, Sum, earlier_row

# Steps from constraint to constraint, by common cells, up to which others are near.
_FURTHEST: Final = 3
# The most constraints that are all taken together; a large board would take minutes.
_MOST: Final = 400


class Proof(NamedTuple):
    """A sum, and what is known of its size.

    Attributes:
        sum: The sum, which adds up.
        has_few: Whether its sources are among those given, in place of all.
        is_least: Whether it is proved that its rows have no smaller whole multipliers.
    """

    sum: Sum
    has_few: bool
    is_least: bool


def proof_of(
    few: Sequence[Constraint],
    every: Callable[[], Sequence[Constraint]],
    cell: int,
    *,
    mine: bool,
    budget: Budget,
) -> Proof | None:
    """Find a sum that proves a verdict.

    Tried in turn are the few constraints in their own form, their hulls, those near them, the few
    with a rounded line before, and all constraints unless there are very many.

    Args:
        few: The constraints of a minimal unsatisfiable subset, with the opposite of the verdict,
            and those that always hold.
        every: All constraints, which are made if the few have no sum.
        cell: The cell of the verdict.
        mine: True for a mine, False for a safe cell.
        budget: The limit of time.

    Returns:
        The proof, checked by adding up; None if none of these ways leads to one.

    Raises:
        LimitError: The budget is spent.
    """
    search = _Search(cell, budget, mine=mine)
    alone = search.by_one_row(few) if len(few) == 1 else None
    if alone is not None:
        return alone
    for hulls in (False, True):
        proof = search.by_one_line(few, hulls=hulls)
        if proof is not None:
            return proof._replace(has_few=True)
    constraints = every()
    near: Sequence[Constraint] = ()
    for near in _near(few, constraints):
        proof = search.by_all(near)
        if proof is not None:
            return proof
    proof = search.by_two_lines(few)
    if proof is None and len(near) < len(constraints) <= _MOST:
        return search.by_all(constraints)
    return proof


def _near(few: Sequence[Constraint], every: Sequence[Constraint]) -> Iterator[list[Constraint]]:
    """Yield the constraints that share a cell with a few, then those a few steps further away.

    What is missing for a sum is most often among these, and all constraints of a large board take
    the simplex method minutes. The mine count, which leads everywhere, leads nowhere here.
    """
    cells = {cell for row in few if row.source != TOTAL for cell in row.cells}
    for step in range(1, _FURTHEST + 1):
        near = [row for row in every if row.source == TOTAL or not cells.isdisjoint(row.cells)]
        are_all = len(near) == len(every)
        if are_all or step in (1, _FURTHEST):
            yield near
        if are_all:
            break
        cells.update([cell for row in near if row.source != TOTAL for cell in row.cells])


class _Search:
    """The search for the proof of one verdict."""

    def __init__(self, cell: int, budget: Budget, *, mine: bool) -> None:
        self._cell = cell
        self._mine = mine
        self._budget = budget

    def by_one_row(self, constraints: Sequence[Constraint]) -> Proof | None:
        """Prove the verdict by the only row as it is, if that does; most verdicts need no more."""
        row = row_of(constraints[0])
        if row is None:
            return None
        for multiplier, bound in ((1, row.upper), (-1, row.lower)):
            addends = [Addend(multiplier, row)]
            last = bound is not None and closing_line(addends, self._cell, mine=self._mine)
            if last:
                proved = Sum(self._cell, self._mine, (last,))
                proved.check()
                return Proof(proved, has_few=True, is_least=True)
        return None

    def by_one_line(
        self,
        constraints: Sequence[Constraint],
        *,
        hulls: bool = False,
        before: Sequence[Line] = (),
    ) -> Proof | None:
        """Prove the verdict by one line from constraints, and the results of lines before."""
        rows = [earlier_row(number, line.result) for number, line in enumerate(before)]
        relaxation = self._relaxation(constraints, rows, hulls=hulls)
        parts = self._refuted(relaxation)
        if parts is None:
            return None
        parts, is_least = smallest_multipliers(parts, relaxation.boxes, self._cell, mine=self._mine)
        last = closing_line(parts, self._cell, mine=self._mine)
        if last is None:
            raise RuntimeError("multipliers that refute the opposite do not prove the verdict")
        proved = Sum(self._cell, self._mine, (*before, last))
        proved.check()
        return Proof(proved, has_few=False, is_least=is_least)

    def by_all(self, constraints: Sequence[Constraint]) -> Proof | None:
        """Prove the verdict by one line from many constraints, and leave out what is not needed."""
        parts = self._refuted(self._relaxation(constraints))
        if parts is None:
            return None
        for source in dict.fromkeys([part.row.source for part in parts]):
            used = {part.row.source for part in parts} - {source} | {BACKGROUND}
            if source not in {part.row.source for part in parts}:
                continue
            some = [row for row in constraints if row.source in used]
            fewer = self._refuted(self._relaxation(some))
            parts = fewer or parts
        used = {part.row.source for part in parts} | {BACKGROUND}
        return self.by_one_line([row for row in constraints if row.source in used])

    def by_two_lines(self, constraints: Sequence[Constraint]) -> Proof | None:
        """Prove the verdict by a rounded line and a last one."""
        for hulls, first_lines in ((False, self._cuts), (True, self._bounds)):
            relaxation = self._relaxation(constraints, hulls=hulls)
            if self._refuted(relaxation) is not None:
                return self.by_one_line(constraints, hulls=hulls)
            for line in first_lines(constraints, relaxation):
                proof = self.by_one_line(constraints, hulls=hulls, before=[line])
                if proof is not None:
                    return proof
        return None

    def _cuts(self, _: Sequence[Constraint], relaxation: Relaxation) -> Iterator[Line]:
        return cuts(relaxation, self._budget)

    def _bounds(self, constraints: Sequence[Constraint], relaxation: Relaxation) -> Iterator[Line]:
        if not relaxation.has_hulls:
            return iter(())
        return bounding_lines(constraints, relaxation, self._budget)

    def _relaxation(
        self, constraints: Sequence[Constraint], rows: Sequence[Row] = (), *, hulls: bool = False
    ) -> Relaxation:
        return Relaxation(constraints, earlier=rows, hulls=hulls, alone=self._cell)

    def _refuted(self, relaxation: Relaxation) -> list[Addend] | None:
        return relaxation.refuted(self._cell, mine=self._mine, budget=self._budget)
