"""The probability of the evidence, against the sum over all layouts."""

from __future__ import annotations

import random
from fractions import Fraction
from math import prod

import pytest

from logicsweep import Board
from logicsweep.count.evidence import probability_of_evidence
from logicsweep.limits import Budget
from logicsweep.reason.component_counts import UncountableError
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import opened_at_random, random_board

DENSITY = Fraction(2, 7)


def some_likelihoods(rng: random.Random) -> dict[int, Fraction]:
    """Likelihoods of some counts, now and then 0."""
    most = rng.randint(0, 7)
    return {count: Fraction(rng.randint(0, 3), rng.randint(3, 7)) for count in range(most + 1)}


@pytest.mark.parametrize("kind", ["as it is", "density"])
@pytest.mark.parametrize("seed", seeds(range(80), fast=40))
def test_prior_times_likelihood_is_summed_over_all_layouts(seed: int, kind: str) -> None:
    rng = random.Random(seed)
    board = random_board(seed, covered=9)
    if kind == "density":
        board = Board(board.grid, density=DENSITY)
    likelihoods = {
        board.number(cell): some_likelihoods(rng) for cell in board.clues if rng.random() < 0.8
    }
    # What the board's own clues say does not count: only where the layouts have mines.
    masks = oracle.placements(board)
    masks = masks[oracle.meets_total(board, masks)]
    near = {number: oracle.around(masks, board.cell(number)).tolist() for number in likelihoods}
    mines = (masks.sum(axis=(1, 2)) - len(board.known_mines)).tolist()
    covered = len(board.covered)
    expected = Fraction(0)
    for place in range(len(masks)):
        chances = [one.get(near[number][place], 0) for number, one in likelihoods.items()]
        weight = prod(chances, start=Fraction(1))
        if kind == "density":
            weight *= DENSITY ** mines[place] * (1 - DENSITY) ** (covered - mines[place])
        expected += weight
    assert probability_of_evidence(board, likelihoods, budget=Budget(None)) == expected


def test_evidence_that_needs_too_much_room() -> None:
    board = opened_at_random(1, 20, 20, 80, 0.2)
    likelihoods = {
        board.number(cell): {count: Fraction(1, 2) for count in (clue, clue + 1)}
        for cell, clue in board.clues.items()
        if isinstance(clue, int)
    }
    with pytest.raises(UncountableError):
        probability_of_evidence(board, likelihoods, budget=Budget(entries=50))
