"""Every rule and every topology by name, each with a board on which it proves something.

`tools/catalogue` makes the boards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import msgspec

from logicsweep.answers import page, requests
from logicsweep.answers.rules import Catalogue, CatalogueEntry, CatalogueKind
from logicsweep.board.names import SQUARE
from logicsweep.board.picture.placing import shapes_of
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
from logicsweep.formats.board_object import BoardObject
from logicsweep.site.desk import Desk, Messages, read_object

EXAMPLES: Final = "catalogue.json"
TOPOLOGY_SIZES: Final[Mapping[str, tuple[int, int, int]]] = MappingProxyType(
    {
        SQUARE: (5, 5, 6),
        "four": (5, 5, 6),
        "hexagon": (5, 5, 6),
        "triangle": (5, 6, 5),
        "torus": (5, 5, 5),
        "cylinder": (5, 5, 5),
        "knight": (5, 5, 6),
        "grid 3x3x3": (9, 3, 4),
        "grid 3x4x4 wrap": (12, 4, 6),
    }
)
"""The rows, columns and mines of the example of each topology; grids have some dimensions."""


def catalogue(_asked: requests.ListCatalogue, _desk: Desk) -> Messages:
    """Yield every rule and every topology."""
    text = files("logicsweep.site").joinpath(EXAMPLES).read_bytes()
    examples = msgspec.json.decode(text, type=dict[str, BoardObject])
    yield page.message(Catalogue, entries=tuple(_entries(examples)))


def _entries(examples: Mapping[str, BoardObject]) -> Iterator[CatalogueEntry]:
    every: list[tuple[str, CatalogueKind, str]] = [
        *[(rule.name, "clues", rule.about) for rule in CLUE_RULES],
        *[(rule.name, "layouts", rule.about) for rule in LAYOUT_RULES],
        *[(name, "topology", _neighbours(name, examples[name])) for name in TOPOLOGY_SIZES],
    ]
    for name, kind, about in every:
        yield CatalogueEntry(name=name, kind=kind, about=about, example=examples[name])


def _neighbours(name: str, example: BoardObject) -> str:
    """Say which cells are neighbours in a topology."""
    if name == SQUARE:  # whose pictures need no note
        return "Neighbours share a side or a corner."
    board = read_object(msgspec.json.encode(example))
    return shapes_of(board.height, board.width, board.own_adjacency).note
