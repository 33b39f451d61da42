"""The preferred clues that force a cell, against their definition and all layouts."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, KnowledgeBase
from logicsweep.errors import InternalError
from logicsweep.kernel.proposal import Forcing
from logicsweep.limits import Budget
from logicsweep.reason import preferred
from logicsweep.reason.preferred import preferred_clues
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ASP, SAT
from logicsweep.system.system import (
    cardinalities,
    cell_codes,
    clue_rows,
    constraints_of_clues,
    position_of,
)
from tests.conftest import needs_kernel, seeds
from tests.judges.fuzz import draw_board
from tests.judges.judge import Judge, consistent

NEVER = Budget(None)


def in_rings(board: Board, cell: Cell) -> list[Cell]:
    """The clues that are connected to a cell, ring by ring."""
    cells = [board.cell(number) for number in range(board.grid.size)]
    near = {
        place: [board.cell(other) for other in board.adjacency.neighbours(board.number(place))]
        for place in cells
    }
    clues = set(board.clues) | set(board.uncertain)
    order: list[Cell] = []
    ring = sorted(clues.intersection(near[cell]))
    while ring:
        order += ring
        covered = {place for clue in ring for place in near[clue] if board.is_covered(place)}
        ring = sorted({clue for place in covered for clue in near[place]} & clues - {*order})
    return order


def by_definition(board: Board, judge: Judge, cell: Cell, mine: bool) -> list[Cell] | None:
    """The first clue that forces a cell alone; else what is left when the last clues go first."""
    kept = in_rings(board, cell)
    for clue in kept:
        if judge.forces([clue], False, cell, mine):
            return [clue]
    if not judge.forces(kept, False, cell, mine):
        return None
    for clue in reversed(kept):
        rest = [other for other in kept if other != clue]
        if judge.forces(rest, False, cell, mine):
            kept = rest
    return sorted(kept)


@pytest.mark.few(3)
@pytest.mark.parametrize("solver", ["minicard", "cadical195", ASP])
@pytest.mark.parametrize("block", seeds(range(40), fast=3))
def test_the_set_is_the_preferred_one(either_kernel: str, block: int, solver: str) -> None:
    engine = engine_of(ASP) if solver == ASP else engine_of(SAT, solver=solver)
    sizes = set()
    for seed in range(block * 4, block * 4 + 4):
        board, judge, verdicts = consistent(seed)
        for cell, mine in list(verdicts.items())[:3]:
            clues = preferred_clues(
                position_of(board), board.number(cell), mine=mine, engine=engine, budget=NEVER
            )
            wanted = by_definition(board, judge, cell, mine)
            if wanted is None:
                assert clues is None, (seed, cell)
                continue
            assert clues is not None, (seed, cell)
            assert [board.cell(clue) for clue in clues] == wanted, (seed, cell)
            sizes.add(len(wanted))
    assert sizes, either_kernel


@pytest.mark.parametrize("block", seeds(range(20), fast=4))
def test_a_few_clues_are_the_constraints_they_are_among_many(block: int) -> None:
    for seed in range(block * 10, block * 10 + 10):
        position = position_of(draw_board(Random(f"few {seed}"))[0])
        rows = clue_rows(position, position.clues)
        wanted = cardinalities(rows, cell_codes(position.states))
        assert list(constraints_of_clues(position, position.clues.tolist())) == wanted, seed


TWO = """\
????
1221
0000
"""


def proposing(monkeypatch: pytest.MonkeyPatch, proposed: Forcing) -> KnowledgeBase:
    """A knowledge base whose kernel proposes these clues for every cell."""
    monkeypatch.setattr(preferred, "forcing", lambda *_, **__: proposed)
    return KnowledgeBase(Board.parse(TWO))


@needs_kernel
def test_what_the_kernel_proposes_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """Clues that do not force the cell, and clues that are not needed, are a defect."""
    board = Board.parse(TWO)
    kb = KnowledgeBase(board)
    cell, explanation = next(
        (cell, explanation)
        for cell in sorted(kb.consequences().safe | kb.consequences().mines)
        for explanation in [kb.explain(cell)]
        if explanation.size == 2
    )
    number = board.number(cell)
    right = preferred.forcing(
        position_of(board), number, mine=cell in kb.consequences().mines, budget=NEVER
    )
    assert right is not None
    assert sorted(map(board.cell, right.clues)) == list(explanation.clues)
    assert proposing(monkeypatch, right).explain(cell) == explanation

    too_few = Forcing(right.clues[:1], [right.layouts[0]])
    with pytest.raises(InternalError, match="do not force") as caught:
        proposing(monkeypatch, too_few).explain(cell)
    assert caught.value.board is not None
    assert caught.value.board == str(board)

    other = next(clue for clue in position_of(board).clues.tolist() if clue not in right.clues)
    wrong = np.flatnonzero(board.grid.ravel() < 0).tolist()  # every covered cell a mine
    too_many = Forcing([*right.clues, other], [*right.layouts, wrong])
    with pytest.raises(InternalError, match="a layout that does not meet"):
        proposing(monkeypatch, too_many).explain(cell)
