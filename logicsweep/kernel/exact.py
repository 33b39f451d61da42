"""Exact counts of a whole board: of its components, with their models, and of all cells at once."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import KNOWN_MINE
from logicsweep.constraints.cardinality import exactly
from logicsweep.kernel import headers
from logicsweep.kernel.component import rows_of
from logicsweep.kernel.context import OK, Context, address_of, numbers_at, release
from logicsweep.kernel.whole import Answer, FloatArray, at_hand
from logicsweep.limits import Budget
from logicsweep.system.model_counts import ModelCounts
from logicsweep.system.partition import Box, Component
from logicsweep.system.system import ConstraintSystem, Position

# The cells of each box of a component; boxes in the order of their first cells.
Boxes = Sequence[tuple[int, ...]]


class CountedComponent(NamedTuple):
    """The boxes of a component, the cells of its clues, and its counts, by box in this order.

    `is_ranked` tells whether the kernel finds models by their ranks, see `RankedModels`.
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


class ExactBoard:
    """The number of layouts, and the exact marginal of each covered cell.

    Cells are in groups, such as those of a box, which share one marginal.
    """

    def __init__(
        self, layouts: int, mines: Sequence[int], sizes: Sequence[int], group_of: dict[int, int]
    ) -> None:
        """Take by group the mines summed over all layouts and its cells, and the group of cells."""
        self.layouts = layouts
        self._mines = mines
        self._sizes = sizes
        self._group_of = group_of
        self._known: dict[int, Fraction] = {}

    def marginal(self, number: int) -> Fraction:
        """Return the marginal of a covered cell."""
        group = self._group_of[number]
        marginal = self._known.get(group)
        if marginal is None:
            marginal = self._known[group] = self._of_group(group)
        return marginal

    @cached_property
    def marginals(self) -> dict[int, Fraction]:
        """All marginals, by cell number in order."""
        by_group = list(map(self._of_group, range(len(self._sizes))))
        of_cells = map(by_group.__getitem__, self._group_of.values())
        return dict(zip(self._group_of, of_cells, strict=True))

    def _of_group(self, group: int) -> Fraction:
        return Fraction(self._mines[group], self.layouts * self._sizes[group])


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
    listed = headers.ls_components_found()
    if kernel.library.ls_list(kernel.address, listed) != OK:
        return None
    numbers = numbers_at(listed.numbers, listed.numbers_count)
    all_counts = numbers_at(listed.counts, listed.counts_count, "q")
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
    answer = headers.ls_numbers()
    if kernel.ask(kernel.library.ls_exactly, budget, place, answer) != OK:
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


class RankedModels:
    """The models of a counted board; with each number of mines they are numbered from 0.

    `are_ranked[i]` tells whether those of component i are: their number has to fit into a double.
    """

    def __init__(self, position: Position, counted: CountedBoard) -> None:
        self.are_ranked = [component.is_ranked for component in counted.components]
        self._position = position
        self._answer = counted.answer

    def layouts(
        self, places: Sequence[Sequence[int]], ranks: Sequence[Sequence[int]], budget: Budget
    ) -> NDArray[np.bool_] | None:
        """Return the models of draws as layouts of shape (draws, size); None without the kernel.

        By draw and component, `places` are places in the component's counts, and `ranks` are below
        the counts there; there is at least one draw. Components that are not ranked have no mines.
        Raises `LimitError`.
        """
        loaded = at_hand(self._position, budget, self._answer)
        if loaded is None:
            return None
        kernel, self._answer = loaded
        layouts = np.zeros((len(places), self._position.states.size), dtype=np.bool_)
        flat_places = array("i", [place for of_draw in places for place in of_draw])
        flat_ranks = array("q", [rank for of_draw in ranks for rank in of_draw])
        status = kernel.ask(
            *(kernel.library.ls_draw, budget, len(places), flat_places.buffer_info()[0]),
            *(flat_ranks.buffer_info()[0], address_of(layouts)),
        )
        release(kernel)
        return layouts if status == OK else None


def exact_board(
    position: Position,
    budget: Budget,
    answer: Answer | None = None,
    *,
    most_work: float = headers.LS_BRIEF_JOIN,
) -> ExactBoard | None:
    """Count the layouts, and the marginals as shares of them; None where the kernel does not.

    Without a mine count, layouts with any number of mines count, and all weigh the same. The kernel
    counts for clues without weights and boards that take less than `most_work` products of 64-bit
    limbs, about; by default those of moderate size, on which it is faster than convolving the
    counts in Python. An answer for the position may spare loading it again. Raises `LimitError`.

    The method is that of `tables/prior.py`, its twin, with products of prefixes and suffixes in
    place of a product tree.
    """
    if any(clue.weights is not None for clue in position.uncertain.values()):
        return None
    loaded = at_hand(position, budget, answer)
    if loaded is None:
        return None
    kernel, now = loaded
    made = _from_groups(kernel, budget, most_work) if now.status == OK else None
    if made is not None:  # else the next question is about the same board
        release(kernel)
    return made


def _from_groups(kernel: Context, budget: Budget, most_work: float) -> ExactBoard | None:
    """Read off the groups of cells of the board in a context."""
    budget.check()
    listed = headers.ls_fractions_found()
    if kernel.ask(kernel.library.ls_fractions, budget, most_work, listed) != OK:
        return None
    groups, cells = listed.groups, listed.cells
    (mines,) = rows_of(listed.mines, 1, groups, listed.limbs)
    numbers = numbers_at(listed.numbers, groups + 2 * cells)
    covered = numbers[groups : groups + cells]
    group_of = dict(zip(covered, numbers[groups + cells :], strict=True))
    return ExactBoard(mines[1], mines, numbers[:groups], group_of)
