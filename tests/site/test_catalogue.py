"""The catalogue of rules and topologies, its boards judged by all of their layouts."""

from __future__ import annotations

import json
import re
from typing import Any

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, read_board
from logicsweep.board.names import TOPOLOGY_NAMES
from logicsweep.board.rules.catalogue import CLUE_RULES, LAYOUT_RULES
from logicsweep.board.topology_text import canonical
from logicsweep.site import Desk
from logicsweep.site.catalogue import TOPOLOGY_SIZES
from tests.conftest import some
from tests.judges import oracle, ruled_boards
from tests.judges.geometry import grid_neighbours, neighbours
from tests.judges.oracle import Masks, placements
from tests.site.asking import asked, request

RULES = [rule.name for rule in (*CLUE_RULES, *LAYOUT_RULES)]
NAMES = [*RULES, *TOPOLOGY_SIZES]
ORDINARY = ("V", "square")


def catalogue(desk: Desk) -> dict[str, Any]:
    """The entries by their names, in their order."""
    (message,) = asked(desk, request("catalogue"))
    return {entry["name"]: entry for entry in message["entries"]}


def example(desk: Desk, name: str) -> Board:
    return read_board(json.dumps(catalogue(desk)[name]["example"]).encode(), name="json")


def near_of(name: str, board: Board) -> list[list[int]]:
    """The neighbours in a topology, by geometry."""
    grid = re.fullmatch(r"grid (\S+)( wrap)?", name)
    if grid is None:
        return neighbours(name, board.shape)
    dims = [int(size) for size in grid[1].split("x")]
    return grid_neighbours(dims, [grid[2] is not None] * len(dims))


def layouts(name: str, board: Board) -> Masks:
    """Every layout of an example."""
    if name in RULES:
        return ruled_boards.layouts(board, placements(board))
    return oracle.layouts(board, near_of(name, board))


def alike_in_all(masks: Masks, board: Board, *, mine: bool) -> set[Cell]:
    """The covered cells that are mines in all layouts, or safe in all."""
    alike = np.all(masks == mine, axis=0)
    return {cell for cell in board.covered if alike[cell]}


def ordinarily_safe(board: Board) -> set[Cell]:
    """The safe cells if the same text is read without its rules and its topology."""
    lines = str(board).splitlines(keepends=True)
    text = "".join(line for line in lines if not line.startswith(("rules:", "topology:")))
    try:
        return set(KnowledgeBase(Board.parse(text)).consequences().safe)
    except (ValueError, InconsistentBoardError):
        return set()


def test_every_rule_and_topology_is_listed(desk: Desk) -> None:
    entries = catalogue(desk)
    assert list(entries) == NAMES
    dimensions = re.compile(r"\d+(x\d+)+")
    listed = [dimensions.sub("4x4x4", name) for name in TOPOLOGY_SIZES]
    assert listed == [dimensions.sub("4x4x4", name) for name in TOPOLOGY_NAMES]
    for rule in CLUE_RULES:
        assert entries[rule.name]["kind"] == "clues"
        assert entries[rule.name]["about"] == rule.about
    for layout_rule in LAYOUT_RULES:
        assert entries[layout_rule.name]["kind"] == "layouts"
        assert entries[layout_rule.name]["about"] == layout_rule.about
    for name in TOPOLOGY_SIZES:
        assert entries[name]["kind"] == "topology"
        assert canonical(name) == name
        assert entries[name]["about"].startswith(("Neighbours ", "Opposite ", "The left "))


# Of these the judge or the library tries many layouts with every key or value.
DEAR = ("2L", "2I")
MARKED = [pytest.param(name, marks=[pytest.mark.night] * (name in DEAR)) for name in NAMES]


@pytest.mark.few(4)
@pytest.mark.parametrize("name", some(MARKED, every=3, first=2))
def test_an_example_proves_cells_by_its_rule(name: str, desk: Desk) -> None:
    board = example(desk, name)
    masks = layouts(name, board)
    assert len(masks)
    proved = KnowledgeBase(board).consequences()
    assert proved.safe == alike_in_all(masks, board, mine=False)
    assert proved.mines == alike_in_all(masks, board, mine=True)
    if name in ORDINARY:
        assert len(proved.safe) >= 2
    else:
        assert len(proved.safe - ordinarily_safe(board)) >= 2
        assert name in (str(board.rules), board.adjacency.topology)
