"""The game tree: the kernel and its twin against a player by brute force."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep.board.adjacency import eight
from logicsweep.errors import LimitError
from logicsweep.kernel import kernel_in_use, winning as native
from logicsweep.kernel.winning import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.endgame import safest_first, undominated, won_after
from logicsweep.strategy.sight import counted_around
from logicsweep.strategy.tree import Tree
from tests.conftest import needs_kernel, seeds
from tests.judges import player

NEVER = Budget(None)
SHAPES = ((2, 3), (2, 4), (3, 3), (1, 6))
# Sets by seed, and whether all layouts weigh the same: of few layouts, and of more.
FEW, MORE = [(2, True), (2, False), (27, True)], [(27, False), (42, False), (54, False)]


class Sets(NamedTuple):
    masks: NDArray[np.bool_]
    values: NDArray[np.uint8]
    weights: list[int] | None

    @property
    def all_weights(self) -> list[int]:
        return [1] * len(self.masks) if self.weights is None else self.weights


def draw(seed: int, *, one_total: bool) -> Sets:
    """Some layouts of a small board, with or without one number of mines and weights."""
    rng = random.Random(seed)
    height, width = rng.choice(SHAPES)
    cells = height * width
    totals = [rng.randint(1, cells - 2)] if one_total else range(cells + 1)
    every = [set(mines) for total in totals for mines in combinations(range(cells), total)]
    some = rng.sample(every, min(len(every), rng.randint(1, 9)))
    masks = np.array([[cell in mines for cell in range(cells)] for mines in some])
    values = counted_around(masks, range(cells), eight(height, width))
    weights = [rng.randint(1, 5) for _ in some] if rng.random() < 0.5 else None
    return Sets(masks.reshape(-1, height, width), values, weights)


def check_exact_or_bound(found: Sequence[int], wanted: Sequence[int], what: object) -> None:
    """What is no less than all before is exact; everything else is between it and the best."""
    best = -1
    for own, true in zip(found, wanted, strict=True):
        if true >= best:
            assert own == true, what
        else:
            assert true <= own < best, what
        best = max(best, true)


@pytest.mark.parametrize("one_total", [True, False])
@pytest.mark.parametrize("seed", seeds(range(120), fast=40))
def test_against_brute_force(seed: int, one_total: bool) -> None:
    """Every first cell of every set is worth what the brute-force player wins after it."""
    masks, values, weights = sets = draw(seed, one_total=one_total)
    judge = player.Player(player.shown(masks), sets.all_weights)
    cells = range(values.shape[1])
    wanted = [int(judge.after(judge.all, frozenset(), cell)) for cell in cells]
    assert won_after(values, weights, cells, budget=NEVER, each=True) == wanted
    tree = Tree(values, weights, NEVER)
    assert [tree.after(cell, -1) for cell in cells] == wanted
    tree = Tree(values, weights, NEVER)
    found = []
    for cell in cells:
        found.append(tree.after(cell, max(found, default=0) - 1))
    check_exact_or_bound(found, wanted, seed)
    if one_total:
        in_kernel = native.won_after(values, weights, cells, alpha=-1, budget=NEVER)
        if in_kernel is not None:
            check_exact_or_bound(in_kernel, wanted, seed)
        some = undominated(values)
        if some:
            assert max(wanted[cell] for cell in some) == max(wanted), seed


@pytest.mark.parametrize("seed", seeds(range(40), fast=8))
def test_larger_sets(seed: int) -> None:
    """Hundreds of layouts, so that sets are lists in the kernel before they are words."""
    rng = random.Random(seed)
    every = [set(mines) for mines in combinations(range(16), rng.choice((3, 4)))]
    some = rng.sample(every, rng.randint(65, 400))
    masks = np.array([[cell in mines for cell in range(16)] for mines in some])
    values = counted_around(masks, range(16), eight(4, 4))
    weights = [rng.randint(1, 9) for _ in some] if seed % 2 else None
    in_kernel = native.won_after(values, weights, range(16), alpha=-1, budget=NEVER)
    if in_kernel is None:
        pytest.skip("there is no kernel")
    tree = Tree(values, weights, NEVER)
    wanted: list[int] = []
    for cell in range(16):
        wanted.append(tree.after(cell, max(wanted, default=0) - 1))
    best = max(wanted)
    assert max(in_kernel) == best, seed
    exact = [cell for cell in range(16) if in_kernel[cell] == best]
    assert exact == [cell for cell in range(16) if wanted[cell] == best], seed


@needs_kernel
@pytest.mark.parametrize(
    ("seed", "is_plain"),
    [
        *FEW,
        *(pytest.param(*given, marks=pytest.mark.slow) for given in MORE),
        *(
            pytest.param(*given, marks=pytest.mark.night)
            for given in product((0, 1, 2, 27, 30, 42, 54), (True, False))
            if given not in FEW + MORE
        ),
    ],
)
def test_asked_whether_a_cell_wins_so_much(seed: int, is_plain: bool) -> None:
    """Asks just below the value, and at it, where a bound that is too low by one layout is seen.

    The last four sets do if the count of cliques does not carry from word to word.
    """
    rng = random.Random(seed)
    every = [set(mines) for mines in combinations(range(20), 4)]
    masks = np.array([[cell in mines for cell in range(20)] for mines in every])
    values = counted_around(masks, range(20), eight(4, 5))
    layout = rng.choice(values)
    opened = rng.sample(np.flatnonzero(layout != HIT).tolist(), 2)
    values = values[(values[:, opened] == layout[opened]).all(axis=1)]
    weights = None if is_plain else [rng.randint(1, 9) for _ in values]
    tree = Tree(values, weights, NEVER)
    for cell in range(20):
        won = tree.after(cell, -1)
        for alpha in (won - 1, won):
            in_kernel = native.won_after(values, weights, [cell], alpha=alpha, budget=NEVER)
            assert in_kernel == [won], seed


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(30), fast=6))
def test_many_cells(seed: int) -> None:
    """More cells than a word has bits, and few layouts: the kernel against its twin."""
    rng = random.Random(seed)
    cells, number = range(9 * 12), rng.randint(2, 60)
    masks = np.array(
        [[cell in mines for cell in cells] for mines in some_mines(rng, cells, number)]
    )
    values = counted_around(masks, cells, eight(9, 12))
    tried = rng.sample(cells, 6)
    found = native.won_after(values, None, tried, alpha=-1, budget=NEVER)
    assert found is not None
    tree = Tree(values, None, NEVER)
    wanted: list[int] = []
    for cell in tried:
        wanted.append(tree.after(cell, max(wanted, default=0) - 1))
    best = max(wanted)
    assert [one == best for one in found] == [one == best for one in wanted], seed
    assert max(found) == best, seed


def some_mines(rng: random.Random, cells: range, number: int) -> list[set[int]]:
    """Layouts that differ in few cells."""
    base = rng.sample(cells, 20)
    found = {frozenset(base)}
    while len(found) < number:
        mines = set(rng.choice(sorted(map(sorted, found))))
        mines.remove(rng.choice(sorted(mines)))
        mines.add(rng.choice([cell for cell in cells if cell not in mines]))
        found.add(frozenset(mines))
    return [set(mines) for mines in sorted(map(sorted, found))]


def test_weights_multiply() -> None:
    """Weights all alike change nothing but the unit."""
    masks = np.array([[cell in mines for cell in range(9)] for mines in combinations(range(9), 2)])
    values = counted_around(masks, range(9), eight(3, 3))
    plain = [Tree(values, None, NEVER).after(cell, -1) for cell in range(9)]
    heavy = [Tree(values, [7] * len(values), NEVER).after(cell, -1) for cell in range(9)]
    assert heavy == [7 * one for one in plain]
    # The best first cell of a 3x3 board with 2 mines is on an edge.
    assert max(plain) == 24


def test_undominated() -> None:
    """Cells that are dead, alike or riskier for nothing are left out."""
    hit = HIT
    #                 living  alike  dead  riskier
    values = np.array(
        [[0, 1, 2, 0], [1, 2, 2, hit], [hit, hit, 2, hit], [2, 0, hit, 1]], dtype=np.uint8
    )
    assert undominated(values) == [0]
    assert safest_first(values == HIT, None, range(4)) == [0, 1, 2, 3]
    assert safest_first(values == HIT, [1, 1, 1, 9], range(4)) == [0, 1, 3, 2]


@needs_kernel
def test_kernel_leaves_large_weights_to_python() -> None:
    values = np.array([[0, HIT], [HIT, 0]], dtype=np.uint8)
    assert native.won_after(values, [1, 2], [0, 1], alpha=-1, budget=NEVER) == [1, 2]
    assert native.won_after(values, [1, 1 << 62], [0], alpha=-1, budget=NEVER) is None
    assert Tree(values, [1, 1 << 62], NEVER).after(1, -1) == 1 << 62


def test_time_limit() -> None:
    """Neither the kernel nor its twin goes on when the time is over."""
    mines = combinations(range(20), 4)
    masks = np.array([[cell in some for cell in range(20)] for some in map(set, mines)])
    values = counted_around(masks, range(20), eight(5, 4))
    with pytest.raises(LimitError):
        Tree(values, None, Budget(1e-9)).after(0, -1)
    if kernel_in_use() == "native":
        with pytest.raises(LimitError):
            native.won_after(values, None, range(20), alpha=-1, budget=Budget(1e-9))
