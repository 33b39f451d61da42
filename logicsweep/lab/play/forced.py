"""Games with forced survival: estimates of an agent's chance to win with half the spread.

A game is won or lost, and the mean of many tells little. Here the player survives every guess: a
weight is multiplied by the exact probability to survive it, and if the cell holds a mine, the
layout is replaced by one drawn from the posterior given that the cell is safe. The weight at the
end is an unbiased estimate of the probability that the agent wins under the rule `classic` (it is
the importance weight of the game that was played). Where the agent knows how likely it is to win
from here on, that number ends the estimate; agents know it for exact clues only.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import comb, log10
from typing import Annotated, NamedTuple, Unpack

import numpy as np
from msgspec import UNSET, Meta, Struct, UnsetType
from numpy.typing import NDArray

from logicsweep.arguments import by_name
from logicsweep.board.board import Board, Cell
from logicsweep.board.clue_models import Exact
from logicsweep.board.first_click import FirstClick, is_blank
from logicsweep.board.layout import Layout
from logicsweep.board.state import COVERED, State, covered_mask, numbers_of
from logicsweep.board.total import bounds_of
from logicsweep.errors import LimitError
from logicsweep.games.agents.base import Agent
from logicsweep.games.agents.registry import check_rules, player
from logicsweep.games.agents.strategist import recipe_of
from logicsweep.games.dealing.posterior import is_redrawn, redrawn, replacing_source
from logicsweep.games.game import Game, Shown
from logicsweep.games.keys import LARGEST, Count, Whole
from logicsweep.games.loop import Seat
from logicsweep.games.setting import AnySetting, GameRule, Setting, SettingKeys
from logicsweep.kernel.play import Played, ToPlay, play_on
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import IN_PLAY, Budget
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.strategy import natively
from logicsweep.strategy.first import first_of
from logicsweep.strategy.optima import is_listed
from logicsweep.strategy.recipe import Recipe
from logicsweep.strategy.whatif import WhatIf

_Cell = tuple[Count, Count]


class CostlyMove(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A move that cost some of the probability to win, or gained some.

    Attributes:
        layouts: The decimal logarithm of the number of layouts before it.
        weight: The probability to survive the guesses before it.
        cost: Its price: the risk of a guess that is survived; of a move that is judged, the
            judge's chance to win with its own move, less that with this one.
        error: The standard error of the cost; 0 if it is exact.
        playouts: The number of layouts that were played; 0 if the cost is exact.
        cell: The cell that was opened, as [row, column].
        instead: The cell that the judge opens; absent without a judge.
        board: The position before the move as native text, of the moves of a game that count most
            for its judge; else empty.
        seed: The seed of its game, where that is not said beside it.
    """

    layouts: Annotated[float, Meta(ge=0, le=LARGEST)]
    weight: Annotated[float, Meta(ge=0, le=1)]
    cost: Annotated[float, Meta(ge=-1, le=1)]
    error: Annotated[float, Meta(ge=0, le=2)] = 0.0
    playouts: Count = 0
    cell: _Cell
    instead: _Cell | UnsetType = UNSET
    board: str = ""
    seed: Whole | UnsetType = UNSET

    @property
    def weighted(self) -> float:
        """The cost times the weight, which is its part of the cost of the game."""
        return self.weight * self.cost


class Survival(NamedTuple):
    """The end of a game with forced survival.

    Attributes:
        chance: The estimate of the probability to win, from 0 to 1; unbiased. It is the product of
            1 - cost over all guesses.
        guesses: The moves that might have lost the game, in order; the cost is the risk.
        replaced: The number of times that the layout was replaced.
        is_cut: Whether the last guess stands for all the rest of the game, since the agent knew how
            likely it was to win.
        is_won: Whether a game on the layout that was dealt is won, as `play` plays it.
    """

    chance: float
    guesses: tuple[CostlyMove, ...]
    replaced: int
    is_cut: bool
    is_won: bool


