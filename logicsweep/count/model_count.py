"""How many layouts agree with a board, and how likely each cell is a mine; exact."""

from __future__ import annotations

from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.picture.drawing import NOTEBOOK_CELLS, Drawn, Picture, notebook_svg
from logicsweep.board.state import State
from logicsweep.count.counted import FloatArray
from logicsweep.count.floats import TOLERANCE
from logicsweep.count.queries import MarginalQueries
from logicsweep.errors import LimitError, MissingDensityError, counted

# Of boards with more cells, layouts are not counted only to be shown.
_SMALL: Final = 500


class LeastRisky(NamedTuple):
    """The `cells` with the lowest chance of a mine on the board, and that chance, `probability`."""

    probability: Fraction
    cells: tuple[Cell, ...]


class ModelCount(Drawn):
    """The layouts that agree with a board, counted; a value, made by `KnowledgeBase.count`.

    When the mine count is known, or a range of it, every layout weighs the same. When it is
    unknown, a layout with m mines in n covered cells weighs d^m (1-d)^(n-m), d being the density:
    each cell is a mine with that chance before anything is seen. Uncertain clues make a layout
    weigh the product of the likelihoods of what they show besides.

    Every answer may take as long as a question to the knowledge base, and raises `LimitError` then.
    """

    def __init__(self, board: Board, queries: MarginalQueries) -> None:
        self._board = board
        self._queries = queries

    @cached_property
    def total(self) -> int:
        """How many layouts agree with the board, without weights; never 0."""
        return self._queries.layouts()

    @cached_property
    def expected_mines(self) -> Fraction:
        """The mean number of mines on the board, known ones included; the total when it is known.

        Raises `MissingDensityError` when it depends on a density that is unknown.
        """
        return self._queries.expected_mines()

    def probability(self, cell: tuple[int, int]) -> Fraction:
        """The exact chance of a mine in a cell; 0 for an open cell, 1 for a known mine.

        It is 0 exactly if the cell is proved safe, and 1 exactly if it is proved a mine. Raises
        ValueError off the board, and `MissingDensityError` when it depends on a density that is
        unknown.
        """
        if self._board.is_covered(cell):
            return self._queries.marginal(self._board.number(cell))
        return Fraction(self._board[cell] == State.KNOWN_MINE)

    def probabilities(self) -> FloatArray:
        """The chance of a mine in every covered cell; nan in the others.

        A float array of shape (height, width), off by at most 1e-12, and 0 or 1 exactly where that
        is proved. Raises `MissingDensityError` when it depends on a density that is unknown.
        """
        return self._queries.marginals().reshape(self._board.grid.shape)

    def fractions(self) -> dict[Cell, Fraction]:
        """The exact chance of a mine in every covered cell, in reading order.

        Raises `MissingDensityError` when it depends on a density that is unknown.
        """
        marginals = self._queries.fractions()
        covered = self._board.covered
        width = self._board.width
        numbers = [row * width + column for row, column in covered]
        return dict(zip(covered, map(marginals.__getitem__, numbers), strict=True))

    def least_risky(self) -> LeastRisky:
        """The covered cells least likely to be mines, in reading order; none if none is covered.

        Raises `MissingDensityError` when it depends on a density that is unknown.
        """
        floats = self.probabilities()
        if np.isnan(floats).all():
            return LeastRisky(Fraction(0), ())
        near = np.argwhere(floats <= np.nanmin(floats) + 2 * TOLERANCE).tolist()
        exact = {Cell(*place): self.probability((place[0], place[1])) for place in near}
        lowest = min(exact.values())
        return LeastRisky(lowest, tuple(cell for cell, p in exact.items() if p == lowest))

    def picture(self) -> Picture:
        """The board with the chances, what is proved, and the least risky cells if none is safe.

        Raises `MissingDensityError` when they depend on a density that is unknown.
        """
        marginals = self.probabilities()
        safe, mines = marginals == 0, marginals == 1
        best = () if safe.any() or mines[~np.isnan(marginals)].all() else self.least_risky().cells
        undecided = np.where(safe | mines, np.nan, marginals)
        return self._board.picture(probabilities=undecided, safe=safe, mines=mines, best=best)

    def _repr_svg_(self) -> str | None:
        """What Jupyter shows; where chances depend on an unknown density, the board alone."""
        if self._board.grid.size > NOTEBOOK_CELLS:
            return None
        try:
            picture = self.picture()
        except MissingDensityError:
            picture = self._board.picture()
        return notebook_svg(picture)

    def __repr__(self) -> str:
        """With the number of layouts, unless that is not known yet and may take long."""
        board = self._board
        what = board.title
        if "total" not in self.__dict__ and board.grid.size > _SMALL:
            return f"<ModelCount {what}>"
        try:
            return f"<ModelCount {what}: {counted(self.total, 'layout')}>"
        except LimitError:  # nobody waits for a repr, and none raises
            return f"<ModelCount {what}>"
