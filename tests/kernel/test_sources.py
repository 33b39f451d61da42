"""Minimal sets of sources from the kernel: without any one source the others do not suffice."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, State
from logicsweep.kernel import headers
from logicsweep.kernel.context import Context, Status, address_of, context
from logicsweep.kernel.library import library
from logicsweep.kernel.proposal import Sources, proposed_sources
from logicsweep.limits import Budget
from logicsweep.reason.mus import Mus
from logicsweep.system.system import Position, position_of
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.making import clue, deal, opened_at_random, showing
from tests.kernel.plain import AllLayouts, Judge, endgame, small_boards, torus

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 8


def as_mus(sources: Sources | None) -> Mus:
    assert sources is not None
    return Mus(tuple(sources.clues.tolist()), sources.uses_total)


def check_on_all_layouts(every: AllLayouts, mus: Mus, cell: int | None, *, mine: bool) -> None:
    """Nothing agrees with the sources and the opposite; without any one of them something does.

    If the clues suffice, the mine count is not among them.
    """
    opposite = np.ones(len(every.mines), dtype=np.bool_)
    if cell is not None:
        opposite = every.mines[:, cell] != mine
    assert not (every.agreeing(mus.clues, total=mus.uses_total) & opposite).any()
    for number in mus.clues:
        others = [near for near in mus.clues if near != number]
        assert (every.agreeing(others, total=mus.uses_total) & opposite).any()
    if mus.uses_total:
        assert (every.agreeing(every.wrong, total=False) & opposite).any()


@pytest.mark.parametrize("block", seeds(range(60), fast=12))
def test_every_verdict_and_every_conflict_on_small_boards(block: int) -> None:
    """Of cells that are not decided so, or boards with a layout, the answer is none."""
    for seed, board, near in small_boards(block, BLOCK):
        every = AllLayouts.of(board, near)
        position = position_of(board)
        agreeing = every.mines[every.agreeing(every.wrong, total=True)]
        mus = as_mus(proposed_sources(position, NEVER))
        assert (mus.size > 0) == (len(agreeing) == 0), seed
        if mus.size:
            check_on_all_layouts(every, mus, None, mine=False)
        for cell in map(board.number, board.covered):
            for mine in (False, True):
                mus = as_mus(proposed_sources(position, NEVER, cell=cell, mine=mine))
                assert (mus.size > 0) == (agreeing[:, cell] == mine).all(), (seed, cell)
                if mus.size:
                    check_on_all_layouts(every, mus, cell, mine=mine)


def strip(length: int) -> Board:
    """A row of clues each of which is needed to decide the first cell."""
    grid = np.full((1, 2 * length + 1), State.COVERED, dtype=np.int8)
    grid[0, 1::2] = 1
    grid[0, -2] = 0
    return Board(grid)


@pytest.mark.parametrize("length", [4, 300])
def test_all_clues_of_a_strip_are_needed(length: int) -> None:
    board = strip(length)
    mine = KnowledgeBase(board).consequences().mines >= {(0, 0)}
    mus = as_mus(proposed_sources(position_of(board), NEVER, cell=0, mine=mine))
    assert mus == Mus(tuple(map(board.number, board.clues)), uses_total=False)


def has_layout(board: Board, clues: Iterable[int], *, total: bool) -> bool:
    """Whether some of the clues of a board agree, and the mine count if wanted.

    A cardinality solver judges clues. The mine count of a whole board takes such a solver minutes,
    so that Python judges it, component by component, without the kernel.
    """
    if not total:
        return Judge(board).layout(clues, total=False, values={})
    shown = showing(board, {board.cell(number) for number in clues})
    with without_kernel():
        return KnowledgeBase(shown).has_layout()


def check_by_solver(board: Board, mus: Mus) -> None:
    assert not has_layout(board, mus.clues, total=mus.uses_total)
    for number in mus.clues:
        others = [near for near in mus.clues if near != number]
        assert has_layout(board, others, total=mus.uses_total), number
    if mus.uses_total:
        assert has_layout(board, map(board.number, board.clues), total=False)


@pytest.mark.parametrize("seed", seeds(range(12), fast=3))
def test_boards_opened_at_random(seed: int) -> None:
    """Their components are wide, but the clues around a cell are few."""
    board = opened_at_random(seed, 24, 24, 120, 0.3)
    position = position_of(board.without_total())
    proved = KnowledgeBase(board.without_total()).consequences()
    for cell in Random(seed).sample(sorted(proved.mines | proved.safe), 12):
        number, mine = board.number(cell), cell in proved.mines
        mus = as_mus(proposed_sources(position, NEVER, cell=number, mine=mine))
        opposite = State.NO_CLUE if mine else State.KNOWN_MINE
        check_by_solver(board.replace({cell: opposite}), mus)


@pytest.mark.parametrize("seed", seeds(range(40), fast=6))
def test_endgames(seed: int) -> None:
    """What the mine count decides where all else is open, with flags, and on a torus."""
    board = endgame(seed, 16, 16, 40)
    flags = dict.fromkeys(Random(seed).sample(board.covered, 5), State.FLAGGED)
    for shaped in (board.replace(flags), torus(board).with_total((37, 40))):
        position = position_of(shaped)
        conflict = as_mus(proposed_sources(position, NEVER))
        assert (conflict.size == 0) == KnowledgeBase(shaped).has_layout()
        if conflict.size:
            check_by_solver(shaped, conflict)
            continue
        proved = KnowledgeBase(shaped).consequences()
        by_clues = KnowledgeBase(shaped.without_total()).consequences()
        extra = (proved.mines | proved.safe) - (by_clues.mines | by_clues.safe)
        for cell in [*sorted(extra)[:1], *sorted(by_clues.safe)[:2]]:
            number, mine = shaped.number(cell), cell in proved.mines
            mus = as_mus(proposed_sources(position, NEVER, cell=number, mine=mine))
            assert mus.uses_total == (cell in extra)
            opposite = State.NO_CLUE if mine else State.KNOWN_MINE
            check_by_solver(shaped.replace({cell: opposite}), mus)


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_conflicts_on_boards_of_experts(seed: int) -> None:
    """A clue is off by one, or the mine count is wrong."""
    rng = Random(f"conflict {seed}")
    layout, first = deal(rng, 16, 30, 99)
    kb = KnowledgeBase(Board(np.full((16, 30), State.COVERED), mines=99))
    queue = {first}
    while queue:
        kb.tell_all({cell: clue(layout, cell) for cell in queue})
        queue = set(kb.consequences().safe)
    board = kb.board
    if seed % 4:
        cell = rng.choice([cell for cell, shown in board.clues.items() if shown != 0])
        board = board.replace({cell: clue(layout, cell) + rng.choice((-1, 1))})
    else:
        board = board.with_total(seed // 2)
    mus = as_mus(proposed_sources(position_of(board), NEVER))
    with without_kernel():
        assert (mus.size == 0) == KnowledgeBase(board).has_layout()
    if mus.size:
        check_by_solver(board, mus)
        clues = map(board.number, board.clues)
        assert mus.uses_total == has_layout(board, clues, total=False)


@pytest.mark.parametrize("mines", [0, 3])
def test_the_mine_count_alone(mines: int) -> None:
    """No clue is needed to see that all cells are mines, or none is."""
    board = Board(np.full((1, 3), State.COVERED), mines=mines)
    mus = as_mus(proposed_sources(position_of(board), NEVER, cell=1, mine=mines > 0))
    assert mus == Mus((), uses_total=True)


def ask(own: Context, position: Position, room: int) -> tuple[int, list[int]]:
    """The status of a question about cell 0 and its answer."""
    degree, size = position.adjacency.table.shape
    total = position.total if isinstance(position.total, int) else -1
    board = headers.ls_plain_board(
        *(size, degree, position.adjacency.address, position.states.ctypes.data, total, total)
    )
    answer = np.zeros(room, dtype=np.int32)
    status = own.library.ls_mus(own.address, board, -1, 0, room, address_of(answer))
    return status, answer.tolist()


def test_ceilings_of_memory_and_work() -> None:
    """A limit is no answer, and what is asked next does not suffer."""
    loaded = library()
    assert loaded is not None
    board = endgame(1, 10, 10, 22)
    position = position_of(board.with_total(15))
    status, expected = ask(Context(loaded), position, 102)
    assert status == Status.OK
    assert expected[0] > 1
    assert expected[1] == 1
    seen = set()
    for most in range(2_000, 120_000, 1_500):
        own = Context(loaded, most_bytes=most)
        status, answer = ask(own, position, 102)
        seen.add(status)
        assert loaded.ls_taken(own.address) <= most
        assert answer == expected if status == Status.OK else status == Status.MEMORY
    assert seen == {Status.OK, Status.MEMORY}
    own = Context(loaded)
    for work in range(0, 400_000, 40_000):
        loaded.ls_limits(own.address, 1 << 30, work)
        status, answer = ask(own, position, 102)
        seen.add(status)
        assert answer == expected if status == Status.OK else status == Status.STOPPED
    loaded.ls_limits(own.address, 1 << 30, 1 << 60)
    own.cancel()
    assert ask(own, position, 102)[0] == Status.STOPPED
    own.shared[0] = 0
    assert ask(own, position, 102) == (Status.OK, expected)
    assert Status.STOPPED in seen
    assert ask(own, position, 2)[0] == Status.WIDE
    loaded.ls_limits(own.address, 2, 1 << 60)
    assert ask(own, position_of(opened_at_random(1, 10, 10, 20, 0.35)), 102)[0] == Status.WIDE


def test_questions_that_are_none() -> None:
    """Open cells and uncertain clues are left to Python."""
    assert proposed_sources(position_of(Board.parse("?1?")), NEVER, cell=1, mine=True) is None
    assert proposed_sources(position_of(Board.parse("? 1..2 ?")), NEVER) is None
    assert context() is not None


def test_a_contradiction_needs_few_clues() -> None:
    """The set is looked for where the conflict is, on a board of 10,000 cells."""
    board = opened_at_random(7, 100, 100, 2000, 0.2)
    cell = next(cell for cell, shown in board.clues.items() if isinstance(shown, int))
    far = Cell(99 - cell.row, 99 - cell.column)
    board = board.replace({far: 0, Cell(far.row, far.column - 1): 5})
    mus = as_mus(proposed_sources(position_of(board), NEVER))
    assert 0 < mus.size <= 4
    assert not mus.uses_total
    shown = showing(board, {board.cell(number) for number in mus.clues}, total=False)
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(shown).consequences()
