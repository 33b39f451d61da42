"""Boards as formulas: CNF, weighted CNF, pseudo-Boolean constraints, and circuits as text.

In all of them the variable of a cell is its number plus one.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property, partial
from itertools import chain
from typing import TYPE_CHECKING, Final

from logicsweep.board.board import Board
from logicsweep.constraints.cardinality import Cardinality, Constraint
from logicsweep.constraints.clauses import Clause, excluding
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.formulas.base import (
    Encoding,
    Group,
    Linear,
    Soft,
    Statement,
    atoms_of,
    source_words,
)
from logicsweep.formulas.cardinality import DEFAULT_ENCODING, CardinalityName, encoded
from logicsweep.formulas.cnf import AtMost, ClauseGroup, encode_cnf, relaxed
from logicsweep.formulas.names import MCC, NNF, OPB, WCNF, WCNF_OLD
from logicsweep.system.hidden import hidden_of
from logicsweep.system.system import ConstraintSystem
from logicsweep.tables.circuit import nnf_lines
from logicsweep.tables.compiling import circuit_of

if TYPE_CHECKING:
    from logicsweep.formulas.base import PysatFormula

# Formats with soft clauses.
_SOFT: Final = (WCNF, WCNF_OLD)
# Statements that are written at once.
_AT_ONCE: Final = 1 << 12
MEANING: Final = (
    "logicsweep: mine(row,column) is true when the cell holds a mine; cells count from 0"
)


class FormulaEncoding(Encoding):
    """A board as a formula: the variable of a cell is its number plus one.

    `note` is an additional comment line at the top.
    """

    def __init__(
        self,
        board: Board,
        to: str,
        system: ConstraintSystem,
        groups: tuple[Group, ...],
        note: str | None,
    ) -> None:
        super().__init__(board, to, groups, {cell: cell + 1 for cell in system.cells})
        self._on_board = [cell for cell in system.cells if cell < board.grid.size]
        self._names = dict(zip(system.cells, atoms_of(board, system.cells), strict=True))
        self._note = note

    def lines(self, *, annotate: bool = False) -> Iterator[str]:
        return chain.from_iterable(self._parts(annotate=annotate))

    @abstractmethod
    def _parts(self, *, annotate: bool) -> Iterator[list[str]]:
        """Yield the lines, many at a time: boards have tens of thousands of clauses."""

    def _head(self, prefix: str, variable: str) -> list[str]:
        """Return the meaning of the cells' variables, as comments; a number follows `variable`."""
        notes = [MEANING] if self._note is None else [MEANING, self._note]
        named = [f"{prefix}{variable}{cell + 1} = {atom}" for cell, atom in self._names.items()]
        return [f"{prefix}{note}" for note in notes] + named

    def _title(self, group: Group) -> str:
        source = source_words(self.board, group.source) if group.source else "cells"
        return f"{source}: {group.says}"

    def _literal(self, literal: int) -> str:
        """Return a literal in words."""
        variable = abs(literal)
        name = self._names.get(variable - 1, f"x{variable}")
        return name if literal > 0 else f"not {name}"


