"""Answers about rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal, cast

from msgspec import Meta, Struct

from logicsweep.render.asked import Asked
from logicsweep.render.json.base import Answer, Cell, Cells, head, pairs
from logicsweep.render.ruling import Ruling

Kind = Literal["clues", "layouts"]


class Rule(Struct, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A rule, with an example."""

    name: Annotated[str, Meta(description="Its name, as in the header of a board.")]
    kind: Annotated[
        Kind, Meta(description="Whether it says what clues show, or what layouts satisfy.")
    ]
    about: Annotated[str, Meta(description="What a clue shows, or what every layout satisfies.")]
    mines: Annotated[Cells, Meta(description="The mines of an example of 5x5 cells.")]
    cell: Annotated[Cell | None, Meta(description="The cell of the clue in it; null for layouts.")]
    shows: Annotated[
        tuple[str, ...], Meta(description="What that clue can show; empty for layouts.")
    ]


class RuleList(Answer, kw_only=True, frozen=True):
    """Rules that a board may have."""

    rules: Annotated[tuple[Rule, ...], Meta(description="The rules, those for clues first.")]


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
