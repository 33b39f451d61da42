"""A board as JSON, `.json`.

    {"format": "logicsweep-board/1", "height": 2, "width": 3,
     "mines": 2, "density": "33/160", "rows": ["?2?", "12F"]}

`rows` are the rows of the native text, with tokens for uncertain clues; `clues` is the clue model
of numbers that name none, or left out. `mines` is a number, `[lower, upper]`, or null or left
out when it is unknown; `density` is a string such as "0.206" or "33/160", a number, a list of lists
of these with one for each cell, or null or left out. `height` and `width` may be left out, but must
be right. `board`, a name for the board, is ignored.

`liars` is the most clues that may be wrong, and `constraints` are lines as in the native text.

Where the neighbours are not the eight around a cell, `topology` is a name, or `neighbours` has a
list for each cell, row by row: the numbers of its neighbours, counted from 0. `positions` goes with
lists and has `[x, y]` for each cell; `walls` has pairs of cells, `[[0, 0], [0, 1]]`.
"""

from __future__ import annotations

import json
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.board import Board
from logicsweep.board.clue_models import clue_model
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import constraint_lines, read_constraint
from logicsweep.board.names import SQUARE
from logicsweep.board.relation import Edge, EdgeError
from logicsweep.board.rows import MakeRules, common_model, parse_rows, render_rows
from logicsweep.board.rules.rules import PlacedRules, Rules, Ruling, placed_on
from logicsweep.board.topology_text import Located, canonical, named_adjacency
from logicsweep.board.total import Priors, parse_density
from logicsweep.errors import BoardSyntaxError, counted
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.objects import EntryError, about, has_key, located, object_of
from logicsweep.formats.text import decode

if TYPE_CHECKING:
    from logicsweep.formats.board_object import BoardObject

_NAME: Final = "logicsweep-board/1"
# The keys with a list that has an item for each cell or wall.
_CELL_KEYS: Final = ("neighbours", "positions", "walls")
_NEIGHBOUR_KEYS: Final = {"topology", *_CELL_KEYS}


def _read(data: bytes, _file_name: str, ruling: Ruling) -> Board:
    """Read a board from its JSON object; every error names the key at fault."""
    from logicsweep.formats.board_object import BoardObject

    text = decode(data)
    with located(text):
        return _board(object_of(text, BoardObject), ruling)


def _board(given: dict[str, Any], ruling: Ruling) -> Board:
    """Return the board of an object. Raises `EntryError`."""
    with about("clues"):
        model = clue_model(given["clues"]) if "clues" in given else None
    topology = partial(_adjacency, given) if given.keys() & _NEIGHBOUR_KEYS else None
    rules = _rules(given.get("rules"), ruling)
    rows = given["rows"]
    with about("rows", BoardSyntaxError):
        grid, uncertain, adjacency, ruled = parse_rows(
            rows, model, range(len(rows)), topology=topology, rules=rules
        )
    for key, size in zip(("height", "width"), grid.shape, strict=True):
        if given.get(key, size) != size:
            raise EntryError(key, f'"{key}" is {given[key]!r}, but the rows give {size}')
    place, lines = Place.of(grid, adjacency), enumerate(given.get("constraints", ()))
    with about("constraints"):
        constraints = [read_constraint(Located(words, line, 1), place) for line, words in lines]
    total = given.get("mines")
    with about("density"):
        density = _density(given["density"]) if "density" in given else None
    try:
        return Board(
            grid,
            uncertain=uncertain,
            mines=tuple(total) if isinstance(total, list) else total,
            density=density,
            adjacency=adjacency,
            rules=None if ruled is None else ruled.rules,
            liars=given.get("liars", 0),
            constraints=constraints,
        )
    except ValueError as error:
        argument = getattr(error, "argument", None)
        key = argument if argument in ("density", "liars") else "mines"
        raise EntryError(key, str(error)) from None


def _rules(names: str | None, ruling: Ruling) -> MakeRules | None:
    """Return the rules of these names, or the usual ones; None for the ordinary ones."""
    if names is None:
        return None if ruling.usual.is_standard else partial(placed_on, ruling.usual)
    with about("rules"):
        rules = Rules.of(names, known=ruling.known)

    def sized(height: int, width: int, adjacency: Adjacency | None) -> PlacedRules | None:
        with about("rules"):
            return placed_on(rules, height, width, adjacency)

    return sized


