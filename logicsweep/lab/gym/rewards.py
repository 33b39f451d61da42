"""Rewards of the actions in a game, by name or of one's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from logicsweep.errors import UnknownNameError, expect


class EpisodeStep(NamedTuple):
    """The effect of an action, for a reward of one's own.

    Attributes:
        opened: The number of safe cells that it opened.
        safe_cells: The number of safe cells of the board.
        is_valid: Whether the cell could be opened; nothing happens if not.
        is_hit: Whether it was a mine.
        is_won: Whether every safe cell is open now.
    """

    opened: int
    safe_cells: int
    is_valid: bool
    is_hit: bool
    is_won: bool


Reward = Callable[[EpisodeStep], float]


def _progress(step: EpisodeStep) -> float:
    if not step.is_valid:
        return -1 / step.safe_cells if step.safe_cells else 0.0
    return step.opened / max(step.safe_cells, 1) + step.is_won - step.is_hit


def _win(step: EpisodeStep) -> float:
    return float(step.is_won)


REWARDS: Final[Mapping[str, Reward]] = MappingProxyType({"progress": _progress, "win": _win})
"""Rewards by name.

`progress` is the share of all safe cells that the action opens, plus 1 for a win, minus 1 for a
mine, and minus one cell's share for a cell that is open already; `win` is 1 for a win, else 0.
"""


def reward_of(reward: str | Reward) -> Reward:
    """Return a reward by its name, or the function that was given. Raises `UnknownNameError`."""
    if callable(reward):
        return reward
    expect("reward", reward, str, "the name of a reward, or a function")
    if reward not in REWARDS:
        raise UnknownNameError("reward", reward, REWARDS)
    return REWARDS[reward]
