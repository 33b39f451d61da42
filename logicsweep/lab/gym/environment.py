"""`MinesweeperEnv`: one game as an environment of Gymnasium, which is a vector of one."""

from __future__ import annotations

from typing import Any, Unpack

import gymnasium
import numpy as np
from numpy.typing import NDArray

from logicsweep.board.state import COVERED, Grid
from logicsweep.errors import whole
from logicsweep.games.setting import AnySetting, SettingKeys
from logicsweep.lab.gym.rewards import Reward
from logicsweep.lab.gym.vector import MinesweeperVectorEnv, game_seed
from logicsweep.limits import MOST_NUMBER


class MinesweeperEnv(gymnasium.Env[Grid, Any]):
    """Minesweeper, as `gymnasium.make("logicsweep/Minesweeper-v0")` makes it.

    The observation is the board as the player sees it: int8 of shape (height, width), with a clue,
    -1 for a covered cell, and -3 for a mine that was opened. (Under a clue model, an uncertain clue
    is the number that is shown, and -4 is an open cell that shows none. Under a rule by which clues
    are no counts, a clue is a number that stands for what it shows; where these are very many, the
    type is int16.) An action is the number of a cell to open, row by row from 0. `info` has the
    `action_mask`, int8 with 1 for each cell that can be opened, and on request:

    - `probabilities`: the exact probability of a mine in each cell, float64 of shape (height,
      width); 0 in open cells, 1 in a mine that was opened;
    - `safe` and `mines`: the covered cells that are proved safe or mines, as bool masks;
    - `is_won`, once the game is over.

    An action on an open cell does nothing. The episode is truncated after as many actions as there
    are cells.

    Args:
        setting: The size, the mine count and the rules, as `Setting.of` takes them.
        reward: One of `REWARDS`, or a function from an `EpisodeStep` to a number.
        probabilities: Whether `info` has the exact probabilities.
        proved: Whether it has what is proved.
        render_mode: `ansi` for the board as text; None for nothing.
        keys: Arguments of `Setting`, such as `size="expert"`, `size=(9, 9)`, `height=9, width=9`,
            `mines=10`, `topology="hexagon"`, `rules="1M Q"`, `clues="noisy(0.1)"`, `liars=1` or
            `constraints=[...]`.

    Raises:
        ValueError: There is no such size, mine count, topology or game.
        UnknownNameError: There is no such rule or reward.
        TypeError: An argument has another type.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        setting: AnySetting = None,
        *,
        reward: str | Reward = "progress",
        probabilities: bool = False,
        proved: bool = False,
        render_mode: str | None = None,
        **keys: Unpack[SettingKeys],
    ) -> None:
        self._one = MinesweeperVectorEnv(
            setting=setting,
            reward=reward,
            probabilities=probabilities,
            proved=proved,
            render_mode=render_mode,
            **keys,
        )
        self.setting = self._one.setting
        self.render_mode = render_mode
        self.observation_space = self._one.single_observation_space
        self.action_space = self._one.single_action_space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Grid, dict[str, Any]]:
        """Start a new game; returns the covered board, and its `info`.

        Args:
            seed: Seeds the games from now on.
            options: `{"game_seed": 7}` begins the game that `Game(setting, seed=7)` is.

        Raises:
            ValueError: There is another option.
            TypeError: The seed of the game is no whole number.
        """
        super().reset(seed=seed)
        asked = game_seed(options)
        drawn = int(self.np_random.integers(MOST_NUMBER)) if asked is None else asked
        self._one.reset(options={"game_seed": drawn})
        return self._seen()

    def step(self, action: Any) -> tuple[Grid, float, bool, bool, dict[str, Any]]:
        """Open a cell; returns the observation, the reward, whether the game is over, whether it
        was cut off, and its `info`.

        Raises:
            ValueError: The action is no number of a cell.
            TypeError: It is not a whole number.
            ResetNeeded: There is no game yet.
        """
        games = self._playing()
        number = whole("the action", action)
        if not 0 <= number < self.setting.cells:
            raise ValueError(f"the action is {number}; expected 0 to {self.setting.cells - 1}")
        reward = games.act(0, number)
        grid, info = self._seen()
        return grid, reward, bool(games.over[0]), bool(games.cut[0]), info

    def action_masks(self) -> NDArray[np.bool_]:
        """Tell which actions open a cell, as bool of shape (cells,); MaskablePPO asks for it."""
        mask: NDArray[np.bool_] = self._playing().grids[0].ravel() == COVERED
        return mask

    def render(self) -> str | None:
        """Return the board as text, with `render_mode="ansi"`; else None."""
        return f"{self._playing().boards[0]}\n" if self.render_mode == "ansi" else None

    def _playing(self) -> MinesweeperVectorEnv:
        if not self._one.grids.size:
            raise gymnasium.error.ResetNeeded("there is no game yet; call reset first")
        return self._one

    def _seen(self) -> tuple[Grid, dict[str, Any]]:
        """Return the board and its `info`."""
        grids, infos = self._one.seen()
        info = {name: values[0] for name, values in infos.items() if not name.startswith("_")}
        if "is_won" in info:
            info["is_won"] = bool(info["is_won"])
        return grids[0], info
