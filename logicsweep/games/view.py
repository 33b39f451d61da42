"""The view of a player: the board as it is now, and what is new on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from logicsweep.arguments import by_name
from logicsweep.board.board import Board, Cell, expect_board
from logicsweep.board.clue import Clue
from logicsweep.board.first_click import FirstClick
from logicsweep.board.state import COVERED, State, cells_of, is_covered, numbers_of
from logicsweep.board.total import title_words
from logicsweep.errors import counted
from logicsweep.games.setting import GameRule


class View:
    """A player's own copy of what was shown; it knows nothing of the game behind it.

    At first the whole position is news; `show` adds each change.

    Args:
        board: The position.
        rule: The rule of the game, or its name; by default `classic`.
        first_click: The guarantee for the first opened cell; by default what games
            usually guarantee, or nothing unless every cell is covered.

    Raises:
        TypeError: An argument has another type.
        UnknownNameError: There is no such rule or first click.

    Attributes:
        rule: The rule of the game, by which it ends.
        first_click: The guarantee for the first opened cell.
        adjacency: The neighbours of each cell, by cell number.
        rules: The rules for clues and layouts; a clue that is no number is the number that
            stands for it (see `Board.sign`).
        scopes: The cells that the clue in each cell speaks of, by cell number: the neighbours,
            unless a rule for clues says otherwise.
        mines: As `Board.mines`: a number, a range, or None.
        height: The number of rows.
        width: The number of columns.
        states: By cell number what `Board.grid` holds: a clue from 0 up, or a `State`.
        uncertain: The clues that are not numbers, by cell.
        news: The clues and mines shown since the last call of `seen`, by cell.
    """

    @by_name
    def __init__(
        self,
        board: Board,
        *,
        rule: GameRule | str | None = None,
        first_click: FirstClick | str | None = None,
    ) -> None:
        expect_board(board)
        self.rule = GameRule.of(rule)
        self.first_click = FirstClick.asked(board, first_click)
        self.adjacency = board.adjacency
        self.rules = board.rules
        ruled = board.placed_rules
        self.scopes: Sequence[Sequence[int]] = board.adjacency.lists
        if ruled is not None:
            self.scopes = [ruled.scope(number).cells for number in range(board.grid.size)]
        self.mines = board.mines
        self.height = board.height
        self.width = board.width
        self.states = numbers_of(board.grid)
        self.uncertain: dict[tuple[int, int], Clue] = dict(board.uncertain)
        silent = map(board.cell, np.flatnonzero(board.grid == State.NO_CLUE).tolist())
        self.news: dict[Cell, int | Clue] = {
            **dict.fromkeys(board.known_mines, int(State.KNOWN_MINE)),
            **dict.fromkeys(silent, int(State.NO_CLUE)),
            **board.shown,
        }
        self._board: Board | None = board
        self._start = board

    def __repr__(self) -> str:
        what = title_words(self.width, self.height, self.mines)
        return f"<View {what}: {counted(self.states.count(State.COVERED), 'cell')} to choose from>"

    @property
    def board(self) -> Board:
        """The position as a board, made on request."""
        if self._board is None:
            grid = np.asarray(self.states).reshape(self.height, self.width)
            self._board = self._start.with_grid(grid, self.uncertain)
        return self._board

    @property
    def is_ordinary(self) -> bool:
        """Whether there is nothing but clues that count the mines among the neighbours."""
        return self._start.is_ordinary

    @property
    def may_lie(self) -> bool:
        """Whether clues may be wrong."""
        return self._start.liars > 0

    @property
    def needs_flags(self) -> bool:
        """Whether the rule wants known mines flagged; otherwise it wants every safe cell open."""
        return self.rule is not GameRule.CLASSIC

    @property
    def cells(self) -> list[Cell]:
        """All cells, in reading order, which is that of their numbers."""
        return list(cells_of(self.height, self.width))

    @property
    def choices(self) -> list[Cell]:
        """The cells that can be opened or flagged, in reading order."""
        seen = zip(self.cells, self.states, strict=True)
        return [cell for cell, state in seen if state == COVERED]

    def can_open(self, cell: tuple[int, int]) -> bool:
        """Tell whether a cell is covered and not flagged.

        Raises:
            ValueError: The cell is off the board.
        """
        return self.states[self.number(cell)] == COVERED

    def number(self, cell: tuple[int, int]) -> int:
        """Return the number of a cell, row by row from 0: its place in `states` and in `adjacency`.

        Raises:
            ValueError: The cell is off the board.
            TypeError: It is not a pair of whole numbers.
        """
        if type(cell) is Cell:
            row, column = cell
            if 0 <= row < self.height and 0 <= column < self.width:
                return row * self.width + column
        return self._start.number(cell)

    def cell(self, number: int) -> Cell:
        """Return the cell with a number; the inverse of `number`.

        Raises:
            ValueError: The number is off the board.
        """
        if type(number) is int and 0 <= number < len(self.states):
            return Cell(*divmod(number, self.width))
        return self._start.cell(number)

    def show(self, shown: Mapping[Cell, int | Clue]) -> None:
        """Take in changes: what cells turned out to be, and which are flagged or covered again."""
        self._board = None
        for cell, state in shown.items():
            number = self.number(cell)
            if isinstance(state, Clue):
                self.uncertain[cell] = state
                self.states[number] = State.UNCERTAIN
            else:
                self.states[number] = state
                if is_covered(state):
                    continue
            self.news[cell] = state

    def seen(self) -> dict[Cell, int | Clue]:
        """Return the clues shown since the last call of `seen`, by cell."""
        news, self.news = self.news, {}
        return news
