"""A density for each cell: against all layouts, other ways to say it, and closed forms."""

from __future__ import annotations

from fractions import Fraction
from math import prod
from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, State, encode, probabilities
from logicsweep.constraints import Relation
from logicsweep.errors import ArgumentError
from tests.judges import oracle
from tests.judges.refusals import refused

Table = tuple[tuple[Fraction, ...], ...]


def some_table(rng: Random, shape: tuple[int, int], kinds: int) -> Table:
    """One of so many different priors in each cell."""
    kept = [Fraction(number, 11) for number in rng.sample(range(1, 11), kinds)]
    return tuple(tuple(rng.choice(kept) for _ in range(shape[1])) for _ in range(shape[0]))


def chances(board: Board, table: Table) -> dict[tuple[int, int], Fraction]:
    """How likely each covered cell is a mine, from all layouts."""
    masks = oracle.layouts(board)
    weights = [
        prod(
            [
                p if mask[cell] else 1 - p
                for cell in board.covered
                for p in [table[cell[0]][cell[1]]]
            ],
            start=Fraction(1),
        )
        for mask in masks
    ]
    pairs = list(zip(masks, weights, strict=True))
    whole = sum(weights, Fraction(0))
    return {
        cell: sum((w for mask, w in pairs if mask[cell]), Fraction(0)) / whole
        for cell in board.covered
    }


def test_cells_that_are_not_covered_do_not_matter() -> None:
    board = Board.parse("?1?\n*?_")
    one = [[0.25, 0.5, 0.75], [0.5, 0.125, 0.5]]
    other = [[0.25, 0.1, 0.75], [0.9, 0.125, 0.3]]
    found = [KnowledgeBase(board.altered(density=table)).probabilities() for table in (one, other)]
    np.testing.assert_array_equal(found[0], found[1])


def test_it_weighs_as_a_constraint_on_each_cell_does() -> None:
    """With even densities and a relation of one cell for each: everything that is asked."""
    rows = "?1??\n??2?\n????"
    table = some_table(Random(3), (3, 4), 4)
    flat = [p for row in table for p in row]
    weighed = [
        Relation.pattern([cell], {(True,): p, (False,): 1 - p}, f"c{cell}")
        for cell, p in enumerate(flat)
    ]
    for total in (3, (3, 5), None):
        board = Board.parse(rows).with_total(total)
        kb = KnowledgeBase(board.altered(density=table))
        other = KnowledgeBase(board.altered(density=Fraction(1, 2), constraints=weighed))
        assert kb.count().expected_mines == other.count().expected_mines
        assert kb.joint([(0, 0), (1, 1), (2, 3)]) == other.joint([(0, 0), (1, 1), (2, 3)])
        assert kb.clue_distribution((2, 0)) == other.clue_distribution((2, 0))
        kb.tell((2, 0), 1)
        other.tell((2, 0), 1)
        assert kb.count().probability((2, 3)) == other.count().probability((2, 3))
        assert kb.count(engine="models").probability((1, 0)) == kb.count().probability((1, 0))


def test_a_component_may_hold_cells_that_nothing_ties() -> None:
    """Tables under `Q` keep cells whose constraints say nothing any more; solvers do not."""
    board = Board.parse("rules: Q\n\n???\n???\n?32")
    third, ninth, half = Fraction(1, 3), Fraction(1, 9), Fraction(1, 2)
    table = (third, ninth, ninth), (ninth, third, half), (ninth, ninth, half)
    for reasoner in ("sat", "elimination"):
        count = KnowledgeBase(board.altered(density=table), reasoner=reasoner).count()
        assert {cell: count.probability(cell) for cell in board.covered} == chances(board, table)


def test_samples_follow_it() -> None:
    board = Board.parse("??\n??").altered(density=np.array([[0.125, 0.75], [0.5, 0.25]]))
    drawn = KnowledgeBase(board).sample(n=1000, seed=1).mean(axis=0)
    np.testing.assert_allclose(drawn, [[0.125, 0.75], [0.5, 0.25]], atol=0.05)


