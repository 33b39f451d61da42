"""The layouts of the elimination engine: components and interior convolved with the prior."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property, partial
from operator import is_, mul
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.errors import MissingDensityError
from logicsweep.kernel.exact import ExactBoard, exact_board
from logicsweep.kernel.whole import Answer
from logicsweep.limits import Budget
from logicsweep.system.hidden import NO_HIDDEN, HiddenCells
from logicsweep.system.system import position_of
from logicsweep.tables.counted import CountedComponents, FloatArray, native_counts
from logicsweep.tables.joint import joint_marginal
from logicsweep.tables.layouts import Layouts, each_once
from logicsweep.tables.listing import (
    Configurations,
    Sampler,
    Weighed,
    check_listed,
    configurations,
    listed,
    weighed,
    weighing,
)
from logicsweep.tables.model_count import BARELY, NEARLY, Marginals
from logicsweep.tables.prior import Convolution, Convolve, IndependentCells, KnownTotal

# Pairs of a layout and a key that may be listed for each layout of the limit.
_KEYS: Final = 1_000


def convolution(
    bounds: tuple[int, int] | None, density: Fraction | None, make_budget: Callable[[], Budget]
) -> Convolve:
    """Return the convolution with a total (see `CountedComponents.bounds`), or with a density.

    The density counts only when the total is unknown. `make_budget` is called for each answer. The
    result is a partial, so that it can be pickled.
    """
    if bounds is None:
        return partial(IndependentCells, density=density)
    return partial(KnownTotal, bounds=bounds, make_budget=make_budget)


class CountedLayouts(Layouts):
    """The `Layouts` of a board whose components are counted.

    Each question may take the `budget` anew. Raises `UncountableError` when a component would take
    more table entries, `LimitError`, and `MissingDensityError` when the answer depends on a density
    that is unknown.
    """

    def __init__(
        self,
        board: Board,
        counted: CountedComponents,
        density: Fraction | None,
        *,
        hidden: HiddenCells = NO_HIDDEN,
        budget: Budget,
    ) -> None:
        self.board = board
        self.hidden = hidden
        self.density = density
        self.counted = counted
        self._make_budget = budget.renewed
        self._convolve = convolution(counted.bounds, density, self._make_budget)
        self._messages: dict[int, tuple[list[int], int]] = {}
        self._exact: dict[int, list[Fraction]] = {}

    @cached_property
    def _prior(self) -> Convolution:
        return self._convolve(self.counted.counts, len(self.counted.interior))

    def total(self) -> int:
        models = self.counted.models(self._make_budget())
        # Without weights these are the counts that are convolved already.
        is_convolved = all(map(is_, models, self.counted.counts))
        convolve = (lambda *_: self._prior) if is_convolved else self._convolve
        return convolve(models, len(self.counted.interior)).mass().numerator

    def marginal(self, number: int) -> Fraction:
        home = self._home.get(number)
        if home is not None:
            return self._in_boxes(home[0])[home[1]]
        if number in self._interior:
            return self._prior.interior_marginal
        return Fraction(int(self.counted.settled[number]))

    def fractions(self) -> dict[int, Fraction]:
        budget = self._make_budget()
        for place in range(len(self.counted.counts)):
            budget.check()
            self._in_boxes(place)
        return super().fractions()

    def marginals(self) -> FloatArray:
        counted, budget = self.counted, self._make_budget()
        cells = counted.interior.tolist()
        values = [float(self._prior.interior_marginal)] * len(cells) if cells else []
        for place, boxes in enumerate(counted.boxes):
            budget.check()
            for box, probability in zip(boxes, self._floats(place, budget), strict=True):
                cells += box
                values += [probability] * len(box)
        marginals = counted.settled.copy()
        # An undecided cell must not have 0 or 1, to which its probability may be rounded.
        marginals[np.array(cells, dtype=np.intp)] = np.clip(values, BARELY, NEARLY)
        return marginals[: counted.hidden_from]

    def expected_mines(self) -> Fraction:
        counted = self.counted
        if counted.bounds is not None and counted.bounds[0] == counted.bounds[1]:
            return Fraction(counted.known + counted.bounds[0])
        budget = self._make_budget()
        expected = Fraction(counted.known)
        for place, counts in enumerate(counted.counts):
            budget.check()
            weights, mass = self._message(place)
            weighted = sum(
                mines * count * weight
                for mines, (count, weight) in enumerate(
                    zip(counts.counts, weights, strict=True), counts.lowest
                )
            )
            expected += Fraction(weighted, mass)
        if len(counted.interior):
            expected += len(counted.interior) * self._prior.interior_marginal
        return expected

    def _message(self, place: int) -> tuple[list[int], int]:
        """Return the message to a component, and the sum of its weights times the counts."""
        if place not in self._messages:
            weights = self._prior.message(place)
            mass = sum(map(mul, weights, self.counted.counts[place].counts))
            self._messages[place] = weights, mass
        return self._messages[place]

    def _in_boxes(self, place: int) -> list[Fraction]:
        """Return the marginals of the boxes of a component."""
        if place not in self._exact:
            weights, mass = self._message(place)
            self._exact[place] = [
                Fraction(sum(map(mul, inside, weights)), mass * len(cells))
                for cells, inside in zip(
                    self.counted.boxes[place],
                    self.counted.counts[place].boxes(self._make_budget()),
                    strict=True,
                )
            ]
        return self._exact[place]

    def _floats(self, place: int, budget: Budget) -> list[float]:
        """Return the marginals of the boxes of a component, each rounded once."""
        counts = self.counted.counts[place]
        weights, mass = self._message(place)
        marginals = counts.marginals(weights, budget)
        if marginals is None:
            pairs = zip(self.counted.boxes[place], counts.boxes(budget), strict=True)
            marginals = [sum(map(mul, here, weights)) / (mass * len(box)) for box, here in pairs]
        return marginals

    @cached_property
    def _home(self) -> dict[int, tuple[int, int]]:
        """The component and the box of each cell."""
        return {
            cell: (place, box)
            for place, boxes in enumerate(self.counted.boxes)
            for box, cells in enumerate(boxes)
            for cell in cells
        }

    @cached_property
    def _interior(self) -> frozenset[int]:
        return frozenset(self.counted.interior.tolist())

    def mass(self) -> Fraction:
        counted = self.counted
        if counted.bounds is not None:
            return self._prior.mass()
        if self.density is None:
            raise MissingDensityError
        mine, safe = self.density, 1 - self.density
        settled = counted.settled[: counted.hidden_from]
        proved_mines = int(np.count_nonzero(settled == 1))
        proved_safe = int(np.count_nonzero(settled == 0)) - len(counted.interior)
        mass = mine**proved_mines
        for boxes, counts in zip(counted.boxes, counted.counts, strict=True):
            cells = sum([len(box) for box in boxes if box[0] < counted.hidden_from])
            proved_safe -= cells
            mass *= sum(
                count * mine**number * safe ** (cells - number)
                for number, count in enumerate(counts.counts, counts.lowest)
            )
        return mass * safe**proved_safe

    @cached_property
    def _sampler(self) -> Sampler:
        return Sampler(self.counted, self._prior)

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        layouts = self._sampler.draw(count, rng, self._make_budget())
        layouts[:, self.counted.settled == 1] = True
        return self._on_the_board(layouts)

    def _on_the_board(self, layouts: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Place rows of cells on the board, without hidden cells and with the known mines."""
        grid = self.board.grid
        layouts = layouts[:, : grid.size]
        layouts[:, grid.ravel() == State.KNOWN_MINE] = True
        return layouts.reshape(-1, *grid.shape)

    def every(self, limit: int) -> NDArray[np.bool_]:
        number, cells = self.total(), self.counted.settled.size
        check_listed(number, limit * _KEYS if self.hidden.key_cells else limit, cells)
        layouts = self._on_the_board(listed(self.counted, number, self._make_budget()))
        return each_once(layouts, limit) if self.hidden.key_cells else layouts

    def configurations(self, limit: int) -> list[Configurations]:
        return list(configurations(self.counted, limit, self._make_budget()))

    def weighed(self, limit: int) -> Weighed:
        counted, number = self.counted, self.total()
        check_listed(number, limit, counted.settled.size)
        rows = listed(counted, number, self._make_budget())
        return weighed(self.board, rows, self.density, weighing(counted))

    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        counted = self.counted
        settled = counted.settled
        is_mine = settled == 1
        is_mine[: self.board.grid.size] |= self.board.grid.ravel() == State.KNOWN_MINE
        undecided = set(counted.interior.tolist()).union(
            *(cells for boxes in counted.boxes for cells in boxes)
        )
        queries = []
        known_mines = []
        for numbers in sets:
            cells = frozenset(numbers)
            queries.append(cells & undecided)
            known_mines.append(sum([bool(is_mine[cell]) for cell in cells - undecided]))
        joint = joint_marginal(counted, queries, self._convolve, budget=self._make_budget())
        return {
            tuple(map(sum, zip(numbers, known_mines, strict=True))): chance
            for numbers, chance in joint.items()
        }


