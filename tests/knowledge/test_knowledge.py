"""The knowledge base, against the oracle, against itself and against the truth."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from logicsweep import Adjacency, Board, Cell, InconsistentBoardError, KnowledgeBase, State, Verdict
from logicsweep.errors import IllegalMoveError, UnknownSolverError
from logicsweep.reason import SatReasoner
from logicsweep.reason.solvers.names import ASP, SAT
from logicsweep.system import constraints_of
from tests.conftest import asp_is_slow, seeds
from tests.judges import oracle
from tests.judges.making import clue, deal, opened_at_random, random_board, showing, symmetries
from tests.judges.refusals import refused

pytestmark = pytest.mark.usefixtures("either_engine")


def check_core(board: Board, error: InconsistentBoardError) -> None:
    """The core is inconsistent, and without any one member it is not."""
    assert error.core is not None
    assert error.uses_total is not None
    core = {Cell(*cell) for cell in error.core}
    assert list(error.core) == sorted(core)
    assert not oracle.is_consistent(showing(board, core, total=error.uses_total))
    for cell in core:
        assert oracle.is_consistent(showing(board, core - {cell}, total=error.uses_total))
    if error.uses_total:
        assert oracle.is_consistent(showing(board, core, total=False))


@pytest.mark.parametrize("seed", seeds(range(500), fast=100))
def test_verdicts_are_the_oracles(seed: int) -> None:
    board = random_board(seed, covered=16)
    kb = KnowledgeBase(board)
    expected = oracle.verdicts(board)
    assert kb.has_layout() == (expected is not None)
    if expected is None:
        for question in (kb.consequences, kb.proved_so_far, lambda: kb.verdict((0, 0))):
            with pytest.raises(InconsistentBoardError) as caught:
                question()
        check_core(board, caught.value)
        return
    mines, safe = expected
    found = kb.consequences()
    assert (found.mines, found.safe) == (mines, safe)
    assert np.array_equal(np.argwhere(found.mine_mask), sorted(mines) or np.empty((0, 2)))
    assert np.array_equal(np.argwhere(found.safe_mask), sorted(safe) or np.empty((0, 2)))
    for cell in board.covered:
        verdict = (
            Verdict.MINE
            if cell in mines
            else Verdict.SAFE
            if cell in safe
            else Verdict.UNDETERMINED
        )
        assert kb.verdict(cell) is verdict
        assert kb.entails(cell) == (cell in mines)
        assert kb.entails(cell, mine=False) == (cell in safe)
    for cell in board.clues:
        assert kb.verdict(cell) is Verdict.SAFE
    for cell in board.known_mines:
        assert kb.verdict(cell) is Verdict.MINE
    alone = oracle.verdicts(Board(board.grid))
    assert kb.needs_total() == (alone != expected)


@pytest.mark.slow
@pytest.mark.parametrize("either_engine", [SAT], indirect=True)  # none is asked
def test_the_seeds_cover_what_they_are_for() -> None:
    """The boards above are of every kind, so that agreeing on them says something."""
    seen: Counter[str] = Counter()
    for seed in range(300):
        board = random_board(seed, covered=16)
        layouts = oracle.layouts(board)
        seen["many layouts"] += len(layouts) > 100
        seen["inconsistent"] += not len(layouts)
        seen["inconsistent by the total"] += not len(layouts) and bool(
            len(oracle.layouts(Board(board.grid)))
        )
        seen["the total decides"] += bool(len(layouts)) and (
            oracle.verdicts(Board(board.grid)) != oracle.verdicts(board)
        )
        seen["no total"] += board.mines is None
        seen["a range"] += isinstance(board.mines, tuple)
        seen["known mines"] += bool(board.known_mines)
        seen["open without a clue"] += bool((board.grid == State.NO_CLUE).any())
        seen["14 or more covered"] += len(board.covered) >= 14
    print(seen)
    assert min(seen.values()) >= 15


@pytest.mark.few(5)
@pytest.mark.parametrize("seed", seeds(range(30)))
def test_the_total_from_outside_is_the_total_inside(seed: int) -> None:
    """A solver that holds the total with everything else comes to the same verdicts."""
    board = opened_at_random(seed, 8, 10, 16, [0.6, 0.75, 0.9][seed % 3])
    found = KnowledgeBase(board).consequences()
    for solver in ("minicard", "glucose4"):
        with SatReasoner(constraints_of(board), solver=solver) as reasoner:
            backbone = reasoner.consequences()
        assert backbone is not None
        assert found.mines == {board.cell(number) for number in backbone.mines}
        assert found.safe == {board.cell(number) for number in backbone.safe}


@pytest.mark.few(6)
@pytest.mark.parametrize("seed", seeds(range(300), fast=40))
def test_telling_gives_what_a_fresh_knowledge_base_gives(seed: int) -> None:
    rng = random.Random(seed)
    board = random_board(seed, covered=11, lie=0)
    layouts = oracle.layouts(board)
    kb = KnowledgeBase(board)
    if not len(layouts):
        with pytest.raises(InconsistentBoardError):
            kb.tell((0, 0), 0)
        return
    truth = layouts[rng.randrange(len(layouts))]
    cells = list(board.covered)
    rng.shuffle(cells)
    known = kb.consequences()
    while cells and rng.random() < 0.9:
        group = [cells.pop() for _ in range(min(len(cells), rng.choice([1, 1, 1, 3])))]
        told = {
            cell: State.KNOWN_MINE
            if truth[cell]
            else State.NO_CLUE
            if rng.random() < 0.1
            else clue(truth, cell)
            for cell in group
        }
        for _ in range(3):
            _tell_something_wrong(kb, board, group, rng)
        new = kb.tell(group[0], told[group[0]]) if len(group) == 1 else kb.tell_all(told)
        board = board.replace(told)
        assert kb.board == board
        now = kb.consequences()
        assert now == KnowledgeBase(board).consequences()
        assert new.mines == now.mines - known.mines
        assert new.safe == now.safe - known.safe
        assert bool(new) == bool(new.mines or new.safe)
        known = now


def _tell_something_wrong(
    kb: KnowledgeBase, board: Board, group: list[Cell], rng: random.Random
) -> None:
    """What contradicts the board is refused, named, and leaves no trace."""
    wrong = {
        cell: rng.choice([State.KNOWN_MINE, State.NO_CLUE, *range(len(board.neighbours(cell)) + 1)])
        for cell in group
    }
    changed = board.replace(wrong)
    if oracle.is_consistent(changed):
        return
    before = kb.proved_so_far()
    with pytest.raises(InconsistentBoardError) as caught:
        kb.tell_all(wrong)
    check_core(changed, caught.value)
    assert kb.board == board
    assert kb.proved_so_far() == before
    assert kb.consequences() == before


def test_cells_told_together_can_leave_a_clue_nothing() -> None:
    kb = KnowledgeBase(Board.parse("?1?"))
    kb.consequences()
    with refused(InconsistentBoardError, core=((0, 1),), uses_total=False):
        kb.tell_all({Cell(0, 0): State.NO_CLUE, Cell(0, 2): State.NO_CLUE})
    assert kb.tell_all({Cell(0, 0): State.NO_CLUE}).mines == {Cell(0, 2)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(40), fast=12))
def test_turned_boards_have_turned_verdicts(seed: int) -> None:
    board = opened_at_random(seed, 9, 12, 20, 0.3 + seed % 5 / 10)
    found = KnowledgeBase(board).consequences()
    turned = zip(
        symmetries(board.grid),
        symmetries(found.mine_mask),
        symmetries(found.safe_mask),
        strict=True,
    )
    for grid, mines, safe in turned:
        again = KnowledgeBase(Board(grid, mines=board.mines)).consequences()
        assert np.array_equal(again.mine_mask, mines)
        assert np.array_equal(again.safe_mask, safe)


@pytest.mark.few(4)
@asp_is_slow
@pytest.mark.parametrize("seed", seeds(range(30)))
def test_no_verdict_is_wrong_in_a_played_game(seed: int, either_engine: str) -> None:
    sizes = [(9, 9, 10), (16, 16, 40), (16, 30, 99)]
    if either_engine == ASP:  # it is as slow as that
        sizes.pop()
    height, width, count = sizes[seed % len(sizes)]
    rng = random.Random(seed)
    layout, first = deal(rng, height, width, count)
    grid = np.full((height, width), State.COVERED)
    kb = KnowledgeBase(Board(grid, mines=count))
    queue = {first}
    while True:
        while queue:
            kb.tell_all({cell: clue(layout, cell) for cell in queue})
            found = kb.consequences()
            assert not (found.mine_mask & ~layout).any()
            assert not (found.safe_mask & layout).any()
            queue = set(found.safe)
        left = [cell for cell in kb.board.covered if not layout[cell]]
        if not left:
            break
        # Stuck: the same answers as afresh, then a guess that is known to be lucky.
        assert found == KnowledgeBase(kb.board).consequences()
        queue = {rng.choice(left)}
    assert found.mines == set(kb.board.covered)


def test_no_total_and_a_wide_range_prove_the_same() -> None:
    for seed in range(6):
        print("seed", seed)
        board = opened_at_random(seed, 8, 8, 12, 0.4)
        wide = Board(board.grid, mines=(0, 64))
        bare = Board(board.grid)
        assert KnowledgeBase(wide).consequences() == KnowledgeBase(bare).consequences()


def test_other_neighbourhoods() -> None:
    # A ring of six cells in which each is next to two: a clue 2 fills both sides.
    ring = Adjacency.of([[5, 1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 0]])
    grid = np.full((1, 6), State.COVERED)
    grid[0, 0] = 2
    kb = KnowledgeBase(Board(grid, adjacency=ring, mines=2))
    assert kb.consequences().mines == {Cell(0, 1), Cell(0, 5)}
    assert kb.consequences().safe == {Cell(0, 2), Cell(0, 3), Cell(0, 4)}
    assert not kb.tell((0, 3), 0)
    assert kb.tell((0, 1), State.KNOWN_MINE).shape == (1, 6)
    # A hub with twelve neighbours: clues past 8 are clues as well.
    hub = Adjacency.of([range(1, 13), *([0] for _ in range(12))])
    grid = np.full((1, 13), State.COVERED)
    grid[0, 0] = 11
    kb = KnowledgeBase(Board(grid, adjacency=hub))
    assert not kb.consequences()
    assert kb.tell((0, 7), 0).mines == {Cell(0, cell) for cell in range(1, 13) if cell != 7}


def test_what_cannot_be_told() -> None:
    kb = KnowledgeBase(Board.parse("mines: 1\n\n?1?\n???\n"))
    for cell, value in (((0, 0), 4), ((0, 0), -7), ((0, 0), State.COVERED), ((1, 1), 6)):
        with refused(ValueError):
            kb.tell(cell, value)
    with refused(ValueError):
        kb.tell((2, 0), 0)
    with refused(TypeError):
        kb.tell((0, 0), 2.5)  # type: ignore[arg-type]
    with refused(IllegalMoveError, move=(0, 1)):
        kb.tell((0, 1), 2)
    assert not kb.tell((0, 1), 1)
    assert kb.board == Board.parse("mines: 1\n\n?1?\n???\n")


def test_unknown_solver() -> None:
    board = Board.parse("?1")
    with refused(UnknownSolverError, name="chaff"):
        KnowledgeBase(board, solver="chaff")
    with refused(ValueError):
        KnowledgeBase(board, time_limit=0)


@asp_is_slow
def test_a_conflict_with_the_total_on_a_large_board() -> None:
    board = opened_at_random(3, 12, 12, 30, 0.5)
    for total in (12, 70):
        wrong = Board(board.grid, mines=total)
        with pytest.raises(InconsistentBoardError) as caught:
            KnowledgeBase(wrong).consequences()
        error = caught.value
        core = {Cell(*cell) for cell in error.core}
        assert error.uses_total
        # Tables judge, which took no part in finding it.
        alone = showing(wrong, core, total=True)
        assert not KnowledgeBase(alone, reasoner="elimination").has_layout()
        for cell in error.core:
            fewer = showing(wrong, core - {Cell(*cell)}, total=True)
            assert KnowledgeBase(fewer, reasoner="elimination").has_layout()
