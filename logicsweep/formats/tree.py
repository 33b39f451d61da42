"""The tree of positions in a link to the page, declared once; it loads msgspec.

The page has the same in `browser/analyse/tree.js`.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

Number = Annotated[int, Meta(ge=0)]
_NONE: Final = "the link has no position of the page in it"


class Values(Struct, forbid_unknown_fields=True):
    """Values that a change sets; the reader of boards checks all but the program."""

    total: Any = UNSET
    density: Any = UNSET
    clues: Any = UNSET
    liars: Any = UNSET
    program: str | UnsetType | None = UNSET


class Node(Struct):
    """A position: a board, or a change of the one with the number `parent`."""

    parent: Number | None = None
    board: dict[str, Any] | None = None
    beside: dict[str, Any] | None = None
    """Values of a position that no board has."""
    cells: tuple[tuple[str, tuple[Number, ...]], ...] = ()
    set: Values | None = None


class Tree(Struct):
    """Positions, and the number of the one at hand; a link that says neither is a line."""

    nodes: tuple[Node, ...]
    at: Number | None = None

    def board(self) -> bytes:
        """Return the board at hand as JSON of the format `json`, not yet checked.

        Raises ValueError for a cell off the board, and for a position with a logic program.
        """
        changes: list[Node] = []
        node = self.nodes[-1 if self.at is None else self.at]
        while node.board is None and node.parent is not None:
            changes.append(node)
            node = self.nodes[node.parent]
        board = {"format": "logicsweep-board/1"} | (node.board or {})
        values = {"program": (node.beside or {}).get("program")}
        changes.reverse()
        for change in changes:
            values |= msgspec.to_builtins(change.set) or {}
        if values.pop("program"):
            raise ValueError(
                "the position in this link has a logic program, which no board holds; save the "
                "program as a file, and copy a link of the position without it"
            )
        cells = [painted for change in changes for painted in change.cells]
        if cells:
            board["rows"] = _painted(board, cells)
        board |= {"mines" if key == "total" else key: value for key, value in values.items()}
        return msgspec.json.encode(board)


def tree_of(data: bytes) -> Tree:
    """Read a tree from JSON. Raises ValueError if it is none."""
    try:
        tree = msgspec.json.decode(data, type=Tree)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ValueError(f"{_NONE}: {error}") from None
    except RecursionError:
        raise ValueError(f"{_NONE}: its JSON is nested too deeply") from None
    for number, node in enumerate(tree.nodes):
        if node.parent is None and node.board is None and number:
            node.parent = number - 1
        if node.board is None if node.parent is None else node.parent >= number:
            raise ValueError(f"{_NONE}: node {number} is broken")
    at = tree.at or 0
    if at >= len(tree.nodes):
        raise ValueError(f"{_NONE}: there is no node {at:,}")
    return tree


def tokens_of(row: str, width: int | None = None) -> list[str]:
    """Return the tokens of a row: its words, or its signs if it is one word.

    The word of a board of one column, whose `width` is 1, is one token.
    """
    words = row.split()
    return words if len(words) > 1 or width == 1 else list(row.strip())


def _painted(board: dict[str, Any], cells: list[tuple[str, tuple[int, ...]]]) -> list[str]:
    """Return the rows of a board with other tokens of cells. Raises ValueError."""
    rows = board.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        raise ValueError('the board in the link: expected "rows": a list of strings')
    width = board.get("width", max(len(tokens_of(row)) for row in rows))
    tokens = [tokens_of(row, width) for row in rows]
    if any(len(row) != width for row in tokens):
        raise ValueError("the board in the link: the rows are not of one length")
    for token, numbers in cells:
        for number in numbers:
            row, column = divmod(number, width)
            if row >= len(tokens):
                raise ValueError(f"the link changes cell {number:,}, which is not on the board")
            tokens[row][column] = token
    gap = "" if all(len(token) == 1 for row in tokens for token in row) else " "
    return [gap.join(row) for row in tokens]
