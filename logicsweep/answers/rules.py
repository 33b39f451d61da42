"""The rules and topologies that a board may have, for the page."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from logicsweep.answers.base import Answer
from logicsweep.formats.board_object import BoardObject

CatalogueKind = Literal["clues", "layouts", "topology"]


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
