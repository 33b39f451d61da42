"""What-ifs: each of them against a fresh knowledge base of the changed board."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import log2
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State
from logicsweep.board import Clue
from logicsweep.board.total import Total
from logicsweep.errors import ArgumentTypeError, IllegalMoveError, MissingDensityError
from logicsweep.kernel.context import Status
from logicsweep.kernel.hand import Hand, WhatIf as HandsWhatIf
from logicsweep.limits import Budget
from logicsweep.strategy import WhatIf
from tests.conftest import needs_kernel, seeds
from tests.judges import oracle
from tests.judges.fuzz import Neighbours, draw_board
from tests.judges.making import uncertain_board
from tests.judges.refusals import refused

MINE, SAFE = State.KNOWN_MINE, State.NO_CLUE


def draw(seed: int) -> tuple[Board, Neighbours | None]:
    """A board of any kind that has a layout, with exact clues and a mine count or a density."""
    rng = Random(seed)
    board, near = draw_board(rng)
    board = board.replace(dict.fromkeys(board.uncertain, SAFE))
    if board.mines is None:
        density = Fraction(rng.randint(1, 9), 10)
        board = Board(np.asarray(board.grid), density=density, adjacency=board.adjacency)
    return board, near


def check(found: WhatIf, fresh: Board, near: Neighbours | None, what: object) -> None:
    """A what-if is what a knowledge base counts, and what the oracle lists."""
    masks = oracle.layouts(fresh, near)
    assert found.is_possible == (len(masks) > 0), what
    assert found.layouts == len(masks), what
    if not found.is_possible:
        assert found.log2_mass == -np.inf
        with pytest.raises(ValueError, match="no layout agrees"):
            _ = found.marginals
        return
    counted = KnowledgeBase(fresh).count()
    wanted = counted.probabilities().ravel()
    np.testing.assert_allclose(found.marginals, wanted, rtol=0, atol=2e-12, err_msg=str(what))
    np.testing.assert_array_equal(found.marginals == 0, wanted == 0, str(what))
    assert found.safe == (wanted == 0).nonzero()[0].tolist(), what


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("seed", seeds(range(60), fast=20))
def test_after(seed: int) -> None:
    """Everything that some cells may turn out to be; the values add up to all layouts."""
    board, near = draw(seed)
    root = WhatIf.of(board)
    check(root, board, near, seed)
    if not root.is_possible:
        return
    rng = Random(seed)
    cells = [board.number(cell) for cell in board.covered]
    for cell in rng.sample(cells, min(3, len(cells))):
        values = [int(MINE), *range(len(board.adjacency.neighbours(cell)) + 1)]
        every = {value: root.after(cell, value) for value in values}
        for value, found in every.items():
            fresh = board.replace({board.cell(cell): value})
            check(found, fresh, near, (seed, cell, value))
        assert sum(one.layouts for one in every.values()) == root.layouts, seed
        shares = [2.0 ** (one.log2_mass - root.log2_mass) for one in every.values()]
        assert sum(shares) == pytest.approx(1, abs=1e-8), seed
        assert shares[0] == pytest.approx(root.marginals[cell], abs=1e-8), seed
    check(root, board, near, seed)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("seed", seeds(range(60), fast=12))
def test_given_several_cells(seed: int) -> None:
    """Mines and safe cells at once, and one supposition after the other."""
    board, near = draw(seed)
    root = WhatIf.of(board)
    cells = [board.number(cell) for cell in board.covered]
    if not root.is_possible or len(cells) < 4:
        return
    rng = Random(seed)
    some = rng.sample(cells, 4)
    given = {cell: rng.random() < 0.4 for cell in some[:3]}
    states = {board.cell(cell): MINE if mine else SAFE for cell, mine in given.items()}
    after = root.after(cells=given)
    check(after, board.replace(states), near, (seed, given))
    further = after.after(some[3], 1)
    check(further, board.replace({**states, board.cell(some[3]): 1}), near, (seed, given, some[3]))
    assert dict(further.changes) == {**{c: states[board.cell(c)] for c in given}, some[3]: 1}


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("seed", seeds(range(30), fast=6))
def test_uncertain_clues(seed: int) -> None:
    """The shares are those of the posterior, likelihoods included."""
    board = uncertain_board(seed, covered=8)
    if board.mines is None or not oracle.is_consistent(board) or not board.covered:
        return
    root = WhatIf.of(board)
    count = KnowledgeBase(board).count()
    cell = board.number(board.covered[0])
    mine = root.after(cell, MINE)
    share = 2.0 ** (mine.log2_mass - root.log2_mass) if mine.is_possible else 0.0
    assert share == pytest.approx(float(count.probability(board.cell(cell))), abs=1e-8), seed
    if mine.is_possible:
        fresh = KnowledgeBase(board.replace({board.cell(cell): MINE})).count().probabilities()
        np.testing.assert_allclose(mine.marginals, fresh.ravel(), rtol=0, atol=2e-12)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("total", [6, (5, 7), None])
def test_likelihoods_count_when_all_cells_of_a_clue_are_decided(total: Total) -> None:
    """What a cell may show is as likely as the posterior says, whatever that decides."""
    text = "? ? ? ? ? ?\n? 2 1 2 3 ?\n? 1 0 1 3 ?\n? ? 1 1 ? ?\n"
    board = Board.parse(f"mines: 6\nclues: noisy(1/10)\n\n{text}").with_total(total)
    density = Fraction(1, 5) if total is None else None
    root = WhatIf.of(board, density=density)
    kb = KnowledgeBase(board)
    for cell in board.covered:
        number = board.number(cell)
        wanted = kb.clue_distribution(cell, density=density)
        for clue, chance in enumerate(wanted.clues):
            after = root.after(number, clue)
            share = 2.0 ** (after.log2_mass - root.log2_mass) if after.is_possible else 0.0
            assert share == pytest.approx(float(chance), abs=1e-8), (cell, clue)


def test_it_is_a_value() -> None:
    board = Board.parse("mines: 2\n???\n?2?\n???\n")
    root = WhatIf.of(board)
    after = root.after(0, MINE)
    assert root.layouts == 28
    assert after.layouts == 7
    assert after.after(1, 3).layouts == 0
    assert root.log2_mass == pytest.approx(log2(28))
    assert repr(after) == "<WhatIf 3x3, 2 mines, 1 supposed>"
    assert not root.changes


def test_errors() -> None:
    board = Board.parse("mines: 1\n1?\n1?\n")
    root = WhatIf.of(board)
    with pytest.raises(IllegalMoveError):
        root.after(1, 1).after(cells={1: True})
    for wrong in ({"cell": 1}, {"cells": {1: True}, "cell": 1, "value": 0}, {}):
        with pytest.raises(TypeError):
            root.after(**wrong)  # type: ignore[call-overload]
    with refused(ArgumentTypeError, argument="value"):
        root.after(1, 0.5)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        root.changes[1] = 0  # type: ignore[index]
    with pytest.raises(MissingDensityError):
        _ = WhatIf.of(Board.parse("???\n")).marginals
    with refused(ArgumentTypeError, argument="position"):
        WhatIf.of("?")  # type: ignore[arg-type]
    assert WhatIf.of(board.replace({(0, 1): Clue(0, 1)})).is_possible


@needs_kernel
@pytest.mark.parametrize("seed", seeds(range(40), fast=10))
def test_one_unit_of_mass(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the kernel leaves open, its twin counts so that the shares still add up."""
    board, _ = draw(seed)
    root = WhatIf.of(board)
    cells = [board.number(cell) for cell in board.covered]
    if not root.is_possible or not cells:
        return
    mine = root.after(cells[0], MINE).log2_mass
    asked = Hand.what_if
    open_ = {int(MINE)}

    def leaves_mines_open(hand: Hand, changes: Mapping[int, int], budget: Budget) -> HandsWhatIf:
        if open_.intersection(changes.values()):
            return HandsWhatIf(Status.WIDE, None, -np.inf)
        return asked(hand, changes, budget)

    monkeypatch.setattr(Hand, "what_if", leaves_mines_open)
    assert WhatIf.of(board).after(cells[0], MINE).log2_mass == pytest.approx(mine, abs=1e-8)
