"""A board as JSON, `.json`.

    {"format": "logicsweep-board/1", "height": 2, "width": 3,
     "mines": 2, "density": "33/160", "rows": ["?2?", "12F"]}

`rows` are the rows of the native text, with tokens for uncertain clues; `clues` is the clue model
of numbers that name none, or left out. `mines` is a number, `[lower, upper]`, or null or left
out when it is unknown; `density` is a string such as "0.206" or "33/160", a number, a list of lists
of these with one for each cell, or null or left out. `height` and `width` may be left out, but must
be right. `board`, a name for the board, is ignored.

`liars` is the most clues that may be wrong, and `constraints` are lines as in the native text.

Where the neighbours are not the eight around a cell, `topology`, `neighbours`, `positions` and
`walls` say so (see `topology_object`).
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
from logicsweep.board.constraint_text import constraint_words, read_constraint
from logicsweep.board.rows import MakeRules, common_model, parse_rows, render_rows
from logicsweep.board.rules.rules import CATALOGUE, PlacedRules, Rules, Ruling, placed_on
from logicsweep.board.topology_text import Located
from logicsweep.board.total import Priors, Total, parse_density
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import BoardSyntaxError
from logicsweep.formats.base import Format, Keeps
from logicsweep.formats.objects import fault, has_key, object_of
from logicsweep.formats.text import decode
from logicsweep.formats.topology_object import CELL_KEYS, SizeError, read_topology, topology_entries

if TYPE_CHECKING:
    from logicsweep.formats.board_object import BoardObject

_NAME: Final = "logicsweep-board/1"


def _read(data: bytes, _file_name: str) -> Board:
    return _read_ruled(data, CATALOGUE)


def _read_ruled(data: bytes, ruling: Ruling) -> Board:
    """Read a board from its JSON object; every error names the key at fault."""
    text = decode(data)
    value = _object(text)
    rows = value.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise fault(text, "rows", 'expected "rows": a list of strings, one for each row')
    try:
        model = clue_model(value["clues"]) if isinstance(value.get("clues"), str) else None
    except ValueError as error:
        raise fault(text, "clues", str(error)) from None
    if model is None and value.get("clues") is not None:
        raise fault(text, "clues", 'expected "clues": a clue model such as "optimistic", or null')
    make = read_topology(text, value)
    rules = _rules(text, value, ruling)
    try:
        grid, uncertain, adjacency, ruled = parse_rows(rows, model, topology=make, rules=rules)
    except SizeError as error:
        raise fault(text, error.key, str(error)) from None
    except BoardSyntaxError as error:
        problem = f"row {error.line - 1}, character {error.column}: {error.text}"
        raise fault(text, "rows", problem) from None
    for key, size in zip(("height", "width"), grid.shape, strict=True):
        if value.get(key, size) != size or type(value.get(key, size)) is bool:
            raise fault(text, key, f'"{key}" is {value[key]!r}, but the rows give {size}')
    try:
        return Board(
            grid,
            uncertain=uncertain,
            mines=_total(value),
            density=_density(value),
            adjacency=adjacency,
            rules=None if ruled is None else ruled.rules,
            liars=value.get("liars", 0),
            constraints=_constraints(text, value, Place.of(grid, adjacency)),
        )
    except (TypeError, ValueError) as error:
        if isinstance(error, BoardSyntaxError):
            raise
        argument = getattr(error, "argument", None)
        key = argument if argument in ("density", "liars") else "mines"
        raise fault(text, key, str(error)) from None


def _constraints(text: str, value: dict[str, Any], place: Place) -> list[Constraint]:
    """Read the constraints of the object."""
    given = value.get("constraints") or []
    if not isinstance(given, list) or not all(isinstance(words, str) for words in given):
        raise fault(text, "constraints", 'expected "constraints": a list of strings, or null')
    try:
        return [read_constraint(Located(words, line, 1), place) for line, words in enumerate(given)]
    except BoardSyntaxError as error:
        problem = f"constraint {error.line}, character {error.column}: {error.text}"
        raise fault(text, "constraints", problem) from None


def _object(text: str) -> dict[str, Any]:
    """Read the object, with known keys and the right format only."""
    from logicsweep.formats.board_object import BoardObject

    keys = BoardObject.__struct_fields__
    value = object_of(text, ", ".join(keys))
    for key in value:
        if key not in keys:
            raise fault(text, key, f"unknown key {key!r}; expected {', '.join(keys)}")
    if value.get("format") != _NAME:
        raise fault(text, "format", f'expected "format": "{_NAME}"')
    return value


def _rules(text: str, value: dict[str, Any], ruling: Ruling) -> MakeRules | None:
    """Read the rules that the object names; None for the ordinary ones."""
    names = value.get("rules")
    if names is None:
        return None if ruling.usual.is_standard else partial(placed_on, ruling.usual)
    if not isinstance(names, str):
        raise fault(text, "rules", 'expected "rules": names such as "1M Q", or null')

    def sized(height: int, width: int, adjacency: Adjacency | None) -> PlacedRules | None:
        try:
            return placed_on(rules, height, width, adjacency)
        except ValueError as error:
            raise fault(text, "rules", str(error)) from None

    try:
        rules = Rules.of(names, known=ruling.known)
    except ValueError as error:
        raise fault(text, "rules", str(error)) from None
    return sized


def _total(value: dict[str, Any]) -> Total:
    """Read the mine count of the object: a number, two bounds or null."""
    total = value.get("mines")
    if total is None or type(total) is int:
        return total
    if isinstance(total, list) and len(total) == 2 and all(type(bound) is int for bound in total):
        return (total[0], total[1])
    raise ValueError('expected "mines": a number, [lower, upper] or null')


def _density(value: dict[str, Any]) -> Fraction | Priors | None:
    """Read the density of the object, or the prior of each cell."""
    density = value.get("density")
    if density is None:
        return None
    if not isinstance(density, list):
        return parse_density(str(density))
    rows = [row if isinstance(row, list) else [row] for row in density]
    return tuple([tuple([parse_density(str(prior)) for prior in row]) for row in rows])


def board_object(board: Board, name: str | None = None) -> BoardObject:
    """Return a board as a JSON object; without a `name` if it is None."""
    from msgspec import UNSET

    from logicsweep.formats.board_object import BoardObject

    model = common_model(board.uncertain, board.placed_rules)
    adjacency = board.own_adjacency
    topology = {} if adjacency is None else topology_entries(adjacency, board.width)
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
        constraints=tuple([constraint_words(constraint, place) for constraint in board.constraints])
        or UNSET,
        rows=tuple(render_rows(board.grid, board.uncertain, model, adjacency, board.placed_rules)),
        **topology,
    )


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
    lists = {key: value.pop(key) for key in CELL_KEYS if key in value}
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
    ruled_reader=_read_ruled,
    write_board=_write,
    keeps=Keeps.EVERYTHING,
)
