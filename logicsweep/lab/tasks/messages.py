"""The messages between a client and the server of episodes, as OpenEnv has them."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Raw, Struct

from logicsweep.formats.board_object import BoardObject
from logicsweep.games.records import Number, Place
from logicsweep.lab.tasks.records import FormName

EpisodeId = Annotated[
    str,
    Meta(pattern=r"^[\w.:-]{1,100}$", description="The name of an episode."),
]


class Reset(Struct, kw_only=True, frozen=True):
    """A request to begin an episode; other keys are passed over."""

    seed: Annotated[
        Annotated[int, Meta(ge=0, lt=2**62)] | None,
        Meta(description="The seed of the game; null draws one that nobody is told."),
    ] = None
    episode_id: Annotated[
        EpisodeId | None, Meta(description="Its name; null makes one. One of this name ends.")
    ] = None
    form: Annotated[
        FormName | None,
        Meta(description="The text form of the board; null for that of the server."),
    ] = None


class Action(Struct, kw_only=True, frozen=True):
    """A move: the answer of a model as text, or a move and a cell; other keys are passed over."""

    text: Annotated[
        str | None, Meta(description="The answer, which has one clear move; null with `move`.")
    ] = None
    move: Annotated[
        Literal["open", "flag", "chord"] | None, Meta(description="The kind of the move.")
    ] = None
    cell: Annotated[Place | None, Meta(description="The cell of `move`.")] = None


class Step(Struct, kw_only=True, frozen=True):
    """A request to make a move; other keys are passed over."""

    action: Action
    episode_id: Annotated[
        EpisodeId | None,
        Meta(description="The episode; null for the only one, if there is no other."),
    ] = None


class Observation(Struct, kw_only=True, frozen=True):
    """The view of the player."""

    episode_id: Annotated[str, Meta(description="The name of the episode.")]
    prompt: Annotated[str, Meta(description="The text for the model before its next move.")]
    board: Annotated[BoardObject, Meta(description="The position, as a board file in JSON.")]
    error: Annotated[
        str | None, Meta(description="The reason why no move was made; null if one was.")
    ]
    idle: Annotated[Number, Meta(description="The number of idle moves.")]
    most_idle: Annotated[
        int, Meta(ge=1, description="The number of idle moves with which the episode ends.")
    ]
    is_won: Annotated[
        bool | None, Meta(description="Whether the game is won; null as long as it goes on.")
    ]


class Reply(Struct, kw_only=True, frozen=True):
    """The answer to a beginning or a move."""

    observation: Observation
    reward: Annotated[
        float | None,
        Meta(description="The reward of the move, from 0 to 1; null at the beginning."),
    ]
    done: Annotated[bool, Meta(description="Whether the episode is over.")]


class State(Struct, kw_only=True, frozen=True):
    """The progress of an episode."""

    episode_id: Annotated[str, Meta(description="The name of the episode.")]
    step_count: Annotated[Number, Meta(description="The number of moves, idle ones included.")]
    idle: Annotated[Number, Meta(description="The number of idle moves.")]
    total_reward: Annotated[float, Meta(ge=0, description="The sum of all rewards.")]
    done: Annotated[bool, Meta(description="Whether the episode is over.")]
    is_won: Annotated[
        bool | None, Meta(description="Whether the game is won; null as long as it goes on.")
    ]
    board: Annotated[BoardObject, Meta(description="The position, as a board file in JSON.")]


class Message(Struct, kw_only=True, frozen=True):
    """A message over a WebSocket.

    Attributes:
        type: The request.
        data: A `Reset` or an `Action`; else it is passed over.
    """

    type: Literal["reset", "step", "state", "close"]
    data: Raw = Raw(b"{}")
