"""The JSON answers of commands about files: `render`, `convert`, and the lists of what there is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal, cast

from msgspec import Struct, field

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import AboutBoard, Answer, Unasked, about, filled, head
from logicsweep.board.board import Board
from logicsweep.formats.base import Format as BoardFormat

if TYPE_CHECKING:
    from logicsweep.games.agents.base import Agent

Holds = Literal["position", "layout"]


class Rendered(AboutBoard, kw_only=True, frozen=True):
    """The file that a picture was written to.

    Attributes:
        consistent: True, since some layout satisfies the board; null with --plain, which proves
            nothing.
        output: The file written.
        theme: The colour theme; null for a page that follows the reader's.
    """

    consistent: bool | None
    output: str
    theme: str | None


class Converted(AboutBoard, kw_only=True, frozen=True):
    """The file that a board was written to.

    Attributes:
        read_from: The format that the board was read in.
        to: The format written.
        holds: What was written: a player's position, or where all mines are.
        output: The file written.
        left_out: What the format cannot hold, so it was left out (option --lossy).
    """

    consistent: Unasked
    read_from: str = field(name="from")
    to: str
    holds: Holds
    output: str
    left_out: tuple[str, ...]


class Format(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A board format.

    Attributes:
        name: Its name, for --from and --to.
        endings: The file endings it is known by.
        reads: Whether logicsweep reads it.
        writes: Whether logicsweep writes it.
        holds: What it holds: positions, layouts or both.
        about: What it is, in a line.
    """

    name: str
    endings: tuple[str, ...]
    reads: bool
    writes: bool
    holds: tuple[Holds, ...]
    about: str


class Formats(Answer, kw_only=True, frozen=True):
    """All board formats.

    Attributes:
        formats: The formats.
    """

    formats: tuple[Format, ...]


class ListedExample(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A board that comes with logicsweep.

    Attributes:
        name: Its name: commands take example:NAME for a BOARD.
        about: What it is, in a line.
    """

    name: str
    about: str


class Examples(Answer, kw_only=True, frozen=True):
    """All boards that come with logicsweep.

    Attributes:
        examples: The boards.
    """

    examples: tuple[ListedExample, ...]


class Example(Answer, kw_only=True, frozen=True):
    """One board that comes with logicsweep.

    Attributes:
        name: Its name.
        file: The name of its file.
        text: The contents of the file.
    """

    name: str
    file: str
    text: str


class ListedSchema(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A format that has a JSON Schema.

    Attributes:
        name: Its name, for `logicsweep schema NAME`.
        about: What it is, in a line.
    """

    name: str
    about: str


class Schemas(Answer, kw_only=True, frozen=True):
    """All formats that have a JSON Schema.

    Attributes:
        schemas: The formats.
    """

    schemas: tuple[ListedSchema, ...]


def rendered(
    asked: Asked, board: Board, output: str, theme: str | None, *, proved: bool
) -> Rendered:
    """Answer that a picture was written; `proved` unless it shows the board alone."""
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
    """Answer that a board was written; `forms` are what it was read from and written to."""
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
    """List formats, each with its endings."""
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
    """List examples: what each is, by its name."""
    entries = tuple(ListedExample(name=name, about=what) for name, what in listed.items())
    return Examples(**head(asked), examples=entries)


def example(asked: Asked, name: str, file: str, text: str) -> Example:
    """Answer with one example."""
    return Example(**head(asked), name=name, file=file, text=text)


def schemas(asked: Asked, listed: Mapping[str, str]) -> Schemas:
    """List schemas: what each describes, by its name."""
    entries = tuple(ListedSchema(name=name, about=what) for name, what in listed.items())
    return Schemas(**head(asked), schemas=entries)


class ListedAgent(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An agent that comes with logicsweep.

    Attributes:
        name: Its name, as `play --agent` takes it.
        about: How it decides, in a line.
        plays_rules: Whether it plays boards with rules.
    """

    name: str
    about: str
    plays_rules: bool


class AgentList(Answer, kw_only=True, frozen=True):
    """The agents that come with logicsweep.

    Attributes:
        agents: The agents, simple ones first.
    """

    agents: tuple[ListedAgent, ...]


def listed_agents(
    asked: Asked, kinds: Iterable[type[Agent]], about: Mapping[str, str]
) -> AgentList:
    """Answer with a list of agents."""
    agents = [filled(ListedAgent, kind, about=about[kind.name]) for kind in kinds]
    return AgentList(**head(asked), agents=tuple(agents))
