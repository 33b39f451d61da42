"""The positions of seeds: games that are played by what is seen, up to a stop.

docs/reference/seeds.md defines them without reference to Python. The kernel makes ordinary ones, in
`positions.c`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.state import Grid, State
from logicsweep.games.dealing.layouts import draw, kept_free, opened, revealed, shown_source
from logicsweep.games.dealing.ruled import check_dealt
from logicsweep.games.dealing.seeded import MOST, SplitMix64
from logicsweep.games.keys import check_named
from logicsweep.games.setting import Setting
from logicsweep.kernel.context import OK, Status
from logicsweep.kernel.play import Games, make_positions
from logicsweep.knowledge.arrays import in_parts
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.reason.solvers.names import ELIMINATION, SAT

# How many games of a seed are played, as long as they leave no safe cell covered.
_GAMES: Final = 10
# Where a game stops once enough cells are open: at once; where single clues prove nothing; where
# nothing is proved safe.
_STOPS: Final = 3
_AT_ONCE, _AFTER_SINGLE_CLUES = 0, 1


def check_dataset(setting: Setting, budget: Budget) -> None:
    """Raise ValueError for a setting whose positions are no lines of a data set.

    Raises LimitError as `check_dealt`.
    """
    check_named(setting)
    check_dealt(setting.board(), setting.first_click, budget)
    is_exact = isinstance(setting.clues, Exact)
    if not is_exact:
        raise ValueError("the clues are uncertain; a data set needs exact clues")
    if setting.mine_bounds[0] == setting.cells:
        raise ValueError("every cell is a mine; expected a mine count that leaves one safe")


def made(
    setting: Setting, seeds: NDArray[np.uint64], budget: Budget, *, threads: int = 1
) -> tuple[Grid, NDArray[np.bool_]]:
    """Make the positions of seeds, as `position` defines them, and the mines behind them.

    Both arrays have the shape (N, height, width). Raises ValueError and `LimitError` as `position`,
    `LimitError` when the budget is spent.
    """
    shape = (len(seeds), setting.height, setting.width)
    boards: Grid = np.empty(shape, dtype=setting.board().grid.dtype)
    layouts = np.empty(shape, dtype=np.bool_)
    statuses = np.full(len(seeds), Status.WIDE, dtype=np.int32)
    mines = setting.mines
    if isinstance(mines, int) and setting.is_ordinary and boards.dtype == np.int8:
        games = Games(setting.adjacency, mines, setting.first_click, setting.flood)
        states = boards.view(np.int8)

        def make_part(part: slice) -> None:
            make_positions(games, seeds[part], states[part], layouts[part], statuses[part])

        in_parts(shape, make_part, threads, budget)
    for index in (statuses != OK).nonzero()[0].tolist():
        layout, board = position(setting, int(seeds[index]), time_limit=budget.remaining())
        layouts[index], boards[index] = layout.mask, board.grid
    return boards, layouts


def made_of(setting: Setting, seed: int, time_limit: float | None) -> tuple[Layout, Board]:
    """Make the position of one seed, and the layout behind it. Raises as `position`."""
    seeds = np.array([seed % (MOST + 1)], dtype=np.uint64)
    if not setting.is_ordinary:  # what is shown may depend on the seed itself
        return position(setting, seed, time_limit=time_limit)
    boards, layouts = made(setting, seeds, Budget(time_limit))
    return (Layout(layouts[0], adjacency=setting.topology), Board(boards[0], **setting.carried))


def position(
    setting: Setting, seed: int, *, time_limit: float | None = None
) -> tuple[Layout, Board]:
    """Draw a layout and a position in it, both decided by the seed.

    A player opens what is proved, easy proofs first, and survives every guess, until at least so
    many safe cells are open, which is a number drawn beforehand; then the game stops, at once or
    where proofs end, which is drawn as well. The player goes by what is seen, and each guess opens
    any covered safe cell with the same probability. So all layouts that agree with the position are
    equally likely to be the one behind it. (Where the mine count is open, a guess may open a mine,
    which is known from then on. With liars, a position tells more than that so many clues may be
    wrong, which is all that the answers count on.)

    The seed is any whole number; its remainder by 2**64 counts.

    Raises:
        ValueError: As `draw`.
        LimitError: As `draw`; or the verdicts of a position took longer than the time limit.
    """
    source = SplitMix64(seed % (MOST + 1))
    for turn in range(_GAMES):
        layout, start = _dealt(setting, source, Budget(time_limit))
        shown = revealed(setting, layout, shown_source(seed))
        game = _Game(setting, layout, shown, source, time_limit, setting.board())
        game.play(start)
        if game.is_open or turn + 1 == _GAMES:
            break
    return layout, game.board


def _dealt(setting: Setting, source: SplitMix64, budget: Budget) -> tuple[Layout, int]:
    """Draw a layout and the number of the first cell to open.

    Under rules and constraints there are cells that no layout keeps free: another one is drawn.
    """
    cells = range(setting.cells)
    if setting.first_click is FirstClick.UNPROTECTED:
        mask = draw(setting, set(), source, budget)
        safe = np.flatnonzero(~mask).tolist() if setting.is_counted else cells
        return _layout(setting, mask), source.choice(safe)
    left = {*cells}
    while True:
        start = source.choice(cells)
        left.discard(start)
        free = kept_free(setting.first_click, start, setting.adjacency)
        try:
            return _layout(setting, draw(setting, free, source, budget)), start
        except ValueError:
            if setting.is_ordinary or not left:
                raise


def _layout(setting: Setting, mask: NDArray[np.bool_]) -> Layout:
    return Layout(mask, adjacency=setting.topology)


@dataclass
class _Game:
    """A game in a layout, and what its player knows.

    Attributes:
        board: The position.
        chosen: The cells that were opened, by number.
        mines: The mines that are noted, by number.
    """

    setting: Setting
    layout: Layout
    shown: Board
    source: SplitMix64
    time_limit: float | None
    board: Board
    chosen: tuple[int, ...] = ()
    mines: set[int] = field(default_factory=set)
    kb: KnowledgeBase | None = None

    @property
    def is_open(self) -> bool:
        """Whether a safe cell is left covered or, where the mine count is open, any cell."""
        return len(self.board.covered) > (len(self.layout.mines) if self.setting.is_counted else 0)

    @property
    def _opened(self) -> int:
        return self.setting.cells - len(self.board.covered)

    def play(self, start: int) -> None:
        """Play from the first cell up to the stop, which is drawn."""
        cells = self.setting.cells
        room = cells - len(self.layout.mines) if self.setting.is_counted else cells
        wanted = 1 + self.source.randrange(max(room - 1, 1))
        stop = self.source.randrange(_STOPS)
        self._open([start])
        while self.is_open and not (stop == _AT_ONCE and self._opened >= wanted):
            safe, mines = self._by_single_clues()
            if not safe and not mines:
                if stop == _AFTER_SINGLE_CLUES and self._opened >= wanted:
                    return
                safe, mines = self._by_all()
                if not safe:
                    self.mines |= mines
                    guesses = self._guesses()
                    if self._opened >= wanted or not guesses:
                        return
                    self._open([self.source.choice(guesses)])
                    continue
            self.mines |= mines
            if stop == _AT_ONCE:
                self._open_some(sorted(safe), wanted)
            else:
                self._open(sorted(safe))

    def _open(self, numbers: Iterable[int]) -> None:
        self.chosen += tuple(numbers)
        self.board = self._seen(self.chosen)

    def _open_some(self, safe: list[int], wanted: int) -> None:
        """Open cells in random order until so many are open."""
        self.source.shuffle(safe)
        after = self._seen((*self.chosen, *safe))
        if self.setting.cells - len(after.covered) < wanted:  # the order does not matter
            self.board, self.chosen = after, (*self.chosen, *safe)
            return
        for number in safe:
            if self._opened < wanted:
                self._open([number])

    def _seen(self, chosen: tuple[int, ...]) -> Board:
        """Return the position after opening cells."""
        cells = [self.shown.cell(number) for number in chosen]
        if self.setting.flood:
            # The clues are those that are shown; only what comes open is asked for here.
            mask = opened(self.setting, self.layout, cells, Random(0)).covered_mask
        else:
            mask = np.ones(self.shown.shape, dtype=np.bool_)
            for cell in cells:
                mask[cell] = False
        return self.shown.with_grid(np.where(mask, State.COVERED, self.shown.grid))

    def _by_single_clues(self) -> tuple[set[int], set[int]]:
        """Return what single clues decide: safe cells, and mines that were not noted before.

        Only of ordinary boards: elsewhere a round is of all that is proved.
        """
        safe: set[int] = set()
        mines: set[int] = set()
        if not self.setting.is_ordinary:
            return safe, mines
        grid = self.board.grid.ravel().tolist()
        for number, near in enumerate(self.setting.adjacency.lists):
            if grid[number] < 0:
                continue
            covered = [cell for cell in near if grid[cell] == State.COVERED]
            left = [cell for cell in covered if cell not in self.mines]
            known = sum(grid[cell] == State.KNOWN_MINE for cell in near)
            need = grid[number] - known - (len(covered) - len(left))
            if need == 0:
                safe.update(left)
            elif need == len(left):
                mines.update(left)
        return safe, mines

    def _by_all(self) -> tuple[set[int], set[int]]:
        """Return all that is proved: safe cells, and mines."""
        board = self.board
        if self.kb is None:
            self.kb = KnowledgeBase(
                board,
                reasoner=ELIMINATION if board.is_ordinary else SAT,
                time_limit=self.time_limit,
            )
        else:
            known = self.kb.board
            fresh = [cell for cell in known.covered if not board.is_covered(cell)]
            self.kb.tell_all({cell: board[cell] for cell in fresh})
        verdicts = self.kb.consequences()
        return {*map(board.number, verdicts.safe)}, {*map(board.number, verdicts.mines)}

    def _guesses(self) -> list[int]:
        """List the cells among which a guess is drawn, in order."""
        numbers = map(self.board.number, self.board.covered)
        if self.setting.is_counted:
            return [number for number in numbers if not self.layout.mask.flat[number]]
        return [number for number in numbers if number not in self.mines]
