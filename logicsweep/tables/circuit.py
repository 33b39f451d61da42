"""`Circuit`: all layouts of a board as a circuit, and the questions that it answers.

Each answer takes one pass over the nodes, or two: upward the weight of the layouts below each node,
downward the weight of all that goes with a node (its derivative: Darwiche 2003). Weights are whole
numbers, so that counts, probabilities and random layouts are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import prod
from typing import Final, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board, Cell
from logicsweep.board.total import AnyDensity, checked_priors
from logicsweep.errors import LimitError, MissingDensityError, counted, expect, whole
from logicsweep.limits import look

# Nodes of one circuit: each takes some 300 bytes, and up to 30 in a file.
MOST_NODES: Final = 1_000_000
# Nodes between two looks at the clock: some milliseconds.
_MADE: Final = 1 << 12

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
        if not len(self.made) % _MADE:
            look()
        self.made.append(node)
        return len(self.made) - 1


# Cells of all random layouts of one question, a byte each.
_MOST_SAMPLED = 1_000_000_000
# Nodes between two looks at the clock.
_WORK = 1 << 14

Known = Mapping[tuple[int, int], bool]
# The weight of each variable, by its number less one: false, true.
_Weights = Sequence[tuple[int, int]]


class Circuit:
    """All layouts of a board as a decomposable, deterministic circuit (d-DNNF).

    Made by `circuit_of`. `logicsweep encode --to nnf` writes it for other programs. Questions take
    `known`, values of some cells: true for a mine. Then only the layouts with these values count.

    Attributes:
        board: The board.
        nodes: The nodes, each after its children; the last one is the root. The variable of a cell
            is its number, row by row from 0, plus one, and its literal is true for a mine. Open
            cells and known mines are literals, too.
        variables: The number of variables: that of all cells. On a board with liars there is
            another one for each cell, which is true where the clue is wrong.
    """

    __slots__ = ("__dict__", "board", "nodes", "variables")

    def __init__(self, board: Board, nodes: tuple[Node, ...], variables: int) -> None:
        self.board = board
        self.nodes = nodes
        self.variables = variables

    def __repr__(self) -> str:
        nodes, edges = counted(len(self.nodes), "node"), counted(self.edges, "edge")
        return f"<Circuit of {self.board!r}: {nodes}, {edges}>"

    @cached_property
    def edges(self) -> int:
        """The number of edges."""
        return sum([len(node.children) for node in self.nodes])

    def count(self, known: Known | None = None) -> int:
        """Count the layouts, or those in which some cells have known values.

        Raises:
            ValueError: A cell is off the board.
        """
        return self._upward(self._weights(known, None))[-1]

    def mine_counts(self, known: Known | None = None) -> dict[Cell, int]:
        """Count for each covered cell the layouts with a mine there.

        Raises:
            ValueError: A cell is off the board.
        """
        weights = self._weights(known, None)
        return self._in_cells(weights, self._upward(weights))

    def probabilities(
        self, known: Known | None = None, *, density: AnyDensity | None = None
    ) -> dict[Cell, Fraction]:
        """Compute the exact probability of a mine in each covered cell.

        Args:
            known: The known values of some cells, true for a mine.
            density: The probability of a mine in a cell before anything is known, or a table of
                them; they are the weights of the literals. By default the board's own. With a known
                mine count all layouts are equally likely, unless there is a table.

        Raises:
            MissingDensityError: The mine count is unknown, and there is no density.
            ValueError: No layout has these values, a cell is off the board, or a density is out of
                range.
        """
        weights = self._weights(known, self._density(density))
        upward = self._upward(weights)
        self._check_some(upward)
        mass = upward[-1]
        return {
            cell: Fraction(part, mass) for cell, part in self._in_cells(weights, upward).items()
        }

    def sample(
        self,
        count: int,
        rng: np.random.Generator,
        known: Known | None = None,
        *,
        density: AnyDensity | None = None,
    ) -> NDArray[np.bool_]:
        """Draw random layouts from the exact distribution: shape (count, height, width).

        Every choice is drawn in whole numbers, on the way from the root to the literals; no layout
        is rejected. For the other arguments and errors see `probabilities`.

        Raises:
            LimitError: The layouts would have more than 1,000,000,000 cells together.
        """
        expect("rng", rng, np.random.Generator, "a random generator, as of numpy's default_rng")
        number = whole("count", count)
        if number < 0:
            raise ValueError(f"the number of samples is {number}; expected 0 or more")
        board = self.board
        if number * board.grid.size > _MOST_SAMPLED:
            raise LimitError(f"{number:,} samples have more than {_MOST_SAMPLED:,} cells together")
        upward = self._upward(self._weights(known, self._density(density)))
        self._check_some(upward)
        drawn = np.zeros((number, self.variables), dtype=np.bool_)
        for layout in drawn:
            look()
            for literal in self._walk(upward, rng):
                layout[abs(literal) - 1] = literal > 0
        return drawn[:, : board.grid.size].reshape(number, board.height, board.width)

    def _walk(self, upward: Sequence[int], rng: np.random.Generator) -> Iterator[int]:
        """Yield the literals of a random layout: one child of each OR, all of each AND."""
        stack = [len(self.nodes) - 1]
        while stack:
            kind, number, children = self.nodes[stack.pop()]
            if kind == "L":
                yield number
            elif kind == "A":
                stack += children
            else:
                drawn = _below(sum([upward[child] for child in children]), rng)
                for child in children:
                    drawn -= upward[child]
                    if drawn < 0:
                        stack.append(child)
                        break

    def _density(self, given: AnyDensity | None) -> list[Fraction] | None:
        """Return the density of each cell; None if all layouts weigh the same."""
        board = self.board
        uniform, table = checked_priors(given, board.grid.shape)
        if given is None:
            uniform, table = board.density, board.priors
        if table is not None:
            return [density for row in table for density in row]
        if board.mines is not None:
            return None
        if uniform is None:
            raise MissingDensityError
        return [uniform] * board.grid.size

    def _weights(self, known: Known | None, density: Sequence[Fraction] | None) -> _Weights:
        """Return the weights of all variables as whole numbers, 0 against what is known."""
        weights = [(1, 1)] * self.variables
        if density is not None:
            for cell in map(self.board.number, self.board.covered):
                # Fractions with one denominator, which goes out of every ratio.
                part = density[cell]
                weights[cell] = part.denominator - part.numerator, part.numerator
        for place, mine in (known or {}).items():
            number = self.board.number(place)
            safe_weight, mine_weight = weights[number]
            weights[number] = (0, mine_weight) if mine else (safe_weight, 0)
        return weights

    def _check_some(self, upward: Sequence[int]) -> None:
        if not upward[-1]:
            raise ValueError("no layout has these values")

    def _upward(self, weights: _Weights) -> list[int]:
        """Return for each node the weight of all models below it."""
        values: list[int] = []
        for place, (kind, number, children) in enumerate(self.nodes):
            if not place % _WORK:
                look()
            if kind == "L":
                values.append(weights[abs(number) - 1][number > 0])
            elif kind == "A":
                values.append(prod([values[child] for child in children]))
            else:
                values.append(sum([values[child] for child in children]))
        return values

    def _in_cells(self, weights: _Weights, upward: Sequence[int]) -> dict[Cell, int]:
        """Return for each covered cell the weight of the models with a mine there."""
        nodes = self.nodes
        downward = [0] * len(nodes)
        downward[-1] = 1
        in_cells = [0] * self.variables
        for place in range(len(nodes) - 1, -1, -1):
            if not place % _WORK:
                look()
            outside = downward[place]
            if not outside:
                continue
            kind, number, children = nodes[place]
            if kind == "L":
                if number > 0:
                    in_cells[number - 1] += outside * weights[number - 1][1]
            elif kind == "O":
                for child in children:
                    downward[child] += outside
            else:
                below = [upward[child] for child in children]
                # Products of all values before a child and after it: dividing fails for zeros.
                after = [*accumulate(reversed(below[1:]), int.__mul__, initial=1)][: len(below)]
                before = outside
                for child, value, rest in zip(children, below, reversed(after), strict=True):
                    downward[child] += before * rest
                    before *= value
        return {cell: in_cells[self.board.number(cell)] for cell in self.board.covered}


def _below(bound: int, rng: np.random.Generator) -> int:
    """Draw a whole number from 0 to below a bound, of any size, each equally likely."""
    bits = (bound - 1).bit_length()
    size = (bits + 7) // 8
    while True:
        drawn = int.from_bytes(rng.bytes(size), "little") >> size * 8 - bits if bits else 0
        if drawn < bound:
            return drawn


def nnf_lines(circuit: Circuit) -> Iterator[str]:
    """Yield the lines of a circuit."""
    yield f"nnf {len(circuit.nodes)} {circuit.edges} {circuit.variables}"
    for kind, number, children in circuit.nodes:
        if kind == "L":
            yield f"L {number}"
        else:
            head = f"O {number}" if kind == "O" else "A"
            yield " ".join(map(str, (head, len(children), *children)))
