"""The counting engines, against one another."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Adjacency, Board, KnowledgeBase, LimitError, read_board
from logicsweep.errors import MissingLibraryError, UnknownNameError
from logicsweep.reason import ENGINES
from tests.conftest import ROOT, seeds
from tests.judges import oracle
from tests.judges.making import first_board, random_board
from tests.judges.refusals import refused

BOARDS = ROOT / "examples" / "boards"


def a_board(seed: int) -> Board:
    """A consistent board."""
    return first_board(seed, lambda one: random_board(one, covered=9), oracle.is_consistent)


@pytest.mark.few(12)
@pytest.mark.usefixtures("either_engine", "either_kernel")
@pytest.mark.parametrize("seed", seeds(range(120), fast=25))
def test_the_engines_agree(seed: int) -> None:
    board = a_board(seed)
    kb = KnowledgeBase(board)
    density = Fraction(2, 7)
    first = kb.count(density=density)
    second = kb.count(density=density, engine="models")
    assert second.total == first.total
    assert second.fractions() == first.fractions()
    assert second.expected_mines == first.expected_mines
    np.testing.assert_array_equal(second.probabilities(), first.probabilities())


@pytest.mark.slow
@pytest.mark.parametrize("seed", seeds(range(25)))
def test_ganak_agrees(seed: int) -> None:
    pytest.importorskip("pyganak")
    board = a_board(seed)
    kb = KnowledgeBase(board)
    first, third = kb.count(), kb.count(engine="ganak")
    assert third.total == first.total
    if board.mines is None:
        with pytest.raises(ValueError, match="ganak cannot weigh layouts"):
            third.probabilities()
        return
    assert third.fractions() == first.fractions()
    assert third.expected_mines == first.expected_mines
    np.testing.assert_array_equal(third.probabilities(), first.probabilities())
    for cell in board.covered[:1]:
        assert third.probability(cell) == first.probability(cell)


@pytest.mark.slow
def test_ganak_on_real_positions() -> None:
    pytest.importorskip("pyganak")
    board = read_board((BOARDS / "expert.board").read_bytes())
    # Without its total even a large board is counted in a moment.
    kb = KnowledgeBase(Board(board.grid))
    assert kb.count(engine="ganak").total == kb.count().total
    board = read_board((BOARDS / "beginner.board").read_bytes())
    kb = KnowledgeBase(board)
    assert kb.count(engine="ganak").total == kb.count().total
    with pytest.raises(LimitError, match="no answer within"):
        KnowledgeBase(board, time_limit=0.05).count(engine="ganak").total  # noqa: B018


def test_without_pyganak_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("logicsweep.reason.counters.projected.find_spec", lambda _name: None)
    kb = KnowledgeBase(Board.parse("mines: 1\n\n?1?"))
    with refused(MissingLibraryError, library="pyganak", extra="ganak"):
        kb.count(engine="ganak")
    with refused(UnknownNameError, kind="counting engine", name="abacus"):
        kb.count(engine="abacus")
    assert ENGINES == ("elimination", "models", "ganak")


@pytest.mark.usefixtures("either_engine")
def test_other_neighbourhoods_are_counted_too() -> None:
    near = [[(n - 1) % 12, (n + 1) % 12] for n in range(12)]
    grid = np.array([[1, -1, -1, -1, 1, -1, -1, -1, -1, -1, -1, -1]], dtype=np.int8)
    board = Board(grid, mines=5, adjacency=Adjacency.of(near))
    layouts = oracle.layouts(board, near)
    chances = {cell: Fraction(int(layouts[:, *cell].sum()), len(layouts)) for cell in board.covered}
    kb = KnowledgeBase(board)
    for engine in ("elimination", "models"):
        count = kb.count(engine=engine)
        assert count.total == len(layouts)
        assert count.fractions() == chances
