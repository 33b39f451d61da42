"""The episodes of a server, each with a name; a state for every request."""

from __future__ import annotations

from collections import OrderedDict
from secrets import randbits, token_hex
from threading import Lock
from typing import Final

from logicsweep.errors import LogicSweepError, positive
from logicsweep.formats.json import board_object
from logicsweep.games.setting import Setting
from logicsweep.lab.judging.claims import MoveClaim
from logicsweep.lab.tasks.episode import MOST_IDLE, Episode
from logicsweep.lab.tasks.messages import Action, Observation, Reply, Reset, State, Step
from logicsweep.limits import DEFAULT_TIME_LIMIT

MOST_EPISODES: Final = 256
"""The number of episodes that a server keeps, by default."""
_SEED_BITS: Final = 62


class RequestError(LogicSweepError, ValueError):
    """A request of a client that cannot be met."""


class Service:
    """Begins episodes of one setting, and makes their moves.

    Any thread may ask; one at a time is answered. If there are too many episodes, the one that was
    left alone longest is forgotten.

    Args:
        setting: The games.
        form: The text form of boards, unless an episode asks for another one.
        most_episodes: The number of episodes to keep, at least 1.
        most_idle: As for `Episode`.
        time_limit: As for `Episode`.

    Raises:
        ValueError: A number is out of range; or as `Episode`.
    """

    def __init__(
        self,
        setting: Setting,
        *,
        form: str = "grid",
        most_episodes: int = MOST_EPISODES,
        most_idle: int = MOST_IDLE,
        time_limit: float | None = DEFAULT_TIME_LIMIT,
    ) -> None:
        self._setting = setting
        self._form = form
        self._most = positive("most_episodes", most_episodes)
        self._most_idle = most_idle
        self._time_limit = time_limit
        self._episodes: OrderedDict[str, Episode] = OrderedDict()
        self._lock = Lock()
        self._new(0, form)  # to see that there can be one

    def __len__(self) -> int:
        return len(self._episodes)

    def reset(self, request: Reset) -> Reply:
        """Start an episode."""
        seed = randbits(_SEED_BITS) if request.seed is None else request.seed
        name = token_hex(16) if request.episode_id is None else request.episode_id
        with self._lock:
            episode = self._new(seed, request.form or self._form)
            self._episodes.pop(name, None)
            self._episodes[name] = episode
            while len(self._episodes) > self._most:
                self._episodes.popitem(last=False)
            return _reply(name, episode, None)

    def step(self, request: Step) -> Reply:
        """Make a move.

        Raises:
            RequestError: There is no such episode, it is over, the action is no move, or no episode
                is named and there are several.
            LimitError: A question took longer than the time limit; nothing has changed.
        """
        with self._lock:
            name, episode = self._episode(request.episode_id)
            if episode.is_over:
                raise RequestError(f"the episode {name} is over; expected a new one, by reset")
            turn = episode.step(_answer(request.action))
            return _reply(name, episode, float(turn.reward), turn.error)

    def state(self, episode_id: str | None = None) -> State:
        """Return how far an episode is; None for the only one.

        Raises:
            RequestError: There is no such episode, or none is named and there are several.
        """
        with self._lock:
            name, episode = self._episode(episode_id)
            return State(
                episode_id=name,
                step_count=episode.moves,
                idle=episode.idle,
                total_reward=float(episode.total),
                done=episode.is_over,
                is_won=episode.is_won if episode.is_over else None,
                board=board_object(episode.board),
            )

    def close(self, episode_id: str) -> None:
        """Forget an episode, if there is one of this name."""
        with self._lock:
            self._episodes.pop(episode_id, None)

    def _new(self, seed: int, form: str) -> Episode:
        return Episode(
            self._setting,
            seed,
            form=form,
            most_idle=self._most_idle,
            time_limit=self._time_limit,
        )

    def _episode(self, name: str | None) -> tuple[str, Episode]:
        if name is None and len(self._episodes) > 1:
            raise RequestError(
                f"there are {len(self._episodes)} episodes; expected the episode_id of one of them"
            )
        if name is None and self._episodes:
            (name,) = self._episodes
        episode = None if name is None else self._episodes.get(name)
        if name is None or episode is None:
            raise RequestError("there is no such episode; expected one that reset has begun")
        self._episodes.move_to_end(name)
        return name, episode


def _answer(action: Action) -> MoveClaim | str:
    """Return the answer of an action. Raises `RequestError`."""
    if action.text is not None and action.move is None and action.cell is None:
        return action.text
    if action.move is None or action.cell is None or action.text is not None:
        raise RequestError(
            'expected an action such as {"text": "open (3,4)"}, or a move and a cell'
        )
    row, column = action.cell
    return MoveClaim(action.move, (row, column))


def _reply(name: str, episode: Episode, reward: float | None, error: str | None = None) -> Reply:
    observation = Observation(
        episode_id=name,
        prompt=episode.prompt,
        board=board_object(episode.board),
        error=error,
        idle=episode.idle,
        most_idle=episode.most_idle,
        is_won=episode.is_won if episode.is_over else None,
    )
    return Reply(observation=observation, reward=reward, done=episode.is_over)
