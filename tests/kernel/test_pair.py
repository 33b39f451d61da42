"""Two layouts for an undetermined cell from the kernel: no single difference can be undone."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, KnowledgeBase, State
from logicsweep.errors import InternalError
from logicsweep.kernel import headers
from logicsweep.kernel.context import Context, Status, address_of
from logicsweep.kernel.library import library
from logicsweep.kernel.proposal import ShownLayouts, nearest_layouts
from logicsweep.limits import Budget
from logicsweep.reasons import counterexample as proposed_pair
from logicsweep.system.system import Position, position_of
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges.making import clue, deal, opened_at_random
from tests.kernel.plain import AllLayouts, Judge, endgame, small_boards, torus

pytestmark = needs_kernel

NEVER = Budget(None)


def asked(board: Board, cell: int) -> tuple[int, ShownLayouts]:
    answer = nearest_layouts(position_of(board), cell, NEVER)
    assert answer is not None
    return answer


def check_on_all_layouts(agreeing: NDArray[np.bool_], layouts: ShownLayouts, cell: int) -> None:
    """Both agree; no other one with the cell as in one of them is between it and the other one."""
    differing = layouts.mine != layouts.safe
    for here, there, mine in ((*layouts, False), (layouts.safe, layouts.mine, True)):
        assert there[cell] == mine
        assert (agreeing == (there > 0)).all(axis=1).any()
        differs = (agreeing ^ (here > 0))[agreeing[:, cell] == mine]
        within = ~(differs & ~differing).any(axis=1)
        assert (differs[within].sum(axis=1) == differing.sum()).all()


@pytest.mark.parametrize("block", seeds(range(60), fast=12))
def test_every_cell_of_small_boards(block: int) -> None:
    """There are two layouts if and only if the cell is undetermined."""
    for seed, board, near in small_boards(block, 8):
        every = AllLayouts.of(board, near)
        agreeing = every.mines[every.agreeing(every.wrong, total=True)]
        for cell in map(board.number, board.covered):
            status, layouts = asked(board, cell)
            is_undetermined = len(set(agreeing[:, cell].tolist())) > 1
            assert status == (Status.OK if is_undetermined else Status.CLASH), (seed, cell)
            if is_undetermined:
                check_on_all_layouts(agreeing, layouts, cell)


def test_pairs_are_near_the_closest() -> None:
    """Nearly all are as close as any two layouts are."""
    extra = pairs = 0
    for block in range(6):
        for _, board, near in small_boards(block, 8):
            every = AllLayouts.of(board, near)
            agreeing = every.mines[every.agreeing(every.wrong, total=True)]
            for cell in map(board.number, board.covered):
                mine = agreeing[:, cell]
                if mine.any() and not mine.all():
                    apart = (agreeing[mine][:, None] ^ agreeing[~mine][None]).sum(axis=2)
                    _, layouts = asked(board, cell)
                    extra += (layouts.mine != layouts.safe).sum() > apart.min()
                    pairs += 1
    assert pairs > 100
    assert extra <= pairs // 20


def stuck(seed: int) -> Board:
    """An expert board that was played until nothing more is proved safe, some guesses further."""
    rng = Random(f"pair {seed}")
    layout, first = deal(rng, 16, 30, 99)
    kb = KnowledgeBase(Board(np.full((16, 30), State.COVERED), mines=99))
    queue = {first}
    for _ in range(rng.randint(1, 4)):
        while queue:
            kb.tell_all({cell: clue(layout, cell) for cell in queue})
            queue = set(kb.consequences().safe)
        left = [cell for cell in kb.board.covered if not layout[cell]]
        queue = {rng.choice(left)} if left else set()
    return kb.board


def check_by_solver(board: Board, layouts: ShownLayouts, cell: int) -> None:
    judge = Judge(board)
    clues = [board.number(near) for near in board.clues]
    differing = [number for number in judge.cells if layouts.mine[number] != layouts.safe[number]]
    for here, there in (layouts, layouts[::-1]):
        assert set((here > 0).nonzero()[0].tolist()) - set(judge.cells) == judge.known
        exactly = {number: here[number] == 1 for number in judge.cells}
        assert judge.layout(clues, total=True, values=exactly)
        # Another one has the cell as there, and more cells as here.
        fixed = {number: mine for number, mine in exactly.items() if number not in differing}
        fixed[cell] = there[cell] == 1
        nearer = [(number, here[number] == 1) for number in differing if number != cell]
        assert not nearer or not judge.layout(clues, total=True, values=fixed, clause=nearer)


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_boards_of_experts(seed: int) -> None:
    """Reached by play, and endgames, where mines move from one place to another; and on a torus."""
    rng = Random(seed)
    played = stuck(seed)
    for board in (
        *(played, played.with_total((97, 101)), played.without_total()),
        *(endgame(seed, 16, 30, 99), torus(endgame(seed, 16, 30, 99)).with_total((95, 120))),
    ):
        kb = KnowledgeBase(board)
        if not kb.has_layout():
            continue
        proved = kb.consequences()
        open_cells = [cell for cell in board.covered if cell not in proved.mines | proved.safe]
        for cell in rng.sample(open_cells, min(3, len(open_cells))):
            status, layouts = asked(board, board.number(cell))
            assert status == Status.OK
            total = board if board.mines is not None else board.with_total((0, 480))
            check_by_solver(total, layouts, board.number(cell))
        for cell in sorted(proved.mines | proved.safe)[:2]:
            assert asked(board, board.number(cell))[0] == Status.CLASH


def test_pairs_are_as_near_as_those_of_python() -> None:
    """In sum, on boards of experts; seeds 0 to 5."""
    natively = by_python = 0
    for seed in range(6):
        board = stuck(seed)
        kb = KnowledgeBase(board)
        proved = kb.consequences()
        cells = [cell for cell in board.covered if cell not in proved.mines | proved.safe]
        for cell in Random(seed).sample(cells, min(6, len(cells))):
            natively += len(kb.counterexample(cell).differing)
            with without_kernel():
                by_python += len(KnowledgeBase(board).counterexample(cell).differing)
    assert natively <= 1.1 * by_python


def test_mines_move_between_components() -> None:
    """Each half holds one mine in the middle or two at the ends, and there are three."""
    board = Board.parse("mines: 3\n\n?1?1?___?1?1?\n")
    _, layouts = asked(board, 2)
    assert layouts.mine.nonzero()[0].tolist() == [2, 8, 12]
    assert layouts.safe.nonzero()[0].tolist() == [0, 4, 10]


@pytest.mark.parametrize(
    "safe", [{2, 4, 6}, {4}, {2, 6}], ids=["wrong clue", "wrong mine count", "farther"]
)
def test_layouts_are_judged(safe: set[int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Layouts that do not agree, or can be nearer, are not told."""
    board = Board.parse("mines: 2\n\n?1?_?1?\n")
    layouts = np.zeros((2, 7), dtype=np.uint8)
    layouts[0, [0, 4]] = 1
    layouts[1, list(safe)] = 1
    monkeypatch.setattr(
        proposed_pair, "nearest_layouts", lambda *_: (Status.OK, ShownLayouts(*layouts))
    )
    with pytest.raises(InternalError):
        KnowledgeBase(board).counterexample((0, 0))
    layouts[1] = [0, 0, 1, 0, 1, 0, 0]
    assert KnowledgeBase(board).counterexample((0, 0)).safe.mines == {(0, 2), (0, 4)}


