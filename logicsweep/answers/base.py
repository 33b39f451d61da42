"""What JSON answers share: cells and numbers, a board's size, errors, conflicts and limits."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from fractions import Fraction
from math import isfinite
from types import NoneType
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType, to_builtins

from logicsweep.answers.asked import Asked, Trouble
from logicsweep.answers.numerals import decimal
from logicsweep.board.board import Board
from logicsweep.board.verdicts import Consequences
from logicsweep.errors import InconsistentBoardError

Filled = TypeVar("Filled", bound=Struct)
Number = Annotated[int, Meta(ge=0)]
Positive = Annotated[int, Meta(ge=1)]
NotNegative = Annotated[float, Meta(ge=0)]
Cell = Annotated[tuple[Number, Number], Meta(description="[row, column], counted from 0.")]
Cells = tuple[Cell, ...]
Digits = Annotated[
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
Message = Annotated[str, Meta(description="The message, as standard error has it.")]
Nowhere = Annotated[None, Meta(description="Always null: no file is to blame.")]
InconsistentKind = Annotated[
    Literal["inconsistent"], Meta(description="The kind of error; the exit code is 1.")
]
LimitKind = Annotated[Literal["limit"], Meta(description="The kind of error; the exit code is 3.")]
LimitReached = Annotated[str, Meta(description="The limit that was reached, in words.")]


class Place(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """Where an input is wrong.

    Attributes:
        file: The file; "standard input" for -.
        line: The line, counted from 1; null when unknown.
        column: The character of the line, counted from 1; null when unknown.
    """

    file: str
    line: Positive | None
    column: Annotated[int, Meta(ge=0)] | None


ErrorKind = Annotated[
    Literal["usage", "syntax", "limit", "internal"],
    Meta(
        description="The kind of error: wrong usage or a file that cannot be read or written "
        "(exit code 2), an input with wrong content (2), a limit (3), or a defect of logicsweep "
        "(70)."
    ),
]
WrongPlace = Annotated[
    Place | None, Meta(description="Where an input is wrong; null for other errors.")
]


class Known(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """How much the agent knows.

    Attributes:
        mines: How many cells it knows to be mines.
        safe: How many it knows to be safe, open ones too.
        constraints: How many constraints it still reasons with.
    """

    mines: Number
    safe: Number
    constraints: Number


class Answer(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """What every answer begins with.

    Attributes:
        format: The answer's format and its version, `logicsweep-COMMAND/VERSION`.
    """

    format: str


class AboutBoard(Answer, kw_only=True, frozen=True):
    """What every answer about a board begins with.

    Attributes:
        board: The board as it was named on the command line.
    """

    board: str
    height: Height
    width: Width
    mine_count: Total


class Error(Answer, kw_only=True, frozen=True):
    """An error, with nothing else to answer."""

    board: BoardIfNamed = UNSET
    error: Message
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
    error: Message
    kind: InconsistentKind
    place: Nowhere
    core: Cells | None
    core_uses_total: bool | None
    core_further: tuple[str, ...]
    core_uses_program: bool
    liars: Liars
    read_as: ReadAs


class Limited(AboutBoard, kw_only=True, frozen=True):
    """What is proved when a limit is reached; nothing is known of the other cells.

    Attributes:
        consistent: Always null: it is not yet known whether any layout exists.
        safe: The cells proved safe so far, in reading order.
        mines: The cells proved mines so far, in reading order.
        undetermined: Always null: it is not yet known how many cells are undetermined.
    """

    consistent: None
    error: Message
    kind: LimitKind
    place: Nowhere
    limit: LimitReached
    safe: Cells
    mines: Cells
    undetermined: None


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
        **head(asked),
        "height": board.height,
        "width": board.width,
        "mine_count": board.mines,
    }


def trouble(why: Trouble) -> dict[str, Any]:
    """Return the fields of every answer that a command could not give in full."""
    place = None if why.place is None else Place(**why.place._asdict())
    return {"error": why.error, "kind": why.kind, "place": place}


def error(asked: Asked, why: Trouble) -> Error:
    """Answer with nothing but an error."""
    return Error(**head(asked), **trouble(why))


def inconsistent(
    asked: Asked, why: Trouble, board: Board, conflict: InconsistentBoardError, read_as: str | None
) -> Inconsistent:
    """Answer about an inconsistent board."""
    return Inconsistent(
        **about(asked, board),
        consistent=False,
        **trouble(why),
        core=None if conflict.core is None else pairs(conflict.core),
        core_uses_total=conflict.uses_total,
        core_further=conflict.constraints,
        core_uses_program=conflict.uses_program,
        liars=conflict.liars,
        read_as=read_as,
    )


def limited(
    kind: type[Filled], asked: Asked, why: Trouble, proved: Consequences, /, **given: Any
) -> Filled:
    """Answer with what is proved when a limit was reached before everything was.

    `kind` has the keys of `Limited`; the limit and the keys that it has beside these are given.
    """
    return kind(
        **about(asked, proved.board),
        consistent=None,
        **trouble(why),
        **verdicts(proved),
        undetermined=None,
        **given,
    )


def verdicts(proved: Consequences) -> dict[str, Any]:
    """Return the cells that are proved safe, and the proved mines, as answers have them."""
    return {"safe": pairs(sorted(proved.safe)), "mines": pairs(sorted(proved.mines))}


def filled(kind: type[Filled], value: object, /, **given: Any) -> Filled:
    """Make a structure of a value's attributes of the same names, and of others that are given."""
    # Each attribute is asked for once: some are worked out each time, such as the words of a step.
    attributes = [
        (name, getattr(value, name, UNSET)) for name in kind.__struct_fields__ if name not in given
    ]
    same = {name: plain(attribute) for name, attribute in attributes if attribute is not UNSET}
    return kind(**same, **given)


def extended(kind: type[Filled], answer: Struct, why: Trouble, /, **given: Any) -> Filled:
    """Make the form of an answer that also says what went wrong; it may lack some of the keys."""
    return filled(kind, answer, **{**trouble(why), **given})


# What answers have as it is, and most of them are made of.
_PLAIN: Final = frozenset([int, str, bool, NoneType])


def plain(value: object) -> Any:
    """Turn a value into what answers have for it: cells as pairs, exact fractions, words.

    JSON has no infinite numbers, which are null.
    """
    if type(value) in _PLAIN:
        return value
    if isinstance(value, float):
        return value if isfinite(value) else None
    if isinstance(value, tuple):
        return tuple(map(plain, value))
    if isinstance(value, Enum):
        return value.value
    return exact(value) if isinstance(value, Fraction) else value


def as_object(answer: Struct) -> Any:
    """Turn an answer into the dict and lists that JSON writes."""
    return to_builtins(answer)


def pairs(cells: Iterable[tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Turn cells into pairs, as answers have them."""
    return tuple((row, column) for row, column in cells)


def density_entry(density: Fraction | None, board: Board) -> AnyDensity:
    """Return a density that was asked for, or else what a board has in place of one."""
    if density is not None:
        return exact(density)
    priors = board.priors
    return None if priors is None else tuple([tuple(map(exact, row)) for row in priors])


def exact(number: Fraction) -> str:
    """Write a fraction as answers have it, however many digits it takes."""
    over = "" if number.denominator == 1 else f"/{decimal(number.denominator)}"
    return decimal(number.numerator) + over
