"""The JSON answers of commands about files: `render`, `convert`, and the lists of what there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct, field

from logicsweep.board.board import Board
from logicsweep.formats.base import Format as BoardFormat
from logicsweep.render.asked import Asked
from logicsweep.render.json.base import AboutBoard, Answer, Unasked, about, head

Holds = Literal["position", "layout"]


class Rendered(AboutBoard, kw_only=True, frozen=True):
    """The file that a picture was written to."""

    consistent: Annotated[
        bool | None,
        Meta(
            description="True, since some layout satisfies the board; null with --plain, which "
            "proves nothing."
        ),
    ]
    output: Annotated[str, Meta(description="The file written.")]
    theme: Annotated[
        str | None,
        Meta(description="The colour theme; null for a page that follows the reader's."),
    ]


class Converted(AboutBoard, kw_only=True, frozen=True):
    """The file that a board was written to."""

    consistent: Unasked
    read_from: Annotated[str, Meta(description="The format that the board was read in.")] = field(
        name="from"
    )
    to: Annotated[str, Meta(description="The format written.")]
    holds: Annotated[
        Holds, Meta(description="What was written: a player's position, or where all mines are.")
    ]
    output: Annotated[str, Meta(description="The file written.")]
    left_out: Annotated[
        tuple[str, ...],
        Meta(description="What the format cannot hold, so it was left out (option --lossy)."),
    ]


class Format(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A board format."""

    name: Annotated[str, Meta(description="Its name, for --from and --to.")]
    endings: Annotated[tuple[str, ...], Meta(description="The file endings it is known by.")]
    reads: Annotated[bool, Meta(description="Whether logicsweep reads it.")]
    writes: Annotated[bool, Meta(description="Whether logicsweep writes it.")]
    holds: Annotated[
        tuple[Holds, ...], Meta(description="What it holds: positions, layouts or both.")
    ]
    about: Annotated[str, Meta(description="What it is, in a line.")]


class Formats(Answer, kw_only=True, frozen=True):
    """All board formats."""

    formats: Annotated[tuple[Format, ...], Meta(description="The formats.")]


class ListedExample(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A board that comes with logicsweep."""

    name: Annotated[str, Meta(description="Its name: commands take example:NAME for a BOARD.")]
    about: Annotated[str, Meta(description="What it is, in a line.")]


class Examples(Answer, kw_only=True, frozen=True):
    """All boards that come with logicsweep."""

    examples: Annotated[tuple[ListedExample, ...], Meta(description="The boards.")]


class Example(Answer, kw_only=True, frozen=True):
    """One board that comes with logicsweep."""

    name: Annotated[str, Meta(description="Its name.")]
    file: Annotated[str, Meta(description="The name of its file.")]
    text: Annotated[str, Meta(description="The contents of the file.")]


class ListedSchema(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A format that has a JSON Schema."""

    name: Annotated[str, Meta(description="Its name, for `logicsweep schema NAME`.")]
    about: Annotated[str, Meta(description="What it is, in a line.")]


class Schemas(Answer, kw_only=True, frozen=True):
    """All formats that have a JSON Schema."""

    schemas: Annotated[tuple[ListedSchema, ...], Meta(description="The formats.")]


def rendered(
    asked: Asked, board: Board, output: str, theme: str | None, *, proved: bool
) -> Rendered:
    """The answer when a picture was written; `proved` unless it shows the board alone."""
    consistent = True if proved else None
    return Rendered(**about(asked, board), consistent=consistent, output=output, theme=theme)


def converted(
    asked: Asked,
    board: Board,
    *,
    forms: tuple[str, str],
    holds: Holds,
    output: str,
    left_out: Sequence[str],
) -> Converted:
    """The answer when a board was written; `forms` are what it was read from and written to."""
    return Converted(
        **about(asked, board),
        consistent=None,
        read_from=forms[0],
        to=forms[1],
        holds=holds,
        output=output,
        left_out=tuple(left_out),
    )


def formats(asked: Asked, listed: Iterable[tuple[BoardFormat, Sequence[str]]]) -> Formats:
    """The answer that lists formats, each with its endings."""
    return Formats(
        **head(asked),
        formats=tuple(
            Format(
                name=form.name,
                endings=tuple(endings),
                reads=True,
                writes=True,
                holds=cast("tuple[Holds, ...]", tuple(form.holds.split(" or "))),
                about=form.about,
            )
            for form, endings in listed
        ),
    )


def examples(asked: Asked, listed: Mapping[str, str]) -> Examples:
    """The answer that lists examples: what each is, by its name."""
    found = tuple(ListedExample(name=name, about=what) for name, what in listed.items())
    return Examples(**head(asked), examples=found)


def example(asked: Asked, name: str, file: str, text: str) -> Example:
    """The answer with one example."""
    return Example(**head(asked), name=name, file=file, text=text)


def schemas(asked: Asked, listed: Mapping[str, str]) -> Schemas:
    """The answer that lists schemas: what each describes, by its name."""
    found = tuple(ListedSchema(name=name, about=what) for name, what in listed.items())
    return Schemas(**head(asked), schemas=found)
