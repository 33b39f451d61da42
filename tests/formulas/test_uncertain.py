"""Uncertain clues in files and formulas, against layouts, and with other neighbours."""

from __future__ import annotations

from fractions import Fraction

import pytest

from logicsweep import Board, Cell, KnowledgeBase, Layout, State, encode
from logicsweep.board import Clue
from logicsweep.board.adjacency import Adjacency
from logicsweep.constraints import Source
from logicsweep.constraints.factors import SourceKind
from logicsweep.formats.registry import by_name
from logicsweep.system import constraints_of
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import uncertain_board

SEEDS = range(60)


def small(seed: int) -> Board:
    return uncertain_board(seed, covered=8)


def test_a_mine_file_has_no_place_for_them() -> None:
    with pytest.raises(ValueError, match="cannot hold uncertain clues"):
        by_name("mine").write(Board.parse("mines: 2\n\n? >=2 ?\n"))


@pytest.mark.parametrize("seed", seeds(SEEDS))
def test_layouts_are_held_against_them(seed: int) -> None:
    board = small(seed)
    bare = board.replace(dict.fromkeys(board.clues, State.NO_CLUE))
    total = board.mines
    for mask in oracle.layouts(Board(bare.grid))[:40]:
        mismatches = Layout(mask).mismatches(board)
        cells = [one.cell for one in mismatches if one.cell is not None]
        assert cells == oracle.wrong_clues(board, mask)
        if not mismatches:
            assert total is None or KnowledgeBase(board).allows(Layout(mask))


def test_a_gap_is_said_in_words() -> None:
    board = Board.parse("? 1:liar ?\n")
    text = encode(board, "opb").to_text(annotate=True)
    assert "0..2 but 1 of 2 covered cells" in text
    assert "- mine(0,0) + mine(0,2) >= 0" in text
    (row,) = constraints_of(board).constraints
    assert row.gaps == (1,)
    assert row.source == Source(SourceKind.CLUE, 1)
    assert encode(board, "facts").to_text().count("except((0,1),1).") == 1


def test_other_neighbours() -> None:
    ring = Adjacency.of([[(n - 1) % 12, (n + 1) % 12] for n in range(12)])
    board = Board([[-1] * 12], adjacency=ring, density=Fraction(1, 3))
    board = board.replace(
        {Cell(0, 0): Clue(1, 2), Cell(0, 2): Clue(0, 2, (Fraction(1), Fraction(0), Fraction(1)))}
    )
    # 1 and 3 are alike, and one of 11 and 1 is a mine.
    joint = KnowledgeBase(board).joint([(0, 1), (0, 3), (0, 11)])
    mine, safe = Fraction(1, 3), Fraction(2, 3)
    weights = {
        (True, True, True): mine**3,
        (True, True, False): mine**2 * safe,
        (False, False, True): mine * safe**2,
    }
    whole = sum(weights.values())
    assert joint == {held: weight / whole for held, weight in weights.items()}
