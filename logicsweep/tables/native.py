"""The marginals of a whole board by the kernel; exact answers are counted when asked for."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property

import numpy as np

from logicsweep.board.board import Board
from logicsweep.errors import MissingDensityError
from logicsweep.kernel.exact import ExactBoard, exact_board
from logicsweep.kernel.whole import Answer
from logicsweep.limits import Budget
from logicsweep.system.system import position_of
from logicsweep.tables.counted import CountedComponents, FloatArray, native_counts
from logicsweep.tables.elimination import EliminationQueries, convolution


class NativeBoard:
    """The `MarginalQueries` of a board that the kernel has counted in floats, under a density.

    Exact counts are made once, when they are needed; `otherwise` counts the components where the
    kernel does not do it exactly. Exact answers may take the `budget` anew, and raise `LimitError`.
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
        self._counted: CountedComponents | None = None
        self._by_kernel: CountedComponents | None = None

    def counted(self, budget: Budget) -> CountedComponents:
        """Return the components, counted exactly. Raises `UncountableError` and `LimitError`."""
        if self._counted is None:
            self._counted = self.by_kernel(budget) or self._otherwise(self.board, budget)
        return self._counted

    def by_kernel(self, budget: Budget) -> CountedComponents | None:
        """Return the components as the kernel counts them; None where it cannot."""
        if self._by_kernel is None:
            self._by_kernel = native_counts(self.board, budget, self._answer)
        return self._by_kernel

    def layouts(self) -> int:
        whole = self._whole
        return self._exact.layouts() if whole is None else whole.layouts

    def marginal(self, number: int) -> Fraction:
        value = self.values.item(number)
        if value in (0.0, 1.0):
            return Fraction(int(value))
        whole = self._whole_marginals
        return self._exact.marginal(number) if whole is None else whole.marginal(number)

    def fractions(self) -> dict[int, Fraction]:
        whole = self._whole_marginals
        return self._exact.fractions() if whole is None else whole.marginals

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`. Within `TOLERANCE`."""
        if self._needs_prior:
            raise MissingDensityError
        return self.values.copy()

    def expected_mines(self) -> Fraction:
        total = self.board.total_mines
        return Fraction(total) if isinstance(total, int) else self._exact.expected_mines()

    @cached_property
    def _whole(self) -> ExactBoard | None:
        """The number of layouts and their shares from the kernel; None where `_exact` has them."""
        return exact_board(position_of(self.board), self._budget.renewed(), self._answer)

    @property
    def _whole_marginals(self) -> ExactBoard | None:
        """The same for marginals: those of layouts that weigh the same, as under a mine count."""
        return None if self.board.total_mines is None else self._whole

    @cached_property
    def _exact(self) -> EliminationQueries:
        counted = self.counted(self._budget.renewed())
        convolve = convolution(counted.bounds, self.density, self._budget.renewed)
        return EliminationQueries(counted, convolve, self._budget.renewed)

    def __getstate__(self) -> dict[str, object]:
        """Leave out the kernel's answer, which refers to memory of this process."""
        state = {**self.__dict__, "_answer": None}
        state.pop("_exact", None)
        return state
