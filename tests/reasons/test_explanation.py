"""Sets of sources behind verdicts, against all layouts of small boards."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from logicsweep import Board, Cell, InconsistentBoardError, KnowledgeBase, LimitError, Verdict
from logicsweep.errors import IllegalMoveError
from logicsweep.reasons import Explanation
from tests.conftest import either_solver, seeds
from tests.judges.judge import SEEDS, Judge, consistent
from tests.judges.making import opened_at_random


def check_minimal(judge: Judge, found: Explanation) -> None:
    mine = found.verdict is Verdict.MINE
    clues, total = found.clues, found.uses_total
    assert judge.forces(clues, total, found.cell, mine)
    assert list(clues) == sorted(clues)
    for clue in clues:
        assert not judge.forces(set(clues) - {clue}, total, found.cell, mine)
    if total:
        assert not judge.forces(clues, False, found.cell, mine)


def least_size(judge: Judge, cell: Cell, mine: bool, below: int) -> int:
    """The size of the least set of sources that forces a cell; `below` if none is smaller."""
    board = judge.board
    for size in range(below):
        for total in (False, True)[: 1 + (board.mines is not None)]:
            for clues in combinations(board.clues, size - total) if size >= total else ():
                if judge.forces(clues, total, cell, mine):
                    return size
    return below


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=20))
@either_solver
@pytest.mark.usefixtures("either_engine")
def test_explanations_are_minimal(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in verdicts.items():
        found = kb.explain(cell)
        assert (found.verdict is Verdict.MINE) == mine
        check_minimal(judge, found)
        if judge.forces(board.clues, False, cell, mine):
            assert not found.uses_total  # clues are preferred
        assert cell in found.cells
        assert str(cell) in found.text


@pytest.mark.parametrize("seed", seeds(SEEDS[:200], fast=14))
@either_solver
@pytest.mark.usefixtures("either_engine")
def test_smallest_explanations_are_least(seed: int) -> None:
    board, judge, verdicts = consistent(seed)
    kb = KnowledgeBase(board)
    for cell, mine in list(verdicts.items())[:4]:
        found = kb.explain(cell, smallest=True)
        check_minimal(judge, found)
        assert found.smallest
        assert least_size(judge, cell, mine, found.size) == found.size
        if found.uses_total and len(board.clues) <= 12:  # no clues alone would do
            assert not any(
                judge.forces(clues, False, cell, mine)
                for clues in combinations(board.clues, found.size)
            )


def test_one_clue_can_do_what_two_do() -> None:
    """Not so with exact clues, of which two that force a cell leave none that does."""
    board = Board.parse("mines: 3\n\n>=1 <=6 ?\nF ? *\n0..3(1,0,1,1) 3 2..3\n")
    assert KnowledgeBase(board).explain((1, 0), smallest=True).clues == (Cell(2, 1),)
    board = Board.parse("mines: 3\n\n1..3 0..4(1/2,0,1,1,1/2)\n? ?\n? 3\n")
    found = KnowledgeBase(board).explain((1, 0), smallest=True)
    assert (found.clues, found.uses_total) == ((Cell(2, 1),), False)


@pytest.mark.parametrize(
    ("text", "cell", "words"),
    [
        ("1 ? 1..3(1,0,1) ?\n", (0, 3), "the 1..3 at (0,2) needs exactly 1 mine in"),
        (
            "mines: 0..1\n\n* 1 ? ? ?\n",
            (0, 4),
            "the mine count leaves no mine for the 3 covered cells",
        ),
        ("* 1 ?\n", (0, 2), "the 1 at (0,1) needs no more mine in (0,2)"),
        ("mines: 1\n\n?\n", (0, 0), "the mine count leaves 1 mine for the one covered cell"),
        ("? >=2 ?\n", (0, 0), "needs exactly 2 mines in (0,0) and (0,2)"),
    ],
)
def test_sources_in_words(text: str, cell: tuple[int, int], words: str) -> None:
    assert words in KnowledgeBase(Board.parse(text)).explain(cell).text


def test_programs_are_explained() -> None:
    board = Board.parse("mines: 3\n\n?1??\n??2?\n????\n")
    kb = KnowledgeBase(board, program=":- mine(C), mine(D), neighbour(C,D).")
    (cell,) = kb.consequences().safe
    for smallest in (False, True):
        found = kb.explain(cell, smallest=smallest)
        assert found.uses_program
        assert "program" in found.text
    pair = kb.counterexample(next(one for one in board.covered if one != cell))
    assert kb.allows(pair.mine)
    assert kb.allows(pair.safe)


def test_a_program_is_no_source_that_is_not_needed() -> None:
    plain = KnowledgeBase(Board.parse("????\n1211\n"), program=":- mine(C), not covered(C).")
    assert not plain.explain((0, 2)).uses_program
    # A rule that says it all is a smaller explanation than two clues, but is not needed.
    plain = KnowledgeBase(Board.parse("????\n1211\n"), program=":- mine((0,1)).")
    assert not plain.explain((0, 1)).uses_program
    found = plain.explain((0, 1), smallest=True)
    assert (found.clues, found.uses_total, found.uses_program) == ((), False, True)
    found = plain.explain((0, 2), smallest=True)
    assert found.size == 2
    for ask in (
        plain.next_step,
        plain.difficulty,
        lambda: plain.explain((0, 1), steps=True),
        lambda: plain.certificate((0, 1)),
    ):
        with pytest.raises(ValueError, match="without a program"):
            ask()


def test_what_cannot_be_explained() -> None:
    kb = KnowledgeBase(Board.parse("?1?\n"))
    with pytest.raises(ValueError, match="undetermined"):
        kb.explain((0, 0))
    with pytest.raises(IllegalMoveError):
        kb.explain((0, 1))
    with pytest.raises(ValueError, match="off the board"):
        kb.explain((0, 3))
    with pytest.raises(ValueError, match="decided"):
        KnowledgeBase(Board.parse("?1_\n")).counterexample((0, 0))
    with pytest.raises(InconsistentBoardError):
        KnowledgeBase(Board.parse("?2_\n")).explain((0, 0))


@pytest.mark.slow
def test_a_limit_says_what_is_known() -> None:
    board = opened_at_random(0, 16, 30, 99, 0.5)
    kb = KnowledgeBase(board)
    cell = next(cell for cell in sorted(kb.consequences().safe) if kb.explain(cell).uses_total)
    # A busy machine may not have found any explanation by the first limit.
    for seconds in (0.5, 2, 8, 32):
        hurried = KnowledgeBase(board, time_limit=seconds)
        hurried.consequences()
        with pytest.raises(LimitError) as caught:
            hurried.explain(cell, smallest=True)
        if "smallest explanation" in str(caught.value):
            break
    assert re.search(r"smallest explanation so far has \d+ sources", str(caught.value))
    assert caught.value.safe == kb.consequences().safe


def test_explanations_after_tells_are_of_the_board_as_told() -> None:
    kb = KnowledgeBase(Board.parse("mines: 2\n\n?????\n?????\n?????\n"))
    kb.tell((0, 0), 0)
    kb.tell((0, 1), 2)
    found = kb.explain((0, 2))
    assert found.clues == (Cell(0, 0), Cell(0, 1))
    assert found.board == kb.board
    assert found.verdict is Verdict.MINE
