"""Walks: games of a player who opens all that is proved safe, and survives every guess."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.layout import Layout
from logicsweep.games.dealing.clues import opened as opened_on
from logicsweep.games.dealing.layouts import shown_source
from logicsweep.games.setting import Setting
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import DEFAULT_TIME_LIMIT
from logicsweep.reason.solvers.names import ELIMINATION, SAT


class Stop(NamedTuple):
    """A position of a walk.

    Attributes:
        board: The position; the walk goes on from it with all that is proved safe.
        kb: Its knowledge base, which the walk tells more later.
        opened: The cells that were opened, without those that came open with them.
    """

    board: Board
    kb: KnowledgeBase
    opened: tuple[Cell, ...]

    @property
    def is_stuck(self) -> bool:
        """Whether no cell is proved safe, and yet some cell is no proved mine."""
        proved = self.kb.consequences()
        return not proved.safe and len(proved.mines) < len(self.board.covered)


def walk(
    layout: Layout,
    start: Cell,
    rng: Random,
    *,
    setting: Setting | None = None,
    seed: int = 0,
    time_limit: float | None = DEFAULT_TIME_LIMIT,
) -> Iterator[Stop]:
    """Yield the positions of a walk through a layout, until every safe cell is open.

    Args:
        layout: The layout.
        start: The first cell to open, which is safe.
        rng: Draws the order of guesses; each opens a safe cell, however likely it was a mine. Where
            the mine count is open, a guess opens any covered cell, and a mine is known from then
            on: the chance to open a safe one would tell how many there are.
        setting: The player's knowledge, and the clue model; by default the mine count and ordinary
            clues.
        seed: The seed of what is shown, where that is drawn.
        time_limit: The seconds that the verdicts of a position may take; None for no limit.

    Raises:
        LimitError: The verdicts took longer than the time limit.
    """

    def seen(cells: tuple[Cell, ...]) -> Board:
        if setting is None:
            return layout.opened(cells)
        return opened_on(setting, layout, cells, shown_source(seed))

    is_counted = setting is None or setting.is_counted
    chosen = ~layout.mask if is_counted else np.ones_like(layout.mask)
    guesses = [Cell(row, column) for row, column in np.argwhere(chosen).tolist()]
    rng.shuffle(guesses)
    opened: tuple[Cell, ...] = (start,)
    board = seen(opened)
    kb = KnowledgeBase(
        board, reasoner=ELIMINATION if board.is_ordinary else SAT, time_limit=time_limit
    )
    while True:
        yield Stop(board, kb, opened)
        guesses = [cell for cell in guesses if board.is_covered(cell)]
        if not guesses:
            return
        opened += tuple(sorted(kb.consequences().safe)) or (guesses[0],)
        before, board = board, seen(opened)
        new = [cell for cell in before.covered if not board.is_covered(cell)]
        kb.tell_all({cell: board[cell] for cell in new})
