"""A board's own constraints as clauses: a checker has to trust this module.

Every assignment that a constraint allows extends to values of the variables here that satisfy all
clauses. A decision diagram has a variable for each node, which is true where the node is reached.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import comb
from typing import Final

from logicsweep.board.board import Board
from logicsweep.constraints.cardinality import Cardinality
from logicsweep.constraints.relation import Relation
from logicsweep.errors import LimitError
from logicsweep.reasons.certificates.counters import Clause, between, check_size
from logicsweep.reasons.certificates.squares import given, mines_among, variable

# The most clauses for the numbers that bounds rule out between them.
_MOST: Final = 200_000


def constraints_named(board: Board, name: str, top: int) -> tuple[list[Clause], list[int], int]:
    """Make the clauses of all constraints of a name; return the cells' variables and the last one.

    Raises ValueError if there is none, or one on regions, `LimitError` for too many clauses.
    """
    clauses: list[Clause] = []
    cells: dict[int, None] = {}
    for constraint in known_constraints(board, name):
        of_constraint, top = _clauses(constraint, top)
        clauses += of_constraint
        check_size(len(clauses))
        cells |= dict.fromkeys([cell + 1 for cell in constraint.cells])
    covered = [cell for cell in cells if board.is_covered(board.cell(cell - 1))]
    return given(board, clauses), covered, top


def known_constraints(board: Board, name: str) -> list[Cardinality | Relation]:
    """List the constraints of a name. Raises ValueError if there is none, or one on regions."""
    known: list[Cardinality | Relation] = []
    for constraint in board.constraints:
        if constraint.source.name != name:
            continue
        if not isinstance(constraint, Cardinality | Relation):
            raise ValueError(  # noqa: TRY004  # the board is at fault, not its type
                f"certificates do not know constraints on regions, such as {constraint.source}"
            )
        known.append(constraint)
    if not known:
        raise ValueError(f"the board has no constraint {name}")
    return known


def sums_named(board: Board, name: str) -> list[tuple[dict[int, int], int, int]]:
    """Write the constraints of a name that bound a sum: weights of variables, and both bounds.

    Gaps between the bounds are left out. Raises ValueError for constraints that are not known.
    """
    sums = []
    for item in known_constraints(board, name):
        if isinstance(item, Cardinality):
            weights, lower, upper = (1,) * len(item.cells), item.lower, item.upper
        elif item.linear is not None and item.linear.allowed:
            weights = item.linear.coefficients
            lower, upper = item.linear.allowed[0], item.linear.allowed[-1]
        else:
            continue
        places = list(zip(map(board.cell, item.cells), weights, strict=True))
        known = sum([weight * mines_among(board, [cell]) for cell, weight in places])
        free = {
            variable(board, cell): weight
            for cell, weight in places
            if weight and board.is_covered(cell)
        }
        sums.append((free, lower - known, upper - known))
    return sums


def _clauses(constraint: Cardinality | Relation, top: int) -> tuple[list[Clause], int]:
    """Write a constraint as clauses; also return the highest variable in use."""
    variables = [cell + 1 for cell in constraint.cells]
    if isinstance(constraint, Relation):
        nodes, root = constraint.diagram.nodes, constraint.diagram.root
        return _diagram(nodes, root, variables, top)
    clauses, top = between(variables, constraint.lower, constraint.upper, top)
    weights = enumerate(constraint.weights or (), start=constraint.lower)
    gaps = [number for number, weight in weights if not weight]
    if sum(comb(len(variables), number) for number in gaps) > _MOST:
        raise LimitError(
            f"the numbers that {constraint.source} rules out take more than {_MOST:,} clauses"
        )
    for number in gaps:
        for true in combinations(variables, number):
            clauses.append(
                tuple([-literal if literal in true else literal for literal in variables])
            )
    return clauses, top


def _diagram(
    nodes: Sequence[tuple[int, int, int]], root: int, variables: Sequence[int], top: int
) -> tuple[list[Clause], int]:
    """Follow an edge: to a node if it is 0 or more; below, `~edge` is a weight, and 0 rules out."""
    reached = [top + 1 + number for number in range(len(nodes))]

    def goes_on(edge: int) -> Clause | None:
        """Make the clause that holds where an edge is taken; None if all may follow."""
        if edge >= 0:
            return (reached[edge],)
        return None if ~edge else ()

    first = goes_on(root)
    clauses = [] if first is None else [first]
    for node, (place, safe, mine) in zip(reached, nodes, strict=True):
        for literal, edge in ((variables[place], safe), (-variables[place], mine)):
            after = goes_on(edge)
            if after is not None:
                clauses.append((-node, literal, *after))
    return clauses, top + len(nodes)
