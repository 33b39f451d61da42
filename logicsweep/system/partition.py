"""Boxes and components: how constraints partition the cells, and the weights of their mines."""

from __future__ import annotations

import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from math import gcd, prod
from operator import mul
from typing import Final, NamedTuple

from logicsweep.board.board import Board
from logicsweep.constraints.cardinality import Cardinality, Constraint, between
from logicsweep.constraints.factors import BACKGROUND
from logicsweep.constraints.regional import Regional
from logicsweep.constraints.relation import Relation
from logicsweep.errors import expect
from logicsweep.limits import Budget, limited_to, watched
from logicsweep.system.system import A_SYSTEM, ConstraintSystem

# `hidden_from` if no cell is hidden.
NONE_HIDDEN: Final = sys.maxsize


class Box(NamedTuple):
    """Cells that occur in exactly the same constraints, with the same role in each relation.

    Swapping two cells of a box in a model gives a model, so all cells of a box have the same
    verdict and the same marginal. Hidden cells never share a box with cells of the board.

    Attributes:
        cells: The cell numbers, ascending.
        constraints: The indices of their constraints, ascending, in the sequence that was
            partitioned.
    """

    cells: tuple[int, ...]
    constraints: tuple[int, ...]


class Component(NamedTuple):
    """Constraints connected through shared cells, and the boxes of these cells.

    Attributes:
        system: The constraints and their cells.
        boxes: The boxes, in the order of their first cells; `Box.constraints` are indices into
            `system.constraints`.
        hidden_from: Cells from this number on are hidden: they are not cells of the board (but of a
            key, or for wrong clues), and marks in them are no mines.
    """

    system: ConstraintSystem
    boxes: tuple[Box, ...]
    hidden_from: int = NONE_HIDDEN

    def mines(self, marked: Collection[int]) -> int:
        """Count the marked cells that are mines, which hidden ones are not."""
        if self.hidden_from == NONE_HIDDEN:
            return len(marked)
        return sum([cell < self.hidden_from for cell in marked])


def merged(constraints: Sequence[Constraint]) -> list[Constraint]:
    """Replace cardinality constraints over the same cells by their conjunction.

    It has the place and the source of the first of them. Constraints that say nothing are dropped.
    """
    kept: dict[tuple[int, ...] | int, Constraint] = {}
    for place, constraint in enumerate(constraints):
        # Of those without cells each is violated by itself, or says nothing.
        if not isinstance(constraint, Cardinality) or not constraint.cells:
            kept[place] = constraint
            continue
        earlier = kept.get(constraint.cells)
        if isinstance(earlier, Cardinality):
            kept[constraint.cells] = _conjunction(earlier, constraint)
        else:
            kept[constraint.cells] = constraint
    return [constraint for constraint in kept.values() if not constraint.says_nothing]


def _conjunction(first: Cardinality, second: Cardinality) -> Cardinality:
    """Join constraints over the same cells: the narrower bounds, the products of weights."""
    lower, upper = max(first.lower, second.lower), min(first.upper, second.upper)
    weights = [1] * (upper - lower + 1)
    for _, least, _, _, table in (first, second):
        if table is not None:
            weights = list(map(mul, weights, table[lower - least :]))
    return between(first.cells, lower, upper, first.source, tuple(weights))


def components(
    constraints: Sequence[Constraint],
    *,
    hidden_from: int = NONE_HIDDEN,
    budget: Budget | None = None,
) -> list[Component]:
    """Partition constraints into components that share no cell.

    Args:
        constraints: The constraints, such as `constraints_of(board).constraints`. The mine count is
            a constraint over all cells and connects everything; leave it out to see the components
            of the clues.
        hidden_from: See `Component`; by default no cell is hidden.
        budget: The limit of time; None for no limit.

    Returns:
        The components, in the order of their first constraints; each keeps the given order of
        constraints. A constraint without cells is a component of its own.

    Raises:
        TypeError: It is not a sequence of constraints.
        LimitError: The budget is spent.
    """
    wanted = "constraints, as of constraints_of(board).constraints"
    expect("constraints", constraints, Sequence, wanted)
    for first_constraint in constraints[:1]:  # checking all would take as long as everything else
        expect("a constraint", first_constraint, (Cardinality, Relation, Regional), wanted)
    with limited_to(budget):
        grouped = _grouped(watched(constraints, budget), hidden_from)
    # A component is named by the index of its first constraint, its root.
    roots = _first_connected(len(constraints), [indices for indices, _ in grouped])
    members: dict[int, list[int]] = {}
    place = []  # of each constraint in its component
    for index, root in enumerate(roots):
        indices_here = members.setdefault(root, [])
        place.append(len(indices_here))
        indices_here.append(index)
    boxes_of: dict[int, list[Box]] = {root: [] for root in members}
    for indices, cells in grouped:
        local = tuple([place[index] for index in indices])
        # Making a named tuple like this takes a third of the time.
        boxes_of[roots[indices[0]]].append(tuple.__new__(Box, (tuple(cells), local)))
    made = []
    for root, indices_here in members.items():
        cells = sorted([cell for box in boxes_of[root] for cell in box[0]])
        within = tuple([constraints[index] for index in indices_here])
        system = ConstraintSystem(tuple(cells), within)
        made.append(Component(system, tuple(boxes_of[root]), hidden_from))
    return made


