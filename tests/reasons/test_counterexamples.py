"""Counter-examples, against all layouts of small boards."""

from __future__ import annotations

import pytest

from logicsweep import Board, KnowledgeBase, Verdict
from tests.conftest import either_solver, seeds
from tests.judges import geometry, oracle
from tests.judges.features import draw
from tests.judges.judge import SEEDS, consistent
from tests.judges.making import random_board
from tests.judges.questions import check_reasons
from tests.judges.reasons import check_pair


@pytest.mark.parametrize("seed", seeds(SEEDS, fast=30))
@either_solver
@pytest.mark.usefixtures("either_engine")
def test_counterexamples_agree_with_everything(seed: int) -> None:
    board, _, verdicts = consistent(seed)
    layouts = oracle.layouts(board)
    kb = KnowledgeBase(board)
    for cell in board.covered:
        if cell in verdicts:
            continue
        check_pair(kb.counterexample(cell), layouts)


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("mines: 3..4\n\n? ? 2\n1..3 ? ?\n? ? 2\n", (1, 1)),
        ("mines: 3..5\n\n?11?\n???2\n?2??\n", (1, 2)),
        ("mines: 3..4\n\n? 1..4(1,1,1/2,1/2) ? 2\n<=5 ? ? *\n* 2 ? >=1\n", (0, 0)),
    ],
)
@either_solver
@pytest.mark.usefixtures("either_engine")
def test_counterexamples_within_a_range(text: str, cell: tuple[int, int]) -> None:
    board = Board.parse(text)
    check_pair(KnowledgeBase(board).counterexample(cell), oracle.layouts(board))


def test_counterexamples_are_near_the_closest() -> None:
    """Nearly all pairs are as close as any two layouts are; seeds 0 to 119."""
    extra = pairs = 0
    for seed in range(120):
        board = random_board(seed, covered=10, lie=0)
        kb = KnowledgeBase(board)
        layouts = oracle.layouts(board)
        for cell in board.covered:
            if len(layouts) and kb.verdict(cell) is Verdict.UNDETERMINED:
                mine = layouts[:, cell.row, cell.column]
                apart = (layouts[mine][:, None] ^ layouts[~mine][None]).sum(axis=(2, 3))
                extra += len(kb.counterexample(cell).differing) > apart.min()
                pairs += 1
    assert pairs > 200
    assert extra <= pairs // 20


def test_counterexamples_move_mines_between_components() -> None:
    # Each half holds one mine in the middle or two at the ends, and there are three.
    kb = KnowledgeBase(Board.parse("mines: 3\n\n?1?1?___?1?1?\n"))
    found = kb.counterexample((0, 2))
    assert found.mine.mines == {(0, 2), (0, 8), (0, 12)}
    assert found.safe.mines == {(0, 0), (0, 4), (0, 10)}


def test_wrong_clues_are_no_cells_that_differ() -> None:
    """Minimal together with which clues are wrong, the two layouts differed in a third cell."""
    board = Board.parse("liars: 1\ntopology: triangle\n\n*F??\n?F*F\n2F?3\n")
    layouts = oracle.layouts(board, geometry.neighbours("triangle", board.shape), liars=1)
    check_pair(KnowledgeBase(board).counterexample((2, 1)), layouts)


@pytest.mark.parametrize(
    "names",
    [pytest.param(("liars", "program"), marks=pytest.mark.slow), *(("2I",), ("2E",), ("2L",))],
    ids=" ".join,
)
@pytest.mark.parametrize("seed", seeds(range(40), fast=20))
def test_hidden_cells_do_not_count(names: tuple[str, ...], seed: int) -> None:
    case = draw(names, seed)
    for cell in case.worlds.undetermined:
        check_reasons(case, cell, case.kb())
