"""Expert boards under rules: the engines agree, and samples are layouts by the definitions."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from logicsweep import Board, KnowledgeBase, Layout, State
from logicsweep.board.rules.rules import Rules, placed_on
from tests.conftest import some
from tests.judges import rules as judge

pytestmark = pytest.mark.slow

HEIGHT, WIDTH, MINES = 16, 30, 99
# Windows all over a wide board cannot be counted; what clues tie together can.
CLUES = [
    pytest.param(name, marks=[pytest.mark.night] * (name == "1E"))  # the dearest
    for name in (*judge.CLUE_RULES, *judge.LIARS)
    if name not in ("V", "2P", "2A")
]


def expert(name: str, share: float, seed: int) -> tuple[Board, np.ndarray, dict]:
    """A random layout, and a board that shows the clues of some of its safe cells."""
    rng = Random(seed)
    truth = np.zeros((HEIGHT, WIDTH), dtype=np.bool_)
    truth.flat[rng.sample(range(truth.size), MINES)] = True
    ruled = placed_on(Rules.of(name), HEIGHT, WIDTH, None)
    grid = np.full(truth.shape, int(State.COVERED))
    safe = np.argwhere(~truth).tolist()
    shown = {}
    for row, column in rng.sample(safe, int(share * len(safe))):
        value = rng.choice(sorted(judge.may_show(name, truth, (row, column))))
        shown[row, column] = value
        grid[row, column] = value if ruled is None else ruled.values.code(value)
    return Board(grid, mines=MINES, rules=name), truth, shown


@pytest.mark.parametrize("name", some(CLUES, every=3))
def test_engines_agree_on_expert_boards(name: str) -> None:
    board, truth, shown = expert(name, 0.6, seed=7)
    kb = KnowledgeBase(board, time_limit=120)
    found = kb.consequences()
    assert all(truth[cell] for cell in found.mines)
    assert not any(truth[cell] for cell in found.safe)
    other = KnowledgeBase(board, reasoner="elimination", time_limit=120)
    assert other.consequences() == found
    count = kb.count()
    marginals = count.probabilities()
    assert {(cell.row, cell.column) for cell in found.safe} == set(
        map(tuple, np.argwhere(marginals == 0).tolist())
    )
    assert kb.allows(Layout(truth))
    for mask in kb.sample(n=3, seed=1):
        assert mask.sum() == MINES
        assert not any(mask[cell] for cell in shown)
        assert all(value in judge.may_show(name, mask, cell) for cell, value in shown.items())


@pytest.mark.parametrize("name", ["Q", "T", "D", "2H", "2T", "2S"])
def test_rules_for_layouts_are_proved_on_wide_boards(name: str) -> None:
    covered = np.full((8, 12), int(State.COVERED))
    rng = Random(3)
    kb = KnowledgeBase(Board(covered, rules=name), time_limit=120)
    # A layout of the rule, made by telling what proofs leave open.
    for cell in rng.sample(list(kb.board.covered), 60):
        verdict = kb.verdict(cell)
        is_mine = rng.random() < 0.4 if verdict.value == "undetermined" else verdict.value == "mine"
        kb.tell(cell, State.KNOWN_MINE if is_mine else State.NO_CLUE)
    asp = KnowledgeBase(kb.board, reasoner="asp", time_limit=120)
    assert asp.consequences() == KnowledgeBase(kb.board).consequences()
    for cell in kb.board.covered:  # to the end
        verdict = kb.verdict(cell)
        kb.tell(cell, State.KNOWN_MINE if verdict.value != "safe" else State.NO_CLUE)
    assert judge.satisfies(name, kb.board.grid == State.KNOWN_MINE)
