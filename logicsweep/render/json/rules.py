"""Answers about rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, cast

from msgspec import Struct

from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Cell, Cells, head, pairs
from logicsweep.render.ruling import Ruling

Kind = Literal["clues", "layouts"]


class Rule(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A rule, with an example.

    Attributes:
        name: Its name, as in the header of a board.
        kind: Whether it says what clues show, or what layouts satisfy.
        about: What a clue shows, or what every layout satisfies.
        mines: The mines of an example of 5x5 cells.
        cell: The cell of the clue in it; null for layouts.
        shows: What that clue can show; empty for layouts.
    """

    name: str
    kind: Kind
    about: str
    mines: Cells
    cell: Cell | None
    shows: tuple[str, ...]


class RuleList(Answer, kw_only=True, frozen=True):
    """Rules that a board may have.

    Attributes:
        rules: The rules, those for clues first.
    """

    rules: tuple[Rule, ...]


def listed_rules(asked: Asked, found: Iterable[Ruling]) -> RuleList:
    """The answer that lists rules."""
    return RuleList(
        **head(asked),
        rules=tuple(
            [
                Rule(
                    name=one.name,
                    kind=cast("Kind", one.kind),
                    about=one.about,
                    mines=pairs(sorted(one.layout.mines)),
                    cell=None if one.cell is None else (one.cell.row, one.cell.column),
                    shows=one.shows,
                )
                for one in found
            ]
        ),
    )