def _adjacency(given: dict[str, Any], height: int, width: int) -> Adjacency:
    """Return the neighbours that an object names, for a board of this size.

    Raises `EntryError`, and `LimitError` as `Adjacency.of` does.
    """
    name, lists, places = map(given.get, ("topology", "neighbours", "positions"))
    if name is not None and lists is not None:
        problem = "topology and neighbours cannot be combined; expected one of them"
        raise EntryError("neighbours", problem)
    if places is not None and lists is None:
        raise EntryError("positions", 'positions belong to lists; expected "neighbours" as well')
    with about("topology"):
        adjacency = named_adjacency(canonical(name or SQUARE), height, width)
    if lists is not None:
        with about("neighbours"):
            adjacency = Adjacency.of(lists)
        if places is not None:
            with about("positions"):
                adjacency = adjacency.placed(places)
        if adjacency.size != height * width:
            cells = counted(adjacency.size, "cell")
            problem = f"there are lists for {cells}, but the rows have {height * width:,}"
            raise EntryError("neighbours", problem)
    edges: list[Edge] = []
    for pair in given.get("walls", ()):
        for row, column in pair:
            if row >= height or column >= width:
                raise EntryError("walls", f"the wall at ({row},{column}) is off the board")
        (row, column), (other_row, other_column) = pair
        edges.append((row * width + column, other_row * width + other_column))
    try:
        return adjacency.without(edges) if edges else adjacency
    except EdgeError as error:
        between = " and ".join(f"({row},{column})" for row, column in given["walls"][error.place])
        problem = f"there can be no wall between {between}: {error.fault}"
        raise EntryError("walls", problem) from None


def _density(density: Any) -> Fraction | Priors:
    """Read the density of the object, or the prior of each cell."""
    if not isinstance(density, list):
        return parse_density(str(density))
    return tuple([tuple([parse_density(str(prior)) for prior in row]) for row in density])


def board_object(board: Board, name: str | None = None) -> BoardObject:
    """Return a board as a JSON object; without a `name` if it is None."""
    from msgspec import UNSET

    from logicsweep.formats.board_object import BoardObject

    model = common_model(board.uncertain, board.placed_rules)
    adjacency = board.own_adjacency
    topology = {} if adjacency is None else _topology_entries(adjacency, board.width)
    place = Place.of(board.grid, adjacency)
    return BoardObject(
        format=_NAME,
        board=UNSET if name is None else name,
        height=board.height,
        width=board.width,
        mines=board.mines,
        density=_density_entry(board),
        clues=UNSET if model is None else model,
        rules=UNSET if board.own_rules is None else str(board.own_rules),
        liars=board.liars or UNSET,
        constraints=tuple(constraint_lines(board.constraints, place)) or UNSET,
        rows=tuple(render_rows(board.grid, board.uncertain, model, adjacency, board.placed_rules)),
        **topology,
    )


def _topology_entries(adjacency: Adjacency, width: int) -> dict[str, Any]:
    """Write an adjacency as keys of an object, for a board with rows of `width` cells."""
    name, positions, walls = adjacency.topology, adjacency.positions, adjacency.walls
    entries: dict[str, Any] = {}
    if name is None:
        entries["neighbours"] = adjacency.lists_without_walls
    elif name != SQUARE:
        entries["topology"] = name
    if name is None and positions is not None:
        entries["positions"] = positions
    if walls:
        entries["walls"] = tuple(
            (divmod(first, width), divmod(second, width)) for first, second in walls
        )
    return entries


def _density_entry(board: Board) -> str | tuple[tuple[str, ...], ...] | None:
    """Return the density, or the prior of each cell."""
    if board.priors is not None:
        return tuple([tuple(map(str, row)) for row in board.priors])
    return None if board.density is None else str(board.density)


def _write(board: Board) -> bytes:
    """Write the object with a line for each row of the board."""
    from msgspec import to_builtins

    value = to_builtins(board_object(board))
    rows = value.pop("rows")
    lists = {key: value.pop(key) for key in _CELL_KEYS if key in value}
    if board.priors is not None:
        lists["density"] = value.pop("density")
    entries = json.dumps(value, indent=1).removesuffix("\n}")
    for key, items in lists.items():
        # One line a cell, wall or row, where the library would write one a number.
        lines = ",\n".join([f"  {json.dumps(item)}" for item in items])
        entries += f',\n "{key}": [\n{lines}\n ]'
    ending = json.dumps({"rows": rows}, indent=1).removeprefix("{")
    return f"{entries},{ending}\n".encode()


FORMAT: Final = Format(
    name="json",
    about='JSON: {"format": "logicsweep-board/1", "mines": ..., "rows": [...]}',
    detect=lambda data: has_key(data, "format", "rows"),
    reader=_read,
    write_board=_write,
    keeps=Keeps.EVERYTHING,
)