class ForcedGame(Game):
    """A game whose layout gives way to the player.

    Attributes:
        weight: The product of the probabilities to survive, so far.
        guesses: The moves that might have lost it.
        replaced: The number of times that the layout was replaced.
        is_forced: Whether guesses are survived; False plays on as an ordinary game.
    """

    def __init__(self, setting: Setting, *, seed: int, time_limit: float | None = None) -> None:
        super().__init__(setting, seed=seed)
        if setting.rule is not GameRule.CLASSIC:
            raise ValueError(f"the rule is {setting.rule.value}; forced survival needs classic")
        if setting.choice is not None:
            # What it shows depends on the layout in ways that a count does not weigh.
            raise ValueError(f"{setting.choice}; forced survival needs clues that show one value")
        self.weight = 1.0
        self.guesses: list[CostlyMove] = []
        self.replaced = 0
        self.is_forced = True
        self._time_limit = time_limit  # of each question
        self._is_protected = setting.kept_free > 0  # until the first click
        self._known = np.zeros(setting.cells, dtype=np.bool_)  # cells that are proved safe
        self._free: list[int] = []  # and those that the first click keeps free
        self._source = replacing_source(self._seed)

    @classmethod
    def going_on(
        cls,
        setting: Setting,
        seed: int,
        board: Board,
        layout: Layout,
        *,
        free: Sequence[int] = (),
        time_limit: float | None = None,
    ) -> ForcedGame:
        """Return a game that has come to a position, without its flags; the layout agrees with it.

        The player knows the mine count of the board, not that of the setting. `free` are the cells
        that the first click has kept free, by number.
        """
        game = cls(setting, seed=seed, time_limit=time_limit)
        unflagged = np.where(covered_mask(board.grid), np.int8(State.COVERED), board.grid)
        game._first = game._board = board.with_grid(unflagged, board.uncertain)
        grid = game._first.grid
        game._near = board.adjacency.lists
        game._states = numbers_of(grid)
        game._uncertain = dict(board.uncertain)
        game._left = int(covered_mask(grid).sum())
        game.opened = int((~covered_mask(grid) & (grid != State.KNOWN_MINE)).sum())
        game._is_protected &= is_blank(board)
        game._free = list(free)
        game._lay(layout)
        return game

    @property
    def free(self) -> tuple[int, ...]:
        """The cells beside the first click that it has kept free, by number."""
        return tuple(self._free)

    @property
    def is_protected(self) -> bool:
        """True while every cell is covered and the first click keeps cells free."""
        return self._is_protected

    def open(self, cell: tuple[int, int]) -> Shown:
        """See `Game.open`; where survival is forced, no cell is a mine that is not proved to be."""
        number = self._to_move(cell, COVERED)
        if self._is_protected:
            self._is_protected = False
            if self.setting.first_click is FirstClick.OPENING:
                self._free = list(self._near[number])
            if any(map(self._is_mine, [number, *self._free])):  # dealt before the click
                self._replace(self._knowledge(), number)
        elif self.is_forced and not self._known[number]:
            self._survive(number)
        return super().open(cell)

    def bet(self, chance: float, cell: tuple[int, int]) -> None:
        """Take all the rest of the game as one guess, which wins with this probability.

        It begins with a cell.
        """
        kb = self._knowledge()
        self._guess(kb, Cell.of(cell), chance - self._over(kb.board))
        self.is_forced = False

    def to_open(self, cell: tuple[int, int]) -> int:
        """Return the number of a cell that can be opened. Raises `IllegalMoveError`."""
        return self._to_move(cell, COVERED)

    def play_by_kernel(self, recipe: Recipe, first: int | None, budget: Budget) -> bool | None:
        """Let the kernel play the game to its end, as the agent `strategist` does.

        Returns whether the estimate was cut, as in `Survival`. None, with nothing changed but that
        the mines may be dealt, where Python has to play. It opens a given cell first. `moves` and
        `openings` are not counted. Raises `LimitError`.
        """
        board, setting = self.board, self.setting
        total = board.mines
        if not (isinstance(setting.clues, Exact) and is_redrawn(board) and isinstance(total, int)):
            return None
        if self.flags or self.is_over or not self.is_forced:
            return None
        if recipe.layouts >= IN_PLAY and is_listed(board):
            return None  # the list says how it is played
        if first is None and is_blank(board) and comb(self._left, total) <= recipe.layouts:
            return None  # the first cell is that of an endgame
        if self._mines is None:
            cell = first_of(board, setting.first_click) if first is None else first
            self._deal(cell if self._is_protected else None)
        (source,) = self._source.getstate()
        begun = first
        if self._left < len(self._states):
            opened = [number for number, state in enumerate(self._states) if state != COVERED]
            begun = opened[0] if len(opened) == 1 else None
        plan = natively.plan_of(board, setting.first_click, begun)
        game = ToPlay(
            adjacency=board.adjacency,
            mines=total,
            first_click=setting.first_click if self._is_protected else FirstClick.UNPROTECTED,
            flood=setting.flood,
            first=first,
            states=np.array(self._states, dtype=np.int8),
            is_mine=np.frombuffer(self._mines or b"", dtype=np.bool_),
            recipe=natively.numbers_of(recipe),
            plan=plan.native,
            source=int(source),
            weight=self.weight,
            replaced=self.replaced,
        )
        played = play_on(game, budget)
        if played is None:
            return None
        self._take(played)
        return played.is_cut

    def _take(self, played: Played) -> None:
        """Take over the end of a game that the kernel has played."""
        if played.replaced > self.replaced or self._is_protected:
            self._lay(self._layout(played.is_mine))
        before, left = self._states.count(State.KNOWN_MINE), self._left
        self._board, self._is_protected = None, False
        self._states = numbers_of(played.states)
        self._left = self._states.count(COVERED)
        detonated = self._states.count(State.KNOWN_MINE) - before
        self.detonated += detonated
        self.opened += left - self._left - detonated
        self.weight, self.replaced = played.weight, played.replaced
        for guess in played.guesses:
            self._record(guess.layouts, guess.risk, self._first.cell(guess.cell))
        self.is_forced = not played.is_cut
        self._source.setstate((played.source,))

    def _survive(self, number: int) -> None:
        kb = self._knowledge()
        risks: NDArray[np.float64] = kb.count().probabilities().ravel()
        self._known = risks == 0
        self._known[self._free] = True
        if self._known[number]:
            return
        self._guess(kb, self._first.cell(number), 1 - float(risks[number]))
        if risks[number] == 1:
            return
        if self._mines is None:
            self._deal(None)
        if self._is_mine(number):
            self.replaced += 1
            self._replace(kb, number)

    def _guess(self, kb: KnowledgeBase, cell: Cell, going_on: float) -> None:
        """Make the agent survive a guess; `going_on`: the chance of that and of a game not over."""
        over = self._over(kb.board)
        survived = min(1.0, max(0.0, going_on) / (1 - over)) if over else going_on
        self.weight *= survived
        self._record(log10(kb.count().total), 1 - survived, cell)

    def _record(self, layouts: float, risk: float, cell: Cell) -> None:
        weight = self.guesses[-1].weight * (1 - self.guesses[-1].cost) if self.guesses else 1.0
        self.guesses.append(CostlyMove(layouts=layouts, weight=weight, cost=risk, cell=cell))

    def _over(self, board: Board) -> float:
        """Return the posterior probability that all covered cells are mines: the game is won.

        A player who does not know the mine count learns from every move that it is not so.
        """
        bounds = bounds_of(board.mines)
        has_one_number = bounds is not None and bounds[0] == bounds[1]
        covered = covered_mask(board.grid).ravel().nonzero()[0].tolist()
        if has_one_number or len(covered) < self._left + self.flags:  # some are kept free
            return 0.0
        root = WhatIf.of(board, time_limit=self._time_limit)
        ended = root.after(cells=dict.fromkeys(covered, True))
        return 2.0 ** (ended.log2_mass - root.log2_mass) if ended.is_possible else 0.0

    def _replace(self, kb: KnowledgeBase, number: int) -> None:
        """Draw another layout, in which a cell is safe."""
        if is_redrawn(kb.board):
            root = WhatIf.of(kb.board, time_limit=self._time_limit)
            mask = redrawn(root, [number], self._source)
        else:
            kb.tell(self._first.cell(number), State.NO_CLUE)
            [mask] = kb.sample(n=1, seed=self._rng.getrandbits(62))
        self._lay(self._layout(mask))

    def _knowledge(self) -> KnowledgeBase:
        """Return the knowledge of the board and of the cells that the first click kept free."""
        return knowledge_of(self.board, self._free, self._time_limit)