def test_questions_that_are_none() -> None:
    """Open cells and uncertain clues are left to Python."""
    assert nearest_layouts(position_of(Board.parse("?1?")), 1, NEVER) is None
    board = Board.parse("? 1..2 ?")
    assert nearest_layouts(position_of(board), 0, NEVER) is None
    assert KnowledgeBase(board).counterexample((0, 0)).mine.mines == {(0, 0)}


def ask(own: Context, position: Position, cell: int) -> tuple[int, list[list[int]]]:
    degree, size = position.adjacency.table.shape
    assert isinstance(position.total, int)
    board = headers.ls_plain_board(
        *(size, degree, position.adjacency.address, position.states.ctypes.data),
        *(position.total, position.total),
    )
    layouts = np.zeros((2, size), dtype=np.uint8)
    mine, safe = layouts
    status = own.library.ls_pair(own.address, board, cell, address_of(mine), address_of(safe))
    return status, layouts.tolist()


def test_ceilings_of_memory_and_work() -> None:
    """A limit is no answer, and what is asked next does not suffer."""
    loaded = library()
    assert loaded is not None
    board = opened_at_random(1, 10, 10, 20, 0.35)
    proved = KnowledgeBase(board).consequences()
    cell = board.number(min(set(board.covered) - proved.mines - proved.safe))
    position = position_of(board)
    status, expected = ask(Context(loaded), position, cell)
    assert status == Status.OK
    seen = set()
    for most in range(2_000, 200_000, 2_500):
        own = Context(loaded, most_bytes=most)
        status, layouts = ask(own, position, cell)
        seen.add(status)
        assert loaded.ls_taken(own.address) <= most
        assert layouts == expected if status == Status.OK else status == Status.MEMORY
    assert seen == {Status.OK, Status.MEMORY}
    own = Context(loaded)
    for work in range(0, 100_000, 5_000):
        loaded.ls_limits(own.address, 1 << 30, work)
        status, layouts = ask(own, position, cell)
        seen.add(status)
        assert layouts == expected if status == Status.OK else status == Status.STOPPED
    assert Status.STOPPED in seen
    loaded.ls_limits(own.address, 1 << 30, 1 << 60)
    own.cancel()
    assert ask(own, position, cell)[0] == Status.STOPPED
    own.shared[0] = 0
    assert ask(own, position, cell) == (Status.OK, expected)
    loaded.ls_limits(own.address, 2, 1 << 60)
    assert ask(own, position, cell)[0] == Status.WIDE