class ClausalEncoding(FormulaEncoding):
    """A board as clauses, in DIMACS CNF or a related format.

    - `cnf`: DIMACS; with native constraints minicard's `cnf+` (Liffiton and Maglalang 2012).
    - `mcc`: the format of the model counting competition (Fichte, Hecher and Hamiti 2021),
      projected on the cells; with `weights`, weighted by the density of each cell.
    - `wcnf`: the format of the MaxSAT evaluations since 2022. Each clue is soft, with weight 1, so
      the minimum cost is the least number of wrong clues; the mine count is hard, and so is the
      bound on wrong clues of a board with liars.
    - `wcnf-old`: the same in the format before, in which a header names the weight of hard clauses.
    """

    def __init__(
        self,
        board: Board,
        to: str,
        system: ConstraintSystem,
        cardinality: CardinalityName,
        note: str | None,
        *,
        weights: Sequence[Fraction] | None = None,
    ) -> None:
        """Encode a board. Raises `UnknownNameError`, `LimitError`; see `cnf`."""
        cnf = encode_cnf(system, cardinality=cardinality)
        selectors: dict[Source, int] = {}
        if to in _SOFT and not board.liars:
            cnf, selectors = relaxed(cnf)
        soft = [selectors.get(group.constraint.source) for group in cnf.groups]
        if to in _SOFT and board.liars:
            soft = [_right(board, group.constraint.source) for group in cnf.groups]
        groups = tuple(map(_group, cnf.groups, soft))
        super().__init__(board, to, system, groups, note)
        self._cnf = cnf
        self._densities = weights
        self._selects = {variable: source for source, variable in selectors.items()}

    def to_pysat(self) -> PysatFormula:
        from pysat import formula

        if self.to in _SOFT:
            built = formula.WCNF()
        elif any(isinstance(clause, AtMost) for clause in self.clauses):
            built = formula.CNFPlus()
        else:
            built = formula.CNF()
        built.nv = self._cnf.top
        for clause in self.clauses:
            if isinstance(clause, Soft):
                built.append([clause.literal], weight=clause.weight)
            elif isinstance(clause, AtMost):
                built.append([list(clause.literals), clause.bound], is_atmost=True)
            elif not isinstance(clause, Linear | str):
                built.append(list(clause))
        return built

    def _parts(self, *, annotate: bool) -> Iterator[list[str]]:
        yield self._header()
        for group in self.groups:
            yield [f"c {self._title(group)}"]
            for start in range(0, len(group.clauses), _AT_ONCE):
                batch = group.clauses[start : start + _AT_ONCE]
                lines = self._dimacs(batch)
                if annotate:
                    words = [f"c   {self._words(clause)}" for clause in batch]
                    lines = [*chain(*zip(words, lines, strict=True))]
                yield lines

    def _dimacs(self, statements: Sequence[Statement]) -> list[str]:
        """Write clauses, and after them native constraints or soft clauses."""
        hard = "h " if self.to == WCNF else f"{self._most} " if self.to == WCNF_OLD else ""
        clauses = []
        others = []
        for statement in statements:
            if isinstance(statement, Soft):
                others.append(f"{statement.weight} {statement.literal} 0")
            elif isinstance(statement, AtMost):
                others.append(f"{' '.join(map(str, statement.literals))} <= {statement.bound}")
            else:
                clauses.append((*statement, 0))
        if not clauses:
            return others
        # All in one text, which is split again: there is no call for each clause.
        text = str(clauses)[2:-2].replace(",", "").replace(") (", f"\n{hard}")
        return [*f"{hard}{text}".splitlines(), *others]

    def _header(self) -> list[str]:
        """Return the lines before the clauses, in the order that the format wants."""
        native = any(True for _ in self._cnf.at_most)
        count = sum([len(group.clauses) for group in self.groups])
        head = self._head("c ", "")
        head += [f"c {variable} = {self._literal(variable)}" for variable in self._selects]
        projection = f"c p show {' '.join([*[str(cell + 1) for cell in self._on_board], '0'])}"
        header = f"p {'cnf+' if native else 'cnf'} {self._cnf.top} {count}"
        if self.to == MCC:
            kind = "c t pmc" if self._densities is None else "c t pwmc"
            return [kind, *head, header, projection, *self._weights()]
        if self.to == WCNF_OLD:
            numbers = f"{self._cnf.top} {count} {self._most}"
            return ["c WCNF as of before 2022", *head, f"p wcnf {numbers}"]
        if self.to == WCNF:
            return [f"c WCNF as of 2022; {WCNF_OLD} is the format before", *head]
        return [*head, projection, header]

    @cached_property
    def _most(self) -> int:
        """Return the weight of hard clauses in the old format, more than all soft ones together."""
        return 1 + sum([clause.weight for clause in self.clauses if isinstance(clause, Soft)])

    def _weights(self) -> list[str]:
        """Return the weights of the cells, whether they are mines or not."""
        if self._densities is None:
            return []
        lines: list[str] = []
        for cell in self._on_board:
            density = self._densities[cell]
            lines.append(f"c p weight {cell + 1} {_decimal(density)} 0")
            lines.append(f"c p weight -{cell + 1} {_decimal(1 - density)} 0")
        return lines

    def _literal(self, literal: int) -> str:
        source = self._selects.get(abs(literal))
        if source is None:
            return super()._literal(literal)
        return f"{source_words(self.board, source)} is {'right' if literal > 0 else 'wrong'}"

    def _words(self, clause: Statement) -> str:
        """Write a statement with names of cells instead of variables."""
        if isinstance(clause, AtMost):
            return f"at most {clause.bound} of: {', '.join(map(self._literal, clause.literals))}"
        if isinstance(clause, Soft):
            return f"{self._literal(clause.literal)}, or it costs {clause.weight}"
        literals = [literal for literal in clause if isinstance(literal, int)]
        return " or ".join(map(self._literal, literals)) or "never"


