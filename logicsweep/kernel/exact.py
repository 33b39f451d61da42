"""Exact counts of a whole board: the components that a position falls into, each counted."""

from __future__ import annotations

from collections.abc import Sequence
from ctypes import byref
from functools import partial
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from logicsweep.board.state import State
from logicsweep.constraints.partition import Box, Component
from logicsweep.constraints.position import Position
from logicsweep.constraints.system import ConstraintSystem, exactly
from logicsweep.eliminate.counts import ModelCounts
from logicsweep.kernel.binding import Description, Numbers, Status
from logicsweep.kernel.context import Context, context, release
from logicsweep.kernel.limbs import rows_of
from logicsweep.kernel.whole import NO_PRIOR, Answer, FloatArray, load
from logicsweep.limits import Budget

# The cells of each box of a component; boxes in the order of their first cells.
Boxes = Sequence[tuple[int, ...]]


class CountedComponent(NamedTuple):
    """The boxes of a component, the cells of its clues, and its counts, by box in this order."""

    boxes: Boxes
    clues: list[int]
    counts: ModelCounts


class CountedBoard(NamedTuple):
    """The components of a position, and the marginals of all cells, as `whole.Answer` has them."""

    components: list[CountedComponent]
    marginals: FloatArray


def counted_board(
    position: Position, budget: Budget, answer: Answer | None = None
) -> CountedBoard | None:
    """Count the components of a position exactly, or None where the kernel does not do it.

    It does it for exact clues, unless a component is too wide or the position has no layout. An
    answer for the position may spare loading it again. Raises `LimitError`.
    """
    own = context()
    if own is None or position.uncertain:
        return None
    if answer is not None and answer.loaded is own.loaded and answer.marginals is not None:
        marginals, status = answer.marginals.copy(), answer.status
    else:
        marginals = np.empty(position.states.size)
        status = load(own, position, NO_PRIOR, budget, marginals)
    found = _components(own, budget) if status == Status.OK else None
    release(own)
    return None if found is None else CountedBoard(found, marginals)


def _components(own: Context, budget: Budget) -> list[CountedComponent] | None:
    found = []
    described, numbers = Description(), Numbers()
    library, address = own.library, own.address
    for place in range(library.ls_count_of(address)):
        library.ls_describe(address, place, byref(described))
        boxes, length = described.boxes, described.length
        starts = described.cell_start[: boxes + 1]
        cells = tuple(described.cells[: starts[-1]])
        if described.counts:
            counts = tuple(map(int, described.counts[:length]))
            held = list(map(int, described.mines[: boxes * length]))
            by_box = [tuple(held[at : at + length]) for at in range(0, boxes * length, length)]
            lowest = described.lowest
        else:
            ask = partial(library.ls_exactly, address, place, byref(numbers))
            if own.ask(ask, budget) != Status.OK:
                return None
            lowest, length = numbers.lowest, numbers.length
            counts = rows_of(numbers.counts, 1, length, numbers.limbs)[0]
            by_box = rows_of(numbers.boxes, boxes, length, numbers.limbs)
        found.append(
            CountedComponent(
                [cells[first:end] for first, end in pairwise(starts)],
                described.clue_cells[: described.clues],
                ModelCounts(lowest, counts, tuple(by_box)),
            )
        )
    return found


def component_of(position: Position, found: CountedBoard, place: int) -> Component:
    """A component with its constraints, for questions that need more than counts."""
    states, near = position.states, position.adjacency.neighbours
    decided, known_mine = found.marginals, int(State.KNOWN_MINE)
    boxes, clues, _ = found.components[place]
    scopes: dict[int, list[int]] = {cell: [] for cells in boxes for cell in cells}
    constraints = []
    for index, clue in enumerate(clues):
        cells = []
        mines = 0
        for other in near(clue):
            if other in scopes:
                cells.append(other)
                scopes[other].append(index)
            elif states[other] < 0:  # a cell that the mine count decides stays in its component
                mines += states[other] == known_mine or decided[other] == 1
        constraints.append(exactly(tuple(cells), int(states[clue]) - mines, clue))
    system = ConstraintSystem(tuple(sorted(scopes)), tuple(constraints))
    return Component(system, tuple([Box(box, tuple(scopes[box[0]])) for box in boxes]))
