"""The text of a circuit, in the format of c2d (Darwiche 2004), line by line.

The first line is `nnf`, the numbers of nodes, edges and variables. Then each node has a line, and
is named by its place from 0: `L` and a literal; `A`, the number of children and the children; `O`,
the variable decided on or 0, the number of children and the children. The last node is the root.
"""

from __future__ import annotations

from collections.abc import Iterator

from logicsweep.circuits.circuit import Circuit


def nnf_lines(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of a circuit."""
    yield f"nnf {len(circuit.nodes)} {circuit.edges} {circuit.variables}"
    for kind, number, children in circuit.nodes:
        if kind == "L":
            yield f"L {number}"
        else:
            head = f"O {number}" if kind == "O" else "A"
            yield " ".join(map(str, (head, len(children), *children)))
