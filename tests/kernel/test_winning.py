"""The kernel's parts of a board, solved: against a player by brute force, and the twin."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb, prod
from random import Random

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, LimitError, State
from logicsweep.board import Clue
from logicsweep.kernel import headers
from logicsweep.kernel.context import OK, Context, Status
from logicsweep.kernel.library import library
from logicsweep.kernel.whole import NO_PRIOR, load
from logicsweep.kernel.winning import HIT, SolvedPart, solved_parts, values_of_part
from logicsweep.knowledge.base import KnowledgeBase
from logicsweep.limits import Budget
from logicsweep.strategy import win_chance
from logicsweep.strategy.endgame import Endgame, solve_part
from logicsweep.strategy.parts import Part
from logicsweep.strategy.situation import Situation
from logicsweep.system.system import position_of
from tests.conftest import needs_kernel, seeds, without_kernel
from tests.judges import oracle, player
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import clue, deal, opened_at_random, random_board

pytestmark = needs_kernel

NEVER = Budget(None)
BLOCK = 10
MOST = 5000


def parts_of(board: Board, most: int = MOST, *, each: bool = True) -> list[SolvedPart] | None:
    return solved_parts(position_of(board), most, NEVER, each=each)


def small_board(seed: int) -> tuple[Board, Neighbours | None]:
    """A board of any kind with exact clues; every third one is opened cell by cell."""
    rng = Random(seed)
    while seed % 3 == 0:
        height, width = rng.randint(3, 5), rng.randint(4, 6)
        mines = rng.randint(1, min(6, height * width - 9))
        board = opened_at_random(rng.randrange(10**6), height, width, mines, rng.uniform(0.3, 0.95))
        if len(board.covered) <= 9:
            return board, None
    while True:
        if seed % 3 == 1:
            board, near = random_board(rng.randrange(10**6), covered=9), None
        else:
            board, near = draw_board(rng)
        if not board.uncertain and len(board.covered) <= 9:
            return board, near


@pytest.mark.parametrize("block", seeds(range(100), fast=20))
def test_against_brute_force(block: int) -> None:
    """Parts multiply to all layouts and to the chance to win, with each first cell as well."""
    solved = 0
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        board, near = small_board(seed)
        parts = parts_of(board)
        masks = oracle.layouts(board, near)
        if not len(masks):
            assert parts is None, seed
            continue
        assert parts is not None, seed
        cells = [cell for part in parts for cell in part.cells]
        may_be_safe = {board.number(cell) for cell in board.covered if not masks[:, *cell].all()}
        assert may_be_safe <= set(cells) <= set(map(board.number, board.covered)), seed
        if not isinstance(board.mines, int):
            continue
        layouts = prod(part.layouts or 0 for part in parts)
        assert layouts == len(masks), seed
        opened = [State.COVERED, State.FLAGGED, State.KNOWN_MINE]
        start = frozenset((~np.isin(board.grid.ravel(), opened)).nonzero()[0].tolist())
        judge = player.Player(player.shown(masks, near), [1] * len(masks), start)
        chances = [Fraction(part.won or 0, part.layouts or 1) for part in parts]
        assert prod(chances, start=Fraction(1)) == judge.chance(), seed
        if not judge.unfinished():
            continue
        for place, part in enumerate(parts):
            others = prod(chances[:place] + chances[place + 1 :], start=Fraction(1))
            for cell, won in zip(part.cells, part.won_first, strict=True):
                if won is not None:
                    wanted = judge.after(judge.all, start, cell) / judge.weight
                    assert Fraction(won, part.layouts or 1) * others == wanted, (seed, cell)
            if not any(judge_is_safe(masks, cell) for cell in part.cells):
                assert None not in part.won_first, seed
        solved += 1
    assert solved


def judge_is_safe(masks: oracle.Masks, number: int) -> bool:
    return not masks.reshape(len(masks), -1)[:, number].any()


@pytest.mark.parametrize("block", seeds(range(50), fast=10))
def test_layouts_are_all_layouts(block: int) -> None:
    """What each cell of a part shows, in each of its layouts once."""
    for seed in range(block * BLOCK, block * BLOCK + BLOCK):
        board, near = small_board(seed)
        masks = oracle.layouts(board, near)
        parts = parts_of(board) if len(masks) else None
        if parts is None:
            continue
        every = player.shown(masks, near)
        for part in parts:
            values = values_of_part(position_of(board), part.cells, MOST, NEVER)
            if not part.is_even:
                assert values is None, seed
                continue
            assert values is not None, seed
            wanted = {tuple(HIT if row[c] is None else row[c] for c in part.cells) for row in every}
            assert len(values) == part.layouts == len(wanted), seed
            assert set(map(tuple, values.tolist())) == wanted, seed


def twin(board: Board) -> list[tuple[Part, Endgame | None]]:
    """The parts, and the even ones listed and solved by Python alone.

    Python would part finer than the kernel where the mine count decides a cell beside clues.
    """
    situation = Situation(board)
    parts = situation.parts(NEVER)
    with without_kernel():
        return [
            (part, solve_part(situation, part, limit=MOST, budget=NEVER, every=True))
            if part.is_even and part.layouts <= MOST
            else (part, None)
            for part in parts
        ]


@cache
def expert_endgame(seed: int, most: int) -> Board | None:
    """The first position of a game on a board for experts with 50 to `most` layouts, if any."""
    rng = Random(seed)
    layout, first = deal(rng, 16, 30, 99)
    board = Board(np.full(layout.shape, State.COVERED), mines=99)
    opened = [first]
    while opened:
        board = board.replace({cell: clue(layout, cell) for cell in opened})
        kb = KnowledgeBase(board)
        opened = list(kb.consequences().safe)
        if not opened:
            if 50 <= kb.count().total <= most:
                return board
            risks = kb.probabilities()
            safe = [cell for cell in board.covered if not layout[cell]]
            opened = [min(safe, key=lambda cell: float(risks[cell]))] if safe else []
    return None


# Seeds of games that come to such a position; most others are lost, or won without one.
ENDGAMES = (5, 9, 12, 13)


def endgames(count: int, most: int) -> list[Board]:
    boards = [board for seed in ENDGAMES[:count] if (board := expert_endgame(seed, most))]
    assert len(boards) == count
    return boards


@pytest.mark.parametrize("is_range", [False, True])
def test_endgames_of_experts(*, is_range: bool) -> None:
    """The twin finds the same parts, chances and best cells; under a range, of even parts."""
    many = 0
    for board in endgames(4, 500):
        asked = Board(board.grid, mines=(98, 100)) if is_range else board
        parts = parts_of(asked, 500)
        assert parts is not None
        brief = parts_of(asked, 500, each=False)
        assert brief is not None
        solved = [part for part in parts if part.is_even]
        assert is_range or len(solved) == len(parts)
        if not is_range:
            chance = prod((Fraction(p.won or 0, p.layouts or 1) for p in parts), start=Fraction(1))
            with without_kernel():
                assert chance == win_chance(board)
        for part, quick, (known, endgame) in zip(parts, brief, twin(asked), strict=True):
            assert part.cells == known.cells
            assert part.is_even == known.is_even
            assert part.undecided == len(known.undecided)
            if endgame is None:
                assert (part.won, part.layouts) == (None, None)
                continue
            assert part.layouts == known.layouts
            assert part.won == quick.won
            first = dict(zip(part.cells, part.won_first, strict=True))
            assert tuple(c for c, won in first.items() if won == part.won) == endgame.best
            for cell, chance in endgame.chances.items():
                assert Fraction(first[cell] or 0, part.layouts or 1) == chance
            best = {cell for cell, won in zip(quick.cells, quick.won_first, strict=True) if won}
            assert best == set(endgame.best)
            many += part.layouts or 0
    assert is_range or many > 200


def test_parts_that_are_solved_by_themselves() -> None:
    """Two 50/50s, and an interior that the mine count proves safe."""
    board = Board.parse("mines: 2\n\n?1_1?\n?1_1?\n_____\n??___")
    assert parts_of(board) == [
        SolvedPart((0, 5), 2, True, 2, 1, (1, 1)),
        SolvedPart((4, 9), 2, True, 2, 1, (1, 1)),
        SolvedPart((15, 16), 0, True, 1, 1, (1, 1)),
    ]
    full = parts_of(Board(board.grid, mines=4))
    assert full is not None
    assert [part.cells for part in full] == [(0, 5), (4, 9)]


def test_more_layouts_than_asked() -> None:
    """A part is solved with as many as it has, and not with one fewer."""
    board = Board(np.full((3, 3), State.COVERED), mines=2)
    refused, solved = parts_of(board, comb(9, 2) - 1), parts_of(board, comb(9, 2))
    assert refused is not None
    assert solved is not None
    nothing = (None,) * 9
    assert refused == [SolvedPart(tuple(range(9)), 9, True, None, None, nothing)]
    # The best first cell of a 3x3 board with 2 mines is on an edge.
    assert solved[0].layouts == 36
    assert solved[0].won == 24
    assert [cell for cell, won in enumerate(solved[0].won_first) if won == 24] == [1, 3, 5, 7]
    for most in (0, -1):
        assert parts_of(board, most) == refused
    assert values_of_part(position_of(board), range(9), 35, NEVER) is None
    assert values_of_part(position_of(board), range(8), 36, NEVER) is None


def test_large_parts() -> None:
    """Cells by the hundred: one layout is no search; others are listed at most."""
    grid = np.full((24, 24), State.COVERED)
    for total, layouts, won in ((0, 1, 1), (1, 576, None)):
        parts = parts_of(Board(grid, mines=total))
        assert parts is not None
        assert (parts[0].layouts, parts[0].won) == (layouts, won)
        assert set(parts[0].won_first) == {won}
    mined = parts_of(Board(grid, mines=576))
    assert mined == []


def test_what_is_refused() -> None:
    """Likelihoods, no layout, a context without a board; a range is no number of mines."""
    likely = Clue(0, 1, (Fraction(1, 3), Fraction(2, 3)))
    board = Board.parse("mines: 1\n\n?1?")
    assert parts_of(board.replace({Cell(0, 1): likely})) is None
    bounded = parts_of(board.replace({Cell(0, 1): Clue.at_least(1)}))
    assert bounded is not None
    assert [part.won for part in bounded] == [1]
    assert parts_of(Board.parse("mines: 3\n\n?1?")) is None
    loose = parts_of(Board(Board.parse("?1?\n???").grid, mines=(1, 2)))
    assert loose is not None
    assert all(part.is_even == (part.layouts is not None) for part in loose)
    loaded = library()
    assert loaded is not None
    own = Context(loaded)
    assert loaded.ls_win(own.address, 9, 1, headers.ls_winning()) != OK
    assert loaded.ls_layouts_of(own.address, 0, 9, headers.ls_layouts_found()) != OK
    with pytest.raises(InconsistentBoardError):
        win_chance(Board.parse("mines: 3\n\n?1?"))


def test_memory_and_cancelling() -> None:
    """A ceiling is kept, and a call that is cancelled comes to an end; the board stays."""
    [board] = endgames(1, 500)
    position = position_of(board)
    loaded = library()
    assert loaded is not None
    marginals = np.empty(position.states.size)
    statuses = []
    for most_bytes in range(60_000, 1_500_000, 40_000):
        own = Context(loaded, most_bytes=most_bytes)
        if load(own, position, NO_PRIOR, NEVER, marginals) == OK:
            statuses.append(loaded.ls_win(own.address, 500, 1, headers.ls_winning()))
            assert loaded.ls_taken(own.address) <= most_bytes
    assert statuses[0] == Status.MEMORY
    assert statuses[-1] == OK
    assert set(statuses) == {Status.MEMORY, OK}
    own.cancel()
    for _ in range(2):
        assert loaded.ls_win(own.address, 500, 1, headers.ls_winning()) == Status.STOPPED
    own.shared[0] = 0
    found = headers.ls_winning()
    assert loaded.ls_win(own.address, 500, 1, found) == OK
    wanted = parts_of(board, 500)
    assert wanted is not None
    assert [found.part[turn].won for turn in range(found.parts)] == [part.won for part in wanted]
    again = np.empty(position.states.size)
    assert loaded.ls_marginals(own.address, again.ctypes.data) == OK
    np.testing.assert_array_equal(again, marginals)


def test_time_limit() -> None:
    """The clock is looked at while layouts are listed and searched."""
    board = Board(np.full((6, 6), State.COVERED), mines=4)
    with pytest.raises(LimitError):
        solved_parts(position_of(board), 100_000, Budget(1e-9))
