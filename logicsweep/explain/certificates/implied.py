"""Inequalities that follow from the clauses of one source: a checker has to trust this module.

All assignments of its cells are gone through, half by half; a half is left where the inequality
holds in all of it, or where unit propagation shows that the clauses rule it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.errors import LimitError
from logicsweep.explain.certificates.checker import Propagation
from logicsweep.explain.certificates.counters import Clause
from logicsweep.explain.certificates.formula import Inequality
from logicsweep.limits import Budget

# The most halves to look at for one inequality; twelve cells have twice as many at most.
_MOST: Final = 1 << 13


class Patterns:
    """The assignments that the clauses of a source allow.

    Attributes:
        variables: The variables of its cells.
    """

    def __init__(self, clauses: Sequence[Clause], variables: Sequence[int]) -> None:
        self.variables = frozenset(variables)
        self._known = Propagation(Budget(None))
        for clause in clauses:
            self._known.add(clause)

    def satisfy(self, inequality: Inequality) -> bool:
        """Tell whether all assignments that the clauses allow satisfy an inequality.

        Raises `LimitError` for a source with too many assignments.
        """
        values = dict(inequality.terms)
        # Large coefficients first, since they decide most.
        order = sorted(values, key=lambda variable: (-abs(values[variable]), variable))
        order += sorted(self.variables.difference(values))
        most_left = [0]
        for variable in reversed(order):
            most_left.append(most_left[-1] + max(values.get(variable, 0), 0))
        most_left.reverse()
        halves: list[tuple[int, tuple[int, ...]]] = [(0, ())]
        for _ in range(_MOST):
            if not halves:
                return True
            so_far, chosen = halves.pop()
            if so_far + most_left[len(chosen)] <= inequality.at_most:
                continue
            if chosen and self._known.entails([-literal for literal in chosen]):
                continue
            if len(chosen) == len(order):
                return False
            variable = order[len(chosen)]
            halves.append((so_far, (*chosen, -variable)))
            halves.append((so_far + values.get(variable, 0), (*chosen, variable)))
        raise LimitError(f"{inequality.source} allows too many assignments to go through")
