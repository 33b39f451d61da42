"""The layouts of a board: their number, their distributions, and random ones."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import State
from logicsweep.errors import LimitError, MissingDensityError
from logicsweep.system.hidden import NO_HIDDEN, HiddenCells
from logicsweep.tables.elimination import EliminationQueries, convolution
from logicsweep.tables.hidden_counts import count_of, keyed_chances
from logicsweep.tables.listing import (
    Configurations,
    Weighed,
    ascending,
    check_listed,
    configurations,
    listed,
    weighed,
    weighing,
)
from logicsweep.tables.sampling import Sampler

if TYPE_CHECKING:
    from collections.abc import Iterable
    from random import Random

    from logicsweep.board.board import Board
    from logicsweep.board.rules.rules import PlacedRules
    from logicsweep.limits import Budget
    from logicsweep.tables.counted import CountedComponents
    from logicsweep.tables.model_count import ModelCount
    from logicsweep.tables.queries import MarginalQueries

MOST_JOINT: Final = 8
"""The most cells that a joint distribution can have."""
# Cells in the scope of a clue whose distribution is made, over all combinations of mines in them.
MOST_IN_SCOPE: Final = 14
# Pairs of a layout and a key that may be listed for each layout of the limit.
_KEYS: Final = 1_000
# Cells that all samples of one question may have together, a byte each.
_MOST_SAMPLED: Final = 4_000_000_000


class ClueDistribution(NamedTuple):
    """The exact distribution of a covered cell: a mine, or safe with each clue.

    Attributes:
        mine: The probability of a mine.
        clues: `clues[n]` is the probability that the cell is safe and has n mines around it; n runs
            from 0 to the number of neighbours. Under a rule for clues, n is the code of a clue (see
            `Board.sign`); of several clues that a cell can show, all are equally likely. The rest,
            up to 1, is the probability of a safe cell that shows nothing, as under `2E`.
    """

    mine: Fraction
    clues: tuple[Fraction, ...]


def is_wide(ruled: PlacedRules, number: int) -> bool:
    """Tell whether a clue's scope has too many cells for all combinations of mines in them."""
    return len(ruled.scope(number).cells) > MOST_IN_SCOPE


class Layouts(ABC):
    """The layouts that agree with a board: their number, distributions and samples."""

    def __init__(self, board: Board, hidden: HiddenCells = NO_HIDDEN) -> None:
        self.board = board
        self._hidden = hidden

    @abstractmethod
    def queries(self) -> MarginalQueries:
        """Return the number of layouts, and the marginals of all cells."""

    def count(self) -> ModelCount:
        """Return the number of layouts, and the probability of a mine in each cell."""
        return count_of(self.board, self._hidden, self.queries())

    @abstractmethod
    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        """Draw random layouts: shape (count, height, width), true where there is a mine."""

    @abstractmethod
    def every(self, limit: int) -> NDArray[np.bool_]:
        """List all layouts in an array as of `sample`, sorted with the first cell as highest digit.

        Raises `LimitError`, which says how many there are, for more than `limit`.
        """

    def configurations(self, limit: int) -> list[Configurations]:
        """List the mines that each component may hold, at most `limit` ways for each.

        By default all undecided cells are one component. Raises `LimitError` for more.
        """
        rows = self.every(limit).reshape(-1, self.board.grid.size)
        cells = np.flatnonzero(rows.any(axis=0) & ~rows.all(axis=0))
        return [Configurations(tuple(cells.tolist()), rows[:, cells])] if cells.size else []

    @abstractmethod
    def weighed(self, limit: int) -> Weighed:
        """List all layouts, with each way to mark the hidden cells, and their weights.

        Raises `LimitError` for more than `limit`, and `MissingDensityError`.
        """

    @abstractmethod
    def mass(self) -> Fraction:
        """Return the weight of all layouts together.

        Under a mine count it is their number, under a density their probability; either is right up
        to a factor that depends on the covered cells alone.
        """

    @abstractmethod
    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        """Compute the probability of each combination of mine counts in sets of cells, as numbers.

        Marked hidden cells count like mines.
        """

    def clue_distribution(self, number: int) -> ClueDistribution:
        """Return the distribution of the clue that a covered cell would show.

        Raises `LimitError` under a rule for clues of very wide scope.
        """
        ruled = self.board.placed_rules
        if ruled is not None and not ruled.first.rules.clue.is_standard:
            return self._ruled_distribution(number, ruled)
        around = self.board.adjacency.neighbours(number)
        chances = [Fraction(0)] * (len(around) + 1)
        mine = Fraction(0)
        for (mine_here, near), chance in self.joint_marginal([[number], around]).items():
            if mine_here:
                mine += chance
            else:
                chances[near] += chance
        return ClueDistribution(mine, tuple(chances))

    def _ruled_distribution(self, number: int, ruled: PlacedRules) -> ClueDistribution:
        """Return the distribution under a rule, from that of the cells in its scope."""
        ruled = ruled.first
        if self._hidden.key_cells and ruled.rules.clue.key is not None:
            mine = self.joint_marginal([[number]]).get((1,), Fraction(0))
            return ClueDistribution(mine, tuple(keyed_chances(ruled, number, self.joint_marginal)))
        rule, cells = ruled.rules.clue, ruled.scope(number).cells
        if is_wide(ruled, number):
            raise LimitError(
                f"under the rule {rule.name} a clue at {self.board.cell(number)} speaks of "
                f"{len(cells)} cells; its distribution is made for up to {MOST_IN_SCOPE}"
            )
        chances = [Fraction(0)] * (ruled.values.highest + 1)
        mine = Fraction(0)
        sets = [[cell] for cell in (number, *cells)]
        for (mine_here, *in_scope), chance in self.joint_marginal(sets).items():
            if mine_here:
                mine += chance
                continue
            mines = dict(zip(cells, in_scope, strict=True)) | {number: 0}
            codes = ruled.options(number, mines)
            for code in codes:
                chances[code] += chance / len(codes)
        return ClueDistribution(mine, tuple(chances))

    def joint(self, numbers: Iterable[int]) -> dict[tuple[bool, ...], Fraction]:
        """Compute the probability of each combination of mines in up to `MOST_JOINT` cells."""
        joint = self.joint_marginal([[number] for number in numbers])
        return {tuple(map(bool, mines)): chance for mines, chance in joint.items()}


