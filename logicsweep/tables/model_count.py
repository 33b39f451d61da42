"""The number of layouts that agree with a board, and the probability of a mine in each cell."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import nextafter
from typing import TYPE_CHECKING, Final

import numpy as np

from logicsweep.board.board import Cell
from logicsweep.board.digits import Digits
from logicsweep.board.picture.notebook import Drawn
from logicsweep.board.picture.picture import NOTEBOOK_CELLS, Picture, notebook_svg
from logicsweep.board.state import KNOWN_MINE, cells_of, is_covered
from logicsweep.errors import LimitError, MissingDensityError, counted
from logicsweep.system.hidden import NO_HIDDEN, HiddenCells

if TYPE_CHECKING:
    from logicsweep.board.board import Board
    from logicsweep.limits import Budget
    from logicsweep.tables.counted import CountedComponents, FloatArray

# The nearest floats to a probability that is not proved to be 0 or 1.
BARELY: Final = nextafter(0.0, 1.0)
NEARLY: Final = nextafter(1.0, 0.0)
# No marginal of an array is off by more than this, whoever works it out.
TOLERANCE: Final = 1e-12
# Of boards with more cells, layouts are not counted only to be shown.
_SMALL: Final = 500


@dataclass(frozen=True, slots=True)
class LeastRisky:
    """The covered cells with the lowest probability of a mine on the board.

    Attributes:
        cells: These cells, in reading order.
        probability: The exact probability of a mine in each of them; 0 when no cell is covered.
    """

    cells: tuple[Cell, ...]
    probability: Fraction


@dataclass(frozen=True, slots=True)
class KeyChances:
    """The possible keys of a board, as the chances that each cell of the key is marked.

    Attributes:
        about: The name of the key, in words.
        rows: The names of its rows: letters, or numbers of rows of the board; one row for a
            direction.
        columns: The names of its columns: numbers of mines, numbers of columns, or directions.
        chances: For each row the exact probability that each of its cells is marked; a row adds up
            to 1.
    """

    about: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]
    chances: tuple[tuple[Fraction, ...], ...]


class Marginals(ABC):
    """The marginals of a board's cells, whoever counts them. Cells are numbers, and covered."""

    board: Board

    @abstractmethod
    def total(self) -> int:
        """Count the layouts that agree with the board."""

    @abstractmethod
    def marginal(self, number: int) -> Fraction:
        """Compute the probability of a mine in a cell, or that a hidden cell is marked."""

    def fractions(self) -> dict[int, Fraction]:
        """Return the marginal of every covered cell, exactly, in ascending order of the cells."""
        covered = self.board.covered_mask.ravel().nonzero()[0].tolist()
        return {number: self.marginal(number) for number in covered}

    def marginals(self) -> FloatArray:
        """Return the marginals as floats, a flat array with nan where no cell is covered.

        Each is rounded once, and neither to 0 nor to 1.
        """
        marginals = np.full(self.board.grid.size, np.nan)
        for number, exact in self.fractions().items():
            rounded = min(max(float(exact), BARELY), NEARLY)
            marginals[number] = rounded if 0 < exact < 1 else float(exact)
        return marginals

    @abstractmethod
    def expected_mines(self) -> Fraction:
        """Return the mean number of mines on the whole board."""

    def by_kernel(self, budget: Budget) -> CountedComponents | None:
        """Return the components as the kernel counts them; None where it does not."""
        del budget
        return None


