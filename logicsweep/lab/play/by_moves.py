"""Two agents compared by the moves of one: what they cost if the other one plays on.

The difference of two chances to win is the sum, over the games of one agent, of what its moves cost
against those of the other, its judge: the judge's chance to win with its own move in a position,
less its chance with the agent's (the performance difference lemma: Kakade and Langford, 2002). The
agent plays with forced survival, which gives positions and weights. Where the two choose
differently, both moves are made on the same layouts, drawn from the posterior, and the judge plays
each of these games on, with forced survival as well. Most moves are the same and cost nothing, so
that the estimate has a much smaller spread than games of both.

It is unbiased for every judge. One that plays by the position alone (`Agent.is_positional`) is
asked where its move would differ. Any other one has a memory, and is compared at each move: its
own game goes on as it began in the position, and after the agent's move it begins anew.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cached_property
from math import log10, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple, Unpack

from logicsweep.arguments import by_name
from logicsweep.board.board import Cell
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick
from logicsweep.board.layout import Layout
from logicsweep.board.state import State, covered_mask
from logicsweep.errors import AgentError, whole
from logicsweep.games.agents.base import Agent
from logicsweep.games.agents.registry import player
from logicsweep.games.loop import Seat, checked_move
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.games.view import View
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.lab.play.forced import CostlyMove, ForcedGame, knowledge_of, play_forced
from logicsweep.limits import MOST_PLAYOUTS, USUAL_PLAYOUTS, Budget

_SEEDS: Final = 62


class ByMoves(NamedTuple):
    """A game of an agent, whose moves another one judges.

    Attributes:
        cost: An unbiased estimate of the judge's chance to win less the agent's; the sum of the
            weighted costs.
        costs: The moves that cost something, or gain something, in order.
        guesses: The number of the agent's moves that were not proved safe, the first one included.
        differing: The number of guesses for which the judge chose another cell.
    """

    cost: float
    costs: tuple[CostlyMove, ...]
    guesses: int
    differing: int


@by_name
def by_moves(
    agent: Agent | str,
    judge: Agent | str,
    setting: AnySetting = None,
    *,
    seed: int,
    playouts: int = USUAL_PLAYOUTS,
    budget: Budget | None = None,
    **keys: Unpack[SettingKeys],
) -> ByMoves:
    """Let an agent play a game with forced survival, and judge its moves by another agent's play.

    Args:
        agent: The player, or its name: one of `AGENTS`.
        judge: The agent that plays on, or its name; another object than the player.
        setting: The setting, as `Setting.of` takes it, with the rule `classic`.
        seed: The seed of the game; the same seed gives the same result.
        playouts: The number of layouts on which two different moves are played out, from 2.
        budget: Checked between moves; by default there is no time limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        ValueError: The rule is another one, a clue may show two values, `playouts` is out of
            range, or the judge is the same object as the agent.
        UnknownNameError: No agent has this name, or the game has rules that one does not play by.
        IllegalMoveError: An agent made a move that the game does not allow.
        AgentError: As `play` raises it.
        LimitError: The budget is spent.
    """
    check_playouts(playouts)
    if judge is agent:
        raise ValueError("judge is the agent itself; expected another object")
    setting = Setting.of(setting, **keys)
    game = ForcedGame(setting, seed=seed)
    judging = _Judge(player(judge, setting), setting, playouts, budget)
    return _Judged(game, player(agent, setting), judging, seed).played(budget)


def check_playouts(playouts: int) -> None:
    """Raise ValueError unless there can be so many playouts, TypeError for no whole number."""
    if not 2 <= whole("playouts", playouts) <= MOST_PLAYOUTS:
        raise ValueError(f"playouts is {playouts}; expected a number from 2 to {MOST_PLAYOUTS:,}")


class _Standing:
    """A position of a game with forced survival, from which others go on.

    `is_first` tells whether the next cell is the first one, and kept free.
    """

    def __init__(self, game: ForcedGame) -> None:
        board = game.board
        unflagged = board.grid.copy()
        unflagged[covered_mask(unflagged)] = State.COVERED
        self.board = board.with_grid(unflagged, board.uncertain) if game.flags else board
        self.setting = game.setting
        self.free = game.free
        self.weight = game.weight
        self.is_first = game.is_protected

    @cached_property
    def _kb(self) -> KnowledgeBase:
        return knowledge_of(self.board, self.free, None)

    @property
    def layouts(self) -> float:
        """The decimal logarithm of the number of layouts."""
        return log10(self._kb.count().total)

    def view(self) -> View:
        """Return the position as a player sees it."""
        setting = self.setting
        return View(self.board, rule=setting.rule, first_click=setting.first_click)

    def games(self, number: int, seeds: Random) -> list[tuple[Layout, int]]:
        """Draw so many layouts from the posterior, each with a seed for the game on it.

        On none of them is the game over.
        """
        covered = covered_mask(self.board.grid)
        drawn: list[tuple[Layout, int]] = []
        while len(drawn) < number:
            for mask in self._kb.sample(n=number - len(drawn), seed=seeds.getrandbits(_SEEDS)):
                if not mask[covered].all():
                    layout = Layout(mask, adjacency=self.board.own_adjacency)
                    drawn.append((layout, seeds.getrandbits(_SEEDS)))
        return drawn

    def game(self, layout: Layout, seed: int) -> ForcedGame:
        """Return a game that goes on from here."""
        return ForcedGame.going_on(self.setting, seed, self.board, layout, free=self.free)

    def going_on(self, chance: Fraction, cell: Cell, seeds: Random) -> float:
        """Return a chance to win, given that the game is not over, which a player may not know.

        The rest of the game begins with a cell.
        """
        if isinstance(self.board.mines, int):
            return float(chance)
        [(layout, seed)] = self.games(1, seeds)
        game = self.game(layout, seed)
        game.bet(float(chance), cell)
        return game.weight


class _Asked(NamedTuple):
    """The answer of a judge about a position, and a cell that was opened there.

    Attributes:
        cell: The cell that it would open; the same, if it would open that one anyway.
        chance: Its exact chance to win, if it knows that.
        costs_nothing: Whether its play is the same after the move.
        flags: Whether it flags cells before it opens one.
    """

    cell: Cell
    chance: Fraction | None
    costs_nothing: bool
    flags: bool


class _Judge:
    """The agent that judges moves.

    `skips_proved` tells whether moves that are proved safe never cost anything, since it opens all
    such cells before it guesses.
    """

    def __init__(
        self, agent: Agent, setting: Setting, playouts: int, budget: Budget | None
    ) -> None:
        self.playouts = playouts
        self._agent = agent
        self._budget = budget
        self._knows = isinstance(setting.clues, Exact)
        # Else what is known depends on the way there: on what a first click has kept free, and on
        # how many cells were covered when a clue was drawn.
        says_free = setting.rules.clue.is_standard or setting.first_click is not FirstClick.OPENING
        follows = self._knows and says_free
        self._is_positional = follows and (agent.is_positional or agent.is_complete)
        self.skips_proved = follows and agent.is_complete

    def ask(self, here: _Standing, cell: Cell) -> _Asked:
        """Ask afresh, in a position, about a cell that was opened there."""
        agent, view = self._agent, here.view()
        agent.begin(view)
        if self._is_positional and not self.skips_proved:
            safe = {move.cell for move in agent.certain(view) if not move.flags}
            if cell in safe:
                return _Asked(cell, None, costs_nothing=True, flags=False)
        flags = False
        move = checked_move(agent.choose(view), agent)
        while move.flags:
            flags = True
            view.show({move.cell: State.FLAGGED})
            if not view.choices:
                raise AgentError("every covered cell is flagged: no cell is left to choose")
            move = checked_move(agent.choose(view), agent)
        same = self._is_positional and not flags and move.cell == cell
        chance = agent.chance if self._knows else None
        return _Asked(move.cell, chance, costs_nothing=same, flags=flags)

    def after(self, game: ForcedGame, cell: Cell) -> float:
        """Return an estimate of the judge's chance to win when a cell is opened."""
        return play_forced(game, self._agent, first=cell, budget=self._budget).chance

    def usual(self, game: ForcedGame, asked: _Asked) -> float:
        """Return an estimate of its chance to win from where it was asked, with its own move."""
        if self._is_positional and not asked.flags:
            return self.after(game, asked.cell)
        return play_forced(game, self._agent, budget=self._budget).chance


