"""`Encoding`: the base of all encodings of a board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from logicsweep.board.board import Board, Cell
from logicsweep.constraints.clauses import Clause
from logicsweep.constraints.factors import Source, SourceKind
from logicsweep.formulas.cnf import AtMost
from logicsweep.system.hidden import hidden_of
from logicsweep.system.statements import Statements
from logicsweep.system.system import ConstraintSystem

if TYPE_CHECKING:
    from pysat.formula import CNF, WCNF, CNFPlus

    PysatFormula: TypeAlias = CNF | CNFPlus | WCNF

Variable = int | str


class Linear(NamedTuple):
    """A pseudo-Boolean constraint: the sum of coefficient times variable compared with a bound.

    Attributes:
        terms: The pairs (coefficient, variable).
        relation: `>=` or `=`.
        bound: The right-hand side.
    """

    terms: tuple[tuple[int, int], ...]
    relation: str
    bound: int


class Soft(NamedTuple):
    """A soft unit clause: a literal that may be false at a cost.

    Attributes:
        literal: The literal.
        weight: The cost if it is false.
    """

    literal: int
    weight: int = 1


Statement = Clause | AtMost | Linear | Soft | str


class Group(NamedTuple):
    """The statements that encode one source, or those without one; see `SourceSize`."""

    source: Source | None
    says: str
    clauses: tuple[Statement, ...]
    auxiliary: int
    literals: int


@dataclass(frozen=True, slots=True)
class SourceSize:
    """The share of one source in the size of an encoding.

    Attributes:
        source: The source, such as `clue(3,4)` or `total`; `cells` for statements without one.
        says: The constraint in words.
        auxiliary: The number of auxiliary variables.
        clauses: The number of statements.
        literals: The number of literals.
    """

    source: str
    says: str
    auxiliary: int
    clauses: int
    literals: int


class Statistics(NamedTuple):
    """The size of an encoding.

    Attributes:
        variables: The number of variables: cells and auxiliary variables.
        auxiliary: The number of auxiliary variables.
        clauses: The number of statements: clauses, pseudo-Boolean constraints, facts or rules.
        literals: The number of literals in all of them.
        by_source: The same for each source.
    """

    variables: int
    auxiliary: int
    clauses: int
    literals: int
    by_source: tuple[SourceSize, ...]


class Encoding(ABC):
    """A board in a format that other tools read; `encode` makes it.

    Attributes:
        board: The board.
        to: The name of the format, one of `FORMULA_FORMATS`.
        groups: The statements by source: clues in reading order, other constraints, the mine count.
    """

    def __init__(
        self, board: Board, to: str, groups: tuple[Group, ...], variables: Mapping[int, Variable]
    ) -> None:
        """Take the statements, and the variables of cells by number; some may be hidden cells."""
        self.board = board
        self.to = to
        self.groups = groups
        self._variables = variables

    def __repr__(self) -> str:
        return f"<Encoding {self.to} of {self.board!r}>"

    def variable(self, cell: tuple[int, int]) -> Variable:
        """Return the variable of a mine in a cell: a number, or an atom in logic programs.

        Raises:
            ValueError: The cell is off the board.
            KeyError: The cell is not in the encoding.
        """
        number = self.board.number(cell)
        if number not in self._variables:
            raise KeyError(f"{self.board.cell(number)} is not in the encoding")
        return self._variables[number]

    def cell(self, variable: Variable) -> Cell | None:
        """Return the cell of a variable; None for an auxiliary variable."""
        number = self._cell_of.get(variable, self.board.grid.size)
        return self.board.cell(number) if number < self.board.grid.size else None

    @cached_property
    def _cell_of(self) -> dict[Variable, int]:
        return {variable: number for number, variable in self._variables.items()}

    @abstractmethod
    def lines(self, *, annotate: bool = False) -> Iterator[str]:
        """Yield the lines of the text; `annotate` adds a comment to each statement."""

    def to_text(self, *, annotate: bool = False) -> str:
        """Return the text of a file; `annotate` adds a comment to each statement."""
        return "\n".join([*self.lines(annotate=annotate), ""])

    def to_pysat(self) -> PysatFormula:
        """Return the clauses as a formula of PySAT, for its solvers and its own files.

        Returns a `pysat.formula.CNF`, a `CNFPlus` if there are native constraints, or for `wcnf` a
        `WCNF`. The weights of `mcc` are left out, since PySAT has no place for them.

        Raises:
            ValueError: The format has no clauses: `opb` and logic programs.
        """
        raise ValueError(f"{self.to} has no clauses; expected cnf, wcnf or mcc")

    @property
    def sources(self) -> tuple[Source, ...]:
        """The encoded sources, each once, in the order of `groups`."""
        return tuple(dict.fromkeys(group.source for group in self.groups if group.source))

    @property
    def clauses(self) -> Iterator[Statement]:
        """Every statement, in order."""
        return (clause for group in self.groups for clause in group.clauses)

    def clauses_of(self, source: Source) -> tuple[Statement, ...]:
        """Return the statements that encode a source; none if it is not in the encoding."""
        return tuple(
            clause for group in self.groups if group.source == source for clause in group.clauses
        )

    def source_of(self, clause: Statement) -> Source | None:
        """Return the source of a statement: the first one if several give the same statement.

        None for a statement without a source, such as the fact that a cell is covered.

        Raises:
            KeyError: The statement is not in the encoding.
        """
        return self._source_of[clause]

    @property
    def statistics(self) -> Statistics:
        """The size of the encoding, in total and for each source."""
        sizes = tuple(
            SourceSize(
                source=source_words(self.board, group.source) if group.source else "cells",
                says=group.says,
                auxiliary=group.auxiliary,
                clauses=len(group.clauses),
                literals=group.literals,
            )
            for group in self.groups
        )
        auxiliary = sum(size.auxiliary for size in sizes)
        return Statistics(
            variables=len(self._variables) + auxiliary,
            auxiliary=auxiliary,
            clauses=sum(size.clauses for size in sizes),
            literals=sum(size.literals for size in sizes),
            by_source=sizes,
        )

    @cached_property
    def _source_of(self) -> dict[Statement, Source | None]:
        """The source of each statement."""
        source_of: dict[Statement, Source | None] = {}
        for group in self.groups:
            for clause in group.clauses:
                source_of.setdefault(clause, group.source)
        return source_of


def source_words(board: Board, source: Source) -> str:
    """Write the name of a source in texts: `clue(row,column)`, `total`, or that of a constraint."""
    if source.kind is SourceKind.BACKGROUND:
        return "liars"
    if source.name is not None:
        part = "" if source.part is None else f",{source.part}"
        return f"{source.kind.value}({source.name}{part})"
    if source.cell is None:
        return "total"
    row, column = divmod(source.cell, board.grid.shape[1])
    return f"clue({row},{column})"


def atoms_of(board: Board, numbers: Iterable[int]) -> list[str]:
    """Name the variables of cells: `mine(row,column)` on the board.

    A cell of a hidden key is `marked(..)`, a wrong clue `wrong(row,column)`.
    """
    size, width, first_wrong = board.grid.size, board.width, hidden_of(board).first_wrong
    atoms = []
    for number in numbers:
        if number < size:
            atoms.append(f"mine({number // width},{number % width})")
        elif number < first_wrong:
            atoms.append(_mark(board, number))
        else:
            clue = number - first_wrong
            atoms.append(f"wrong({clue // width},{clue % width})")
    return atoms


def _mark(board: Board, number: int) -> str:
    """Name the variable of a cell of a key, by its row and column there."""
    ruled = board.placed_rules
    shape = None if ruled is None else ruled.key_shape
    if shape is None:
        raise ValueError(f"there is no cell with the number {number}")
    row, column = divmod(number - board.grid.size, len(shape.columns))
    return f"marked({shape.rows[row]},{shape.columns[column]})".replace("(,", "(")


def clues_around(board: Board, cell: tuple[int, int]) -> frozenset[int]:
    """Return the cell numbers of the clues that speak of a cell, or of the clue in it.

    Raises ValueError if the cell is off the board.
    """
    number = board.number(cell)
    states = board.grid.ravel()
    if states[number] >= 0:
        return frozenset([number])
    near = [neighbour for neighbour in board.ties.neighbours(number) if states[neighbour] >= 0]
    return frozenset(
        neighbour for neighbour in near if number in board.scope(board.cell(neighbour)).cells
    )


def scope_of(board: Board, clues: Iterable[int]) -> frozenset[int]:
    """Return the cell numbers that some clues speak of."""
    return frozenset(cell for clue in clues for cell in board.scope(board.cell(clue)).cells)


def system_around(
    statements: Statements, board: Board, cell: tuple[int, int] | None
) -> ConstraintSystem:
    """Return the constraints of a board, or only those that are about a cell or its clue."""
    system = statements.system_of(board)
    if cell is None:
        return system
    clues, number = clues_around(board, cell), board.number(cell)
    rows = [
        row
        for row in system.constraints
        if (number in row.cells if row.source.is_further else row.source.cell in clues)
    ]
    # The constraints on a key's cells alone belong to every clue.
    of_key = [row for row in system.constraints if row.cells and row.cells[0] >= board.grid.size]
    rows += of_key if clues else []
    cells = {member for row in rows for member in row.cells}
    return ConstraintSystem(tuple(sorted(cells)), tuple(rows))
