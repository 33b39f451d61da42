"""Serve games to language models and agents that are clients of OpenEnv, with exact rewards.

A move is worth the share of survival that it keeps against the best one; whether it hits a mine
does not count. Nothing tells the seed or the layout. It takes the package `openenv-core`, whose
server this is; it answers any program of this machine, so end it when it is done.

    python examples/openenv_server.py --size beginner --port 8418
"""

from __future__ import annotations

import argparse
from functools import partial
from secrets import randbits
from typing import Any

import uvicorn
from openenv.core.env_server import Action, Environment, Observation, State, create_app
from openenv.core.env_server.types import EnvironmentMetadata
from pydantic import Field

from logicsweep import Setting, write_board
from logicsweep.lab.tasks import Episode

SEED_BITS = 62


class MoveText(Action):
    """A move: the answer of a model."""

    text: str = Field(description="The answer, which has one clear move, such as open (3,4).")


class Seen(Observation):
    """The view of the player."""

    prompt: str = Field(description="The text for the model before its next move.")
    board: str = Field(description="The position, as a board file in JSON.")
    error: str | None = Field(description="The reason why no move was made; null if one was.")
    idle: int = Field(description="The number of idle moves.")
    most_idle: int = Field(description="The number of them with which the episode ends.")
    is_won: bool | None = Field(description="Whether the game is won; null as long as it goes on.")


class Progress(State):
    """The progress of an episode; `step_count` has idle moves as well."""

    idle: int = Field(default=0, description="The number of idle moves.")
    total_reward: float = Field(default=0, description="The sum of all rewards.")


class Minesweeper(Environment[MoveText, Seen, Progress]):
    """Games of one setting, one after the other; each client has an environment of its own."""

    SUPPORTS_CONCURRENT_SESSIONS = True

    def __init__(self, setting: Setting, form: str = "grid") -> None:
        super().__init__()
        self._setting, self._form = setting, form
        self._episode: Episode | None = None
        self._name: str | None = None

    def reset(self, seed: int | None = None, episode_id: str | None = None, **_: Any) -> Seen:
        """Begin a game: that of a seed, or one that nobody is told."""
        drawn = randbits(SEED_BITS) if seed is None else seed
        self._name = episode_id
        self._episode = Episode(self._setting, seed=drawn, form=self._form)
        return seen(self._episode)

    def step(self, action: MoveText, timeout_s: float | None = None, **_: Any) -> Seen:
        """Make a move."""
        del timeout_s
        episode = self._playing()
        turn = episode.step(action.text)
        return seen(episode, reward=float(turn.reward), error=turn.error)

    @property
    def state(self) -> Progress:
        """The progress of the game."""
        episode = self._episode
        if episode is None:
            return Progress()
        return Progress(
            episode_id=self._name,
            step_count=episode.moves,
            idle=episode.idle,
            total_reward=float(episode.total),
        )

    def get_metadata(self) -> EnvironmentMetadata:
        """Say what this is."""
        return EnvironmentMetadata(
            name="logicsweep",
            description="Minesweeper: a move is worth the share of survival that it keeps, by "
            "exact chances; luck and layout play no part.",
            version="1.0.0",
        )

    def _playing(self) -> Episode:
        if self._episode is None:
            raise ValueError("there is no game yet; expected reset first")
        return self._episode


def seen(episode: Episode, reward: float | None = None, error: str | None = None) -> Seen:
    """Return what a player sees of an episode."""
    return Seen(
        reward=reward,
        done=episode.is_over,
        prompt=episode.prompt,
        board=write_board(episode.board, "json").decode(),
        error=error,
        idle=episode.idle,
        most_idle=episode.most_idle,
        is_won=episode.is_won if episode.is_over else None,
    )


def application(setting: Setting, form: str = "grid", most_clients: int = 64) -> Any:
    """Make the application of the server, for any server of ASGI."""
    new = partial(Minesweeper, setting, form)
    return create_app(new, MoveText, Seen, env_name="logicsweep", max_concurrent_envs=most_clients)


def main() -> None:
    """Serve games on this machine alone."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", default="beginner", help="such as 30x16, or expert")
    parser.add_argument("--mines", help="the mine count, or a range such as 8..14")
    parser.add_argument("--rules", default="", help="rules by name, such as '1M Q'")
    parser.add_argument("--form", default="grid", help="the text form of boards: grid or json")
    parser.add_argument("--port", type=int, default=8418)
    given = parser.parse_args()
    setting = Setting(given.size, mines=given.mines, rules=given.rules)
    uvicorn.run(application(setting, given.form), host="127.0.0.1", port=given.port)


if __name__ == "__main__":
    main()
