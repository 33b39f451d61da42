"""What every encoding of a board can be asked, whatever it is written in."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from logicsweep.board.board import Board, Cell
from logicsweep.constraints.system import Cardinality, ConstraintSystem, Source, constraints_of
from logicsweep.errors import plural
from logicsweep.formulas.cardinality import Clause
from logicsweep.formulas.cnf import AtMost

Variable = int | str


class Linear(NamedTuple):
    """A pseudo-Boolean constraint: the sum of `coefficient * literal` is in `relation` to `bound`.

    `relation` is `>=` or `=`.
    """

    terms: tuple[tuple[int, int], ...]
    relation: str
    bound: int


class Soft(NamedTuple):
    """A soft unit clause: a literal that may be false, at a cost of `weight`."""

    literal: int
    weight: int = 1


Statement = Clause | AtMost | Linear | Soft | str


class Group(NamedTuple):
    """What one source became. `says` is that in words; `source` is None for what has none.

    `auxiliary` is how many variables it brought with it, `literals` how many literals it has.
    """

    source: Source | None
    says: str
    clauses: tuple[Statement, ...]
    auxiliary: int
    literals: int


class SourceSize(NamedTuple):
    """How much of an encoding came from one source."""

    source: str
    says: str
    auxiliary: int
    clauses: int
    literals: int


class Statistics(NamedTuple):
    """How large an encoding is: `variables` counts cells and `auxiliary` variables together.

    `clauses` counts whatever the format is made of: clauses, pseudo-Boolean constraints, facts,
    rules; `literals` those in all of them; `by_source` has the same for each source.
    """

    variables: int
    auxiliary: int
    clauses: int
    literals: int
    by_source: tuple[SourceSize, ...]


class Encoding(ABC):
    """A board in a format that other tools read; made by `encode`.

    `to` is the name of the format, `groups` what each source became, in order.
    """

    def __init__(self, board: Board, to: str, groups: tuple[Group, ...]) -> None:
        self.board = board
        self.to = to
        self.groups = groups

    def __repr__(self) -> str:
        return f"<Encoding {self.to} of {self.board!r}>"

    @abstractmethod
    def variable(self, cell: tuple[int, int]) -> Variable:
        """What stands for a mine in a cell: a number, in logic programs an atom.

        Raises ValueError off the board, KeyError for a cell that is not in the encoding.
        """

    @abstractmethod
    def cell(self, variable: Variable) -> Cell | None:
        """The cell that a variable stands for; None for an auxiliary one."""

    @abstractmethod
    def lines(self, *, annotate: bool = False) -> Iterator[str]:
        """The lines of the text; with comments on every statement, if wanted."""

    def to_text(self, *, annotate: bool = False) -> str:
        """The whole text, as it stands in a file."""
        return "".join([f"{line}\n" for line in self.lines(annotate=annotate)])

    @property
    def sources(self) -> tuple[Source, ...]:
        """The sources that are encoded, each once: clues in reading order, then the total."""
        return tuple(dict.fromkeys(group.source for group in self.groups if group.source))

    @property
    def clauses(self) -> Iterator[Statement]:
        """Every statement, in order."""
        return (clause for group in self.groups for clause in group.clauses)

    def clauses_of(self, source: Source) -> tuple[Statement, ...]:
        """What came from a source; nothing, if it is not in the encoding."""
        return tuple(
            clause for group in self.groups if group.source == source for clause in group.clauses
        )

    def source_of(self, clause: Statement) -> Source | None:
        """What a statement came from: the first source, if several say the same.

        None for what comes from no source, such as the fact that a cell is covered. Raises KeyError
        when the statement is not in the encoding.
        """
        return self._homes[clause]

    @property
    def statistics(self) -> Statistics:
        """How large it is, and where that comes from."""
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
            variables=self._cells_in_use() + auxiliary,
            auxiliary=auxiliary,
            clauses=sum(size.clauses for size in sizes),
            literals=sum(size.literals for size in sizes),
            by_source=sizes,
        )

    @abstractmethod
    def _cells_in_use(self) -> int:
        """How many cells have a variable."""

    @cached_property
    def _homes(self) -> dict[Statement, Source | None]:
        homes: dict[Statement, Source | None] = {}
        for group in self.groups:
            for clause in group.clauses:
                homes.setdefault(clause, group.source)
        return homes


def source_words(board: Board, source: Source) -> str:
    """What a source is called in texts: `clue(row,column)`, or `total`."""
    return "total" if source.cell is None else f"clue{board.cell(source.cell)}"


def bounds_words(constraint: Cardinality) -> str:
    """What a constraint says, such as `2 of 3 covered cells`."""
    lower, upper = constraint.lower, constraint.upper
    bounds = f"{lower}" if lower == upper else f"{lower}..{upper}"
    if constraint.gaps:
        bounds += f" but {', '.join(map(str, constraint.gaps))}"
    count = len(constraint.cells)
    return f"{bounds} of {count} {plural('covered cell', count)}"


def clues_around(board: Board, cell: tuple[int, int]) -> frozenset[int]:
    """The numbers of the clues that a cell touches: those next to it, or its own.

    Raises ValueError off the board.
    """
    number = board.number(cell)
    states = board.grid.ravel()
    near = [number] if states[number] >= 0 else board.adjacency.neighbours(number)
    return frozenset(other for other in near if states[other] >= 0)


def system_around(board: Board, cell: tuple[int, int] | None) -> ConstraintSystem:
    """What a board says, or what the clues say that a cell touches; then without the total."""
    system = constraints_of(board)
    if cell is None:
        return system
    clues = clues_around(board, cell)
    rows = tuple(row for row in system.constraints if row.source.cell in clues)
    cells = {number for row in rows for number in row.cells}
    return ConstraintSystem(tuple(sorted(cells)), rows)
