"""Answers about rules."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from logicsweep.answers.asked import Asked
from logicsweep.answers.base import Answer, Cell, Cells, head
from logicsweep.formats.board_object import BoardObject

CatalogueKind = Literal["clues", "layouts", "topology"]


class RuleName(Struct, kw_only=True, frozen=True):
    """A rule that a board may have.

    Attributes:
        name: Its name, as in the header of a board.
        kind: Whether it says what clues show, or what layouts satisfy.
        about: What a clue shows, or what every layout satisfies.
    """

    name: str
    kind: Literal["clues", "layouts"]
    about: str


class Rule(RuleName, kw_only=True, frozen=True, forbid_unknown_fields=True):
    """A rule, with an example.

    Attributes:
        mines: The mines of an example of 5x5 cells.
        cell: The cell of the clue in it; null for layouts.
        shows: What that clue can show; empty for layouts.
    """

    mines: Cells
    cell: Cell | None
    shows: tuple[str, ...]


class RuleList(Answer, kw_only=True, frozen=True):
    """Rules that a board may have.

    Attributes:
        rules: The rules, those for clues first.
    """

    rules: tuple[Rule, ...]


class CatalogueEntry(Struct, kw_only=True, frozen=True):
    """A rule or a topology.

    Attributes:
        name: Its name, as in the header of a board; the dimensions of a grid may be others.
        kind: Whether it says what clues show, what layouts satisfy, or which cells are neighbours.
        about: What a clue shows, what every layout satisfies, or in a sentence which cells are
            neighbours.
        example: A position in which it proves at least two cells safe; if it is not the ordinary
            one, cells that the same position leaves open without it.
    """

    name: str
    kind: CatalogueKind
    about: str
    example: BoardObject


class Catalogue(Answer, kw_only=True, frozen=True):
    """The rules and topologies that a board may have.

    Attributes:
        entries: Rules for clues, then those for layouts, then topologies, the usual one first.
    """

    entries: tuple[CatalogueEntry, ...]


def listed_rules(asked: Asked, rules: Iterable[Rule]) -> RuleList:
    """Answer with a list of rules."""
    return RuleList(**head(asked), rules=tuple(rules))
