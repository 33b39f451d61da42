"""All layouts of a board, one by one, and random ones, from the trellis of each component.

To list all, a component lists the models with those numbers of mines that the rest of the board
allows, so that each of them is part of some layout; then components and interior are put together.
Random layouts are drawn exactly: none is rejected, and none is likelier than it should be. Each
choice is drawn with the counts of what is left as weights (Jerrum, Valiant and Vazirani 1986).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import log10
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import LimitError, MissingDensityError, counted
from logicsweep.kernel.component import models_of_signature
from logicsweep.limits import Budget
from logicsweep.system.model_counts import ModelCounts
from logicsweep.system.signature import signature_of
from logicsweep.system.system import weight_of
from logicsweep.tables.component_counts import pass_of
from logicsweep.tables.counted import CountedComponents
from logicsweep.tables.passes import CountingPass
from logicsweep.tables.prior import Convolution, Drawn
from logicsweep.tables.total import allowed_counts, backward, members

Models = NDArray[np.bool_]

# So few layouts are sorted faster in Python.
_FEW: Final = 16
# Bytes that all layouts of one question may take.
_MOST_LISTED: Final = 1_000_000_000
# Python refuses to write longer numbers.
_MOST_BITS: Final = 10_000


class Configurations(NamedTuple):
    """The mines that a component may hold, each of them part of some layout of the board.

    Attributes:
        cells: The cells that the component ties together, by number, ascending; some of them may be
            decided by the component.
        mines: Shape (configurations, cells), True for mines; each once, in ascending order, without
            weights.
    """

    cells: tuple[int, ...]
    mines: Models


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
    known = (board.grid.ravel() == State.KNOWN_MINE).nonzero()[0]
    if known.size:
        rows[:, known] = True
    weights = [1] * len(rows)
    if board.mines is None:
        mines = rows[:, :size].sum(axis=1).tolist()
        if len(set(mines)) > 1:
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
    if number <= limit and number * cells <= _MOST_LISTED:
        return
    if number.bit_length() > _MOST_BITS:
        there_are = f"there are about 10^{log10(number):.0f} layouts"
    else:
        there_are = f"there {'is' if number == 1 else 'are'} {counted(number, 'layout')}"
    if number > limit:
        raise LimitError(f"{there_are}; the limit is {limit:,}")
    raise LimitError(f"{there_are}, which take more than {_MOST_LISTED:,} bytes")


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
    packed = np.packbits(layouts, axis=1)
    if len(layouts) > _FEW:
        return layouts[np.lexsort(packed.T[::-1])]
    return layouts[sorted(range(len(layouts)), key=packed.tolist().__getitem__)]


def _joined(components: CountedComponents, number: int, budget: Budget) -> tuple[list[int], Models]:
    """Return the undecided cells, and their layouts, not in order: part by part.

    The parts are the components and then the interior. Sets of numbers of mines are bits: bit n
    stands for n mines.
    """
    interior = components.interior.tolist()
    on_board = _on_board(components)
    cells: list[int] = []
    layouts: Models = np.zeros((1, 0), dtype=np.bool_)
    for place, (allowed, goals) in enumerate(_parts(components)):
        if place < len(components.counts):
            models = _models(components, place, allowed, number, budget)
            cells_here = [cell for box in components.boxes[place] for cell in box]
        else:
            models = _subsets(len(interior), allowed)
            cells_here = interior
        if cells and cells_here:
            counted = np.array(cells, dtype=np.intp) < on_board
            counted_here = np.array(cells_here, dtype=np.intp) < on_board
            layouts = _extended((layouts, counted), (models, counted_here), goals)
        elif cells_here:
            layouts = models  # each of them is part of some layout
        cells += cells_here
        budget.check()
    return cells, layouts


def _on_board(components: CountedComponents) -> int:
    """Return the number of cells of the board, without hidden ones."""
    return components.settled[: components.hidden_from].size


def _parts(components: CountedComponents) -> Iterator[tuple[int, int]]:
    """Yield for each component, and then for the interior, the numbers of mines that it may hold.

    With them come the sums up to there from which the mine count can be reached. Both are bits.
    """
    supports = [counts.support for counts in components.counts]
    supports.append((2 << len(components.interior)) - 1)
    bounds = components.bounds or (0, _on_board(components))
    allowed, _ = allowed_counts(supports, 0, *bounds)
    return zip(allowed, backward(supports, 0, *bounds)[1:], strict=True)


def configurations(
    components: CountedComponents, limit: int, budget: Budget
) -> Iterator[Configurations]:
    """Yield the configurations of each component.

    Raises `LimitError` for more than `limit` in one component, hidden cells included.
    """
    on_board = _on_board(components)
    counts = components.models(budget)
    for place, (there, (allowed, _)) in enumerate(zip(counts, _parts(components), strict=False)):
        cells = np.array([cell for box in components.boxes[place] for cell in box], dtype=np.intp)
        number = sum(
            count for mines, count in enumerate(there.counts, there.lowest) if allowed >> mines & 1
        )
        if number > limit:
            there_are = f"{counted(number, 'configuration')} of {counted(len(cells), 'cell')}"
            raise LimitError(f"a component has {there_are}; the limit is {limit:,}")
        models = _models(components, place, allowed, number, budget)
        order = np.argsort(cells)[: np.count_nonzero(cells < on_board)]
        yield Configurations(
            tuple(cells[order].tolist()), ascending(np.unique(models[:, order], axis=0))
        )
        budget.check()


# Models, and which of their columns are cells of the board, whose mines count.
_Counted = tuple[Models, NDArray[np.bool_]]


def _extended(layouts: _Counted, part: _Counted, goals: int) -> Models:
    """Join each layout of the parts so far with each model of the next part.

    Left out are those whose number of mines is not among the `goals`, a set as bits.
    """
    products = [
        np.hstack([np.repeat(rows, len(models), axis=0), np.tile(models, (len(rows), 1))])
        for mines, rows in _by_mines(*layouts)
        for part_mines, models in _by_mines(*part)
        if goals >> mines + part_mines & 1
    ]
    return np.concatenate(products)


def _by_mines(models: Models, counted: NDArray[np.bool_]) -> Iterator[tuple[int, Models]]:
    """Group models by their number of mines in the columns that count."""
    mines = models[:, counted].sum(axis=1)
    for number in sorted(set(mines.tolist())):
        yield number, models[mines == number]


def _subsets(size: int, allowed: int) -> Models:
    """List all subsets of `size` cells whose number of members is allowed."""
    subsets: list[tuple[int, ...]] = []
    for mines in members(allowed):
        subsets += combinations(range(size), mines)
    models: Models = np.zeros((len(subsets), size), dtype=np.bool_)
    for row, subset in zip(models, subsets, strict=True):
        row[list(subset)] = True
    return models


def _models(
    components: CountedComponents, place: int, allowed: int, number: int, budget: Budget
) -> Models:
    """Return the models of a component with an allowed number of mines, its cells box by box."""
    component = components.component(place)
    signature = signature_of(component)
    cells = sum(signature.sizes)
    flags = [bool(allowed >> mines & 1) for mines in range(cells + 1)]
    natively = models_of_signature(signature, flags, number, budget)
    if natively is not None:
        return natively
    counting = pass_of(component, budget)
    listed = [
        model
        for mines in members(allowed)
        for model in counting.models(mines, signature.sizes, budget)
    ]
    size = (cells + 7) // 8
    packed = b"".join([model.to_bytes(size, "little") for model in listed])
    rows = np.frombuffer(packed, dtype=np.uint8).reshape(len(listed), size)
    models: Models = np.unpackbits(rows, axis=1, count=cells, bitorder="little").astype(np.bool_)
    return models


class Sampler:
    """Random layouts of the undecided cells of a counted board.

    The tables of a component are made when it is first drawn, and kept.
    """

    def __init__(self, counted: CountedComponents, prior: Convolution) -> None:
        self._counted = counted
        self._prior = prior
        self._passes: dict[int, CountingPass] = {}

    def draw(self, count: int, rng: Random, budget: Budget) -> NDArray[np.bool_]:
        """Draw `count` layouts of shape (count, cells), true where an undecided cell is a mine.

        First the numbers of mines of all components and the interior are drawn together, from their
        joint distribution; then a layout of each component with its number: by the kernel from a
        random rank, or else from the last join of its trellis to the boxes. Raises
        `UncountableError` or `LimitError`.
        """
        drawn = []
        for _ in range(count):
            budget.check()
            drawn.append(self._prior.draw(rng))
        layouts, left = self._ranked(drawn, rng, budget)
        interior = self._counted.interior.tolist()
        for numbers, layout in zip(drawn, layouts, strict=True):
            layout[rng.sample(interior, numbers.interior)] = True
        for place in left:
            if place not in self._passes:
                self._passes[place] = pass_of(self._counted.component(place), budget)
            lowest = self._counted.counts[place].lowest
            for numbers, layout in zip(drawn, layouts, strict=True):
                budget.check()
                in_boxes = self._passes[place].draw(rng, lowest + numbers.places[place])
                for cells, in_box in zip(self._counted.boxes[place], in_boxes, strict=True):
                    layout[rng.sample(cells, in_box)] = True
        return layouts

    def _ranked(
        self, drawn: Sequence[Drawn], rng: Random, budget: Budget
    ) -> tuple[NDArray[np.bool_], Sequence[int]]:
        """Draw the models that the kernel finds by rank; return the places of other components."""
        counted, ranked = self._counted, self._counted.ranked
        every = range(len(counted.counts))
        if ranked is not None and drawn and any(ranked.are_ranked):
            of_ranked = list(zip(ranked.are_ranked, counted.counts, strict=True))
            ranks = [
                [
                    rng.randrange(counts.counts[place]) if is_ranked else 0
                    for (is_ranked, counts), place in zip(of_ranked, numbers.places, strict=True)
                ]
                for numbers in drawn
            ]
            layouts = ranked.layouts([numbers.places for numbers in drawn], ranks, budget)
            if layouts is not None:
                return layouts, [place for place in every if not ranked.are_ranked[place]]
        return np.zeros((len(drawn), counted.settled.size), dtype=np.bool_), every
