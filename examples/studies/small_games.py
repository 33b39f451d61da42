"""Small games on all their layouts at once: the best play, and the play of `strategist`.

`optima.py` and tests use this module.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import COVERED
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.strategy.decision import decide
from logicsweep.strategy.optima import canonical, written
from logicsweep.strategy.whatif import WhatIf

if TYPE_CHECKING:
    from whole_games import WholeGame

# A mine in a table of what cells show.
_MINE: Final = -3


def blank(height: int, width: int, mines: int) -> Board:
    """Make a board with all cells covered."""
    return Board.from_array(np.full((height, width), COVERED), mines=mines)


class Position(NamedTuple):
    """What a player knows: the layouts that are left, as rows, and what each cell shows."""

    rows: NDArray[np.intp]
    shown: tuple[int, ...]


class Layouts:
    """All layouts of a game, with what each cell would show."""

    def __init__(self, adjacency: Adjacency, mines: int) -> None:
        size = adjacency.size
        chosen = np.array(list(combinations(range(size), mines)), dtype=np.intp)
        is_mine = np.zeros((len(chosen), size), dtype=np.int8)
        np.put_along_axis(is_mine, chosen, 1, axis=1)
        near = np.zeros((size, size), dtype=np.int8)
        for cell in range(size):
            near[cell, list(adjacency.neighbours(cell))] = 1
        self._table = np.where(is_mine == 1, _MINE, is_mine @ near).astype(np.int8)

    def start(self, free: Sequence[int]) -> Position:
        """Return the position before the first move, if these cells hold no mine."""
        size = self._table.shape[1]
        rows = np.flatnonzero((self._table[:, list(free)] != _MINE).all(axis=1))
        return Position(rows, (COVERED,) * size)

    def opened(self, position: Position, cells: Sequence[int]) -> Iterator[Position]:
        """Yield the positions after some cells were opened, but for those with a mine."""
        rows, shown = position
        table = self._table[rows][:, list(cells)]
        is_safe = (table != _MINE).all(axis=1)
        values, which = np.unique(table[is_safe], axis=0, return_inverse=True)
        for number, row in enumerate(values.tolist()):
            after = list(shown)
            for cell, value in zip(cells, row, strict=True):
                after[cell] = value
            yield Position(rows[is_safe][which.ravel() == number], tuple(after))

    def mines(self, position: Position) -> list[int]:
        """Count for each cell the layouts in which it is a mine."""
        counts: list[int] = (self._table[position.rows] == _MINE).sum(axis=0).tolist()
        return counts

    def safe(self, position: Position) -> list[int]:
        """List the covered cells that are safe in all layouts."""
        mines = self.mines(position)
        return [
            cell
            for cell, shown in enumerate(position.shown)
            if shown == COVERED and not mines[cell]
        ]


class Tree:
    """The best play of a game, followed as far as positions are too large to be solved in play.

    Attributes:
        steps: By the key of a position, the place of the best cell in the key, the number of
            layouts that are won, and that of all.
    """

    def __init__(self, game: WholeGame, budget: Budget) -> None:
        self._game = game
        self._budget = budget
        self._layouts = Layouts(game.adjacency, game.mines)
        self.steps: dict[str, tuple[int, int, int]] = {}

    def follow(self, first: int, *, opens: bool) -> None:
        """Follow the best play after a first cell; with `opens` it has no mine around it."""
        free = [first, *self._game.adjacency.neighbours(first)] if opens else [first]
        self._after(self._layouts.start(free), [first])

    def _after(self, position: Position, cells: Sequence[int]) -> None:
        for after in self._layouts.opened(position, cells):
            if len(after.rows) > IN_PLAY:
                self._go_on(after)

    def _go_on(self, position: Position) -> None:
        safe = self._layouts.safe(position)
        if safe:
            self._after(position, safe)
            return
        layouts = len(position.rows)
        mines = self._layouts.mines(position)
        text = written(position.shown, [count == layouts for count in mines])
        key, image = canonical(text, self._game.symmetries)
        if key in self.steps:
            return
        won = self._game.won(position.shown, None, self._budget).won
        tried = [cell for cell, shown in enumerate(position.shown) if shown == COVERED]
        tried.sort(key=lambda cell: mines[cell])
        best = next(
            cell
            for cell in tried
            if self._game.won(position.shown, cell, self._budget, alpha=won - 1).won == won
        )
        self.steps[key] = (list(image).index(best), won, layouts)
        self._after(position, [best])


def wins(board: Board, first_click: FirstClick) -> tuple[int, int]:
    """Count the layouts that `strategist` wins, and those that the first click leaves.

    The board is all covered, and its mine count one number. Moves depend on what is shown alone, so
    layouts that look alike are played together; cells that are proved safe are opened at once.
    """
    layouts = Layouts(board.adjacency, int(str(board.mines)))

    def choice(shown: Sequence[int]) -> int:
        grid = np.array(shown).reshape(board.shape)
        now = Board.from_array(grid, mines=board.mines, adjacency=board.adjacency)
        decision = decide(WhatIf.of(now), budget=Budget(None), first_click=first_click)
        if decision is None:
            raise RuntimeError("no move on a board that is not won")
        return decision.cell

    def won(position: Position) -> int:
        safe = layouts.safe(position)
        if safe:
            return sum(map(won, layouts.opened(position, safe)))
        if len(position.rows) == 1:
            return 1
        return sum(map(won, layouts.opened(position, [choice(position.shown)])))

    first = choice((COVERED,) * board.grid.size)
    free = [] if first_click is FirstClick.UNPROTECTED else [first]
    if first_click is FirstClick.OPENING:
        free += board.adjacency.neighbours(first)
    start = layouts.start(free)
    return sum(map(won, layouts.opened(start, [first]))), len(start.rows)