def knowledge_of(board: Board, free: Iterable[int], time_limit: float | None) -> KnowledgeBase:
    """Return the knowledge of a board and of cells, by number, that are known to be safe."""
    covered = [cell for cell in map(board.cell, free) if board.is_covered(cell)]
    known = board.replace(dict.fromkeys(covered, State.NO_CLUE))
    return KnowledgeBase(known, reasoner=ELIMINATION, time_limit=time_limit)


@by_name
def survive(
    agent: Agent | str,
    setting: AnySetting = None,
    *,
    seed: int,
    budget: Budget | None = None,
    **keys: Unpack[SettingKeys],
) -> Survival:
    """Let an agent play a game with forced survival.

    Args:
        agent: The player, or its name: one of `AGENTS`, as `agent_of` makes it.
        setting: The setting, as `Setting.of` takes it, with the rule `classic`.
        seed: The seed of the game; the same seed plays the same game. Until the layout is replaced
            for the first time, it is the game that `play` plays.
        budget: Checked between moves; by default there is no time limit.
        keys: Further arguments of `Setting`, such as `mines=10`.

    Raises:
        ValueError: The rule is another one, or a clue may show two values.
        UnknownNameError: No agent has this name, or the game has rules that the agent does not play
            by.
        IllegalMoveError: The agent made a move that the game does not allow.
        AgentError: As `play` raises it.
        LimitError: The budget is spent.
    """
    game = ForcedGame(Setting.of(setting, **keys), seed=seed)
    return play_forced(game, player(agent, game.setting), budget=budget)


