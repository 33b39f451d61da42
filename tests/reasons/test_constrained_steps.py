"""Steps on boards with rules: each follows from what it names, by trying all assignments."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from logicsweep import KnowledgeBase
from logicsweep.board.state import State
from logicsweep.reasons import Step
from tests.conftest import seeds
from tests.judges import rules as judge
from tests.knowledge.test_rules import Case


def follows(case: Case, step: Step, *, clues: list, constraints: list, total: bool) -> bool:
    """Whether what a step decides follows from some sources and what it takes for granted."""
    board = case.board
    covered = board.covered
    for bits in product((False, True), repeat=len(covered)):
        mask = board.grid == State.KNOWN_MINE
        for cell, mine in zip(covered, bits, strict=True):
            mask[cell] = mine
        if not all(mask[cell] for cell in step.given_mines):
            continue
        if any(mask[cell] for cell in step.given_safe):
            continue
        lower, upper = (board.total_bounds or (0, mask.size)) if total else (0, mask.size)
        if not lower <= mask.sum() <= upper:
            continue
        mines = frozenset(np.flatnonzero(mask).tolist())
        if not all(one.weight(mines) for one in constraints):
            continue
        if any(case.shown[cell] not in judge.may_show(case.clue, mask, cell) for cell in clues):
            continue
        if not all(mask[cell] for cell in step.mines) or any(mask[cell] for cell in step.safe):
            return False
    return True


@pytest.mark.parametrize("seed", seeds(range(200), fast=38))
def test_each_step_follows_from_its_sources_and_from_no_fewer(seed: int) -> None:
    case = Case(seed)
    kb = KnowledgeBase(case.board)
    found = kb.difficulty()
    decided = kb.consequences()
    assert {cell for step in found.steps for cell in step.mines} == decided.mines
    assert {cell for step in found.steps for cell in step.safe} == decided.safe
    for step in found.steps:
        assert step.text
        clues, constraints = list(step.clues), list(step.constraints)
        assert follows(case, step, clues=clues, constraints=constraints, total=step.uses_total)
        for one in clues:
            rest = [other for other in clues if other != one]
            assert not follows(
                case, step, clues=rest, constraints=constraints, total=step.uses_total
            )
        for source in {one.source for one in constraints}:
            kept = [other for other in constraints if other.source != source]
            assert not follows(case, step, clues=clues, constraints=kept, total=step.uses_total)
        if step.uses_total:
            assert not follows(case, step, clues=clues, constraints=constraints, total=False)


@pytest.mark.parametrize("seed", seeds(range(100), fast=19))
def test_a_hint_for_a_safe_cell_comes_with_the_steps_before(seed: int) -> None:
    case = Case(seed)
    kb = KnowledgeBase(case.board)
    step = kb.next_step(safe=True)
    assert (step is None) == (not kb.consequences().safe)
    if step is None:
        return
    assert step.safe
    known = {cell for one in step.before for cell in (*one.mines, *one.safe)}
    assert {*step.given_mines, *step.given_safe} <= known
    for cell in list(kb.consequences().safe)[:2]:
        chain = kb.explain(cell, steps=True).steps
        assert chain is not None
        assert cell in chain[-1].safe
