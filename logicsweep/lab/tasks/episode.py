"""A game that a model plays, move after move, with rewards by what could be known."""

from __future__ import annotations

from fractions import Fraction
from typing import Final, NamedTuple, Unpack

from logicsweep.arguments import by_name
from logicsweep.board.board import Board, Cell
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.state import State
from logicsweep.errors import IllegalMoveError, LimitError, positive
from logicsweep.games.game import Game
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.games.told.told import promised_on
from logicsweep.lab.data.drawn import check_dataset
from logicsweep.lab.judging.claims import Action, MoveClaim
from logicsweep.lab.judging.judge import judge
from logicsweep.lab.judging.judgements import MoveJudgement, Truth
from logicsweep.lab.judging.moves import chorded
from logicsweep.lab.tasks.prompts import check_form, turn_prompt
from logicsweep.limits import DEFAULT_TIME_LIMIT, Budget

FLAG_REWARD: Final = Fraction(1, 20)
"""The reward of a flag on a cell that is proved a mine, once for each cell of a game."""
MOST_IDLE: Final = 5
"""The number of idle moves with which an episode ends, by default."""

_NOTHING: Final = Fraction(0)


class Turn(NamedTuple):
    """The effect of an answer.

    Attributes:
        reward: Its reward, from 0 to 1.
        claim: The move that was made; None if none was.
        error: The reason why no move was made, in words; None if one was.
        is_idle: Whether it opened no cell and was no flag on a proved mine.
        is_hit: Whether it opened a mine. It does not count for the reward.
    """

    reward: Fraction
    claim: MoveClaim | None = None
    error: str | None = None
    is_idle: bool = False
    is_hit: bool = False


class Episode:
    """A game, and what its moves are worth.

    An opening or a chord is worth the share of survival that it keeps against the best cell: 1 if
    it is proved safe or no cell is less risky, 0 for a proved mine. The first cell is worth 1 where
    the rules keep it free. A flag on a proved mine is worth `FLAG_REWARD`, once for each cell. All
    other answers are idle and worth nothing: other flags, moves that are not allowed, texts without
    a clear move. So a reward is the same for every layout that agrees with the position, and none
    can be had twice.

    A flag is kept until its cell is opened. The episode ends with the game, or with so many idle
    moves in all.

    Args:
        setting: The size, the mine count and the rules, as `Setting.of` takes them.
        seed: Any whole number, as for `Game`.
        layout: The mines; by default they are dealt.
        form: The text form of the board, one of `FORMS`.
        most_idle: The number of idle moves with which it ends, at least 1.
        strict: Whether only answers in a documented form are read.
        time_limit: The seconds that each question about a position may take; None for no limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        ValueError: The clues are uncertain, or a number is out of range.
        UnknownNameError: There is no such form.
        LimitError: Whether layouts satisfy the rules was not known within the limit.

    Attributes:
        moves: The number of answers that were taken.
        idle: The number of idle ones among them.
        total: The sum of all rewards.
    """

    @by_name
    def __init__(
        self,
        setting: AnySetting = None,
        *,
        seed: int,
        layout: Layout | None = None,
        form: str = "grid",
        most_idle: int = MOST_IDLE,
        strict: bool = False,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
        **keys: Unpack[SettingKeys],
    ) -> None:
        setting = Setting.of(setting, **keys)
        check_form(form)
        check_dataset(setting, Budget(time_limit))
        self._game = Game(setting, seed=seed, layout=layout, time_limit=time_limit)
        self.setting = self._game.setting
        self.form = form
        self.most_idle = positive("most_idle", most_idle)
        self._is_strict = strict
        self._time_limit = time_limit
        self._first: Cell | None = None
        self.moves = 0
        self.idle = 0
        self.total = _NOTHING

    @property
    def board(self) -> Board:
        """The view of the player; a guarantee that still tells something is a constraint of it."""
        start, guarantee = self.setting.board(), self.setting.first_click
        return promised_on(self._game.board, start, guarantee, self._first)

    @property
    def is_over(self) -> bool:
        """Whether the game is over, or there were as many idle moves as may be."""
        return self._game.is_over or self.idle >= self.most_idle

    @property
    def is_won(self) -> bool:
        """Whether every safe cell is open, and no mine."""
        return self._game.is_won

    @property
    def prompt(self) -> str:
        """The text for the model before its next move."""
        return turn_prompt(self.board, self.form, self.setting, is_first=self._is_guaranteed)

    def step(self, answer: MoveClaim | str) -> Turn:
        """Judge an answer and make its move.

        Raises:
            IllegalMoveError: The episode is over.
            LimitError: A question took longer than the time limit; nothing has changed.
        """
        if self.is_over:
            raise IllegalMoveError("the episode is over", move=(0, 0))
        turn = self._turn(answer)
        self.moves += 1
        self.idle += turn.is_idle
        self.total += turn.reward
        return turn

    def _turn(self, answer: MoveClaim | str) -> Turn:
        judgement = judge(
            self.board,
            answer,
            kind=MoveClaim,
            strict=self._is_strict,
            witness=False,
            time_limit=self._time_limit,
        )
        claim = judgement.claim
        if not isinstance(judgement, MoveJudgement) or not isinstance(claim, MoveClaim):
            return Turn(_NOTHING, error=judgement.error, is_idle=True)
        if claim.action is Action.FLAG:  # of a cell without one, which keeps it until it is opened
            self._game.flag(claim.cell)
            is_proved = judgement.truth is Truth.RIGHT
            return Turn(FLAG_REWARD if is_proved else _NOTHING, claim, is_idle=not is_proved)
        reward = Fraction(1) if self._is_guaranteed else judgement.score or _NOTHING
        cells = chorded(self.board, claim.cell) if claim.action is Action.CHORD else (claim.cell,)
        before = self._game.detonated
        try:
            for cell in cells:
                self._open(cell)
        except IllegalMoveError as error:  # no layout keeps this cell free
            return Turn(_NOTHING, claim, str(error), is_idle=True)
        return Turn(reward, claim, is_hit=self._game.detonated > before)

    def _open(self, cell: Cell) -> None:
        """Open a cell, whose flag is taken away, unless a chord has opened it or lost the game."""
        game = self._game
        if game.is_over or not game.board.is_covered(cell):
            return
        is_flagged = game.board[cell] == State.FLAGGED
        if is_flagged:
            game.unflag(cell)
        try:
            game.open(cell)
        except (IllegalMoveError, LimitError):
            if is_flagged:
                game.flag(cell)
            raise
        if self._first is None:
            self._first = cell

    @property
    def _is_guaranteed(self) -> bool:
        """Tell whether the rules keep the next cell free."""
        left = self.setting.first_click.left_on(self._game.board)
        return left is not FirstClick.UNPROTECTED
