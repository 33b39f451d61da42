"""The layouts of a board, all listed one by one, and counts of them.

So it is on boards with a program of the user's, which may tie any cells together, and for the
counting engine `models`, which judges the elimination.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import MissingDensityError
from logicsweep.system.statements import constraints_of
from logicsweep.system.system import weight_of
from logicsweep.tables.layouts import Layouts
from logicsweep.tables.listing import Weighed, ascending, check_listed, weighed
from logicsweep.tables.model_count import Marginals


class ListedMarginals(Marginals):
    """The marginals of all models of a board's constraints, listed one by one.

    The density counts when the total is unknown. Models are weighed by the `constraints`. There may
    be `hidden_cells`, which come after those of the board.
    """

    def __init__(
        self,
        board: Board,
        models: Iterable[frozenset[int]],
        density: Fraction | None,
        constraints: Iterable[Constraint],
        hidden_cells: int = 0,
    ) -> None:
        size = board.grid.size
        weighing = [constraint for constraint in constraints if constraint.is_weighted]
        # Weights are of any size.
        kind = np.int64 if not weighing else np.object_
        self.board = board
        self._is_weighed = board.mines is None
        self._density = density
        # By number of mines: the weight of the models, and of those in which each cell is a mine.
        self._models: dict[int, int] = {}
        self._with_mine: dict[int, NDArray[Any]] = {}
        self._layouts = 0
        for model in models:
            mines = len(model)
            if hidden_cells:
                mines = sum([cell < size for cell in model])
            if mines not in self._models:
                self._models[mines] = 0
                self._with_mine[mines] = np.zeros(size + hidden_cells, dtype=kind)
            weight = weight_of(weighing, model)
            self._models[mines] += weight
            self._with_mine[mines][list(model)] += weight
            self._layouts += 1

    def total(self) -> int:
        return self._layouts

    def marginal(self, number: int) -> Fraction:
        weights = {mines: int(counts[number]) for mines, counts in self._with_mine.items()}
        return Fraction(self._weigh(weights), self._weigh(self._models))

    def expected_mines(self) -> Fraction:
        weights = {mines: mines * count for mines, count in self._models.items()}
        known = len(self.board.known_mines)
        return known + Fraction(self._weigh(weights), self._weigh(self._models))

    def _weigh(self, counts: dict[int, int]) -> int:
        """Add up the weights of models, each by its number of mines."""
        if not self._is_weighed or len(self._models) == 1:
            return sum(counts.values())
        return self._by_density(counts)

    def _by_density(self, counts: dict[int, int]) -> int:
        """Add up weights by number of mines in the covered cells, each times its prior.

        Up to a factor that is the same for all of them. Raises `MissingDensityError`.
        """
        if self._density is None:
            raise MissingDensityError
        cells = len(self.board.covered)
        mine = self._density.numerator
        safe = self._density.denominator - mine
        return sum(count * mine**mines * safe ** (cells - mines) for mines, count in counts.items())


class EnumeratedLayouts(ListedMarginals, Layouts):
    """The `Layouts` of a board, of which all models are listed.

    `models` has shape (layouts, cells of the board), true for mines in covered cells. Raises
    `MissingDensityError` when an answer depends on a density that is unknown.
    """

    def __init__(
        self,
        board: Board,
        models: NDArray[np.bool_],
        density: Fraction | None,
        constraints: Sequence[Constraint] | None = None,
    ) -> None:
        """Weigh models by `constraints`, by default those of the board."""
        self._rows = models
        self._constraints = (
            constraints_of(board).constraints if constraints is None else constraints
        )
        super().__init__(board, map(_mines, models), density, self._constraints)

    def mass(self) -> Fraction:
        """See `Layouts.mass`: a density counts even if all layouts have one number of mines."""
        by_mines = self._models
        mass = self._by_density(by_mines) if self._is_weighed else sum(by_mines.values())
        return Fraction(mass)

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        drawn: list[int] = []
        if count:
            ends = list(accumulate(self._weights()))
            drawn = [bisect_right(ends, rng.randrange(ends[-1])) for _ in range(count)]
        layouts = self._rows[drawn]
        layouts[:, self.board.grid.ravel() == State.KNOWN_MINE] = True
        return layouts.reshape(count, self.board.height, self.board.width)

    def every(self, limit: int) -> NDArray[np.bool_]:
        check_listed(len(self._rows), limit, self.board.grid.size)
        layouts = self._rows.copy()
        layouts[:, self.board.grid.ravel() == State.KNOWN_MINE] = True
        return ascending(layouts).reshape(-1, self.board.height, self.board.width)

    def weighed(self, limit: int) -> Weighed:
        check_listed(len(self._rows), limit, self.board.grid.size)
        return weighed(self.board, self._rows.copy(), self._density, self._constraints)

    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        known = self.board.grid.ravel() == State.KNOWN_MINE
        columns = [
            self._rows[:, cells].sum(axis=1) + int(known[cells].sum())
            for cells in (list(numbers) for numbers in sets)
        ]
        weights: Counter[tuple[int, ...]] = Counter()
        for numbers, weight in zip(
            np.array(columns, dtype=np.intp).reshape(len(columns), len(self._rows)).T.tolist(),
            self._weights(),
            strict=True,
        ):
            weights[tuple(numbers)] += weight
        total = sum(weights.values())
        return {numbers: Fraction(weight, total) for numbers, weight in sorted(weights.items())}

    def _weights(self) -> list[int]:
        """Weigh each layout, up to a factor that is the same for all of them."""
        prior = {number: self._weigh({number: 1}) for number in self._models}
        return [
            prior[number] * weight_of(self._constraints, _mines(row))
            for number, row in zip(self._rows.sum(axis=1).tolist(), self._rows, strict=True)
        ]


def _mines(row: NDArray[np.bool_]) -> frozenset[int]:
    return frozenset(row.nonzero()[0].tolist())