def play_forced(
    game: ForcedGame,
    agent: Agent,
    *,
    first: tuple[int, int] | None = None,
    budget: Budget | None = None,
) -> Survival:
    """Let an agent play a game with forced survival from wherever it is now; see `survive`.

    With `first`, that cell is opened before the agent chooses. The kernel plays for the agent
    `strategist`, also with another recipe, on ordinary boards with one mine count: the same game,
    but `moves` and `openings` are not counted, and the agent is not asked.
    """
    check_rules(agent, game.setting)
    if budget is not None:
        budget.check()
    by_kernel = _by_kernel(game, agent, first, budget)
    is_cut = _by_python(game, agent, first, budget) if by_kernel is None else by_kernel
    is_won = game.is_won and not game.replaced
    return Survival(game.weight, tuple(game.guesses), game.replaced, is_cut=is_cut, is_won=is_won)


def _by_kernel(
    game: ForcedGame, agent: Agent, first: tuple[int, int] | None, budget: Budget | None
) -> bool | None:
    """Let the kernel play, as `ForcedGame.play_by_kernel`, if it plays like the agent."""
    recipe = recipe_of(agent)
    if recipe is None:
        return None
    number = None if first is None else game.to_open(first)
    limit = Budget(agent.time_limit)
    try:
        return game.play_by_kernel(
            recipe, number, limit if budget is None else budget.cutting(limit)
        )
    except LimitError:
        if budget is not None:
            budget.check()
        return None  # the agent's limit is for each move


def _by_python(
    game: ForcedGame, agent: Agent, first: tuple[int, int] | None, budget: Budget | None
) -> bool:
    """Play with the agent; whether the estimate was cut, as in `Survival`."""
    knows = isinstance(game.setting.clues, Exact)
    is_cut = False
    if first is not None:
        game.open(first)
    seat = Seat(game, agent, budget=budget)
    while not game.is_over:
        move = seat.choose()
        if knows and not is_cut and agent.chance is not None:
            game.bet(float(agent.chance), move.cell)
            is_cut = True
        if is_cut and game.replaced:
            break  # how it would end on this layout, nobody asks
        seat.make(move)
    return is_cut
