"""Relations as facts for `encodings/relations.lp`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from logicsweep.board.board import Board
from logicsweep.constraints.diagram import NOTHING, Edge
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation, as_relation
from logicsweep.constraints.source import Source
from logicsweep.constraints.system import Constraint
from logicsweep.formulas.region_facts import regional_facts


class Fact(NamedTuple):
    """One line of facts, and its source, if it has one."""

    text: str
    source: Source | None = None


def relation_facts(relation: Relation, term: str, cell: Callable[[int], str]) -> Iterator[str]:
    """The facts of a relation for `relations.lp`, under a term; `cell` makes the term of a cell.

    A weighted sum has its terms and allowed values, any other relation its decision diagram.
    """
    if relation.linear is not None:
        yield f"sum({term})."
        for number, coefficient in zip(relation.cells, relation.linear.coefficients, strict=True):
            yield f"term({term},{cell(number)},{coefficient})."
        yield from (f"value({term},{value})." for value in relation.linear.allowed)
        return
    nodes, root = relation.diagram.nodes, relation.diagram.root
    yield f"diagram({term},{_edge(root)})."
    for number, (place, safe, mine) in enumerate(nodes):
        yield f"node({term},{number},{cell(relation.cells[place])},{_edge(safe)},{_edge(mine)})."


def constraint_facts(board: Board, constraints: Iterable[Constraint]) -> Iterator[Fact]:
    """The facts of constraints beside a board, each under a term with its name.

    They are for `relations.lp` and `regions.lp`.

    A cardinality constraint is a weighted sum with coefficients of 1.
    """

    def cell(number: int) -> str:
        return str(board.cell(number))

    for number, constraint in enumerate(constraints):
        term = f"constraint({number},{quoted(constraint.source.name or '')})"
        facts = (
            regional_facts(constraint, term, cell)
            if isinstance(constraint, Regional)
            else relation_facts(as_relation(constraint), term, cell)
        )
        yield from [Fact(fact, constraint.source) for fact in facts]


def quoted(name: str) -> str:
    """A name as a string of clingo's language."""
    name = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{name}"'


def _edge(edge: Edge) -> str:
    """Where an edge of a diagram leads: a node's number, `no`, or `yes` for what is allowed."""
    return str(edge) if edge >= 0 else "no" if edge == NOTHING else "yes"
