"""All layouts of a board, one by one, by walking the tables of the elimination.

A component lists the models with those numbers of mines that the rest of the board allows, so that
each of them is part of some layout; then components and interior are put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, combinations, product
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.constraints.constraint import Constraint
from logicsweep.count.counted import CountedComponents
from logicsweep.eliminate.counts import ModelCounts
from logicsweep.eliminate.signature import signature_of_component
from logicsweep.eliminate.step import Step, Table
from logicsweep.eliminate.tables import Tables
from logicsweep.errors import LimitError, MissingDensityError, counted
from logicsweep.kernel.component import models_of_signature
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import Tabulating
from logicsweep.system.partition import Component
from logicsweep.system.system import weight_of

Models = NDArray[np.bool_]

# Bytes that all layouts of one question may take.
_MOST_LISTED: Final = 1_000_000_000


class Weighed(NamedTuple):
    """Layouts, each with a way to mark the hidden cells, and what each of them weighs.

    Attributes:
        rows: Shape (layouts, cells of the board and hidden ones), True for mines and marks.
        weights: Positive whole numbers in proportion; None if all weigh the same.
    """

    rows: Models
    weights: list[int] | None


def weighing(components: CountedComponents) -> list[Constraint]:
    """Return the constraints of the components whose models do not all weigh the same."""
    return [
        constraint
        for place, counts in enumerate(components.counts)
        if not isinstance(counts, ModelCounts)
        for constraint in components.component(place).system.constraints
    ]


def weighed(
    board: Board, rows: Models, density: Fraction | None, constraints: Sequence[Constraint]
) -> Weighed:
    """Enter the known mines of a board into its layouts, and weigh them.

    The prior is that of the board, or the density without a mine count; the weights of the
    constraints come to it. Raises `MissingDensityError`.
    """
    size = board.grid.size
    rows[:, :size][:, board.grid.ravel() == State.KNOWN_MINE] = True
    mines = rows[:, :size].sum(axis=1).tolist()
    weights = [1] * len(rows)
    if board.total_mines is None and len(set(mines)) > 1:
        if density is None:
            raise MissingDensityError
        mine, safe = density.numerator, density.denominator - density.numerator
        least, most = min(mines), max(mines)
        weights = [mine ** (held - least) * safe ** (most - held) for held in mines]
    weighted = [constraint for constraint in constraints if constraint.is_weighted]
    if weighted:
        marked = [frozenset(row.nonzero()[0].tolist()) for row in rows]
        pairs = zip(weights, marked, strict=True)
        weights = [weight * weight_of(weighted, row) for weight, row in pairs]
    return Weighed(rows, weights if len(set(weights)) > 1 else None)


def check_listed(number: int, limit: int, cells: int) -> None:
    """Raise `LimitError` for more layouts than the limit, or than fit into memory."""
    there = f"there {'is' if number == 1 else 'are'} {counted(number, 'layout')}"
    if number > limit:
        raise LimitError(f"{there}; the limit is {limit:,}")
    if number * cells > _MOST_LISTED:
        raise LimitError(f"{there}, which take more than {_MOST_LISTED:,} bytes")


def listed(components: CountedComponents, number: int, budget: Budget) -> Models:
    """List all layouts of the undecided and the proved cells, in ascending order of their rows.

    An array of shape (number, cells of the board), True where there is a mine, but for known mines.
    Hidden cells come after those of the board, True where they are marked. `number` is that of the
    layouts with their markings. Raises `UncountableError` and `LimitError`.
    """
    layouts: Models = np.zeros((number, components.settled.size), dtype=np.bool_)
    layouts[:, components.settled == 1] = True
    cells, mines = _joined(components, number, budget)
    layouts[:, cells] = mines
    return ascending(layouts)


def ascending(layouts: Models) -> Models:
    """Sort rows as binary numbers, of which the first cell is the highest digit."""
    return layouts[np.lexsort(np.packbits(layouts, axis=1).T[::-1])]


def _joined(components: CountedComponents, number: int, budget: Budget) -> tuple[list[int], Models]:
    """Return the undecided cells, and their layouts; not in order."""
    interior = components.interior.tolist()
    # The numbers of mines that a part can hold, as bits: of the components, then of the interior.
    sums = [
        sum([1 << mines for mines, count in enumerate(counts.counts, counts.lowest) if count])
        for counts in components.counts
    ]
    sums.append((2 << len(interior)) - 1)
    on_board = components.settled[: components.hidden_from].size
    least, most = components.bounds or (0, on_board)
    goal = (2 << most) - (1 << max(least, 0))
    # By place, what all parts from there on can hold together.
    further = [1]
    for held in reversed(sums):
        further.append(_sums(further[-1], held))
    further.reverse()
    before = 1
    cells: list[int] = []
    layouts: Models = np.zeros((1, 0), dtype=np.bool_)
    for place, held in enumerate(sums):
        others = _sums(before, further[place + 1])
        allowed = [bool((others << mines) & goal) for mines in range(held.bit_length())]
        so_far = np.array(cells, dtype=np.intp) < on_board
        if place < len(components.counts):
            component = components.component(place)
            part = _models(component, allowed, number, budget)
            more = [cell for box in component.boxes for cell in box.cells]
        else:
            part = _subsets(len(interior), allowed)
            more = interior
        added = np.array(more, dtype=np.intp) < on_board
        layouts = _product((layouts, so_far), (part, added), further[place + 1], goal)
        cells += more
        before = _sums(before, held)
        budget.check()
    return cells, layouts


def _sums(some: int, others: int) -> int:
    """List all sums of one number of each set; sets are bits."""
    total = 0
    while some:
        lowest = some & -some
        total |= others * lowest
        some ^= lowest
    return total


# Models, and which of their columns are cells of the board.
_Counted = tuple[Models, NDArray[np.bool_]]


def _product(layouts: _Counted, part: _Counted, further: int, goal: int) -> Models:
    """Join every layout so far with every model of one more part, where the rest still fits."""
    products = [
        np.hstack([np.repeat(some, len(others), axis=0), np.tile(others, (len(some), 1))])
        for so_far, some in _by_mines(*layouts)
        for more, others in _by_mines(*part)
        if (further << so_far + more) & goal
    ]
    return np.concatenate(products)


def _by_mines(models: Models, on_board: NDArray[np.bool_]) -> Iterator[tuple[int, Models]]:
    """Group models by their number of mines in the `own` columns."""
    mines = models[:, on_board].sum(axis=1)
    for number in sorted(set(mines.tolist())):
        yield number, models[mines == number]


def _subsets(size: int, allowed: Sequence[bool]) -> Models:
    """List all subsets of so many cells with an allowed number of members."""
    subsets: list[tuple[int, ...]] = []
    for mines, may in enumerate(allowed):
        if may and mines <= size:
            subsets += combinations(range(size), mines)
    models: Models = np.zeros((len(subsets), size), dtype=np.bool_)
    for row, subset in zip(models, subsets, strict=True):
        row[list(subset)] = True
    return models


def _models(component: Component, allowed: Sequence[bool], number: int, budget: Budget) -> Models:
    """Return the models of a component with an allowed number of mines, its cells box by box."""
    signature = signature_of_component(component)
    natively = models_of_signature(signature, allowed, number, budget)
    if natively is not None:
        return natively
    with Tabulating(component):
        tables = Tables(signature, budget=budget)
        walker = _Walker(component, tables, budget)
    cells = sum(signature.sizes)
    some = [mines for mines, may in enumerate(allowed) if may and mines <= cells]
    walked = [model for mines in some for model in walker.models(mines)]
    models: Models = np.zeros((len(walked), cells), dtype=np.bool_)
    for row, mines in zip(models, walked, strict=True):
        row[mines] = True
    return models


# A beginning of a model: the state that it leads to, the mines still to come, those that it has.
_Beginning = tuple[int, int, list[int]]


class _Walker:
    """The models of a component, walking its tables: every beginning leads to some model."""

    def __init__(self, component: Component, tables: Tables, budget: Budget) -> None:
        sizes = [len(box.cells) for box in component.boxes]
        self._places = [
            range(end - size, end) for size, end in zip(sizes, accumulate(sizes), strict=True)
        ]
        self._tables = tables
        self._backward = tables.backward(budget)
        self._budget = budget

    def models(self, mines: int) -> list[list[int]]:
        """Return each model with so many mines, as the places of the cells that hold them."""
        beginnings: list[_Beginning] = [(self._tables.start, mines, [])]
        for step, message in zip(self._tables.steps, self._backward[1:], strict=True):
            beginnings = [
                longer
                for beginning in beginnings
                for longer in self._longer(beginning, step, message)
            ]
        return [chosen for _, _, chosen in beginnings]

    def _longer(self, beginning: _Beginning, step: Step, message: Table) -> Iterator[_Beginning]:
        """Yield the ways to carry a beginning on by one step."""
        self._budget.check()
        key, left, chosen = beginning
        slot = self._tables.slot
        mask = (1 << slot) - 1
        for taken, inside, weight, number in step.transitions[key & step.mask]:
            if not weight or inside > left:
                continue
            if message.get(key - taken, 0) >> (left - inside) * slot & mask:
                vector = step.vectors[number][0]
                for more in self._ways(step.boxes, vector):
                    yield key - taken, left - inside, chosen + more

    def _ways(self, boxes: Sequence[int], vector: Sequence[int]) -> Iterator[list[int]]:
        """Yield all ways to put so many mines into these boxes."""
        each = [
            combinations(self._places[box], mines) for box, mines in zip(boxes, vector, strict=True)
        ]
        for way in product(*each):
            yield [place for places in way for place in places]
