"""The policy over all layouts: the kernel, its judge, the best play, and layouts played out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, best
from logicsweep.board import FirstClick
from logicsweep.board.adjacency import eight
from logicsweep.kernel import winning as native
from logicsweep.kernel.winning import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.decision import Why, decide
from logicsweep.strategy.endgame import won_after
from logicsweep.strategy.natively import Plan
from logicsweep.strategy.recipe import STANDARD
from logicsweep.strategy.sight import counted_around
from logicsweep.strategy.tree import Tree
from logicsweep.strategy.whatif import WhatIf
from tests.conftest import needs_kernel, seeds
from tests.judges.policy import Player
from tests.strategy.test_natively import decide_natively

NEVER = Budget(None)
LARGE = ((3, 5, 5), (2, 8, 5), (1, 15, 5))
SHAPES = ((3, 4, 4), (3, 5, 4), (4, 4, 4), (2, 9, 3), (1, 12, 5))
# Of these there are more layouts than a sample has.
SAMPLED = ((3, 4, 5), (2, 6, 5), (1, 12, 5))


def draw(
    seed: int, most: int, shapes: Sequence[tuple[int, int, int]] = SHAPES
) -> NDArray[np.uint8]:
    """Show some of the layouts of a small board: between half of `most` and `most`."""
    rng = random.Random(seed)
    height, width, mines = rng.choice(shapes)
    cells = height * width
    every = [set(drawn) for drawn in combinations(range(cells), mines)]
    some = rng.sample(every, min(len(every), rng.randint(most // 2, most)))
    masks = np.array([[cell in drawn for cell in range(cells)] for drawn in some])
    return counted_around(masks, range(cells), eight(height, width)).astype(np.uint8)


def won_by(player: Player, values: NDArray[np.uint8], first: int) -> int:
    """Play out each layout, a cell at a time, and count those that are won."""
    won = 0
    for layout in values:
        rows = np.arange(len(values))
        cell: int | None = first
        while cell is not None and layout[cell] != HIT:
            rows = rows[values[rows, cell] == layout[cell]]
            cell = player.next_cell(rows)
        # Nothing tells the layouts apart that are left: the player bets on the first.
        won += cell is None and (values[rows[0]] == layout).all()
    return int(won)


def after(values: NDArray[np.uint8]) -> list[int]:
    """What the judge wins with each cell; -1 for dead cells."""
    player = Player(values, NEVER)
    living = [len(set(column.tolist()) - {HIT}) > 1 for column in values.T]
    return [player.after(cell) if is_living else -1 for cell, is_living in enumerate(living)]


def best_of(won: Sequence[int]) -> tuple[int, int]:
    """The first of the best cells, and what is won with it."""
    return won.index(max(won)), max(won)


def natively(values: NDArray[np.uint8], *, each: bool = False) -> list[int]:
    """What the kernel's player wins with each cell; -1 for cells that are not worked out."""
    won = native.won_by_policy(values, each=each, budget=NEVER)
    assert won is not None
    return won


def check_best(values: NDArray[np.uint8]) -> None:
    """The kernel opens the cell that the judge does, and wins as much."""
    judge = Player(values, NEVER)
    wanted = [-1] * values.shape[1]
    for cell in judge.compared():
        wanted[cell] = judge.after(cell)
    assert best_of(natively(values)) == best_of(wanted)


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_the_kernel_plays_as_its_judge_does(seed: int) -> None:
    values = draw(seed, 180)
    assert natively(values, each=True) == after(values)
    check_best(values)


@needs_kernel
@pytest.mark.parametrize(
    ("seed", "most", "shapes"),
    [
        (0, 1_600, SAMPLED),
        *(
            pytest.param(*given.values, 4_300, LARGE, marks=[*given.marks, pytest.mark.slow])
            for given in seeds(range(16), fast=0)
        ),
    ],
)
def test_it_does_where_a_sample_is_compared(
    seed: int, most: int, shapes: Sequence[tuple[int, int, int]]
) -> None:
    """On sets of more than 512 and of more than 2,048 layouts, in any order."""
    values = draw(seed, most, shapes)
    assert len(values) > (512 if shapes is SAMPLED else 2_048)
    turned = values[np.random.default_rng(seed).permutation(len(values))]
    assert best_of(natively(turned)) == best_of(natively(values))
    check_best(values)