class LinearEncoding(FormulaEncoding):
    """A board in the format of the pseudo-Boolean competitions, OPB (Roussel and Manquinho 2009).

    A constraint takes one line; a range takes two, since the format has only `>=` and `=`.
    """

    def __init__(self, board: Board, system: ConstraintSystem, note: str | None) -> None:
        groups = []
        self._top = system.cells[-1] + 1 if system.cells else 0
        for constraint in system.constraints:
            group, self._top = _linear_group(constraint, self._top)
            groups.append(group)
        super().__init__(board, OPB, system, tuple(groups), note)

    def _parts(self, *, annotate: bool) -> Iterator[list[str]]:
        count = sum([len(group.clauses) for group in self.groups])
        top = self._top or int(count > 0)
        yield [f"* #variable= {top} #constraint= {count}", *self._head("* ", "x")]
        for group in self.groups:
            lines = [f"* {self._title(group)}"]
            for clause in group.clauses:
                if isinstance(clause, Linear):
                    if annotate:
                        lines.append(f"*   {self._words(clause)}")
                    lines.append(opb_line(clause))
            yield lines

    def _words(self, clause: Linear) -> str:
        """Write a linear statement with names of cells instead of variables."""
        names = [self._literal(literal) for _, literal in clause.terms]
        factors = {factor for factor, _ in clause.terms}
        if factors == {1}:
            return f"{' + '.join(names)} {clause.relation} {clause.bound}"
        if factors == {-1}:
            return f"{' + '.join(names)} <= {-clause.bound}"
        signs = ["+" if factor > 0 else "-" for factor, _ in clause.terms]
        terms = " ".join([f"{sign} {name}" for sign, name in zip(signs, names, strict=True)])
        return f"{terms} {clause.relation} {clause.bound}"


def _group(group: ClauseGroup, selector: int | None) -> Group:
    """Return a group of clauses, with its selector, if it has one, as a soft clause."""
    constraint = group.constraint
    soft = () if selector is None else (Soft(selector),)
    clauses: tuple[Clause | AtMost | Soft, ...] = group.clauses + group.at_most + soft
    literals = sum(map(len, group.clauses)) + len(soft)
    for bound in group.at_most:
        literals += len(bound.literals)
    return Group(constraint.source, constraint.words, clauses, group.auxiliary, literals)


def _right(board: Board, source: Source) -> int | None:
    """Return the literal that is true if a clue is right; None for other sources."""
    wrong = hidden_of(board).wrong(source.cell or 0)
    return None if source.kind is not SourceKind.CLUE or wrong is None else -(wrong + 1)


def _linear_group(constraint: Constraint, top: int) -> tuple[Group, int]:
    """Write a constraint as linear constraints; take and return the last variable in use."""
    if isinstance(constraint, Cardinality):
        lines, after = _linear(constraint), top
    else:
        lines, after = _by_clauses(constraint, top)
    literals = sum([len(line.terms) for line in lines])
    return Group(constraint.source, constraint.words, lines, after - top, literals), after


