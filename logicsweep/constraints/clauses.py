"""Constraints as clauses: without auxiliary variables where that is short, else state by state.

- Numbers of mines that are ruled out take a clause for each choice of so many cells.
- A relation over a dozen cells at most becomes an irredundant set of prime implicates: the negation
  of an irredundant sum of products of the assignments that are not allowed, by the method of Minato
  (1993) and Morreale (1970) on truth tables.
- Any other relation gets a variable for each state of its decision diagram before each cell, true
  exactly if the cells before lead to it (after Een and Sorensson 2006, made functional). So an
  assignment of the cells extends to one model or none, and model counts stay what they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from math import comb
from typing import Final

from logicsweep.constraints.diagram import NOTHING, Diagram, Edge
from logicsweep.errors import LimitError

Clause = tuple[int, ...]
# Clauses, and the last variable in use with them.
Clauses = tuple[list[Clause], int]
# Takes literals, a lower and an upper bound on the number of true ones, and the last variable in
# use. Exactly the assignments within the bounds extend to a model of the clauses.
BoundsEncoder = Callable[[Sequence[int], int, int, int], Clauses]
# A relation with more cells, or with more prime implicates, is encoded by states.
_MOST_CELLS: Final = 12
_MOST_CLAUSES: Final = 500
# Clauses over all cells of a clue are long: this many literals take about a gigabyte.
_MOST_LITERALS: Final = 50_000_000


def excluding(literals: Sequence[int], number: int) -> list[Clause]:
    """Rule out exactly `number` true literals: a clause for each choice of `number` literals.

    Raises `LimitError` if the clauses would have more than 50,000,000 literals.
    """
    count = len(literals)
    if comb(count, number) * count > _MOST_LITERALS:
        raise LimitError(
            f"a constraint that not exactly {number} of {count} cells are mines needs more than "
            f"{_MOST_LITERALS:,} literals"
        )
    clauses = []
    for chosen in combinations(range(count), number):
        clause = [*literals]
        for place in chosen:
            clause[place] = -clause[place]
        clauses.append(tuple(clause))
    return clauses


def relation_clauses(diagram: Diagram, literals: Sequence[int], top: int) -> Clauses:
    """Encode a diagram as clauses over the literals of its cells.

    Auxiliary variables are numbered from `top + 1`; the second result is the last variable in use.
    """
    if diagram.root < 0:
        return ([()] if diagram.root == NOTHING else []), top
    if diagram.size <= _MOST_CELLS:
        direct = _implicates(diagram)
        if len(direct) <= _MOST_CLAUSES:
            signed = [*literals, *[-literal for literal in reversed(literals)]]
            return [tuple(map(signed.__getitem__, clause)) for clause in direct], top
    return _by_states(diagram, literals, top)


@lru_cache(maxsize=4096)
def _implicates(diagram: Diagram) -> tuple[tuple[int, ...], ...]:
    """Find prime implicates, none of which can be left out.

    They are tuples of places, at which a cell is a mine, and of `~place`, at which it is safe.
    """
    size = diagram.size
    table = _truth_table(diagram)
    ruled_out = ~table & ((1 << (1 << size)) - 1)
    cubes, _ = _cover(ruled_out, ruled_out, 0, size)
    return tuple([tuple([~at if mine else at for at, mine in cube]) for cube in sorted(cubes)])


def _truth_table(diagram: Diagram) -> int:
    """Return a bit for each assignment, 1 if it is allowed; the first cell is the highest digit."""

    @cache
    def table(edge: Edge, place: int) -> int:
        """Make the table of the diagram below an edge, over the cells from a place on."""
        if place == diagram.size:
            return int(edge < NOTHING)
        safe, mine = _ahead(diagram, edge, place)
        half = 1 << (diagram.size - place - 1)
        return table(safe, place + 1) | table(mine, place + 1) << half

    return table(diagram.root, 0)


# A product: some places, each with whether there is a mine.
_Cube = tuple[tuple[int, bool], ...]


def _cover(lower: int, upper: int, place: int, size: int) -> tuple[list[_Cube], int]:
    """Find products that cover all of `lower` and nothing outside `upper`, and their union.

    None of them can be left out. The truth tables are over the cells from `place` to `size`, with a
    bit for each assignment: the lower half of the bits has the cell at `place` safe, the upper half
    has it as a mine.
    """
    if not lower:
        return [], 0
    length = 1 << (size - place)
    if upper == (1 << length) - 1:
        return [()], upper
    half = length // 2
    low_bits = (1 << half) - 1
    lower_safe, lower_mine = lower & low_bits, lower >> half
    upper_safe, upper_mine = upper & low_bits, upper >> half
    # A product without this cell covers both halves alike. It cannot cover what one of them
    # excludes: that takes products with the cell. Then it covers the rest of both halves.
    for_safe, covered_safe = _cover(lower_safe & ~upper_mine, upper_safe, place + 1, size)
    for_mine, covered_mine = _cover(lower_mine & ~upper_safe, upper_mine, place + 1, size)
    rest = (lower_safe & ~covered_safe) | (lower_mine & ~covered_mine)
    for_both, covered = _cover(rest, upper_safe & upper_mine, place + 1, size)
    cubes = [((place, False), *cube) for cube in for_safe]
    cubes += [((place, True), *cube) for cube in for_mine]
    return cubes + for_both, (covered_safe | covered) | (covered_mine | covered) << half


def _by_states(diagram: Diagram, literals: Sequence[int], top: int) -> Clauses:
    """Encode a diagram with a variable for each state before each cell: whether cells lead to it.

    The states before a cell are the nodes that the cells before it can lead to. At first there is
    the root alone, which needs no variable.
    """
    clauses: list[Clause] = []
    unless_state: dict[Edge, Clause] = {diagram.root: ()}  # the negated variable of each state
    for place, literal in enumerate(literals):
        unless_value = (literal, -literal)  # the negation of a safe cell, and of a mine
        origins: dict[Edge, tuple[list[Clause], list[Clause]]] = {}  # by next state and value
        for state, unless in unless_state.items():
            for mine, edge in enumerate(_ahead(diagram, state, place)):
                if edge == NOTHING:
                    clauses.append((*unless, unless_value[mine]))
                elif edge >= 0:
                    origins.setdefault(edge, ([], []))[mine].append(unless)
        unless_state = {}
        for edge, by_value in origins.items():
            top += 1
            for denial, states in zip(unless_value, by_value, strict=True):
                # Forward: a state and the value lead to the next state, whose variable is `top`.
                clauses += [(*unless, denial, top) for unless in states]
                # Backward: the next state and the value need one of the states before.
                if () not in states:  # the root is always there
                    clauses.append((-top, denial, *[-outside for (outside,) in states]))
            unless_state[edge] = (-top,)
    return clauses, top


def _ahead(diagram: Diagram, state: Edge, place: int) -> tuple[Edge, Edge]:
    """Follow a state for a safe cell and for a mine; it stays unless its node reads this cell."""
    at, safe, mine = diagram.nodes[state] if state >= 0 else (-1, state, state)
    return (safe, mine) if at == place else (state, state)
