"""The policy over all layouts: the kernel, its twin, the best play, and layouts played out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

from logicsweep import Board, FirstClick, best
from logicsweep.board.adjacency import eight
from logicsweep.errors import LimitError
from logicsweep.kernel import winning as native
from logicsweep.kernel.winning import HIT
from logicsweep.limits import Budget
from logicsweep.strategy.decision import Why, decide
from logicsweep.strategy.endgame import won_after
from logicsweep.strategy.natively import Plan, decide_natively
from logicsweep.strategy.policy import Followed, Player, best_by_policy
from logicsweep.strategy.recipe import STANDARD
from logicsweep.strategy.sight import counted_around
from logicsweep.strategy.tree import Tree
from logicsweep.strategy.whatif import WhatIf
from tests.conftest import needs_kernel, seeds, without_kernel

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
    """What the twin wins with each cell; -1 for cells that show the same wherever they are safe."""
    player = Player(values, NEVER)
    living = [len(set(column.tolist()) - {HIT}) > 1 for column in values.T]
    return [player.after(cell) if is_living else -1 for cell, is_living in enumerate(living)]


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_the_twins_agree(seed: int) -> None:
    values = draw(seed, 180)
    assert native.won_by_policy(values, each=True, budget=NEVER) == after(values)
    natively = best_by_policy(values, NEVER)
    with without_kernel():
        assert best_by_policy(values, NEVER) == natively


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
def test_the_twins_agree_where_a_sample_is_compared(
    seed: int, most: int, shapes: Sequence[tuple[int, int, int]]
) -> None:
    """On sets of more than 512 and of more than 2,048 layouts, in any order."""
    values = draw(seed, most, shapes)
    assert len(values) > (512 if shapes is SAMPLED else 2_048)
    natively = best_by_policy(values, NEVER)
    turned = values[np.random.default_rng(seed).permutation(len(values))]
    assert best_by_policy(turned, NEVER) == natively
    assert natively is not None
    with without_kernel():
        assert best_by_policy(values, NEVER) == natively


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


@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_the_best_play_wins_no_fewer(seed: int) -> None:
    values = draw(seed, 300)
    followed = best_by_policy(values, NEVER)
    assert followed is not None
    wanted = won_after(values, None, range(values.shape[1]), budget=NEVER, each=True)
    assert all(own <= true for own, true in zip(after(values), wanted, strict=True))
    assert 0.8 * max(wanted) <= followed.won <= wanted[followed.cell]


@pytest.mark.parametrize("seed", seeds(range(20), fast=6))
def test_the_order_of_layouts_does_not_matter(seed: int) -> None:
    values = draw(seed, 300)
    turned = values[np.random.default_rng(seed).permutation(len(values))]
    assert best_by_policy(values, NEVER) == best_by_policy(turned, NEVER)


def test_few_layouts_are_played_best() -> None:
    values = draw(5, 60)
    tree = Tree(values, None, NEVER)
    wanted = [tree.after(cell, -1) for cell in range(values.shape[1])]
    assert after(values) == [
        own if own == -1 else true for own, true in zip(after(values), wanted, strict=True)
    ]


def test_nothing_tells_the_layouts_apart() -> None:
    values = np.array([[0, 0, HIT], [0, HIT, 0], [HIT, 0, 0]], dtype=np.uint8)
    assert best_by_policy(values, NEVER) is None
    with without_kernel():
        assert best_by_policy(values, NEVER) is None


def test_of_equal_cells_the_first_is_the_best() -> None:
    values = counted_around(np.eye(8, dtype=np.bool_), range(8), eight(1, 8)).astype(np.uint8)
    followed = best_by_policy(values, NEVER)
    assert followed == best_by_policy(values[:, ::-1].copy(), NEVER)
    assert isinstance(followed, Followed)


def test_the_time_limit() -> None:
    values = draw(3, 400)
    with without_kernel(), pytest.raises(LimitError):
        best_by_policy(values, Budget(1e-9))


# Many layouts: two clues, and the rest of the board is far away.
SPARSE = Board.parse("mines: 4\n\n?1??????\n????????\n????????\n")


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
    natively = decide_natively(WhatIf.of(SPARSE), plan, recipe, budget=NEVER)
    decision = decide(WhatIf.of(SPARSE), recipe, budget=NEVER)
    assert natively is not None
    assert decision is not None
    assert (natively.cell, natively.why) == (decision.cell, Why.POLICY)


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
