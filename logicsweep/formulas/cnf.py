"""A constraint system as a CNF, each clause with the constraint that it came from.

The variable of a cell is its number plus one; auxiliary variables come after that of the last cell
of the system. The same system always gives the same formula.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from logicsweep.constraints.cardinality import Constraint
from logicsweep.constraints.clauses import Clause
from logicsweep.constraints.factors import TOTAL, Source, SourceKind
from logicsweep.errors import expect
from logicsweep.formulas.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    NATIVE,
    CardinalityName,
    check_encoding,
    encoded,
)
from logicsweep.system.system import A_SYSTEM, ConstraintSystem


class AtMost(NamedTuple):
    """A native constraint: at most `bound` of the literals are true.

    Solvers such as minicard (Liffiton and Maglalang 2012) handle it without clauses.
    """

    literals: Clause
    bound: int


class ClauseGroup(NamedTuple):
    """The encoding of one constraint: clauses, or native constraints in their place.

    Attributes:
        constraint: The constraint.
        clauses: Its clauses.
        at_most: Its native constraints.
        auxiliary: The number of auxiliary variables that it adds.
    """

    constraint: Constraint
    clauses: tuple[Clause, ...]
    at_most: tuple[AtMost, ...] = ()
    auxiliary: int = 0


@dataclass(frozen=True, slots=True)
class Cnf:
    """A CNF whose models, projected on the cells, are the models of a constraint system.

    The variable of a cell is its number plus one.
    """

    system: ConstraintSystem
    """The constraint system."""
    groups: tuple[ClauseGroup, ...]
    """The clauses of each constraint, in the order of the system's constraints."""
    top: int
    """The last variable in use."""

    @property
    def clauses(self) -> Iterator[Clause]:
        """Every clause, in order."""
        return (clause for group in self.groups for clause in group.clauses)

    @property
    def at_most(self) -> Iterator[AtMost]:
        """Every native constraint, in order; empty unless the encoding is native."""
        return (native for group in self.groups for native in group.at_most)

    @property
    def auxiliary(self) -> int:
        """The number of auxiliary variables."""
        return self.top - _last_cell(self.system)

    def variable(self, cell: int) -> int:
        """Return the variable of a cell number."""
        return cell + 1

    def cell(self, variable: int) -> int | None:
        """Return the cell number of a variable; None if it is not the variable of a cell."""
        cells = self.system.cells
        place = bisect_left(cells, variable - 1)
        return variable - 1 if place < len(cells) and cells[place] == variable - 1 else None

    def clauses_of(self, source: Source) -> tuple[Clause, ...]:
        """Return the clauses that encode a source; none if it is not in the system."""
        return tuple(
            clause
            for group in self.groups
            if group.constraint.source == source
            for clause in group.clauses
        )


def encode_cnf(system: ConstraintSystem, *, cardinality: CardinalityName = DEFAULT_ENCODING) -> Cnf:
    """Encode a constraint system as a CNF.

    A small constraint, such as a clue with up to eight covered neighbours, becomes its prime
    implicates, without auxiliary variables (the binomial encoding: Frisch and Giannaros 2010).

    Args:
        system: The constraint system.
        cardinality: The encoding of larger constraints, such as the mine count: one of `ENCODINGS`,
            or `native` to keep the mine count as at-most constraints.

    Raises:
        UnknownNameError: There is no encoding of this name.
        LimitError: The encoding would be too large.
    """
    expect("system", system, ConstraintSystem, A_SYSTEM)
    check_encoding(cardinality, (*ENCODINGS, NATIVE))
    scheme = DEFAULT_ENCODING if cardinality == NATIVE else cardinality
    encode = partial(encoded, encoding=scheme)
    top = _last_cell(system)
    groups = []
    for constraint in system.constraints:
        literals = tuple([cell + 1 for cell in constraint.cells])
        if cardinality == NATIVE and constraint.source == TOTAL:
            at_most = constraint.at_most(literals)
            if at_most is not None:
                native = tuple([AtMost(*bound) for bound in at_most])
                groups.append(ClauseGroup(constraint, (), native))
                continue
        before = top
        clauses, top = constraint.clauses(literals, top, encode)
        groups.append(ClauseGroup(constraint, tuple(clauses), auxiliary=top - before))
    return Cnf(system, tuple(groups), top)


def relaxed(cnf: Cnf) -> tuple[Cnf, dict[Source, int]]:
    """Return the formula with optional clues, and the selector variable of each clue.

    A clue's clauses hold if its selector is true; everything else always holds. The formula must
    have no native constraints on clues, which cannot be made optional.
    """
    top = cnf.top
    selectors: dict[Source, int] = {}
    groups = []
    for group in cnf.groups:
        if group.constraint.source.kind is not SourceKind.CLUE:
            groups.append(group)
            continue
        top += 1
        selectors[group.constraint.source] = top
        clauses = tuple([(*clause, -top) for clause in group.clauses])
        groups.append(ClauseGroup(group.constraint, clauses, (), group.auxiliary + 1))
    return Cnf(cnf.system, tuple(groups), top), selectors


def _last_cell(system: ConstraintSystem) -> int:
    return system.cells[-1] + 1 if system.cells else 0
