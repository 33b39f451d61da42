"""The knowledge of a player beside what the cells show, in words: neighbours, rules, mine count."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import Final

from logicsweep.board.board import Board
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import constraint_lines
from logicsweep.board.names import SQUARE
from logicsweep.board.picture.signs import rules_words
from logicsweep.board.rules.rules import PlacedRules
from logicsweep.board.state import State
from logicsweep.board.topology_text import dimensions_of
from logicsweep.errors import counted, listed

_NEIGHBOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        SQUARE: "the up to eight cells that share a side or a corner with it",
        "four": "the up to four cells that share a side with it; cells that share only a corner "
        "are no neighbours",
        "hexagon": "the up to six hexagons that share a side with it; every odd row lies half a "
        "cell to the right, so that (r,c) is a neighbour of (r,c-1), (r,c+1), (r-1,c), (r+1,c), "
        "and, if r is even, of (r-1,c-1) and (r+1,c-1), if r is odd, of (r-1,c+1) and (r+1,c+1)",
        "triangle": "the up to twelve triangles that share a side or a corner with it; the "
        "triangle (r,c) points up if r+c is even and has the neighbours (r,c-2) to (r,c+2), "
        "(r-1,c-1) to (r-1,c+1) and (r+1,c-2) to (r+1,c+2), and down if r+c is odd, with (r,c-2) "
        "to (r,c+2), (r-1,c-2) to (r-1,c+2) and (r+1,c-1) to (r+1,c+1)",
        "torus": "the eight cells that share a side or a corner with it; opposite sides of the "
        "board are joined: the last row is next to the first one, and the last column next to the "
        "first one",
        "cylinder": "the up to eight cells that share a side or a corner with it; the left and the "
        "right side of the board are joined: the last column is next to the first one",
        "knight": "the up to eight cells a knight's move away: two cells along a row or a column "
        "and one across",
    }
)
"""The neighbours of a cell, by the topology of boards of any size."""


def known_lines(board: Board) -> Iterator[str]:
    """Yield all that a player knows of a board beside its cells, a paragraph a line."""
    size = f"{counted(board.height, 'row')} and {counted(board.width, 'column')}"
    yield (
        f"The board has {size}. A cell is written (row,column); both are counted from 0, rows from "
        "the top and columns from the left."
    )
    yield f"The neighbours of a cell are {neighbours_say(board)}."
    if board.placed_rules is None or board.rules.clue.is_standard:
        yield "An open cell shows its clue: the number of mines among its neighbours."
    if board.placed_rules is not None:
        yield from _rules_say(board.placed_rules)
    yield total_says(board)
    if board.liars:
        yield (
            f"Up to {counted(board.liars, 'clue')} may be wrong, by any amount, and nobody knows "
            "which. All else is right."
        )
    if board.constraints:
        place = Place.of(board.grid, board.own_adjacency)
        words = constraint_lines(board.constraints, place)
        yield f"The mines also satisfy constraints, each with its name: {'; '.join(words)}."
    if board.priors is not None:
        rows = [f"row {row}: {' '.join(map(str, each))}" for row, each in enumerate(board.priors)]
        yield f"Before, each cell was a mine with its own probability; {'; '.join(rows)}."
    if int(State.FLAGGED) in board.grid:
        yield "Flags are what a player believes; they prove nothing."


def weights_say(board: Board) -> str:
    """Say how likely the layouts are that agree with a board."""
    key = board.rules.clue.key
    each = "layouts of the mines" if key is None else "pairs of a layout of the mines and a key"
    wrong = f", with at most {counted(board.liars, 'wrong clue')}," if board.liars else ""
    if board.mines is None or board.priors is not None:
        return f"The {each} that agree with the position{wrong} are weighed by these probabilities."
    return f"All {each} that agree with the position{wrong} are equally likely."


def neighbours_say(board: Board) -> str:
    """Say which cells are the neighbours of a cell."""
    adjacency = board.own_adjacency
    if adjacency is None:
        return _NEIGHBOURS[SQUARE]
    name = adjacency.topology
    if name is None:
        cells = [
            f"{board.cell(number)}: {' '.join(str(board.cell(cell)) for cell in near) or 'none'}"
            for number, near in enumerate(adjacency.lists)
        ]
        return f"these: {'; '.join(cells)}"
    walls = [f"{board.cell(first)} and {board.cell(second)}" for first, second in adjacency.walls]
    but = f", except across walls, which are between {listed(walls)}" if walls else ""
    return f"{_NEIGHBOURS[name] if name in _NEIGHBOURS else _grid_says(name)}{but}"


def _grid_says(name: str) -> str:
    """Say which cells are neighbours in a grid of any dimensions."""
    grid = dimensions_of(name)
    if grid is None:
        raise AssertionError(f"{name} has no words")
    sizes = "x".join(map(str, grid.dims))
    joined = [str(place) for place, wraps in enumerate(grid.wrap, start=1) if wraps]
    wraps = (
        f"; opposite sides are joined in {'dimension' if len(joined) == 1 else 'dimensions'} "
        f"{listed(joined)}"
        if joined
        else ""
    )
    return (
        f"all cells that are at most one step away in every dimension of a grid of {sizes}, whose "
        f"last dimension is the column, and whose other dimensions, the last of them changing "
        f"fastest, are the rows{wraps}"
    )


def _rules_say(ruled: PlacedRules) -> Iterator[str]:
    """Say the rules, and how clues are written under them."""
    clue = ruled.rules.clue
    kinds = "rule" if len(ruled.rules.every) == 1 else "rules"
    yield f"It has the {kinds} {rules_words(ruled)}"
    if ruled.place.joined is None and any(rule.is_of_sides for rule in ruled.rules.layout):
        yield "Here, neighbours share a side."
    if ruled.parts:
        first = ruled.first.rules.clue.name
        yield (
            f"Each clue follows one of the rules for clues: the rule that it names after @, else "
            f"{first}{', an ordinary number of mines' if first == 'V' else ''}."
        )
    if clue.key is not None:
        yield f"The rule {clue.keyed.name} has a key that nobody knows: {clue.key.value}."


def total_says(board: Board) -> str:
    """Say the mine count, if the board tells it, and the density."""
    bounds = board.total_bounds
    density = (
        f" Before anything was opened, each cell was a mine with probability {board.density}, "
        "whatever the others were."
        if board.density is not None and bounds is None
        else ""
    )
    if bounds is None:
        return f"The mine count is not known.{density}"
    least, most = bounds
    if least == most:
        return f"The mine count is {least}: so many of the {board.grid.size} cells are mines."
    return f"The mine count is {least} to {most}; the exact number is not known."