def test_a_density_in_a_question_counts_for_all_cells() -> None:
    plain = Board.parse("?1??\n????")
    table = some_table(Random(5), (2, 4), 3)
    kb = KnowledgeBase(plain.altered(density=table))
    third = Fraction(1, 3)
    expected = KnowledgeBase(plain.altered(density=third)).count()
    assert kb.count(density=third).expected_mines == expected.expected_mines
    cells = [(0, 0), (1, 3)]
    assert kb.joint(cells, density=third) == KnowledgeBase(plain).joint(cells, density=third)
    kb.tell((1, 3), State.NO_CLUE)
    told = KnowledgeBase(plain.replace({(1, 3): State.NO_CLUE}))
    assert kb.count(density=third).expected_mines == told.count(density=third).expected_mines


def test_a_table_may_come_with_the_question() -> None:
    plain = Board.parse("?1??\n????")
    table = some_table(Random(6), (2, 4), 3)
    asked, carried = KnowledgeBase(plain), KnowledgeBase(plain.altered(density=table))
    assert asked.count(density=table).expected_mines == carried.count().expected_mines
    np.testing.assert_array_equal(
        probabilities(plain.grid[None], density=table)[0], carried.probabilities()
    )
    with refused(ArgumentError, argument="density"):
        asked.count(density=np.array([[0.5, 0.5, 0.5, 0.25]]))


@pytest.mark.parametrize("kinds", [3, None])
@pytest.mark.parametrize(
    ("height", "width", "mines"), [(8, 10, 16), pytest.param(16, 30, 99, marks=pytest.mark.night)]
)
def test_a_large_board_without_clues_is_a_sum_of_cells(
    kinds: int | None, height: int, width: int, mines: int
) -> None:
    """Given how many of all independent cells are mines: from the distribution of the sum."""
    priors = np.linspace(0.0625, 0.375, kinds or height * width)
    table = np.resize(priors, (height, width))
    board = Board(np.full((height, width), State.COVERED), mines=mines, density=table)
    flat = table.ravel()

    def sums(cells: np.ndarray) -> np.ndarray:
        chance = np.ones(1)
        for p in cells:
            chance = np.convolve(chance, [1 - p, p])
        return chance

    whole = sums(flat)[mines]
    found = KnowledgeBase(board).probabilities().ravel()
    for cell in (0, 1, 2, flat.size // 2, flat.size - 1):
        others = sums(np.delete(flat, cell))
        assert found[cell] == pytest.approx(flat[cell] * others[mines - 1] / whole, rel=1e-9)
    assert found.sum() == pytest.approx(mines)


def test_cells_of_one_prior_stay_together() -> None:
    """An expert board with three priors has as few boxes of cells as it has kinds of them."""
    rng = np.random.default_rng(2)
    table = rng.choice([0.125, 0.25, 0.5], (16, 30))
    board = Board(np.full((16, 30), State.COVERED), density=table).replace({(8, 15): 2})
    marginals = KnowledgeBase(board).count().probabilities()
    far = np.ones(board.shape, dtype=bool)
    far[7:10, 14:17] = False
    np.testing.assert_allclose(marginals[far], table[far], rtol=1e-12)


def test_a_formula_has_the_weight_of_each_cell() -> None:
    board = Board.parse("mines: 2\n\n?1?\n???").altered(
        density=[[0.5, 0.5, 0.25], [0.125, Fraction(1, 3), 0.75]]
    )
    lines = encode(board.with_total(None), "mcc", weighted=True).to_text().splitlines()
    weights = [line for line in lines if line.startswith("c p weight")]
    assert weights[:4] == [
        "c p weight 1 0.5 0",
        "c p weight -1 0.5 0",
        "c p weight 3 0.25 0",
        "c p weight -3 0.75 0",
    ]
    assert "c p weight 5 1/3 0" in weights
    assert encode(board, "mcc", weighted=True).to_text().count("c p weight") == 10
