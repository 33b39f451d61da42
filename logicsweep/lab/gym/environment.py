"""`MinesweeperEnv`: one game as an environment of Gymnasium."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from logicsweep.board.state import Grid, State, grid_type
from logicsweep.errors import whole
from logicsweep.games.setting import Setting
from logicsweep.lab.gym.episode import (
    Episode,
    Reward,
    exact_probabilities,
    mask_of,
    reward_of,
    shows_numbers,
)
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
        size: `beginner`, `intermediate`, `expert` or WIDTHxHEIGHT; by default `beginner`, unless
            `setting` has a `height` and a `width`.
        reward: One of `REWARDS`, or a function from an `EpisodeStep` to a number.
        probabilities: Whether `info` has the exact probabilities.
        proved: Whether it has what is proved.
        render_mode: `ansi` for the board as text; None for nothing.
        setting: The other arguments of `Setting`, such as `mines=10`, `topology="hexagon"`,
            `rules="1M Q"`, `clues="noisy(0.1)"`, `liars=1` or `constraints=[...]`.

    Raises:
        ValueError: There is no such size, mine count, topology or game.
        UnknownNameError: There is no such rule or reward.
        TypeError: An argument has another type.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        size: str | None = None,
        *,
        reward: str | Reward = "progress",
        probabilities: bool = False,
        proved: bool = False,
        render_mode: str | None = None,
        **setting: Any,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"render_mode is {render_mode!r}; expected 'ansi' or None")
        self.setting = Setting(size, **setting)
        self.render_mode = render_mode
        self.observation_space = observations(self.setting)
        self.action_space = spaces.Discrete(self.setting.cells)
        self._reward = reward_of(reward)
        self._wanted = wanted(probabilities=probabilities, proved=proved)
        self._episode: Episode | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Grid, dict[str, Any]]:
        """Start a new game; returns the covered board, and its `info`.

        Args:
            seed: Seeds the games from now on.
            options: `{"game_seed": 7}` begins the game that `Game(setting, 7)` is.

        Raises:
            ValueError: There is another option.
            TypeError: The seed of the game is no whole number.
        """
        super().reset(seed=seed)
        asked = game_seed(options)
        drawn = int(self.np_random.integers(MOST_NUMBER)) if asked is None else asked
        self._episode = Episode(self.setting, drawn, self._reward)
        return self._episode.grid.copy(), self._info(self._episode)

    def step(self, action: Any) -> tuple[Grid, float, bool, bool, dict[str, Any]]:
        """Open a cell; returns the observation, the reward, whether the game is over, whether it
        was cut off, and its `info`.

        Raises:
            ValueError: The action is no number of a cell.
            TypeError: It is not a whole number.
            ResetNeeded: There is no game yet.
        """
        episode = self._playing()
        number = whole("the action", action)
        if not 0 <= number < self.setting.cells:
            raise ValueError(f"the action is {number}; expected 0 to {self.setting.cells - 1}")
        reward = episode.act(number)
        info = self._info(episode)
        return episode.grid.copy(), reward, episode.is_over, episode.is_cut, info

    def action_masks(self) -> NDArray[np.bool_]:
        """Tell which actions open a cell, as bool of shape (cells,); MaskablePPO asks for it."""
        return mask_of(self._playing().grid).astype(np.bool_)

    def render(self) -> str | None:
        """Return the board as text, with `render_mode="ansi"`; else None."""
        return f"{self._playing().board}\n" if self.render_mode == "ansi" else None

    def _playing(self) -> Episode:
        if self._episode is None:
            raise gymnasium.error.ResetNeeded("there is no game yet; call reset first")
        return self._episode

    def _info(self, episode: Episode) -> dict[str, Any]:
        arrays = infos(self.setting, [episode], self._wanted)
        info: dict[str, Any] = {name: values[0] for name, values in arrays.items()}
        if episode.is_over:
            info["is_won"] = episode.is_won
        return info


def observations(setting: Setting) -> spaces.Space[Grid]:
    """Return the space of the grids that a player sees."""
    ruled = setting.board().placed_rules
    highest = setting.adjacency.degree if ruled is None else ruled.values.highest
    shape = setting.height, setting.width
    lowest = State.KNOWN_MINE if shows_numbers(setting) else State.NO_CLUE
    space: spaces.Space[Any] = spaces.Box(int(lowest), highest, shape, dtype=grid_type(highest))
    return space


def wanted(*, probabilities: bool, proved: bool) -> frozenset[str]:
    """Return the names of the entries that `info` is to have beside the mask."""
    return frozenset(
        name
        for name, is_wanted in (("probabilities", probabilities), ("proved", proved))
        if is_wanted
    )


def infos(
    setting: Setting, episodes: Sequence[Episode], names: frozenset[str]
) -> dict[str, NDArray[Any]]:
    """Return the entries of `info` for many boards, as arrays with a row for each board."""
    grids = np.stack([episode.grid for episode in episodes])
    entries: dict[str, NDArray[Any]] = {"action_mask": mask_of(grids)}
    if names:
        chances = exact_probabilities(setting, episodes)
        if "probabilities" in names:
            entries["probabilities"] = chances
        if "proved" in names:
            covered = grids == State.COVERED
            entries["safe"], entries["mines"] = covered & (chances == 0), covered & (chances == 1)
    return entries


def game_seed(options: dict[str, Any] | None) -> int | None:
    """Read the seed of the game in the options of `reset`. Raises ValueError for others."""
    given = dict(options or {})
    seed = given.pop("game_seed", None)
    if given:
        raise ValueError(f"the options have {min(given)!r}; expected 'game_seed' only")
    return None if seed is None else whole("game_seed", seed)
