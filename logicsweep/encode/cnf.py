"""A constraint system as a CNF, each clause with the constraint it came from; DIMACS text.

The variable of a cell is its number plus one, whatever else is in the formula; auxiliary variables
come after the largest cell of the system. The same system gives the same text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from logicsweep.constraints import Cardinality, ConstraintSystem, Source, SourceKind
from logicsweep.encode.cardinality import (
    DEFAULT_ENCODING,
    ENCODINGS,
    NATIVE,
    Clause,
    check_encoding,
    encoded,
)


class AtMost(NamedTuple):
    """A native constraint: at most `bound` of the literals are true."""

    literals: Clause
    bound: int


class ClauseGroup(NamedTuple):
    """What one constraint became: clauses, or native constraints in their place."""

    constraint: Cardinality
    clauses: tuple[Clause, ...]
    at_most: tuple[AtMost, ...] = ()


@dataclass(frozen=True, slots=True)
class Cnf:
    """A formula whose models, projected on the cells, are the layouts.

    `groups` stand in the order of the system's constraints; `top` is the last variable in use.
    """

    system: ConstraintSystem
    groups: tuple[ClauseGroup, ...]
    top: int

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
        """How many variables stand for no cell."""
        return self.top - _last_cell(self.system)

    def variable(self, cell: int) -> int:
        """The variable of a cell number."""
        return cell + 1

    def cell(self, variable: int) -> int | None:
        """The cell number of a variable; None for an auxiliary one."""
        return variable - 1 if variable <= _last_cell(self.system) else None

    def clauses_of(self, source: Source) -> tuple[Clause, ...]:
        """The clauses that came from a source."""
        return tuple(
            clause
            for group in self.groups
            if group.constraint.source == source
            for clause in group.clauses
        )


def encode_cnf(system: ConstraintSystem, *, cardinality: str = DEFAULT_ENCODING) -> Cnf:
    """Encode a system. Clues become clauses over their cells alone.

    `cardinality` names the encoding of constraints that are too large for that (the total): one of
    `ENCODINGS`, or `native` to leave them as at-most constraints. Raises `UnknownNameError` for
    another name and `LimitError` when the encoding would be too large.
    """
    check_encoding(cardinality, (*ENCODINGS, NATIVE))
    top = _last_cell(system)
    groups = []
    for constraint in system.constraints:
        literals = tuple(cell + 1 for cell in constraint.cells)
        if cardinality == NATIVE and constraint.source.kind is SourceKind.TOTAL:
            groups.append(_native(constraint, literals))
            continue
        encoding = DEFAULT_ENCODING if cardinality == NATIVE else cardinality
        clauses, top = encoded(
            literals, constraint.lower, constraint.upper, encoding=encoding, top=top
        )
        groups.append(ClauseGroup(constraint, tuple(clauses)))
    return Cnf(system, tuple(groups), top)


def dimacs(cnf: Cnf, name: Callable[[int], str], *, for_counters: bool = False) -> Iterator[str]:
    """The lines of a formula's DIMACS text.

    `name(number)` says what a cell is called. A symbol table gives the variable of each cell, a
    projection line (`c p show`) names the cells' variables, and a comment before each constraint's
    clauses names its source. With native constraints the text is in minicard's extended format
    (`p cnf+`).

    `for_counters` writes the format of the model counting competition, track of projected counting:
    a first line `c t pmc`, and the projection after the header. Raises ValueError when there are
    native constraints, which counters cannot read.
    """
    native = list(cnf.at_most)
    if for_counters and native:
        raise ValueError("model counters read clauses alone; choose an encoding that is not native")
    count = sum(len(group.clauses) for group in cnf.groups) + len(native)
    projection = " ".join(["c p show", *(str(cell + 1) for cell in cnf.system.cells), "0"])
    if for_counters:
        yield "c t pmc"
    yield "c logicsweep: mine(row,column) is true when the cell holds a mine; cells count from 0"
    for cell in cnf.system.cells:
        yield f"c {cell + 1} = mine{name(cell)}"
    header = f"p {'cnf+' if native else 'cnf'} {cnf.top} {count}"
    yield from (header, projection) if for_counters else (projection, header)
    for group in cnf.groups:
        yield f"c {_origin(group.constraint, name)}"
        for clause in group.clauses:
            yield " ".join(map(str, (*clause, 0)))
        for literals, bound in group.at_most:
            yield f"{' '.join(map(str, literals))} <= {bound}"


def _origin(constraint: Cardinality, name: Callable[[int], str]) -> str:
    source = constraint.source
    what = "total" if source.cell is None else f"clue{name(source.cell)}"
    bounds = (
        f"{constraint.lower}"
        if constraint.lower == constraint.upper
        else f"{constraint.lower}..{constraint.upper}"
    )
    return f"{what}: {bounds} of {len(constraint.cells)} covered cells"


def _native(constraint: Cardinality, literals: Clause) -> ClauseGroup:
    count = len(literals)
    lower, upper = max(constraint.lower, 0), min(constraint.upper, count)
    if lower > upper:
        return ClauseGroup(constraint, ((),))
    at_most = []
    if upper < count:
        at_most.append(AtMost(literals, upper))
    if lower > 0:
        at_most.append(AtMost(tuple(-literal for literal in literals), count - lower))
    return ClauseGroup(constraint, (), tuple(at_most))


def _last_cell(system: ConstraintSystem) -> int:
    return system.cells[-1] + 1 if system.cells else 0
