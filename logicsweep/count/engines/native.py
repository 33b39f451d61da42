"""The marginals of a whole board by the kernel; exact answers are counted when asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import cached_property, partial

from logicsweep.board.board import Board
from logicsweep.board.state import State
from logicsweep.board.total import bounds_of
from logicsweep.constraints.position import position_of
from logicsweep.count.counted import CountedComponents, FloatArray
from logicsweep.count.engines.elimination import EliminationQueries, convolution
from logicsweep.eliminate.counts import ModelCounts
from logicsweep.errors import MissingDensityError
from logicsweep.kernel.exact import components_of, counted_board
from logicsweep.limits import Budget


class NativeQueries:
    """See `MarginalQueries`; `marginals` and `needs_prior` are those of `kernel.whole.Answer`.

    `otherwise` counts the components where the kernel does not do it exactly. Exact answers may
    take the `budget` anew, and raise `LimitError`.
    """

    def __init__(
        self,
        board: Board,
        marginals: FloatArray,
        density: Fraction | None,
        *,
        needs_prior: bool,
        budget: Budget,
        otherwise: Callable[[Board, Budget], CountedComponents],
    ) -> None:
        self._board = board
        self._marginals = marginals
        self._density = density
        self._needs_prior = needs_prior
        self._budget = budget
        self._otherwise = otherwise

    def layouts(self) -> int:
        """See `MarginalQueries.layouts`."""
        return self._exact.layouts()

    def marginal(self, number: int) -> Fraction:
        """See `MarginalQueries.marginal`."""
        value = float(self._marginals[number])
        return Fraction(int(value)) if value in (0, 1) else self._exact.marginal(number)

    def fractions(self) -> dict[int, Fraction]:
        """See `MarginalQueries.fractions`."""
        return self._exact.fractions()

    def marginals(self) -> FloatArray:
        """See `MarginalQueries.marginals`. Within `TOLERANCE`."""
        if self._needs_prior:
            raise MissingDensityError
        return self._marginals.copy()

    def expected_mines(self) -> Fraction:
        """See `MarginalQueries.expected_mines`."""
        total = self._board.total_mines
        return Fraction(total) if isinstance(total, int) else self._exact.expected_mines()

    @cached_property
    def _exact(self) -> EliminationQueries:
        budget = self._budget.renewed()
        counted = native_counts(self._board, budget) or self._otherwise(self._board, budget)
        convolve = convolution(counted.bounds, self._density, self._budget.renewed)
        return EliminationQueries(counted, convolve, self._budget.renewed)


def native_counts(board: Board, budget: Budget) -> CountedComponents | None:
    """The components of a board, counted exactly by the kernel; None where it does not do it.

    Raises `LimitError`.
    """
    position = position_of(board)._replace(uncertain=dict(board.uncertain_by_number))
    found = counted_board(position, budget)
    if found is None:
        return None
    settled = found.marginals.copy()
    undecided = (settled > 0) & (settled < 1)
    for boxes, _, _ in found.components:
        for cells in boxes:
            settled[list(cells)] = 0
            undecided[list(cells)] = False
    settled[undecided] = 0
    interior = undecided.nonzero()[0]
    known = int((settled == 1).sum()) + int((position.states == State.KNOWN_MINE).sum())
    bounds = bounds_of(position.total)
    counts = [one.counts for one in found.components]
    return CountedComponents(
        boxes=[one.boxes for one in found.components],
        counts=counts,
        interior=interior,
        bounds=None if bounds is None else (bounds[0] - known, bounds[1] - known),
        known=known,
        settled=settled,
        models=partial(_all_alike, counts),
        find_components=partial(components_of, position, found),
    )


def _all_alike(counts: Sequence[ModelCounts], _: Budget) -> Sequence[ModelCounts]:
    """No clue has weights, so that the models are counted already."""
    return counts