def each_once(layouts: NDArray[np.bool_], limit: int) -> NDArray[np.bool_]:
    """List each layout once, however many keys it goes with, in ascending order.

    Raises `LimitError` for more than `limit`.
    """
    rows = np.unique(layouts.reshape(len(layouts), -1), axis=0)
    check_listed(len(rows), limit, rows.shape[1])
    return ascending(rows).reshape(-1, *layouts.shape[1:])


def check_samples(count: int, board: Board) -> None:
    """Raise ValueError for a negative number of samples, `LimitError` for too many."""
    if count < 0:
        raise ValueError(f"the number of samples is {count}; expected 0 or more")
    if count * board.grid.size > _MOST_SAMPLED:
        raise LimitError(f"{count:,} samples have more than {_MOST_SAMPLED:,} cells together")


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
        super().__init__(board, hidden)
        self._counted = counted
        self._density = density
        self._make_budget = budget.renewed
        self._convolve = convolution(counted.bounds, density, self._make_budget)
        self._budget = budget.renewed()

    def queries(self) -> MarginalQueries:
        return EliminationQueries(self._counted, self._convolve, self._make_budget)

    def mass(self) -> Fraction:
        counted = self._counted
        if counted.bounds is not None:
            return self._convolve(counted.counts, len(counted.interior)).mass()
        if self._density is None:
            raise MissingDensityError
        mine, safe = self._density, 1 - self._density
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
        prior = self._convolve(self._counted.counts, len(self._counted.interior))
        return Sampler(self._counted, prior)

    def sample(self, count: int, rng: Random) -> NDArray[np.bool_]:
        layouts = self._sampler.draw(count, rng, self._make_budget())
        layouts[:, self._counted.settled == 1] = True
        return self._on_the_board(layouts)

    def _on_the_board(self, layouts: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Place rows of cells on the board, without hidden cells and with the known mines."""
        grid = self.board.grid
        layouts = layouts[:, : grid.size]
        layouts[:, grid.ravel() == State.KNOWN_MINE] = True
        return layouts.reshape(-1, *grid.shape)

    def every(self, limit: int) -> NDArray[np.bool_]:
        number, cells = self.count().total, self._counted.settled.size
        check_listed(number, limit * _KEYS if self._hidden.key_cells else limit, cells)
        layouts = self._on_the_board(listed(self._counted, number, self._budget))
        return each_once(layouts, limit) if self._hidden.key_cells else layouts

    def configurations(self, limit: int) -> list[Configurations]:
        return list(configurations(self._counted, limit, self._budget))

    def weighed(self, limit: int) -> Weighed:
        counted, number = self._counted, self.queries().layouts()
        check_listed(number, limit, counted.settled.size)
        rows = listed(counted, number, self._budget)
        return weighed(self.board, rows, self._density, weighing(counted))

    def joint_marginal(self, sets: Iterable[Iterable[int]]) -> dict[tuple[int, ...], Fraction]:
        counted = self._counted
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
        from logicsweep.tables.joint import joint_marginal

        joint = joint_marginal(counted, queries, self._convolve, budget=self._budget)
        return {
            tuple(map(sum, zip(numbers, known_mines, strict=True))): chance
            for numbers, chance in joint.items()
        }
