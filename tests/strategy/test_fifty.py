"""50/50s: what is said of each is so in every layout that the oracle finds."""

from __future__ import annotations

import inspect
from collections import Counter
from dataclasses import fields
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from logicsweep import Board, State, best
from logicsweep.board.adjacency import Adjacency, eight
from logicsweep.games import Grade, Review
from logicsweep.strategy import Best, FiftyFifty, WhatIf, fifty_fifties
from logicsweep.strategy.swaps import ends_of, swaps
from tests.conftest import seeds
from tests.judges import oracle, player

SHAPES = ((2, 5), (3, 5), (4, 4))


def draw(seed: int) -> Board:
    """A position of a game in which most safe cells are open."""
    rng = Random(seed)
    height, width = rng.choice(SHAPES)
    cells = range(height * width)
    mines = rng.sample(cells, rng.randint(2, 6))
    safe = [cell for cell in cells if cell not in mines]
    mask = np.zeros((1, height, width), dtype=np.bool_)
    mask.reshape(-1)[mines] = True
    grid = np.full(height * width, State.COVERED)
    for cell in set(safe).difference(rng.sample(safe, min(4, len(safe)))):
        grid[cell] = oracle.around(mask, oracle.Cell(*divmod(cell, width)))[0]
    return Board(grid.reshape(height, width), mines=len(mines))


def check(found: FiftyFifty, masks: np.ndarray, what: object) -> None:
    """Against all layouts: the share, the swap, and that no clue tells the layouts apart."""
    flat = masks.reshape(len(masks), -1)
    one, other = map(list, found.halves)
    is_one = flat[:, one].all(axis=1) & ~flat[:, other].any(axis=1)
    is_other = flat[:, other].all(axis=1) & ~flat[:, one].any(axis=1)
    has_ends = flat[:, list(found.open_ends)].all(axis=1)
    holds = (is_one | is_other) & has_ends
    assert found.probability == pytest.approx(holds.mean(), abs=1e-8), what
    assert found.is_unavoidable == holds.all(), what
    every = {row.tobytes(): place for place, row in enumerate(flat)}
    shown = player.shown(masks)
    for place in holds.nonzero()[0].tolist():
        swapped = flat[place].copy()
        swapped[one], swapped[other] = flat[place][other], flat[place][one]
        partner = every[swapped.tobytes()]
        for cell, (value, second) in enumerate(zip(shown[place], shown[partner], strict=True)):
            assert value is None or second is None or value == second, (what, cell)
    for cell in found.now:
        assert not (flat[:, cell] & ~holds).any(), (what, cell)


@pytest.mark.parametrize("seed", seeds(range(150), fast=60))
def test_positions(seed: int) -> None:
    board = draw(seed)
    masks = oracle.layouts(board)
    root = WhatIf.of(board)
    found = fifty_fifties(root)
    for one in found:
        check(one, masks, (seed, one))
    assert len({frozenset(one.halves) for one in found}) == len(found)


def test_every_kind_comes_up() -> None:
    """The boards above have pairs and squares, unavoidable ones, pseudo ones and open ends."""
    kinds: Counter[str] = Counter()
    for seed in range(400):
        for one in fifty_fifties(WhatIf.of(draw(seed))):
            kinds["pair" if len(one.halves[0]) == 1 else "square"] += 1
            kinds["unavoidable"] += one.is_unavoidable
            kinds["now"] += bool(one.now)
            kinds["open"] += bool(one.open_ends)
    assert all(kinds[name] for name in ("pair", "square", "unavoidable", "now", "open")), kinds


def only(text: str) -> FiftyFifty:
    [found] = fifty_fifties(WhatIf.of(Board.parse(text)))
    return found


def test_a_corner() -> None:
    found = only("mines: 2\n2?100\n??100\n")
    assert found == FiftyFifty(((1,), (6,)), (), 1.0, is_unavoidable=True, now=())


def test_a_chain_of_any_length() -> None:
    """Each clue needs one mine in two cells: four of them, then six."""
    four = only("mines: 2\n?111?\n1?1?1\n")
    assert four.halves == ((0, 8), (4, 6))
    assert four.is_unavoidable
    # A path of cells, with a clue between each two of them and nothing else around.
    for length in (4, 6, 20):
        cells = 2 * length - 1
        near = [[cell - 1, cell + 1] for cell in range(cells)]
        near[0], near[-1] = [1], [cells - 2]
        adjacency = Adjacency.of(near)
        grid = np.full((1, cells), 1)
        grid[0, ::2] = State.COVERED
        board = Board(grid, mines=length // 2, adjacency=adjacency)
        [chain] = fifty_fifties(WhatIf.of(board))
        assert chain.is_unavoidable
        assert chain.halves == (tuple(range(0, cells, 4)), tuple(range(2, cells, 4)))


def test_a_pseudo_50_50() -> None:
    """Whoever opens one of the two takes no risk that would not come anyway."""
    found = only("mines: 4\n111??\n??2??\n12?21\n")
    assert found.now == (3, 8)
    assert not found.is_unavoidable


def test_swaps() -> None:
    """On a grid, pairs side by side and squares; at a corner they have few ends."""
    adjacency = eight(4, 4)
    pairs, squares = swaps(adjacency, 1), swaps(adjacency, 2)
    assert pairs.cells.shape[0] == 2
    assert squares.cells.shape[0] == 4
    sides = {tuple(sorted(cells)) for cells in pairs.cells.T.tolist()}
    assert all(pair in sides for pair in ((0, 1), (5, 6), (5, 9), (11, 15)))
    assert (0, 5) not in sides or len(ends_of(adjacency, (0,), (5,))) <= 6
    assert ends_of(adjacency, (0,), (1,)) == (2, 6)
    assert ends_of(adjacency, (5,), (6,)) == (0, 3, 4, 7, 8, 11)
    halves = squares.cells.T.reshape(-1, 2, 2).tolist()
    corners = {frozenset(map(frozenset, cells)) for cells in halves}
    assert frozenset({frozenset({5, 10}), frozenset({6, 9})}) in corners
    assert ends_of(adjacency, (5, 10), (6, 9)) == (0, 3, 12, 15)
    assert swaps(Adjacency.of([[], []]), 1).cells.shape == (2, 0)


@pytest.mark.parametrize("seed", seeds(range(60), fast=15))
def test_the_probability_in_an_answer_is_exact(seed: int) -> None:
    board = draw(seed)
    flat = np.array(oracle.layouts(board)).reshape(-1, board.grid.size)
    for one in best(board).fifties:
        halves = [[board.number(cell) for cell in half] for half in one.halves]
        ends = [board.number(cell) for cell in one.open_ends]
        full, empty = ([f(flat[:, half], axis=1) for half in halves] for f in (np.all, np.any))
        is_one = (full[0] & ~empty[1]) | (full[1] & ~empty[0])
        holds = is_one & flat[:, ends].all(axis=1)
        assert type(one.probability) is Fraction
        assert one.probability == Fraction(int(holds.sum()), len(flat))


@pytest.mark.parametrize("kind", [Best, Review, Grade], ids=lambda kind: kind.__name__)
def test_help_says_what_each_field_is(kind: type) -> None:
    for field in fields(kind):
        assert f"\n    {field.name}: " in inspect.getdoc(kind), field.name
