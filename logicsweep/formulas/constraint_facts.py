"""Constraints beside a board as facts for `encodings/relations.lp` and `encodings/regions.lp`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from logicsweep.board.board import Board
from logicsweep.constraints.source import Source
from logicsweep.constraints.system import Constraint


class Fact(NamedTuple):
    """One line of facts, and its source, if it has one."""

    text: str
    source: Source | None = None


def constraint_facts(board: Board, constraints: Iterable[Constraint]) -> Iterator[Fact]:
    """The facts of constraints beside a board, each under a term with its name.

    They are for `relations.lp` and `regions.lp`.

    A cardinality constraint is a weighted sum with coefficients of 1.
    """

    def cell(number: int) -> str:
        return str(board.cell(number))

    for number, constraint in enumerate(constraints):
        term = f"constraint({number},{quoted(constraint.source.name or '')})"
        facts = constraint.generalized().facts(term, cell)
        yield from [Fact(fact, constraint.source) for fact in facts]


def quoted(name: str) -> str:
    """A name as a string of clingo's language."""
    name = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{name}"'
