"""Positions of seeds as arrays, by the kernel where it knows the games."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from logicsweep.board.board import Board
from logicsweep.board.layout import Layout
from logicsweep.board.state import Grid
from logicsweep.games.dealing.seeded import MOST
from logicsweep.games.setting import Setting
from logicsweep.kernel.context import OK, Status
from logicsweep.kernel.play import Games, make_positions
from logicsweep.knowledge.arrays import in_parts
from logicsweep.lab.data.drawn import position
from logicsweep.limits import Budget

# A time limit that is over at once, in seconds.
_SHORTEST: Final = 1e-9


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
        layout, board = position(setting, int(seeds[index]), time_limit=seconds_left(budget))
        layouts[index], boards[index] = layout.mask, board.grid
    return boards, layouts


def made_of(setting: Setting, seed: int, time_limit: float | None) -> tuple[Layout, Board]:
    """Make the position of one seed, and the layout behind it. Raises as `position`."""
    seeds = np.array([seed % (MOST + 1)], dtype=np.uint64)
    if not setting.is_ordinary:  # what is shown may depend on the seed itself
        return position(setting, seed, time_limit=time_limit)
    boards, layouts = made(setting, seeds, Budget(time_limit))
    return (
        Layout(layouts[0], adjacency=setting.topology),
        Board(boards[0], **setting.carried),
    )


def seconds_left(budget: Budget) -> float | None:
    """Return the seconds that are left, as a time limit. Raises `LimitError` if none are."""
    budget.check()
    left = budget.left()
    return None if left is None else max(left, _SHORTEST)
