"""The game itself: the only module that knows where the mines are.

A player sees a `Board` and nothing else. Agents are never handed a `Game`.
"""

from __future__ import annotations

from enum import Enum
from random import Random
from typing import Self

import numpy as np

from logicsweep.board import Board, Cell, State
from logicsweep.clue_models import ClueModel, Exact
from logicsweep.clues import Clue
from logicsweep.errors import IllegalMoveError
from logicsweep.layout import Layout

_HIDDEN = (State.COVERED, State.FLAGGED)


class Rule(Enum):
    """What a detonated mine means: the end, or a mine that is known from then on."""

    CLASSIC = "classic"
    CONTINUE = "continue"


class Game:
    """A hidden layout, and what the player has seen of it.

    Clues are shown by a clue model, which may show nothing; the total mines is known. The game goes
    on until every cell is open or flagged; with the rule `classic` it is also over when a mine is
    hit, or every safe cell is open.
    """

    def __init__(
        self,
        layout: Layout,
        seed: int,
        *,
        model: ClueModel | None = None,
        rule: Rule = Rule.CONTINUE,
    ) -> None:
        """`seed` is for what the clue model shows; by default clues are exact."""
        self._layout = layout
        self._rng = Random(f"what is shown in game {seed}")
        self._model = model or Exact()
        self._rule = rule
        self._board = Board(
            np.full(layout.mask.shape, State.COVERED), total_mines=int(layout.mask.sum())
        )
        self.detonated = 0
        self.opened = 0
        self.moves = 0

    @classmethod
    def deal(
        cls,
        height: int,
        width: int,
        mines: int,
        seed: int,
        *,
        model: ClueModel | None = None,
        rule: Rule = Rule.CONTINUE,
    ) -> Self:
        """A game with the mines anywhere, each placement as likely; the same for the same seed.

        Raises ValueError when the mines do not fit.
        """
        if not 0 <= mines <= height * width:
            raise ValueError(f"{mines} mines do not fit on {height * width} cells")
        mask = np.zeros((height, width), dtype=np.bool_)
        mask.flat[Random(f"layout of game {seed}").sample(range(height * width), mines)] = True
        return cls(Layout(mask), seed, model=model, rule=rule)

    @property
    def board(self) -> Board:
        """What the player sees."""
        return self._board

    @property
    def is_over(self) -> bool:
        """Whether there is nothing left to play."""
        if self._rule is Rule.CLASSIC and (self.detonated > 0 or self.is_won):
            return True
        return not (self._board.grid == State.COVERED).any()

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is open, and no mine was hit."""
        hidden = np.isin(self._board.grid, _HIDDEN)
        return not self.detonated and bool((hidden == self._layout.mask).all())

    @property
    def right_flags(self) -> int:
        """How many mines are flagged; those that were hit are not."""
        return int((self._layout.mask & (self._board.grid == State.FLAGGED)).sum())

    @property
    def wrong_flags(self) -> int:
        """How many safe cells are flagged."""
        return int((~self._layout.mask & (self._board.grid == State.FLAGGED)).sum())

    def open(self, cell: tuple[int, int]) -> int | Clue:
        """Open a covered cell that is not flagged; returns what it shows (see `tell`).

        Raises `IllegalMoveError`, which changes nothing.
        """
        at = self._to_move(cell)
        self.moves += 1
        if self._layout.mask[at]:
            self.detonated += 1
            return self._show(at, State.KNOWN_MINE)
        self.opened += 1
        count = sum(bool(self._layout.mask[near]) for near in self._board.neighbours(at))
        shown = self._model.draw(count, self._board.around(at), self._rng)
        return self._show(at, self._board.reading(at, shown, self._model))

    def flag(self, cell: tuple[int, int]) -> None:
        """Flag a covered cell. Raises `IllegalMoveError`, which changes nothing."""
        at = self._to_move(cell)
        self.moves += 1
        self._show(at, State.FLAGGED)

    def _to_move(self, cell: tuple[int, int]) -> Cell:
        at = Cell(*cell)
        if self.is_over:
            raise IllegalMoveError("the game is over", move=at)
        try:
            state = self._board[at]
        except ValueError as error:
            raise IllegalMoveError(str(error), move=at) from None
        if state == State.FLAGGED:
            raise IllegalMoveError("the cell is flagged", move=at)
        if state != State.COVERED:
            raise IllegalMoveError("the cell is open", move=at)
        return at

    def _show(self, cell: Cell, state: int | Clue) -> int | Clue:
        self._board = self._board.replace({cell: state})
        return state
