"""The JSON answers of `list`, a row for each of a kind, and of `show` about a written file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

from msgspec import UNSET, Struct, UnsetType, field

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import AboutBoard, Answer, Cell, Cells, about, head
from logicsweep.board.board import Board
from logicsweep.formats.base import Format

Holds = Literal["position", "layout"]


class RuleExample(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """An example of a rule.

    Attributes:
        mines: The mines of an example of 5x5 cells.
        cell: The cell of the clue in it; null for layouts.
        shows: The values that this clue can show; empty for layouts.
    """

    mines: Cells
    cell: Cell | None
    shows: tuple[str, ...]


class ListedRow(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """One of what there is: a board, a rule, an agent, a format.

    Attributes:
        name: Its name, as options and files have it.
        about: Its description, in a line: of a rule the value of a clue or the condition on
            layouts, of an agent its way to decide.
        kind: Of a rule: whether it says what clues show, or what layouts satisfy.
        example: Of a rule: an example; absent on the page.
        plays_rules: Of an agent: whether it plays boards with rules.
        endings: Of a format: the file endings it is known by.
        holds: Of a format: positions, layouts or both.
        file: Of a board that is named: the name of its file.
        text: Of a board that is named: the contents of the file.
    """

    name: str
    about: str
    kind: Literal["clues", "layouts"] | UnsetType = UNSET
    example: RuleExample | UnsetType = UNSET
    plays_rules: bool | UnsetType = UNSET
    endings: tuple[str, ...] | UnsetType = UNSET
    holds: tuple[Holds, ...] | UnsetType = UNSET
    file: str | UnsetType = UNSET
    text: str | UnsetType = UNSET


class Listing(Answer, kw_only=True, frozen=True):
    """All things of a kind, or the one that was named.

    Attributes:
        listed: The kind of things that are listed; kinds are all that can be.
        rows: A row for each.
    """

    listed: Literal["kinds", "boards", "rules", "agents", "formats", "schemas"]
    rows: tuple[ListedRow, ...]


def listed_rows(asked: Asked, what: str, rows: Iterable[ListedRow]) -> Listing:
    """Answer with what there is of a kind, such as `rules`."""
    return Listing(**head(asked), listed=cast("Literal['kinds']", what), rows=tuple(rows))


def format_row(form: Format, endings: Sequence[str]) -> ListedRow:
    """Describe a format of boards with its endings."""
    holds = cast("tuple[Holds, ...]", tuple(form.holds.split(" or ")))
    return ListedRow(name=form.name, about=form.about, endings=tuple(endings), holds=holds)


class BoardFile(AboutBoard, kw_only=True, frozen=True):
    """The file that a board was written to: a picture, a page or another format.

    Attributes:
        consistent: True for a picture, since some layout satisfies the board; null where nothing is
            proved, as with --plain or for a format.
        read_from: The format that the board was read in.
        to: The form that was written: svg, png, html or a format.
        holds: The content: a player's position, or a layout with all mines.
        output: The file written.
        theme: The colour theme of a picture; null for a page that follows the reader's.
        left_out: The parts that the format cannot hold, so that they were left out (option
            --lossy).
    """

    consistent: bool | None
    read_from: str = field(name="from")
    to: str
    holds: Holds
    output: str
    theme: str | None
    left_out: tuple[str, ...]


def board_file(
    asked: Asked,
    board: Board,
    *,
    forms: tuple[str, str],
    output: str,
    consistent: bool | None = None,
    holds: Holds = "position",
    theme: str | None = None,
    left_out: Sequence[str] = (),
) -> BoardFile:
    """Answer that a board was written; `forms` are what it was read from and written to."""
    return BoardFile(
        **about(asked, board),
        consistent=consistent,
        read_from=forms[0],
        to=forms[1],
        holds=holds,
        output=output,
        theme=theme,
        left_out=tuple(left_out),
    )
