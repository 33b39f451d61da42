"""Exact counts of a whole board: the components that a position falls into, each counted."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref, string_at
from functools import partial
from itertools import pairwise
from typing import NamedTuple

from logicsweep.board.state import KNOWN_MINE
from logicsweep.constraints.cardinality import exactly
from logicsweep.eliminate.counts import ModelCounts
from logicsweep.kernel.binding import OK, Components, Numbers
from logicsweep.kernel.context import Context, release
from logicsweep.kernel.limbs import rows_of
from logicsweep.kernel.whole import Answer, FloatArray, at_hand
from logicsweep.limits import Budget
from logicsweep.system.partition import Box, Component
from logicsweep.system.position import Position
from logicsweep.system.system import ConstraintSystem

# The cells of each box of a component; boxes in the order of their first cells.
Boxes = Sequence[tuple[int, ...]]


class CountedComponent(NamedTuple):
    """The boxes of a component, the cells of its clues, and its counts, by box in this order.

    `is_ranked` tells whether the kernel finds models by their ranks, see `kernel.ranked`.
    """

    boxes: Boxes
    clues: list[int]
    counts: ModelCounts
    is_ranked: bool


class CountedBoard(NamedTuple):
    """The components of a position, the marginals of all cells, and the answer that has them."""

    components: list[CountedComponent]
    marginals: FloatArray
    answer: Answer


def counted_board(
    position: Position, budget: Budget, answer: Answer | None = None
) -> CountedBoard | None:
    """Count the components of a position exactly, or None where the kernel does not do it.

    It does it for exact clues, unless a component is too wide or the position has no layout. An
    answer for the position may spare loading it again. Raises `LimitError`.
    """
    loaded = None if position.uncertain else at_hand(position, budget, answer)
    if loaded is None:
        return None
    kernel, now = loaded
    components = _components(kernel, budget) if now.status == OK else None
    release(kernel)
    if components is None or now.marginals is None:
        return None
    return CountedBoard(components, now.marginals, now)


def _components(kernel: Context, budget: Budget) -> list[CountedComponent] | None:
    """Count the components of a board in a context exactly; None if the kernel cannot.

    For each component `numbers` has its numbers of boxes and clues, its fewest mines, the length of
    its counts, whether they are in `all_counts`, the ends of its boxes, its cells and its clues.
    """
    listed = Components()
    if kernel.library.ls_list(kernel.address, byref(listed)) != OK:
        return None
    numbers = memoryview(string_at(listed.numbers, listed.numbers_count * 4)).cast("i").tolist()
    all_counts = memoryview(string_at(listed.counts, listed.counts_count * 8)).cast("q").tolist()
    components: list[CountedComponent] = []
    at = first = 0
    while at < len(numbers):
        boxes, clues, lowest, length, is_exact = numbers[at : at + 5]
        ends = numbers[at + 5 : at + 5 + boxes]
        at += 5 + boxes
        cells = tuple(numbers[at : at + ends[-1]])
        at += ends[-1] + clues
        if is_exact:
            end = first + length * (1 + boxes)
            rows = [tuple(all_counts[row : row + length]) for row in range(first, end, length)]
            counts = ModelCounts(lowest, rows[0], tuple(rows[1:]))
            first = end
        else:
            counted = _in_limbs(kernel, len(components), boxes, budget)
            if counted is None:
                return None
            counts = counted
        parts = [cells[start:end] for start, end in pairwise([0, *ends])]
        near = numbers[at - clues : at]
        components.append(CountedComponent(parts, near, counts, is_exact == 1))
    return components


def _in_limbs(kernel: Context, place: int, boxes: int, budget: Budget) -> ModelCounts | None:
    """Return the counts of a component that are too large for doubles."""
    answer = Numbers()
    ask = partial(kernel.library.ls_exactly, kernel.address, place, byref(answer))
    if kernel.ask(ask, budget) != OK:
        return None
    counts = rows_of(answer.counts, 1, answer.length, answer.limbs)[0]
    by_box = rows_of(answer.boxes, boxes, answer.length, answer.limbs)
    return ModelCounts(answer.lowest, counts, tuple(by_box))


def component_of(position: Position, counted: CountedBoard, place: int) -> Component:
    """Return a component with its constraints, for questions that need more than counts."""
    states, near = position.states, position.adjacency.neighbours
    decided = counted.marginals
    boxes, clues, *_ = counted.components[place]
    scopes: dict[int, list[int]] = {cell: [] for cells in boxes for cell in cells}
    constraints = []
    for index, clue in enumerate(clues):
        cells = []
        mines = 0
        for neighbour in near(clue):
            if neighbour in scopes:
                cells.append(neighbour)
                scopes[neighbour].append(index)
            elif states[neighbour] < 0:  # a cell that the mine count decides stays in its component
                # Python's own numbers: plans are remembered by them, and numpy's are too small.
                mines += bool(states[neighbour] == KNOWN_MINE or decided[neighbour] == 1)
        constraints.append(exactly(tuple(cells), int(states[clue]) - mines, clue))
    system = ConstraintSystem(tuple(sorted(scopes)), tuple(constraints))
    return Component(system, tuple([Box(box, tuple(scopes[box[0]])) for box in boxes]))
