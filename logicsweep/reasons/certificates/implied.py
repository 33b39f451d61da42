"""Inequalities that follow from the clauses of one source: a checker has to trust this module.

All assignments of its cells are gone through, half by half; a half is left where the inequality
holds in all of it, or where unit propagation shows that the clauses rule it out.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from logicsweep.errors import LimitError
from logicsweep.reasons.certificates.checker import Propagation
from logicsweep.reasons.certificates.counters import Clause
from logicsweep.reasons.certificates.formula import Implied

# The most literals to make true for the inequalities of a claim. Twelve cells take some 100,000.
_MOST: Final = 300_000


class Effort:
    """The literals that may still be made true for a claim."""

    def __init__(self) -> None:
        self._left = _MOST

    def check(self) -> None:
        """Count one more. Raises `LimitError` for too many."""
        self._left -= 1
        if self._left < 0:
            raise LimitError("the sources allow too many assignments to go through")


class Patterns:
    """The assignments that the clauses of a source allow.

    Attributes:
        variables: The variables of its cells.
    """

    def __init__(self, clauses: Sequence[Clause], variables: Sequence[int], effort: Effort) -> None:
        self.variables = frozenset(variables)
        self._effort = effort
        self._known = Propagation(effort)
        for clause in clauses:
            self._known.add(clause)

    def satisfy(self, inequality: Implied) -> bool:
        """Tell whether all assignments that the clauses allow satisfy an inequality.

        Raises `LimitError` for too many assignments.
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
        while halves:
            self._effort.check()
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
        return True