class _Judged:
    """A game of an agent, as it is played and judged."""

    def __init__(self, game: ForcedGame, agent: Agent, judge: _Judge, seed: int) -> None:
        self._game, self._agent, self._judge = game, agent, judge
        self._knows = isinstance(game.setting.clues, Exact)
        self._seeds = Random(f"playouts of game {seed}")
        self._costs: list[CostlyMove] = []
        self._guesses = self._differing = 0

    def played(self, budget: Budget | None) -> ByMoves:
        """Play the game to where nothing more is to be judged."""
        game, agent = self._game, self._agent
        seat = Seat(game, agent, budget=budget)
        while not game.is_over:
            move = seat.choose()
            if move.flags:  # which changes nothing for a judge, who sees no flags
                seat.make(move)
                continue
            chance = agent.chance if self._knows else None
            here = _Standing(game)
            before = len(game.guesses)
            if chance is not None and self._rest(here, move.cell, chance):
                break
            seat.make(move)
            if chance is None:
                is_guess = here.is_first or len(game.guesses) > before
                self._move(here, move.cell, is_guess=is_guess)
        weighted = sum(cost.weighted for cost in self._costs)
        return ByMoves(weighted, tuple(self._costs), self._guesses, self._differing)

    def _rest(self, here: _Standing, cell: Cell, chance: Fraction) -> bool:
        """Judge the rest of a game where the agent knows its chance; False if it plays on.

        As long as both choose the same, that costs nothing and has no spread.
        """
        judge = self._judge
        asked = judge.ask(here, cell)
        self._count(asked, cell)
        if asked.costs_nothing and asked.chance is None:
            return False
        agents = here.going_on(chance, cell, self._seeds)
        if asked.chance is not None:
            costs = [here.going_on(asked.chance, asked.cell, self._seeds) - agents]
        else:  # as many games as two moves take
            games = here.games(2 * judge.playouts, self._seeds)
            costs = [judge.usual(here.game(*game), asked) - agents for game in games]
        self._add(here, cell, asked, costs)
        return True

    def _move(self, here: _Standing, cell: Cell, *, is_guess: bool) -> None:
        """Judge a move."""
        judge = self._judge
        if judge.skips_proved and not is_guess:
            return
        asked = judge.ask(here, cell)
        if is_guess:
            self._count(asked, cell)
        if asked.costs_nothing:
            return
        known = (
            None if asked.chance is None else here.going_on(asked.chance, asked.cell, self._seeds)
        )
        costs = []
        for game in here.games(judge.playouts, self._seeds):
            best = judge.usual(here.game(*game), asked) if known is None else known
            costs.append(best - judge.after(here.game(*game), cell))
        self._add(here, cell, asked, costs)

    def _count(self, asked: _Asked, cell: Cell) -> None:
        self._guesses += 1
        self._differing += asked.cell != cell

    def _add(self, here: _Standing, cell: Cell, asked: _Asked, costs: Sequence[float]) -> None:
        number = len(costs) if len(costs) > 1 else 0
        cost, error = fmean(costs), stdev(costs) / sqrt(number) if number else 0.0
        if cost or error:
            self._costs.append(
                CostlyMove(
                    layouts=here.layouts,
                    weight=here.weight,
                    cost=cost,
                    error=error,
                    playouts=number,
                    cell=cell,
                    instead=asked.cell,
                    board=str(here.board),
                )
            )
