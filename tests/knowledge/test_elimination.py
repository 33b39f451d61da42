"""The reasoner `elimination`: verdicts from rows of tables alone, and what it leaves to SAT."""

from __future__ import annotations

import copy
import pickle
import random
from fractions import Fraction

import numpy as np
import pytest

from logicsweep import Board, InconsistentBoardError, KnowledgeBase
from logicsweep.reason.solvers.names import REASONERS
from logicsweep.reason.solvers.protocol import Backbone
from logicsweep.reason.solvers.sat import SatReasoner
from tests.conftest import seeds
from tests.judges import oracle
from tests.judges.making import clue, opened_at_random, random_board, uncertain_board


@pytest.mark.few(12)
@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize("seed", seeds(range(200), fast=60))
def test_rows_alone_decide_what_all_layouts_do(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With uncertain clues and mine counts as well, and after evidence."""
    monkeypatch.setattr("logicsweep.reason.settle.try_counts", lambda *_: None)
    rng = random.Random(seed)
    board = (uncertain_board if seed % 3 == 2 else random_board)(seed, covered=10)
    kb = KnowledgeBase(board, reasoner="elimination")
    layouts = oracle.layouts(board)
    if not len(layouts):
        with pytest.raises(InconsistentBoardError):
            kb.consequences()
        return
    truth = layouts[rng.randrange(len(layouts))]
    while True:
        found = kb.consequences()
        assert (set(found.mines), set(found.safe)) == oracle.verdicts(board)
        assert {*found.mines, *found.safe} <= {*board.covered}
        opening = [cell for cell in board.covered if not truth[cell]]
        if not opening:
            return
        told = {cell: clue(truth, cell) for cell in rng.sample(opening, min(2, len(opening)))}
        board = board.replace(told)
        kb = rng.choice([copy.copy, copy.deepcopy, lambda kb: pickle.loads(pickle.dumps(kb))])(kb)  # noqa: S301
        kb.tell_all(told)


@pytest.mark.usefixtures("either_kernel")
@pytest.mark.parametrize(
    ("text", "safe", "mines"),
    [
        ("0..2(1,0,1) ?", {(0, 1)}, set()),
        ("1..3(1,0,1) ?", set(), {(0, 1)}),
        ("? 1..3(1,0,1) ?", set(), set()),
        ("? 0..2(1,0,1) ?", set(), set()),
        ("? 0..3(0,1,0,1) *", {(0, 0)}, set()),
    ],
)
def test_gaps_of_a_clue_that_is_alone(text: str, safe: set, mines: set) -> None:
    """They leave fewer numbers than the bounds of the clue do."""
    for reasoner in REASONERS:
        kb = KnowledgeBase(Board.parse(f"density: 1/3\n\n{text}"), reasoner=reasoner)
        assert (kb.consequences().safe, kb.consequences().mines) == (safe, mines), reasoner


@pytest.mark.usefixtures("python_kernel")
def test_a_component_without_a_model_is_not_asked_what_it_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("logicsweep.reason.settle.try_counts", lambda *_: None)
    with pytest.raises(InconsistentBoardError) as caught:
        KnowledgeBase(Board.parse("????\n??12\n????"), reasoner="elimination").consequences()
    assert caught.value.core == ((1, 2), (1, 3))


@pytest.mark.usefixtures("either_kernel")
def test_no_solver_is_asked_for_verdicts_or_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    boards = [opened_at_random(seed, 16, 16, 51, 0.3) for seed in range(3)]
    expected = [KnowledgeBase(board).consequences() for board in boards]
    monkeypatch.setattr(SatReasoner, "__init__", None)
    for board, verdicts in zip(boards, expected, strict=True):
        kb = KnowledgeBase(board, reasoner="elimination")
        assert kb.consequences() == verdicts
        assert kb.count().total > 0
        assert kb.needs_total() in (False, True)


def test_reasons_come_from_sat() -> None:
    board = Board.parse("mines: 2\n\n????\n1211")
    kb, usual = KnowledgeBase(board, reasoner="elimination"), KnowledgeBase(board)
    for cell in board.covered:
        assert kb.explain(cell, smallest=True) == usual.explain(cell, smallest=True)
        assert kb.certificate(cell).proof == usual.certificate(cell).proof
    assert kb.next_step() == usual.next_step()
    assert kb.difficulty() == usual.difficulty()
    lying = Board.parse("mines: 1\n\n?0\n1_")
    assert KnowledgeBase(lying, reasoner="elimination", liars=1).consequences().mines == {(0, 0)}
    pair = KnowledgeBase(Board.parse("??\n11"), reasoner="elimination").counterexample((0, 0))
    assert pair.mine.mask[0, 0] != pair.safe.mask[0, 0]


@pytest.mark.usefixtures("either_kernel")
def test_components_too_wide_for_tables_go_to_the_solver(monkeypatch: pytest.MonkeyPatch) -> None:
    board = opened_at_random(1, 20, 20, 80, 0.2)
    complete = KnowledgeBase(board, reasoner="asp").consequences()
    asked = []
    search = SatReasoner.consequences

    def consequences(self: SatReasoner) -> Backbone | None:
        asked.append(self)
        return search(self)

    monkeypatch.setattr(SatReasoner, "consequences", consequences)
    # With so few entries hardly any component is counted.
    kb = KnowledgeBase(board, reasoner="elimination", max_entries=1)
    assert kb.consequences() == complete
    assert asked


@pytest.mark.usefixtures("either_kernel")
def test_a_large_board_is_counted_anew_after_evidence() -> None:
    """Its mine count is unknown, so that verdicts and probabilities are two answers."""
    truth = opened_at_random(5, 20, 20, 66, 0.3)
    layout = KnowledgeBase(truth).sample(n=1, seed=1)[0]
    board = Board(truth.grid, density=Fraction(1, 5))
    kb = KnowledgeBase(board, reasoner="elimination")
    opening = [cell for cell in board.covered if not layout[cell]][::15]
    for cell in opening[:3]:
        assert kb.consequences() == KnowledgeBase(board).consequences()
        expected = KnowledgeBase(board).probabilities()
        np.testing.assert_allclose(kb.probabilities(), expected, rtol=0, atol=2e-12)
        shown = clue(layout, cell)
        board = board.replace({cell: shown})
        kb.tell(cell, shown)
