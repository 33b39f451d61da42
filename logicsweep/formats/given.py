"""`board_of`: a board from whatever stands for one: an array, a text, a file, a link."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias, TypedDict, TypeGuard, Unpack

from numpy.typing import ArrayLike

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.array_codes import AnyCode
from logicsweep.board.board import Board
from logicsweep.board.constraint_forms import Place
from logicsweep.board.constraint_text import read_constraints
from logicsweep.board.layout import Layout
from logicsweep.board.rules.rules import AnyRules, KnownRules, Rules, Ruling
from logicsweep.board.topology_text import canonical, neighbours_of
from logicsweep.board.total import AnyDensity, Total
from logicsweep.constraints.cardinality import Constraint
from logicsweep.errors import ArgumentError, ArgumentTypeError, listed, nearest_words
from logicsweep.formats.dealt import DealtGame
from logicsweep.formats.files import EXAMPLE
from logicsweep.formats.registry import by_ending, read_board, read_layout
from logicsweep.formats.stored import load, load_layout

AnyBoard: TypeAlias = Board | ArrayLike | str | bytes | os.PathLike[str]
"""A board, or what stands for one: an array, a text, the path of a file, a link or a game id."""


class CellKeys(TypedDict, total=False):
    """The codes of the cells of an array or a text, and the mine count."""

    covered: AnyCode
    flag: AnyCode
    mine: AnyCode
    mines: Total


class BoardKeys(CellKeys, total=False):
    """All that is known of a board beside its cells, by the names that `Board` has."""

    density: AnyDensity | None
    topology: Adjacency | str | None
    rules: AnyRules | KnownRules | None
    liars: int
    constraints: Sequence[Constraint] | str


# The keys that say how an array or a text is read; the others change the board.
_READING = ("covered", "flag", "mine")


def board_of(given: AnyBoard, **keys: Unpack[BoardKeys]) -> Board:
    """Return a board, from whatever stands for one.

    Args:
        given: A board; a (height, width) array in the codes that `Board.from_array` takes; a text
            in any board format; or the path of a file, a link or a game id, as `load` takes them. A
            text of one line that names a file is its path.
        keys: Arguments of `Board` and `Board.from_array`, such as `mines=10` or `covered="#"`, in
            place of what the board says. `topology` may be the name of one, `constraints` a text
            with one on each line, and `rules` what `load_rules` returns: a text may name some of
            these, else all of them hold.

    Raises:
        BoardSyntaxError: The text is no board.
        OSError: The file cannot be read.
        ValueError: As `Board` and `Board.from_array`; or a key does not go with what is given.
        TypeError: It stands for no board, or there is no such key.
    """
    unknown = next((key for key in keys if key not in BoardKeys.__annotations__), None)
    if unknown is not None:
        known = [*BoardKeys.__annotations__]
        text = f"there is no argument {unknown}{nearest_words(unknown, known)}"
        raise ArgumentTypeError(unknown, f"{text}; boards have {listed(known)}")
    changes: dict[str, Any] = {**keys}
    reading = {name: changes.pop(name) for name in _READING if name in changes}
    ruling = None
    if isinstance(changes.get("rules"), Mapping):  # of a file: what a header may name, else all
        named = changes.pop("rules")
        ruling = Ruling(named, Rules.of([*named.values()]))
        if not isinstance(given, str | bytes | os.PathLike):
            changes["rules"] = ruling.usual
    board = _read(given, reading, ruling)
    if "topology" in changes:
        topology = changes.pop("topology")
        if isinstance(topology, str):
            topology = neighbours_of(canonical(topology), board.height, board.width)
        changes["adjacency"] = topology
    constraints = changes.get("constraints")
    if isinstance(constraints, str):
        place = Place.of(board.grid, changes.get("adjacency", board.own_adjacency))
        changes["constraints"] = read_constraints(constraints, place)
    if changes.get("density") is not None and "mines" not in changes:
        changes["mines"] = None
    return board.altered(**changes) if changes else board


def _read(given: AnyBoard, reading: dict[str, Any], rules: Ruling | None) -> Board:
    if not isinstance(given, Board | str | bytes | os.PathLike):
        if not isinstance(given, Sequence) and not hasattr(given, "__array__"):
            wanted = "a Board, an array, a text, a path or a link"
            raise ArgumentTypeError("board", f"board is {given!r:.40}; expected {wanted}")
        return Board.from_array(given, **reading)
    covered = None if isinstance(given, Board) else reading.pop("covered", None)
    for name in reading:
        raise ArgumentError(name, f"{name} is for arrays, which it says how to read")
    if isinstance(given, Board):
        return given
    read: Callable[..., Board] = load if _is_path(given) else read_board
    return read(given, covered=covered, rules=rules)


def layout_of(given: AnyBoard) -> DealtGame:
    """Return a whole layout, from whatever stands for one: a text, a file, an open board.

    Raises as `read_layout`, `load_layout` and `Layout.of`.
    """
    if _is_path(given):
        return load_layout(given)
    if isinstance(given, str | bytes):
        return read_layout(given)
    return DealtGame(Layout.of(board_of(given)))


def _is_path(given: object) -> TypeGuard[str | os.PathLike[str]]:
    """Tell whether it is a path, or a text that is the name of a file, also of one not there."""
    if isinstance(given, str) and "\n" not in given:
        return os.path.lexists(given) or given.startswith(EXAMPLE) or bool(by_ending(given))
    return isinstance(given, os.PathLike)
