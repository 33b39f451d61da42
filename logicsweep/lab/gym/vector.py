"""`MinesweeperVectorEnv`: many games at once as an environment of Gymnasium."""

from __future__ import annotations

from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from logicsweep.board.board import Board
from logicsweep.board.clue import Clue
from logicsweep.board.clue_models import Exact
from logicsweep.board.plain_array import plain_array
from logicsweep.board.state import COVERED, Grid, State, grid_type
from logicsweep.errors import positive, whole
from logicsweep.games.game import Game
from logicsweep.games.setting import AnySetting, Setting, SettingKeys
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.knowledge.batch import probabilities as probabilities_of
from logicsweep.lab.gym.rewards import EpisodeStep, Reward, reward_of
from logicsweep.limits import MOST_NUMBER
from logicsweep.tables.counted import FloatArray


class MinesweeperVectorEnv(VectorEnv[Grid, Any, Any]):
    """Many games of Minesweeper side by side, of which all are asked about in one call.

    `gymnasium.make_vec("logicsweep/Minesweeper-v0", num_envs=64,
    vectorization_mode="vector_entry_point")` makes it. Observations have the shape (games, height,
    width), and so have `probabilities`, `safe` and `mines` in `info`; `action_mask` has the shape
    (games, cells). A game that is over begins anew with the next step, whose action does not count
    (`AutoresetMode.NEXT_STEP`); `info["is_won"]` says how it ended.

    Args:
        num_envs: The number of games.
        setting: As in `MinesweeperEnv`, and so are all others.
        reward: As there.
        probabilities: As there; all boards are counted in one call, which takes less time.
        proved: As there.
        render_mode: `ansi` for the boards as texts; None for nothing.
        keys: As there.

    Raises:
        ValueError: As `MinesweeperEnv`, and for a number of games below 1.
        UnknownNameError: As `MinesweeperEnv`.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012
        "render_modes": ["ansi"],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        setting: AnySetting = None,
        *,
        reward: str | Reward = "progress",
        probabilities: bool = False,
        proved: bool = False,
        render_mode: str | None = None,
        **keys: Unpack[SettingKeys],
    ) -> None:
        positive("num_envs", num_envs)
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; expected 'ansi' or None")
        self.setting = Setting.of(setting, **keys)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.single_observation_space = _observations(self.setting)
        self.single_action_space = spaces.Discrete(self.setting.cells)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._reward = reward_of(reward)
        self._tells_probabilities = probabilities
        self._tells_proved = proved
        self._games: list[Game] = []
        self.grids: Grid = np.empty(0, dtype=np.int8)  # of all boards, once there are games
        self.over = np.zeros(num_envs, dtype=np.bool_)
        self._actions = np.zeros(num_envs, dtype=np.int64)  # that each game has taken

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Grid, dict[str, Any]]:
        """Start all games anew; returns their boards, and their `info`.

        Args:
            seed: Seeds the games from now on.
            options: `{"game_seed": 7}` begins the games that `Game(setting, seed=7)`,
                `Game(setting, seed=8)` and so on are.

        Raises:
            ValueError: There is another option.
            TypeError: The seed of the games is no whole number, or there is a list of seeds: one
                seeds all games.
        """
        if isinstance(seed, list):
            raise TypeError("seed is a list; expected one number, which seeds all games")
        super().reset(seed=seed)
        first = game_seed(options)
        drawn = self.np_random.integers(MOST_NUMBER, size=self.num_envs).tolist()
        seeds = drawn if first is None else range(first, first + self.num_envs)
        self._games = [Game(self.setting, seed=seed) for seed in seeds]
        self.grids = np.stack([game.board.grid for game in self._games])
        self.over = np.array([game.is_over for game in self._games])
        self._actions[:] = 0
        return self.seen()

    def step(
        self, actions: ArrayLike
    ) -> tuple[Grid, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Open a cell in each game; returns observations, rewards, which games are over, which were
        cut off, and their `info`.

        Raises:
            ValueError: The actions are not one number of a cell for each game, or there are no
                games yet.
        """
        if not self._games:
            raise ValueError("there are no games yet; call reset first")
        numbers = plain_array(actions, name="the array of actions")
        wrong = (numbers < 0) | (numbers >= self.setting.cells)
        if numbers.shape != (self.num_envs,) or numbers.dtype.kind not in "iu" or wrong.any():
            expected = f"expected {self.num_envs} numbers from 0 to {self.setting.cells - 1}"
            raise ValueError(f"the actions are {actions!r:.60}; {expected}")
        rewards = np.zeros(self.num_envs)
        goes_on = ~(self.over | self.cut)
        for place, number in enumerate(numbers.tolist()):
            if goes_on[place]:
                rewards[place] = self.act(place, number)
            else:
                game = Game(self.setting, seed=int(self.np_random.integers(MOST_NUMBER)))
                self._games[place], self.grids[place] = game, game.board.grid
                self.over[place], self._actions[place] = game.is_over, 0
        grids, info = self.seen()
        return grids, rewards, self.over & goes_on, self.cut & goes_on, info

    def act(self, place: int, action: int) -> float:
        """Open a cell of one game; returns the reward. Nothing happens if it is open already."""
        game, grid = self._games[place], self.grids[place]
        cell = divmod(action, self.setting.width)
        self._actions[place] += 1
        before = game.opened
        is_valid = bool(grid[cell] == COVERED) and not game.is_over
        if is_valid:
            for changed, state in game.open(cell).items():
                grid[changed] = _shown(state)
            self.over[place] = game.is_over
        return float(
            self._reward(
                EpisodeStep(
                    opened=game.opened - before,
                    # An action that is valid has dealt the mines; before, all are.
                    safe_cells=self.setting.cells - game.mine_count,
                    is_valid=is_valid,
                    is_hit=is_valid and game.detonated > 0,
                    is_won=is_valid and game.is_won,
                )
            )
        )

    @property
    def cut(self) -> NDArray[np.bool_]:
        """The games that took as many actions as there are cells, and are not over."""
        return (self._actions >= self.setting.cells) & ~self.over

    def render(self) -> tuple[str, ...] | None:
        """Return the boards as texts, with `render_mode="ansi"`; else None."""
        if self.render_mode != "ansi":
            return None
        return tuple(f"{board}\n" for board in self.boards)

    @property
    def boards(self) -> list[Board]:
        """The views of the players."""
        return [game.board for game in self._games]

    def seen(self) -> tuple[Grid, dict[str, Any]]:
        """Return the boards and their `info`; a key with `_` says which games have it."""
        grids = self.grids.copy()
        covered = grids == COVERED
        info: dict[str, Any] = {"action_mask": covered.reshape(len(grids), -1).astype(np.int8)}
        if self._tells_probabilities or self._tells_proved:
            chances = self._chances(grids)
            if self._tells_probabilities:
                info["probabilities"] = chances
            if self._tells_proved:
                info["safe"], info["mines"] = covered & (chances == 0), covered & (chances == 1)
        every = np.ones(self.num_envs, dtype=np.bool_)
        info |= {f"_{name}": every for name in info}
        if self.over.any():
            info["is_won"] = np.array([game.is_won for game in self._games])
            info["_is_won"] = self.over.copy()
        return grids, info

    def _chances(self, grids: Grid) -> FloatArray:
        """Return the exact probability of a mine in each cell; 0 or 1 in open cells.

        Raises the exceptions of `probabilities`; where cells may show no number, those of a
        `KnowledgeBase`.
        """
        mine = int(State.KNOWN_MINE)
        if _shows_numbers(self.setting):
            by_clues = probabilities_of(grids, mine=mine, **self.setting.carried)
        else:
            by_clues = np.array([KnowledgeBase(board).probabilities() for board in self.boards])
        chances: FloatArray = np.where(grids == COVERED, by_clues, grids == mine)
        return chances


def game_seed(options: dict[str, Any] | None) -> int | None:
    """Read the seed of the game in the options of `reset`. Raises ValueError for others."""
    given = dict(options or {})
    seed = given.pop("game_seed", None)
    if given:
        raise ValueError(f"the options have {min(given)!r}; expected 'game_seed' only")
    return None if seed is None else whole("game_seed", seed)


def _observations(setting: Setting) -> spaces.Space[Grid]:
    """Return the space of the grids that a player sees."""
    ruled = setting.board().placed_rules
    highest = setting.adjacency.degree if ruled is None else ruled.values.highest
    shape = setting.height, setting.width
    lowest = State.KNOWN_MINE if _shows_numbers(setting) else State.NO_CLUE
    space: spaces.Space[Any] = spaces.Box(int(lowest), highest, shape, dtype=grid_type(highest))
    return space


def _shown(state: int | Clue) -> int:
    """Return the number that a player sees of a state or clue, also of an uncertain clue."""
    if not isinstance(state, Clue):
        return int(state)
    return int(State.NO_CLUE if state.shown is None else state.shown)


def _shows_numbers(setting: Setting) -> bool:
    """Tell whether every open safe cell shows an exact number."""
    return isinstance(setting.clues, Exact) and setting.rules.clue.key is None
