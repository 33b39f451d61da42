"""The nodes of a circuit, read from the lines of a file: a checker has to trust this module.

The format is that of c2d: `nnf` and the numbers of nodes, edges and variables; then a line for each
node, which names its children by their places from 0.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import prod
from typing import Final, NamedTuple

from logicsweep.errors import CertificateError, LimitError
from logicsweep.limits import Budget

_NUMBER: Final = "(?:0|-?[1-9][0-9]{0,8})"
_HEADER: Final = re.compile(f"nnf {_NUMBER} {_NUMBER} {_NUMBER}")
_LINE: Final = re.compile(f"(?:L {_NUMBER}|A(?: {_NUMBER})+|O {_NUMBER}(?: {_NUMBER})+)")
# The most letters of a number, with the blank before it.
_WIDE: Final = 11
# Nodes and edges between two looks at the clock.
_WORK: Final = 1 << 10
# Bits of the sets of cells of all nodes together: half a gigabyte.
_MOST_BITS: Final = 4_000_000_000


class CircuitNode(NamedTuple):
    """A node as its line says, and what follows from the lines before it.

    `mines` is the number of mines in all of its models, None if there is no such number; `models`
    the number of them, if it is right. `by_total` says whether `A 1` of false is below.
    """

    kind: str
    number: int
    children: tuple[int, ...]
    cells: int
    mines: int | None
    models: int
    by_total: bool


def read_nodes(lines: Sequence[str], size: int, budget: Budget) -> list[CircuitNode]:
    """Read the nodes of a circuit with a variable for each of `size` cells, children first.

    No two children of a conjunction have a cell in common, and no node has more models than its
    cells have assignments.

    Raises:
        CertificateError: It is no such circuit.
        LimitError: The budget is spent, or the circuit is too large.
    """
    if not lines or not _HEADER.fullmatch(lines[0]):
        raise CertificateError("expected a line such as `nnf 3 2 1`", line=1)
    count, edges, variables = map(int, lines[0].split()[1:])
    if variables != size:
        raise CertificateError(f"{variables} variables; expected {size}, one a cell", line=1)
    if len(lines) - 1 != count or not count:
        raise CertificateError(f"{count} nodes, and {len(lines) - 1} lines of nodes", line=1)
    if count * size > _MOST_BITS:
        raise LimitError(f"a circuit of {count:,} nodes over {size:,} cells")
    nodes: list[CircuitNode] = []
    work = 0
    # No right node has more children than a disjunction by the number of mines in all cells.
    most = _WIDE * (size + 4)
    for place, line in enumerate(lines[1:]):
        work += 1 + len(nodes[-1].children if nodes else ())
        if work >= _WORK:
            budget.check()
            work = 0
        kind, *words = _words(place, line, most)
        if kind == "L":
            nodes.append(_literal(place, int(words[0]), size))
        else:
            nodes.append(_inner(place, kind, list(map(int, words)), nodes))
    if sum([len(node.children) for node in nodes]) != edges:
        raise CertificateError(f"there are not {edges} edges", line=1)
    return nodes


def _words(place: int, line: str, most: int) -> list[str]:
    """Split the line of a node, which has at most so many letters."""
    if len(line) > most:
        raise at_node(place, f"a line of {len(line):,} letters; expected at most {most:,}")
    if not _LINE.fullmatch(line):
        raise at_node(place, f"expected a node, not {line[:60]!r}")
    return line.split(" ")


def _literal(place: int, literal: int, size: int) -> CircuitNode:
    """Make the node of a literal."""
    if not 0 < abs(literal) <= size:
        raise at_node(place, f"{literal} is no literal of a cell")
    cells, mines = 1 << abs(literal) - 1, int(literal > 0)
    return CircuitNode("L", literal, (), cells, mines, 1, by_total=False)


def _inner(
    place: int, kind: str, numbers: Sequence[int], nodes: Sequence[CircuitNode]
) -> CircuitNode:
    """Make the node of a conjunction or disjunction of earlier nodes."""
    number, (size, *below) = (numbers[0], numbers[1:]) if kind == "O" else (0, numbers)
    if size != len(below) or not all(0 <= child < place for child in below):
        raise at_node(place, "expected the number of its children, and nodes before this one")
    children = [nodes[child] for child in below]
    cells = 0
    for child in children:
        if kind == "A" and cells & child.cells:
            raise at_node(place, "two children of a conjunction share a cell")
        cells |= child.cells
    mines: int | None
    if kind == "A":
        numbers_below = [child.mines for child in children]
        mines = None if None in numbers_below else sum(filter(None, numbers_below))
        models = prod([child.models for child in children])
    else:
        different = {child.mines for child in children}
        mines = different.pop() if len(different) == 1 else None
        models = sum([child.models for child in children])
    if models > 1 << cells.bit_count():
        raise at_node(place, "a layout is counted twice")
    is_false_by_total = kind == "A" and len(children) == 1 and children[0][:3] == ("O", 0, ())
    by_total = is_false_by_total or any(child.by_total for child in children)
    return CircuitNode(kind, number, tuple(below), cells, mines, models, by_total)


def at_node(place: int, problem: str) -> CertificateError:
    """Make the error of a node; its line comes after that of the header."""
    return CertificateError(f"node {place}: {problem}", line=place + 2)
