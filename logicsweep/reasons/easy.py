"""Proofs of verdicts from one or two sources, on an ordinary board as it stands.

The kernel's twin is `easy.c`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from logicsweep.board.adjacency import Adjacency
from logicsweep.board.state import State
from logicsweep.constraints.source import Source, SourceKind
from logicsweep.kernel.easy import MINE_COUNT
from logicsweep.reasons.techniques import Row, pair


def easy_proofs(
    states: Sequence[int], mines: int, adjacency: Adjacency
) -> dict[int, tuple[int, ...]]:
    """Return by cell a smallest set of sources that proves it safe or a mine, of one or two.

    Cells that take more sources are left out. A source is the cell number of a clue, or
    `MINE_COUNT`. Of several sets it is a clue before the mine count, two clues before a clue and
    the mine count, and then the first in order.

    Args:
        states: The states of all cells; every clue is a number.
        mines: The total number of mines.
        adjacency: The neighbours of each cell.
    """
    covered = {n for n, state in enumerate(states) if state in (State.COVERED, State.FLAGGED)}
    known = {n for n, state in enumerate(states) if state == State.KNOWN_MINE}
    rows: dict[int, Row] = {}
    left: dict[int, int] = {}  # by clue, the mines that are left for all other cells
    for number, near in enumerate(adjacency.lists):
        cells = covered.intersection(near)
        if states[number] >= 0 and cells:
            need = states[number] - len(known.intersection(near))
            rows[number] = Row(cells, 1 << need, Source(SourceKind.CLUE, number))
            left[number] = mines - len(known) - need
    # The first proof of a cell stays.
    proofs: dict[int, tuple[int, ...]] = {}
    for number, row in rows.items():
        if row.forces is not None:
            proofs = dict.fromkeys(row.cells, (number,)) | proofs
    if mines - len(known) in (0, len(covered)):
        proofs = dict.fromkeys(covered, (MINE_COUNT,)) | proofs
    for first, second in _pairs(rows):
        proofs = dict.fromkeys(pair(rows[first], rows[second]).decided, (first, second)) | proofs
    for number, row in rows.items():
        outside = covered - row.cells
        if left[number] in (0, len(outside)):
            proofs = dict.fromkeys(outside, (number, MINE_COUNT)) | proofs
    return proofs


def _pairs(rows: Mapping[int, Row]) -> Iterator[tuple[int, int]]:
    """Yield the rows that share cells, two by two, in order."""
    touching: dict[int, set[int]] = defaultdict(set)
    for number, row in rows.items():
        for cell in row.cells:
            touching[cell].add(number)
    for number, row in rows.items():
        beside = set().union(*[touching[cell] for cell in row.cells])
        yield from [(number, later) for later in sorted(beside) if later > number]
