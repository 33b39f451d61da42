"""The nodes of a circuit, and the circuits that count: k mines in some cells.

A circuit in negation normal form is decomposable if the children of an AND share no variable, and
deterministic if the children of an OR share no model; then it counts its models in one pass
(Darwiche 2001). It is smooth if the children of an OR have the same variables. Circuits here are
all three. Only a node without a model may leave out variables, and `without_refutations` leaves
out all of these.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from logicsweep.errors import LimitError
from logicsweep.limits import look

# Nodes of one circuit: each takes some 300 bytes, and up to 30 in a file.
MOST_NODES: Final = 1_000_000
# Nodes between two looks at the clock: some milliseconds.
_WORK: Final = 1 << 12

Kind = Literal["L", "A", "O"]


class Node(NamedTuple):
    """A node of a circuit.

    Attributes:
        kind: `L` for a literal, `A` for a conjunction, `O` for a disjunction. A conjunction without
            children is true, a disjunction without children false.
        number: The literal; of a disjunction the variable whose value all of its children fix, or
            0 if they differ in the number of mines in several cells.
        children: The numbers of the children, which are smaller than that of the node.
    """

    kind: Kind
    number: int
    children: tuple[int, ...]


class Nodes:
    """The nodes of a circuit that is being made, by number.

    Raises `LimitError` for more than `MOST_NODES`, and when the time limit in force is over.
    """

    def __init__(self) -> None:
        self.made: list[Node] = []
        self._number: dict[Node, int] = {}
        self._counted: dict[tuple[Sequence[int], int], int] = {}
        self.false = self._node(Node("O", 0, ()))
        # False as well, and named apart: no layout has so many mines (see `compiling`).
        self.false_by_total = self._node(Node("A", 0, (self.false,)))

    def literal(self, cell: int, *, mine: bool) -> int:
        """Return the node that says whether a cell is a mine."""
        return self._node(Node("L", cell + 1 if mine else -cell - 1, ()))

    def conjunction(self, children: Sequence[int]) -> int:
        """Return the node of a conjunction; of a single child that child."""
        return children[0] if len(children) == 1 else self._node(Node("A", 0, tuple(children)))

    def decision(self, cells: Sequence[int], branches: Sequence[tuple[int, int]]) -> int:
        """Make the node of a choice among numbers of mines in some cells.

        `branches` are pairs of such a number and of the node that all the rest goes on with. It is
        a new node, even if there is one like it: each stands for a problem of its own, whose
        solutions a checker compares with the models of the node.
        """
        children = [(self.exactly(cells, mines), rest) for mines, rest in branches]
        if len(children) == 1:
            return self._new(Node("A", 0, children[0]))
        made = [self._node(Node("A", 0, both)) for both in children]
        return self._new(Node("O", cells[0] + 1 if len(cells) == 1 else 0, tuple(made)))

    def exactly(self, cells: Sequence[int], mines: int) -> int:
        """Return the node that says that so many of some cells are mines."""
        return self.among(cells, 1 << mines)

    def among(self, cells: Sequence[int], allowed: int) -> int:
        """Return the node that says that an allowed number of some cells are mines.

        `allowed` has a bit for each number. The cells are cut in two halves; the node chooses the
        number of mines in the first. That takes fewer bytes than a choice for one cell after the
        other: all numbers of mines in 450 cells up to 90 have 33,000 nodes of the latter kind, with
        two edges to conjunctions each, and 37,000 conjunctions of halves.
        """
        size = len(cells)
        every = (1 << size + 1) - 1
        allowed &= every
        if not allowed:
            return self.false
        if allowed == every:
            return self.free(cells)
        if size == 1:
            return self.literal(cells[0], mine=allowed == 2)
        key = cells, allowed
        made = self._counted.get(key)
        if made is None:
            first, second = cells[: size // 2], cells[size // 2 :]
            choices = [
                (mines, self.among(second, allowed >> mines))
                for mines in range(len(first) + 1)
                if allowed >> mines & (1 << len(second) + 1) - 1
            ]
            made = self._counted[key] = self.decision(first, choices)
        return made

    def free(self, cells: Sequence[int]) -> int:
        """Return the node that allows everything in some cells."""
        return self.conjunction([self._either(cell) for cell in cells])

    def _either(self, cell: int) -> int:
        both = self.literal(cell, mine=False), self.literal(cell, mine=True)
        return self._node(Node("O", cell + 1, both))

    def last(self, root: int) -> tuple[Node, ...]:
        """Return all nodes that the root needs, in their order, so that the root is the last."""
        needed = bytearray(root + 1)
        needed[root] = True
        for number in range(root, -1, -1):
            if needed[number]:
                for child in self.made[number].children:
                    needed[child] = True
        kept = [number for number in range(root + 1) if needed[number]]
        place = {number: new for new, number in enumerate(kept)}
        return tuple(
            [
                Node(kind, number, tuple([place[child] for child in children]))
                for kind, number, children in map(self.made.__getitem__, kept)
            ]
        )

    def without_refutations(self, root: int) -> tuple[Node, ...]:
        """Return what `last` does without the nodes that have no model: the circuit is smooth.

        A disjunction of one child is that child. Without any model only false is left.
        """
        others, place = Nodes(), list[int]()
        false = others.false
        for kind, number, children in self.last(root):
            below = tuple([place[child] for child in children])
            if kind == "O":
                below = tuple([child for child in below if child != false])
            if (kind == "A" and false in below) or (kind == "O" and not below):
                place.append(false)
            elif kind == "O" and len(below) == 1:
                place.append(below[0])
            else:
                place.append(others._node(Node(kind, number, below)))
        return others.last(place[-1])

    def _node(self, node: Node) -> int:
        number = self._number.get(node)
        if number is None:
            number = self._number[node] = self._new(node)
        return number

    def _new(self, node: Node) -> int:
        if len(self.made) == MOST_NODES:
            raise LimitError(f"a circuit of more than {MOST_NODES:,} nodes")
        if not len(self.made) % _WORK:
            look()
        self.made.append(node)
        return len(self.made) - 1
