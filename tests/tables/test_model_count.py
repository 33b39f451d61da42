"""Counts and chances of whole boards, against all layouts."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path

import numpy as np
import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, State, read_board
from logicsweep.board import Clue
from logicsweep.errors import ArgumentError, MissingDensityError
from logicsweep.tables.model_count import TOLERANCE
from tests.conftest import ROOT, seeds, some
from tests.judges import oracle
from tests.judges.making import random_board
from tests.judges.refusals import refused

BOARDS = ROOT / "examples" / "boards"


def chances_of_oracle(board: Board, density: Fraction) -> dict[Cell, Fraction]:
    """The share of the layouts with a mine in each cell, weighed when the total is unknown."""
    layouts = oracle.layouts(board)
    weights = [Fraction(1)] * len(layouts)
    if board.mines is None:
        covered = len(board.covered)
        weights = [
            density ** int(layout.sum() - len(board.known_mines))
            * (1 - density) ** int(covered - layout.sum() + len(board.known_mines))
            for layout in layouts
        ]
    mass = sum(weights)
    return {
        cell: sum((w for w, one in zip(weights, layouts, strict=True) if one[cell]), Fraction(0))
        / mass
        for cell in board.cells
    }


@pytest.mark.few(6)
@pytest.mark.usefixtures("either_engine", "either_kernel")
@pytest.mark.parametrize("block", seeds(range(90), fast=12))
def test_counts_and_chances_are_those_of_all_layouts(block: int) -> None:
    for seed in range(block * 5, block * 5 + 5):
        board = random_board(seed)
        layouts = oracle.layouts(board)
        kb = KnowledgeBase(board)
        if not len(layouts):
            with pytest.raises(InconsistentBoardError):
                kb.count()
            continue
        density = Fraction(seed % 7 + 1, 9)
        count = kb.count(density=density)
        expected = chances_of_oracle(board, density)
        assert count.total == len(layouts), seed
        assert {cell: count.probability(cell) for cell in board.cells} == expected, seed
        wanted = [(cell, expected[cell]) for cell in board.covered]
        assert list(count.fractions().items()) == wanted, seed
        assert count.expected_mines == sum(expected.values()), seed
        floats = count.probabilities()
        for cell in board.cells:
            if cell in board.covered:
                assert abs(floats[cell] - expected[cell]) <= TOLERANCE, seed
                assert (floats[cell] in (0, 1)) == (expected[cell] in (0, 1)), seed
            else:
                assert np.isnan(floats[cell]), seed
        # Counting first, proving first or both: the verdicts are the same.
        assert kb.consequences() == KnowledgeBase(board).consequences(), seed


def test_worked_example_of_five_cells_in_a_row() -> None:
    # Row 1: 1 A 2, row 2: B C D, row 3: E 3 F, as equations: three solutions.
    board = Board.parse("1?2\n???\n?3?")
    count = KnowledgeBase(board).count(density=Fraction(1, 2))
    assert count.total == 3
    shares = [count.probability(cell) for cell in ((0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2))]
    third = Fraction(1, 3)
    assert shares == [third, 0, 2 * third, 1, 2 * third, 2 * third]


def test_published_example_of_ten_by_ten() -> None:
    rows = ["001???????", "002???????", "003???????", "002???????", "112???????"]
    board = Board.parse("mines: 10\n\n" + "\n".join(rows + ["??????????"] * 5))
    kb = KnowledgeBase(board)
    proved = kb.consequences()
    assert proved.safe == {(0, 3), (4, 3), (5, 2)}
    assert proved.mines == {(1, 3), (2, 3), (3, 3)}
    count = kb.count()
    rounded = {cell: round(float(chance), 4) for cell, chance in count.fractions().items()}
    assert rounded.pop(Cell(5, 1)) == 0.9221
    undecided = [cell for cell in rounded if cell not in proved.safe | proved.mines]
    assert {rounded[cell] for cell in undecided} == {0.0779}
    assert sum(count.fractions().values()) == 10


@pytest.mark.few(6)
@pytest.mark.usefixtures("either_engine", "either_kernel")
@pytest.mark.parametrize("total", [None, 40, (30, 50)])
def test_a_board_without_clues(total: int | tuple[int, int] | None) -> None:
    board = Board(np.full((9, 11), State.COVERED, dtype=np.int8), mines=total)
    count = KnowledgeBase(board).count(density=Fraction(1, 5))
    if total is None:
        assert count.total == 2**99
        assert count.probability((3, 3)) == Fraction(1, 5)
    else:
        assert count.probability((0, 0)) == count.expected_mines / 99
    if total == 40:
        assert count.probability((8, 10)) == Fraction(40, 99)
        assert count.total == comb(99, 40)
    if total == (30, 50):
        assert count.total == sum(comb(99, mines) for mines in range(30, 51))


@pytest.mark.usefixtures("either_engine")
def test_the_density_of_the_header_and_none() -> None:
    kb = KnowledgeBase(Board.parse("density: 0.25\n\n?1??\n????\n"))
    assert kb.count().probability((0, 3)) == Fraction(1, 4)
    assert kb.count(density=Fraction(1, 3)).probability((0, 3)) == Fraction(1, 3)
    unknown = KnowledgeBase(Board.parse("?1??\n????\n")).count()
    assert unknown.total == 20
    for ask in (unknown.probabilities, unknown.fractions, lambda: unknown.probability((0, 3))):
        with refused(MissingDensityError):
            ask()
    for wrong in (Fraction(0), Fraction(1), Fraction(3, 2)):
        with refused(ArgumentError, argument="density"):
            kb.count(density=wrong)


def test_a_density_given_as_a_float_is_exact() -> None:
    board = Board([[-1, -1, 1, -1]], density=0.3)  # type: ignore[arg-type]
    assert board.density == Fraction(0.3)
    kb = KnowledgeBase(board)
    for engine in ("elimination", "models"):
        assert kb.count(engine=engine).probability((0, 0)) == Fraction(0.3)
    assert kb.sample(n=3, seed=1).shape == (3, 1, 4)


@pytest.mark.usefixtures("either_engine")
def test_nothing_needs_a_density_where_all_is_proved() -> None:
    kb = KnowledgeBase(Board.parse("?1\n11\n"))
    for engine in ("elimination", "models"):
        assert kb.count(engine=engine).fractions() == {Cell(0, 0): 1}
    assert kb.clue_distribution((0, 0)).mine == 1
    assert kb.joint([(0, 0)]) == {(True,): 1}
    assert kb.sample(n=2, seed=0).sum() == 2


def test_a_count_is_a_value() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n????\n?11?\n"))
    count = kb.count()
    before = count.total, count.probabilities()
    kb.tell((0, 0), State.NO_CLUE)
    assert count.total == before[0]
    np.testing.assert_array_equal(count.probabilities(), before[1])
    assert repr(count) == f"<ModelCount 4x2, 2 mines: {before[0]} layouts>"
    with refused(ValueError):
        count.probability((2, 0))


@pytest.mark.usefixtures("either_engine")
@pytest.mark.parametrize(
    "path", some(sorted(BOARDS.glob("*.*")), every=2), ids=lambda path: path.name
)
def test_golden_counts_of_the_example_boards(path: Path) -> None:
    golden = dict(
        line.split(" = ")
        for line in (Path(__file__).parent / "golden" / "counts.txt").read_text().splitlines()
    )
    kb = KnowledgeBase(read_board(path.read_bytes(), file_name=path.name))
    if not kb.has_layout():
        assert golden[path.name] == "inconsistent"
    else:
        assert golden[path.name] == str(kb.count().total)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("total", some([1, 2, 3], every=2))
def test_fewer_mines_than_one_likelihood_speaks_of(total: int) -> None:
    """Every second cell in every second row has a clue that weighs 0 to 8 mines around it."""
    odds = Clue(0, 8, tuple(Fraction(tenths, 10) for tenths in (1, 2, 3, 2, 1, 2, 1, 3, 1)))
    uncertain = {(row, column): odds for row in range(1, 7, 2) for column in range(1, 7, 2)}
    count = KnowledgeBase(
        Board(np.full((7, 7), State.COVERED), mines=total, uncertain=uncertain)
    ).count()
    floats = count.probabilities()
    exact = count.fractions()
    assert sum(exact.values()) == total
    for cell, chance in exact.items():
        assert abs(floats[cell] - chance) <= TOLERANCE
