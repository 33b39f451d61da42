"""Formats, agents and examples that the page offers, and every rule and topology by name.

Each rule and topology has a board on which it proves something; `tools/catalogue` makes them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec import Struct

from logicsweep.answers import page, shapes
from logicsweep.answers.listed import ListedRow, format_row
from logicsweep.answers.page import Catalogue, CatalogueEntry, CatalogueKind
from logicsweep.board.names import CLUE_MODELS, SQUARE, TOPOLOGY_NAMES
from logicsweep.board.picture.placing import shapes_of
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
from logicsweep.formats.board_object import BoardObject
from logicsweep.formats.json import board_object
from logicsweep.formats.registry import BOARD_FORMATS, board_to_play, endings_of, read
from logicsweep.limits import MOST_PAGE_CELLS
from logicsweep.site.desk import MOST_BYTES, read_object

EXAMPLES: Final = "catalogue.json"
GAMES: Final = "browser/games.json"
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


class StoredGame(Struct, kw_only=True, frozen=True):
    """A square board to play without a guess, one of those that `tools/catalogue` makes.

    Attributes:
        cells: The tokens of all cells in native text, row by row with blanks between, mines as `*`.
        open: The cells that are open from the beginning, by number: proofs lead to all others.
    """

    cells: str
    open: tuple[int, ...]


def greeting(*, allows_programs: bool) -> page.Greeting:
    """Tell what the page can do."""
    from logicsweep import __version__
    from logicsweep.formats.files import GAMES, example_files
    from logicsweep.kernel.library import kernel_in_use
    from logicsweep.render.words import example_about

    shown = []
    for name, file in example_files().items():
        board = board_to_play(read(file.read_bytes(), file_name=file.name).content)
        example = page.ShownExample(name=name, about=example_about(file), board=board_object(board))
        shown.append(example)
    return page.message(
        page.Greeting,
        version=__version__,
        kernel=kernel_in_use(),
        formats=tuple([format_row(form, endings_of(form.name)) for form in BOARD_FORMATS]),
        clue_models=CLUE_MODELS,
        topologies=TOPOLOGY_NAMES,
        rules=tuple(_rules()),
        examples=tuple(shown),
        games=tuple([ListedRow(name=name, about=about) for name, about in GAMES.items()]),
        most_cells=MOST_PAGE_CELLS,
        most_bytes=MOST_BYTES,
        allows_programs=allows_programs,
    )


def catalogue() -> Catalogue:
    """List every rule and every topology, each with its board."""
    text = files("logicsweep.site").joinpath(EXAMPLES).read_bytes()
    examples = msgspec.json.decode(text, type=dict[str, BoardObject])
    every: list[tuple[str, CatalogueKind, str]] = [
        *[(rule.name, "clues", rule.about) for rule in CLUE_RULES],
        *[(rule.name, "layouts", rule.about) for rule in LAYOUT_RULES],
        *[(name, "topology", _neighbours(name, examples[name])) for name in TOPOLOGY_SIZES],
    ]
    entries = [
        CatalogueEntry(name=name, kind=kind, about=about, example=examples[name])
        for name, kind, about in every
    ]
    return page.message(Catalogue, entries=tuple(entries))


@cache
def stored_games() -> Mapping[str, Sequence[StoredGame]]:
    """Return the stored boards of each rule, and puzzles of each level as `puzzle 1`."""
    text = files("logicsweep.site").joinpath(GAMES).read_bytes()
    return MappingProxyType(msgspec.json.decode(text, type=dict[str, tuple[StoredGame, ...]]))


def ruled_shapes() -> dict[str, shapes.Shapes]:
    """Return how the board of each rule is drawn: a page without Python plays no others."""
    examples = {each.name: each.example for each in catalogue().entries if each.kind != "topology"}
    boards = {name: read_object(msgspec.json.encode(board)) for name, board in examples.items()}
    return {name: shapes.shapes(board) for name, board in boards.items()}


def _rules() -> Iterator[ListedRow]:
    for rule in CLUE_RULES:
        yield ListedRow(name=rule.name, kind="clues", about=rule.about)
    for demand in LAYOUT_RULES:
        yield ListedRow(name=demand.name, kind="layouts", about=demand.about)


def _neighbours(name: str, example: BoardObject) -> str:
    """Say which cells are neighbours in a topology."""
    if name == SQUARE:  # whose pictures need no note
        return "Neighbours share a side or a corner."
    board = read_object(msgspec.json.encode(example))
    return shapes_of(board.height, board.width, board.own_adjacency).note
