"""Games in which clues show more values than a byte holds: roots on 6x6 and 8x8 (2P)."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, cycle

import numpy as np
import pytest

from logicsweep import Board, Layout, State
from logicsweep.board.first_click import FirstClick
from logicsweep.board.rules.rules import Rules
from logicsweep.games.agents.registry import AGENTS, agent_of
from logicsweep.games.game import Game
from logicsweep.games.loop import play, view_of
from logicsweep.games.review.log import read_log
from logicsweep.games.setting import Setting
from logicsweep.kernel.winning import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.endgame import undominated
from logicsweep.strategy.sight import Sight
from logicsweep.strategy.tree import Tree
from logicsweep.strategy.winning import win_chance
from tests.conftest import Run, seeds, some
from tests.games.making import bare
from tests.judges import rules as judge

UNCERTAIN = int(State.UNCERTAIN)


def setting(side: int, mines: int, first_click: FirstClick = FirstClick.SAFE) -> Setting:
    """Games on a square board."""
    own = Rules.of("2P")
    return bare(height=side, width=side, mines=mines, rules=own, first_click=first_click)


def layout_of(side: int, *mines: tuple[int, int]) -> Layout:
    """A layout by its mines."""
    mask = np.zeros((side, side), dtype=np.bool_)
    mask[tuple(zip(*mines, strict=True))] = True
    return Layout(mask)


@pytest.mark.parametrize(
    ("side", "mines", "name"),
    some(
        [
            (*board, name)
            for boards, name in zip(
                cycle([((6, 4), (8, 5)), ((8, 5), (6, 4))]),
                [name for name, agent in AGENTS.items() if agent.plays_rules],
                strict=False,
            )
            for board in boards
        ],
        every=4,
    ),
)
@pytest.mark.parametrize("seed", seeds(range(4), fast=1))
def test_agents_play(name: str, side: int, mines: int, seed: int) -> None:
    game = Game(setting(side, mines), seed=seed)
    play(game, agent_of(name, seed=seed, time_limit=60))
    assert game.is_over
    board, ruled = game.board, game.board.placed_rules
    assert board.grid.dtype == np.int16
    assert ruled is not None
    truth = game.solution.mask
    for cell, clue in board.clues.items():
        assert isinstance(clue, int)
        assert ruled.values.value(clue) == judge.shows("2P", truth, tuple(cell))
    if game.is_won:
        assert board == game.solution.revealed(rules="2P").with_grid(
            np.where(truth, board.grid, game.solution.revealed(rules="2P").grid)
        )


def test_a_player_sees_large_numbers() -> None:
    layout = layout_of(8, (0, 0), (0, 1))
    game = Game(setting(8, 2, FirstClick.UNPROTECTED), seed=0, layout=layout, start=(7, 7))
    view = view_of(game)
    code = game.board[7, 7]
    assert code > UNCERTAIN
    assert list(view.states) == game.board.grid.ravel().tolist()
    view.show(game.open((7, 0)))
    view.show(game.flag((0, 0)))
    assert view.board == game.board
    opened = layout.opened([(7, 7), (7, 0)], rules="2P")
    assert view.board == opened.replace({(0, 0): State.FLAGGED})
    assert not game.board.uncertain


@pytest.mark.parametrize(
    ("rule", "size"),
    some(
        [
            ("2P", "5x5"),
            ("2P", "6x6"),
            pytest.param("2P", "8x8", marks=pytest.mark.slow),
            pytest.param("1E'", "1x30", marks=pytest.mark.slow),
        ],
        every=3,
    ),
)
def test_logs_have_values_and_boards_their_numbers(rule: str, size: str, logicsweep: Run) -> None:
    words = ("--size", size, "--mines", "1" if rule == "1E'" else "4", "--rules", rule)
    log = logicsweep("play", *words, "--first-click", "safe", "--seed", "1", "--json").stdout
    game = read_log(log.encode())
    ruled, layout = game.start.placed_rules, game.layout
    assert ruled is not None
    assert layout is not None
    values = []
    for opening in game.openings:
        for cell, code in opening.shown.items():
            if not layout.mask[cell]:
                assert isinstance(code, int)
                values.append(judge.shows(rule, layout.mask, tuple(cell)))
                assert ruled.values.value(code) == values[-1]
    assert max(values) > 9  # a number that a row of a board has as =10
    done = logicsweep("review", "-", stdin=log.encode())
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("side", [6, 8])
def test_endgames_tell_apart_what_clues_tell_apart(side: int) -> None:
    """In a corner of 8x8 more values can be seen than a byte holds."""
    pairs = list(combinations(range(side * side), 2))[::2]
    masks = np.zeros((len(pairs), side * side), dtype=np.bool_)
    np.put_along_axis(masks, np.array(pairs), True, axis=1)
    board = Board(np.full((side, side), int(State.COVERED)), rules="2P", mines=2)
    cells = [0, side + 1]
    values = Sight(board).shown(masks, cells)
    assert values.dtype == (np.uint16 if side == 8 else np.uint8)
    grids = masks.reshape(-1, side, side)
    for column, cell in enumerate(cells):
        by_judge: dict[object, set[int]] = {}
        for mask, value in zip(grids, values[:, column].tolist(), strict=True):
            at = divmod(cell, side)
            said = "mine" if mask[at] else judge.shows("2P", mask, at)
            by_judge.setdefault(said, set()).add(value)
        assert by_judge.pop("mine") == {HIT}
        assert all(len(own) == 1 for own in by_judge.values())
        assert len(set.union(*by_judge.values())) == len(by_judge)
        assert HIT not in set.union(*by_judge.values())


def test_more_values_than_bytes_make_the_same_tree() -> None:
    """The same sets with numbers past a byte, and with small ones, which the kernel takes."""
    rng = np.random.default_rng(7)
    small = rng.integers(0, 4, (40, 6)).astype(np.uint8)
    small[rng.random(small.shape) < 0.3] = HIT
    small = np.unique(small, axis=0)
    large = np.where(small == HIT, HIT, small.astype(np.uint16) + 300)
    assert undominated(large) == undominated(small)
    every = range(small.shape[1])
    trees = [Tree(values, None, Budget(None)) for values in (small, large)]
    first, second = [[tree.after(cell, -1) for cell in every] for tree in trees]
    assert first == second


def test_endgames_are_solved() -> None:
    """One cell of three is a mine: which, the first clue tells."""
    layout = layout_of(6, (0, 0), (5, 5))
    whole = layout.revealed(rules="2P")
    board = whole.replace(dict.fromkeys([(0, 0), (5, 5), (2, 3)], State.COVERED))
    assert win_chance(board) == 1


@pytest.mark.parametrize(
    "size",
    [
        pytest.param(6, marks=pytest.mark.slow),
        *(pytest.param(size, marks=pytest.mark.night) for size in (7, 8)),
    ],
)
def test_the_first_click_of_a_large_board_is_all_that_may_fail(size: int) -> None:
    blank = Board(np.full((size, size), int(State.COVERED)), rules="2P", mines=2)
    assert win_chance(blank, first_click="unprotected") == 1 - Fraction(2, size**2)