class NativeMarginals(Marginals):
    """The marginals of a board that the kernel has counted in floats, under a density.

    Exact counts are made once, when they are needed; `otherwise` counts the components where the
    kernel does not do it exactly. Exact answers may take the `budget` anew, and raise
    `UncountableError` or `LimitError`.
    """

    def __init__(
        self,
        board: Board,
        answer: Answer,
        density: Fraction | None,
        otherwise: Callable[[Board, Budget], CountedComponents],
        budget: Budget,
    ) -> None:
        """Take an answer that has marginals."""
        self.board = board
        self.density = density
        self.values = answer.marginals if answer.marginals is not None else np.empty(0)
        self._needs_prior = answer.needs_prior
        self._answer: Answer | None = answer
        self._otherwise = otherwise
        self._budget = budget
        self._by_kernel: CountedComponents | None = None

    def by_kernel(self, budget: Budget) -> CountedComponents | None:
        if self._by_kernel is None:
            self._by_kernel = native_counts(self.board, budget, self._answer)
        return self._by_kernel

    @cached_property
    def layouts(self) -> CountedLayouts:
        """The layouts, with the components counted exactly."""
        budget = self._budget.renewed()
        counted = self.by_kernel(budget) or self._otherwise(self.board, budget)
        return CountedLayouts(self.board, counted, self.density, budget=self._budget)

    def total(self) -> int:
        whole = self._whole
        return self.layouts.total() if whole is None else whole.layouts

    def marginal(self, number: int) -> Fraction:
        value = self.values.item(number)
        if value in (0.0, 1.0):
            return Fraction(int(value))
        whole = self._whole_marginals
        return self.layouts.marginal(number) if whole is None else whole.marginal(number)

    def fractions(self) -> dict[int, Fraction]:
        whole = self._whole_marginals
        return self.layouts.fractions() if whole is None else whole.marginals

    def marginals(self) -> FloatArray:
        """See `Marginals.marginals`. Within `TOLERANCE`."""
        if self._needs_prior:
            raise MissingDensityError
        return self.values.copy()

    def expected_mines(self) -> Fraction:
        total = self.board.mines
        return Fraction(total) if isinstance(total, int) else self.layouts.expected_mines()

    @cached_property
    def _whole(self) -> ExactBoard | None:
        """The number of layouts and their shares from the kernel; None where `layouts` has them."""
        return exact_board(position_of(self.board), self._budget.renewed(), self._answer)

    @property
    def _whole_marginals(self) -> ExactBoard | None:
        """The same for marginals: those of layouts that weigh the same, as under a mine count."""
        return None if self.board.mines is None else self._whole

    def __getstate__(self) -> dict[str, object]:
        """Leave out the kernel's answer, which refers to memory of this process."""
        state = {**self.__dict__, "_answer": None}
        state.pop("layouts", None)
        return state