def boxes(system: ConstraintSystem, *, hidden_from: int = NONE_HIDDEN) -> list[Box]:
    """Partition the cells of a system into boxes, in the order of their first cells.

    Cells in no constraint form one box without constraints. For `hidden_from` see `Component`.

    Raises:
        TypeError: It is not a constraint system.
    """
    expect("system", system, ConstraintSystem, A_SYSTEM)
    made = [
        Box(tuple(cells), indices) for indices, cells in _grouped(system.constraints, hidden_from)
    ]
    constrained = {cell for box in made for cell in box.cells}
    free = [cell for cell in system.cells if cell not in constrained]
    for is_hidden in (False, True):
        cells_here = tuple([cell for cell in free if (cell >= hidden_from) is is_hidden])
        if cells_here:
            made.append(Box(cells_here, ()))
    made.sort()
    return made


# The role of hidden cells, which tells them from others; other roles are not negative.
_HIDDEN: Final = -1
# The constraints of a box, and its cells.
_Group = tuple[tuple[int, ...], list[int]]


def _grouped(constraints: Iterable[Constraint], hidden_from: int) -> list[_Group]:
    """Group cells with the same constraints and roles, all ascending, by their first cells."""
    touching, played = _touching(constraints)
    if hidden_from != NONE_HIDDEN:
        for cell in touching:
            if cell >= hidden_from:
                played.setdefault(cell, []).append(_HIDDEN)
    groups: dict[tuple[tuple[int, ...], tuple[int, ...]], list[int]] = {}
    for cell in sorted(touching):
        key = tuple(touching[cell]), tuple(played.get(cell, ()))
        groups.setdefault(key, []).append(cell)
    return [(indices, cells) for (indices, _), cells in groups.items()]


def _touching(
    constraints: Iterable[Constraint],
) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """List for each cell its constraints, and its roles in relations."""
    touching: dict[int, list[int]] = {}
    played: dict[int, list[int]] = {}
    for index, constraint in enumerate(constraints):
        for cell in constraint.cells:
            if cell in touching:
                touching[cell].append(index)
            else:
                touching[cell] = [index]
        roles = constraint.roles
        if roles:
            for cell, role in zip(constraint.cells, roles, strict=True):
                played.setdefault(cell, []).append(role)
    return touching, played


def _first_connected(count: int, connected: Iterable[Sequence[int]]) -> list[int]:
    """Find for each of `count` elements the first one that is connected with it."""
    # Union-find with path halving: each element points at an earlier one or at itself.
    first = list(range(count))
    for members in connected:
        root = members[0]
        while first[root] != root:
            first[root] = root = first[first[root]]
        for member in members[1:]:
            root_here = member
            while first[root_here] != root_here:
                first[root_here] = root_here = first[first[root_here]]
            if root < root_here:
                first[root_here] = root
            elif root_here < root:
                first[root] = root = root_here
    for index, earlier in enumerate(first):
        first[index] = first[earlier]
    return first


# The weights of a safe cell and of a mine, whole numbers.
Odds = tuple[int, int]


def odds_of(board: Board) -> tuple[Odds, ...]:
    """Return each cell's weights of safe and mine, by number; empty unless cells differ."""
    return tuple(
        [(p.denominator - p.numerator, p.numerator) for row in board.priors or () for p in row]
    )


def weight_in(odds: Sequence[Odds], mines: frozenset[int]) -> int:
    """Weigh a layout with these mines by the odds of all cells."""
    return prod([mine if cell in mines else safe for cell, (safe, mine) in enumerate(odds)])


def weighing(odds: Sequence[Odds], cells: Iterable[int]) -> Iterator[Cardinality]:
    """Weigh some cells of the board: one constraint for all of equal odds, none for 1 to 1."""
    by_odds: dict[Odds, list[int]] = {}
    for cell in cells:
        if cell < len(odds):  # hidden cells come after those of the board
            by_odds.setdefault(odds[cell], []).append(cell)
    for odds_here, members in by_odds.items():
        weights = _weights(odds_here, len(members))
        if weights is not None:
            yield Cardinality(tuple(members), 0, len(members), BACKGROUND, weights)


def weighed(component: Component, odds: Sequence[Odds]) -> Component:
    """Add the weights of its cells to a component; a box is split where these differ.

    The cells stay one component even if its constraints do not tie them together.
    """
    weights = [weight for box in component.boxes for weight in weighing(odds, box.cells)]
    cells, constraints = component.system
    system = ConstraintSystem(cells, (*constraints, *weights))
    hidden_from = component.hidden_from
    return Component(system, tuple(boxes(system, hidden_from=hidden_from)), hidden_from)


def weighed_alone(cells: Iterable[int], odds: Sequence[Odds]) -> list[Component]:
    """Make components of cells that nothing else constrains, by equal odds."""
    return components(list(weighing(odds, cells)))


@lru_cache(maxsize=512)
def _weights(odds: Odds, size: int) -> tuple[int, ...] | None:
    """Weigh 0, 1, ... mines in `size` cells, in lowest terms; None if all are equal."""
    safe, mine = odds
    if safe == mine:
        return None
    shared = gcd(safe, mine)
    safe, mine = safe // shared, mine // shared
    return tuple([safe ** (size - number) * mine**number for number in range(size + 1)])
