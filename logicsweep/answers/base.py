"""The parts that answers share: cells, numbers, a board's size, errors, conflicts and limits."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from fractions import Fraction
from math import isfinite
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, json, to_builtins
from msgspec.json import schema
from msgspec.structs import replace

from logicsweep.answers.asked import Asked, Kind, Where
from logicsweep.board.board import Board
from logicsweep.board.digits import Digits
from logicsweep.board.verdicts import Consequences
from logicsweep.errors import InconsistentBoardError, LimitError
from logicsweep.reasons.wording import conflict_words

if TYPE_CHECKING:
    from logicsweep.knowledge.base import KnowledgeBase

Filled = TypeVar("Filled", bound=Struct)
Told = TypeVar("Told")
Number = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[float, Meta(ge=0)]
Cell = Annotated[tuple[Number, Number], Meta(description="[row, column], counted from 0.")]
Cells = tuple[Cell, ...]
DigitsText = Annotated[
    str,
    Meta(
        pattern="^(0|[1-9][0-9]*)$",
        description="A whole number in decimal digits; a string, since it may exceed 2^53.",
    ),
]
Exact = Annotated[
    str,
    Meta(
        pattern="^[0-9]+(/[1-9][0-9]*)?$",
        description="A number as an exact fraction in lowest terms, such as 1/15, 0 or 1.",
    ),
]
AnyDensity = Exact | tuple[tuple[Exact, ...], ...] | None
Chance = Annotated[float, Meta(ge=0, le=1)]
# Not tuple[Number, Number]: msgspec 0.22 crashes on a union of a number with a bound and a tuple of
# a fixed length.
Total = Annotated[
    Number | Annotated[tuple[Number, ...], Meta(min_length=2, max_length=2)] | None,
    Meta(
        description="The total number of mines: a number, [lower, upper] for a range, or null when "
        "it is unknown."
    ),
]
BoardIfNamed = Annotated[
    str | UnsetType,
    Meta(description="The board as it was named on the command line; absent if none was."),
]
Height = Annotated[int, Meta(ge=1, description="The number of rows.")]
Width = Annotated[int, Meta(ge=1, description="The number of columns.")]
Yes = Annotated[
    bool,
    Meta(
        description="Always true: some layout satisfies the board.",
        extra_json_schema={"const": True},
    ),
]
No = Annotated[
    bool,
    Meta(
        description="Always false: no layout satisfies the board.",
        extra_json_schema={"const": False},
    ),
]
Unasked = Annotated[
    None, Meta(description="Always null: the command does not ask whether any layout exists.")
]
Liars = Annotated[
    int,
    Meta(ge=0, description="How many clues may be wrong (option --liars); 0 when all are right."),
]
ReadAs = Annotated[
    str | None,
    Meta(
        description="The board's format if its content alone told it: perhaps the board is "
        "inconsistent because it was read in the wrong format. Else null."
    ),
]
ErrorText = Annotated[str, Meta(description="The message, as standard error has it.")]
Nowhere = Annotated[None, Meta(description="Always null: no file is to blame.")]
InconsistentKind = Annotated[
    Literal["inconsistent"], Meta(description="The kind of error; the exit code is 1.")
]
LimitKind = Annotated[Literal["limit"], Meta(description="The kind of error; the exit code is 3.")]
LimitReached = Annotated[str, Meta(description="The limit that was reached, in words.")]


ErrorKind = Annotated[
    Kind,
    Meta(
        description="The kind of error: an inconsistent board or a wrong certificate or layout "
        "(exit code 1), an agent at fault (`wrong`, 1), wrong usage or a file that cannot be read "
        "or written (2), an input with wrong content (2), a limit (3), or a defect of logicsweep "
        "(70)."
    ),
]
WrongPlace = Annotated[
    Where | None, Meta(description="Where an input is wrong; null for other errors.")
]


class Message(
    Struct, kw_only=True, frozen=True, forbid_unknown_fields=True, repr_omit_defaults=True
):
    """The beginning of every answer, message or line.

    Attributes:
        format: The format and its version, `logicsweep-COMMAND/VERSION`.
    """

    format: str


class Answer(Message, kw_only=True, frozen=True):
    """The beginning of every answer of a command, and the fault if it is not whole."""

    error: ErrorText | UnsetType = UNSET
    kind: ErrorKind | UnsetType = UNSET
    place: WrongPlace | UnsetType = UNSET
    limit: LimitReached | UnsetType = UNSET
    read_as: ReadAs | UnsetType = UNSET


class AboutBoard(Answer, kw_only=True, frozen=True):
    """The beginning of every answer about a board."""

    board: BoardIfNamed = UNSET
    height: Height
    width: Width
    mine_count: Total


class Error(Message, kw_only=True, frozen=True):
    """An error, with nothing else to answer."""

    board: BoardIfNamed = UNSET
    error: ErrorText
    kind: ErrorKind
    place: WrongPlace


class Inconsistent(AboutBoard, kw_only=True, frozen=True):
    """An inconsistent board, with a minimal set of clues that conflict.

    Attributes:
        core: The clues of a minimal unsatisfiable subset; null if none was found within the time
            limit.
        core_uses_total: Whether the mine count belongs to that subset; null if unknown.
        core_further: The rules and other constraints that belong to that subset.
        core_uses_program: Whether the user's program belongs to that subset.
    """

    consistent: No
    error: ErrorText
    kind: InconsistentKind
    place: Nowhere
    core: Cells | None
    core_uses_total: bool | None
    core_further: tuple[str, ...]
    core_uses_program: bool
    liars: Liars
    read_as: ReadAs


class Limited(AboutBoard, kw_only=True, frozen=True):
    """The verdicts proved when a limit is reached; no other cell is known, and nothing is counted.

    Attributes:
        consistent: Always null: it is not yet known whether any layout exists.
        safe: The cells proved safe so far, in reading order.
        mines: The cells proved mines so far, in reading order.
        undetermined: Always null: it is not yet known how many cells are undetermined.
        models: Always null: the layouts were not counted.
        probabilities: Always null, for the same reason.
    """

    consistent: None
    error: ErrorText
    kind: LimitKind
    place: Nowhere
    limit: LimitReached
    safe: Cells
    mines: Cells
    undetermined: None
    models: None
    probabilities: None
    liars: Liars


def head(asked: Asked) -> dict[str, Any]:
    """Return the first fields of every answer: its format, and the board as the user named it."""
    return {
        "format": format_of(asked.command),
        **({} if asked.board is None else {"board": asked.board}),
    }


def format_of(name: str) -> str:
    """Return the `format` of an answer or a file."""
    return f"logicsweep-{name}/1"


def about(asked: Asked, board: Board) -> dict[str, Any]:
    """Return the first fields of every answer about a board."""
    return {
        "board": UNSET,  # which is not that of the library's value
        **head(asked),
        "height": board.height,
        "width": board.width,
        "mine_count": board.mines,
    }


def trouble(text: str, kind: Kind, place: Where | None = None) -> dict[str, Any]:
    """Return the fields that say what went wrong."""
    return {"error": text, "kind": kind, "place": place}


def error(asked: Asked, text: str, kind: Kind, place: Where | None = None) -> Error:
    """Answer with nothing but an error."""
    return Error(**head(asked), **trouble(text, kind, place))


def failing(
    answer: Filled, text: str, kind: Kind, place: Where | None = None, **more: Any
) -> Filled:
    """Return an answer that also says what went wrong, with more that is known then."""
    return replace(answer, **trouble(text, kind, place), **more)


def cut_short(answer: Filled, limit: str, unknown: str = "") -> Filled:
    """Return an answer that also names the limit that kept back a part, the `unknown` one."""
    return failing(answer, f"limit reached: {limit}{unknown}", "limit", limit=limit)


def answered(
    asked: Asked, kb: KnowledgeBase, ask: Callable[[], Told]
) -> Told | Inconsistent | Limited:
    """Return what asking returns; or what conflicts, or what is proved when a limit is reached."""
    try:
        try:
            return ask()
        except LimitError as reached:
            return limited(asked, kb, reached)
    except InconsistentBoardError as conflict:
        return inconsistent(asked, kb.board, conflict)


def inconsistent(asked: Asked, board: Board, conflict: InconsistentBoardError) -> Inconsistent:
    """Answer about an inconsistent board."""
    return Inconsistent(
        **about(asked, board),
        consistent=False,
        **trouble(f"{conflict_words(board, conflict)}{asked.note}", "inconsistent"),
        core=None if conflict.core is None else tuple(conflict.core),
        core_uses_total=conflict.uses_total,
        core_further=conflict.constraints,
        core_uses_program=conflict.uses_program,
        liars=conflict.liars,
        read_as=asked.read_as,
    )


def limited(asked: Asked, kb: KnowledgeBase, reached: LimitError) -> Limited:
    """Answer with what is proved when a limit is reached before everything is.

    The message has the number of cells proved so far. The error may not say it: what a `ModelCount`
    works out later knows nothing of verdicts. Raises `InconsistentBoardError`.
    """
    proved = kb.proved_so_far()
    said = LimitError(reached.limit, mines=proved.mines, safe=proved.safe)
    return Limited(
        **about(asked, proved.board),
        consistent=None,
        **trouble(str(said), "limit"),
        limit=reached.limit,
        **verdicts(proved),
        undetermined=None,
        models=None,
        probabilities=None,
        liars=kb.liars,
    )


def verdicts(proved: Consequences) -> dict[str, Any]:
    """Return the cells that are proved safe, and the proved mines, as answers have them."""
    return {"safe": tuple(sorted(proved.safe)), "mines": tuple(sorted(proved.mines))}


def filled(kind: type[Filled], value: object, /, **given: Any) -> Filled:
    """Make a structure of a value's attributes of the same names, and of others that are given."""
    # Each attribute is asked for once: some are worked out each time, such as the words of a step.
    attributes = [
        (name, getattr(value, name, UNSET)) for name in kind.__struct_fields__ if name not in given
    ]
    same = {name: plain(attribute) for name, attribute in attributes if attribute is not UNSET}
    return kind(**same, **given)