@pytest.mark.parametrize("seed", seeds(range(4), fast=0))
def test_the_wins_of_a_large_set_are_attained(seed: int) -> None:
    values = draw(seed, 1_600, SAMPLED)
    player = Player(values, NEVER)
    [cell, *_] = player.compared()
    assert player.after(cell) == won_by(player, values, cell)


@pytest.mark.parametrize("seed", seeds(range(20), fast=6))
def test_the_wins_are_attained(seed: int) -> None:
    values = draw(seed, 90)
    player = Player(values, NEVER)
    for cell in player.compared()[:3]:
        assert player.after(cell) == won_by(player, values, cell)


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_the_best_play_wins_no_fewer(seed: int) -> None:
    values = draw(seed, 300)
    cell, most = best_of(natively(values))
    wanted = won_after(values, None, range(values.shape[1]), budget=NEVER, each=True)
    assert all(own <= true for own, true in zip(after(values), wanted, strict=True))
    assert 0.8 * max(wanted) <= most <= wanted[cell]


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(20), fast=6))
def test_the_order_of_layouts_does_not_matter(seed: int) -> None:
    values = draw(seed, 300)
    turned = values[np.random.default_rng(seed).permutation(len(values))]
    assert best_of(natively(values)) == best_of(natively(turned))


def test_few_layouts_are_played_best() -> None:
    values = draw(5, 60)
    tree = Tree(values, None, NEVER)
    wanted = [tree.after(cell, -1) for cell in range(values.shape[1])]
    assert after(values) == [
        own if own == -1 else true for own, true in zip(after(values), wanted, strict=True)
    ]


@needs_kernel
def test_nothing_tells_the_layouts_apart() -> None:
    values = np.array([[0, 0, HIT], [0, HIT, 0], [HIT, 0, 0]], dtype=np.uint8)
    assert natively(values) == [-1, -1, -1]
    assert Player(values, NEVER).compared() == []


# Many layouts: two clues, and the rest of the board is far away.
SPARSE = Board.parse("mines: 4\n\n?1??????\n????????\n????????\n")


@needs_kernel
def test_a_part_that_is_too_large_to_be_solved() -> None:
    """The agent and `best` open the same cell, with the same reason."""
    root = WhatIf.of(SPARSE)
    recipe = STANDARD._replace(layouts=100)
    assert 100 < root.layouts <= recipe.policy
    decision = decide(root, recipe, budget=NEVER)
    assert decision is not None
    assert (decision.why, decision.chance, decision.score) == (Why.POLICY, None, None)
    answer = best(SPARSE, layouts=100)
    assert answer.why is Why.POLICY
    assert answer.cells == (SPARSE.cell(decision.cell),)
    assert answer.win_chance is None


@needs_kernel
def test_the_kernel_decides_alike() -> None:
    recipe = STANDARD._replace(layouts=100)
    plan = Plan(SPARSE, FirstClick.SAFE)
    natively = decide_natively(WhatIf.of(SPARSE), plan, recipe)
    decision = decide(WhatIf.of(SPARSE), recipe, budget=NEVER)
    assert natively is not None
    assert decision is not None
    assert (natively.cell, natively.why) == (decision.cell, Why.POLICY)


@pytest.mark.usefixtures("python_kernel")
def test_without_the_kernel_it_is_played_by_score() -> None:
    recipe = STANDARD._replace(layouts=100)
    decision = decide(WhatIf.of(SPARSE), recipe, budget=NEVER)
    assert decision is not None
    assert decision.why is Why.SCORE
    answer = best(SPARSE, layouts=100)
    assert answer.why is Why.SCORE
    assert SPARSE.cell(decision.cell) in answer.cells


def test_other_boards_are_played_by_score() -> None:
    recipe = STANDARD._replace(layouts=100)
    for board, given in (
        (SPARSE, recipe._replace(policy=0)),
        (SPARSE, recipe._replace(policy=101)),
        (SPARSE.with_total((3, 5)), recipe),
    ):
        decision = decide(WhatIf.of(board), given, budget=NEVER)
        assert decision is not None
        assert decision.why is Why.SCORE
