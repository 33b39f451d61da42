"""What the layouts of a ledger weigh together, against the sum over all layouts."""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod

import pytest

from logicsweep import Board
from logicsweep.board import Clue
from logicsweep.knowledge.proofs import ledger_of
from logicsweep.limits import Budget
from logicsweep.reason.settle import ContradictionError
from logicsweep.reason.solvers.engine import engine_of
from logicsweep.reason.solvers.names import ELIMINATION
from logicsweep.system.statements import statements_of
from logicsweep.tables.component_counts import UncountableError
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random, random_board

DENSITY = Fraction(2, 7)


def mass_of(board: Board, budget: Budget) -> Fraction:
    """What the layouts of a board weigh; 0 where there are none."""
    ledger = ledger_of(board, statements_of(board), None, engine_of(ELIMINATION))
    try:
        ledger.settle(budget)
    except ContradictionError:
        return Fraction(0)
    return ledger.mass(board, board.density, budget)


def some_clue(rng: random.Random) -> Clue:
    """A clue with likelihoods of some numbers of mines, now and then 0."""
    likelihood = [Fraction(rng.randint(0, 3), rng.randint(3, 7)) for _ in range(rng.randint(1, 7))]
    return Clue(0, len(likelihood), (*likelihood, Fraction(1, 5)))


@pytest.mark.parametrize("kind", ["as it is", "density"])
@pytest.mark.parametrize("seed", seeds(range(80), fast=40))
def test_prior_times_likelihood_is_summed_over_all_layouts(seed: int, kind: str) -> None:
    rng = random.Random(seed)
    board = random_board(seed, covered=9)
    if kind == "density" or board.mines is None:
        board = Board(board.grid, density=DENSITY)
    board = board.replace({cell: some_clue(rng) for cell in board.clues if rng.random() < 0.8})
    masks = oracle.layouts(board)
    mines = (masks.sum(axis=(1, 2)) - len(board.known_mines)).tolist()
    near = {cell: oracle.around(masks, cell).tolist() for cell in board.uncertain}
    expected = Fraction(0)
    for place in range(len(masks)):
        chances = [
            clue.likelihood[near[cell][place] - clue.lower] if clue.likelihood else 1
            for cell, clue in board.uncertain.items()
        ]
        weight = prod(chances, start=Fraction(1))
        if board.density is not None:
            safe = len(board.covered) - mines[place]
            weight *= DENSITY ** mines[place] * (1 - DENSITY) ** safe
        expected += weight
    assert mass_of(board, Budget(None)) == expected


@pytest.mark.slow
def test_a_mass_that_needs_too_much_room() -> None:
    board = opened_at_random(1, 20, 20, 80, 0.2)
    likelihood = (Fraction(1, 2), Fraction(1, 3))
    doubted = {
        cell: Clue(clue, clue + 1, likelihood)
        for cell, clue in board.clues.items()
        if isinstance(clue, int)
    }
    with pytest.raises(UncountableError):
        mass_of(board.replace(doubted), Budget(entries=50))