def plain(value: object) -> Any:
    """Turn a value into what answers have for it: words, and null for an infinite number."""
    if isinstance(value, float):
        return value if isfinite(value) else None
    return value.value if isinstance(value, Enum) else value


def as_object(answer: object) -> Any:
    """Turn an answer into the dict and lists that JSON writes."""
    return to_builtins(answer, enc_hook=_encoded)


def as_json(answer: object) -> bytes:
    """Write an answer in JSON."""
    return json.encode(answer, enc_hook=_encoded)


def _encoded(value: object) -> Any:
    """Turn what JSON has no type for into what answers have for it."""
    if isinstance(value, Fraction):
        return exact(value)
    if isinstance(value, Digits):
        return str(value)
    raise NotImplementedError(f"answers have no {type(value).__name__}")


def schema_of_type(kind: type) -> dict[str, Any]:
    """Return the schema of a type that JSON does not have."""
    if kind is Fraction:
        return schema(Exact)
    if kind is Digits:
        return schema(DigitsText)
    raise NotImplementedError(f"answers have no {kind.__name__}")


def density_entry(density: Fraction | None, board: Board) -> AnyDensity:
    """Return a density that was asked for, or else what a board has in place of one."""
    if density is not None:
        return exact(density)
    priors = board.priors
    return None if priors is None else tuple([tuple(map(exact, row)) for row in priors])


def exact(number: Fraction) -> str:
    """Write a fraction as answers have it, however many digits it takes."""
    over = "" if number.denominator == 1 else f"/{Digits(number.denominator)}"
    return f"{Digits(number.numerator)}{over}"
