"""The layouts of a board when they are at hand one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from random import Random

import numpy as np
from numpy.typing import NDArray

from logicsweep.board import Board, State
from logicsweep.count.enumeration import EnumeratedTally, weigh
from logicsweep.layouts import Layouts
from logicsweep.model_count import ModelCount


class EnumeratedLayouts(Layouts):
    """See `Layouts`; made from all of them.

    `models` has shape (layouts, cells of the board), true for mines in covered cells. Raises
    `MissingDensityError` when an answer depends on a density that is unknown.
    """

    def __init__(self, board: Board, models: NDArray[np.bool_], density: Fraction | None) -> None:
        super().__init__(board)
        self._models = models
        self._density = density
        self._covered = np.isin(board.grid.ravel(), (State.COVERED, State.FLAGGED))

    def count(self) -> ModelCount:
        """See `Layouts.count`."""
        tally = EnumeratedTally(
            (frozenset(row.nonzero()[0].tolist()) for row in self._models),
            self._covered,
            known=len(self._board.known_mines),
            has_total=self._board.total_mines is not None,
            density=self._density,
        )
        return ModelCount(self._board, tally)

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        """See `Layouts.sample`."""
        self._check_samples(count)
        weights = self._weights()
        mines = self._models.sum(axis=1).tolist()
        drawn: list[int] = []
        if count:
            ends = np.cumsum(np.array([weights[held] for held in mines], dtype=object)).tolist()
            drawn = [bisect_right(ends, rng.randrange(ends[-1])) for _ in range(count)]
        layouts = self._models[drawn]
        layouts[:, self._board.grid.ravel() == State.KNOWN_MINE] = True
        return layouts.reshape(count, self._board.height, self._board.width)

    def _held(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        known = self._board.grid.ravel() == State.KNOWN_MINE
        columns = [
            self._models[:, cells].sum(axis=1) + int(known[cells].sum())
            for cells in (list(numbers) for numbers in sets)
        ]
        weights = self._weights()
        found: Counter[tuple[int, ...]] = Counter()
        for held, mines in zip(
            np.array(columns, dtype=np.intp).reshape(len(columns), len(self._models)).T.tolist(),
            self._models.sum(axis=1).tolist(),
            strict=True,
        ):
            found[tuple(held)] += weights[mines]
        total = sum(found.values())
        return {held: Fraction(weight, total) for held, weight in sorted(found.items())}

    def _weights(self) -> dict[int, int]:
        """What a layout weighs, by its number of mines."""
        cells = int(np.count_nonzero(self._covered))
        density = None if self._board.total_mines is not None else self._density
        counts = np.unique(self._models.sum(axis=1)).tolist()
        is_weighed = self._board.total_mines is None and len(counts) > 1
        return {mines: weigh({mines: 1}, cells, density) if is_weighed else 1 for mines in counts}
