"""The JSON answers of `list`: what there is of a kind, a row for each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, cast

from msgspec import UNSET, Struct, UnsetType

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import Answer, Cell, Cells, head
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
