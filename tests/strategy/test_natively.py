"""The kernel's decisions against those of the twin in Python, cell by cell."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
import pytest

from logicsweep import Adjacency, Board, State
from logicsweep.board import FirstClick
from logicsweep.errors import ArgumentTypeError
from logicsweep.kernel import context as in_context
from logicsweep.limits import Budget
from logicsweep.strategy import STANDARD, WhatIf, Why, decide
from logicsweep.strategy.natively import Plan, numbers_of
from logicsweep.strategy.recipe import Recipe
from tests.conftest import needs_kernel, seeds
from tests.judges.refusals import refused

pytestmark = needs_kernel

NEVER = Budget(None)
Neighbours = Callable[[int, int], Adjacency]
# Rows, columns, mines; the neighbours.
KINDS: tuple[tuple[int, int, int, Neighbours], ...] = (
    (16, 30, 99, Adjacency.square),
    (16, 16, 40, Adjacency.square),
    (16, 16, 70, Adjacency.square),
    (9, 9, 10, Adjacency.square),
    (8, 8, 20, Adjacency.square),
    (3, 12, 9, Adjacency.square),
    (9, 10, 20, Adjacency.hexagon),
    (9, 9, 16, Adjacency.torus),
    (8, 8, 10, Adjacency.knight),
    (9, 9, 22, Adjacency.four),
)
RECIPES = (
    STANDARD,
    STANDARD,
    STANDARD._replace(margin=0.5, replies=1),
    STANDARD._replace(layouts=0, contenders=2),
    STANDARD._replace(layouts=300, survival=False),
    STANDARD._replace(tolerance=0.5, candidates=40, far=20),
    STANDARD._replace(second=0.0, contenders=0),
    STANDARD._replace(tolerance=0.99, candidates=5, far=3),
)


class Native(NamedTuple):
    """A decision of the kernel: the number of the cell, or -1 if none can be opened."""

    cell: int
    why: Why | None
    risk: float
    chance: float | None


def decide_natively(root: WhatIf, plan: Plan, recipe: Recipe = STANDARD) -> Native | None:
    """The decision of the kernel; None where it makes none."""
    hand = root.hand
    if hand is None or not root.situation.is_ordinary:
        return None
    decision = hand.choose(numbers_of(recipe), plan.native, root.marginals, NEVER)
    if decision is None:
        return None
    chance = None if decision.chance < 0 else decision.chance
    why = (None, Why.SAFE, Why.SOLVED, Why.FIRST, Why.SCORE, Why.POLICY)[decision.why]
    return Native(decision.cell, why, decision.risk, chance)


def blank(height: int, width: int, mines: int, near: Adjacency | None = None) -> Board:
    grid = np.full((height, width), State.COVERED)
    return Board(grid, mines=mines, adjacency=near)


def positions(
    seed: int, kinds: Sequence[tuple[int, int, int, Neighbours]] = KINDS
) -> Iterator[tuple[Board, FirstClick]]:
    """The positions of a game in which somebody has to guess; the guesses are lucky and random."""
    rng = Random(seed)
    height, width, mines, neighbours = kinds[seed % len(kinds)]
    board = blank(height, width, mines, neighbours(height, width))
    free = set(rng.sample(range(board.grid.size), board.grid.size - mines))
    near = board.adjacency.lists
    first_click = rng.choice((FirstClick.SAFE, FirstClick.OPENING, FirstClick.UNPROTECTED))
    while True:
        marginals = WhatIf.of(board).marginals
        safe = (marginals == 0).nonzero()[0].tolist()
        if not safe:
            yield board, first_click
            safe = [number for number in free if marginals[number] > 0]
            if not safe:
                return
            safe = [rng.choice(safe)]
        shown = {number: sum(other not in free for other in near[number]) for number in safe}
        board = board.replace({board.cell(number): value for number, value in shown.items()})


@pytest.mark.parametrize("seed", seeds(range(200), fast=20))
def test_the_twins_decide_alike(seed: int) -> None:
    """Cell, reason, risk and chance, to the last bit, under several recipes."""
    plan = None
    for turn, (board, first_click) in enumerate(positions(seed)):
        plan = plan or Plan(board, first_click)
        recipe = RECIPES[(seed + turn) % len(RECIPES)]
        root = WhatIf.of(board)
        found = decide_natively(root, plan, recipe)
        wanted = decide(WhatIf.of(board), recipe, budget=NEVER, first_click=first_click)
        if found is None:  # blank and small, or a corner that is not the book's
            assert (board.grid != State.COVERED).sum() <= 1, seed
        elif wanted is None:
            assert found == Native(-1, None, 0.0, None), seed
        else:
            chance = None if wanted.chance is None else float(wanted.chance)
            assert found == Native(wanted.cell, wanted.why, wanted.risk, chance), (seed, turn)


def test_the_book() -> None:
    """The first cell, and another corner only after a number in the first."""
    start = blank(16, 16, 40)
    plan = Plan(start, FirstClick.SAFE)
    corner = start.replace({(0, 0): 1})
    elsewhere = start.replace({(5, 5): 1})
    found = [
        decide_natively(WhatIf.of(board), plan)
        for board in (start, corner, elsewhere, start.replace({(15, 0): 1}))
    ]
    assert [native and native.why for native in found] == [Why.FIRST, Why.FIRST, Why.SCORE, None]
    assert [native and native.cell for native in found[:2]] == [0, 15]


def test_boards_that_the_kernel_does_not_decide() -> None:
    some = Board.parse("mines: 2..3\n1???\n????\n????\n")
    ruled = Board.parse("rules: Q\nmines: 5\n?????\n??2??\n?????\n?????\n")
    for board in (blank(4, 4, 3), some, ruled):
        assert decide_natively(WhatIf.of(board), Plan(board, FirstClick.SAFE)) is None


def test_nothing_to_open_and_safe_cells() -> None:
    done = Board.parse("mines: 1\n1?\n11\n")
    decided = decide_natively(WhatIf.of(done), Plan(done, FirstClick.SAFE))
    assert decided == Native(-1, None, 0.0, None)
    safe = Board.parse("mines: 1\n1??\n???\n11?\n")
    root = WhatIf.of(safe)
    found = decide_natively(root, Plan(safe, FirstClick.SAFE))
    assert found is not None
    assert (found.cell, found.why, found.risk) == (root.safe[0], Why.SAFE, 0.0)


def test_decisions_that_take_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are stopped after a moment, and made again in another thread; the board stays."""
    boards = [board for board, _ in positions(2)][3:5]
    plan = Plan(boards[0], FirstClick.SAFE)
    expected = [decide_natively(WhatIf.of(board), plan) for board in boards]
    assert None not in expected
    monkeypatch.setattr(in_context, "_BRIEF", 0)
    monkeypatch.setattr(in_context, "_CONTEXTS", in_context._Contexts())  # noqa: SLF001
    for board, wanted in zip(boards, expected, strict=True):
        root = WhatIf.of(board)
        assert decide_natively(root, plan) == wanted
        after = root.suppose({}).marginals
        np.testing.assert_array_equal(after, root.marginals)
        assert decide_natively(root, plan) == wanted


