"""What has to be said below a board that is drawn as rows of cells."""

from __future__ import annotations

from logicsweep.board.board import Board
from logicsweep.board.topology_text import NOT_A_GRID


def board_notes(board: Board) -> list[str]:
    """Return lines about the neighbours and the rules of a board; none on an ordinary one."""
    notes = []
    if not board.has_eight_neighbours:
        notes.append(_neighbours(board))
    if board.own_rules is not None:
        notes.append(f"Rules: {board.own_rules}.")
    return notes


def _neighbours(board: Board) -> str:
    name, walls = board.adjacency.topology, len(board.adjacency.walls)
    if name is None:
        return NOT_A_GRID
    more = f", with {walls} wall{'s' if walls > 1 else ''}" if walls else ""
    return f"Topology: {name}{more}, drawn as rows of cells."