class ModelCount(Drawn):
    """The layouts that agree with a board, counted; a value, made by `KnowledgeBase.count`.

    When the mine count is a number or a range, every layout has the same weight. When it is
    unknown, a layout with m mines in n covered cells has the weight d^m (1-d)^(n-m), where the
    density d is the prior probability of a mine in a cell. Uncertain clues multiply that by the
    likelihoods of what they show.

    Much is counted only when it is asked for. So each question, the properties `total`, `key` and
    `expected_mines` among them, may take the time limit of the knowledge base anew, and raises
    `LimitError` when that or the limit of memory is reached. Where an answer depends on a density
    that is unknown, the question raises `MissingDensityError`; `total` never does.
    """

    def __init__(
        self,
        board: Board,
        marginals: Marginals,
        hidden: HiddenCells = NO_HIDDEN,
    ) -> None:
        self._board = board
        self._marginals = marginals
        self._hidden = hidden

    @cached_property
    def total(self) -> Digits:
        """The number of layouts that agree with the board, without weights; at least 1.

        Under a rule with a key it is the number of pairs: each layout counts with all its keys.

        Raises:
            LimitError: A limit was reached before they were counted.
        """
        return Digits(self._marginals.total())

    @property
    def has_key(self) -> bool:
        """Whether the rule for clues has a key, so that a layout counts once with each key."""
        return self._hidden.key_cells > 0

    @cached_property
    def key(self) -> KeyChances | None:
        """The chances of each possible key, such as of each number that a letter may stand for.

        None where no rule has a key. Raises `LimitError`, and `MissingDensityError` where a
        density is needed.
        """
        ruled = self._board.placed_rules
        shape = None if ruled is None else ruled.key_shape
        key = None if ruled is None else ruled.rules.clue.key
        if not self.has_key or ruled is None or shape is None or key is None:
            return None
        chances = [self._marginals.marginal(ruled.size + cell) for cell in range(shape.size)]
        width = len(shape.columns)
        rows = [tuple(chances[first : first + width]) for first in range(0, len(chances), width)]
        return KeyChances(key.value, shape.rows, shape.columns, tuple(rows))

    @cached_property
    def wrong(self) -> dict[Cell, Fraction] | None:
        """The exact probability that each clue is wrong, in reading order; None where none may be.

        It is the share of the weight of layouts with which the clue does not agree. Raises
        `LimitError`, and `MissingDensityError` where a density is needed.
        """
        if not self._hidden.liars:
            return None
        clues = (self._board.grid.ravel() >= 0).nonzero()[0].tolist()
        first = self._hidden.first_wrong
        return {self._board.cell(clue): self._marginals.marginal(first + clue) for clue in clues}

    @cached_property
    def expected_mines(self) -> Fraction:
        """The expected number of mines on the board, known ones included; exact.

        Raises:
            LimitError: A limit was reached before it was worked out.
            MissingDensityError: It depends on a density that is unknown.
        """
        return self._marginals.expected_mines()

    def probability(self, cell: tuple[int, int]) -> Fraction:
        """Compute the exact probability of a mine in a cell; 0 for an open cell, 1 for a known
        mine.

        It is 0 if and only if the cell is proved safe, and 1 if and only if it is proved a mine.

        Raises:
            ValueError: The cell is off the board.
            LimitError: A limit was reached before it was worked out.
            MissingDensityError: It depends on a density that is unknown.
        """
        number = self._board.number(cell)
        state = self._board.grid.item(number)
        return (
            self._marginals.marginal(number) if is_covered(state) else Fraction(state == KNOWN_MINE)
        )

    def components(self, budget: Budget) -> CountedComponents | None:
        """Return the components of the board, counted exactly; None unless the kernel counts them.

        Raises:
            LimitError: The budget was spent before they were counted.
        """
        return self._marginals.by_kernel(budget)

    def probabilities(self) -> FloatArray:
        """Compute the probability of a mine in every covered cell, as floats; nan in all other
        cells.

        An array of shape (height, width). No value is off by more than 1e-12, and a value is
        exactly 0 or 1 if and only if that is proved.

        Raises:
            LimitError: A limit was reached before they were worked out.
            MissingDensityError: A value depends on a density that is unknown.
        """
        return self._marginals.marginals().reshape(self._board.grid.shape)

    def fractions(self) -> dict[Cell, Fraction]:
        """Compute the exact probability of a mine in every covered cell, in reading order.

        Raises:
            LimitError: A limit was reached before they were worked out.
            MissingDensityError: A value depends on a density that is unknown.
        """
        cells = cells_of(*self._board.shape)
        return {cells[number]: chance for number, chance in self._marginals.fractions().items()}

    def least_risky(self) -> LeastRisky:
        """Return the covered cells with the lowest probability of a mine, compared exactly.

        There are no such cells when none is covered.

        Raises:
            LimitError: A limit was reached before it was worked out.
            MissingDensityError: The answer depends on a density that is unknown.
        """
        floats = self._marginals.marginals()
        least = np.fmin.reduce(floats)  # the least that is not nan
        near = (floats <= least + 2 * TOLERANCE).nonzero()[0].tolist()
        exact = {number: self._marginals.marginal(number) for number in near}
        lowest = min(exact.values(), default=Fraction(0))
        cells = [self._board.cell(number) for number, p in exact.items() if p == lowest]
        return LeastRisky(tuple(cells), lowest)

    def picture(self) -> Picture:
        """Return the board with probabilities and verdicts, and the least risky cells if none is
        safe.

        Raises:
            LimitError: A limit was reached before they were worked out.
            MissingDensityError: The probabilities depend on a density that is unknown.
        """
        marginals = self.probabilities()
        safe, mines = marginals == 0, marginals == 1
        best = () if safe.any() or mines[~np.isnan(marginals)].all() else self.least_risky().cells
        undecided = np.where(safe | mines, np.nan, marginals)
        return self._board.picture(probabilities=undecided, safe=safe, mines=mines, best=best)

    def _repr_svg_(self) -> str | None:
        """Draw the picture for Jupyter; the board alone if the density is unknown."""
        if self._board.grid.size > NOTEBOOK_CELLS:
            return None
        try:
            picture = self.picture()
        except MissingDensityError:
            picture = self._board.picture()
        return notebook_svg(picture)

    def __repr__(self) -> str:
        """Show the number of layouts, unless it is not known yet and may take long."""
        title = self._board.title
        if "total" not in self.__dict__ and self._board.grid.size > _SMALL:
            return f"<ModelCount {title}>"
        try:
            return f"<ModelCount {title}: {counted(self.total, 'layout')}>"
        except LimitError:  # a repr must not raise
            return f"<ModelCount {title}>"