@pytest.mark.parametrize(
    ("name", "values"),
    [
        *((name, (-1, 10**10)) for name in ("layouts", "policy", "far", "contenders")),
        *((name, (0, -3, 10**10)) for name in ("candidates", "replies")),
        *((name, (-0.1, 1.1, float("nan"))) for name in ("tolerance", "second", "margin")),
    ],
)
def test_numbers_out_of_range_are_refused(name: str, values: Sequence[float]) -> None:
    root = WhatIf.of(blank(9, 9, 10).replace({(4, 4): 1}))
    for value in values:
        recipe = STANDARD._replace(**{name: value})
        with pytest.raises(ValueError, match=f"the recipe's {name} is {value}; expected a number"):
            decide(root, recipe, budget=NEVER)
        with pytest.raises(ValueError, match=f"the recipe's {name} is {value}; expected a number"):
            decide_natively(root, Plan(root.board, FirstClick.SAFE), recipe)


def test_counts_are_whole_numbers() -> None:
    root = WhatIf.of(blank(9, 9, 10).replace({(4, 4): 1}))
    for value in (2.5, "3", None):
        recipe = STANDARD._replace(candidates=value)  # type: ignore[arg-type]
        with refused(ArgumentTypeError, argument="the recipe's candidates"):
            decide(root, recipe, budget=NEVER)


def test_numbers_at_their_limits() -> None:
    board = blank(9, 9, 10).replace({(4, 4): 1})
    root, plan = WhatIf.of(board), Plan(board, FirstClick.SAFE)
    for numbers in (
        {"candidates": 1, "far": 0, "replies": 1, "tolerance": 1, "margin": 0},
        {"candidates": 10**9, "far": 10**9, "contenders": 2, "replies": 10**9, "margin": 1},
    ):
        recipe = STANDARD._replace(**numbers)
        native = decide_natively(root, plan, recipe)
        twin = decide(root, recipe, budget=NEVER)
        assert native is not None
        assert twin is not None
        assert (native.cell, native.why) == (twin.cell, twin.why)
