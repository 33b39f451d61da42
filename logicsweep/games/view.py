"""What a player sees of a game: the board as it is now, and what is new on it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from logicsweep.board.board import Board, Cell
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import State
from logicsweep.games.setting import GameRule


class View:
    """A player's own copy of what was shown; it knows nothing of the game behind it.

    Made from a position, which is news as a whole; from then on `show` says what changes. `states`
    holds by cell number what `Board.grid` does, and `news` what was shown since `seen`.
    """

    def __init__(
        self,
        board: Board,
        *,
        rule: GameRule = GameRule.CLASSIC,
        first_click: FirstClick = FirstClick.UNPROTECTED,
    ) -> None:
        self.rule = rule
        self.first_click = first_click
        self.adjacency = board.adjacency
        self.total_mines = board.total_mines
        self.height = board.height
        self.width = board.width
        self.states = memoryview(bytearray(board.grid.tobytes())).cast("b")
        self.uncertain: dict[tuple[int, int], Clue] = dict(board.uncertain)
        silent = map(board.cell, np.flatnonzero(board.grid == State.NO_CLUE).tolist())
        self.news: dict[Cell, int | Clue] = {
            **dict.fromkeys(board.known_mines, int(State.KNOWN_MINE)),
            **dict.fromkeys(silent, int(State.NO_CLUE)),
            **board.clues,
        }
        self._board: Board | None = board
        self._start = board

    @property
    def board(self) -> Board:
        """The position; made when it is asked for."""
        if self._board is None:
            grid = np.frombuffer(self.states, dtype=np.int8).reshape(self.height, self.width)
            self._board = self._start.with_grid(grid, self.uncertain)
        return self._board

    @property
    def needs_flags(self) -> bool:
        """Whether known mines have to be flagged; else every safe cell has to be opened."""
        return self.rule is not GameRule.CLASSIC

    def is_covered(self, cell: Cell) -> bool:
        """Whether a cell is covered and not flagged."""
        return self.states[cell[0] * self.width + cell[1]] == State.COVERED

    def show(self, shown: Mapping[Cell, int | Clue]) -> None:
        """Take in what cells turned out to be, or that they are flagged (or covered again)."""
        self._board = None
        for cell, state in shown.items():
            number = cell[0] * self.width + cell[1]
            if isinstance(state, Clue):
                self.uncertain[cell] = state
                self.states[number] = State.UNCERTAIN
            else:
                self.states[number] = state
            if state not in (State.FLAGGED, State.COVERED):
                self.news[cell] = state

    def seen(self) -> dict[Cell, int | Clue]:
        """What was shown since this was last asked."""
        news, self.news = self.news, {}
        return news
