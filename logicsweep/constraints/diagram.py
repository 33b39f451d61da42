"""Decision diagrams: any constraint over up to a few hundred cells, as a value.

A diagram is reduced and ordered, with whole numbers at its ends (Bryant 1986; Bahar, Frohm, Gaona,
Hachtel, Macii, Pardo and Somenzi 1993). From the root a node asks whether its cell is a mine, and
leads on; the end that is reached is the weight of the assignment, 0 if it is not allowed. Two
diagrams over the same cells are equal if and only if they give every assignment the same weight.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import gcd
from typing import Final, NamedTuple, TypeVar

from logicsweep.errors import LimitError
from logicsweep.limits import look

State = TypeVar("State", bound=Hashable)

# Cells of one diagram: some functions call themselves once for each.
MOST_CELLS: Final = 400
# States, of all cells together, of the machine from which a diagram is made; each takes some 300
# bytes and a microsecond.
_MOST_STATES: Final = 250_000
# Nodes of one forest; a node takes some 150 bytes.
_MOST_NODES: Final = 1_000_000
# States or nodes between two looks at the clock: some milliseconds.
WORK: Final = 1 << 12

# The place of the node's cell, the edge if the cell is safe, and the edge if it is a mine.
Node = tuple[int, int, int]
# The number of the node that the edge leads to or, if below 0, `~weight` of an end.
Edge = int
NOTHING: Final[Edge] = ~0


class Diagram(NamedTuple):
    """A decision diagram: a whole number as the weight of each assignment of `size` cells.

    A weight of 0 rules the assignment out. The nodes are in the depth-first postorder from the
    root, safe cells first, so that each comes after those that it leads to.
    """

    size: int
    nodes: tuple[Node, ...]
    root: Edge

    def weight(self, mines: Sequence[bool]) -> int:
        """Return the weight of an assignment, which says for each cell whether it is a mine."""
        edge = self.root
        while edge >= 0:
            place, safe, mine = self.nodes[edge]
            edge = mine if mines[place] else safe
        return ~edge

    @property
    def ends(self) -> frozenset[int]:
        """The weights that assignments have."""
        edges = (self.root, *(edge for _, safe, mine in self.nodes for edge in (safe, mine)))
        return frozenset([~edge for edge in edges if edge < 0])


class Forest:
    """Diagrams that share their nodes, so that edges to equal diagrams are equal."""

    def __init__(self) -> None:
        self.nodes: list[Node] = []
        self._edges: dict[Node, Edge] = {}
        self._restricted: dict[tuple[Edge, int, bool], Edge] = {}
        self._asked = 0

    def node(self, place: int, safe: Edge, mine: Edge) -> Edge:
        """Return the edge to a node, made if need be; if both of its edges are equal, that edge.

        Raises `LimitError` for too many nodes, and when the time limit in force is over.
        """
        self._asked += 1
        if not self._asked % WORK:
            look()
        if safe == mine:
            return safe
        node = place, safe, mine
        edge = self._edges.get(node)
        if edge is None:
            if len(self.nodes) == _MOST_NODES:
                raise LimitError(f"a constraint needs more than {_MOST_NODES:,} states")
            edge = self._edges[node] = len(self.nodes)
            self.nodes.append(node)
        return edge

    def add(self, diagram: Diagram) -> Edge:
        """Return the edge to a diagram."""
        added: list[Edge] = []
        for place, safe, mine in diagram.nodes:
            ends = [added[edge] if edge >= 0 else edge for edge in (safe, mine)]
            added.append(self.node(place, *ends))
        return added[diagram.root] if diagram.root >= 0 else diagram.root

    def restrict(self, edge: Edge, place: int, *, mine: bool) -> Edge:
        """Follow an edge once a cell is known (Bryant's restriction, the cofactor)."""
        if edge < 0:
            return edge
        at, safe, if_mine = self.nodes[edge]
        if at >= place:
            return edge if at > place else if_mine if mine else safe
        key = edge, place, mine
        edge_known = self._restricted.get(key)
        if edge_known is None:
            edge_known = self.node(
                at, self.restrict(safe, place, mine=mine), self.restrict(if_mine, place, mine=mine)
            )
            self._restricted[key] = edge_known
        return edge_known

    def diagram(self, root: Edge, size: int, places: Mapping[int, int] | None = None) -> Diagram:
        """Make a value of the diagram below an edge; `places` renames the places, in order.

        Weights are brought to lowest terms.
        """
        number: dict[Edge, int] = {}  # in postorder

        def visit(edge: Edge) -> None:
            if edge >= 0 and edge not in number:
                _, safe, mine = self.nodes[edge]
                visit(safe)
                visit(mine)
                number[edge] = len(number)

        visit(root)
        nodes = [self.nodes[edge] for edge in number]
        edges = (root, *(edge for _, *both in nodes for edge in both))
        divisor = gcd(*[~edge for edge in edges if edge < 0]) or 1

        def renamed(edge: Edge) -> Edge:
            return number[edge] if edge >= 0 else ~(~edge // divisor)

        return Diagram(
            size,
            tuple(
                [
                    (place if places is None else places[place], renamed(safe), renamed(mine))
                    for place, safe, mine in nodes
                ]
            ),
            renamed(root),
        )


def diagram_of(
    size: int,
    start: State,
    step: Callable[[int, State, bool], State | None],
    weight: Callable[[State], int],
) -> Diagram:
    """Return the diagram of a machine that reads the cells in order.

    `step(place, state, mine)` is the state after a cell, None if nothing is allowed any more;
    `weight(state)` is the weight of the assignments that end in a state. Raises `LimitError` for
    too many cells, too many states of all cells together, and when the time limit in force is over.
    """
    check_size(size)
    # Forward, the states before each cell, with those after it; backward, a node for each.
    levels: list[dict[State, tuple[State | None, State | None]]] = []
    states: Iterable[State] = [start]
    made = 0
    for place in range(size):
        level = {}
        for state in states:
            made += 1
            if made > _MOST_STATES:
                raise LimitError(f"a constraint needs more than {_MOST_STATES:,} states")
            if not made % WORK:
                look()
            level[state] = step(place, state, False), step(place, state, True)
        levels.append(level)
        reached = dict.fromkeys(after for both in level.values() for after in both)
        states = [state for state in reached if state is not None]
    forest = Forest()
    edges: dict[State | None, Edge] = {state: ~weight(state) for state in states}
    for place, level in reversed(list(enumerate(levels))):
        edges[None] = NOTHING
        edges = {
            state: forest.node(place, edges[safe], edges[mine])
            for state, (safe, mine) in level.items()
        }
    return forest.diagram(edges[start], size)


def check_size(size: int) -> None:
    """Raise `LimitError` for more cells than a diagram may have."""
    if size > MOST_CELLS:
        raise LimitError(f"a constraint over {size:,} cells; expected at most {MOST_CELLS}")


@lru_cache(maxsize=4096)
def restricted(diagram: Diagram, known: tuple[tuple[int, bool], ...]) -> Diagram:
    """Condition a diagram on known cells, pairs of a place and whether it is a mine.

    The diagram that is returned reads the other cells alone.
    """
    forest = Forest()
    edge = forest.add(diagram)
    for place, mine in known:
        edge = forest.restrict(edge, place, mine=mine)
    known_places = dict(known)
    kept = [place for place in range(diagram.size) if place not in known_places]
    return forest.diagram(edge, len(kept), {place: new for new, place in enumerate(kept)})


@lru_cache(maxsize=4096)
def roles(diagram: Diagram) -> tuple[int, ...]:
    """Find for each cell its role: the first cell that it can change places with, or itself.

    Changing places leaves the weights of all assignments as they are.
    """
    forest = Forest()
    root = forest.add(diagram)
    differences = _weight_differences(diagram)
    role_of: list[int] = []
    for place in range(diagram.size):
        mine_here = forest.restrict(root, place, mine=True)
        safe_here = forest.restrict(root, place, mine=False)
        interchangeable = (
            earlier
            for earlier in range(place)
            if role_of[earlier] == earlier
            and differences[earlier] == differences[place]  # necessary, and a quick test
            and forest.restrict(mine_here, earlier, mine=False)
            == forest.restrict(safe_here, earlier, mine=True)
        )
        role_of.append(next(interchangeable, place))
    return tuple(role_of)


def _weight_differences(diagram: Diagram) -> list[int]:
    """Compute for each cell the weight of all assignments with a mine there, less that of the rest.

    It is equal for cells that can change places, and found in one walk up and one down.
    """
    size, nodes = diagram.size, diagram.nodes

    def at(edge: Edge) -> int:
        return nodes[edge][0] if edge >= 0 else size

    # By node, the weight of all assignments from its cell on, and the number of those before it
    # that lead to the node.
    below: list[int] = []

    def weight(edge: Edge, place: int) -> int:
        """Return the weight below an edge, of all assignments of the cells from a place on."""
        return (below[edge] if edge >= 0 else ~edge) << (at(edge) - place)

    for number, (place, safe, mine) in enumerate(nodes, 1):
        if not number % WORK:
            look()
        below.append(weight(safe, place + 1) + weight(mine, place + 1))
    above = [0] * len(nodes)
    by_place = [0] * size
    if diagram.root >= 0:
        above[diagram.root] = 1 << at(diagram.root)
    for number in reversed(range(len(nodes))):
        if number and not number % WORK:
            look()
        place, safe, mine = nodes[number]
        by_place[place] += above[number] * (weight(mine, place + 1) - weight(safe, place + 1))
        for edge in (safe, mine):
            if edge >= 0:
                above[edge] += above[number] << (at(edge) - place - 1)
    return by_place


class Layer(NamedTuple):
    """The step of a machine over a group of cells: `after[state][mines]` is the state after it.

    The states are numbered from 0 in each layer; -1 says that nothing is allowed any more. After
    the last group there is one state, and `weights[state][mines]` are the weights of the ways
    there; for other groups there are no weights.
    """

    after: tuple[tuple[int, ...], ...]
    weights: tuple[tuple[int, ...], ...] | None = None


def layers(diagram: Diagram, groups: Sequence[Sequence[int]]) -> list[Layer]:
    """Turn a diagram into a machine that reads the number of mines of one group after another.

    Every cell is in one group, and cells of one group have one role (see `roles`). A state is the
    diagram that is left, as an edge of a forest. The machine is minimal, since equal diagrams have
    equal edges.
    """
    forest = Forest()
    states = [forest.add(diagram)]
    machine: list[Layer] = []
    for group in groups[:-1]:
        number_of: dict[Edge, int] = {}  # the states after the group
        rows = []
        for state in states:
            row = [
                -1 if edge == NOTHING else number_of.setdefault(edge, len(number_of))
                for edge in _by_mines(forest, state, group)
            ]
            rows.append(tuple(row))
        machine.append(Layer(tuple(rows)))
        states = list(number_of)
    # After the last group only ends are left: their edges are `~weight`.
    weights = [[~end for end in _by_mines(forest, state, groups[-1])] for state in states]
    last = [tuple([0 if weight else -1 for weight in row]) for row in weights]
    return [*machine, Layer(tuple(last), tuple(map(tuple, weights)))]


def _by_mines(forest: Forest, edge: Edge, group: Sequence[int]) -> list[Edge]:
    """Follow an edge for each number of mines in a group of cells."""
    edges = [edge]
    for place in group:
        all_mines = forest.restrict(edges[-1], place, mine=True)
        edges = [forest.restrict(edge, place, mine=False) for edge in edges] + [all_mines]
    return edges
