"""A line of a file of tasks: a task for a model, or why there is none."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from logicsweep.formats.board_object import BoardObject
from logicsweep.games.records import LimitReached, Lines, Number, Place
from logicsweep.lab.tasks.board_forms import FORMS
from logicsweep.lab.tasks.kinds import KINDS

FORMAT: Final = "logicsweep-tasks/1"

if TYPE_CHECKING:
    KindName = str
    FormName = str
else:
    KindName = Literal[tuple(KINDS)]
    FormName = Literal[tuple(FORMS)]


class Line(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """The part of every line that repeats the order."""

    format: Annotated[
        Literal["logicsweep-tasks/1"], Meta(description="The format and its version.")
    ]
    seed: Annotated[int, Meta(description="The seed that decides the task.")]
    kind: Annotated[KindName, Meta(description="The kind of the task.")]
    form: Annotated[FormName, Meta(description="The text form of the position in the prompt.")]
    first_click: Annotated[
        Literal["unprotected", "safe", "opening"],
        Meta(description="The guarantee for the first click of the game."),
    ]


class TaskLine(Line, kw_only=True, frozen=True):
    """A task: its prompt, and the position that its answers are judged by."""

    id: Annotated[str, Meta(description="A name: the kind, the seed and part of the hash.")]
    split: Annotated[
        Literal["train", "test"],
        Meta(description="The part that the position belongs to, up to symmetry."),
    ]
    position_hash: Annotated[
        str,
        Meta(
            pattern="^[0-9a-f]{32}$",
            description="A hash of the position that its mirror images and turned images share.",
        ),
    ]
    level: Annotated[
        Number | None,
        Meta(
            description="The number of sources that have to be taken together, 0 if nothing is "
            "proved; null for the kind `chance`."
        ),
    ]
    board: Annotated[BoardObject, Meta(description="The position, as a board file in JSON.")]
    cell: Annotated[
        Place | None, Meta(description="The cell that is asked about; null if there is none.")
    ]
    prompt: Annotated[str, Meta(description="The text for the model.")]
    answer: Annotated[
        str | UnsetType,
        Meta(description="A right answer; absent unless it was asked for."),
    ] = UNSET


class NoTask(Line, kw_only=True, frozen=True):
    """A limit was reached before a task was drawn."""

    error: LimitReached


Record = TaskLine | NoTask
LINES: Final = Lines(FORMAT, TaskLine, NoTask, "a file of tasks")