def _by_clauses(constraint: Relation | Regional, top: int) -> tuple[tuple[Linear, ...], int]:
    """Keep sums with one value or an interval as linear constraints; turn others into clauses."""
    variables = [cell + 1 for cell in constraint.cells]
    linear = constraint.linear if isinstance(constraint, Relation) else None
    if linear is not None and linear.allowed:
        first, last = linear.allowed[0], linear.allowed[-1]
        terms = tuple(zip(linear.coefficients, variables, strict=True))
        if first == last:
            return (Linear(terms, "=", first),), top
        if len(linear.allowed) == last - first + 1:
            contrary = tuple([(-factor, variable) for factor, variable in terms])
            return (Linear(terms, ">=", first), Linear(contrary, ">=", -last)), top
    encode = partial(encoded, encoding=DEFAULT_ENCODING)
    clauses, top = constraint.clauses(variables, top, encode)
    return tuple(map(as_linear, clauses)), top


def as_linear(clause: Sequence[int]) -> Linear:
    """Return a clause as a linear constraint; OPB has no empty sum."""
    if not clause:
        return Linear(((1, 1),), ">=", 2)
    return at_most([-literal for literal in clause], len(clause) - 1)


def at_most(literals: Sequence[int], bound: int) -> Linear:
    """Return as a linear constraint that at most so many literals are true."""
    terms = tuple([(-1 if literal > 0 else 1, abs(literal)) for literal in literals])
    return Linear(terms, ">=", sum(literal < 0 for literal in literals) - bound)


def opb_line(says: Linear) -> str:
    """Write a linear constraint as a line of OPB."""
    terms = " ".join([f"{factor:+} x{variable}" for factor, variable in says.terms])
    return f"{terms} {says.relation} {says.bound} ;"


def _linear(constraint: Cardinality) -> tuple[Linear, ...]:
    """Return a constraint as one or two lines, and more for its gaps; none if it says nothing."""
    cells, lower, upper, _, weights = constraint
    if not cells:
        return () if lower <= 0 <= upper else (as_linear(()),)
    terms = tuple([(1, cell + 1) for cell in cells])
    if lower == upper:
        return (Linear(terms, "=", lower),)
    lines = [Linear(terms, ">=", lower)] if lower > 0 else []
    if upper < len(terms):
        lines.append(at_most([cell + 1 for cell in cells], upper))
    for number in constraint.gaps if weights else ():
        lines += map(as_linear, excluding([cell + 1 for cell in cells], number))
    return tuple(lines)


def _decimal(number: Fraction) -> str:
    """Write a number between 0 and 1 exactly: as a short decimal, else as a fraction."""
    for digits in range(1, 30):
        scaled = number * 10**digits
        if scaled.denominator == 1:
            return f"0.{scaled.numerator:0{digits}}"
    return str(number)


class CircuitEncoding(Encoding):
    """A board as a circuit (d-DNNF): the variable of a cell is its number plus one.

    Open cells and known mines are literals of the circuit, so that every counter finds the number
    of layouts. Readers of this format know no comments; only `annotate` writes some, at the top.
    """

    def __init__(self, board: Board, *, time_limit: float | None) -> None:
        """Make the circuit. Raises `LimitError`, and ValueError as `circuit_of` does."""
        self._circuit = circuit_of(board, time_limit=time_limit)
        self._header, *nodes = nnf_lines(self._circuit)
        size = len(self._circuit.nodes)
        says = f"a circuit of {size:,} nodes and {self._circuit.edges:,} edges"
        group = Group(None, says, tuple(nodes), 0, self._circuit.edges)
        cells = list(map(board.number, board.covered))
        if board.liars:
            cells += [board.grid.size + board.number(clue) for clue in board.clues]
        super().__init__(board, NNF, (group,), {cell: cell + 1 for cell in cells})

    def lines(self, *, annotate: bool = False) -> Iterator[str]:
        if annotate:
            yield f"c {MEANING}"
            numbers = range(self._circuit.variables)
            for number, atom in zip(numbers, atoms_of(self.board, numbers), strict=True):
                yield f"c {number + 1} = {atom}"
        yield self._header
        yield from map(str, self.groups[0].clauses)
